//! Decisions whether operands are of the classes that predicates stand for.

use oxmca_tables::Reg;

use super::condition::ALWAYS;
use super::feature_bits::Feature;
use super::immediate::{
    float_code, is_byte_mask, is_byte_of_16, is_byte_of_32, is_repeated, is_thumb_immediate,
    is_vector_element, rotated_code,
};
use super::matching_context::Matching;
use super::operand::{
    Lanes, ListKind, Memory, Offset, OperandKind, ParsedOperand, Vectors, constant,
};
use super::predicate::{
    Address, ConditionRule, Constant, Form, Kind, LaneRule, Predicate, VectorImmediate, VectorRule,
};
use super::registers::Class;
use super::shift::{MINUS_ZERO, Shift};
use crate::inst::Expr;

/// Returns whether a predicate holds for an operand.
pub fn holds(matching: &Matching<'_>, predicate: Predicate, operand: &ParsedOperand<'_>) -> bool {
    let kind = &operand.kind;
    let number = operand.constant();
    let is_expression = operand.value().is_some() && number.is_none();
    let within = |least: i64, most: i64| number.is_some_and(|it| (least..=most).contains(&it));
    match predicate {
        Predicate::Kind(class) => is_of_kind(class, kind),
        Predicate::Constant(rule) => number.is_some_and(|number| constant_holds(rule, number)),
        Predicate::Expression { least, most } => is_expression || within(least, most),
        Predicate::BranchTarget { step } => {
            is_expression || number.is_some_and(|number| number % step == 0)
        }
        Predicate::Distance { bits, scale } => {
            is_symbol(operand)
                || number.is_some_and(|number| is_distance(number, bits, scale, false))
        }
        Predicate::LoopStart => {
            is_symbol(operand)
                || number.is_some_and(|number| (-4094..0).contains(&number) && number & 1 == 0)
        }
        Predicate::RotatedLabel => {
            let fits = |number: i64| {
                rotated_code(number).is_some() || rotated_code(number.wrapping_neg()).is_some()
            };
            is_expression || number.is_some_and(fits)
        }
        Predicate::LiteralAddress => is_literal_address(matching, operand),
        Predicate::ThumbImmediate(form) => match number {
            None => form == Form::Same && is_expression && !is_half_of_address(operand),
            Some(number) => {
                let plain = is_thumb_immediate(number);
                match form {
                    Form::Same => plain,
                    Form::Inverted => !plain && is_thumb_immediate(!number),
                    Form::Negated => !plain && is_thumb_immediate(number.wrapping_neg()),
                }
            }
        },
        Predicate::RotatedImmediate(form) => number.is_some_and(|number| match form {
            Form::Same => rotated_code(number).is_some(),
            Form::Inverted => rotated_code(!number).is_some(),
            Form::Negated => {
                rotated_code(number).is_none() && rotated_code(number.wrapping_neg()).is_some()
            }
        }),
        Predicate::Address(rule) => address_holds(matching, rule, operand),
        Predicate::OffsetBehind { most, step } => {
            number.is_some_and(|number| is_offset(number, -most, most, step, true))
        }
        Predicate::Offset3Behind => match kind {
            OperandKind::PostIndex { reg, shift: Shift::None, .. } => is_general(matching, *reg),
            _ => number.is_some_and(|number| is_offset(number, -255, 255, 1, true)),
        },
        Predicate::PostIndex { is_shifted } => match kind {
            OperandKind::PostIndex { reg, shift, .. } => {
                is_general(matching, *reg) && (is_shifted || *shift == Shift::None)
            }
            _ => false,
        },
        Predicate::Vectors(rule) => vectors_hold(matching, rule, kind),
        Predicate::Lane { count } => {
            matches!(kind, OperandKind::Lane(lane) if (0..count).contains(lane))
        }
        Predicate::LaneOf(lanes) => matches!(kind, OperandKind::Lane(lane) if lanes.contains(lane)),
        Predicate::VectorImmediate(rule) => {
            number.is_some_and(|number| vector_immediate_holds(rule, number))
        }
        Predicate::Condition(rule) => {
            operand.condition().is_some_and(|code| condition_holds(rule, code))
        }
        Predicate::ShiftedByRegister => match kind {
            OperandKind::ShiftedByRegister { reg, by, .. } => {
                is_general(matching, *reg) && is_general(matching, *by)
            }
            _ => false,
        },
        Predicate::ShiftedByAmount => {
            matches!(kind, OperandKind::ShiftedByAmount { reg, .. } if is_general(matching, *reg))
        }
    }
}

fn is_of_kind(class: Kind, kind: &OperandKind<'_>) -> bool {
    let is_list = |kinds: &[ListKind]| match kind {
        OperandKind::List(list) => kinds.contains(&list.kind),
        _ => false,
    };
    match class {
        Kind::Value => matches!(kind, OperandKind::Value(_)),
        Kind::PoolValue => matches!(kind, OperandKind::PoolValue(_)),
        Kind::Condition => matches!(kind, OperandKind::Condition(_)),
        Kind::VectorPredicate => matches!(kind, OperandKind::VectorPredicate(_)),
        Kind::SetsFlags => matches!(kind, OperandKind::SetsFlags(_)),
        Kind::BlockMask => matches!(kind, OperandKind::BlockMask(_)),
        Kind::CoprocessorNumber => matches!(kind, OperandKind::CoprocessorNumber(_)),
        Kind::CoprocessorRegister => matches!(kind, OperandKind::CoprocessorRegister(_)),
        Kind::CoprocessorOption => matches!(kind, OperandKind::CoprocessorOption(_)),
        Kind::MemoryBarrier => matches!(kind, OperandKind::MemoryBarrier(_)),
        Kind::InstructionBarrier => matches!(kind, OperandKind::InstructionBarrier(_)),
        Kind::TraceBarrier => matches!(kind, OperandKind::TraceBarrier),
        Kind::StatusMask => matches!(kind, OperandKind::StatusMask(_)),
        Kind::BankedRegister => matches!(kind, OperandKind::BankedRegister(_)),
        Kind::InterruptFlags => matches!(kind, OperandKind::InterruptFlags(_)),
        Kind::Shifter => matches!(kind, OperandKind::Shifter { .. }),
        Kind::Rotation => matches!(kind, OperandKind::Rotation(_)),
        Kind::Rotated => matches!(kind, OperandKind::Rotated { .. }),
        Kind::BitField => matches!(kind, OperandKind::BitField { .. }),
        Kind::GeneralList => is_list(&[ListKind::General]),
        Kind::GeneralListWithFlags => is_list(&[ListKind::General, ListKind::GeneralWithFlags]),
        Kind::DoubleList => is_list(&[ListKind::Double]),
        Kind::SingleList => is_list(&[ListKind::Single]),
        Kind::DoubleListWithVpr => is_list(&[ListKind::DoubleWithVpr]),
        Kind::SingleListWithVpr => is_list(&[ListKind::SingleWithVpr]),
    }
}

fn constant_holds(rule: Constant, number: i64) -> bool {
    match rule {
        Constant::Within { least, most } => (least..=most).contains(&number),
        Constant::MultipleOrMinusZero { least, most, step } => {
            is_offset(number, least, most, step, true)
        }
        Constant::Multiple { least, most, step } => is_offset(number, least, most, step, false),
        Constant::Negative { least, most, step } => {
            // Numbers of 32 bits may be written without their sign, but for those that are multiples.
            let is_word = step == 1 && number >> 32 == 0;
            let number = if is_word { i64::from(number as u32 as i32) } else { number };
            is_offset(number.wrapping_neg(), least, most, step, false)
        }
        Constant::PowerOfTwo { least, most } => {
            (least..=most).contains(&number) && number.count_ones() == 1
        }
        Constant::Rotation { step, first } => (0..=270).contains(&number) && number % step == first,
        Constant::OneOf(numbers) => numbers.contains(&number),
        Constant::Real => float_code(number).is_some(),
    }
}

/// Returns whether a number is a multiple of `step` in an interval, or `#-0` where that is an offset.
fn is_offset(number: i64, least: i64, most: i64, step: i64, minus_zero: bool) -> bool {
    (least..=most).contains(&number) && number % step == 0 || minus_zero && number == MINUS_ZERO
}

/// Returns whether a distance has so many bits beside a factor that is a power of two.
pub fn is_distance(number: i64, bits: u32, scale: u32, is_signed: bool) -> bool {
    let step = 1_i64 << scale;
    let (least, most) = match is_signed {
        true => (-step << (bits - 1), step * ((1 << (bits - 1)) - 1)),
        false => (0, step * ((1 << bits) - 1)),
    };
    number % step == 0 && (least..=most).contains(&number)
}

/// Returns whether an operand is a symbol and nothing else.
pub fn is_symbol(operand: &ParsedOperand<'_>) -> bool {
    matches!(operand.value(), Some(Expr::Symbol { .. }))
}

/// Returns whether an operand is one of the halves of an address that `movw` and `movt` take.
fn is_half_of_address(operand: &ParsedOperand<'_>) -> bool {
    match operand.value() {
        Some(Expr::Specifier { name, .. }) => matches!(&**name, "upper16" | "lower16"),
        _ => false,
    }
}

fn is_general(matching: &Matching<'_>, reg: Reg) -> bool {
    is_in(matching, Class::General, reg)
}

fn is_in(matching: &Matching<'_>, class: Class, reg: Reg) -> bool {
    matching.arm.registers.is_in(&matching.arm.tables, class, reg)
}

/// Returns the address, if base and offset are general registers.
fn general_memory<'o>(
    matching: &Matching<'_>,
    operand: &'o ParsedOperand<'_>,
) -> Option<&'o Memory> {
    let memory = operand.memory()?;
    let offset = match memory.offset {
        Offset::Register { reg, .. } => is_general(matching, reg),
        _ => true,
    };
    (offset && is_general(matching, memory.base)).then_some(memory)
}

fn is_literal_address(matching: &Matching<'_>, operand: &ParsedOperand<'_>) -> bool {
    let offset = match (operand.constant(), general_memory(matching, operand)) {
        (Some(number), _) => Some(number),
        (None, Some(Memory { base, offset: Offset::Value(expr), .. }))
            if *base == matching.arm.registers.pc() =>
        {
            constant(expr)
        }
        _ => return is_symbol(operand),
    };
    offset.is_some_and(|offset| is_offset(offset, 0, 1020, 4, false))
}

fn address_holds(matching: &Matching<'_>, rule: Address, operand: &ParsedOperand<'_>) -> bool {
    let is_label = operand.value().is_some() && operand.constant().is_none();
    match rule {
        Address::VectorOfOffsets { shift } => {
            return is_vector_of_offsets(matching, shift, operand);
        }
        Address::VectorOfAddresses { shift } => {
            return is_vector_of_addresses(matching, shift, operand);
        }
        Address::OffsetOrLabel { .. } | Address::Mode3 if is_label => return true,
        _ => {}
    }
    let Some(memory) = general_memory(matching, operand) else { return false };
    let offset_holds = |least: i64, most: i64, step: i64, minus_zero: bool| match &memory.offset {
        Offset::None => true,
        Offset::Value(expr) => {
            constant(expr).is_some_and(|it| is_offset(it, least, most, step, minus_zero))
        }
        Offset::Register { .. } => false,
    };
    let has_no_offset = matches!(memory.offset, Offset::None);
    let is_aligned = memory.alignment != 0;
    match rule {
        Address::AnyAlignment => has_no_offset,
        Address::Aligned { least, most } => {
            has_no_offset && (!is_aligned || (least..=most).contains(&memory.alignment))
        }
        _ if is_aligned => false,
        Address::Base { class } => has_no_offset && is_in(matching, class, memory.base),
        Address::Offset { base, least, most, step, minus_zero, is_required } => {
            is_in(matching, base, memory.base)
                && !(is_required && has_no_offset)
                && offset_holds(least, most, step, minus_zero)
        }
        Address::OffsetOrLabel { base, most, step, is_any_expression } => {
            let is_expression =
                matches!(&memory.offset, Offset::Value(it) if constant(it).is_none());
            is_in(matching, base, memory.base)
                && (is_any_expression && is_expression || offset_holds(-most, most, step, true))
        }
        Address::PcOffset => {
            memory.base == matching.arm.registers.pc() && offset_holds(-4095, 4095, 1, true)
        }
        Address::SpOffset => {
            memory.base == matching.arm.registers.sp() && offset_holds(0, 1020, 4, false)
        }
        Address::Mode3 => match memory.offset {
            Offset::Register { shift, .. } => shift == Shift::None,
            _ => offset_holds(-255, 255, 1, true),
        },
        Address::AnyRegister => matches!(memory.offset, Offset::Register { .. }),
        Address::ThumbRegister => match memory.offset {
            Offset::Register { is_negative: false, shift, amount, .. } => {
                memory.base != matching.arm.registers.pc()
                    && (shift == Shift::None || shift == Shift::Lsl && amount <= 3)
            }
            _ => false,
        },
        Address::LowRegister => match memory.offset {
            Offset::Register { reg, is_negative: false, shift: Shift::None, .. } => {
                let registers = &matching.arm.registers;
                registers.is_low(memory.base) && registers.is_low(reg)
            }
            _ => false,
        },
        Address::Table { shift: wanted } => match memory.offset {
            Offset::Register { is_negative: false, shift, amount, .. } => match wanted {
                0 => shift == Shift::None,
                wanted => shift == Shift::Lsl && amount == wanted,
            },
            _ => false,
        },
        Address::VectorOfOffsets { .. } | Address::VectorOfAddresses { .. } => false,
    }
}

/// Returns whether an address is a general register and a vector of offsets that are shifted left so far.
fn is_vector_of_offsets(matching: &Matching<'_>, wanted: i64, operand: &ParsedOperand<'_>) -> bool {
    let Some(memory) = operand.memory().filter(|it| it.alignment == 0) else { return false };
    match memory.offset {
        Offset::Register { reg, shift, amount, .. } => {
            is_in(matching, Class::GeneralNoPc, memory.base)
                && is_in(matching, Class::MveQuad, reg)
                && match wanted {
                    0 => shift == Shift::None,
                    wanted => shift == Shift::Uxtw && amount == wanted,
                }
        }
        _ => false,
    }
}

/// Returns whether an address is a vector of addresses with an offset that is shifted left so far.
fn is_vector_of_addresses(
    matching: &Matching<'_>,
    shift: i64,
    operand: &ParsedOperand<'_>,
) -> bool {
    let Some(memory) = operand.memory().filter(|it| it.alignment == 0) else { return false };
    let limit = (1 << (7 + shift)) - 2;
    is_in(matching, Class::MveQuad, memory.base)
        && match &memory.offset {
            Offset::None => true,
            Offset::Value(expr) => {
                constant(expr).is_some_and(|it| is_offset(it, -limit, limit, 1 << shift, true))
            }
            Offset::Register { .. } => false,
        }
}

fn vectors_hold(matching: &Matching<'_>, rule: VectorRule, kind: &OperandKind<'_>) -> bool {
    match kind {
        OperandKind::Register(reg) => {
            !matching.has(Feature::Mve)
                && rule.plain.is_some_and(|class| is_in(matching, class, *reg))
        }
        OperandKind::Vectors(vectors) => {
            let Vectors { first, count, is_double_spaced, lanes } = *vectors;
            let lanes_hold = match (rule.lanes, lanes) {
                (LaneRule::Whole, Lanes::Whole) | (LaneRule::All, Lanes::All) => true,
                (LaneRule::One { most }, Lanes::One(lane)) => lane <= most,
                _ => false,
            };
            // What has the name of a pair is one, as LLVM's predicate does not count: with vectors of the M profile, a
            // vector of 128 bits.
            let is_pair = rule.class == Some(Class::DoublePair);
            lanes_hold
                && is_double_spaced == rule.is_double_spaced
                && (count == rule.count || is_pair)
                && rule.class.is_none_or(|class| is_in(matching, class, first))
        }
        _ => false,
    }
}

fn vector_immediate_holds(rule: VectorImmediate, number: i64) -> bool {
    match rule {
        VectorImmediate::Byte => (0..256).contains(&number),
        VectorImmediate::ByteOf16 { is_inverted: false } => {
            !is_repeated(number, 8, 2, false) && is_byte_of_16(number)
        }
        VectorImmediate::ByteOf16 { is_inverted: true } => is_byte_of_16(!number & 0xffff),
        VectorImmediate::ByteOf32 { is_inverted: false } => {
            !is_repeated(number, 8, 4, false) && is_byte_of_32(number)
        }
        VectorImmediate::ByteOf32 { is_inverted: true } => is_byte_of_32(!number),
        VectorImmediate::Element { is_inverted: false } => {
            !is_repeated(number, 8, 4, false) && is_vector_element(number)
        }
        VectorImmediate::Element { is_inverted: true } => is_vector_element(!number),
        VectorImmediate::Mask => is_byte_mask(number),
        VectorImmediate::Repeated { bits, of, is_inverted } => {
            let is_mask = !is_inverted && of == 64 && is_byte_mask(number);
            !is_mask && is_repeated(number, bits, of / bits.max(1), is_inverted)
        }
    }
}

fn condition_holds(rule: ConditionRule, code: i64) -> bool {
    match rule {
        ConditionRule::Any => true,
        ConditionRule::NotAlways => code != ALWAYS,
        ConditionRule::Equality => matches!(code, 0 | 1),
        ConditionRule::Signed => matches!(code, 10..=13),
        ConditionRule::Unsigned => matches!(code, 2 | 8),
        ConditionRule::Float => matches!(code, 0 | 1 | 10..=13),
    }
}

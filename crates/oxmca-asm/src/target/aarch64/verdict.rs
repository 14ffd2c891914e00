//! Answers to the question if an operand is of a class.

use oxmca_tables::Tables;

use super::float_immediate::{code_of_bits, code_of_byte_mask};
use super::logical_immediate::{
    is_logical_immediate, is_movn_alias, is_movz_alias, is_sve_add_sub_immediate,
    is_sve_copy_immediate,
};
use super::named_operands::OperandList;
use super::operand::{OperandKind, ParsedOperand, Register, WrittenShift};
use super::predicate::{Constant, Predicate, ShiftRule, SystemUse};
use super::registers::{ClassName, First, Lanes, RegisterKind};
use super::shift::ShiftExtend;
use super::target::AArch64;

/// The answer to the question if an operand is of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is.
    Match,
    /// It is not, and the message of the class says why.
    Near,
    /// It is something else altogether.
    No,
}

impl From<bool> for Verdict {
    fn from(holds: bool) -> Self {
        if holds { Verdict::Match } else { Verdict::Near }
    }
}

/// Asks a predicate about an operand.
pub fn verdict(
    aarch64: &AArch64<'_>,
    predicate: Predicate,
    operand: &ParsedOperand<'_>,
) -> Verdict {
    let is_in = |class, reg| aarch64.registers.is_in(&aarch64.tables, class, reg);
    let constant = || operand.constant();
    let value = operand.value();
    match predicate {
        Predicate::Value => value.is_some().into(),
        Predicate::Constant(rule) => of_constant(&aarch64.tables, rule, constant()),
        Predicate::AddSub { is_negative } => add_sub(operand, is_negative).into(),
        Predicate::SymbolOrOffset { scale } => is_offset(operand, scale).into(),
        Predicate::UnscaledOffset { scale } => {
            let is_small = constant().is_some_and(|it| (-256..256).contains(&it));
            (is_small && !is_offset(operand, scale)).into()
        }
        Predicate::MoveWide { bits, shift, is_inverted } => match (value, constant()) {
            (None, _) => Verdict::Near,
            (_, Some(number)) if is_inverted => is_movn_alias(number as u64, shift, bits).into(),
            (_, Some(number)) => is_movz_alias(number as u64, shift, bits).into(),
            (Some(_), None) => (!is_inverted && shift == 0).into(),
        },
        Predicate::MoveWideSymbol(part) => {
            let symbol = value.and_then(|value| value.symbol.as_ref());
            symbol.is_some_and(|symbol| symbol.is_wide(part)).into()
        }
        Predicate::Label(range) => {
            let is_reached = |it| aarch64.tables.is_in_range(range, it);
            (value.is_some() && constant().is_none_or(is_reached)).into()
        }
        Predicate::LogicalImmediate { bits } => is_logical(constant(), bits).into(),
        Predicate::CopyImmediate { bits } => copied(operand, bits),
        Predicate::AddSubVector { bits } => {
            let is_ok = |(number, shift): (i64, u32)| {
                !(bits == 8 && shift != 0)
                    && is_sve_add_sub_immediate(number.wrapping_shl(shift), bits)
            };
            with_byte_shift(operand, is_ok)
        }
        Predicate::PreferredLogical { bits } => {
            let holds = is_logical(constant(), bits) && copied(operand, bits) != Verdict::Match;
            if holds { Verdict::Match } else { Verdict::No }
        }
        Predicate::Real => match operand.kind {
            OperandKind::Real { bits, .. } => code_of_bits(bits).is_some().into(),
            _ => Verdict::Near,
        },
        Predicate::ExactReal(first, second) => match operand.kind {
            OperandKind::Real { bits, is_exact } => {
                let is =
                    |number: super::float_immediate::ExactReal| bits == number.value().to_bits();
                (is_exact && (is(first) || second.is_some_and(is))).into()
            }
            _ => Verdict::No,
        },
        Predicate::Range { bits, scale, last } => match operand.kind {
            OperandKind::Range { first, last: written } => {
                if written != first.wrapping_add(last) {
                    return Verdict::No;
                }
                let most = ((1 << bits) - 1) * scale;
                let first = i64::from(first);
                (first <= most && first % scale == 0).into()
            }
            _ => Verdict::No,
        },
        Predicate::Condition => matches!(operand.kind, OperandKind::Condition(_)).into(),
        Predicate::Shift(rule) => match operand.kind {
            OperandKind::Shift(shift) => of_shift(rule, shift).into(),
            _ => Verdict::Near,
        },
        Predicate::Scalar(class) => operand.scalar().is_some_and(|reg| is_in(class, reg)).into(),
        Predicate::ZeroPair => {
            let zero = aarch64.registers.first(&aarch64.tables, First::Zero);
            (operand.scalar() == Some(zero)).into()
        }
        Predicate::ScalarWithShift { class, amount } => match operand.register() {
            Some(register) if register.kind == RegisterKind::Scalar => (is_in(class, register.reg)
                && register.shift.kind == ShiftExtend::Lsl
                && register.shift.amount == amount)
                .into(),
            _ => Verdict::No,
        },
        Predicate::Neon(class) => of_kind(operand, RegisterKind::Neon)
            .is_some_and(|it| class.is_none_or(|class| is_in(class, it.reg)))
            .into(),
        Predicate::NeonLow => {
            let classes = const { [ClassName::known("FPR128_lo"), ClassName::known("FPR64_lo")] };
            let register = of_kind(operand, RegisterKind::Neon);
            register.is_some_and(|it| classes.iter().any(|class| is_in(*class, it.reg))).into()
        }
        Predicate::Vector(rule) => {
            of_width(aarch64, operand, RegisterKind::Scalable, rule.bits, rule.class)
        }
        Predicate::VectorWithShift { bits, class, kind, access_bits, always_same } => {
            let vector = of_width(aarch64, operand, RegisterKind::Scalable, bits, class);
            let Some(register) = operand.register().filter(|_| vector == Verdict::Match) else {
                return Verdict::No;
            };
            let shift = register.shift;
            let is_scaled = shift.amount == (access_bits / 8).ilog2();
            let is_extended = matches!(kind, ShiftExtend::Uxtw | ShiftExtend::Sxtw);
            if !is_scaled && is_extended && !always_same && shift.is_explicit && access_bits == 8 {
                return Verdict::No;
            }
            (is_scaled && shift.kind == kind).into()
        }
        Predicate::Mask { bits, class } => {
            of_width(aarch64, operand, RegisterKind::Predicate, bits, class)
        }
        Predicate::Counter { bits, class } => {
            of_width(aarch64, operand, RegisterKind::Counter, bits, class)
        }
        Predicate::MaskOrCounter { bits, class } => {
            let kinds = [RegisterKind::Counter, RegisterKind::Predicate];
            let verdicts = kinds.map(|kind| of_width(aarch64, operand, kind, bits, class));
            let [counter, predicate] = verdicts;
            if counter == Verdict::No { predicate } else { counter }
        }
        Predicate::Matrix { part, bits, class } => match operand.kind {
            OperandKind::Matrix(matrix) => {
                (matrix.part == part && is_in(class, matrix.reg) && matrix.bits == bits).into()
            }
            _ => Verdict::No,
        },
        Predicate::Tiles => matches!(operand.kind, OperandKind::Tiles(_)).into(),
        Predicate::ImplicitList { kind, count, is_consecutive } => match operand.kind {
            OperandKind::Vectors(it) => (it.kind == kind
                && it.count == count
                && it.lanes.count == 0
                && (!is_consecutive || it.stride == 1))
                .into(),
            _ => Verdict::Near,
        },
        Predicate::TypedList { kind, count, lanes, class } => {
            let OperandKind::Vectors(it) = operand.kind else {
                return if class.is_some() { Verdict::No } else { Verdict::Near };
            };
            let is_typed =
                it.count == count && it.kind == kind && it.lanes == lanes && it.stride == 1;
            match class {
                None => is_typed.into(),
                Some(_) if !is_typed => Verdict::No,
                Some(class) => is_in(class, it.first).into(),
            }
        }
        Predicate::StridedList { kind, count, stride, bits } => match operand.kind {
            OperandKind::Vectors(it)
                if (it.kind, it.count, it.stride) == (kind, count, stride)
                    && it.lanes == (Lanes { count: 0, bits }) =>
            {
                let number = aarch64.tables.register(it.first).encoding;
                if number % 16 < stride { Verdict::Match } else { Verdict::No }
            }
            _ => Verdict::No,
        },
        Predicate::Lane(range) => match operand.kind {
            OperandKind::Lane(lane) => aarch64.tables.is_in_range(range, lane).into(),
            _ => Verdict::No,
        },
        Predicate::ControlRegister => {
            matches!(operand.kind, OperandKind::ControlRegister(_)).into()
        }
        Predicate::Barrier { is_nxs: wanted } => {
            matches!(operand.kind, OperandKind::Barrier { is_nxs, .. } if is_nxs == wanted).into()
        }
        Predicate::SystemRegister(system_use) => {
            let OperandKind::SystemRegister(register) = operand.kind else { return Verdict::Near };
            let is_field = |list: OperandList| {
                let field = register.state_field.map(i64::from);
                field.is_some_and(|it| list.of_encoding(&aarch64.tables, it).is_some())
            };
            match system_use {
                SystemUse::Read => register.read.is_some(),
                SystemUse::Written => register.written.is_some(),
                SystemUse::StateOfOneBit => is_field(OperandList::ProcessStateOf1Bit),
                SystemUse::StateOfFourBits => is_field(OperandList::ProcessStateOf4Bits),
            }
            .into()
        }
        Predicate::StreamingState => {
            matches!(operand.kind, OperandKind::StreamingState(Some(_))).into()
        }
        Predicate::Named(kind) => {
            matches!(operand.kind, OperandKind::Named(of, _) if of == kind).into()
        }
    }
}

/// Returns the register of an operand that is one of a kind.
fn of_kind<'o>(operand: &'o ParsedOperand<'_>, kind: RegisterKind) -> Option<&'o Register> {
    operand.register().filter(|register| register.kind == kind)
}

/// Asks if an operand is a register of a kind, class and width of lanes.
fn of_width(
    aarch64: &AArch64<'_>,
    operand: &ParsedOperand<'_>,
    kind: RegisterKind,
    bits: u16,
    class: ClassName,
) -> Verdict {
    match of_kind(operand, kind) {
        Some(register) => (aarch64.registers.is_in(&aarch64.tables, class, register.reg)
            && register.bits == bits)
            .into(),
        None => Verdict::No,
    }
}

fn of_constant(tables: &Tables<'_>, rule: Constant, constant: Option<i64>) -> Verdict {
    match (rule, constant) {
        (Constant::Within(range) | Constant::Only(range), Some(number)) => {
            tables.is_in_range(range, number).into()
        }
        (Constant::ByteMask, Some(number)) => code_of_byte_mask(number as u64).is_some().into(),
        (Constant::Within(_) | Constant::ByteMask, None) => Verdict::Near,
        (Constant::Only(_), None) => Verdict::No,
    }
}

fn add_sub(operand: &ParsedOperand<'_>, is_negative: bool) -> bool {
    let value = match &operand.kind {
        OperandKind::Value(value) => value,
        OperandKind::ShiftedValue { value, amount } if is_negative || *amount == 12 => value,
        _ => return false,
    };
    if let Some(symbol) = value.symbol.as_ref().filter(|_| !is_negative) {
        return symbol.is_added();
    }
    match operand.kind.shifted(12) {
        Some((number, _)) if is_negative => (-0xfff..0).contains(&number),
        Some((number, _)) => (0..=0xfff).contains(&number),
        None => !is_negative,
    }
}

/// Returns whether an operand is an unsigned offset of twelve bits times `scale`, or one that the linker knows.
fn is_offset(operand: &ParsedOperand<'_>, scale: i64) -> bool {
    let Some(value) = operand.value() else { return false };
    match (value.constant(), &value.symbol) {
        (Some(number), _) => number % scale == 0 && (0..0x1000 * scale).contains(&number),
        (None, Some(symbol)) => symbol.is_offset(),
        (None, None) => true,
    }
}

/// Returns whether a number is a bit mask that logical instructions take in lanes of some bits.
fn is_logical(constant: Option<i64>, bits: u32) -> bool {
    let Some(number) = constant else { return false };
    let lower = u64::MAX >> (64 - bits);
    let upper = number as u64 & !lower;
    (upper == 0 || upper == !lower) && is_logical_immediate(number as u64 & lower, bits)
}

fn copied(operand: &ParsedOperand<'_>, bits: u32) -> Verdict {
    with_byte_shift(operand, |(number, shift)| {
        !(bits == 8 && shift != 0) && is_sve_copy_immediate(number.wrapping_shl(shift), bits)
    })
}

/// Asks about an immediate with a shift by 8 or none.
fn with_byte_shift(operand: &ParsedOperand<'_>, holds: impl Fn((i64, u32)) -> bool) -> Verdict {
    let is_shifted = matches!(operand.kind, OperandKind::ShiftedValue { .. });
    if !is_shifted && operand.constant().is_none() {
        return Verdict::No;
    }
    operand.kind.shifted(8).is_some_and(holds).into()
}

fn of_shift(rule: ShiftRule, shift: WrittenShift) -> bool {
    use ShiftExtend::{Asr, Lsl, Lsr, Msl, Ror, Sxtw, Sxtx, Uxtw, Uxtx};
    let WrittenShift { kind, amount, .. } = shift;
    let is_extension = !matches!(kind, Lsr | Asr | Ror | Msl) && amount <= 4;
    match rule {
        ShiftRule::Any => kind.is_shift(),
        ShiftRule::Arithmetic { bits } => matches!(kind, Lsl | Lsr | Asr) && amount < bits,
        ShiftRule::Logical { bits } => matches!(kind, Lsl | Lsr | Asr | Ror) && amount < bits,
        ShiftRule::MoveWide { most } => kind == Lsl && amount % 16 == 0 && amount <= most,
        ShiftRule::Vector { most } => kind == Lsl && amount % 8 == 0 && amount <= most,
        ShiftRule::Ones => kind == Msl && matches!(amount, 8 | 16),
        ShiftRule::Extension => is_extension,
        ShiftRule::Extension32 => is_extension && !matches!(kind, Uxtx | Sxtx | Lsl),
        ShiftRule::Extension64 => is_extension && matches!(kind, Uxtx | Sxtx | Lsl),
        ShiftRule::LeftUpTo7 => kind == Lsl && amount <= 7,
        ShiftRule::Index { bits, is_64_bit } => {
            let is_kind = match is_64_bit {
                true => matches!(kind, Lsl | Sxtx),
                false => matches!(kind, Uxtw | Sxtw),
            };
            is_extension && is_kind && (amount == 0 || amount == (bits / 8).ilog2())
        }
    }
}

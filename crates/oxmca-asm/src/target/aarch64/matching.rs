//! The AArch64 side of the table-driven matcher.

use oxmca_tables::schema::{ImmediateRange, match_class_kind};
use oxmca_tables::{MatchClassId, Opcode, Reg};

use super::float_immediate::{code_of_bits, code_of_byte_mask};
use super::logical_immediate;
use super::operand::{Equality, OperandKind, ParsedOperand, Value};
use super::predicate::Predicate;
use super::registers::{ClassName, First};
use super::render::Render;
use super::shift::ShiftExtend;
use super::target::AArch64;
use super::verdict::{Verdict, verdict};
use crate::inst::{Expr, Inst, Operand};
use crate::matcher::MatchTarget;

/// Numbers that may be written for tokens such as `#0`. LLVM has a list, from which some tokens are missing.
const NUMBERS_AS_TOKENS: [i64; 27] = [
    0, 1, 2, 3, 4, 6, 7, 8, 10, 12, 14, 16, 24, 25, 26, 27, 28, 29, 30, 31, 32, 40, 48, 64, -4, -8,
    -16,
];

/// The target while it matches.
pub struct Matching<'m> {
    pub aarch64: &'m AArch64<'m>,
}

impl<'m> MatchTarget for Matching<'m> {
    type Operand = ParsedOperand<'m>;
    type Predicate = Predicate;
    type Render = Render;
    /// The message.
    type Reason = &'m str;

    fn predicate_named(name: &str, range: ImmediateRange) -> Option<Predicate> {
        Predicate::named(name, range)
    }

    fn render_named(name: &str) -> Option<Render> {
        Render::named(name)
    }

    fn token<'o>(&self, operand: &'o ParsedOperand<'m>) -> Option<&'o [u8]> {
        operand.token().map(|token| &*token.text)
    }

    fn register(&self, operand: &ParsedOperand<'m>) -> Option<Reg> {
        operand.register().map(|register| register.reg)
    }

    fn holds(&self, predicate: Predicate, operand: &ParsedOperand<'m>) -> bool {
        verdict(self.aarch64, predicate, operand) == Verdict::Match
    }

    fn nearly_holds(&self, predicate: Predicate, operand: &ParsedOperand<'m>) -> bool {
        verdict(self.aarch64, predicate, operand) != Verdict::No
    }

    // Numbers stand for tokens such as `#0`, and the token `za` for the register.
    fn coerce(&self, operand: &ParsedOperand<'m>, class: MatchClassId) -> bool {
        let tables = &self.aarch64.tables;
        let row = &tables.match_classes[class.index()];
        match &operand.kind {
            OperandKind::Value(value) if row.kind == match_class_kind::TOKEN => {
                let number = tables.text(row.text).strip_prefix('#').and_then(|it| it.parse().ok());
                number.is_some_and(|it| NUMBERS_AS_TOKENS.contains(&it))
                    && number == value.constant()
            }
            OperandKind::Token(token) if row.kind != match_class_kind::TOKEN => {
                &*token.text == b"za" && tables.text(row.name) == "MPR"
            }
            _ => false,
        }
    }

    fn repeats(&self, first: &ParsedOperand<'m>, again: &ParsedOperand<'m>) -> bool {
        if let (OperandKind::Vectors(first), OperandKind::Vectors(again)) =
            (&first.kind, &again.kind)
        {
            return (first.count, first.first, first.stride)
                == (again.count, again.first, again.stride);
        }
        let (Some(first), Some(again)) = (first.register(), again.register()) else { return false };
        let AArch64 { tables, registers, .. } = self.aarch64;
        let form = |equality, reg| match equality {
            Equality::Super => registers.widened(tables, reg),
            Equality::Sub => registers.narrowed(tables, reg),
            Equality::Same => reg,
        };
        match first.equality {
            Equality::Same => first.reg == form(again.equality, again.reg),
            equality => form(equality, first.reg) == again.reg,
        }
    }

    fn diagnostic(&self, name: &str, _: &ParsedOperand<'m>) -> Option<&'m str> {
        self.aarch64.tables.diagnostic_message(name)
    }

    fn admit(&self, _: Opcode) -> Result<(), &'m str> {
        Ok(())
    }

    /// Returns Apple's dialect has forms of a few instructions without their operands, which LLVM takes and then crashes on.
    fn admit_inst(&self, inst: &Inst) -> Result<(), &'m str> {
        let defines_register = self.aarch64.tables.instruction(inst.opcode).num_defs > 0;
        match inst.operands.first() {
            Some(Operand::Imm(_)) if defines_register => Err("too few operands for instruction"),
            _ => Ok(()),
        }
    }

    fn render(&self, method: Render, operand: &ParsedOperand<'m>, inst: &mut Inst) {
        let operands = &mut inst.operands;
        let mut push = |value: i64| operands.push(Operand::Imm(value));
        match (&operand.kind, method) {
            (OperandKind::Register(register), method) => {
                operands.push(Operand::Reg(self.rendered(method, register.reg)));
            }
            (OperandKind::Matrix(matrix), _) => operands.push(Operand::Reg(matrix.reg)),
            (OperandKind::Vectors(vectors), method) => {
                operands.push(Operand::Reg(self.rendered(method, vectors.first)));
            }
            (
                OperandKind::Value(value) | OperandKind::ShiftedValue { value, .. },
                Render::WithShift { by, is_negative },
            ) => match operand.kind.shifted(by) {
                Some((number, shift)) => {
                    push(if is_negative { number.wrapping_neg() } else { number });
                    push(shift.into());
                }
                None => {
                    let amount = match operand.kind {
                        OperandKind::ShiftedValue { amount, .. } => amount,
                        _ => 0,
                    };
                    operands.push(plain(value));
                    operands.push(Operand::Imm(amount.into()));
                }
            },
            (OperandKind::Value(value), method) => {
                operands.push(match value.constant() {
                    Some(number) => Operand::Imm(rendered_number(method, number)),
                    None => plain(value),
                });
            }
            (OperandKind::Range { first, .. }, Render::FirstOfRange(scale)) => {
                push(i64::from(*first) / scale);
            }
            (OperandKind::Range { first, .. }, _) => push((*first).into()),
            (OperandKind::Condition(condition), _) => push(condition.code()),
            (OperandKind::Tiles(tiles), _) => push((*tiles).into()),
            (OperandKind::Lane(lane), _) => push(*lane),
            (OperandKind::ControlRegister(number), _) => push((*number).into()),
            (OperandKind::Shift(shift), method) => {
                let is_signed = matches!(shift.kind, ShiftExtend::Sxtw | ShiftExtend::Sxtx);
                match method {
                    Render::Amount => push(shift.amount.into()),
                    Render::Index { is_byte } => {
                        let is_shifted =
                            if is_byte { shift.is_explicit } else { shift.amount != 0 };
                        push(is_signed.into());
                        push(is_shifted.into());
                    }
                    Render::Extension { is_64_bit } => {
                        let kind = match shift.kind {
                            ShiftExtend::Lsl if is_64_bit => ShiftExtend::Uxtx,
                            ShiftExtend::Lsl => ShiftExtend::Uxtw,
                            kind => kind,
                        };
                        push(kind.arith_extend_operand(shift.amount).unwrap_or_default());
                    }
                    _ => push(shift.kind.shifter_operand(shift.amount).unwrap_or_default()),
                }
            }
            (OperandKind::Real { bits, .. }, Render::ExactReal(one)) => {
                push((f64::from_bits(*bits) == one.value()).into());
            }
            (OperandKind::Real { bits, .. }, _) => {
                push(code_of_bits(*bits).map_or(-1, i64::from));
            }
            (OperandKind::Barrier { code, .. }, _) => push((*code).into()),
            (OperandKind::SystemRegister(register), method) => {
                let number = match method {
                    Render::SystemRegister { is_read: true } => register.read,
                    Render::SystemRegister { is_read: false } => register.written,
                    _ => register.state_field,
                };
                push(number.unwrap_or_default().into());
            }
            (OperandKind::StreamingState(code), _) => push(code.unwrap_or_default().into()),
            (OperandKind::Named(_, code), _) => push((*code).into()),
            (OperandKind::Token(_) | OperandKind::ShiftedValue { .. }, _) => {}
        }
    }
}

impl Matching<'_> {
    /// Returns the register that a method makes of a written one.
    fn rendered(&self, method: Render, reg: Reg) -> Reg {
        let AArch64 { tables, registers, .. } = self.aarch64;
        let count = |first: First, others: First| {
            let number = reg.0.wrapping_sub(registers.first(tables, first).0);
            registers.nth(tables, others, number)
        };
        match method {
            Render::Narrowed => registers.general_32(tables, tables.register(reg).encoding),
            Render::Widened => registers.general_64(tables, tables.register(reg).encoding),
            Render::AsScalable(first) => count(first, First::Z),
            Render::AsPredicate => {
                match registers.is_in(tables, const { ClassName::known("PNR") }, reg) {
                    true => count(First::Counter, First::P),
                    false => reg,
                }
            }
            Render::LowerHalf => count(First::Q, First::D),
            Render::List(list) => count(list.of_lists(), list),
            Render::StridedList(vectors) => {
                let number = reg.0.wrapping_sub(registers.first(tables, First::Z).0);
                let (list, number) = match (vectors, number) {
                    (2, 0..16) => (First::StridedPairZ, number),
                    (2, _) => (First::StridedPairZ16, number.wrapping_sub(16)),
                    (_, 0..16) => (First::StridedQuadrupleZ, number),
                    _ => (First::StridedQuadrupleZ16, number.wrapping_sub(16)),
                };
                registers.nth(tables, list, number)
            }
            _ => reg,
        }
    }
}

/// Returns an expression as a machine operand.
fn plain(value: &Value) -> Operand {
    match &value.expr {
        Expr::Constant(number) => Operand::Imm(*number),
        expr => Operand::Expr(Box::new(expr.clone())),
    }
}

/// Returns the number that a method makes of a written one.
fn rendered_number(method: Render, number: i64) -> i64 {
    match method {
        Render::Scaled(scale) => number / scale,
        Render::Page => number >> 12,
        Render::Words => number >> 2,
        Render::Logical { bits, is_inverted } => {
            let number = if is_inverted { !number } else { number };
            let mask = u64::MAX >> (64 - bits);
            let code = logical_immediate::encode(number as u64 & mask, bits);
            code.map_or(0, i64::from)
        }
        Render::ByteMask => code_of_byte_mask(number as u64).map_or(0, i64::from),
        Render::MoveWide { shift, is_inverted } => {
            let number = if is_inverted { !number } else { number };
            ((number as u64) >> shift & 0xffff) as i64
        }
        Render::Rotation { is_odd: false } => number / 90,
        Render::Rotation { is_odd: true } => (number - 90) / 180,
        _ => number,
    }
}

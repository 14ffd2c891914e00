//! Mips' side of the table-driven matcher.

use std::cell::RefCell;

use oxmca_tables::schema::ImmediateRange;
use oxmca_tables::{FeatureSet, Opcode, Reg};

use super::admission;
use super::conditions::Reason;
use super::operand::{Kinds, OperandKind, ParsedOperand, Value, WrittenRegister};
use super::predicate::Predicate;
use super::registers::File;
use super::render::Render;
use super::target::Mips;
use super::template::sign_extended;
use crate::inst::{Expr, Inst, Operand};
use crate::matcher::MatchTarget;
use crate::source::Loc;

/// The target, as the matcher asks it, with what a statement's place decides.
pub struct Matching<'m> {
    pub mips: &'m Mips<'m>,
    pub features: &'m FeatureSet,
    /// The number of the assembler's own register; 0 if it has none.
    pub own_register: u32,
    /// Doubts about operands, with their places.
    pub doubts: RefCell<Vec<(Loc, Doubt)>>,
}

/// Something doubtful about an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// It is the register of that number, which the assembler uses itself.
    OwnRegister(u32),
    /// It is an odd register where a pair is wanted.
    OddPair,
    /// It is an odd register, and those are not to be used.
    Odd {
        /// The form takes nothing but a floating-point register there.
        is_strict: bool,
    },
}

impl Matching<'_> {
    fn doubt(&self, loc: Loc, doubt: Doubt) {
        self.doubts.borrow_mut().push((loc, doubt));
    }

    /// Takes note that a general register of 32 bits is used.
    fn note_general(&self, register: &WrittenRegister, loc: Loc) {
        if register.number != 0 && register.number == self.own_register {
            self.doubt(loc, Doubt::OwnRegister(register.number));
        }
    }

    /// Returns a written register as one of a kind.
    fn register_of(&self, file: File, register: &WrittenRegister, loc: Loc) -> Reg {
        match file {
            File::General => self.note_general(register, loc),
            File::Pair if !register.number.is_multiple_of(2) => self.doubt(loc, Doubt::OddPair),
            _ => {}
        }
        self.mips.registers.numbered(file, register.number as usize)
    }
}

impl<'m> MatchTarget for Matching<'m> {
    type Operand = ParsedOperand;
    type Predicate = Predicate;
    type Render = Render;
    type Reason = Reason;

    fn predicate_named(name: &str, _: ImmediateRange) -> Option<Predicate> {
        Predicate::named(name)
    }

    fn render_named(name: &str) -> Option<Render> {
        Render::named(name)
    }

    fn token<'o>(&self, operand: &'o ParsedOperand) -> Option<&'o [u8]> {
        match operand.kind {
            OperandKind::Token(text) => Some(text),
            _ => None,
        }
    }

    // Of registers that are no operands of an instruction, only the first may be written.
    fn register(&self, operand: &ParsedOperand) -> Option<Reg> {
        let register = operand.register()?;
        let is_zero = register.is_of(Kinds::GENERAL, 0);
        is_zero.then(|| self.mips.registers.numbered(File::General, 0))
    }

    fn holds(&self, predicate: Predicate, operand: &ParsedOperand) -> bool {
        if predicate.looks_at_base(operand)
            && let OperandKind::Memory { base, base_loc, .. } = &operand.kind
        {
            self.note_general(base, *base_loc);
        }
        predicate.holds(operand, self.mips.abi.has_wide_pointers())
    }

    // LLVM compares nothing but the register that is always 0.
    fn repeats(&self, _: &ParsedOperand, _: &ParsedOperand) -> bool {
        true
    }

    fn diagnostic(&self, name: &str, _: &ParsedOperand) -> Option<Reason> {
        let message = self.mips.tables.diagnostic_message(name)?;
        Some(Reason::Operand(message.to_owned()))
    }

    fn admit(&self, _: Opcode) -> Result<(), Reason> {
        Ok(())
    }

    fn admit_inst(&self, inst: &Inst) -> Result<(), Reason> {
        admission::check(self.mips, self.features, inst)
    }

    fn render(&self, method: Render, operand: &ParsedOperand, inst: &mut Inst) {
        let loc = operand.loc;
        match &operand.kind {
            OperandKind::Token(_) => {}
            OperandKind::Register(register) => {
                let registers = &self.mips.registers;
                let number = register.number as usize;
                let reg = match method {
                    Render::Register(file) => {
                        let reg = self.register_of(file, register, loc);
                        if file == File::Single
                            && !number.is_multiple_of(2)
                            && !self.mips.takes_odd(self.features)
                        {
                            let is_strict = register.kinds == Kinds::FLOAT;
                            self.doubt(loc, Doubt::Odd { is_strict });
                        }
                        reg
                    }
                    Render::Next => {
                        self.note_general(register, loc);
                        registers.numbered(File::General, (number + 1) % 32)
                    }
                    _ => registers.numbered(File::General, number),
                };
                inst.operands.push(Operand::Reg(reg));
            }
            OperandKind::Value(value) => inst.operands.push(rendered(method, value)),
            OperandKind::Memory { base, base_loc, offset } => {
                let is_short = matches!(method, Render::Memory { is_short: true });
                let file = match self.mips.abi.has_wide_pointers() && !is_short {
                    true => File::Wide,
                    false => File::General,
                };
                if file == File::General && !is_short {
                    self.note_general(base, *base_loc);
                }
                let reg = self.mips.registers.numbered(file, base.number as usize);
                inst.operands.push(Operand::Reg(reg));
                inst.operands.push(machine_operand(&offset.expr));
            }
            OperandKind::List { numbers, is_wide } => {
                let reg = |number: &u32| self.mips.registers.general(*number as usize, *is_wide);
                inst.operands.extend(numbers.iter().map(reg).map(Operand::Reg));
            }
        }
    }
}

/// Returns the machine operand of a value.
fn rendered(method: Render, value: &Value) -> Operand {
    let unsigned = |bits: u32, number: i64| number & !(-1_i64).wrapping_shl(bits);
    match method {
        Render::UnsignedOrExpression { .. } | Render::SignedOrExpression { .. }
            if value.known.is_none() =>
        {
            machine_operand(&value.expr)
        }
        Render::Unsigned { bits, offset, added } => {
            let number = unsigned(bits, value.constant().wrapping_sub(offset));
            Operand::Imm(number.wrapping_add(offset).wrapping_add(added))
        }
        Render::Signed { bits, offset, added } => {
            let number = sign_extended(bits, value.constant().wrapping_sub(offset));
            Operand::Imm(number.wrapping_add(offset).wrapping_add(added))
        }
        Render::UnsignedOrExpression { bits } => Operand::Imm(unsigned(bits, value.constant())),
        Render::SignedOrExpression { bits } => Operand::Imm(sign_extended(bits, value.constant())),
        _ => machine_operand(&value.expr),
    }
}

/// Returns the machine operand of an expression.
pub fn machine_operand(expr: &Expr) -> Operand {
    match expr {
        Expr::Constant(value) => Operand::Imm(*value),
        expr => Operand::Expr(Box::new(expr.clone())),
    }
}

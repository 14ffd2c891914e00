//! Instructions that the assembler makes others of.

mod address;
mod arithmetic;
mod branch;
mod division;
mod float;
mod immediate;
mod kinds;
mod memory;
mod thread;

pub(super) use memory::needs_expansion;

use oxmca_tables::Reg;

use super::opcodes::Op;
use super::state::{Choices, State};
use super::target::Mips;
use super::template::is_signed;
use super::treatment::Treatment;
use crate::inst::{Expr, Inst, Operand, SpecifierNotation};
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::Loc;
use kinds::{Condition, Division};

/// The error of instructions and constants that need registers of 64 bits.
const NO_64_BITS: &str = "instruction requires a 64-bit architecture";

/// The error of constants that have more than 32 bits.
const NO_32_BITS: &str = "instruction requires a 32-bit immediate";

/// A statement whose instruction is expanded.
pub(super) struct Expander<'e, 'a> {
    pub mips: &'e Mips<'e>,
    pub parser: &'e mut Parser<'a>,
    pub loc: Loc,
}

/// The outcome of an expansion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expansion {
    /// It stays as it is now.
    None,
    Done,
}

impl Expander<'_, '_> {
    /// Expands an instruction, or changes it.
    pub(super) fn expand(
        &mut self,
        treatment: Treatment,
        inst: &mut Inst,
    ) -> ParseResult<Expansion> {
        let reg = |at: usize| inst.operands.get(at).and_then(Operand::reg).unwrap_or_default();
        let imm = |at: usize| inst.operands.get(at).and_then(Operand::imm).unwrap_or_default();
        let operand = |at: usize| inst.operands.get(at).cloned().unwrap_or(Operand::Imm(0));
        // LLVM takes an expression's place in its memory, which is always too far.
        let offset = |at: usize| match inst.operands.get(at) {
            Some(Operand::Expr(_)) => i64::MAX,
            _ => imm(at),
        };
        if treatment.is_unaligned() {
            self.check_revision()?;
        }
        // LLVM takes symbols for some constants, which it does not look at before it needs them.
        let last = inst.operands.last();
        if matches!(last, Some(Operand::Expr(_))) && !treatment.takes_expression() {
            let message = symbol_error(treatment, self.is_wide());
            return Err(self.error(message));
        }
        match treatment {
            Treatment::LoadImmediate { is_32_bit } => {
                self.load_immediate(imm(1), reg(0), None, is_32_bit, false)?;
            }
            Treatment::LoadAddress { is_32_bit, has_base } => {
                let base = has_base.then(|| reg(1));
                self.load_address(reg(0), base, &operand(1 + usize::from(has_base)), is_32_bit)?;
            }
            Treatment::ShortBranch => self.short_branch(inst)?,
            Treatment::Multiple { is_store } => self.multiple(inst, is_store),
            Treatment::JumpRegister { has_link } => self.jump_register(inst, has_link),
            Treatment::EqualImmediate { op, is_likely } => {
                self.branch_on_constant(op, is_likely, reg(0), imm(1), &operand(2))?;
            }
            Treatment::ConditionalBranch { relation, is_unsigned, is_likely } => {
                let condition = Condition { relation, is_unsigned, is_likely };
                self.conditional_branch(condition, reg(0), &operand(1), &operand(2))?;
            }
            Treatment::Division { is_wide, is_signed, is_remainder } => {
                let division = Division { is_wide, is_signed, is_remainder };
                self.division(division, reg(0), reg(1), &operand(2))?;
            }
            Treatment::Truncation { is_double: _, op, rounded } => {
                self.truncation(op, rounded, [reg(0), reg(1), reg(2)])?;
            }
            Treatment::SingleToGeneral => self.load_single_to_general(reg(0), imm(1))?,
            Treatment::SingleToFloat => self.load_single_to_float(reg(0), &operand(1))?,
            Treatment::DoubleToGeneral => self.load_double_to_general(reg(0), &operand(1))?,
            Treatment::DoubleToFloat { op } => {
                self.load_double_to_float(op, reg(0), &operand(1))?
            }
            Treatment::UnalignedHalf { is_signed } => {
                self.unaligned_half(is_signed, reg(0), reg(1), imm(2))?;
            }
            Treatment::UnalignedStoreHalf => self.unaligned_store_half(reg(0), reg(1), imm(2))?,
            Treatment::UnalignedWord { is_load } => {
                self.unaligned_word(is_load, reg(0), reg(1), imm(2))?;
            }
            Treatment::Immediate { is_signed: signed, with_register, short } => {
                let [Operand::Reg(to), Operand::Reg(from), Operand::Imm(value)] = inst.operands[..]
                else {
                    return Ok(Expansion::None);
                };
                let fits =
                    if signed { is_signed(16, value) } else { (0..1 << 16).contains(&value) };
                if fits {
                    if let Some(op) = short {
                        inst.opcode = self.mips.opcodes().get(op);
                    }
                    return Ok(Expansion::None);
                }
                self.with_immediate(with_register, to, from, value)?;
            }
            Treatment::NoImmediate { with_register } => {
                self.with_immediate(with_register, reg(0), reg(1), imm(2))?;
            }
            Treatment::SetGreaterEqual { with_register } => {
                self.set_negated(with_register, reg(0), reg(1), reg(2));
            }
            Treatment::SetLessEqual { with_register } => {
                self.set_negated(with_register, reg(0), reg(2), reg(1));
            }
            Treatment::SetGreaterEqualImmediate { with_register, with_constant } => {
                let ops = (with_register, with_constant);
                self.set_greater_equal_immediate(ops, reg(0), reg(1), imm(2))?;
            }
            Treatment::SetGreaterImmediate { with_register } => {
                self.set_greater_immediate(with_register, reg(0), reg(1), imm(2), false)?;
            }
            Treatment::SetLessEqualImmediate { with_register } => {
                self.set_greater_immediate(with_register, reg(0), reg(1), imm(2), true)?;
            }
            Treatment::Rotate(rotation) => self.rotate(rotation, [reg(0), reg(1), reg(2)])?,
            Treatment::RotateImmediate(rotation) => {
                self.rotate_immediate(rotation, reg(0), reg(1), imm(2))?;
            }
            Treatment::Absolute => self.absolute(reg(0), reg(1)),
            Treatment::MultiplyImmediate { op } => {
                self.multiply_immediate(op, reg(0), reg(1), imm(2))?;
            }
            Treatment::MultiplyOverflow { is_wide } => {
                self.multiply_overflow(is_wide, [reg(0), reg(1), reg(2)])?;
            }
            Treatment::MultiplyOverflowUnsigned { is_wide } => {
                self.multiply_overflow_unsigned(is_wide, [reg(0), reg(1), reg(2)])?;
            }
            Treatment::MultiplyWide => {
                self.emit(Op::Dmultu, &[Operand::Reg(reg(1)), Operand::Reg(reg(2))]);
                self.emit(Op::Mflo, &[Operand::Reg(reg(0))]);
            }
            Treatment::DoubleWord { is_load } => {
                self.double_word(is_load, reg(0), reg(1), offset(2))?;
            }
            Treatment::StoreDouble => self.store_double(reg(0), reg(1), offset(2))?,
            Treatment::SetEqual => self.set_equal([reg(0), reg(1), reg(2)]),
            Treatment::SetEqualImmediate => self.set_equal_immediate(reg(0), reg(1), imm(2))?,
            Treatment::SetNotEqual => self.set_not_equal([reg(0), reg(1), reg(2)]),
            Treatment::SetNotEqualImmediate => {
                self.set_not_equal_immediate(reg(0), reg(1), imm(2))?;
            }
            Treatment::ThreadMove(thread_move) => self.move_between_threads(thread_move, inst),
            Treatment::AtomicAdd { op } => self.atomic_add(op, reg(0), reg(1), &operand(2))?,
        }
        Ok(Expansion::Done)
    }

    /// Emits an instruction.
    pub(super) fn emit(&mut self, op: Op, operands: &[Operand]) {
        let opcode = self.mips.opcodes().get(op);
        let operands = operands.iter().cloned().collect();
        self.parser.emit(Inst { opcode, flags: 0, operands }, self.loc);
    }

    /// Emits an instruction with two registers.
    fn emit_two(&mut self, op: Op, first: Reg, second: Reg) {
        self.emit(op, &[Operand::Reg(first), Operand::Reg(second)]);
    }

    /// Emits an instruction with three registers.
    fn emit_three(&mut self, op: Op, first: Reg, second: Reg, third: Reg) {
        self.emit(op, &[Operand::Reg(first), Operand::Reg(second), Operand::Reg(third)]);
    }

    /// Emits an instruction with two registers and a constant of 16 bits, which LLVM takes for one with a sign.
    fn emit_constant(&mut self, op: Op, first: Reg, second: Reg, value: i64) {
        self.emit_with(op, first, second, Operand::Imm(i64::from(value as i16)));
    }

    /// Emits an instruction with two registers and another operand.
    fn emit_with(&mut self, op: Op, first: Reg, second: Reg, last: Operand) {
        self.emit(op, &[Operand::Reg(first), Operand::Reg(second), last]);
    }

    /// Emits an instruction that does nothing, as the assembler writes it behind a branch.
    pub(super) fn emit_delay_slot(&mut self, is_short: bool) {
        let zero = self.zero();
        let is_revision_6 = self.has(self.mips.bits.mips_32_r6);
        let op = match (self.has(self.mips.bits.short), is_short) {
            (true, true) => {
                let op = if is_revision_6 { Op::Move16R6 } else { Op::Move16 };
                return self.emit_two(op, zero, zero);
            }
            (true, false) if is_revision_6 => Op::SllR6,
            (true, false) => Op::SllShort,
            (false, _) => Op::Sll,
        };
        self.emit_constant(op, zero, zero, 0);
    }

    /// Emits an instruction that does nothing.
    fn emit_nop(&mut self) {
        let zero = self.zero();
        match self.has(self.mips.bits.short) {
            true => self.emit_two(Op::Move16, zero, zero),
            false => self.emit_constant(Op::Sll, zero, zero, 0),
        }
    }

    /// Returns the register that is always 0, with 32 bits.
    fn zero(&self) -> Reg {
        self.mips.registers.general(0, false)
    }

    /// Returns whether a feature is in force.
    pub(super) fn has(&self, bit: u16) -> bool {
        self.parser.features().contains(bit)
    }

    /// Returns whether registers have 64 bits.
    fn is_wide(&self) -> bool {
        self.has(self.mips.bits.wide)
    }

    /// Returns the state between statements.
    pub(super) fn state(&self) -> Option<&State> {
        self.parser.target_state.get::<State>()
    }

    /// Returns the choices in force.
    pub(super) fn choices(&self) -> Choices {
        self.state().map(|it| it.choices).unwrap_or_default()
    }

    /// Returns the assembler's own register.
    fn own_register(&mut self) -> ParseResult<Reg> {
        match self.choices().own_register {
            0 => {
                let message = "pseudo-instruction requires $at, which is not available";
                Err(self.parser.error(self.loc, message))
            }
            number => Ok(self.mips.registers.general(number as usize, self.is_wide())),
        }
    }

    /// Returns whether the assembler has a register of its own.
    fn has_own_register(&self) -> bool {
        self.choices().own_register != 0
    }

    /// Returns whether addresses come from the global offset table.
    fn is_position_independent(&self) -> bool {
        self.state().is_some_and(|it| it.is_position_independent)
    }

    /// Returns the register with the global pointer.
    fn global_pointer(&self) -> Reg {
        const USUAL: usize = 28;
        let is_wide = self.mips.abi.has_wide_pointers();
        match self.state().and_then(|it| it.global_pointer) {
            Some(number) => self.mips.registers.general(number as usize, false),
            None => self.mips.registers.general(USUAL, is_wide),
        }
    }

    /// Warns of an instruction that becomes several, where none may.
    pub(super) fn warn_of_macro(&mut self) {
        if !self.choices().has_macros {
            let message = "macro instruction expanded into multiple instructions";
            self.parser.warning(self.loc, message);
        }
    }

    /// Reports an error in the statement.
    fn error(&mut self, message: &'static str) -> ErrorReported {
        self.parser.error(self.loc, message)
    }

    /// Returns whether two general registers are the same, whatever their width.
    fn is_same(&self, one: Reg, other: Reg) -> bool {
        let number = |reg| self.mips.registers.any_general_number(reg);
        one == other || number(one).is_some() && number(one) == number(other)
    }

    /// Returns a symbol without a name, as LLVM makes for its own labels.
    fn unnamed(&mut self) -> Expr {
        let symbol = self.parser.symbols.location();
        self.parser.symbol_expr(symbol, None)
    }

    /// Returns a new label that stands here.
    fn label(&mut self) -> Operand {
        Operand::Expr(Box::new(self.unnamed()))
    }
}

/// Returns an operand with a specifier around an expression.
fn specified(name: &'static str, expr: &Expr) -> Operand {
    Operand::Expr(Box::new(Expr::Specifier {
        notation: SpecifierNotation::Call,
        name: name.into(),
        operand: Box::new(expr.clone()),
    }))
}

/// Returns the expression of an operand.
fn expr_of(operand: &Operand) -> Expr {
    match operand {
        Operand::Expr(expr) => (**expr).clone(),
        Operand::Imm(value) => Expr::Constant(*value),
        Operand::Reg(_) => Expr::Constant(0),
    }
}

/// Returns the error of a symbol where an instruction takes a constant. LLVM takes the symbol's place in its memory, which has more
/// than 32 bits.
fn symbol_error(treatment: Treatment, is_wide: bool) -> &'static str {
    match treatment {
        Treatment::SetEqualImmediate => NO_32_BITS,
        _ if is_wide => "expected immediate operand kind",
        Treatment::LoadImmediate { is_32_bit: false }
        | Treatment::NoImmediate { .. }
        | Treatment::SetGreaterEqualImmediate { .. }
        | Treatment::SetGreaterImmediate { .. }
        | Treatment::SetLessEqualImmediate { .. }
        | Treatment::SetNotEqualImmediate => NO_64_BITS,
        treatment if treatment.is_unaligned() => NO_32_BITS,
        _ => "expected immediate operand kind",
    }
}

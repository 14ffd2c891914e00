//! Divisions and multiplications that check their operands.

use oxmca_tables::Reg;

use super::Expander;
use super::kinds::Division;
use crate::inst::Operand;
use crate::parser::ParseResult;
use crate::target::mips::opcodes::Op;
use crate::target::mips::template::is_signed;

/// The code of traps and breaks for divisions by zero.
const DIVISION_BY_ZERO: i64 = 7;
/// The same for results that are too large.
const OVERFLOW: i64 = 6;

impl Expander<'_, '_> {
    /// Emits a division.
    pub(super) fn division(
        &mut self,
        division: Division,
        to: Reg,
        dividend: Reg,
        divisor: &Operand,
    ) -> ParseResult {
        self.warn_of_macro();
        let Division { is_wide, is_signed, is_remainder } = division;
        let op = match (is_wide, is_signed) {
            (true, true) => Op::Dsdiv,
            (true, false) => Op::Dudiv,
            (false, true) => Op::Sdiv,
            (false, false) => Op::Udiv,
        };
        let zero = self.mips.registers.general(0, is_wide);
        let result = if is_remainder { Op::Mfhi } else { Op::Mflo };
        let uses_traps = self.has(self.mips.bits.traps);
        let divisor = match *divisor {
            Operand::Reg(reg) => reg,
            Operand::Imm(value) => {
                let own = self.own_register()?;
                if value == 0 {
                    self.trap(zero, zero, uses_traps);
                } else if is_remainder && (value == 1 || is_signed && value == -1) {
                    self.emit_three(Op::Or, to, zero, zero);
                } else if !is_remainder && value == 1 {
                    let zero = self.zero();
                    self.emit_three(Op::Or, to, dividend, zero);
                } else if !is_remainder && is_signed && value == -1 {
                    let op = if is_wide { Op::Dsub } else { Op::Sub };
                    self.emit_three(op, to, zero, dividend);
                } else {
                    self.load_immediate(value, own, None, is_32_bits(value), false)?;
                    self.emit_two(op, dividend, own);
                    self.emit(result, &[Operand::Reg(to)]);
                }
                return Ok(());
            }
            Operand::Expr(_) => return Err(self.error("expected immediate operand kind")),
        };
        if self.mips.registers.is_zero(divisor) {
            self.trap(zero, zero, uses_traps);
            return Ok(());
        }
        self.emit_two(op, dividend, divisor);
        if is_remainder && self.mips.registers.is_zero(to) {
            return Ok(());
        }
        if uses_traps {
            self.trap(divisor, zero, true);
        } else {
            let label = self.label();
            self.emit_with(Op::Bne, divisor, zero, label);
            self.emit_nop();
            self.trap(zero, zero, false);
        }
        self.emit(result, &[Operand::Reg(to)]);
        Ok(())
    }

    /// Emits a trap if two registers are the same, or a break.
    fn trap(&mut self, one: Reg, other: Reg, is_trap: bool) {
        if is_trap {
            self.emit_constant(Op::Teq, one, other, DIVISION_BY_ZERO);
        } else {
            self.emit(Op::Break, &[Operand::Imm(DIVISION_BY_ZERO), Operand::Imm(0)]);
        }
    }

    /// Emits a multiplication by a constant.
    pub(super) fn multiply_immediate(
        &mut self,
        op: Op,
        to: Reg,
        factor: Reg,
        value: i64,
    ) -> ParseResult {
        let own = self.own_register()?;
        self.load_immediate(i64::from(value as i32), own, None, true, false)?;
        self.emit_two(op, factor, own);
        self.emit(Op::Mflo, &[Operand::Reg(to)]);
        Ok(())
    }

    /// Emits a multiplication that fails if the result is too large.
    pub(super) fn multiply_overflow(&mut self, is_wide: bool, regs: [Reg; 3]) -> ParseResult {
        const SIGN: i64 = 31;
        let [to, left, right] = regs;
        let own = self.own_register()?;
        let (multiply, shift) = if is_wide { (Op::Dmult, Op::Dsra32) } else { (Op::Mult, Op::Sra) };
        self.emit_two(multiply, left, right);
        self.emit(Op::Mflo, &[Operand::Reg(to)]);
        self.emit_constant(shift, to, to, SIGN);
        self.emit(Op::Mfhi, &[Operand::Reg(own)]);
        self.fail_unless_same(to, own);
        self.emit(Op::Mflo, &[Operand::Reg(to)]);
        Ok(())
    }

    /// Does the same without signs.
    pub(super) fn multiply_overflow_unsigned(
        &mut self,
        is_wide: bool,
        regs: [Reg; 3],
    ) -> ParseResult {
        let [to, left, right] = regs;
        let own = self.own_register()?;
        self.emit_two(if is_wide { Op::Dmultu } else { Op::Multu }, left, right);
        self.emit(Op::Mfhi, &[Operand::Reg(own)]);
        self.emit(Op::Mflo, &[Operand::Reg(to)]);
        let zero = self.zero();
        self.fail_unless_same(own, zero);
        Ok(())
    }

    /// Emits a trap or a break for two registers that differ.
    fn fail_unless_same(&mut self, one: Reg, other: Reg) {
        if self.has(self.mips.bits.traps) {
            self.emit_constant(Op::Tne, one, other, OVERFLOW);
            return;
        }
        let label = self.label();
        self.emit_with(Op::Beq, one, other, label);
        if self.choices().reorders {
            self.emit_nop();
        }
        self.emit(Op::Break, &[Operand::Imm(OVERFLOW), Operand::Imm(0)]);
    }
}

/// Returns whether a value is a number of 32 bits with sign.
fn is_32_bits(value: i64) -> bool {
    is_signed(32, value)
}

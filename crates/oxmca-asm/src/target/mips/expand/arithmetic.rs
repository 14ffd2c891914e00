//! Comparisons, rotations and absolute values that take several instructions.

use oxmca_tables::Reg;

use super::Expander;
use crate::inst::{Inst, Operand};
use crate::parser::ParseResult;
use crate::target::mips::opcodes::Op;
use crate::target::mips::template::{is_signed, is_unsigned};
use crate::target::mips::treatment::Rotation;

impl Expander<'_, '_> {
    /// Sets a register to whether one is not below another.
    pub(super) fn set_negated(&mut self, op: Op, to: Reg, left: Reg, right: Reg) {
        self.warn_of_macro();
        self.emit_three(op, to, left, right);
        self.emit_constant(Op::Xori, to, to, 1);
    }

    /// Sets a register to whether another is not below a constant.
    pub(super) fn set_greater_equal_immediate(
        &mut self,
        (with_register, with_constant): (Op, Op),
        to: Reg,
        from: Reg,
        value: i64,
    ) -> ParseResult {
        self.warn_of_macro();
        if is_signed(16, value) {
            self.emit_constant(with_constant, to, from, value);
        } else {
            let temporary = if to == from { self.own_register()? } else { to };
            self.load_immediate(value, temporary, None, is_signed(32, value), false)?;
            self.emit_three(with_register, to, from, temporary);
        }
        self.emit_constant(Op::Xori, to, to, 1);
        Ok(())
    }

    /// Sets a register to whether another is above a constant, or whether it is not.
    pub(super) fn set_greater_immediate(
        &mut self,
        op: Op,
        to: Reg,
        from: Reg,
        value: i64,
        is_negated: bool,
    ) -> ParseResult {
        self.warn_of_macro();
        let temporary = if to == from { self.own_register()? } else { to };
        self.load_immediate(value, temporary, None, is_signed(32, value), false)?;
        self.emit_three(op, to, temporary, from);
        if is_negated {
            self.emit_constant(Op::Xori, to, to, 1);
        }
        Ok(())
    }

    /// Sets a register to whether two others are the same.
    pub(super) fn set_equal(&mut self, [to, left, right]: [Reg; 3]) {
        self.warn_of_macro();
        let zero = self.zero();
        let mut reg = if left == zero { right } else { left };
        if left != zero && right != zero {
            self.emit_three(Op::Xor, to, left, right);
            reg = to;
        }
        self.emit_constant(Op::Sltiu, to, reg, 1);
    }

    /// Sets a register to whether two others differ.
    pub(super) fn set_not_equal(&mut self, [to, left, right]: [Reg; 3]) {
        self.warn_of_macro();
        let zero = self.zero();
        let mut reg = if left == zero { right } else { left };
        if left != zero && right != zero {
            self.emit_three(Op::Xor, to, left, right);
            reg = to;
        }
        self.emit_three(Op::Sltu, to, zero, reg);
    }

    /// Sets a register to whether another is a constant.
    pub(super) fn set_equal_immediate(&mut self, to: Reg, from: Reg, value: i64) -> ParseResult {
        self.warn_of_macro();
        if value == 0 {
            self.emit_constant(Op::Sltiu, to, from, 1);
            return Ok(());
        }
        if from == self.zero() {
            self.parser.warning(self.loc, "comparison is always false");
            let op = if self.is_wide() { Op::Daddu } else { Op::Addu };
            self.emit_three(op, to, from, from);
            return Ok(());
        }
        let (op, constant) = self.difference(value);
        if is_unsigned(16, constant) {
            self.emit_constant(op, to, from, constant);
        } else {
            let own = self.own_register()?;
            let is_address = self.is_wide();
            self.load_immediate(constant, own, None, true, is_address)?;
            self.emit_three(Op::Xor, to, from, own);
        }
        self.emit_constant(Op::Sltiu, to, to, 1);
        Ok(())
    }

    /// Sets a register to whether another is no constant.
    pub(super) fn set_not_equal_immediate(
        &mut self,
        to: Reg,
        from: Reg,
        value: i64,
    ) -> ParseResult {
        self.warn_of_macro();
        let zero = self.zero();
        if value == 0 {
            self.emit_three(Op::Sltu, to, zero, from);
            return Ok(());
        }
        if from == zero {
            self.parser.warning(self.loc, "comparison is always true");
            return self.load_immediate(1, to, None, true, false);
        }
        let (op, constant) = self.difference(value);
        if is_unsigned(16, constant) {
            self.emit_constant(op, to, from, constant);
        } else {
            let own = self.own_register()?;
            self.load_immediate(constant, own, None, is_signed(32, constant), false)?;
            self.emit_three(Op::Xor, to, from, own);
        }
        self.emit_three(Op::Sltu, to, zero, to);
        Ok(())
    }

    /// Returns an instruction, and its constant, that gives 0 for nothing but a number.
    fn difference(&self, value: i64) -> (Op, i64) {
        const LEAST: i64 = -0x8000;
        if value > LEAST && value < 0 {
            (if self.is_wide() { Op::Daddiu } else { Op::Addiu }, -value)
        } else {
            (Op::Xori, value)
        }
    }

    /// Rotates by a register.
    pub(super) fn rotate(&mut self, rotation: Rotation, regs: [Reg; 3]) -> ParseResult {
        let [to, from, by] = regs;
        let Rotation { is_left, is_wide } = rotation;
        let bits = &self.mips.bits;
        let (revision_2, revision_1) = match is_wide {
            true => (bits.mips_64_r2, bits.mips_64),
            false => (bits.mips_32_r2, bits.mips_32),
        };
        let zero = self.zero();
        let negate = if is_wide { Op::Dsubu } else { Op::Subu };
        if self.has(revision_2) {
            let op = if is_wide { Op::Drotrv } else { Op::Rotrv };
            let temporary = if to == from { self.own_register()? } else { to };
            if is_left {
                self.emit_three(negate, temporary, zero, by);
                self.emit_three(op, to, from, temporary);
            } else {
                self.emit_three(op, to, from, by);
            }
            return Ok(());
        }
        if !self.has(revision_1) {
            return Err(crate::parser::ErrorReported);
        }
        let (left, right) = if is_wide { (Op::Dsllv, Op::Dsrlv) } else { (Op::Sllv, Op::Srlv) };
        let (first, second) = if is_left { (right, left) } else { (left, right) };
        let own = self.own_register()?;
        self.emit_three(negate, own, zero, by);
        self.emit_three(first, own, from, own);
        self.emit_three(second, to, from, by);
        self.emit_three(Op::Or, to, to, own);
        Ok(())
    }

    /// Rotates by a constant.
    pub(super) fn rotate_immediate(
        &mut self,
        rotation: Rotation,
        to: Reg,
        from: Reg,
        distance: i64,
    ) -> ParseResult {
        match rotation.is_wide {
            true => self.rotate_doubleword(rotation.is_left, to, from, distance % 64),
            false => self.rotate_word(rotation.is_left, to, from, distance),
        }
    }

    fn rotate_word(&mut self, is_left: bool, to: Reg, from: Reg, distance: i64) -> ParseResult {
        const BITS: i64 = 32;
        if self.has(self.mips.bits.mips_32_r2) {
            let distance = if is_left && distance != 0 { BITS - distance } else { distance };
            self.emit_constant(Op::Rotr, to, from, distance);
            return Ok(());
        }
        if !self.has(self.mips.bits.mips_32) {
            return Err(crate::parser::ErrorReported);
        }
        if distance == 0 {
            self.emit_constant(Op::Srl, to, from, 0);
            return Ok(());
        }
        let (first, second) = if is_left { (Op::Sll, Op::Srl) } else { (Op::Srl, Op::Sll) };
        let own = self.own_register()?;
        self.emit_constant(first, own, from, distance);
        self.emit_constant(second, to, from, BITS - distance);
        self.emit_three(Op::Or, to, to, own);
        Ok(())
    }

    fn rotate_doubleword(
        &mut self,
        is_left: bool,
        to: Reg,
        from: Reg,
        distance: i64,
    ) -> ParseResult {
        /// The distances of each instruction.
        const HALF: i64 = 32;
        let rest = (HALF - distance % HALF) % HALF;
        if self.has(self.mips.bits.mips_64_r2) {
            let is_upper = match distance {
                0 => false,
                _ if distance % HALF == 0 => true,
                1..HALF => is_left,
                HALF.. => !is_left,
                _ => {
                    self.emit_unnamed();
                    return Ok(());
                }
            };
            let op = if is_upper { Op::Drotr32 } else { Op::Drotr };
            let distance_in_half = if is_left { rest } else { distance % HALF };
            self.emit_constant(op, to, from, distance_in_half);
            return Ok(());
        }
        if !self.has(self.mips.bits.mips_64) {
            return Err(crate::parser::ErrorReported);
        }
        if distance == 0 {
            self.emit_constant(Op::Dsrl, to, from, 0);
            return Ok(());
        }
        let (near, far) = match is_left {
            true => ([Op::Dsll, Op::Dsll32], [Op::Dsrl, Op::Dsrl32]),
            false => ([Op::Dsrl, Op::Dsrl32], [Op::Dsll, Op::Dsll32]),
        };
        let own = self.own_register()?;
        if distance < 0 {
            self.emit_unnamed();
            self.emit_unnamed();
        } else {
            self.emit_constant(near[usize::from(distance >= HALF)], own, from, distance % HALF);
            self.emit_constant(far[usize::from(distance <= HALF)], to, from, rest);
        }
        self.emit_three(Op::Or, to, to, own);
        Ok(())
    }

    /// Emits the pseudo-instruction that shows nothing. LLVM does so where it finds no instruction for a negative distance.
    fn emit_unnamed(&mut self) {
        let opcode = self.mips.tables.pseudo_named(b"NOP").unwrap_or_default();
        self.parser.emit(Inst { opcode, ..Inst::default() }, self.loc);
    }

    /// Emits an absolute value.
    pub(super) fn absolute(&mut self, to: Reg, from: Reg) {
        const OVER_THE_NEXT: i64 = 8;
        let zero = self.zero();
        self.emit(Op::Bgez, &[Operand::Reg(from), Operand::Imm(OVER_THE_NEXT)]);
        if to == from {
            self.emit_delay_slot(false);
        } else {
            self.emit_three(Op::Addu, to, from, zero);
        }
        self.emit_three(Op::Sub, to, zero, from);
    }
}

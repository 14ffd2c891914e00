//! Constants that take several instructions.

use oxmca_tables::Reg;

use super::{Expander, NO_32_BITS, NO_64_BITS};
use crate::inst::Operand;
use crate::parser::ParseResult;
use crate::target::mips::opcodes::Op;
use crate::target::mips::template::{is_signed, is_unsigned};

impl Expander<'_, '_> {
    /// Loads a constant into a register, with another register added to it if there is one.
    pub(super) fn load_immediate(
        &mut self,
        mut value: i64,
        to: Reg,
        added: Option<Reg>,
        is_32_bit: bool,
        is_address: bool,
    ) -> ParseResult {
        if !is_32_bit && !self.is_wide() {
            return Err(self.error(NO_64_BITS));
        }
        if is_32_bit {
            if !is_signed(32, value) && !is_unsigned(32, value) {
                return Err(self.error(NO_32_BITS));
            }
            value = i64::from(value as i32);
        }
        let abi = self.mips.abi;
        let zero_is_wide =
            if is_address { abi.has_wide_pointers() } else { abi.has_wide_registers() };
        let zero = self.mips.registers.general(0, zero_is_wide);
        let add = if is_32_bit { Op::Addu } else { Op::Daddu };
        let mut temporary = to;
        if added.is_some_and(|added| self.is_same(to, added)) {
            temporary = self.own_register()?;
        }
        if is_signed(16, value) {
            let op = if is_address && !is_32_bit { Op::Daddiu } else { Op::Addiu };
            self.emit_constant(op, to, added.unwrap_or(zero), value);
            return Ok(());
        }
        if is_unsigned(16, value) {
            let mut temporary = to;
            if added == Some(to) {
                temporary = self.own_register()?;
            }
            self.emit_constant(Op::Ori, temporary, zero, value);
            if let Some(added) = added {
                let op = if abi.has_wide_pointers() { Op::Daddu } else { Op::Addu };
                self.emit_three(op, to, temporary, added);
            }
            return Ok(());
        }
        let add_register = |this: &mut Self| {
            if let Some(added) = added {
                this.emit_three(add, to, temporary, added);
            }
        };
        if is_signed(32, value) || is_unsigned(32, value) {
            self.warn_of_macro();
            let (upper, lower) = (value >> 16 & 0xffff, value & 0xffff);
            if is_32_bit || is_signed(32, value) {
                self.load_upper(temporary, upper);
            } else if value == 0xffff_ffff {
                self.load_upper(temporary, 0xffff);
                self.emit_constant(Op::Dsrl32, temporary, temporary, 0);
                add_register(self);
                return Ok(());
            } else {
                self.emit_constant(Op::Ori, temporary, zero, upper);
                self.emit_constant(Op::Dsll, temporary, temporary, 16);
            }
            if lower != 0 {
                self.emit_constant(Op::Ori, temporary, temporary, lower);
            }
            add_register(self);
            return Ok(());
        }
        let bits = value as u64;
        if is_unsigned(16, (bits >> bits.trailing_zeros()) as i64) {
            let shift = 64 - bits.leading_zeros() - 16;
            self.emit_constant(Op::Ori, temporary, zero, (bits >> shift) as i64 & 0xffff);
            self.emit_constant(Op::Dsll, temporary, temporary, shift.into());
            add_register(self);
            return Ok(());
        }
        self.warn_of_macro();
        self.load_immediate(value >> 32, temporary, None, true, false)?;
        let mut shift = 16;
        for at in [16, 0] {
            let part = value >> at & 0xffff;
            if part != 0 {
                self.shift_left(temporary, shift);
                self.emit_constant(Op::Ori, temporary, temporary, part);
                shift = 0;
            }
            shift += 16;
        }
        shift -= 16;
        if shift != 0 {
            self.shift_left(temporary, shift);
        }
        add_register(self);
        Ok(())
    }

    /// Loads the upper half of a word.
    pub(super) fn load_upper(&mut self, to: Reg, half: i64) {
        self.emit(Op::Lui, &[Operand::Reg(to), Operand::Imm(half)]);
    }

    /// Shifts a doubleword.
    fn shift_left(&mut self, reg: Reg, distance: i64) {
        match distance {
            32.. => self.emit_constant(Op::Dsll32, reg, reg, distance - 32),
            _ => self.emit_constant(Op::Dsll, reg, reg, distance),
        }
    }

    /// Emits an operation with a constant that is too large for the instruction.
    pub(super) fn with_immediate(&mut self, op: Op, to: Reg, from: Reg, value: i64) -> ParseResult {
        let is_32_bit = is_signed(32, value) || !self.is_wide() && is_unsigned(32, value);
        if to == from {
            let own = self.own_register()?;
            self.load_immediate(value, own, None, is_32_bit, false)?;
            self.emit_three(op, to, to, own);
        } else {
            self.load_immediate(value, to, None, is_32_bit, false)?;
            self.emit_three(op, to, to, from);
        }
        Ok(())
    }
}

//! Floating-point constants and truncations.

use oxmca_tables::Reg;

use super::{Expander, specified};
use crate::inst::{Expr, Operand};
use crate::parser::ParseResult;
use crate::target::mips::abi::Abi;
use crate::target::mips::opcodes::Op;
use crate::target::mips::registers::File;

/// The bits of a double that tell an integer from a floating-point number as the lexer gives it.
const EXPONENT: u64 = 0x7ff0_0000_0000_0000;

/// Returns the number that is loaded. For an expression, LLVM takes some number of many digits, which memory must hold.
fn number(operand: &Operand) -> i64 {
    operand.imm().unwrap_or(1 << 46 | 1)
}

/// Returns the bits of a double. A small number without exponent is an integer.
fn double_bits(value: i64) -> u64 {
    let bits = value as u64;
    if bits & EXPONENT == 0 { (bits as f64).to_bits() } else { bits }
}

/// Returns the bits of a number of single precision.
fn single_bits(bits: u64) -> u32 {
    (f64::from_bits(bits) as f32).to_bits()
}

/// Returns the upper half of a number.
fn upper(bits: u64) -> i64 {
    (bits >> 32) as i64
}

impl Expander<'_, '_> {
    /// Emits a conversion to an integer that cuts off.
    pub(super) fn truncation(&mut self, op: Op, rounded: Op, regs: [Reg; 3]) -> ParseResult {
        const TOWARDS_ZERO: (i64, i64) = (3, 2);
        let [to, from, kept] = regs;
        if self.has(self.mips.bits.mips_2) {
            self.emit_two(op, to, from);
            return Ok(());
        }
        let own = self.own_register()?;
        let control = self.mips.registers.general(31, false);
        self.emit_two(Op::Cfc1, kept, control);
        self.emit_two(Op::Cfc1, kept, control);
        self.emit_nop();
        self.emit_constant(Op::Ori, own, kept, TOWARDS_ZERO.0);
        self.emit_constant(Op::Xori, own, own, TOWARDS_ZERO.1);
        self.emit_two(Op::Ctc1, control, own);
        self.emit_nop();
        self.emit_two(rounded, to, from);
        self.emit_two(Op::Ctc1, control, kept);
        self.emit_nop();
        Ok(())
    }

    /// Loads a number of single precision into a general register.
    pub(super) fn load_single_to_general(&mut self, to: Reg, value: i64) -> ParseResult {
        let bits = single_bits(double_bits(value));
        self.load_immediate(bits.into(), to, None, true, false)
    }

    /// Loads a number of single precision into a floating-point register.
    pub(super) fn load_single_to_float(&mut self, to: Reg, value: &Operand) -> ParseResult {
        let double = double_bits(number(value));
        let bits = single_bits(double);
        let mut temporary = self.zero();
        if bits != 0 {
            temporary = self.own_register()?;
        }
        if double as u32 == 0 {
            if bits != 0 {
                self.load_immediate(bits.into(), temporary, None, true, false)?;
            }
            self.emit_two(Op::Mtc1, to, temporary);
            return Ok(());
        }
        let symbol = self.load_partial_address()?;
        self.emit_with(Op::Lwc1, to, temporary, specified("lo", &symbol));
        Ok(())
    }

    /// Loads a number of double precision into a general register, or two.
    pub(super) fn load_double_to_general(&mut self, to: Reg, value: &Operand) -> ParseResult {
        let bits = double_bits(number(value));
        let next = || {
            let number = self.mips.registers.general_number(to).unwrap_or_default();
            self.mips.registers.general((number + 1) % 32, false)
        };
        if bits as u32 == 0 {
            if self.is_wide() {
                return self.load_immediate(bits as i64, to, None, false, false);
            }
            let next = next();
            self.load_immediate(upper(bits), to, None, true, false)?;
            return self.load_immediate(0, next, None, true, false);
        }
        let next = next();
        let temporary = self.own_register()?;
        let symbol = self.load_partial_address()?;
        let op = if self.mips.abi == Abi::N64 { Op::Daddiu } else { Op::Addiu };
        self.emit_with(op, temporary, temporary, specified("lo", &symbol));
        if self.is_wide() {
            self.emit_constant(Op::Ld, to, temporary, 0);
        } else {
            self.emit_constant(Op::Lw, to, temporary, 0);
            self.emit_constant(Op::Lw, next, temporary, 4);
        }
        Ok(())
    }

    /// Loads a number of double precision into a floating-point register.
    pub(super) fn load_double_to_float(&mut self, op: Op, to: Reg, value: &Operand) -> ParseResult {
        let bits = double_bits(number(value));
        let zero = self.zero();
        let mut temporary = zero;
        if bits != 0 {
            temporary = self.own_register()?;
        }
        let (high, low) = ((bits >> 32) as u32, bits as u32);
        if low == 0 && !(high & 0xffff_0000 != 0 && high & 0xffff != 0) {
            if self.is_wide() {
                if bits != 0 {
                    self.load_immediate(bits as i64, temporary, None, false, false)?;
                }
                self.emit_two(Op::Dmtc1, to, temporary);
                return Ok(());
            }
            if bits != 0 {
                self.load_immediate(high.into(), temporary, None, true, false)?;
            }
            if self.has(self.mips.bits.mips_32_r2) {
                self.emit_two(Op::Mtc1, to, zero);
                self.emit_three(Op::Mthc1, to, to, temporary);
            } else {
                let registers = &self.mips.registers;
                let number = registers.number_in(File::Pair, to).map(|it| it + 1);
                let Some(number) = number else {
                    return Err(self.error("this register has no second half"));
                };
                let next = registers.numbered(File::Single, number);
                self.emit_two(Op::Mtc1, next, temporary);
                self.emit_two(Op::Mtc1, to, zero);
            }
            return Ok(());
        }
        let symbol = self.load_partial_address()?;
        self.emit_with(op, to, temporary, specified("lo", &symbol));
        Ok(())
    }

    /// Loads the address of a constant, but for its lowest part, into the assembler's own register. Returns the symbol.
    fn load_partial_address(&mut self) -> ParseResult<Expr> {
        let symbol = self.unnamed();
        let own = self.own_register()?;
        let is_64_bit = self.mips.abi == Abi::N64;
        if self.is_position_independent() {
            let global = self.global_pointer();
            let load = if is_64_bit { Op::Ld } else { Op::Lw };
            self.emit_with(load, own, global, specified("got", &symbol));
        } else if is_64_bit {
            self.load_upper_parts(&symbol, own);
        } else {
            self.emit(Op::Lui, &[Operand::Reg(own), specified("hi", &symbol)]);
        }
        Ok(symbol)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_converted() {
        assert_eq!(double_bits(1), 1.0_f64.to_bits());
        assert_eq!(double_bits(1.5_f64.to_bits() as i64), 1.5_f64.to_bits());
        assert_eq!(single_bits(1.5_f64.to_bits()), 1.5_f32.to_bits());
    }
}

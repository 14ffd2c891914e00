//! Addresses that take several instructions.

use oxmca_tables::Reg;

use super::{Expander, NO_64_BITS, expr_of, specified};
use crate::inst::{Expr, Operand};
use crate::parser::ParseResult;
use crate::target::mips::abi::Abi;
use crate::target::mips::opcodes::Op;

/// The number of the register with the address of the function that is called.
const FUNCTION_REGISTER: usize = 25;

impl Expander<'_, '_> {
    /// Loads an address into a register: `la`.
    pub(in crate::target::mips) fn load_address(
        &mut self,
        to: Reg,
        base: Option<Reg>,
        offset: &Operand,
        mut is_32_bit: bool,
    ) -> ParseResult {
        if is_32_bit && self.mips.abi.has_wide_pointers() {
            self.parser.warning(self.loc, "la used to load 64-bit address");
            is_32_bit = false;
        }
        if !is_32_bit && !self.has(self.mips.bits.mips_3) {
            return Err(self.error(NO_64_BITS));
        }
        let Operand::Imm(value) = *offset else {
            return self.load_symbol(&expr_of(offset), to, base);
        };
        let is_32_bit = is_32_bit || !self.mips.abi.has_wide_pointers();
        self.load_immediate(value, to, base, is_32_bit, true)
    }

    /// Loads the address of a symbol into a register, with another register added to it if there is one.
    pub(super) fn load_symbol(&mut self, symbol: &Expr, to: Reg, base: Option<Reg>) -> ParseResult {
        let base = base.filter(|base| !self.mips.registers.is_zero(*base) && base.is_some());
        self.warn_of_macro();
        if self.is_position_independent() {
            return self.load_from_table(symbol, to, base);
        }
        let is_same = base.is_some_and(|base| self.is_same(to, base));
        if self.mips.abi.has_wide_pointers() && self.is_wide() {
            return self.load_wide_symbol(symbol, to, base, is_same);
        }
        let temporary = if is_same { self.own_register()? } else { to };
        self.emit(Op::Lui, &[Operand::Reg(temporary), specified("hi", symbol)]);
        self.emit_with(Op::Addiu, temporary, temporary, specified("lo", symbol));
        if let Some(base) = base {
            self.emit_three(Op::Addu, to, temporary, base);
        }
        Ok(())
    }

    /// Loads an address of 64 bits.
    fn load_wide_symbol(
        &mut self,
        symbol: &Expr,
        to: Reg,
        base: Option<Reg>,
        is_same: bool,
    ) -> ParseResult {
        if !self.has_own_register() && is_same {
            return Err(self.error("pseudo-instruction requires $at, which is not available"));
        }
        if self.has_own_register() {
            let own = self.own_register()?;
            if is_same {
                self.load_in_order(symbol, own);
                self.emit_three(Op::Daddu, to, own, base.unwrap_or_default());
                return Ok(());
            }
            if to != own {
                // Both halves at once.
                self.emit(Op::Lui, &[Operand::Reg(to), specified("highest", symbol)]);
                self.emit(Op::Lui, &[Operand::Reg(own), specified("hi", symbol)]);
                self.emit_with(Op::Daddiu, to, to, specified("higher", symbol));
                self.emit_with(Op::Daddiu, own, own, specified("lo", symbol));
                self.emit_constant(Op::Dsll32, to, to, 0);
                self.emit_three(Op::Daddu, to, to, own);
                if let Some(base) = base {
                    self.emit_three(Op::Daddu, to, to, base);
                }
                return Ok(());
            }
        }
        self.load_in_order(symbol, to);
        if let Some(base) = base {
            self.emit_three(Op::Daddu, to, to, base);
        }
        Ok(())
    }

    /// Loads an address of 64 bits into one register, part by part.
    fn load_in_order(&mut self, symbol: &Expr, to: Reg) {
        self.load_upper_parts(symbol, to);
        self.emit_with(Op::Daddiu, to, to, specified("lo", symbol));
    }

    /// Loads an address of 64 bits without its lowest part.
    pub(super) fn load_upper_parts(&mut self, symbol: &Expr, to: Reg) {
        self.emit(Op::Lui, &[Operand::Reg(to), specified("highest", symbol)]);
        self.emit_with(Op::Daddiu, to, to, specified("higher", symbol));
        self.emit_constant(Op::Dsll, to, to, 16);
        self.emit_with(Op::Daddiu, to, to, specified("hi", symbol));
        self.emit_constant(Op::Dsll, to, to, 16);
    }

    /// Loads an address from the global offset table.
    fn load_from_table(&mut self, symbol: &Expr, to: Reg, base: Option<Reg>) -> ParseResult {
        let value = self.parser.evaluate_relocatable(symbol);
        let Some(value) = value.filter(|it| !it.has_specifier) else {
            return Err(self.error("expected relocatable expression"));
        };
        if value.sub.is_some() {
            return Err(self.error("expected relocatable expression with only one symbol"));
        }
        let Some(id) = value.add else {
            return Err(self.error("expected relocatable expression"));
        };
        let abi = self.mips.abi;
        let is_temporary = self.parser.symbols.is_temporary(id);
        let name = &self.parser.symbols.get(id).name;
        let is_local = is_temporary
            || !self.parser.symbols.is_undefined(id)
            || abi == Abi::O32 && name.starts_with(b".L");
        let alone = self.parser.symbol_expr(id, None);
        let uses_large_table = self.has(self.mips.bits.large_table) && !is_local;
        let is_wide = abi.has_wide_pointers();
        let (add, load) = if is_wide { (Op::Daddu, Op::Ld) } else { (Op::Addu, Op::Lw) };
        let add_constant = if is_wide { Op::Daddiu } else { Op::Addiu };
        let global = self.global_pointer();
        let is_function_register =
            self.mips.registers.any_general_number(to) == Some(FUNCTION_REGISTER);
        if is_function_register && base.is_none() && value.constant == 0 && !is_local {
            if uses_large_table {
                self.emit(Op::Lui, &[Operand::Reg(to), specified("call_hi", symbol)]);
                self.emit_three(add, to, to, global);
                self.emit_with(load, to, to, specified("call_lo", symbol));
            } else {
                self.emit_with(load, to, global, specified("call16", symbol));
            }
            return Ok(());
        }
        let mut temporary = to;
        if base.is_some_and(|base| self.is_same(to, base)) {
            temporary = self.own_register()?;
        }
        let constant = (value.constant != 0).then_some(Operand::Imm(value.constant));
        let low = if uses_large_table {
            self.emit(Op::Lui, &[Operand::Reg(temporary), specified("got_hi", symbol)]);
            self.emit_three(add, temporary, temporary, global);
            self.emit_with(load, temporary, temporary, specified("got_lo", &alone));
            constant
        } else {
            let (entry, low) = if abi != Abi::O32 {
                if i16::try_from(value.constant).is_err() {
                    let message =
                        "macro instruction uses large offset, which is not currently supported";
                    return Err(self.error(message));
                }
                (specified("got_disp", &alone), constant)
            } else if is_local {
                (specified("got", symbol), Some(specified("lo", symbol)))
            } else {
                (specified("got", &alone), constant)
            };
            self.emit_with(load, temporary, global, entry);
            low
        };
        if let Some(low) = low {
            self.emit_with(add_constant, temporary, temporary, low);
        }
        if let Some(base) = base {
            self.emit_three(add, to, temporary, base);
        }
        Ok(())
    }
}

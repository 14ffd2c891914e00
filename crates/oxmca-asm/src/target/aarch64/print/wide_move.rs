//! Moves of constants: `movz`, `movn`, `movk` and `orr` with the zero register.
//!
//! One constant has one of them as `mov`: `movz` if possible, the least shifted one first, or else `movn`, or
//! else `orr`.

use super::context::Printing;
use crate::inst::{Expr, Inst, Operand};
use crate::printer::print_expr;
use crate::target::aarch64::logical_immediate::{
    decode, is_any_move_alias, is_movn_alias, is_movz_alias, sign_extend,
};

impl Printing<'_> {
    fn push_mnemonic(&self, mnemonic: &str, inst: &Inst, out: &mut String) {
        out.push('\t');
        out.push_str(mnemonic);
        out.push('\t');
        let to = inst.operands.first().and_then(Operand::reg);
        out.push_str(to.map_or("", |to| self.name(to)));
        out.push_str(", ");
    }

    /// Appends a move of a symbol's part, which has no shift to show.
    fn push_symbol_move(&self, mnemonic: &str, symbol: &Expr, inst: &Inst, out: &mut String) {
        self.push_mnemonic(mnemonic, inst, out);
        out.push('#');
        print_expr(symbol, self, out);
    }

    fn push_constant_move(&self, value: u64, bits: u32, inst: &Inst, out: &mut String) {
        self.push_mnemonic("mov", inst, out);
        self.push_immediate(sign_extend(value as i64, bits), out);
    }

    /// Appends `movz`, or `movn` if it inverts, as `mov` or with a symbol. `None` if it has another form.
    pub(super) fn print_move_wide(
        &self,
        inverts: bool,
        bits: u32,
        inst: &Inst,
        out: &mut String,
    ) -> Option<()> {
        match &inst.operands[..] {
            [_, Operand::Expr(symbol), ..] => {
                self.push_symbol_move(if inverts { "movn" } else { "movz" }, symbol, inst, out);
            }
            [_, Operand::Imm(part), Operand::Imm(shift)] => {
                let shift = *shift as u32;
                let part = (*part as u64).checked_shl(shift)?;
                let value = if inverts { !part & (u64::MAX >> (64 - bits)) } else { part };
                let is_alias = if inverts { is_movn_alias } else { is_movz_alias };
                if !is_alias(value, shift, bits) {
                    return None;
                }
                self.push_constant_move(value, bits, inst, out);
            }
            _ => return None,
        }
        Some(())
    }

    /// Appends `movk` with a symbol.
    pub(super) fn print_move_keep(&self, inst: &Inst, out: &mut String) -> Option<()> {
        let [_, _, Operand::Expr(symbol), ..] = &inst.operands[..] else { return None };
        self.push_symbol_move("movk", symbol, inst, out);
        Some(())
    }

    /// Appends `orr` as `mov`, if it moves a constant that neither `movz` nor `movn` does.
    pub(super) fn print_logical_move(
        &self,
        bits: u32,
        inst: &Inst,
        out: &mut String,
    ) -> Option<()> {
        let [_, Operand::Reg(from), Operand::Imm(code)] = inst.operands[..] else { return None };
        let value = decode(code as u64, bits);
        if !self.is_zero_register(from) || is_any_move_alias(value, bits) {
            return None;
        }
        self.push_constant_move(value, bits, inst, out);
        Some(())
    }
}

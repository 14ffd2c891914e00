//! `ldr x0, =value`: a move if the value is short, else a load from a pool of literals.

use oxmca_tables::Reg;

use super::statement::Statement;
use crate::inst::Expr;
use crate::parser::ParseResult;
use crate::target::aarch64::operand::{OperandKind, ParsedOperand, Value, WrittenShift};
use crate::target::aarch64::registers::ClassName;
use crate::target::aarch64::shift::ShiftExtend;

impl Statement<'_, '_> {
    /// Parses `=value`.
    pub(super) fn parse_literal(&mut self) -> ParseResult {
        let loc = self.loc();
        if &*self.mnemonic != b"ldr" {
            return self.fail("unexpected token in operand");
        }
        self.parser.lex();
        let (expr, _) = self.parser.parse_expression()?;
        let first = self.operands.first().and_then(ParsedOperand::scalar);
        let Some(reg) = first else {
            return self.fail_at(loc, "Only valid when first operand is register");
        };
        let is_64_bit = self.is_in_general_64(reg);
        if let Expr::Constant(number) = expr {
            let (mut rest, mut shift) = (number as u64, 0);
            while rest > 0xffff && rest.trailing_zeros() >= 16 {
                shift += 16;
                rest >>= 16;
            }
            let most = if is_64_bit { 48 } else { 16 };
            if shift <= most && rest <= 0xffff {
                self.mnemonic = b"movz"[..].into();
                // LLVM gives these no place of their own.
                self.operands.push(ParsedOperand::of_constant(rest as i64, loc));
                if shift != 0 {
                    let kind = ShiftExtend::Lsl;
                    let shift = WrittenShift { kind, amount: shift, is_explicit: true };
                    self.push(OperandKind::Shift(shift), loc);
                }
                return Ok(());
            }
            let fits = u32::try_from(number as u64).is_ok() || i32::try_from(number).is_ok();
            if !is_64_bit && !fits {
                return self.fail_at(loc, "Immediate too large for register");
            }
        }
        // The label of the literal has no name.
        let expr = Expr::Symbol { name: "".into(), specifier: None };
        let symbol = Some(crate::target::aarch64::symbol::SymbolUse {
            specifier: None,
            at: None,
            addend: 0,
        });
        self.push(OperandKind::Value(Value { expr, symbol }), loc);
        Ok(())
    }

    /// Returns whether a register is a general one of 64 bits.
    pub(super) fn is_in_general_64(&self, reg: Reg) -> bool {
        self.is_in(const { ClassName::known("GPR64all") }, reg)
    }
}

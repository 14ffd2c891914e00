//! Instructions that the tables know under another name, with other operands.

use super::statement::Statement;
use crate::parser::ParseResult;
use crate::source::Loc;
use crate::target::aarch64::operand::ParsedOperand;
use crate::target::aarch64::registers::{ClassName, First, RegisterKind};

impl Statement<'_, '_> {
    /// Replaces the mnemonic and its operands by those that the tables have.
    pub(super) fn resolve_alias(&mut self, loc: Loc) -> ParseResult {
        match (self.operands.len(), &*self.mnemonic) {
            (3, b"lsl") => self.resolve_shift(),
            (3, b"bfc") => self.resolve_clear(),
            (4, b"bfi") => self.resolve_insert(b"bfm"),
            (4, b"sbfiz") => self.resolve_insert(b"sbfm"),
            (4, b"ubfiz") => self.resolve_insert(b"ubfm"),
            (4, b"bfxil") => self.resolve_extract(b"bfm"),
            (4, b"sbfx") => self.resolve_extract(b"sbfm"),
            (4, b"ubfx") => self.resolve_extract(b"ubfm"),
            (3, b"movi") => {
                self.avoid_broken_zeroing(loc);
                Ok(())
            }
            (2, b"sxtw" | b"uxtw") => {
                self.widen(1);
                Ok(())
            }
            (2, b"sxtb" | b"sxth") => {
                if self.scalar_operand(0).is_some_and(|reg| self.is_in_general_64(reg)) {
                    self.widen(1);
                }
                Ok(())
            }
            (2, b"uxtb" | b"uxth") => {
                if let Some(reg) = self.scalar_operand(0).filter(|it| self.is_in_general_64(*it)) {
                    let narrowed = self.aarch64.registers.narrowed(&self.aarch64.tables, reg);
                    let loc = self.operands[0].loc;
                    self.operands[0] = ParsedOperand::of_scalar(narrowed, loc);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Makes a written 32-bit register the 64-bit one.
    fn widen(&mut self, index: usize) {
        let Some(reg) = self.scalar_operand(index) else { return };
        let widened = self.aarch64.registers.widened(&self.aarch64.tables, reg);
        let loc = self.operands[index].loc;
        self.operands[index] = ParsedOperand::of_scalar(widened, loc);
    }

    fn set_constant(&mut self, index: usize, value: i64) {
        let loc = self.operands[index].loc;
        self.operands[index] = ParsedOperand::of_constant(value, loc);
    }

    /// Parses `lsl` by a constant.
    fn resolve_shift(&mut self) -> ParseResult {
        let (Some(reg), Some(amount)) = (self.scalar_operand(1), self.operands[2].constant())
        else {
            return Ok(());
        };
        let bits = match self.is_in(const { ClassName::known("GPR32all") }, reg) {
            true => 32,
            false => 64_i64,
        };
        let loc = self.operands[2].loc;
        self.mnemonic = b"ubfm"[..].into();
        self.set_constant(2, bits.wrapping_sub(amount) & (bits - 1));
        self.operands.push(ParsedOperand::of_constant((bits - 1).wrapping_sub(amount), loc));
        Ok(())
    }

    /// Returns the width of the first register, the first bit and the number of bits, which are operands `at` and
    /// after it.
    fn bit_field(&mut self, at: usize) -> ParseResult<Option<(i64, i64, i64)>> {
        let (Some(reg), Some(first), Some(count)) = (
            self.scalar_operand(0),
            self.operands[at].constant(),
            self.operands[at + 1].constant(),
        ) else {
            return Ok(None);
        };
        let bits = if self.is_in_general_64(reg) { 64 } else { 32 };
        if !(0..bits).contains(&first) {
            let loc = self.operands[at].loc;
            return self.fail_at(loc, "expected integer in range [0, 31]");
        }
        if !(1..=bits).contains(&count) {
            let loc = self.operands[at + 1].loc;
            return self.fail_at(loc, "expected integer in range [1, 32]");
        }
        Ok(Some((bits, first, count)))
    }

    /// Returns the rotation and the last bit of an inserted bit field.
    fn inserted(&mut self, at: usize) -> ParseResult<Option<(i64, i64, i64)>> {
        let Some((bits, first, count)) = self.bit_field(at)? else { return Ok(None) };
        let (rotation, last) = ((bits - first) & (bits - 1), count - 1);
        if rotation != 0 && last >= rotation {
            let loc = self.operands[at + 1].loc;
            return self.fail_at(loc, "requested insert overflows register");
        }
        Ok(Some((bits, rotation, last)))
    }

    /// Parses `bfc`.
    fn resolve_clear(&mut self) -> ParseResult {
        let Some((bits, rotation, last)) = self.inserted(1)? else { return Ok(()) };
        let zero = if bits == 64 { First::Zero } else { First::Zero32 };
        let zero = self.aarch64.registers.first(&self.aarch64.tables, zero);
        let (first_loc, count_loc) = (self.operands[1].loc, self.operands[2].loc);
        self.mnemonic = b"bfm"[..].into();
        self.operands[1] = ParsedOperand::of_scalar(zero, Loc::NONE);
        self.operands[2] = ParsedOperand::of_constant(rotation, first_loc);
        self.operands.push(ParsedOperand::of_constant(last, count_loc));
        Ok(())
    }

    /// Parses `bfi` and its kind.
    fn resolve_insert(&mut self, mnemonic: &'static [u8]) -> ParseResult {
        let Some((_, rotation, last)) = self.inserted(2)? else { return Ok(()) };
        self.mnemonic = mnemonic.into();
        self.set_constant(2, rotation);
        self.set_constant(3, last);
        Ok(())
    }

    /// Parses `ubfx` and its kind.
    fn resolve_extract(&mut self, mnemonic: &'static [u8]) -> ParseResult {
        let Some((bits, first, count)) = self.bit_field(2)? else { return Ok(()) };
        let last = first + count - 1;
        if last >= bits {
            let loc = self.operands[3].loc;
            return self.fail_at(loc, "requested extract overflows register");
        }
        self.mnemonic = mnemonic.into();
        self.set_constant(3, last);
        Ok(())
    }

    /// Replaces `movi.2d v0, #0`, which some processors do not always execute, by another form.
    fn avoid_broken_zeroing(&mut self, loc: Loc) {
        let bit = self.aarch64.tables.feature_bit("FeatureZCZeroingFPWorkaround");
        if !bit.is_some_and(|bit| self.features().contains(bit)) {
            return;
        }
        let is_neon = |operand: &ParsedOperand<'_>| {
            operand.register().is_some_and(|register| register.kind == RegisterKind::Neon)
        };
        let token = match &self.operands[..] {
            [token, vector, _] if token.token().is_some() && is_neon(vector) => 0,
            [vector, token, _] if token.token().is_some() && is_neon(vector) => 1,
            _ => return,
        };
        let is_2d =
            self.operands[token].token().is_some_and(|it| it.text.eq_ignore_ascii_case(b".2d"));
        if !is_2d || self.operands[2].constant() != Some(0) {
            return;
        }
        let message = "instruction movi.2d with immediate #0 may not function correctly on this CPU, \
                       converting to equivalent movi.16b";
        self.parser.warning(loc, message);
        self.operands[token] = ParsedOperand::of_token(&b".16b"[..], loc);
    }
}

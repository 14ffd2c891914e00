//! Bitfield moves, which are shown as shifts, extends, extractions and insertions.

use oxmca_tables::Reg;

use super::context::Printing;
use super::immediate::push_plain;
use crate::inst::{Inst, Operand};

impl Printing<'_> {
    /// Appends a mnemonic, registers and immediates.
    fn push_move(&self, mnemonic: &str, regs: &[Reg], immediates: &[i64], out: &mut String) {
        out.push('\t');
        out.push_str(mnemonic);
        let mut separator = "\t";
        for reg in regs {
            out.push_str(separator);
            out.push_str(self.name(*reg));
            separator = ", ";
        }
        for immediate in immediates {
            out.push_str(separator);
            push_plain(*immediate, out);
        }
    }

    /// Appends `sbfm` or `ubfm`, which move bits `rotation` to `last` or, if that is below, bits 0 to `last`.
    pub(super) fn print_bitfield_move(
        &self,
        is_signed: bool,
        bits: i64,
        inst: &Inst,
        out: &mut String,
    ) -> Option<()> {
        let [Operand::Reg(to), Operand::Reg(from), Operand::Imm(rotation), Operand::Imm(last)] =
            inst.operands[..]
        else {
            return None;
        };
        if !is_field(rotation, last, bits) {
            return None;
        }
        let extend = match (is_signed, bits, last) {
            _ if rotation != 0 => None,
            (true, _, 7) => Some("sxtb"),
            (true, _, 15) => Some("sxth"),
            (true, 64, 31) => Some("sxtw"),
            (false, 32, 7) => Some("uxtb"),
            (false, 32, 15) => Some("uxth"),
            _ => None,
        };
        if let Some(mnemonic) = extend {
            self.push_move(mnemonic, &[to, self.low_half(from)], &[], out);
            return Some(());
        }
        let name = |signed, unsigned| if is_signed { signed } else { unsigned };
        let (mnemonic, immediates): (_, &[i64]) = if !is_signed && last + 1 == rotation {
            ("lsl", &[bits - 1 - last])
        } else if last == bits - 1 {
            (name("asr", "lsr"), &[rotation])
        } else if rotation > last {
            (name("sbfiz", "ubfiz"), &[bits - rotation, last + 1])
        } else {
            (name("sbfx", "ubfx"), &[rotation, last - rotation + 1])
        };
        self.push_move(mnemonic, &[to, from], immediates, out);
        Some(())
    }

    /// Appends `bfm`.
    pub(super) fn print_bitfield_insert(
        &self,
        bits: i64,
        inst: &Inst,
        out: &mut String,
    ) -> Option<()> {
        let [Operand::Reg(to), _, Operand::Reg(from), Operand::Imm(rotation), Operand::Imm(last)] =
            inst.operands[..]
        else {
            return None;
        };
        if !is_field(rotation, last, bits) {
            return None;
        }
        let clears = self.is_zero_register(from)
            && (rotation == 0 || last < rotation)
            && self.aarch64.feature_bits.has_v8_2a(self.features);
        let inserted = [(bits - rotation).rem_euclid(bits), last + 1];
        if clears {
            self.push_move("bfc", &[to], &inserted, out);
        } else if last < rotation {
            self.push_move("bfi", &[to, from], &inserted, out);
        } else {
            self.push_move("bfxil", &[to, from], &[rotation, last - rotation + 1], out);
        }
        Some(())
    }
}

/// Returns whether both numbers are those of bits.
fn is_field(rotation: i64, last: i64, bits: i64) -> bool {
    (0..bits).contains(&rotation) && (0..bits).contains(&last)
}

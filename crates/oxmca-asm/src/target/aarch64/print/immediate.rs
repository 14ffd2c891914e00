//! Immediates.

use super::context::Printing;
use crate::printer::{push_decimal, push_hex, push_immediate};
use crate::target::aarch64::logical_immediate::{decode, sign_extend};
use crate::target::aarch64::shift::ShiftExtend;

impl Printing<'_> {
    /// Appends a number in decimal or, if the user asks for it, hexadecimal.
    pub(super) fn push_number(&self, value: i64, out: &mut String) {
        push_immediate(value, self.options.hex_immediates, out);
    }

    /// Appends `#` and a number in decimal or, if the user asks for it, hexadecimal.
    pub(super) fn push_immediate(&self, value: i64, out: &mut String) {
        out.push('#');
        self.push_number(value, out);
    }

    /// Appends a shift, unless it is `lsl #0`.
    pub(super) fn push_shifter(operand: i64, out: &mut String) {
        let (shift, amount) = ShiftExtend::of_shifter_operand(operand);
        if shift == Some(ShiftExtend::Lsl) && amount == 0 {
            return;
        }
        out.push_str(", ");
        out.push_str(shift.map_or("", ShiftExtend::name));
        out.push(' ');
        push_plain(amount.into(), out);
    }

    /// Appends the immediate of SVE's `dup`, `cpy`, `add` and the like: a byte and its shift, as one number if that
    /// is clear.
    pub(super) fn push_shifted_byte(
        &self,
        bits: u32,
        is_signed: bool,
        byte: i64,
        shift: i64,
        out: &mut String,
    ) {
        let (_, amount) = ShiftExtend::of_shifter_operand(shift);
        if byte == 0 && amount != 0 {
            self.push_immediate(0, out);
            return Self::push_shifter(shift, out);
        }
        let byte = if is_signed { sign_extend(byte, 8) } else { byte & 0xff };
        self.push_element(byte.wrapping_shl(amount), bits, is_signed, out);
    }

    /// Appends the value of an element: its bits in hexadecimal if the user asks for it, or else a number.
    fn push_element(&self, value: i64, bits: u32, is_signed: bool, out: &mut String) {
        let bits_of_element = value as u64 & (u64::MAX >> (64 - bits.clamp(1, 64)));
        out.push('#');
        if self.options.hex_immediates {
            push_hex(bits_of_element, out);
        } else if is_signed {
            push_decimal(sign_extend(value, bits), out);
        } else {
            out.push_str(&bits_of_element.to_string());
        }
    }

    /// Appends a logical immediate of SVE: short numbers as [`push_element`](Self::push_element) does, others in
    /// hexadecimal.
    pub(super) fn push_sve_logical(&self, bits: u32, code: i64, out: &mut String) {
        let mask = decode(code as u64, 64);
        let element = mask & (u64::MAX >> (64 - bits.clamp(1, 64)));
        let value = sign_extend(mask as i64, bits);
        if sign_extend(value, 16) == value {
            self.push_element(value, bits, true, out);
        } else if element <= 0xffff {
            self.push_element(element as i64, bits, false, out);
        } else {
            out.push('#');
            push_hex(element, out);
        }
    }
}

/// Appends `#` and a number in decimal, whatever the user asks for.
pub(super) fn push_plain(value: i64, out: &mut String) {
    out.push('#');
    push_decimal(value, out);
}

/// Appends a number in hexadecimal as C's `%#llx` has it: 0 has no prefix.
pub(super) fn push_hex_of_c(value: u64, out: &mut String) {
    out.push('#');
    if value == 0 { out.push('0') } else { push_hex(value, out) }
}

/// Appends a number in at least 16 hexadecimal places, the prefix among them, which 0 does not have.
pub(super) fn push_byte_mask(mask: u64, out: &mut String) {
    out.push('#');
    out.push_str(&if mask == 0 { format!("{mask:016}") } else { format!("{mask:#016x}") });
}

//! Numbers as LLVM's printers write them.

/// Appends `value` in decimal.
pub fn push_decimal(value: i64, out: &mut String) {
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    let mut rest = value.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if value < 0 {
        out.push('-');
    }
    out.extend(digits[at..].iter().map(|digit| char::from(*digit)));
}

/// Appends `value` in hexadecimal: `0x1f`.
pub fn push_hex(value: u64, out: &mut String) {
    out.push_str("0x");
    let digits = (64 - value.leading_zeros()).div_ceil(4).max(1);
    for digit in (0..digits).rev() {
        let nibble = (value >> (digit * 4) & 15) as u32;
        out.extend(char::from_digit(nibble, 16));
    }
}

/// Appends an immediate: signed, in decimal or hexadecimal (`-0x1f`).
pub fn push_immediate(value: i64, hex: bool, out: &mut String) {
    if !hex {
        return push_decimal(value, out);
    }
    if value < 0 {
        out.push('-');
    }
    push_hex(value.unsigned_abs(), out);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn immediates() {
        let shown = |value, hex| {
            let mut out = String::new();
            push_immediate(value, hex, &mut out);
            out
        };
        for value in [0, 1, 9, 10, 255, 256, -1, -128, i64::MAX, i64::MIN] {
            assert_eq!(shown(value, false), value.to_string());
        }
        assert_eq!(shown(0, true), "0x0");
        assert_eq!(shown(31, true), "0x1f");
        assert_eq!(shown(-16, true), "-0x10");
        assert_eq!(shown(i64::MIN, true), "-0x8000000000000000");
    }
}

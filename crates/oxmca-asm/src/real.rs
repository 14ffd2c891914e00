//! Floating-point literals.

/// A literal taken apart.
struct Literal<'t> {
    is_hexadecimal: bool,
    integer: &'t str,
    fraction: &'t str,
    exponent: i32,
}

fn take_apart(text: &[u8]) -> Option<Literal<'_>> {
    let text = std::str::from_utf8(text).ok()?;
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let is_hexadecimal = hexadecimal.is_some();
    let digits = hexadecimal.unwrap_or(text);
    let radix = if is_hexadecimal { 16 } else { 10 };
    let exponent_letters = if is_hexadecimal { ['p', 'P'] } else { ['e', 'E'] };
    let (significand, exponent) = match digits.split_once(exponent_letters) {
        Some((significand, exponent)) => (significand, exponent),
        // A hexadecimal number needs its exponent.
        None if is_hexadecimal => return None,
        None => (digits, ""),
    };
    let (integer, fraction) = significand.split_once('.').unwrap_or((significand, ""));
    let all_digits = |text: &str| text.chars().all(|c| c.is_digit(radix));
    if (integer.is_empty() && fraction.is_empty()) || !all_digits(integer) || !all_digits(fraction)
    {
        return None;
    }
    let (negative, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => (true, exponent),
        None => (false, exponent.strip_prefix('+').unwrap_or(exponent)),
    };
    if !exponent.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // An exponent may be left out after its letter.
    let magnitude = exponent.bytes().fold(0i32, |value, digit| {
        value.saturating_mul(10).saturating_add(i32::from(digit - b'0'))
    });
    let exponent = if negative { -magnitude } else { magnitude };
    Some(Literal { is_hexadecimal, integer, fraction, exponent })
}

/// Returns whether the text is a number.
pub(crate) fn is_number(text: &[u8]) -> bool {
    take_apart(text).is_some()
}

/// The bits of the nearest double to a number; 0 if it is malformed.
pub(crate) fn double_bits(text: &[u8]) -> u64 {
    let Some(literal) = take_apart(text) else { return 0 };
    let Literal { is_hexadecimal, integer, fraction, exponent } = literal;
    if !is_hexadecimal {
        let decimal = format!("{integer}.{fraction}e{exponent}");
        // An empty integer part is written as 0.
        let decimal = if integer.is_empty() { format!("0{decimal}") } else { decimal };
        let decimal = decimal.replace(".e", "e");
        return decimal.parse::<f64>().unwrap_or(0.0).to_bits();
    }
    // Sixty bits of the significand decide; more only break ties.
    let (mut significand, mut scale) = (0u64, i64::from(exponent));
    for (digit, is_fraction) in
        integer.chars().map(|c| (c, false)).chain(fraction.chars().map(|c| (c, true)))
    {
        let digit = u64::from(digit.to_digit(16).unwrap_or(0));
        if significand >> 60 == 0 {
            significand = significand << 4 | digit;
            scale -= if is_fraction { 4 } else { 0 };
        } else {
            significand |= u64::from(digit != 0);
            scale += if is_fraction { 0 } else { 4 };
        }
    }
    let mut value = significand as f64;
    // In steps, so that neither the power nor a result in range overflows on the way.
    while scale != 0 && value != 0.0 && value.is_finite() {
        let step = scale.clamp(-1000, 1000);
        value *= 2f64.powi(step as i32);
        scale -= step;
    }
    value.to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles() {
        let double = |text: &str| f64::from_bits(double_bits(text.as_bytes()));
        assert_eq!(double("1.5e3"), 1500.0);
        assert_eq!(double(".5"), 0.5);
        assert_eq!(double("2."), 2.0);
        assert_eq!(double("1e"), 1.0);
        assert_eq!(double("0x1.8p1"), 3.0);
        assert_eq!(double("0x1p-1074"), 5e-324);
        assert_eq!(double("0x123456789abcdef012p0"), 335812727670730321938.0);
        assert_eq!(double("1e999999999999"), f64::INFINITY);
    }

    #[test]
    fn numbers_and_others() {
        for text in ["1", "017", "1.", ".1", "1e", "1.5e+", "0x1p4", "0x.8p-1"] {
            assert!(is_number(text.as_bytes()), "{text}");
        }
        for text in ["", ".", "0x1", "12h", "1b", "'a'", "1e5.5"] {
            assert!(!is_number(text.as_bytes()), "{text}");
        }
    }
}

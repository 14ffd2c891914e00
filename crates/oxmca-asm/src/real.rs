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

/// Returns the bits of the nearest double to a number; 0 if it is malformed.
pub(crate) fn double_bits(text: &[u8]) -> u64 {
    match take_apart(text) {
        Some(literal) if literal.is_hexadecimal => of_hexadecimal(&literal, u64::MAX).to_bits(),
        Some(literal) => of_decimal(&literal).to_bits(),
        None => 0,
    }
}

/// Returns the nearest double to a number in decimal digits.
fn of_decimal(literal: &Literal<'_>) -> f64 {
    let Literal { integer, fraction, exponent, .. } = literal;
    let decimal = format!("{integer}.{fraction}e{exponent}");
    // An empty integer part is written as 0.
    let decimal = if integer.is_empty() { format!("0{decimal}") } else { decimal };
    let decimal = decimal.replace(".e", "e");
    decimal.parse::<f64>().unwrap_or(0.0)
}

/// Returns the nearest double to a number in hexadecimal digits, of whose significand as many of the highest bits
/// are used as `mask` has ahead of its zeros.
fn of_hexadecimal(literal: &Literal<'_>, mask: u64) -> f64 {
    let Literal { integer, fraction, exponent, .. } = *literal;
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
    let mut value = (significand & mask >> significand.leading_zeros().min(63)) as f64;
    // In steps, so that neither the power nor a result in range overflows on the way.
    while scale != 0 && value != 0.0 && value.is_finite() {
        let step = scale.clamp(-1000, 1000);
        value *= 2f64.powi(step as i32);
        scale -= step;
    }
    value
}

/// Returns the bits of the greatest double that is no greater than a number; 0 if it is malformed.
pub(crate) fn double_bits_towards_zero(text: &[u8]) -> u64 {
    /// The bits of a number that a double has.
    const MANTISSA: u64 = u64::MAX << 11;
    let Some(literal) = take_apart(text) else { return 0 };
    let nearest = match literal.is_hexadecimal {
        true => of_hexadecimal(&literal, MANTISSA),
        false => of_decimal(&literal),
    };
    let is_greater = !literal.is_hexadecimal && Decimal::of_double(nearest) > Decimal::of(&literal);
    nearest.to_bits() - u64::from(nearest.is_infinite() || is_greater && nearest != 0.0)
}

/// Returns whether a number is a double as it is.
pub(crate) fn is_exact(text: &[u8]) -> bool {
    take_apart(text).is_some_and(|literal| match literal.is_hexadecimal {
        true => double_bits(text) == double_bits_towards_zero(text),
        false => Decimal::of_double(of_decimal(&literal)) == Decimal::of(&literal),
    })
}

/// The digits of a number after its decimal point, of which the first is not 0, and the power of ten that it is
/// multiplied by.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Decimal {
    is_positive: bool,
    exponent: i64,
    digits: String,
}

impl Decimal {
    fn new(integer: &str, fraction: &str, exponent: i64) -> Self {
        let all = [integer, fraction].concat();
        let digits = all.trim_start_matches('0');
        let zeros = (all.len() - digits.len()) as i64;
        let is_positive = !digits.is_empty();
        let exponent = if is_positive { exponent + integer.len() as i64 - zeros } else { 0 };
        Self { is_positive, exponent, digits: digits.trim_end_matches('0').to_owned() }
    }

    fn of(literal: &Literal<'_>) -> Self {
        Self::new(literal.integer, literal.fraction, literal.exponent.into())
    }

    fn of_double(value: f64) -> Self {
        // No double has more digits after the point.
        let text = format!("{value:.1074}");
        let (integer, fraction) = text.split_once('.').unwrap_or((&text, ""));
        Self::new(integer, fraction, 0)
    }
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
    fn doubles_are_rounded_towards_zero() {
        let double = |text: &str| f64::from_bits(double_bits_towards_zero(text.as_bytes()));
        assert_eq!(double("0.5"), 0.5);
        assert_eq!(double("0.4999999999999999999999999"), 0.5_f64.next_down());
        assert_eq!(double("0.50000000000000010"), 0.5);
        assert_eq!(double("0.000000005e8"), 0.5);
        assert_eq!(double("0.1"), 0.1_f64.next_down());
        assert_eq!(double("1e400"), f64::MAX);
        assert_eq!(double("1e-400"), 0.0);
        assert_eq!(double("0e9"), 0.0);
        assert_eq!(double("0x0.fffffffffffffffp0"), 1_f64.next_down());
        assert_eq!(double("0x1.fffffffffffffffp0"), 2_f64.next_down());
        assert_eq!(double("0x1p4000"), f64::MAX);
        assert_eq!(double("0x8p-4"), 0.5);
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

//! Doubles as C prints them with `%.17g`.

use std::fmt::Write;

use crate::report::decimal::{push_integer, push_padded};

/// Significant digits.
const DIGITS: i32 = 17;
/// The least number with that many digits.
const LEAST: u64 = 10u64.pow(DIGITS as u32 - 1);

const POWERS_OF_FIVE: [u64; 28] = powers(5);
const POWERS_OF_TEN: [u64; 20] = powers(10);

/// Returns the first powers of a number, from 1 on.
const fn powers<const COUNT: usize>(of: u64) -> [u64; COUNT] {
    let mut powers = [1; COUNT];
    let mut exponent = 1;
    while exponent < COUNT {
        powers[exponent] = of * powers[exponent - 1];
        exponent += 1;
    }
    powers
}

/// Texts of doubles written before: copying one takes less time than working it out.
#[derive(Clone, Debug, Default)]
pub(super) struct Doubles {
    /// By hash of their bits; empty until there is one. A slot without text is free.
    known: Vec<(u64, String)>,
}

impl Doubles {
    /// The logarithm of how many are remembered; newer ones take the places of older ones.
    const SLOT_BITS: u32 = 9;

    /// Appends a double as C prints it with `%.17g`.
    pub(super) fn push(&mut self, value: f64, out: &mut String) {
        if self.known.is_empty() {
            self.known.resize(1 << Self::SLOT_BITS, (0, String::new()));
        }
        let bits = value.to_bits();
        // Round numbers differ in their high bits only.
        let slot = (bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - Self::SLOT_BITS)) as usize;
        let (known, text) = &mut self.known[slot];
        if *known != bits || text.is_empty() {
            *known = bits;
            text.clear();
            push_double(value, text);
        }
        out.push_str(text);
    }
}

/// Appends a double as C prints it with `%.17g`.
fn push_double(value: f64, out: &mut String) {
    if value == value.trunc() && (0.0..1e15).contains(&value) && value.is_sign_positive() {
        push_integer(value as u64, out);
        return;
    }
    match digits(value) {
        Some((digits, exponent)) => push_digits(digits, exponent, out),
        None => push_any(value, out),
    }
}

/// Returns the digits of a number, and the exponent of the first; `None` if the number is so small
/// or so large that they have to be found in another way.
fn digits(value: f64) -> Option<(u64, i32)> {
    if !(1e-5..1e17).contains(&value) {
        return None;
    }
    let bits = value.to_bits();
    let mantissa = bits & ((1 << 52) - 1) | 1 << 52;
    let binary_exponent = (bits >> 52) as i32 - 1075;
    // 77/256 is just below the logarithm of 2: this is too low or right.
    let mut exponent = ((binary_exponent + 52) * 77).div_euclid(256);
    loop {
        // Times this power of ten, the number has all digits before its point. The power of five
        // in it makes for at most 102 bits.
        let scale = DIGITS - 1 - exponent;
        let power = *POWERS_OF_FIVE.get(usize::try_from(scale).ok()?)?;
        let scaled = u128::from(mantissa) * u128::from(power);
        let digits = rounded(scaled, -(binary_exponent + scale))?;
        if digits < 10 * LEAST {
            return (digits >= LEAST).then_some((digits, exponent));
        }
        // One digit too many, perhaps only by rounding up.
        exponent += 1;
    }
}

/// Returns a number divided by a power of two, rounded to the nearest whole number, ties to even.
/// Negative powers multiply.
fn rounded(value: u128, shift: i32) -> Option<u64> {
    if shift <= 0 {
        return u64::try_from(value.checked_shl(shift.unsigned_abs())?).ok();
    }
    let whole = u64::try_from(value.checked_shr(shift.unsigned_abs())?).ok()?;
    let rest = value & ((1 << shift) - 1);
    let half = 1 << (shift - 1);
    Some(whole + u64::from(rest > half || rest == half && whole % 2 == 1))
}

fn push_digits(mut digits: u64, exponent: i32, out: &mut String) {
    // The last zeros go, as far as they are behind the point.
    let mut count = DIGITS;
    while count > exponent.max(0) + 1 && digits.is_multiple_of(10) {
        digits /= 10;
        count -= 1;
    }
    let is_small = exponent < -4;
    let decimals = if is_small { count - 1 } else { count - 1 - exponent } as u32;
    // There may be more decimals than numbers of 64 bits have digits; then no digit is before them.
    let unit = POWERS_OF_TEN.get(decimals as usize).copied().unwrap_or(u64::MAX);
    push_integer(digits / unit, out);
    if decimals > 0 {
        out.push('.');
        push_padded(digits % unit, decimals, out);
    }
    if is_small {
        out.push_str("e-");
        push_padded(exponent.unsigned_abs().into(), 2, out);
    }
}

/// Appends any double.
fn push_any(value: f64, out: &mut String) {
    if !value.is_finite() {
        let sign = if value.is_sign_negative() { "-" } else { "" };
        out.push_str(sign);
        out.push_str(if value.is_nan() { "nan" } else { "inf" });
        return;
    }
    let text = format!("{value:.*e}", DIGITS as usize - 1);
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let without_zeros = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if (-4..DIGITS).contains(&exponent) {
        let decimals = (DIGITS - 1 - exponent) as usize;
        out.push_str(&without_zeros(&format!("{value:.decimals$}")));
    } else {
        let sign = if exponent < 0 { '-' } else { '+' };
        let _ = write!(out, "{}e{sign}{:02}", without_zeros(digits), exponent.unsigned_abs());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: f64) -> String {
        let mut out = String::new();
        push_double(value, &mut out);
        out
    }

    #[test]
    fn doubles_have_seventeen_significant_digits() {
        assert_eq!(text(0.4), "0.40000000000000002");
        assert_eq!(text(19.0), "19");
        assert_eq!(text(0.0), "0");
        assert_eq!(text(-0.0), "-0");
        assert_eq!(text(-19.0), "-19");
        assert_eq!(text(2.5), "2.5");
        assert_eq!(text(1.0 / 3.0 * 1e-4), "3.3333333333333335e-05");
        assert_eq!(text(2e-5), "2.0000000000000002e-05");
        assert_eq!(text(1e-4), "0.0001");
        assert_eq!(text(1e17), "1e+17");
        assert_eq!(text(123_456_789_012_345_680.0), "1.2345678901234568e+17");
        assert_eq!(text(12_345_678_901_234_568.0), "12345678901234568");
        assert_eq!(text(1e100), "1e+100");
        assert_eq!(text(f64::INFINITY), "inf");
    }

    #[test]
    fn ties_go_to_even() {
        // 0.500003814697265625 exactly: eighteen digits, the last a five.
        assert_eq!(text(131_073.0 / 262_144.0), "0.50000381469726562");
    }

    #[test]
    fn digits_are_those_that_formatting_finds() {
        let any = |value| {
            let mut out = String::new();
            push_any(value, &mut out);
            out
        };
        let ratio = |a| (1..200).map(move |b| f64::from(a) / f64::from(b));
        let mut values: Vec<f64> = (1..200).flat_map(ratio).collect();
        for power in -8..20 {
            let ten = 10f64.powi(power);
            values.extend([ten, ten.next_down(), ten.next_up(), 9.5 * ten, 0.999_999_99 * ten]);
        }
        for power in -20..62 {
            let two = 2f64.powi(power);
            values.extend([two, two.next_down(), two.next_up(), two * 1.000_001]);
        }
        let mut random = 1u64;
        for _ in 0..20_000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let exponent = 1000 + (random >> 32) % 100;
            values.push(f64::from_bits(exponent << 52 | random >> 12));
            values.push((random >> 40) as f64 / 100.0);
            values.push((random >> 44) as f64 / 1024.0);
        }
        for value in values {
            assert_eq!(text(value), any(value), "{value:e}");
            assert_eq!(text(-value), any(-value), "-{value:e}");
        }
    }
}

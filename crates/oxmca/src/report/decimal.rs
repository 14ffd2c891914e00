//! Numbers as decimal digits, without the general machinery of formatting where that is not needed.

use std::fmt::Write;

/// The numbers from 0 to 99 with two digits each.
const PAIRS: &str = "00010203040506070809101112131415161718192021222324\
                     25262728293031323334353637383940414243444546474849\
                     50515253545556575859606162636465666768697071727374\
                     75767778798081828384858687888990919293949596979899";

/// Columns of a cell.
pub(super) const CELL: usize = 7;

/// The hundredths from 0.00 to 9.99, each at the beginning of a cell.
const HUNDREDTHS: &str = {
    const DIGITS: [[u8; CELL]; 1000] = {
        let mut digits = [*b"0.00   "; 1000];
        let mut value = 0;
        while value < 1000 {
            digits[value][0] += (value / 100) as u8;
            digits[value][2] += (value / 10 % 10) as u8;
            digits[value][3] += (value % 10) as u8;
            value += 1;
        }
        digits
    };
    text(DIGITS.as_flattened())
};

/// Returns digits as text, while compiling.
const fn text(digits: &[u8]) -> &str {
    match std::str::from_utf8(digits) {
        Ok(digits) => digits,
        Err(_) => panic!(),
    }
}

/// The numbers from 0 to 99 after a space, each at the beginning of a cell.
const INTEGERS: &str = {
    const DIGITS: [[u8; CELL]; 100] = {
        let mut digits = [*b" 0     "; 100];
        let mut value = 0;
        while value < 100 {
            digits[value][1] = b'0' + (value / 10) as u8;
            digits[value][if value < 10 { 1 } else { 2 }] = b'0' + (value % 10) as u8;
            value += 1;
        }
        digits
    };
    text(DIGITS.as_flattened())
};

/// Appends a number.
pub(super) fn push_integer(value: u64, out: &mut String) {
    match value {
        0..10 => push_digit(value, out),
        10..100 => push_pair(value, out),
        _ => {
            push_integer(value / 100, out);
            push_pair(value % 100, out);
        }
    }
}

/// Appends a number with `digits` digits, at most 20, zeros first if it has fewer.
pub(super) fn push_padded(mut value: u64, digits: u32, out: &mut String) {
    let mut text = [b'0'; 20];
    for pair in text.rchunks_exact_mut(2) {
        let at = 2 * (value % 100) as usize;
        pair.copy_from_slice(&PAIRS.as_bytes()[at..at + 2]);
        value /= 100;
    }
    let start = text.len().saturating_sub(digits as usize);
    out.push_str(std::str::from_utf8(&text[start..]).unwrap_or_default());
}

fn push_digit(digit: u64, out: &mut String) {
    out.push(char::from(b'0' + digit as u8));
}

fn push_pair(value: u64, out: &mut String) {
    let at = 2 * value as usize;
    out.push_str(&PAIRS[at..at + 2]);
}

/// Appends a number rounded half up to hundredths, with two decimals: as `{:.2}` shows what
/// [`round_to`] makes of it.
pub(super) fn push_hundredths(value: f64, out: &mut String) {
    match whole(value * 100.0 + 0.5) {
        Some(hundredths @ 0..1000) => {
            let at = CELL * hundredths as usize;
            out.push_str(&HUNDREDTHS[at..at + 4]);
        }
        Some(hundredths) => {
            push_integer(hundredths / 100, out);
            out.push('.');
            push_pair(hundredths % 100, out);
        }
        None => {
            let _ = write!(out, "{:.2}", round_to(value, 100.0));
        }
    }
}

/// Returns a cell with a number rounded half up to hundredths, if it is not negative and less than
/// ten.
pub(super) fn hundredths_cell(value: f64) -> Option<&'static str> {
    let hundredths = whole(value * 100.0 + 0.5)?;
    let at = CELL * usize::try_from(hundredths).ok()?;
    HUNDREDTHS.get(at..at + CELL)
}

/// Returns a cell with a space and a number, if it is less than a hundred.
pub(super) fn integer_cell(value: u32) -> Option<&'static str> {
    let at = CELL * value as usize;
    INTEGERS.get(at..at + CELL)
}

/// Appends a number rounded half up to tenths, with one decimal.
pub(super) fn push_tenths(value: f64, out: &mut String) {
    push_rounded_tenths(value * 10.0, out);
}

/// Appends the given number of tenths, rounded half up to a whole number of them, with one decimal.
pub(super) fn push_rounded_tenths(tenths: f64, out: &mut String) {
    match whole(tenths + 0.5) {
        Some(tenths) => {
            push_integer(tenths / 10, out);
            out.push('.');
            push_digit(tenths % 10, out);
        }
        None => {
            let _ = write!(out, "{:.1}", round_to(tenths, 1.0) / 10.0);
        }
    }
}

/// Returns the whole part of a number that is not negative and so small that a double next to it is
/// far less than a tenth or hundredth away.
fn whole(value: f64) -> Option<u64> {
    (0.0..1e12).contains(&value).then_some(value as u64)
}

/// Rounds half up to a fraction of one over `scale`, as llvm-mca does before it prints.
pub(super) fn round_to(value: f64, scale: f64) -> f64 {
    (value * scale + 0.5).floor() / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(push: impl Fn(&mut String)) -> String {
        let mut out = String::new();
        push(&mut out);
        out
    }

    #[test]
    fn integers_have_all_their_digits() {
        for value in (0..20_000).chain([99_999, 100_000, 10_203_040_506, u64::MAX]) {
            assert_eq!(text(|out| push_integer(value, out)), value.to_string());
        }
        for value in 0..100 {
            assert_eq!(integer_cell(value), Some(&*format!(" {value:<6}")));
        }
        assert_eq!(integer_cell(100), None);
        assert_eq!(text(|out| push_padded(7, 1, out)), "7");
        assert_eq!(text(|out| push_padded(1203, 6, out)), "001203");
        assert_eq!(text(|out| push_padded(1203, 5, out)), "01203");
        assert_eq!(text(|out| push_padded(1203, 3, out)), "203");
        assert_eq!(text(|out| push_padded(u64::MAX, 20, out)), u64::MAX.to_string());
    }

    #[test]
    fn fractions_are_what_formatting_shows_of_the_rounded_number() {
        let mut values: Vec<f64> = (0..4000).map(|at| f64::from(at) / 400.0).collect();
        values.extend((1..300).flat_map(|a| (1..40).map(move |b| f64::from(a) / f64::from(b))));
        values.extend([0.005, 0.015, 0.995, 1e9 / 7.0, 9.999_999_99e9, 1e10, 1e13, 1e300]);
        values.extend([-0.0, -0.001, -3.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY]);
        for value in values {
            let expected = format!("{:.2}", round_to(value, 100.0));
            assert_eq!(text(|out| push_hundredths(value, out)), expected, "{value:e}");
            if let Some(cell) = hundredths_cell(value) {
                assert_eq!((cell.trim_ascii_end(), cell.len()), (expected.as_str(), CELL));
            }
            let expected = format!("{:.1}", round_to(value, 10.0));
            assert_eq!(text(|out| push_tenths(value, out)), expected, "{value:e}");
            let expected = format!("{:.1}", round_to(value, 1.0) / 10.0);
            assert_eq!(text(|out| push_rounded_tenths(value, out)), expected, "{value:e}");
        }
    }
}

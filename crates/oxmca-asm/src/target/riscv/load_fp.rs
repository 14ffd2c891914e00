//! The constants that `fli` loads, by their codes of five bits.

/// The values of codes 2 to 29. Code 0 is -1, 1 the smallest normal number of the format, 30 infinity
/// and 31 not a number.
const VALUES: [f64; 28] = [
    0.0000152587890625,
    0.000030517578125,
    0.00390625,
    0.0078125,
    0.0625,
    0.125,
    0.25,
    0.3125,
    0.375,
    0.4375,
    0.5,
    0.625,
    0.75,
    0.875,
    1.0,
    1.25,
    1.5,
    1.75,
    2.0,
    2.5,
    3.0,
    4.0,
    8.0,
    16.0,
    128.0,
    256.0,
    32768.0,
    65536.0,
];

/// The code of the smallest normal number.
pub const SMALLEST_NORMAL: i64 = 1;
/// The code of infinity.
pub const INFINITY: i64 = 30;
/// The code of NaN.
pub const NOT_A_NUMBER: i64 = 31;

/// Returns the code of the double with these bits.
pub fn code_of(bits: u64) -> Option<i64> {
    let value = f64::from_bits(bits);
    if value == -1.0 {
        return Some(0);
    }
    if value == f64::MIN_POSITIVE {
        return Some(SMALLEST_NORMAL);
    }
    if value == f64::INFINITY {
        return Some(INFINITY);
    }
    VALUES.iter().position(|known| *known == value).map(|index| index as i64 + 2)
}

/// Returns the text of a code.
pub fn text_of(code: i64) -> String {
    match code {
        0 => "-1.0".to_owned(),
        SMALLEST_NORMAL => "min".to_owned(),
        INFINITY => "inf".to_owned(),
        NOT_A_NUMBER => "nan".to_owned(),
        code => {
            let index = usize::try_from(code - 2).ok();
            let value = index.and_then(|index| VALUES.get(index)).copied().unwrap_or(f64::NAN);
            match value {
                // Shorter with an exponent, as `%.12g` chooses.
                _ if value < 1e-4 => format!("{value:e}").replace("e-", "e-0"),
                _ if value.fract() == 0.0 => format!("{value:.1}"),
                _ => format!("{value}"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_values_belong_together() {
        for (index, value) in VALUES.iter().enumerate() {
            assert_eq!(code_of(value.to_bits()), Some(index as i64 + 2));
            assert_eq!(text_of(index as i64 + 2).parse(), Ok(*value));
        }
        assert_eq!(code_of((-1.0_f64).to_bits()), Some(0));
        assert_eq!(code_of(0.1_f64.to_bits()), None);
        assert_eq!(code_of((-2.0_f64).to_bits()), None);
        let texts = [2, 3, 4, 9, 16, 29].map(text_of);
        assert_eq!(
            texts,
            ["1.52587890625e-05", "3.0517578125e-05", "0.00390625", "0.3125", "1.0", "65536.0"]
        );
    }
}

//! Floating-point immediates of 8 bits: a sign, 3 bits of exponent and 4 bits of fraction.

/// Real numbers that instructions take as they are, in the order of their numbers in LLVM's `ExactFPImmsList`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExactReal {
    Zero,
    Half,
    One,
    Two,
}

impl ExactReal {
    /// Returns the number of a name in operand classes and print methods (`half`).
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "zero" => Self::Zero,
            "half" => Self::Half,
            "one" => Self::One,
            "two" => Self::Two,
            _ => return None,
        })
    }

    /// Returns the number.
    pub fn value(self) -> f64 {
        match self {
            Self::Zero => 0.0,
            Self::Half => 0.5,
            Self::One => 1.0,
            Self::Two => 2.0,
        }
    }

    /// Returns the number as it is shown.
    pub fn text(self) -> &'static str {
        match self {
            Self::Zero => "0.0",
            Self::Half => "0.5",
            Self::One => "1.0",
            Self::Two => "2.0",
        }
    }
}

/// Bits of a double's fraction, the sign aside.
const FRACTION_BITS: u32 = 52;

/// Returns the code of a number, given as the bits of a double; `None` if it has none.
pub fn code_of_bits(double_bits: u64) -> Option<u8> {
    let sign = double_bits >> 63;
    let exponent = (double_bits >> FRACTION_BITS & 0x7ff) as i64 - 1023;
    let fraction = double_bits & ((1 << FRACTION_BITS) - 1);
    let is_short = fraction.trailing_zeros() >= FRACTION_BITS - 4;
    if !is_short || !(-3..=4).contains(&exponent) {
        return None;
    }
    let exponent = (exponent + 3) as u64 ^ 4;
    Some((sign << 7 | exponent << 4 | fraction >> (FRACTION_BITS - 4)) as u8)
}

/// Returns the number of a code.
pub fn value_of(code: u8) -> f32 {
    let (sign, exponent, fraction) = (code >> 7, (code >> 4 & 7) ^ 4, code & 0xf);
    let exponent = i32::from(exponent) - 3 + 127;
    f32::from_bits(u32::from(sign) << 31 | (exponent as u32) << 23 | u32::from(fraction) << 19)
}

/// Returns the 8 bits that say which bytes of `mask` are all ones; `None` if another is not all
/// zeros.
pub fn code_of_byte_mask(mask: u64) -> Option<u8> {
    mask.to_le_bytes().iter().enumerate().try_fold(0, |code, (number, byte)| match byte {
        0 => Some(code),
        0xff => Some(code | 1 << number),
        _ => None,
    })
}

/// Returns the mask whose bytes are all ones where bits of `code` are set.
pub fn byte_mask(code: u8) -> u64 {
    let bytes = std::array::from_fn(|number| if code >> number & 1 != 0 { 0xff } else { 0 });
    u64::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_is_that_of_its_number() {
        for code in 0..=u8::MAX {
            assert_eq!(code_of_bits(f64::from(value_of(code)).to_bits()), Some(code));
            assert_eq!(code_of_byte_mask(byte_mask(code)), Some(code));
        }
        for (number, code) in
            [(2.0, 0x00), (1.0, 0x70), (-1.0, 0xf0), (0.125, 0x40), (31.0, 0x3f), (1.9375, 0x7f)]
        {
            assert_eq!(code_of_bits(f64::to_bits(number)), Some(code), "{number}");
        }
    }

    #[test]
    fn other_numbers_have_no_code() {
        for number in [0.0, -0.0, 32.0, 0.0625, 1.03125, f64::INFINITY, f64::NAN] {
            assert_eq!(code_of_bits(number.to_bits()), None, "{number}");
        }
        assert_eq!(code_of_byte_mask(0xff00_0000_0000_00fe), None);
        assert_eq!(byte_mask(0x81), 0xff00_0000_0000_00ff);
    }

    #[test]
    fn exact_numbers_are_the_tables() {
        let names = ["zero", "half", "one", "two"];
        let texts = names.map(|name| ExactReal::named(name).map(ExactReal::text));
        assert_eq!(texts, ["0.0", "0.5", "1.0", "2.0"].map(Some));
    }
}

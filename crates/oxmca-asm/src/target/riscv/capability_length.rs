//! Lengths of the bounds of capabilities, of which nine bits encode some: all up to 255, then multiples of 8 up to 504,
//! then multiples of 16 up to 4096.

/// Set if the other bits stand for a multiple of 8 or 16.
const IS_MULTIPLE: u64 = 1 << 8;
/// Lengths from here on are multiples of 16.
const FIRST_MULTIPLE_OF_16: u64 = 512;
/// The longest, whose code is 0.
const LONGEST: u64 = 4096;

/// Returns the code of a length; `None` if it has none.
pub fn code_of(length: i64) -> Option<u64> {
    let length = u64::try_from(length).ok()?;
    match length {
        1..256 => Some(length),
        256..FIRST_MULTIPLE_OF_16 if length.is_multiple_of(8) => {
            let eighths = (length - 256) / 8;
            Some(IS_MULTIPLE | (eighths & 1) << 4 | eighths >> 1)
        }
        FIRST_MULTIPLE_OF_16..LONGEST if length.is_multiple_of(16) => {
            Some(IS_MULTIPLE | (length / 16))
        }
        LONGEST => Some(0),
        _ => None,
    }
}

/// Returns the length of a code of nine bits.
pub fn of_code(code: u64) -> u64 {
    let low = code & 0xff;
    match code {
        0 => LONGEST,
        _ if code & IS_MULTIPLE == 0 => low,
        _ if low < 32 => 256 + ((low & 0xf) << 4) + (low >> 4 << 3),
        _ => low << 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_that_of_its_length() {
        for code in 0..512 {
            assert_eq!(code_of(of_code(code) as i64), Some(code), "{code}");
        }
        for length in [-1, 0, 257, 504 + 4, 520, 4095, 4112] {
            assert_eq!(code_of(length), None, "{length}");
        }
    }
}

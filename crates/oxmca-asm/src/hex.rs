//! Machine code as hexadecimal digits, in the forms in which people copy it.
//!
//! Bytes are in the order of memory, separated or not: `48 01 f8` of a disassembler, `4801f8` of a data set,
//! `0x48, 0x01, 0xf8` of an array in C, `\x48\x01\xf8` of a string. Blanks, commas, quotes and brackets separate; `#` and
//! `//` begin a comment that ends with the line.

use std::fmt;

/// A mistake in a text of hexadecimal digits: who wrote it is at fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HexError {
    /// The mistake.
    pub kind: HexErrorKind,
    /// Its line, from 1.
    pub line: u32,
    /// Its column in bytes, from 1.
    pub column: u32,
}

/// Mistakes in a text of hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HexErrorKind {
    /// A byte that is no digit and separates nothing.
    NoDigit(u8),
    /// A run of digits ends in the middle of a byte.
    OddDigits,
    /// A run of digits after `0x` or `\x` is longer than a byte, so that the order of its bytes is in doubt.
    LongNumber,
    /// There are no digits at all.
    Empty,
}

impl fmt::Display for HexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            HexErrorKind::NoDigit(byte) => {
                write!(f, "'{}' is no hexadecimal digit", byte.escape_ascii())
            }
            HexErrorKind::OddDigits => f.write_str("the number of digits is odd: a byte has two"),
            HexErrorKind::LongNumber => f.write_str(
                "the number has more than one byte: write its bytes in the order of memory",
            ),
            HexErrorKind::Empty => f.write_str("there are no hexadecimal digits"),
        }
    }
}

impl std::error::Error for HexError {}

/// Returns the bytes that a text stands for.
///
/// # Errors
/// [`HexError`], the first mistake.
pub fn bytes(text: &[u8]) -> Result<Vec<u8>, HexError> {
    let mut bytes = Vec::with_capacity(text.len() / 2);
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let rest = &text[at..];
        if is_separator(byte) {
            at += 1;
        } else if byte == b'#' || rest.starts_with(b"//") {
            at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        } else {
            at += run(rest, &mut bytes)
                .map_err(|(kind, distance)| error(kind, text, at + distance))?;
        }
    }
    match bytes.is_empty() {
        true => Err(error(HexErrorKind::Empty, text, 0)),
        false => Ok(bytes),
    }
}

fn is_separator(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || matches!(byte, b',' | b';' | b'"' | b'\'' | b'{' | b'}' | b'[' | b']' | b'(' | b')')
}

/// Appends the bytes of the digits at the start of a text, and returns their length with their prefix.
///
/// # Errors
/// The mistake, and its distance from the start.
fn run(text: &[u8], bytes: &mut Vec<u8>) -> Result<usize, (HexErrorKind, usize)> {
    let has_prefix = matches!(text, [b'0' | b'\\', b'x' | b'X', ..]);
    let start = if has_prefix { 2 } else { 0 };
    let digits = text[start..].iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let end = start + digits;
    let digits = &text[start..end];
    match (text.get(end), digits.len(), has_prefix) {
        (Some(byte), 0, _) => return Err((HexErrorKind::NoDigit(*byte), end)),
        (None, 0, _) => return Err((HexErrorKind::OddDigits, 0)),
        (_, 3.., true) => return Err((HexErrorKind::LongNumber, 0)),
        // A number such as `0x0` is a byte.
        (_, 1, true) => {}
        (Some(byte), ..) if !is_separator(*byte) && !matches!(byte, b'\\' | b'#' | b'/') => {
            return Err((HexErrorKind::NoDigit(*byte), end));
        }
        (_, len, _) if len % 2 != 0 => return Err((HexErrorKind::OddDigits, 0)),
        _ => {}
    }
    let value = |digit: &u8| match digit {
        b'0'..=b'9' => digit - b'0',
        _ => (digit | 0x20) - b'a' + 10,
    };
    let pairs =
        digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | value(digit)));
    bytes.extend(pairs);
    Ok(end)
}

fn error(kind: HexErrorKind, text: &[u8], at: usize) -> HexError {
    let before = &text[..at];
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |feed| feed + 1);
    let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
    HexError { kind, line: line as u32, column: (at - line_start + 1) as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_forms_stand_for_the_same_bytes() {
        for text in [
            "48 01 f8",
            "4801f8",
            "4801F8\n",
            "\t48 01\r\nf8",
            "0x48, 0x1,\n0XF8",
            r#""\x48\x01\xf8""#,
            "{0x48, 0x01, 0xf8};",
            "[0x48 0x01 0xf8]",
            "48 # add\n01 // more\nf8#",
            "# 90\n4801 f8//",
        ] {
            assert_eq!(bytes(text.as_bytes()), Ok(vec![0x48, 0x01, 0xf8]), "{text}");
        }
    }

    #[test]
    fn mistakes_are_found_at_their_places() {
        use HexErrorKind::*;
        for (text, kind, line, column) in [
            ("", Empty, 1, 1),
            ("# 48\n", Empty, 1, 1),
            ("4801f", OddDigits, 1, 1),
            ("48 0 1", OddDigits, 1, 4),
            ("48\n 01 add", OddDigits, 2, 5),
            ("48\n 01 dec", OddDigits, 2, 5),
            ("48\n 01 ret", NoDigit(b'r'), 2, 5),
            ("48 xx", NoDigit(b'x'), 1, 4),
            ("4g", NoDigit(b'g'), 1, 2),
            ("48/01", NoDigit(b'/'), 1, 3),
            ("0x", OddDigits, 1, 1),
            ("0x,", NoDigit(b','), 1, 3),
            ("0x4801", LongNumber, 1, 1),
            (r"\x48\x4801", LongNumber, 1, 5),
            ("48 \u{e9}", NoDigit(0xc3), 1, 4),
        ] {
            assert_eq!(bytes(text.as_bytes()), Err(HexError { kind, line, column }), "{text}");
        }
    }
}

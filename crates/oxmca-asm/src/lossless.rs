//! Bytes as text and back, without loss.
//!
//! Names in assembly are bytes, reports are text. A byte that is not part of a character travels as one
//! of 128 characters of a private use area, and turns into itself again when the text is written out. If
//! the bytes hold such a character already, each of its bytes travels so: every text has one way back.

use std::borrow::Cow;

/// The character that would stand for byte 0; only bytes from 0x80 need one.
const FIRST: u32 = 0x10_f700;
/// UTF-8 of all characters that stand for bytes begins so.
const LEAD: u8 = 0xf4;

/// Returns the bytes as text.
pub fn to_text(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes)
        && !(may_stand_for_bytes(bytes) && text.contains(stands_for_a_byte))
    {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for char in chunk.valid().chars() {
            match stands_for_a_byte(char) {
                true => push_bytes(char.encode_utf8(&mut [0; 4]).as_bytes(), &mut text),
                false => text.push(char),
            }
        }
        push_bytes(chunk.invalid(), &mut text);
    }
    Cow::Owned(text)
}

/// Returns the bytes that [`to_text`] made the text of.
pub fn to_bytes(text: &str) -> Cow<'_, [u8]> {
    if !may_stand_for_bytes(text.as_bytes()) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len());
    for char in text.chars() {
        match stands_for_a_byte(char) {
            true => bytes.push((u32::from(char) - FIRST) as u8),
            false => bytes.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Cow::Owned(bytes)
}

/// Does the same as [`to_bytes`], of text that is no longer needed.
pub fn into_bytes(text: String) -> Vec<u8> {
    match to_bytes(&text) {
        Cow::Borrowed(_) => text.into_bytes(),
        Cow::Owned(bytes) => bytes,
    }
}

/// Returns whether there can be characters that stand for bytes.
///
/// The crate `memchr` first asks the CPU what it can do, which takes tens of microseconds where a
/// virtual machine answers. Whole chunks without a way out become vector instructions of any CPU.
fn may_stand_for_bytes(text: &[u8]) -> bool {
    let is_in = |chunk: &[u8]| chunk.iter().fold(false, |found, byte| found | (*byte == LEAD));
    text.chunks(1024).any(is_in)
}

fn stands_for_a_byte(char: char) -> bool {
    (FIRST + 0x80..=FIRST + 0xff).contains(&u32::from(char))
}

fn push_bytes(bytes: &[u8], text: &mut String) {
    text.extend(bytes.iter().filter_map(|byte| char::from_u32(FIRST + u32::from(*byte))));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_has_one_way_back() {
        let cases: [&[u8]; 7] = [
            b"",
            b"plain",
            "caf\u{e9} \u{10ffff}".as_bytes(),
            b"a\xffb\xc3",
            b"\xed\xa0\x80\xf4\x90\x80\x80",
            "\u{10f780}\u{10f7ff}\u{10f77f}\u{10f800}".as_bytes(),
            b"\xf4\x8f\x9e\x80\xf4",
        ];
        for bytes in cases {
            let text = to_text(bytes);
            assert_eq!(to_bytes(&text), bytes);
            // Also when it travels twice.
            assert_eq!(to_bytes(&to_text(text.as_bytes())), text.as_bytes());
            assert_eq!(into_bytes(text.into_owned()), bytes);
        }
        assert!(matches!(to_text(b"plain"), Cow::Borrowed(_)));
        assert_eq!(to_text(b"a\xff"), "a\u{10f7ff}");
    }
}

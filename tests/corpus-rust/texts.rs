//! Texts: parsing, counting and checksums.

use std::collections::{BTreeMap, HashMap};

#[inline(never)]
pub fn word_counts(text: &str) -> HashMap<&str, usize> {
    let mut counts = HashMap::new();
    for word in text.split_whitespace() {
        *counts.entry(word).or_insert(0) += 1;
    }
    counts
}

#[inline(never)]
pub fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = !0u32;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = if sum & 1 != 0 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 };
        }
    }
    !sum
}

#[inline(never)]
pub fn parse_decimal(text: &str) -> Option<i64> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut value = 0i64;
    for byte in digits.bytes() {
        if !byte.is_ascii_digit() {
            return None;
        }
        value = value.checked_mul(10)?.checked_add(i64::from(byte - b'0'))?;
    }
    Some(if is_negative { -value } else { value })
}

#[inline(never)]
pub fn histogram(text: &str) -> BTreeMap<char, usize> {
    text.chars().filter(|it| it.is_alphabetic()).fold(BTreeMap::new(), |mut counts, it| {
        *counts.entry(it).or_default() += 1;
        counts
    })
}

#[inline(never)]
pub fn longest_common_prefix<'a>(words: &[&'a str]) -> &'a str {
    let Some((first, rest)) = words.split_first() else { return "" };
    let mut len = first.len();
    for word in rest {
        len = len.min(first.bytes().zip(word.bytes()).take_while(|(a, b)| a == b).count());
    }
    first.get(..len).unwrap_or_default()
}

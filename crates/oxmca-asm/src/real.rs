//! Floating-point literals.

/// The bits of the nearest double to a decimal or hexadecimal literal; 0 if it is malformed.
pub(crate) fn double_bits(text: &[u8]) -> u64 {
    let text = std::str::from_utf8(text).unwrap_or("");
    text.parse::<f64>().unwrap_or(0.0).to_bits()
}

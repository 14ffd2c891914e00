//! Fractions as text.

use crate::steady_state::Ratio;

/// Formats a whole number, or a decimal number with the exact fraction.
pub(super) fn fraction(ratio: Ratio) -> String {
    match ratio.denominator() {
        1 => ratio.to_string(),
        _ => format!("{:.3} ({ratio})", ratio.to_f64()),
    }
}

/// Formats a whole number, or a decimal number.
pub(super) fn short_fraction(ratio: Ratio) -> String {
    match ratio.denominator() {
        1 => ratio.to_string(),
        _ => format!("{:.3}", ratio.to_f64()),
    }
}

//! Messages for operands that are not of a class, where they depend on more than the class. The tables have the others.

use super::vtype;

/// The text that stands before a range.
const RANGE: &str = "immediate must be an integer in the range";

/// Returns the message of a diagnostic; `None` if the tables have it, or there is none of that name.
pub fn message(name: &str, is_64_bit: bool) -> Option<String> {
    let most = if is_64_bit { 63 } else { 31 };
    let any_32_bits = |text| ranged(text, i32::MIN.into(), u32::MAX.into());
    Some(match name {
        "InvalidVTypeI" => vtype::EXPECTED.to_owned(),
        "InvalidUImmLog2XLen" => range(0, most),
        "InvalidUImmLog2XLenNonZero" => range(1, most),
        "InvalidUImm7EqXLen" => {
            format!("immediate must be an integer equal to XLEN ({})", most + 1)
        }
        "InvalidImmXLenLI" if is_64_bit => "operand must be a constant 64-bit integer".to_owned(),
        "InvalidImmXLenLI" => any_32_bits(RANGE),
        "InvalidImmXLenLI_Restricted" if is_64_bit => {
            "operand either must be a constant 64-bit integer or a bare symbol name".to_owned()
        }
        "InvalidImmXLenLI_Restricted" => any_32_bits(
            "operand either must be a bare symbol name or an immediate integer in the range",
        ),
        _ => return None,
    })
}

/// Returns a message that ends with a range.
pub fn ranged(text: &str, least: i64, most: i64) -> String {
    format!("{text} [{least}, {most}]")
}

/// Returns a message about a constant, with the default text.
pub fn range(least: i64, most: i64) -> String {
    ranged(RANGE, least, most)
}

//! Methods that give values of operands in machine code, as the tables name them.

use crate::target::known_names::Known;

/// An encoder method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncoderMethod {
    /// A constant, or an expression that the linker evaluates.
    Value,
    /// A length, of which one less is encoded.
    Length,
    /// A place relative to the instruction, which the linker fills in unless it is a distance.
    Relative,
}

/// The names that [`EncoderMethod::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| EncoderMethod::named(it.text).is_some(), file: file!() };

impl EncoderMethod {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        if name.starts_with("getImmOpValue<") {
            return Some(Self::Value);
        }
        if name.starts_with("getLenEncoding<") {
            return Some(Self::Length);
        }
        let rest = name.strip_prefix("getPC")?.strip_suffix("Encoding")?;
        let width = rest.trim_end_matches("TLS").trim_end_matches("BPP").strip_suffix("DBL")?;
        matches!(width, "12" | "16" | "24" | "32").then_some(Self::Relative)
    }
}

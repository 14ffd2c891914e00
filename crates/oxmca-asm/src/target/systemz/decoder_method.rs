//! Methods that decode operands, as the tables name them.

use super::registers::Kind;
use crate::target::known_names::Known;

/// A decoder method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecoderMethod {
    Register(Kind),
    /// A register of an address, where 0 is none.
    AddressRegister(Kind),
    /// A number of at most so many bits, of which the code may have more.
    Unsigned(u32),
    /// A number of so many bits, of which the highest is its sign.
    Signed(u32),
    /// A length, one more than its code.
    Length,
    /// A distance of so many bits, which counts 2 bytes.
    Relative(u32),
}

/// The names that [`DecoderMethod::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| DecoderMethod::named(it.text).is_some(), file: file!() };

impl DecoderMethod {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        if let Some(class) =
            name.strip_prefix("Decode").and_then(|it| it.strip_suffix("BitRegisterClass"))
        {
            let kind = Kind::named(class)?;
            return Some(match class.starts_with("ADDR") {
                true => Self::AddressRegister(kind),
                false => Self::Register(kind),
            });
        }
        let name = name.strip_prefix("decode")?;
        if name.starts_with("LenOperand<") {
            return Some(Self::Length);
        }
        let name = name.strip_suffix("Operand")?;
        if let Some(rest) = name.strip_prefix("PC") {
            let rest = rest.strip_suffix("Branch").unwrap_or(rest);
            return Some(Self::Relative(width(rest.strip_suffix("DBL")?)?));
        }
        let name = name.strip_suffix("Imm")?;
        match name.strip_prefix('S') {
            Some(bits) => Some(Self::Signed(width(bits)?)),
            None => name.strip_prefix('U').and_then(width).map(Self::Unsigned),
        }
    }
}

/// Returns a number of bits.
fn width(text: &str) -> Option<u32> {
    text.parse().ok().filter(|bits| (1..=48).contains(bits))
}

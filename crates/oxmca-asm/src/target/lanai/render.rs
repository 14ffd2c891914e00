//! Methods that add machine operands, as the tables name them.

use crate::target::known_names::Known;

/// A method that adds machine operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Render {
    /// A register, a constant or an address as it is.
    Plain,
    /// The upper half of a constant.
    High,
    /// The lower half of a constant.
    Low,
    /// The lowest 21 bits of a constant.
    Low21,
}

/// The names that [`Render::named`] takes.
pub const KNOWN: Known = Known { knows: |_, it| Render::named(it.text).is_some(), file: file!() };

impl Render {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name.strip_prefix("add")?.strip_suffix("Operands")? {
            "Reg" | "Imm" | "BrTarget" | "CallTarget" | "CondCode" | "ImmShift" | "Imm10"
            | "LoImm16" | "MemImm" | "MemRegImm" | "MemRegReg" | "MemSpls" => Self::Plain,
            "HiImm16" | "HiImm16And" => Self::High,
            "LoImm16And" => Self::Low,
            "LoImm21" => Self::Low21,
            _ => return None,
        })
    }
}

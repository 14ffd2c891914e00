//! The requests that prefixes in braces make: `{evex}`, `{disp32}` and the like.

use super::flags::prefix;

/// Encodings that can be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OpcodePrefix {
    Rex,
    Rex2,
    Vex,
    Vex2,
    Vex3,
    Evex,
}

/// Displacement sizes that can be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Displacement {
    Bits8,
    Bits32,
}

/// The requests of prefixes in braces.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct PseudoPrefixes {
    pub opcode_prefix: Option<OpcodePrefix>,
    pub displacement: Option<Displacement>,
    /// The form that leaves the flags alone.
    pub no_flags: bool,
}

impl PseudoPrefixes {
    /// Returns the flags that make encoder and printer comply.
    pub fn inst_flags(&self) -> u32 {
        let opcode_prefix = match self.opcode_prefix {
            None => 0,
            Some(OpcodePrefix::Rex) => prefix::USE_REX,
            Some(OpcodePrefix::Rex2) => prefix::USE_REX2,
            Some(OpcodePrefix::Vex) => prefix::USE_VEX,
            Some(OpcodePrefix::Vex2) => prefix::USE_VEX2,
            Some(OpcodePrefix::Vex3) => prefix::USE_VEX3,
            Some(OpcodePrefix::Evex) => prefix::USE_EVEX,
        };
        let displacement = match self.displacement {
            None => 0,
            Some(Displacement::Bits8) => prefix::USE_DISP8,
            Some(Displacement::Bits32) => prefix::USE_DISP32,
        };
        opcode_prefix | displacement
    }
}

//! Register classes that the simulator asks about.

use oxmca_tables::{RegClassId, Tables};

/// The register classes that the simulator tells apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Classes {
    /// The low halves of general-purpose registers.
    pub general_32: Option<RegClassId>,
    /// Parts of vector registers of 8, 16, 32, 64 and 128 bits.
    pub vector: [Option<RegClassId>; 5],
}

/// The place in [`Classes::vector`] of registers of 16 bits.
pub const HALF: usize = 1;
/// The place of registers of 128 bits.
pub const QUAD: usize = 4;

impl Classes {
    /// Looks the classes up.
    pub fn new(tables: &Tables<'_>) -> Classes {
        let class = |name| tables.register_class_named(name);
        Classes {
            general_32: class("GPR32"),
            vector: ["FPR8", "FPR16", "FPR32", "FPR64", "FPR128"].map(class),
        }
    }
}

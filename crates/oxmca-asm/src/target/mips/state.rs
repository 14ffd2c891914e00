//! Features that the assembler asks about, and state that directives change between statements.

use std::collections::HashMap;

use oxmca_tables::{FeatureSet, Tables};

use crate::target::TargetState;

/// The bits of features.
#[derive(Debug)]
pub struct FeatureBits {
    pub mips_2: u16,
    pub mips_3: u16,
    pub mips_4: u16,
    pub mips_32: u16,
    pub mips_32_r2: u16,
    pub mips_32_r6: u16,
    pub mips_64: u16,
    pub mips_64_r2: u16,
    pub mips_64_r6: u16,
    /// Registers have 64 bits.
    pub wide: u16,
    /// Floating-point registers have 64 bits.
    pub wide_float: u16,
    /// Pointers have 64 bits, as far as features tell.
    pub wide_pointers: u16,
    pub no_odd: u16,
    pub short: u16,
    /// MIPS16.
    pub mips_16: u16,
    pub octeon: u16,
    pub octeon_plus: u16,
    pub traps: u16,
    pub large_table: u16,
    /// All features that say which architecture it is.
    pub architectures: FeatureSet,
}

/// The features that say which architecture it is, and those that these imply.
const ARCHITECTURES: [&str; 25] = [
    "FeatureMips1",
    "FeatureMips2",
    "FeatureMips3",
    "FeatureMips3_32",
    "FeatureMips3_32r2",
    "FeatureMips4",
    "FeatureMips4_32",
    "FeatureMips4_32r2",
    "FeatureMips5",
    "FeatureMips5_32r2",
    "FeatureMips32",
    "FeatureMips32r2",
    "FeatureMips32r3",
    "FeatureMips32r5",
    "FeatureMips32r6",
    "FeatureMips64",
    "FeatureMips64r2",
    "FeatureMips64r3",
    "FeatureMips64r5",
    "FeatureMips64r6",
    "FeatureCnMips",
    "FeatureCnMipsP",
    "FeatureFP64Bit",
    "FeatureGP64Bit",
    "FeatureNaN2008",
];

impl FeatureBits {
    /// Looks up the bits. Features that the tables lack get a bit that no set contains.
    pub fn new(tables: &Tables<'_>) -> Self {
        let bit = |constant| tables.feature_bit(constant).unwrap_or(u16::MAX);
        let mut architectures = FeatureSet::default();
        for name in ARCHITECTURES {
            tables.feature_bit(name).into_iter().for_each(|bit| architectures.insert(bit));
        }
        Self {
            mips_2: bit("FeatureMips2"),
            mips_3: bit("FeatureMips3"),
            mips_4: bit("FeatureMips4"),
            mips_32: bit("FeatureMips32"),
            mips_32_r2: bit("FeatureMips32r2"),
            mips_32_r6: bit("FeatureMips32r6"),
            mips_64: bit("FeatureMips64"),
            mips_64_r2: bit("FeatureMips64r2"),
            mips_64_r6: bit("FeatureMips64r6"),
            wide: bit("FeatureGP64Bit"),
            wide_float: bit("FeatureFP64Bit"),
            wide_pointers: bit("FeaturePTR64Bit"),
            no_odd: bit("FeatureNoOddSPReg"),
            short: bit("FeatureMicroMips"),
            mips_16: bit("FeatureMips16"),
            octeon: bit("FeatureCnMips"),
            octeon_plus: bit("FeatureCnMipsP"),
            traps: bit("FeatureUseTCCInDIV"),
            large_table: bit("FeatureXGOT"),
            architectures,
        }
    }
}

/// The choices that `.set` makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choices {
    /// The number of the assembler's own register; 0 if it has none.
    pub own_register: u32,
    /// Delay slots are filled.
    pub reorders: bool,
    /// Instructions may become several without a warning.
    pub has_macros: bool,
}

impl Default for Choices {
    fn default() -> Self {
        Choices { own_register: 1, reorders: true, has_macros: true }
    }
}

/// State between statements. It leaves out the place where `.cpsetup` saves the global pointer: its instructions are
/// not simulated.
#[derive(Debug, Default)]
pub struct State {
    pub choices: Choices,
    /// Choices and features that `.set push` has kept.
    pub kept: Vec<(Choices, FeatureSet)>,
    /// The features before any directive changed them, which `.module` changes, too; `None` while they are in force.
    pub initial_features: Option<FeatureSet>,
    /// Addresses are loaded from the global offset table.
    pub is_position_independent: bool,
    /// The place on the stack where calls find the global pointer.
    pub restored_from: Option<i64>,
    /// The number of the register with the global pointer, if it is not the usual one.
    pub global_pointer: Option<u32>,
    /// The function that `.ent` has begun.
    pub function: Option<Box<[u8]>>,
    /// Code has begun, so that `.module` comes too late.
    pub has_code: bool,
    /// The instruction before must not be followed by a branch.
    pub has_forbidden_slot: bool,
    /// Registers by the names that `.set` has given them: numbers.
    pub named: HashMap<Box<[u8]>, i64>,
}

impl TargetState for State {
    fn is_initial(&self) -> bool {
        self.choices == Choices::default()
            && !self.is_position_independent
            && !self.has_forbidden_slot
            && self.named.is_empty()
    }
}

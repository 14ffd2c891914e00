//! Features that the assembler asks about, and state that directives change between statements.

use oxmca_tables::{FeatureSet, Tables};

use crate::parser::Parser;
use crate::target::TargetState;

/// The bits of features.
#[derive(Debug)]
pub struct FeatureBits {
    pub is_32_bit: u16,
    pub is_64_bit: u16,
    pub is_embedded: u16,
    pub float: u16,
    pub double: u16,
    pub vectors: u16,
    pub float_in_general: u16,
    pub doubles_in_general: u16,
    pub compressed: u16,
    pub compressed_basic: u16,
    pub elements_of_64_bits: u16,
    pub exact: u16,
    pub relax: u16,
    pub experimental: u16,
    alternatives: [u16; 2],
    matrix_alternatives: u16,
}

impl FeatureBits {
    /// Looks up the bits. Features that the tables lack get a bit that no set contains.
    pub fn new(tables: &Tables<'_>) -> Self {
        let bit = |constant| tables.feature_bit(constant).unwrap_or(u16::MAX);
        Self {
            is_32_bit: bit("Feature32Bit"),
            is_64_bit: bit("Feature64Bit"),
            is_embedded: bit("FeatureStdExtE"),
            float: bit("FeatureStdExtF"),
            double: bit("FeatureStdExtD"),
            vectors: bit("FeatureStdExtZve32x"),
            float_in_general: bit("FeatureStdExtZfinx"),
            doubles_in_general: bit("FeatureStdExtZdinx"),
            compressed: bit("FeatureStdExtC"),
            compressed_basic: bit("FeatureStdExtZca"),
            elements_of_64_bits: bit("FeatureStdExtZve64x"),
            exact: bit("FeatureExactAssembly"),
            relax: bit("FeatureRelax"),
            experimental: bit("Experimental"),
            alternatives: [bit("FeatureStdExtZvfbfa"), bit("FeatureVendorXSfvfbfexp16e")],
            matrix_alternatives: bit("FeatureStdExtZvfofp8min"),
        }
    }

    /// Returns whether vector types may name other floating-point formats.
    pub fn names_alternatives(&self, features: &FeatureSet) -> bool {
        self.alternatives.iter().any(|bit| features.contains(*bit))
    }

    /// Returns whether vector types with other floating-point formats are shown by name.
    pub fn shows_alternatives(&self, features: &FeatureSet) -> bool {
        self.names_alternatives(features) || features.contains(self.matrix_alternatives)
    }
}

/// The features in force at a statement that its operands depend on.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a feature of the processor")]
pub struct Features {
    /// Registers have 64 bits.
    pub is_64_bit: bool,
    /// There are 16 integer registers.
    pub is_embedded: bool,
    /// There are floating-point registers.
    pub has_float: bool,
    /// Single-precision numbers are kept in integer registers.
    pub has_float_in_general: bool,
    /// Doubles are kept in integer registers.
    pub has_doubles_in_general: bool,
    /// Vector elements may have 64 bits.
    pub has_64_bit_elements: bool,
    /// Vector types may name other floating-point formats.
    pub has_alternatives: bool,
    /// Instructions are not replaced by compressed ones.
    pub is_exact: bool,
}

impl Features {
    /// Creates the features in force.
    pub fn of(bits: &FeatureBits, parser: &Parser<'_>) -> Self {
        let set = parser.features();
        Self {
            is_64_bit: set.contains(bits.is_64_bit),
            is_embedded: set.contains(bits.is_embedded),
            has_float: set.contains(bits.float),
            has_float_in_general: set.contains(bits.float_in_general),
            has_doubles_in_general: set.contains(bits.doubles_in_general),
            has_64_bit_elements: set.contains(bits.elements_of_64_bits),
            has_alternatives: bits.names_alternatives(set),
            is_exact: set.contains(bits.exact),
        }
    }
}

/// State that `.option` changes for later statements.
#[derive(Debug, Default)]
pub struct State {
    /// Addresses are loaded from the global offset table.
    pub is_position_independent: bool,
    /// Features and position independence that `.option push` has kept.
    pub kept: Vec<(FeatureSet, bool)>,
}

impl TargetState for State {
    fn is_initial(&self) -> bool {
        !self.is_position_independent
    }
}

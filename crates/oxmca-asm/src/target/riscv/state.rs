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
    compressed_float: u16,
    compressed_double: u16,
    code_size: u16,
    parts_of_code_size: [u16; 4],
    capabilities: u16,
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
            compressed_float: bit("FeatureStdExtZcf"),
            compressed_double: bit("FeatureStdExtZcd"),
            code_size: bit("FeatureStdExtZce"),
            parts_of_code_size: [
                bit("FeatureStdExtZca"),
                bit("FeatureStdExtZcb"),
                bit("FeatureStdExtZcmp"),
                bit("FeatureStdExtZcmt"),
            ],
            capabilities: bit("FeatureStdExtY"),
        }
    }

    /// Adds the extensions of compressed instructions that several others imply together: those for
    /// floating-point numbers, `c` where they make it whole, and `zce` from all of its parts.
    pub fn complete(&self, features: &mut FeatureSet) {
        let has = |features: &FeatureSet, bit: u16| features.contains(bit);
        let is_64_bit = has(features, self.is_64_bit);
        let has_capabilities = has(features, self.capabilities);
        let [has_float, has_double] = [self.float, self.double].map(|bit| has(features, bit));
        let is_compressed = has(features, self.compressed);
        if is_compressed && has_double && !(is_64_bit && has_capabilities) {
            features.insert(self.compressed_double);
        }
        let has_code_size = has(features, self.code_size);
        if !is_64_bit && !has_capabilities && has_float && (is_compressed || has_code_size) {
            features.insert(self.compressed_float);
        }
        let floats_are_compressed =
            is_64_bit || has_capabilities || !has_float || has(features, self.compressed_float);
        if has(features, self.compressed_basic) {
            let doubles_are_compressed = !has_double
                || is_64_bit && has_capabilities
                || has(features, self.compressed_double);
            if doubles_are_compressed && floats_are_compressed {
                features.insert(self.compressed);
            }
        }
        if floats_are_compressed && self.parts_of_code_size.iter().all(|bit| has(features, *bit)) {
            features.insert(self.code_size);
        }
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

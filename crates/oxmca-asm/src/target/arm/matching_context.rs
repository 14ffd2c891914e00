//! The target while it matches.

use oxmca_tables::FeatureSet;

use super::feature_bits::Feature;
use super::target::Arm;

/// The target while it matches.
pub struct Matching<'m> {
    pub arm: &'m Arm<'m>,
    /// The features in force.
    pub features: &'m FeatureSet,
    pub mnemonic: &'m [u8],
    /// The statement is in an `it` block.
    pub is_in_block: bool,
}

impl Matching<'_> {
    pub fn has(&self, feature: Feature) -> bool {
        self.arm.feature_bits.has(self.features, feature)
    }
}

//! Features that code asks for by name.

use oxmca_tables::{FeatureSet, Tables};

/// A feature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// Thumb is the instruction set in force.
    ThumbMode,
    Thumb2,
    V4t,
    V6,
    V6m,
    V6t2,
    V7,
    V8,
    V8mBaseline,
    V8_1mMainline,
    MProfile,
    NoArm,
    D32,
    Dsp,
    Mve,
    Cde,
    BigEndianInstructions,
    FullFp16,
    Multiprocessing,
    PointerAuthentication,
    Ras,
    SecurityExtension,
    V8_1a,
    V8mMainline,
    Vfp2,
}

/// The constants of the features, in the order of [`Feature`].
const CONSTANTS: [&str; 25] = [
    "ModeThumb",
    "FeatureThumb2",
    "HasV4TOps",
    "HasV6Ops",
    "HasV6MOps",
    "HasV6T2Ops",
    "HasV7Ops",
    "HasV8Ops",
    "HasV8MBaselineOps",
    "HasV8_1MMainlineOps",
    "FeatureMClass",
    "FeatureNoARM",
    "FeatureD32",
    "FeatureDSP",
    "HasMVEIntegerOps",
    "HasCDEOps",
    "ModeBigEndianInstructions",
    "FeatureFullFP16",
    "FeatureMP",
    "FeaturePACBTI",
    "FeatureRAS",
    "Feature8MSecExt",
    "HasV8_1aOps",
    "HasV8MMainlineOps",
    "FeatureVFP2",
];

/// Bits of features in a [`FeatureSet`].
#[derive(Clone, Copy, Debug)]
pub struct FeatureBits {
    bits: [Option<u16>; CONSTANTS.len()],
    /// Of the coprocessors whose instructions may be a vendor's own.
    custom_coprocessors: [Option<u16>; 8],
}

impl FeatureBits {
    /// Looks the features up.
    pub fn new(tables: &Tables<'_>) -> Self {
        let coprocessor = |number| tables.feature_bit(&format!("FeatureCoprocCDE{number}"));
        Self {
            bits: CONSTANTS.map(|name| tables.feature_bit(name)),
            custom_coprocessors: std::array::from_fn(coprocessor),
        }
    }

    /// Returns the bit of a feature.
    pub fn bit(&self, feature: Feature) -> Option<u16> {
        self.bits[feature as usize]
    }

    /// Returns the bit of the feature that a coprocessor has instructions of a vendor's own.
    pub fn custom_coprocessor(&self, number: usize) -> Option<u16> {
        self.custom_coprocessors.get(number).copied().flatten()
    }

    /// Returns whether a feature is on.
    pub fn has(&self, on: &FeatureSet, feature: Feature) -> bool {
        self.bit(feature).is_some_and(|bit| on.contains(bit))
    }

    /// Returns whether instructions are Thumb's of the first kind, of which nearly all have 16 bits.
    pub fn is_thumb1(&self, on: &FeatureSet) -> bool {
        self.has(on, Feature::ThumbMode) && !self.has(on, Feature::Thumb2)
    }

    /// Returns whether instructions are those of Thumb-2.
    pub fn is_thumb2(&self, on: &FeatureSet) -> bool {
        self.has(on, Feature::ThumbMode) && self.has(on, Feature::Thumb2)
    }
}

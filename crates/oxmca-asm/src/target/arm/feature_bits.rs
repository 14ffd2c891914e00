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
    named: [Option<u16>; CONSTANTS.len()],
    /// The features that make coprocessors of these numbers the custom datapath's.
    coprocessors: [Option<u16>; 8],
}

impl FeatureBits {
    /// Looks the features up.
    pub fn new(tables: &Tables<'_>) -> Self {
        Self {
            named: CONSTANTS.map(|name| tables.feature_bit(name)),
            coprocessors: std::array::from_fn(|number| {
                tables.feature_bit(&format!("FeatureCoprocCDE{number}"))
            }),
        }
    }

    /// Returns the bit of a feature.
    pub fn bit(&self, feature: Feature) -> Option<u16> {
        self.named[feature as usize]
    }

    /// Returns whether a feature is on.
    pub fn has(&self, on: &FeatureSet, feature: Feature) -> bool {
        self.bit(feature).is_some_and(|bit| on.contains(bit))
    }

    /// Returns whether a coprocessor is the custom datapath's.
    pub fn has_coprocessor(&self, on: &FeatureSet, number: i64) -> bool {
        let bit = usize::try_from(number).ok().and_then(|number| *self.coprocessors.get(number)?);
        bit.is_some_and(|bit| on.contains(bit))
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

//! Features that code asks for by name.

use oxmca_tables::{FeatureSet, Tables};

/// Bits of features in a [`FeatureSet`].
#[derive(Clone, Copy, Debug)]
pub struct FeatureBits {
    all: Option<u16>,
    tlbid: Option<u16>,
    d128: Option<u16>,
    predres: Option<u16>,
    specres2: Option<u16>,
    streaming_schedule: Option<u16>,
    v8_2a: Option<u16>,
}

impl FeatureBits {
    /// Looks the features up.
    pub fn new(tables: &Tables<'_>) -> Self {
        let bit = |name| tables.feature_named(name).map(|feature| feature.bit);
        Self {
            all: bit("all"),
            tlbid: bit("tlbid"),
            d128: bit("d128"),
            predres: bit("predres"),
            specres2: bit("specres2"),
            streaming_schedule: bit("mca-streaming-sched"),
            v8_2a: bit("v8.2a"),
        }
    }

    fn has(on: &FeatureSet, bit: Option<u16>) -> bool {
        bit.is_some_and(|bit| on.contains(bit))
    }

    /// Returns whether all instructions and named operands are to be had (`-mattr=+all`).
    pub fn has_all(&self, on: &FeatureSet) -> bool {
        Self::has(on, self.all)
    }

    /// Returns whether `tlbi` and `plbi` may take a domain in a register.
    pub fn has_tlbid(&self, on: &FeatureSet) -> bool {
        self.has_all(on) || Self::has(on, self.tlbid)
    }

    /// Returns whether there are `tlbip` and other instructions of 128-bit translation.
    pub fn has_d128(&self, on: &FeatureSet) -> bool {
        self.has_all(on) || Self::has(on, self.d128)
    }

    /// Returns whether there are `cfp`, `cpp` and `dvp`.
    pub fn has_predres(&self, on: &FeatureSet) -> bool {
        self.has_all(on) || Self::has(on, self.predres)
    }

    /// Returns whether there is `cosp`.
    pub fn has_specres2(&self, on: &FeatureSet) -> bool {
        self.has_all(on) || Self::has(on, self.specres2)
    }

    /// Returns whether scheduling models take the core for one in streaming mode.
    pub fn has_streaming_schedule(&self, on: &FeatureSet) -> bool {
        Self::has(on, self.streaming_schedule)
    }

    /// Returns whether the architecture is Armv8.2-A or later, as `bfc` asks.
    pub fn has_v8_2a(&self, on: &FeatureSet) -> bool {
        Self::has(on, self.v8_2a)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::builtin_tables;
    use crate::triple::Triple;

    #[test]
    fn all_features_are_known() {
        let tables = builtin_tables(&Triple::new("aarch64")).unwrap();
        let tables = &tables.tables();
        let bits = FeatureBits::new(tables);
        let FeatureBits { all, tlbid, d128, predres, specres2, streaming_schedule, v8_2a } = bits;
        let known = [all, tlbid, d128, predres, specres2, streaming_schedule, v8_2a];
        assert!(known.iter().all(Option::is_some));
        let mut on = FeatureSet::default();
        assert!(!bits.has_tlbid(&on));
        on.insert(all.unwrap());
        assert!(bits.has_tlbid(&on) && bits.has_d128(&on));
    }
}

//! Extensions of the processor that change what registers there are.

/// Extensions of the processor whose registers have states.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(in crate::worker) struct Extensions {
    /// AVX: vector registers have upper halves.
    pub has_upper_halves: bool,
    /// AVX-512: there are masks.
    pub(super) has_masks: bool,
}

#[cfg(target_arch = "x86_64")]
impl Extensions {
    /// Returns the extensions of this processor.
    pub fn here() -> Extensions {
        Extensions {
            has_upper_halves: std::arch::is_x86_feature_detected!("avx"),
            has_masks: std::arch::is_x86_feature_detected!("avx512f"),
        }
    }
}

/// Extensions of the processor whose registers have states.
#[cfg(target_arch = "aarch64")]
#[derive(Clone, Copy)]
pub(in crate::worker) struct Extensions {
    /// SVE: vector registers are longer, and there are predicates.
    pub(super) has_predicates: bool,
}

#[cfg(target_arch = "aarch64")]
impl Extensions {
    /// Returns the extensions of this processor.
    pub fn here() -> Extensions {
        Extensions { has_predicates: std::arch::is_aarch64_feature_detected!("sve") }
    }
}

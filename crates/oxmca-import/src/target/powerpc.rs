//! Facts about PowerPC that no dump states.

use super::spec::{TargetSpec, decoder, separate_decoder};

/// The facts.
pub(super) const SPEC: TargetSpec = TargetSpec {
    name: "PowerPC",
    namespace: "PPC",
    file: file!(),
    folder: "powerpc",
    dialects: &["standard"],
    // Numbered in this order by `crates/oxmca-asm/src/target/powerpc/decode.rs`.
    decoders: &[decoder("32", 32), separate_decoder("SPE32", 32), separate_decoder("64", 64)],
    decodes_by_methods: true,
    unnamed_features: &["DeprecatedDST", "FeatureMFTB"],
    first_bit_is_highest: true,
    operands: include_str!("powerpc.operands"),
    ..TargetSpec::PLAIN
};

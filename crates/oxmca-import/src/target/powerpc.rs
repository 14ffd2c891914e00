//! Facts about PowerPC that no dump states.

use super::spec::{TargetSpec, decoder, separate_decoder};

/// The facts.
pub(super) const SPEC: TargetSpec = TargetSpec {
    name: "PowerPC",
    namespace: "PPC",
    file: file!(),
    folder: "powerpc",
    dialects: &["standard"],
    // Instructions of the signal processing extension stand first where it is on.
    decoders: &[decoder("SPE32", 32), decoder("32", 32), separate_decoder("64", 64)],
    decodes_by_methods: true,
    first_bit_is_highest: true,
    operands: include_str!("powerpc.operands"),
    ..TargetSpec::PLAIN
};

//! Facts about Lanai that no dump states.

use super::spec::{TargetSpec, decoder};

/// The facts.
pub(super) const SPEC: TargetSpec = TargetSpec {
    name: "Lanai",
    file: file!(),
    folder: "lanai",
    dialects: &["standard"],
    decoders: &[decoder("Lanai32", 32)],
    decodes_by_methods: true,
    ..TargetSpec::PLAIN
};

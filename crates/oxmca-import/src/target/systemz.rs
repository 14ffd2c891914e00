//! Facts about SystemZ that no dump states.

use super::spec::{TargetSpec, decoder};

/// The facts.
pub(super) const SPEC: TargetSpec = TargetSpec {
    name: "SystemZ",
    file: file!(),
    folder: "systemz",
    // The second one is that of z/OS, in which instructions are only shown. But LLVM tries the operand parsers of both.
    dialects: &["gnu", "hlasm"],
    prints_no_aliases: true,
    decoders: &[decoder("16", 16), decoder("32", 32), decoder("48", 48)],
    decodes_by_methods: true,
    ..TargetSpec::PLAIN
};

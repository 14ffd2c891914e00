//! Facts about AMD's graphics processors that no dump states.

use super::spec::TargetSpec;

/// The facts.
pub(super) const SPEC: TargetSpec = TargetSpec {
    name: "AMDGPU",
    file: file!(),
    folder: "amdgpu",
    dialects: &["standard"],
    // As LLVM numbers them.
    variants: &["default", "vop3", "sdwa", "sdwa9", "dpp", "vop3_dpp"],
    tables: &[],
    converts_by_methods: true,
    operand_names: true,
    register_tuples: true,
    leaves_out_machine_code: true,
    leaves_out_unwritten: true,
    operands: include_str!("amdgpu.operands"),
    ..TargetSpec::PLAIN
};

//! Facts about x86 that no dump states.

use super::spec::TargetSpec;

/// The facts.
pub(super) const SPEC: TargetSpec = TargetSpec {
    name: "X86",
    file: file!(),
    folder: "x86",
    dialects: &["att", "intel"],
    operand_types: &["OPERAND_ROUNDING_CONTROL", "OPERAND_COND_CODE"],
    preferred_groups: &["anymem"],
    constants: &[
        ("X86::COND_O", 0),
        ("X86::COND_NO", 1),
        ("X86::COND_B", 2),
        ("X86::COND_AE", 3),
        ("X86::COND_E", 4),
        ("X86::COND_NE", 5),
        ("X86::COND_BE", 6),
        ("X86::COND_A", 7),
        ("X86::COND_S", 8),
        ("X86::COND_NS", 9),
        ("X86::COND_P", 10),
        ("X86::COND_NP", 11),
        ("X86::COND_L", 12),
        ("X86::COND_GE", 13),
        ("X86::COND_LE", 14),
        ("X86::COND_G", 15),
    ],
    operands: include_str!("x86.operands"),
    ..TargetSpec::PLAIN
};

//! Facts about Arm's 32-bit architecture that no dump states.

use super::spec::{Converter, TargetSpec, separate_decoder};

/// The facts.
pub(super) const SPEC: TargetSpec = TargetSpec {
    name: "ARM",
    file: file!(),
    folder: "arm",
    dialects: &["standard"],
    constants: &[
        ("ARM_AM::no_shift", 0),
        ("ARM_AM::lsl", 2),
        ("ARM_AM::add", 0),
        ("ARM_AM::sub", 1),
    ],
    // The fields of operands of address modes 2 and 3.
    bit_fields: &[
        ("ARM_AM::getAM2ShiftOpc", 13, 3),
        ("ARM_AM::getAM2Op", 12, 1),
        ("ARM_AM::getAM2Offset", 0, 12),
        ("ARM_AM::getAM3Op", 8, 1),
    ],
    tables: &["BankedRegsList", "MClassSysRegsList"],
    converters: &[
        // The matcher takes the operands of a multiplication in either order; the target swaps them.
        Converter {
            name: "cvtThumbMultiply",
            classes: 4,
            steps: "Reg(3),CCOut(1),Reg(4),Reg(3),CondCode(2)",
        },
        Converter {
            name: "cvtThumbMultiply",
            classes: 5,
            steps: "Reg(3),CCOut(1),Reg(4),Reg(5),CondCode(2)",
        },
        // Whether a branch is conditional and how long it is, the target decides.
        Converter { name: "cvtThumbBranches", classes: 2, steps: "Imm(2),CondCode(1)" },
        Converter { name: "cvtThumbBranches", classes: 3, steps: "Imm(3),CondCode(1)" },
        Converter {
            name: "cvtMVEVMOVQtoDReg",
            classes: 7,
            steps: "Reg(2),Reg(3),Reg(4),MVEPairVectorIndex(5),MVEPairVectorIndex(7),CondCode(1)",
        },
    ],
    // Numbered in this order by `crates/oxmca-asm/src/target/arm/decode/mod.rs`.
    decoders: &[
        separate_decoder("Thumb16", 16),
        separate_decoder("ThumbSBit16", 16),
        separate_decoder("Thumb216", 16),
        separate_decoder("ARM32", 32),
        separate_decoder("CoProc32", 32),
        separate_decoder("MVE32", 32),
        separate_decoder("NEONData32", 32),
        separate_decoder("NEONDup32", 32),
        separate_decoder("NEONLoadStore32", 32),
        separate_decoder("Thumb32", 32),
        separate_decoder("Thumb232", 32),
        separate_decoder("Thumb2CDE32", 32),
        separate_decoder("Thumb2CoProc32", 32),
        separate_decoder("VFP32", 32),
        separate_decoder("VFPV832", 32),
        separate_decoder("v8Crypto32", 32),
        separate_decoder("v8NEON32", 32),
    ],
    decodes_by_methods: true,
    operands: include_str!("arm.operands"),
    ..TargetSpec::PLAIN
};

//! Facts about Mips that no dump states.

use super::spec::{Converter, Relation, TargetSpec, decoder, separate_decoder};

/// The facts.
pub(super) const SPEC: TargetSpec = TargetSpec {
    name: "Mips",
    file: file!(),
    folder: "mips",
    dialects: &["standard"],
    // Which of them are tried, and in what order, depends on features: `crates/oxmca-asm/src/target/mips/decode`
    // numbers them in this order.
    decoders: &[
        separate_decoder("MicroMipsR616", 16),
        separate_decoder("MicroMips16", 16),
        separate_decoder("MicroMipsR632", 32),
        separate_decoder("MicroMipsR6_Ambiguous32", 32),
        separate_decoder("MicroMips32", 32),
        separate_decoder("MicroMipsFP6432", 32),
        separate_decoder("COP3_32", 32),
        separate_decoder("Mips32r6_64r6_GP6432", 32),
        separate_decoder("Mips32r6_64r6_PTR6432", 32),
        separate_decoder("Mips32r6_64r632", 32),
        separate_decoder("Mips32r6_64r6_Ambiguous32", 32),
        separate_decoder("Mips32r6_64r6_BranchZero32", 32),
        separate_decoder("Mips32_64_PTR6432", 32),
        separate_decoder("CnMips32", 32),
        separate_decoder("CnMipsP32", 32),
        separate_decoder("Mips6432", 32),
        separate_decoder("MipsFP6432", 32),
        decoder("Mips32", 32),
    ],
    decodes_by_methods: true,
    untried_decoders: &["16", "32", "MicroMipsDSP32", "MipsDSP32"],
    converters: &[
        // The second register of a pair follows the one that is written.
        Converter {
            name: "ConvertXWPOperands",
            classes: 2,
            steps: "GPR32AsmReg(1),addNextRegOperands(1),Mem(2)",
        },
    ],
    // In microMIPS, with revision 6 as the second case.
    relations: &[Relation {
        name: "MicroMips",
        functions: &[
            ("MipsR62MicroMipsR6", 1),
            ("Std2MicroMipsR6", 1),
            ("Dsp2MicroMips", 1),
            ("Std2MicroMips", 0),
            ("Dsp2MicroMips", 0),
        ],
    }],
    operands: include_str!("mips.operands"),
    ..TargetSpec::PLAIN
};

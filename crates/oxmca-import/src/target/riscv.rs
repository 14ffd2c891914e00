//! Facts about RISC-V that no dump states.

use super::spec::{ClassChoiceTable, DecoderTable, RecordTable, TargetSpec, decoder};

/// The facts.
pub(super) const SPEC: TargetSpec = TargetSpec {
    name: "RISCV",
    file: file!(),
    folder: "riscv",
    dialects: &["standard"],
    printed_names: Some("ABIRegAltName"),
    tables: &["SysRegsList", "RISCVOpcodesList", "RISCVBaseVXMemOpTable"],
    unneeded_tables: &[
        "RISCVMaskedPseudosTable",
        "RISCVNDSVLNTable",
        "RISCVTuneInfoTable",
        "RISCVVIntrinsicsTable",
        "RISCVVLETable",
        "RISCVVLSEGTable",
        "RISCVVSETable",
        "RISCVVSSEGTable",
    ],
    record_tables: &[
        RecordTable {
            class: "RISCVExtension",
            fields: &["Name", "MajorVersion", "MinorVersion", "Experimental"],
        },
        RecordTable { class: "RISCVProfile", fields: &["Name", "Experimental"] },
        RecordTable {
            class: "RISCVProcessorModel",
            fields: &["Name", "DefaultMarch", "MVendorID", "MArchID", "MImpID"],
        },
    ],
    class_choices: &[
        indexed("RISCVVLXTable", &[("IsStore", 0), ("NFields", 0)], &BY_INDEX),
        indexed("RISCVVSXTable", &[("IsStore", 1), ("NFields", 0)], &BY_INDEX),
        indexed("RISCVVLXSEGTable", &[("IsStore", 0)], &BY_INDEX_AND_FIELDS),
        indexed("RISCVVSXSEGTable", &[("IsStore", 1)], &BY_INDEX_AND_FIELDS),
        ClassChoiceTable {
            pseudos: "RISCVVInversePseudosTable",
            instructions: "RISCVVInversePseudosTable",
            only: &[],
            equal: &[],
            pseudos_with: &[("IsAltFmt", 0)],
            state: ["VLMul", "SEW"],
        },
    ],
    class_pseudos: Some("RISCVVPseudosTable"),
    decoders: RISCV_DECODERS,
    untried_decoders: &["ZdinxGPRPairRV3232"],
    operands: include_str!("riscv.operands"),
    ..TargetSpec::PLAIN
};

/// The tables of RISC-V's disassembler: codes of vendors before the standard ones. LLVM skips a vendor's tables unless
/// one of its features is on, which their rows require anyway.
const RISCV_DECODERS: &[DecoderTable] = &[
    decoder("Xqci16", 16),
    decoder("Xqccmp16", 16),
    decoder("Xqccmt16", 16),
    decoder("Xwchc16", 16),
    decoder("Zicfiss16", 16),
    decoder("16", 16),
    decoder("RV32Only16", 16),
    decoder("ZcOverlap16", 16),
    decoder("XCV32", 32),
    decoder("Xqci32", 32),
    decoder("XVentana32", 32),
    decoder("XTHead32", 32),
    decoder("XSfvector32", 32),
    decoder("XSfsystem32", 32),
    decoder("XSfcease32", 32),
    decoder("XMIPS32", 32),
    decoder("XAndes32", 32),
    decoder("XSMT32", 32),
    decoder("XAIF32", 32),
    decoder("32", 32),
    decoder("RV32Only32", 32),
    decoder("Zfinx32", 32),
    decoder("ZdinxRV32Only32", 32),
    decoder("Xqci48", 48),
];

/// Columns that tell which pseudo-instructions of RISC-V an indexed load or store has.
const BY_INDEX: [(&str, &str); 2] = [("IsOrdered", "Ordered"), ("Log2EEW", "Log2SEW")];

/// The same of loads and stores of several fields.
const BY_INDEX_AND_FIELDS: [(&str, &str); 3] = [BY_INDEX[0], BY_INDEX[1], ("NFields", "NF")];

/// Returns the scheduling classes of indexed vector loads or stores of RISC-V.
const fn indexed(
    pseudos: &'static str,
    only: &'static [(&'static str, i64)],
    equal: &'static [(&'static str, &'static str)],
) -> ClassChoiceTable {
    ClassChoiceTable {
        pseudos,
        instructions: "RISCVBaseVXMemOpTable",
        only,
        equal,
        pseudos_with: &[("Masked", 0)],
        state: ["LMUL", "IndexLMUL"],
    }
}

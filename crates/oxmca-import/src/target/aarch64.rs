//! Facts about AArch64 that no dump states.

use super::spec::{RecordTable, Rehearsal, TargetSpec, decoder};

/// The facts.
pub(super) const SPEC: TargetSpec = TargetSpec {
    name: "AArch64",
    file: file!(),
    folder: "aarch64",
    dialects: &["generic", "apple"],
    constants: &[
        ("AArch64_AM::LSL", 0),
        ("AArch64_AM::UXTW", 2),
        ("AArch64_AM::UXTX", 3),
        ("AArch64_AM::SXTW", 6),
        ("AArch64_AM::SXTX", 7),
    ],
    bit_fields: &[
        ("AArch64_AM::getShiftValue", 0, 6),
        ("AArch64_AM::getShiftType", 6, 3),
        ("AArch64_AM::getArithShiftValue", 0, 3),
        ("AArch64_AM::getArithExtendType", 3, 3),
        ("AArch64_AM::getMemDoShift", 0, 1),
        ("AArch64_AM::getMemExtendType", 1, 3),
    ],
    unlisted_cpus: &["apple-latest"],
    tables: &[
        "ATsList",
        "DBnXSsList",
        "DBsList",
        "DCsList",
        "ExactFPImmsList",
        "GICRTable",
        "GICTable",
        "GSBTable",
        "ICsList",
        "ISBsList",
        "PLBITable",
        "PRFMsList",
        "PStateImm0_1sList",
        "PStateImm0_15sList",
        "RPRFMsList",
        "SVCRsList",
        "SVEPREDPATsList",
        "SVEPRFMsList",
        "SVEVECLENSPECIFIERsList",
        "SysRegsList",
        "TLBIPTable",
        "TLBITable",
    ],
    unneeded_tables: &[
        "LFIVariantTable",
        "MemInfoTable",
        "PairVariantTable",
        "SIMDPostTable",
        // Its records are imported.
        "TIndexsList",
    ],
    record_tables: &[
        RecordTable { class: "TIndex", fields: &["Name", "Encoding"] },
        RecordTable {
            class: "Architecture64",
            fields: &["Name", "Major", "Minor", "Profile", "DefaultExts"],
        },
    ],
    decoders: &[decoder("32", 32), decoder("Fallback32", 32)],
    operands: include_str!("aarch64.operands"),
    ..TargetSpec::PLAIN
};

/// The dumps that are changed as another version may change them: they have names of nearly all kinds.
pub const REHEARSAL: Rehearsal = Rehearsal {
    spec: &SPEC,
    model: "A64FXModel",
    // The first CPU is `a64fx`.
    cpu: "64fx",
    instruction: "TLSDESCCALL",
    decoder_table: "Fallback32",
    names: &[
        (
            "-subtarget.inc",
            "isQForm",
            "predicate function",
            "crates/oxmca-asm/src/target/aarch64/simulation.rs",
        ),
        (
            "-asm-matcher.inc",
            "isSVEVecLenSpecifier",
            "predicate of operands",
            "crates/oxmca-asm/src/target/aarch64/predicate.rs",
        ),
        (
            "-asm-matcher.inc",
            "tryParseSVEVecLenSpecifier",
            "parser of operands",
            "crates/oxmca-asm/src/target/aarch64/operand_parser.rs",
        ),
        (
            ".json",
            "printSVEVecLenSpecifier",
            "print method",
            "crates/oxmca-asm/src/target/aarch64/print_method.rs",
        ),
        (
            "-emitter.inc",
            "getSVEIncDecImm",
            "encoder method",
            "crates/oxmca-asm/src/target/aarch64/encoder_method.rs",
        ),
        (
            "-disassembler.inc",
            "DecodeHinteUImm16",
            "decoder method",
            "crates/oxmca-asm/src/target/aarch64/decoder_method.rs",
        ),
        (
            "-disassembler.inc",
            "DecodeCPYMemOpInstruction",
            "decoder method",
            "crates/oxmca-import/src/decodings/whole_instruction.rs",
        ),
        (".json", "MemInfoTable", "searchable table", "crates/oxmca-import/src/target/aarch64.rs"),
    ],
};

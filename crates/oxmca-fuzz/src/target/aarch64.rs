//! AArch64 in the dialects of Arm and of Apple.

use oxmca_asm::Inst;
use oxmca_tables::Tables;
use oxmca_tables::embedded_image;
use oxmca_tables::text::SourceFile;

use super::fuzzed::{FuzzedTarget, table_files};
use crate::expressions::has_expression;

/// The target.
pub struct AArch64;

static TABLE_FILES: [SourceFile<'static>; 14] = table_files!("aarch64":
    "features.tbl",
    "target.tbl",
    "registers.tbl",
    "operand-classes.tbl",
    "sched-classes.tbl",
    "instructions.tbl",
    "encodings.tbl",
    "tables/SysRegsList.tbl",
    "tables/TLBITable.tbl",
    "assembler-generic.tbl",
    "assembler-apple.tbl",
    "print-aliases.tbl",
    "mnemonic-aliases.tbl",
    "cpu/cortex-a55.tbl",
);

impl FuzzedTarget for AArch64 {
    fn name(&self) -> &'static str {
        "aarch64"
    }

    fn triples(&self) -> &'static [&'static str] {
        &[
            "aarch64-unknown-linux-gnu",
            "arm64-apple-macosx",
            "aarch64_be-unknown-linux-gnu",
            "aarch64-pc-windows-msvc",
            "arm64_32-apple-watchos",
        ]
    }

    fn features_of_triples(&self) -> &'static [&'static str] {
        &[]
    }

    fn batch_cpus(&self) -> [&'static str; 4] {
        ["neoverse-v2", "apple-m1", "cortex-a55", "a64fx"]
    }

    fn image(&self) -> &'static [u8] {
        embedded_image("aarch64").unwrap_or_default()
    }

    fn table_files(&self) -> &'static [SourceFile<'static>] {
        &TABLE_FILES
    }

    fn model_name(&self) -> &'static str {
        "CortexA55Model"
    }

    fn features_of_x(&self) -> &'static str {
        "neon,fp-armv8"
    }

    fn mode_directives(&self) -> &'static [&'static str] {
        &[".arch", ".cpu", ".req", ".unreq"]
    }

    fn is_unreadable(&self, tables: &Tables<'_>, inst: &Inst, _: usize) -> bool {
        // `mov x0, sym` becomes a `movz` that is understood with a number or with `:abs_g0:` only.
        tables.opcode_name(inst.opcode).starts_with("MOVZ") && has_expression(inst)
    }
}

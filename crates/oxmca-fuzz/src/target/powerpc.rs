//! PowerPC.

use oxmca_asm::Inst;
use oxmca_asm::inst::Operand;
use oxmca_tables::Tables;
use oxmca_tables::embedded_image;
use oxmca_tables::text::SourceFile;

use super::fuzzed::{FuzzedTarget, table_files};
use crate::expressions::has_expression;

/// The target.
pub struct PowerPc;

static TABLE_FILES: [SourceFile<'static>; 12] = table_files!("powerpc":
    "features.tbl",
    "target.tbl",
    "registers.tbl",
    "operand-classes.tbl",
    "sched-classes.tbl",
    "instructions.tbl",
    "encodings.tbl",
    "decodings.tbl",
    "assembler.tbl",
    "print-aliases.tbl",
    "mnemonic-aliases.tbl",
    "cpu/p9.tbl",
);

impl FuzzedTarget for PowerPc {
    fn name(&self) -> &'static str {
        "powerpc"
    }

    fn triples(&self) -> &'static [&'static str] {
        &[
            "powerpc64le-unknown-linux-gnu",
            "powerpc64-unknown-linux-gnu",
            "powerpc-unknown-linux-gnu",
        ]
    }

    fn features_of_triples(&self) -> &'static [&'static str] {
        &["64bit"]
    }

    fn batch_cpus(&self) -> [&'static str; 4] {
        ["pwr9", "pwr10", "pwr8", "pwr7"]
    }

    fn image(&self) -> &'static [u8] {
        embedded_image("powerpc").unwrap_or_default()
    }

    fn table_files(&self) -> &'static [SourceFile<'static>] {
        &TABLE_FILES
    }

    fn model_name(&self) -> &'static str {
        "P9Model"
    }

    fn features_of_x(&self) -> &'static str {
        "altivec,vsx"
    }

    fn mode_directives(&self) -> &'static [&'static str] {
        &[".machine"]
    }

    // A symbol stands where there is a number in the code. Rotations with a mask whose ones are not together stand for
    // nothing: LLVM dies of them.
    fn lacks_code(&self, name: &str, inst: &Inst) -> bool {
        let is_rotation = ["RLWIMIbm", "RLWINMbm", "RLWNMbm"].iter().any(|it| name.starts_with(it));
        has_expression(inst) || is_rotation
    }

    // Rotations to the right by 0 become rotations to the left by all bits, of which no text has so many.
    fn is_unreadable(&self, tables: &Tables<'_>, inst: &Inst, _: usize) -> bool {
        let is_whole = |it: &Operand| matches!(it, Operand::Imm(32 | 64));
        let name = tables.opcode_name(inst.opcode);
        has_expression(inst) || (name.starts_with("RL") && inst.operands.iter().any(is_whole))
    }

    fn is_distance(&self, printed: &str) -> bool {
        printed.contains(".+") || printed.contains(".-")
    }
}

//! SystemZ.

use oxmca_asm::Inst;
use oxmca_tables::Tables;
use oxmca_tables::embedded_image;
use oxmca_tables::text::SourceFile;

use super::fuzzed::{FuzzedTarget, table_files};

/// The target.
pub struct SystemZ;

static TABLE_FILES: [SourceFile<'static>; 13] = table_files!("systemz":
    "features.tbl",
    "target.tbl",
    "registers.tbl",
    "operand-classes.tbl",
    "sched-classes.tbl",
    "instructions.tbl",
    "encodings.tbl",
    "decodings.tbl",
    "assembler-gnu.tbl",
    "assembler-hlasm.tbl",
    "print-aliases.tbl",
    "mnemonic-aliases.tbl",
    "cpu/z196.tbl",
);

impl FuzzedTarget for SystemZ {
    fn name(&self) -> &'static str {
        "systemz"
    }

    fn triples(&self) -> &'static [&'static str] {
        &["s390x-unknown-linux-gnu"]
    }

    fn features_of_triples(&self) -> &'static [&'static str] {
        &[]
    }

    fn batch_cpus(&self) -> [&'static str; 4] {
        ["z16", "z14", "zEC12", "z196"]
    }

    fn image(&self) -> &'static [u8] {
        embedded_image("systemz").unwrap_or_default()
    }

    fn table_files(&self) -> &'static [SourceFile<'static>] {
        &TABLE_FILES
    }

    fn model_name(&self) -> &'static str {
        "Z196Model"
    }

    fn features_of_x(&self) -> &'static str {
        "high-word,distinct-ops"
    }

    fn mode_directives(&self) -> &'static [&'static str] {
        &[".machine"]
    }

    // HLASM is shown, but not read.
    fn is_unreadable(&self, _: &Tables<'_>, _: &Inst, dialect: usize) -> bool {
        dialect == 1
    }

    fn is_distance(&self, printed: &str) -> bool {
        printed.contains(".+") || printed.contains(".-")
    }
}

//! Lanai.

use oxmca::Session;
use oxmca_asm::Inst;
use oxmca_tables::Tables;
use oxmca_tables::embedded_image;
use oxmca_tables::text::SourceFile;

use super::fuzzed::{FuzzedTarget, table_files};

/// The target.
pub struct Lanai;

static TABLE_FILES: [SourceFile<'static>; 12] = table_files!("lanai":
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
    "cpu/lanai-sched.tbl",
);

impl FuzzedTarget for Lanai {
    fn name(&self) -> &'static str {
        "lanai"
    }

    fn triples(&self) -> &'static [&'static str] {
        &["lanai-unknown-unknown"]
    }

    fn features_of_triples(&self) -> &'static [&'static str] {
        &[]
    }

    fn batch_cpus(&self) -> [&'static str; 4] {
        ["v11", "generic", "v11", "generic"]
    }

    fn image(&self) -> &'static [u8] {
        embedded_image("lanai").unwrap_or_default()
    }

    fn table_files(&self) -> &'static [SourceFile<'static>] {
        &TABLE_FILES
    }

    fn model_name(&self) -> &'static str {
        "LanaiSchedModel"
    }

    fn features_of_x(&self) -> &'static str {
        ""
    }

    fn mode_directives(&self) -> &'static [&'static str] {
        &[]
    }

    // The forms that LLVM reads otherwise than it prints them, or decodes otherwise than it encodes them, are not listed
    // yet: of round trips only panics are found.
    fn lacks_code(&self, _: &str, _: &Inst) -> bool {
        true
    }

    fn has_several_codes(&self, _: &Session) -> bool {
        true
    }

    fn is_unreadable(&self, _: &Tables<'_>, _: &Inst, _: usize) -> bool {
        true
    }

    fn is_ambiguous(&self, _: &str, _: &str, _: &Inst, _: usize) -> bool {
        true
    }
}

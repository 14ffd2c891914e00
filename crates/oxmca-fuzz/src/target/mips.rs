//! MIPS of 32 and 64 bits, and microMIPS.

use oxmca::Session;
use oxmca_asm::Inst;
use oxmca_tables::Tables;
use oxmca_tables::embedded_image;
use oxmca_tables::text::SourceFile;

use super::fuzzed::{FuzzedTarget, table_files};

/// The target.
pub struct Mips;

static TABLE_FILES: [SourceFile<'static>; 13] = table_files!("mips":
    "features.tbl",
    "target.tbl",
    "registers.tbl",
    "operand-classes.tbl",
    "sched-classes.tbl",
    "instructions.tbl",
    "encodings.tbl",
    "decodings.tbl",
    "tables/MicroMips.tbl",
    "assembler.tbl",
    "print-aliases.tbl",
    "mnemonic-aliases.tbl",
    "cpu/mips-p5600.tbl",
);

impl FuzzedTarget for Mips {
    fn name(&self) -> &'static str {
        "mips"
    }

    fn triples(&self) -> &'static [&'static str] {
        &["mips64el-unknown-linux-gnuabi64", "mips-unknown-linux-gnu", "mipsel-unknown-linux-gnu"]
    }

    fn features_of_triples(&self) -> &'static [&'static str] {
        &[]
    }

    fn batch_cpus(&self) -> [&'static str; 4] {
        ["i6400", "p5600", "mips32r2", "mips32r6"]
    }

    fn image(&self) -> &'static [u8] {
        embedded_image("mips").unwrap_or_default()
    }

    fn table_files(&self) -> &'static [SourceFile<'static>] {
        &TABLE_FILES
    }

    fn model_name(&self) -> &'static str {
        "MipsP5600Model"
    }

    fn features_of_x(&self) -> &'static str {
        "mips32r5,dsp"
    }

    fn mode_directives(&self) -> &'static [&'static str] {
        &[".set", ".module", ".option"]
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

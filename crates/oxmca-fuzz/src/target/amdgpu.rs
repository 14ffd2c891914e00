//! AMD's graphics processors.

use oxmca::Session;
use oxmca_asm::Inst;
use oxmca_tables::Tables;
use oxmca_tables::embedded_image;
use oxmca_tables::text::SourceFile;

use super::fuzzed::{FuzzedTarget, table_files};

/// The target.
pub struct AmdGpu;

// Lines of the assembler's files share words with the line before, which may be left out.
static TABLE_FILES: [SourceFile<'static>; 17] = table_files!("amdgpu":
    "features.tbl",
    "target.tbl",
    "registers.tbl",
    "operand-classes.tbl",
    "sched-classes.tbl",
    "instructions.tbl",
    "encodings.tbl",
    "decodings.tbl",
    "tables/MIMGBaseOpcodesTable.tbl",
    "tables/MIMGDimInfoTable.tbl",
    "tables/VOP1IsSingle.tbl",
    "tables/VOP2IsSingle.tbl",
    "tables/VOP3IsSingle.tbl",
    "tables/VOPCAsmOnly.tbl",
    "print-aliases.tbl",
    "mnemonic-aliases.tbl",
    "cpu/sidpfull-speed.tbl",
);

impl FuzzedTarget for AmdGpu {
    fn name(&self) -> &'static str {
        "amdgpu"
    }

    fn triples(&self) -> &'static [&'static str] {
        &["amdgcn-amd-amdhsa", "amdgcn-amd-amdpal"]
    }

    fn features_of_triples(&self) -> &'static [&'static str] {
        &[]
    }

    fn batch_cpus(&self) -> [&'static str; 4] {
        ["gfx90a", "gfx1030", "gfx1100", "gfx1200"]
    }

    fn image(&self) -> &'static [u8] {
        embedded_image("amdgpu").unwrap_or_default()
    }

    fn table_files(&self) -> &'static [SourceFile<'static>] {
        &TABLE_FILES
    }

    fn model_name(&self) -> &'static str {
        "SIDPFullSpeedModel"
    }

    fn features_of_x(&self) -> &'static str {
        "gfx9,gds,image-insts"
    }

    fn mode_directives(&self) -> &'static [&'static str] {
        &[".amdgcn_target", ".amdhsa"]
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

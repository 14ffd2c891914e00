//! AMD's graphics processors.

use oxmca_tables::embedded_image;
use oxmca_tables::text::SourceFile;

use super::fuzzed::{FuzzedTarget, table_files};

/// The target.
pub struct AmdGpu;

static TABLE_FILES: [SourceFile<'static>; 23] = table_files!("amdgpu":
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
    "assembler-default.tbl",
    "assembler-dpp.tbl",
    "assembler-sdwa.tbl",
    "assembler-sdwa9.tbl",
    "assembler-vop3.tbl",
    "assembler-vop3_dpp.tbl",
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
}

//! RISC-V with 64- and 32-bit registers.

use oxmca_asm::Inst;
use oxmca_tables::Tables;
use oxmca_tables::embedded_image;
use oxmca_tables::text::SourceFile;

use super::fuzzed::{FuzzedTarget, table_files};
use crate::expressions::has_expression;

/// The target.
pub struct RiscV;

static TABLE_FILES: [SourceFile<'static>; 16] = table_files!("riscv":
    "features.tbl",
    "target.tbl",
    "registers.tbl",
    "operand-classes.tbl",
    "sched-classes.tbl",
    "instructions.tbl",
    "encodings.tbl",
    "compression.tbl",
    "class-choices.tbl",
    "tables/RISCVBaseVXMemOpTable.tbl",
    "tables/RISCVExtension.tbl",
    "tables/SysRegsList.tbl",
    "assembler.tbl",
    "print-aliases.tbl",
    "mnemonic-aliases.tbl",
    "cpu/rocket.tbl",
);

impl FuzzedTarget for RiscV {
    fn name(&self) -> &'static str {
        "riscv"
    }

    fn triples(&self) -> &'static [&'static str] {
        &[
            "riscv64-unknown-linux-gnu",
            "riscv32-unknown-elf",
            "riscv64be-unknown-linux-gnu",
            "riscv32be-unknown-elf",
            "riscv64-unknown-unknown-macho",
        ]
    }

    fn features_of_triples(&self) -> &'static [&'static str] {
        &["32bit", "64bit"]
    }

    fn batch_cpus(&self) -> [&'static str; 4] {
        ["sifive-p670", "sifive-x280", "spacemit-x60", "rocket-rv64"]
    }

    fn image(&self) -> &'static [u8] {
        embedded_image("riscv").unwrap_or_default()
    }

    fn table_files(&self) -> &'static [SourceFile<'static>] {
        &TABLE_FILES
    }

    fn model_name(&self) -> &'static str {
        "RocketModel"
    }

    fn features_of_x(&self) -> &'static str {
        "64bit,d"
    }

    fn mode_directives(&self) -> &'static [&'static str] {
        &[".option", ".attribute"]
    }

    // No compiler writes `la.tlsdesc`, which no scheduling model has.
    fn lacks_code(&self, name: &str, _: &Inst) -> bool {
        name == "PseudoLA_TLSDESC"
    }

    fn is_unreadable(&self, tables: &Tables<'_>, inst: &Inst, _: usize) -> bool {
        // `li a0, a-b` becomes an `addi` that is understood with a number or a specifier only.
        tables.opcode_name(inst.opcode) == "ADDI" && has_expression(inst)
    }
}

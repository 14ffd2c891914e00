//! Arm's A32 and Thumb.

use oxmca_asm::{Inst, Operand};
use oxmca_tables::Tables;
use oxmca_tables::embedded_image;
use oxmca_tables::schema::operand_flag;
use oxmca_tables::text::SourceFile;

use super::fuzzed::{FuzzedTarget, table_files};
use crate::expressions::has_expression;

/// The target.
pub struct Arm;

/// The condition that always holds.
const ALWAYS: i64 = 14;

static TABLE_FILES: [SourceFile<'static>; 13] = table_files!("arm":
    "features.tbl",
    "target.tbl",
    "registers.tbl",
    "operand-classes.tbl",
    "sched-classes.tbl",
    "instructions.tbl",
    "encodings.tbl",
    "tables/BankedRegsList.tbl",
    "tables/MClassSysRegsList.tbl",
    "assembler.tbl",
    "print-aliases.tbl",
    "mnemonic-aliases.tbl",
    "cpu/cortex-m4.tbl",
);

impl FuzzedTarget for Arm {
    fn name(&self) -> &'static str {
        "arm"
    }

    fn triples(&self) -> &'static [&'static str] {
        &[
            "armv7-unknown-linux-gnueabihf",
            "thumbv7-unknown-linux-gnueabihf",
            "thumbv8.1m.main-none-eabi",
            "armebv8a-unknown-linux-gnueabihf",
            "thumbv7-apple-ios",
            "thumbv7-pc-windows-msvc",
            "thumbv6m-none-eabi",
        ]
    }

    fn features_of_triples(&self) -> &'static [&'static str] {
        &["thumb-mode", "big-endian-instructions"]
    }

    fn batch_cpus(&self) -> [&'static str; 4] {
        ["cortex-a57", "cortex-m55", "cortex-m4", "cortex-r52"]
    }

    fn image(&self) -> &'static [u8] {
        embedded_image("arm").unwrap_or_default()
    }

    fn table_files(&self) -> &'static [SourceFile<'static>] {
        &TABLE_FILES
    }

    fn model_name(&self) -> &'static str {
        "CortexM4Model"
    }

    fn features_of_x(&self) -> &'static str {
        "v7,thumb2"
    }

    fn mode_directives(&self) -> &'static [&'static str] {
        &[".arch", ".arm", ".code", ".cpu", ".fpu", ".req", ".thumb", ".unreq"]
    }

    // A symbol stands where there is a number in the code.
    fn lacks_code(&self, _: &str, inst: &Inst) -> bool {
        has_expression(inst)
    }

    fn is_unreadable(&self, tables: &Tables<'_>, inst: &Inst, _: usize) -> bool {
        has_expression(inst) || is_conditional(tables, inst)
    }
}

/// Returns whether an instruction has a condition or the predicate of a vector instruction. In Thumb it is read only in the
/// block that gives it.
fn is_conditional(tables: &Tables<'_>, inst: &Inst) -> bool {
    let mut operands = tables.operands(inst.opcode).iter().zip(&inst.operands);
    operands.any(|(row, operand)| {
        let is_predicate = row.flags & operand_flag::PREDICATE != 0;
        is_predicate && matches!(operand, Operand::Imm(code) if ![0, ALWAYS].contains(code))
            || is_predicate && operand.imm() == Some(0) && !is_vector_predicate(tables, inst)
    })
}

/// Returns whether the predicate of an instruction is that of vectors, of which 0 is none.
fn is_vector_predicate(tables: &Tables<'_>, inst: &Inst) -> bool {
    tables.opcode_name(inst.opcode).starts_with("MVE_")
}

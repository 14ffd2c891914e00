//! Arm's A32 and Thumb.

use oxmca::Session;
use oxmca_asm::{Inst, Operand};
use oxmca_tables::Tables;
use oxmca_tables::embedded_image;
use oxmca_tables::schema::{operand_flag, operand_type};
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

    // What the decoder calls a move whose unused bits are not 0, which its own code has.
    fn is_named_by_unused_bits(&self, name: &str) -> bool {
        name == "MOVr_TC"
    }

    // Code with the most significant byte first is that of object files that are not linked, which no disassembler reads.
    // Features of microcontrollers and of other processors have the same codes for several instructions, and LLVM's encoder
    // numbers the registers of NEON as those of MVE where there are both.
    fn has_several_codes(&self, session: &Session) -> bool {
        let (tables, features) = (session.tables(), &session.subtarget().features);
        let has = |name| tables.feature_bit(name).is_some_and(|bit| features.contains(bit));
        let of_others = ["FeatureNEON", "FeatureVirtualization"].into_iter().any(has);
        session.triple().starts_with("armeb")
            || ["FeatureMClass", "HasMVEIntegerOps"].into_iter().any(has) && of_others
    }

    fn is_unreadable(&self, tables: &Tables<'_>, inst: &Inst, _: usize) -> bool {
        has_expression(inst) || is_conditional(tables, inst)
    }
}

/// Returns whether an instruction has a condition or the predicate of a vector instruction. In Thumb it is read only in the
/// block that gives it.
fn is_conditional(tables: &Tables<'_>, inst: &Inst) -> bool {
    // The first two of the target's own operand types are predicates of vectors, of which 0 is none.
    let of_vectors = operand_type::FIRST_TARGET..operand_type::FIRST_TARGET + 2;
    let mut operands = tables.operands(inst.opcode).iter().zip(&inst.operands);
    operands.any(|(row, operand)| match operand {
        Operand::Imm(code) if row.flags & operand_flag::PREDICATE != 0 => *code != ALWAYS,
        Operand::Imm(code) => of_vectors.contains(&row.kind) && *code != 0,
        _ => false,
    })
}

//! x86.

use oxmca::Session;
use oxmca_asm::{Inst, Operand};
use oxmca_tables::Tables;
use oxmca_tables::embedded_image;
use oxmca_tables::schema::operand_type;
use oxmca_tables::text::SourceFile;

use super::fuzzed::{FuzzedTarget, table_files};
use crate::expressions::{has_expression, has_register_within};

/// The target.
pub struct X86;

/// The number of Intel syntax among the dialects.
const INTEL: usize = 1;
/// `{rex}` and `{rex2}`.
const UNPRINTED_PREFIXES: u32 = 3 << 6;
/// `repne`, `rep`, `lock` and `notrack`.
const STATED_PREFIXES: u32 = 15 << 2;
/// `{vex}` to `{disp32}`.
const ENCODING_PREFIXES: u32 = 63 << 8;

static TABLE_FILES: [SourceFile<'static>; 10] = table_files!("x86":
    "features.tbl",
    "target.tbl",
    "registers.tbl",
    "operand-classes.tbl",
    "sched-classes.tbl",
    "instructions.tbl",
    "assembler-att.tbl",
    "print-aliases.tbl",
    "mnemonic-aliases.tbl",
    "cpu/btver2.tbl",
);

impl FuzzedTarget for X86 {
    fn name(&self) -> &'static str {
        "x86"
    }

    fn triples(&self) -> &'static [&'static str] {
        &[
            "x86_64-unknown-linux-gnu",
            "i386-unknown-linux-gnu",
            "i386-unknown-linux-code16",
            "x86_64-apple-macosx10.15",
            "x86_64-pc-windows-msvc",
            "x86_64-unknown-linux-gnux32",
            "i386-apple-macosx10.15",
            "i686-pc-windows-msvc",
            "i686-pc-windows-gnu",
        ]
    }

    fn features_of_triples(&self) -> &'static [&'static str] {
        &["16bit-mode", "32bit-mode", "64bit-mode", "x32"]
    }

    fn batch_cpus(&self) -> [&'static str; 4] {
        ["btver2", "skylake", "znver4", "atom"]
    }

    fn image(&self) -> &'static [u8] {
        embedded_image("x86").unwrap_or_default()
    }

    fn table_files(&self) -> &'static [SourceFile<'static>] {
        &TABLE_FILES
    }

    fn model_name(&self) -> &'static str {
        "BtVer2Model"
    }

    fn features_of_x(&self) -> &'static str {
        "64bit"
    }

    fn mode_directives(&self) -> &'static [&'static str] {
        &[".code"]
    }

    fn free_flags(&self, printed: &str) -> u32 {
        // Some instructions are always printed with a prefix such as `{vex}`, whether it was written or not.
        let encoding = if printed.trim_start().starts_with('{') { ENCODING_PREFIXES } else { 0 };
        UNPRINTED_PREFIXES | encoding
    }

    // Codes have prefixes that are not written again: the test `decode_x86` compares those without.
    fn has_several_codes(&self, _: &Session) -> bool {
        true
    }

    fn is_unreadable(&self, tables: &Tables<'_>, inst: &Inst, dialect: usize) -> bool {
        let name = tables.opcode_name(inst.opcode);
        let is_jump =
            || tables.operands(inst.opcode).iter().any(|it| it.kind == operand_type::PC_RELATIVE);
        // A shift by one is read as one by a register when there is a destination of its own.
        let shifts =
            ["r1_ND", "m1_ND", "r1_NF_ND", "m1_NF_ND"].iter().any(|form| name.ends_with(form));
        // `vcmpltbf16` is understood with one letter more only.
        let compares = name.starts_with("VCMPBF16");
        let prefetches = name.starts_with("VGATHERPF") || name.starts_with("VSCATTERPF");
        // They are read in the other order only.
        let prefixes = inst.flags & STATED_PREFIXES != 0 && inst.flags & ENCODING_PREFIXES != 0;
        // The width of what is pushed is not written, and the number may not fit in the mode's.
        let is_wide =
            |operand: &Operand| operand.imm().is_some_and(|it| i32::try_from(it).is_err());
        let pushes = name == "PUSH16i" && inst.operands.iter().any(is_wide);
        shifts
            || prefixes
            || compares
            || dialect == INTEL && pushes
            || has_register_within(inst)
            || dialect == INTEL && (is_jump() || prefetches || has_expression(inst))
    }

    fn is_ambiguous(&self, name: &str, printed: &str, inst: &Inst, dialect: usize) -> bool {
        // Pointers to code in another segment are printed without a size.
        let far = name.starts_with("FAR") && printed.contains('[') && !printed.contains(" ptr ");
        // The width of the register that a segment register is moved to or from is the mode's.
        let segment = matches!(name, "MOV16rs" | "MOV32rs" | "MOV16sr");
        segment || dialect == INTEL && (far || has_expression(inst))
    }

    // A symbol may be called like a register, and an offset is not told from an address.
    fn changes_expressions(&self, dialect: usize) -> bool {
        dialect == INTEL
    }
}

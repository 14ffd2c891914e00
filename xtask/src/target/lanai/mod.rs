//! Lanai.

mod compilers;
mod kernel;
mod libraries;
mod operands;

use anyhow::Result;
use oxmca_tables::Tables;
use oxmca_tables::schema::MatchEntry;

use super::proved::{Compilers, Dialect, Libraries, Mode, ProvedTarget};
use super::workload::Workload;
use crate::random::Random;

/// The target.
pub struct Lanai;

const MODES: [Mode; 1] = [Mode { index: 0, triple: "lanai", features: "" }];

const WORKLOAD: Workload = Workload {
    triple: "lanai",
    cpu: "v11",
    in_order_cpu: Some("v11"),
    cpus: &["v11"],
    kernel: kernel::kernel,
};

impl ProvedTarget for Lanai {
    fn name(&self) -> &'static str {
        "lanai"
    }

    fn tables(&self) -> Result<Tables<'static>> {
        Ok(Tables::embedded("lanai")?)
    }

    fn modes(&self) -> &'static [Mode] {
        &MODES
    }

    /// Returns whether a form can be written: `ld -4[%fp], %pc` for `RET` is another one, and names of others are comments.
    fn tries(&self, tables: &Tables<'_>, _: Mode, entry: &MatchEntry, _: usize) -> bool {
        let name = tables.opcode_name(entry.opcode);
        name != "RET" && !name.starts_with("ADJ")
    }

    fn modes_of_programs(&self) -> usize {
        1
    }

    fn cpus(&self) -> &'static [&'static str] {
        &["v11"]
    }

    fn generic_cpus(&self) -> &'static [&'static str] {
        &["generic"]
    }

    fn in_order_cpus(&self) -> &'static [&'static str] {
        &["v11"]
    }

    fn wide_cpus(&self) -> &'static [&'static str] {
        &["v11"]
    }

    fn dialects(&self) -> &'static [Dialect] {
        &[]
    }

    fn register_prefix(&self) -> &'static str {
        "%"
    }

    fn register_exists(&self, _: &str, _: Mode) -> bool {
        true
    }

    fn operand(&self, class: &str, _: Mode, random: &mut Random) -> Option<String> {
        operands::operand(class, random)
    }

    fn written_mnemonic(&self, mnemonic: &str) -> String {
        mnemonic.to_owned()
    }

    fn inserted_line(&self, random: &mut Random) -> Option<String> {
        let line = match random.below(60) {
            0 => "st\t%r9",
            1 => "bt\tlabel",
            2 => "mov\thi(sym + 8), %r3",
            3 => "ld\t-4[%fp], %pc ! return",
            4 => "ADD\tr3, r4, r5",
            5 => "bne\t%r3 add %r4",
            6 => "add\t%r1, %r2, %r3 nop",
            7 => "! LLVM-MCA-LATENCY 7",
            8 if random.below(4) == 0 => "! LLVM-MCA-BEGIN",
            9 if random.below(4) == 0 => "! LLVM-MCA-END",
            _ => return None,
        };
        Some(line.to_owned())
    }

    fn form_prefix(&self, _: &str) -> &'static str {
        ""
    }

    /// Conditions and `.r` are parts of the mnemonic.
    fn separator(&self, line: &str, _: &str, operand: &str) -> &'static str {
        let is_within = !line.contains('\t')
            && (operand.starts_with('.') || operands::CONDITIONS.contains(&operand));
        match line {
            _ if is_within => "",
            _ if !line.contains('\t') => "\t",
            _ if operand == "add" || line.ends_with("add") => " ",
            _ => ", ",
        }
    }

    fn compilers(&self) -> &'static Compilers {
        &compilers::COMPILERS
    }

    fn libraries(&self) -> &'static Libraries {
        &libraries::LIBRARIES
    }

    fn workload(&self) -> &'static Workload {
        &WORKLOAD
    }

    fn is_indirect_jump(&self, words: &[&str]) -> bool {
        matches!(words, ["bt", target] if target.starts_with('%'))
    }

    fn conformance_tests(&self) -> &'static [&'static str] {
        &[]
    }
}

//! RISC-V with 64- and 32-bit registers.

mod compilers;
mod kernel;
mod libraries;
mod modes;
mod operands;

use anyhow::Result;
use oxmca_tables::Tables;
use oxmca_tables::schema::MatchEntry;

use super::proved::{Compilers, Dialect, Libraries, Mode, ProvedTarget};
use super::workload::Workload;
use crate::random::Random;

/// The target.
pub struct RiscV;

const WORKLOAD: Workload = Workload {
    triple: "riscv64",
    cpu: "sifive-p670",
    in_order_cpu: Some("sifive-x280"),
    cpus: &["sifive-p670", "sifive-x280", "spacemit-x60", "tt-ascalon-x", "sifive-p470"],
    kernel: kernel::kernel,
};

impl ProvedTarget for RiscV {
    fn name(&self) -> &'static str {
        "riscv"
    }

    fn tables(&self) -> Result<Tables<'static>> {
        Ok(Tables::embedded("riscv")?)
    }

    fn modes(&self) -> &'static [Mode] {
        modes::modes()
    }

    fn tries(&self, tables: &Tables<'_>, mode: Mode, entry: &MatchEntry, index: usize) -> bool {
        modes::tries(tables, mode, entry, index)
    }

    fn modes_of_programs(&self) -> usize {
        2
    }

    fn cpus(&self) -> &'static [&'static str] {
        &[
            "sifive-p670",
            "andes-45-series",
            "generic-ooo",
            "mips-p8700",
            "rocket",
            "sifive-7-series",
            "sifive-p470",
            "sifive-p550",
            "sifive-p870-d",
            "sifive-x390",
            "sifive-x180",
            "spacemit-x60",
            "spacemit-x100",
            "syntacore-scr1-max",
            "syntacore-scr3-rv32",
            "syntacore-scr3-rv64",
            "syntacore-scr4-rv32",
            "syntacore-scr4-rv64",
            "syntacore-scr5-rv32",
            "syntacore-scr5-rv64",
            "syntacore-scr7",
            "tt-ascalon-x",
            "xiangshan-nanhu",
        ]
    }

    fn generic_cpus(&self) -> &'static [&'static str] {
        &["sifive-x280"]
    }

    fn in_order_cpus(&self) -> &'static [&'static str] {
        &["rocket-rv64", "sifive-x280", "spacemit-x60", "andes-ax45", "syntacore-scr7"]
    }

    fn wide_cpus(&self) -> &'static [&'static str] {
        &["sifive-p670", "sifive-x390"]
    }

    fn dialects(&self) -> &'static [Dialect] {
        &[]
    }

    fn register_prefix(&self) -> &'static str {
        ""
    }

    fn register_exists(&self, _: &str, _: Mode) -> bool {
        true
    }

    fn operand(&self, class: &str, mode: Mode, random: &mut Random) -> Option<String> {
        operands::operand(class, mode, random)
    }

    fn written_mnemonic(&self, mnemonic: &str) -> String {
        mnemonic.replacen(".insn_", ".insn ", 1)
    }

    /// Returns vector types, which begin instruments, and instruments by themselves.
    fn inserted_line(&self, random: &mut Random) -> Option<String> {
        let line = match random.below(60) {
            0 | 1 => format!("vsetvli\tt0, a0, {}", operands::vector_type(random)),
            2 => format!("vsetivli\tzero, {}, {}", random.below(32), operands::vector_type(random)),
            3 => {
                let size = random.pick(&["M1", "M2", "M4", "M8", "MF2", "MF4", "MF8"]);
                let width = random.pick(&["E8", "E16", "E32", "E64"]);
                format!("# LLVM-MCA-RISCV-LMUL {size}\n# LLVM-MCA-RISCV-SEW {width}")
            }
            4 => random.pick(&["# LLVM-MCA-RISCV-SEW E32", "# LLVM-MCA-RISCV-SEW E8"]).to_owned(),
            5 => format!("# LLVM-MCA-LATENCY {}", random.below(50)),
            6 if random.below(4) == 0 => "# LLVM-MCA-BEGIN".to_owned(),
            7 if random.below(4) == 0 => "# LLVM-MCA-END".to_owned(),
            _ => return None,
        };
        Some(line)
    }

    fn form_prefix(&self, _: &str) -> &'static str {
        ""
    }

    // A base follows an offset, which is no register, without a comma.
    fn separator(&self, _: &str, predecessor: &str, operand: &str) -> &'static str {
        let is_offset = |text: &str| !text.starts_with(|c: char| c.is_ascii_alphabetic());
        match (predecessor, operand) {
            ("", _) => "\t",
            ("(", _) | (_, ")") => "",
            (_, "(") if is_offset(predecessor) => "",
            _ => ", ",
        }
    }

    fn compilers(&self) -> &'static Compilers {
        &compilers::COMPILERS
    }

    fn libraries(&self) -> &'static Libraries {
        &libraries::LIBRARIES
    }

    fn expands_calls(&self) -> bool {
        true
    }

    fn workload(&self) -> &'static Workload {
        &WORKLOAD
    }

    fn is_indirect_jump(&self, words: &[&str]) -> bool {
        matches!(words, ["jr", ..])
    }

    fn conformance_tests(&self) -> &'static [&'static str] {
        &["RISCV"]
    }
}

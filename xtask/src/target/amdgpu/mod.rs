//! AMD's graphics processors.

mod compilers;
mod kernel;
mod keywords;
mod libraries;
mod operands;

use anyhow::Result;
use oxmca_tables::Tables;
use oxmca_tables::schema::MatchEntry;

use super::proved::{Compilers, Dialect, Libraries, Mode, ProvedTarget};
use super::workload::Workload;
use crate::random::Random;

/// The target.
pub struct AmdGpu;

const TRIPLE: &str = "amdgcn";

/// One per variant of the matcher, each of which a suffix of the mnemonic asks for.
const MODES: [Mode; 6] = [
    Mode { index: 0, triple: TRIPLE, features: "" },
    Mode { index: 1, triple: TRIPLE, features: "" },
    Mode { index: 2, triple: TRIPLE, features: "" },
    Mode { index: 3, triple: TRIPLE, features: "" },
    Mode { index: 4, triple: TRIPLE, features: "" },
    Mode { index: 5, triple: TRIPLE, features: "" },
];

/// The variants in the order of `target.tbl`, with their suffixes.
const SUFFIXES: [&str; 6] = ["", "_e64", "_sdwa", "_sdwa", "_dpp", "_e64_dpp"];

const WORKLOAD: Workload = Workload {
    triple: TRIPLE,
    cpu: "gfx1100",
    in_order_cpu: Some("gfx900"),
    cpus: &["gfx1200", "gfx1100", "gfx1030", "gfx90a", "gfx900"],
    kernel: kernel::kernel,
};

impl ProvedTarget for AmdGpu {
    fn name(&self) -> &'static str {
        "amdgpu"
    }

    fn tables(&self) -> Result<Tables<'static>> {
        Ok(Tables::embedded("amdgpu")?)
    }

    fn modes(&self) -> &'static [Mode] {
        &MODES
    }

    fn variant(&self, mode: Mode) -> usize {
        mode.index
    }

    fn tries(&self, _: &Tables<'_>, _: Mode, _: &MatchEntry, _: usize) -> bool {
        true
    }

    fn modes_of_programs(&self) -> usize {
        1
    }

    fn cpus(&self) -> &'static [&'static str] {
        &[
            "gfx1100",
            "gfx1200",
            "gfx1250",
            "gfx1251",
            "gfx12-5-generic",
            "gfx1030",
            "gfx942",
            "gfx950",
            "gfx90a",
            "gfx900",
            "gfx600",
        ]
    }

    fn generic_cpus(&self) -> &'static [&'static str] {
        &[]
    }

    fn encoded_cpus(&self) -> &'static [&'static str] {
        &[
            "gfx600", "gfx700", "gfx803", "gfx900", "gfx90a", "gfx942", "gfx950", "gfx1010",
            "gfx1030", "gfx1100", "gfx1170", "gfx1200", "gfx1250", "gfx1310",
        ]
    }

    /// Returns all CPUs of one model, since every one issues in order.
    fn in_order_cpus(&self) -> &'static [&'static str] {
        &["gfx900"]
    }

    fn wide_cpus(&self) -> &'static [&'static str] {
        &["gfx1250", "gfx1100"]
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

    fn operand(&self, class: &str, _: Mode, random: &mut Random) -> Option<String> {
        keywords::operand(class, random).or_else(|| operands::operand(class, random))
    }

    fn written_mnemonic(&self, mnemonic: &str) -> String {
        mnemonic.to_owned()
    }

    fn inserted_line(&self, random: &mut Random) -> Option<String> {
        let line = match random.below(60) {
            0 => format!("s_nop {}", random.below(16)),
            1 => "s_waitcnt 0".to_owned(),
            2 => format!("; LLVM-MCA-LATENCY {}", random.below(50)),
            3 if random.below(4) == 0 => "; LLVM-MCA-BEGIN".to_owned(),
            4 if random.below(4) == 0 => "; LLVM-MCA-END".to_owned(),
            _ => return None,
        };
        Some(line)
    }

    fn form_prefix(&self, _: &str) -> &'static str {
        ""
    }

    fn separator(&self, _: &str, predecessor: &str, operand: &str) -> &'static str {
        let is_mnemonic = predecessor.is_empty() || predecessor.starts_with("v_dual_");
        match (predecessor, operand) {
            ("[", _) | (_, "]") => "",
            _ if is_mnemonic || predecessor == "::" || keywords::is_keyword(operand) => " ",
            _ => ", ",
        }
    }

    /// Puts the suffix behind the mnemonic.
    fn completed_line(&self, mode: Mode, line: String) -> String {
        let suffix = SUFFIXES[mode.index];
        match line.split_once(' ') {
            Some((mnemonic, rest)) => format!("{mnemonic}{suffix} {rest}"),
            None => format!("{line}{suffix}"),
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
        matches!(words, ["s_setpc_b64" | "s_swappc_b64", ..])
    }

    fn conformance_tests(&self) -> &'static [&'static str] {
        &["AMDGPU"]
    }
}

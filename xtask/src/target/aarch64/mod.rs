//! AArch64 in both dialects and byte orders.

mod compilers;
mod kernel;
mod libraries;
mod modes;
mod operands;
mod registers;
mod separators;

use anyhow::Result;
use oxmca_tables::Tables;
use oxmca_tables::schema::MatchEntry;

use super::proved::{Compilers, Dialect, Libraries, Mode, ProvedTarget};
use super::workload::Workload;
use crate::random::Random;

/// The target.
pub struct AArch64;

const WORKLOAD: Workload = Workload {
    triple: "aarch64",
    cpu: "neoverse-v2",
    in_order_cpu: Some("cortex-a55"),
    cpus: &["neoverse-v2", "neoverse-n2", "a64fx", "cortex-a510", "olympus"],
    kernel: kernel::kernel,
};

impl ProvedTarget for AArch64 {
    fn name(&self) -> &'static str {
        "aarch64"
    }

    fn tables(&self) -> Result<Tables<'static>> {
        Ok(Tables::embedded("aarch64")?)
    }

    fn modes(&self) -> &'static [Mode] {
        modes::MODES
    }

    fn variant(&self, mode: Mode) -> usize {
        modes::variant(mode)
    }

    fn tries(&self, tables: &Tables<'_>, mode: Mode, entry: &MatchEntry, index: usize) -> bool {
        modes::tries(tables, mode, entry, index)
    }

    fn modes_of_programs(&self) -> usize {
        2
    }

    fn cpus(&self) -> &'static [&'static str] {
        &[
            "neoverse-v2",
            "a64fx",
            "ampere1",
            "ampere1b",
            "apple-m1",
            "cortex-a320",
            "cortex-a510",
            "cortex-a53",
            "cortex-a55",
            "cortex-a57",
            "exynos-m3",
            "exynos-m4",
            "exynos-m5",
            "falkor",
            "kryo",
            "neoverse-n1",
            "neoverse-n2",
            "neoverse-n3",
            "neoverse-v1",
            "neoverse-v3",
            "neoverse-v3ae",
            "olympus",
            "oryon-1",
            "thunderx",
            "thunderx2t99",
            "thunderx3t110",
            "tsv110",
        ]
    }

    fn generic_cpus(&self) -> &'static [&'static str] {
        &["generic", "grace"]
    }

    fn in_order_cpus(&self) -> &'static [&'static str] {
        &["cortex-a55", "cortex-a53", "cortex-a510", "cortex-a320", "thunderx"]
    }

    fn wide_cpus(&self) -> &'static [&'static str] {
        &["olympus", "neoverse-v3"]
    }

    fn dialects(&self) -> &'static [Dialect] {
        &[]
    }

    fn register_prefix(&self) -> &'static str {
        ""
    }

    /// Returns names of vector registers that say no width belong to classes of their own.
    fn register_exists(&self, name: &str, _: Mode) -> bool {
        !name.starts_with('v')
    }

    fn operand(&self, class: &str, _: Mode, random: &mut Random) -> Option<String> {
        operands::operand(class, random)
    }

    /// Returns the same register in another width.
    fn tied_operand(&self, class: &str, tied: &str) -> String {
        match class {
            "GPR64as32" => tied.replacen('x', "w", 1),
            "GPR32as64" => tied.replacen('w', "x", 1),
            _ => tied.to_owned(),
        }
    }

    fn written_mnemonic(&self, mnemonic: &str) -> String {
        mnemonic.to_owned()
    }

    fn inserted_line(&self, random: &mut Random) -> Option<String> {
        let line = match random.below(80) {
            0 => format!("ldr\tx{}, ={:#x}", random.below(30), random.below(0x20000)),
            1 => {
                format!("lsl\tw{}, w{}, #{}", random.below(30), random.below(30), random.below(32))
            }
            2 => format!(
                "bfi\tx{}, x{}, #3, #{}",
                random.below(30),
                random.below(30),
                1 + random.below(40)
            ),
            3 => "beq\tlabel".to_owned(),
            4 => format!("# LLVM-MCA-LATENCY {}", random.below(50)),
            5 if random.below(4) == 0 => "# LLVM-MCA-BEGIN".to_owned(),
            6 if random.below(4) == 0 => "# LLVM-MCA-END".to_owned(),
            _ => return None,
        };
        Some(line)
    }

    fn form_prefix(&self, _: &str) -> &'static str {
        ""
    }

    fn separator(&self, line: &str, predecessor: &str, operand: &str) -> &'static str {
        separators::separator(line, predecessor, operand)
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
        matches!(words, ["br", ..])
    }

    fn conformance_tests(&self) -> &'static [&'static str] {
        &["AArch64"]
    }
}

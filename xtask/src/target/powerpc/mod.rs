//! PowerPC with 64- and 32-bit registers, in both orders of bytes.

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
pub struct PowerPc;

const WORKLOAD: Workload = Workload {
    triple: "powerpc64le",
    cpu: "pwr10",
    in_order_cpu: None,
    cpus: &["pwr7", "pwr8", "pwr9", "pwr10"],
    kernel: kernel::kernel,
};

impl ProvedTarget for PowerPc {
    fn name(&self) -> &'static str {
        "powerpc"
    }

    fn tables(&self) -> Result<Tables<'static>> {
        Ok(Tables::embedded("powerpc")?)
    }

    fn modes(&self) -> &'static [Mode] {
        modes::MODES
    }

    fn tries(&self, tables: &Tables<'_>, mode: Mode, entry: &MatchEntry, index: usize) -> bool {
        modes::tries(tables, mode, entry, index)
    }

    fn modes_of_programs(&self) -> usize {
        3
    }

    fn cpus(&self) -> &'static [&'static str] {
        &["pwr10", "pwr9", "pwr8", "pwr7"]
    }

    fn generic_cpus(&self) -> &'static [&'static str] {
        &["ppc64le", "pwr11"]
    }

    // No usable model issues in order.
    fn in_order_cpus(&self) -> &'static [&'static str] {
        &["pwr7"]
    }

    fn wide_cpus(&self) -> &'static [&'static str] {
        &["pwr10"]
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
        operands::operand(class, random)
    }

    fn written_mnemonic(&self, mnemonic: &str) -> String {
        mnemonic.to_owned()
    }

    fn inserted_line(&self, random: &mut Random) -> Option<String> {
        let line = match random.below(60) {
            0 => "bl\t__tls_get_addr(x@tlsgd)".to_owned(),
            1 => format!("addis\t{}, 2, x@got@tprel@ha", random.below(32)),
            2 => format!("isel\t{}, 4, 5, 4*cr{}+eq", random.below(32), random.below(8)),
            3 => "b\t.+8".to_owned(),
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

    // A displacement ends with the parenthesis in which its base stands. A dot belongs to the mnemonic.
    fn separator(&self, line: &str, predecessor: &str, operand: &str) -> &'static str {
        match (predecessor, operand) {
            ("", _) if operand.starts_with('.') => "",
            ("" | ".", _) => "\t",
            _ if predecessor.ends_with('(') => "",
            _ if line.matches('(').count() > line.matches(')').count() => "), ",
            _ => ", ",
        }
    }

    fn completed_line(&self, _: Mode, mut line: String) -> String {
        if line.matches('(').count() > line.matches(')').count() {
            line.push(')');
        }
        line
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
        matches!(words, ["bctr" | "bcctr", ..])
    }

    fn conformance_tests(&self) -> &'static [&'static str] {
        &[]
    }
}

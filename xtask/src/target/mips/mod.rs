//! Mips.

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
use modes::MODES;

/// The target.
pub struct Mips;

const WORKLOAD: Workload = Workload {
    triple: "mips64el-linux-gnuabi64",
    cpu: "i6400",
    in_order_cpu: Some("mips64r2"),
    cpus: &["i6400", "mips64r6"],
    kernel: kernel::kernel,
};

impl ProvedTarget for Mips {
    fn name(&self) -> &'static str {
        "mips"
    }

    fn tables(&self) -> Result<Tables<'static>> {
        Ok(Tables::embedded("mips")?)
    }

    fn modes(&self) -> &'static [Mode] {
        &MODES
    }

    fn tries(&self, tables: &Tables<'_>, mode: Mode, entry: &MatchEntry, _: usize) -> bool {
        // Forms that a mode does not have are refused alike, which a few show.
        mode.index < 8 || !tables.required(entry).is_empty()
    }

    fn modes_of_programs(&self) -> usize {
        MODES.len()
    }

    fn cpus(&self) -> &'static [&'static str] {
        &["i6400", "mips32r2", "p5600"]
    }

    fn generic_cpus(&self) -> &'static [&'static str] {
        &["generic", "mips1", "mips2", "mips3", "mips32r6", "octeon"]
    }

    fn in_order_cpus(&self) -> &'static [&'static str] {
        &["mips32r2"]
    }

    fn wide_cpus(&self) -> &'static [&'static str] {
        &["i6400"]
    }

    fn dialects(&self) -> &'static [Dialect] {
        &[]
    }

    fn register_prefix(&self) -> &'static str {
        "$"
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
            0 => ".set\tnoreorder",
            1 => ".set\treorder",
            2 => ".set\tnoat",
            3 => ".set\tat",
            4 => ".set\tpush",
            5 => ".set\tpop",
            6 => "b\tlabel",
            7 => "jal\tfunc",
            8 => "nop",
            9 => "# LLVM-MCA-LATENCY 7",
            10 => ".option\tpic2",
            11 => ".option\tpic0",
            12 if random.below(4) == 0 => "# LLVM-MCA-BEGIN",
            13 if random.below(4) == 0 => "# LLVM-MCA-END",
            _ => return None,
        };
        Some(line.to_owned())
    }

    fn form_prefix(&self, _: &str) -> &'static str {
        ""
    }

    fn separator(&self, _: &str, predecessor: &str, operand: &str) -> &'static str {
        match (predecessor, operand) {
            ("", _) => "\t",
            (_, "[" | "(" | "]" | ")") | ("[" | "(", _) => "",
            _ => ", ",
        }
    }

    /// Replaces an expression where a macro takes a constant, for which the reference takes its place in its memory, a constant
    /// where it takes a symbol, on which the reference crashes, and a mask that has no code, whose code the reference does
    /// not define.
    fn completed_line(&self, _: Mode, line: String) -> String {
        const OF_CONSTANTS: [&str; 16] = [
            "dli", "drol", "dror", "rol", "ror", "nor", "seq", "sge", "sgeu", "sgt", "sgtu", "sle",
            "sleu", "slt", "sltu", "sne",
        ];
        const OF_OFFSETS: [&str; 9] =
            ["ld", "sd", "l.d", "s.d", "ulh", "ulhu", "ulw", "ush", "usw"];
        let Some((before, last)) = line.rsplit_once(", ") else { return line };
        let mnemonic = line.split('\t').next().unwrap_or_default();
        if mnemonic == "andi16" {
            return format!("{before}, 255");
        }
        let number = last.strip_prefix('-').unwrap_or(last);
        let is_number = number.starts_with(|it: char| it.is_ascii_digit());
        if is_number && is_branch_macro(mnemonic, before) {
            return format!("{before}, label");
        }
        if !last.contains("sym") {
            return line;
        }
        let is_constant = mnemonic == "li.s" && !line.contains("$f");
        if is_constant || OF_CONSTANTS.contains(&mnemonic) {
            format!("{before}, 5")
        } else if OF_OFFSETS.contains(&mnemonic) {
            format!("{before}, 8{}", last.rfind('(').map_or("($4)", |at| &last[at..]))
        } else {
            line
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
        matches!(words, ["jr" | "jrc", target] if *target != "$31" && *target != "$ra")
    }

    fn conformance_tests(&self) -> &'static [&'static str] {
        &["Mips"]
    }
}

/// Returns whether a branch stands for several instructions, by its mnemonic and the text before its target.
fn is_branch_macro(mnemonic: &str, before: &str) -> bool {
    const RELATIONS: [&str; 4] = ["bge", "bgt", "ble", "blt"];
    const LIKELY: [&str; 2] = ["beql", "bnel"];
    const ENDS: [&str; 4] = ["", "l", "u", "ul"];
    let is_relation = |it: &&str| mnemonic.strip_prefix(it).is_some_and(|end| ENDS.contains(&end));
    let has_constant = before.rsplit_once(", ").is_some_and(|(_, second)| !second.starts_with('$'));
    RELATIONS.iter().any(is_relation) || has_constant && LIKELY.contains(&mnemonic)
}

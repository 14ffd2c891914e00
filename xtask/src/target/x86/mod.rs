//! x86 in 64-, 32- and 16-bit mode.

mod compilers;
mod kernel;
mod libraries;
mod modes;
mod operands;

use anyhow::Result;
use oxmca_tables::Tables;
use oxmca_tables::schema::{AsmFeatureSet, MatchEntry};

use modes::{BITS_16, BITS_32, BITS_64};

use super::proved::{Compilers, Dialect, Libraries, Mode, ProvedTarget};
use super::workload::Workload;
use crate::random::Random;

/// The target.
pub struct X86;

const INTEL: Dialect = Dialect {
    name: "intel",
    number: 1,
    option: "-x86-asm-syntax=intel",
    directive: ".intel_syntax noprefix",
    compiler_flag: "-masm=intel",
};

const WORKLOAD: Workload = Workload {
    triple: BITS_64.triple,
    cpu: "skylake",
    in_order_cpu: Some("atom"),
    cpus: &["skylake", "znver4", "alderlake", "btver2", "sapphirerapids"],
    kernel: kernel::kernel,
};

impl ProvedTarget for X86 {
    fn name(&self) -> &'static str {
        "x86"
    }

    fn tables(&self) -> Result<Tables<'static>> {
        Ok(Tables::embedded("x86")?)
    }

    fn modes(&self) -> &'static [Mode] {
        &[BITS_64, BITS_32, BITS_16]
    }

    /// Modes other than the first take only forms that the first does not have, and a sample of the others, since
    /// those differ in addressing alone.
    fn tries(&self, tables: &Tables<'_>, mode: Mode, entry: &MatchEntry, index: usize) -> bool {
        let required = tables.required(entry);
        let needed =
            mode == BITS_64 || !suits(tables, BITS_64, required) || index.is_multiple_of(16);
        needed && suits(tables, mode, required)
    }

    fn modes_of_programs(&self) -> usize {
        1
    }

    fn cpus(&self) -> &'static [&'static str] {
        &[
            "alderlake",
            "atom",
            "slm",
            "bdver2",
            "znver1",
            "broadwell",
            "btver2",
            "skylake-avx512",
            "sandybridge",
            "haswell",
            "sapphirerapids",
            "icelake-server",
            "lunarlake",
            "skylake",
            "znver2",
            "znver3",
            "znver4",
        ]
    }

    fn generic_cpus(&self) -> &'static [&'static str] {
        &["x86-64", "generic"]
    }

    fn in_order_cpus(&self) -> &'static [&'static str] {
        &["atom"]
    }

    fn wide_cpus(&self) -> &'static [&'static str] {
        &["znver4", "sapphirerapids"]
    }

    fn dialects(&self) -> &'static [Dialect] {
        &[INTEL]
    }

    fn register_prefix(&self) -> &'static str {
        "%"
    }

    fn register_exists(&self, name: &str, mode: Mode) -> bool {
        operands::register_exists(name, mode)
    }

    fn operand(&self, class: &str, mode: Mode, random: &mut Random) -> Option<String> {
        operands::operand(class, mode, random)
    }

    fn written_mnemonic(&self, mnemonic: &str) -> String {
        mnemonic.to_owned()
    }

    fn inserted_line(&self, _: &mut Random) -> Option<String> {
        None
    }

    fn form_prefix(&self, opcode: &str) -> &'static str {
        if opcode.ends_with("_EVEX") || opcode.contains("_EVEX_") {
            "{evex}\t"
        } else if opcode.contains("_NF") {
            "{nf}\t"
        } else {
            ""
        }
    }

    fn separator(&self, _: &str, predecessor: &str, operand: &str) -> &'static str {
        match (predecessor, operand) {
            ("", _) => "\t",
            ("{" | "*", _) | (_, "{" | "}" | "{z}") => "",
            _ if operand.starts_with("{1to") => "",
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
        match words {
            ["jmp" | "jmpl" | "jmpq", target] => {
                let is_register = target.len() <= 3 && target.starts_with(['r', 'e']);
                target.starts_with('*') || is_register
            }
            ["jmp" | "jmpl" | "jmpq", size, ..] => size.starts_with('*') || size.ends_with("word"),
            _ => false,
        }
    }

    fn is_decoded_otherwise(&self, words: &[&str]) -> bool {
        // It is `pause`.
        matches!(words, ["rep" | "rep;", "nop", ..])
    }

    fn conformance_tests(&self) -> &'static [&'static str] {
        &["X86", "JSON"]
    }
}

/// Returns whether the conditions of a form hold in a mode.
fn suits(tables: &Tables<'_>, mode: Mode, required: &AsmFeatureSet) -> bool {
    let mut features = tables.asm_features.iter().enumerate();
    features.all(|(bit, feature)| {
        !required.contains(bit) || condition_holds(tables.text(feature.name), mode)
    })
}

/// Returns whether the matcher's condition called `condition` holds in a mode.
fn condition_holds(condition: &str, mode: Mode) -> bool {
    let feature = match mode {
        BITS_64 => "64BitMode",
        BITS_32 => "32BitMode",
        _ => "16BitMode",
    };
    match (condition.strip_prefix("In"), condition.strip_prefix("Not")) {
        (Some(mode), _) => mode == feature,
        (_, Some(mode)) => mode != feature,
        _ => true,
    }
}

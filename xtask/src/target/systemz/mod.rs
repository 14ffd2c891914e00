//! SystemZ.

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
pub struct SystemZ;

/// The features that bring instructions.
const ALL: &str = "+bear-enhancement,+concurrent-functions,+dfp-packed-conversion,\
    +dfp-zoned-conversion,+deflate-conversion,+distinct-ops,\
    +enhanced-dat-2,+enhanced-sort,+execution-hint,+fp-extension,\
    +fast-serialization,+guarded-storage,+high-word,\
    +insert-reference-bits-multiple,+interlocked-access1,+load-and-trap,\
    +load-and-zero-rightmost-byte,+load-store-on-cond,\
    +load-store-on-cond-2,+message-security-assist-extension3,\
    +message-security-assist-extension4,\
    +message-security-assist-extension5,\
    +message-security-assist-extension7,\
    +message-security-assist-extension8,\
    +message-security-assist-extension9,\
    +message-security-assist-extension12,+miscellaneous-extensions,\
    +miscellaneous-extensions-2,+miscellaneous-extensions-3,\
    +miscellaneous-extensions-4,+nnp-assist,+population-count,\
    +processor-activity-instrumentation,+processor-assist,\
    +reset-dat-protection,+reset-reference-bits-multiple,\
    +test-pending-external-interruption,+transactional-execution,+vector,\
    +vector-enhancements-1,+vector-enhancements-2,+vector-enhancements-3,\
    +vector-packed-decimal,+vector-packed-decimal-enhancement,\
    +vector-packed-decimal-enhancement-2,\
    +vector-packed-decimal-enhancement-3";

/// The CPUs as they are, and with nearly all instructions.
const MODES: [Mode; 2] = [
    Mode { index: 0, triple: "s390x-linux-gnu", features: "" },
    Mode { index: 1, triple: "s390x-linux-gnu", features: ALL },
];

const WORKLOAD: Workload = Workload {
    triple: "s390x-linux-gnu",
    cpu: "z16",
    // None issues in order.
    in_order_cpu: Some("z196"),
    cpus: &["z16", "z14", "z13", "zEC12", "z196"],
    kernel: kernel::kernel,
};

impl ProvedTarget for SystemZ {
    fn name(&self) -> &'static str {
        "systemz"
    }

    fn tables(&self) -> Result<Tables<'static>> {
        Ok(Tables::embedded("systemz")?)
    }

    fn modes(&self) -> &'static [Mode] {
        &MODES
    }

    /// Returns whether a form is tried in a mode: all that need features are tried with them.
    fn tries(&self, tables: &Tables<'_>, mode: Mode, entry: &MatchEntry, index: usize) -> bool {
        mode.index == 0 || index.is_multiple_of(3) || !tables.required(entry).is_empty()
    }

    fn modes_of_programs(&self) -> usize {
        2
    }

    fn cpus(&self) -> &'static [&'static str] {
        &["z17", "z16", "z15", "z14", "z13", "zEC12", "z196"]
    }

    fn generic_cpus(&self) -> &'static [&'static str] {
        &["arch13"]
    }

    /// Returns the oldest CPU with a model, since none issues in order.
    fn in_order_cpus(&self) -> &'static [&'static str] {
        &["z196"]
    }

    fn wide_cpus(&self) -> &'static [&'static str] {
        &["z17", "z16"]
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
            0 => format!(".insn\trr,{:#x},%r{},%r{}", 0x1800, random.below(16), random.below(16)),
            1 => format!("j\t{}", 2 * random.below(100)),
            2 => "brasl\t%r14, __tls_get_offset@PLT:tls_gdcall:sym".to_owned(),
            3 => format!("# LLVM-MCA-LATENCY {}", random.below(50)),
            4 if random.below(4) == 0 => "# LLVM-MCA-BEGIN".to_owned(),
            5 if random.below(4) == 0 => "# LLVM-MCA-END".to_owned(),
            _ => return None,
        };
        Some(line)
    }

    fn form_prefix(&self, _: &str) -> &'static str {
        ""
    }

    fn separator(&self, _: &str, predecessor: &str, _: &str) -> &'static str {
        if predecessor.is_empty() { "\t" } else { ", " }
    }

    /// Adds the symbol of a thread-local variable to calls: the reference crashes on those without.
    fn sound_line(&self, line: String) -> String {
        let mut words = line.split_whitespace();
        let is_call = matches!(words.next(), Some("bras" | "brasl" | "jas" | "jasl"));
        let Some(comma) = line.find(',').filter(|_| is_call && !line.contains(":tls_")) else {
            return line;
        };
        let target = line[comma + 1..].trim_start();
        let length = target.find(char::is_whitespace).unwrap_or(target.len());
        let end = line.len() - target.len() + length;
        format!("{}:tls_gdcall:sym{}", &line[..end], &line[end..])
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
            ["br", target] => *target != "%r14",
            ["bi", ..] => true,
            _ => false,
        }
    }

    fn conformance_tests(&self) -> &'static [&'static str] {
        &["SystemZ"]
    }
}

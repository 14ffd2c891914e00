//! Arm: A32, and Thumb of the application and microcontroller profiles.

mod addresses;
mod compilers;
mod completion;
mod kernel;
mod libraries;
mod lists;
mod modes;
mod operands;
mod predicate;
mod separators;
mod values;

use anyhow::Result;
use oxmca_tables::Tables;
use oxmca_tables::schema::MatchEntry;

use super::proved::{Compilers, Dialect, Libraries, Mode, ProvedTarget};
use super::workload::Workload;
use crate::random::Random;

/// The target.
pub struct Arm;

const WORKLOAD: Workload = Workload {
    triple: "armv8a",
    cpu: "cortex-a57",
    in_order_cpu: Some("cortex-r52"),
    // The model of Swift is that of Cyclone, whose NEON no packager of the reference has taken out.
    cpus: &["cortex-a57", "cortex-r52", "cyclone"],
    kernel: kernel::kernel,
};

impl ProvedTarget for Arm {
    fn name(&self) -> &'static str {
        "arm"
    }

    fn tables(&self) -> Result<Tables<'static>> {
        Ok(Tables::embedded("arm")?)
    }

    fn modes(&self) -> &'static [Mode] {
        modes::modes()
    }

    fn tries(&self, tables: &Tables<'_>, mode: Mode, entry: &MatchEntry, index: usize) -> bool {
        modes::tries(tables, mode, entry, index)
    }

    fn modes_of_programs(&self) -> usize {
        4
    }

    fn cpus(&self) -> &'static [&'static str] {
        &[
            "cortex-a57",
            "cortex-m55",
            "cortex-a9",
            "cortex-m4",
            "cortex-m7",
            "cortex-m85",
            "cortex-r52",
            "swift",
        ]
    }

    fn generic_cpus(&self) -> &'static [&'static str] {
        &["generic"]
    }

    fn in_order_cpus(&self) -> &'static [&'static str] {
        &["cortex-m4", "cortex-m7", "cortex-m55", "cortex-m85", "cortex-r52"]
    }

    fn wide_cpus(&self) -> &'static [&'static str] {
        &["cortex-a57", "cortex-m85"]
    }

    fn dialects(&self) -> &'static [Dialect] {
        &[]
    }

    fn register_prefix(&self) -> &'static str {
        ""
    }

    /// Returns whether a register has a name that assembly writes. Sequences of vector registers have none.
    fn register_exists(&self, name: &str, _: Mode) -> bool {
        !name.contains('_') || name.starts_with("fp") || name.starts_with("apsr")
    }

    fn operand(&self, class: &str, mode: Mode, random: &mut Random) -> Option<String> {
        operands::operand(class, mode, random)
    }

    fn written_mnemonic(&self, mnemonic: &str) -> String {
        mnemonic.to_owned()
    }

    fn completed_line(&self, mode: Mode, line: String) -> String {
        completion::completed(mode, &line)
    }

    fn end_of_blocks(&self, mode: Mode) -> &'static str {
        // Codes count as the instructions that are left.
        if mode.triple.starts_with("thumb") { "; .inst.n 0, 0, 0, 0" } else { "" }
    }

    /// Leaves out the pressure on resources where instructions that issue at dispatch take units that are busy: LLVM's number
    /// for such a unit is beyond the columns.
    fn sound_options(&self, cpu: &str) -> &'static [&'static str] {
        match cpu {
            "cortex-a9" | "cortex-a12" | "cortex-a15" | "cortex-a17" | "krait" => {
                &["-resource-pressure=false"]
            }
            _ => &[],
        }
    }

    fn inserted_line(&self, random: &mut Random) -> Option<String> {
        let line = match random.below(60) {
            6 | 7 => completion::random_block(random),
            0 => format!("ldr\tr{}, ={:#x}", random.below(8), random.below(0x20000)),
            1 => format!("lsls\tr{}, r{}, #{}", random.below(8), random.below(8), random.below(32)),
            2 => "beq\tlabel".to_owned(),
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
        match words {
            ["tbb" | "tbh", ..] => true,
            ["bx", target] => *target != "lr",
            ["add" | "ldr" | "mov", "pc,", operand, ..] => {
                !operand.starts_with("lr") && !operand.starts_with("[sp")
            }
            _ => false,
        }
    }

    fn is_decoded_otherwise(&self, words: &[&str]) -> bool {
        match words {
            // Machine code as a number.
            [".inst" | ".inst.n" | ".inst.w", ..] => true,
            // The parser leaves out the register that a transfer changes.
            [name, .., last] => {
                (name.starts_with("ldr") || name.starts_with("str")) && last.ends_with("]!")
            }
            _ => false,
        }
    }

    fn conformance_tests(&self) -> &'static [&'static str] {
        &["ARM"]
    }
}

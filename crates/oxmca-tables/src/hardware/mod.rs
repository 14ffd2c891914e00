//! The parts of processors that scheduling models leave out: text files beside the models of a target.
//!
//! LLVM's models tell which ports an instruction uses and how long it takes. A hardware model adds the numbers of the
//! front end, the renamer and the memory units, the ports that loads and stores take, and lists of instructions that are
//! treated apart. `data/README.md` describes the files.

mod form;
mod model;
mod numbers;
mod ports;
mod reader;
#[cfg(test)]
mod tests;

pub use form::{FormChange, FormCondition};
pub use model::{HardwareFile, HardwareModel};
pub use numbers::HardwareNumbers;
pub use ports::{MicroOps, PortSet, Ports};
pub use reader::read;

/// Returns the hardware models that are built in for the target whose tables are in that folder of `data`.
pub fn builtin_hardware(target: &str) -> &'static [HardwareFile<'static>] {
    match target {
        "x86" => X86,
        _ => &[],
    }
}

/// Declares files by their names in the folder of a target.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(HardwareFile { name: $name, text: include_str!(concat!("../../data/", $name)) }),*]
    };
}

const X86: &[HardwareFile<'static>] = files![
    "x86/hardware/sandybridge.tbl",
    "x86/hardware/ivybridge.tbl",
    "x86/hardware/haswell.tbl",
    "x86/hardware/skylake.tbl",
    "x86/hardware/ice-lake.tbl",
    "x86/hardware/golden-cove.tbl",
    "x86/hardware/zen1.tbl",
    "x86/hardware/zen2.tbl",
    "x86/hardware/zen3.tbl",
    "x86/hardware/zen4.tbl",
    "x86/hardware/zen5.tbl",
];

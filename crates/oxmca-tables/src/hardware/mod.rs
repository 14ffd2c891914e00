//! The parts of processors that scheduling models leave out: text files beside the models of a target, or of the user's.
//!
//! LLVM's models tell which ports an instruction uses and how long it takes. A hardware model adds the numbers and the
//! policies of the front end, the renamer and the memory units, the ports that loads and stores take, and rows about
//! instructions that are treated apart or in pairs. `data/README.md` describes the files, `docs/add-hardware-data.md` how to write
//! one.

mod builtin;
mod comparison;
mod consistency;
mod form;
mod fusion;
mod model;
mod models;
mod numbers;
mod opcode_patterns;
mod pattern;
mod policies;
mod ports;
mod reader;
mod rows;
mod selection;
#[cfg(test)]
mod tests;

pub use builtin::{BuiltinHardware, builtin_hardware};
pub use comparison::{Comparison, Comparisons, comparison_lines};
pub use form::{Bypass, FormChange, LateResult, OperandDelay, SharedUnit};
pub use fusion::{FusionRules, PairRows};
pub use model::{HardwareFile, HardwareModel};
pub use models::HardwareModels;
pub use numbers::{HardwareNumbers, NumberInfo};
pub use pattern::matches as opcode_matches;
pub use policies::{
    CountedUnit, HardwarePolicies, PolicyInfo, PolicyWord, PortChoice, RenamerForwarding,
    SplitMicroOps, WindowsByEnd,
};
pub use ports::{
    DispatchLimit, Limited, MAX_DISPATCH_LIMITS, MicroOps, PortName, PortScheduler, PortSet, Ports,
};
pub use reader::read;
pub use rows::MAX_LATENCY_CYCLES;
pub use selection::{FormCondition, InstructionTrait};

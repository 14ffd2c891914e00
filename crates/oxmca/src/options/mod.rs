//! Options of an analysis: the hardware to assume and the sections to report.
//!
//! `list.rs` declares each option once; [`OPTIONS`] is the list as data, for front ends. They set [`RequestedOptions`]
//! by it, which decides what one option means for others.

#[cfg(feature = "arguments")]
pub mod arguments;
mod entries;
mod entry;
mod error;
mod fields;
mod format;
mod hardware;
mod implied;
mod initial_registers;
mod list;
mod requested;
mod scale_factor;
mod simulation;
mod value;
mod views;
mod words;

pub use entries::OPTIONS;
pub use entry::{InDocuments, OnPage, OptionEntry, OptionList};
pub use error::{OptionError, nearest};
pub(crate) use fields::or_zero;
pub use fields::{HardwareOptions, Options};
pub use format::Format;
pub use hardware::{Delivery, HardwarePart, HardwareParts, InitialRegisters};
pub use initial_registers::{
    InitialRegisterProblem, InitialRegistersError, NamedRegister, read_initial_registers,
};
pub use requested::RequestedOptions;
pub use scale_factor::ScaleFactor;
pub use simulation::{AppliesTo, SimulationKind};
pub use value::{OptionKind, OptionValue};
pub use views::{EverySwitch, Views};
pub use words::{AnnotationStyle, InstructionTables, Word};

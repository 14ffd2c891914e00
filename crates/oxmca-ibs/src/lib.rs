//! Samples of AMD's Instruction-Based Sampling (IBS): what hardware measured, by instruction.
//!
//! AMD processors from family 10h on tag one fetch or one op in N and report what happened to it. `perf
//! record -R -e ibs_op//` stores the registers of each sample in a perf.data file. This crate reads
//! such files, derives the events of CodeXL's guide and a few more, and adds them up by process, file,
//! function and instruction.
//!
//! Nothing is printed here, no file is opened and no thread started: bytes come from readers and from
//! the caller's [`attribution::Files`].
#![deny(missing_docs)]

mod address_space;
pub mod attribution;
pub mod code;
pub mod comparison;
mod counts;
mod cpu;
mod event;
mod field;
mod flags;
mod latencies;
mod payload;
pub mod perf_data;
mod profile;
mod squares;
pub mod view;

pub use counts::Counts;
pub use cpu::{Capabilities, Cpu, CpuError, Traits};
pub use event::{
    Condition, EVENT_COUNT, EVENTS, Event, EventId, GUIDE_EVENT_COUNT, Latency, Quantity,
};
pub use field::{FIELDS, Field, Register, fields};
pub use flags::{FetchFlags, OpFlags};
pub use latencies::Latencies;
pub use payload::{FetchRegisters, OpRegisters, PayloadError};
pub use perf_data::ReadError;
pub use profile::{
    Module, ModuleId, ModuleKind, Process, ProcessId, Profile, ReadOptions, Site, SiteId, Tally,
};
pub use squares::Squares;

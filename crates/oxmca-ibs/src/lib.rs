//! Samples of AMD's Instruction-Based Sampling (IBS): what hardware measured, by instruction.
//!
//! AMD processors from family 10h on tag one fetch or one op in N and report what happened to it. `perf
//! record -R -e ibs_op//` stores the registers of each sample in a perf.data file. This crate reads
//! such files, derives the events of CodeXL's guide and a few more, and adds them up by process, file,
//! function and instruction.
//!
//! Nothing is printed here, no file is opened and no thread started: bytes come from readers and from
//! the caller's [`attribution::Files`].
//!
//! # Decisions
//!
//! - **perf.data is read by our own code.** The crates for it allocate what lengths in a file say, assert on its contents,
//!   and keep everything between two marks of perf's in memory. Whatever bytes come, the reader must end with an error in
//!   bounded memory. `tests/cross-checks` reads the same files with `linux-perf-data`.
//! - **Samples are added up in batches.** A recording has more addresses than caches hold sums, so half a million samples
//!   are sorted by address before they are added. Time then does not depend on their order.
//! - **Families differ in one function.** `OpFlags::of` and `FetchFlags::of` turn registers into flags that mean the same
//!   everywhere; events are masks of flags.
//! - **Recorded code goes to the simulator as it is decoded**, not as text, so that no instruction is simulated as another.
//!   Files, functions and loops are those of `oxmca-object`; samples choose the loop and the way around it.
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

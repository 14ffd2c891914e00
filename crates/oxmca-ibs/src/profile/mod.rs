//! A recording, added up by address.
//!
//! Samples are not kept: each is added to the sums of its process, file and address. All coarser sums
//! are sums of those.

mod builder;
mod pending;
mod reading;
mod sums;

pub use reading::ReadOptions;
pub use sums::{Module, ModuleId, ModuleKind, Process, ProcessId, Profile, Site, SiteId, Tally};

//! The reader of debug information.

use gimli::{EndianArcSlice, RunTimeEndian};

/// Reads sections that it shares.
pub(super) type Reader = EndianArcSlice<RunTimeEndian>;

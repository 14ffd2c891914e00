//! Blocks of AArch64 that numbers of a processor decide.

use crate::probes::Probe;

/// The probes.
pub(super) const PROBES: &[Probe] = &[];

//! The rate at which micro-ops execute for long, which those of wide vectors reach before ports are busy.

use super::recurrence::Fingerprint;

/// Units of the rate in a cycle.
const PERCENT_PER_CYCLE: u64 = 100;

/// The part of the rate that was taken.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SustainedRate {
    /// The time, in hundredths of a cycle, at which all that was renamed is within the rate.
    due_percent: u64,
}

impl SustainedRate {
    /// Returns the first cycle in which more can be renamed, if renaming may be some cycles ahead.
    pub fn first_cycle(self, ahead_cycles: u32) -> u32 {
        let due = self.due_percent.div_ceil(PERCENT_PER_CYCLE);
        due.saturating_sub(ahead_cycles.into()) as u32
    }

    /// Adds what decides how it goes on.
    pub fn mark(self, fingerprint: &mut Fingerprint) {
        fingerprint.add_until_hundredths(self.due_percent);
    }

    /// Takes hundredths of a cycle.
    pub fn take(&mut self, cycle: u32, percent: u32) {
        let now = u64::from(cycle) * PERCENT_PER_CYCLE;
        self.due_percent = self.due_percent.max(now) + u64::from(percent);
    }
}

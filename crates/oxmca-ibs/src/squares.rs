//! Sums of squares of latencies, for the standard errors of their means.

use std::ops::AddAssign;

/// Sums of the squares of latencies of ops, in cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squares {
    /// From dispatch to retirement.
    pub tag_to_retire: u64,
    /// From dispatch to completion.
    pub dispatch_to_complete: u64,
    /// From completion to retirement.
    pub completion_to_retire: u64,
}

impl Squares {
    /// Adds an op.
    pub(crate) fn add(&mut self, tag_to_retire: u16, completion_to_retire: u16) {
        let square = |latency: u16| u64::from(latency) * u64::from(latency);
        *self += Self {
            tag_to_retire: square(tag_to_retire),
            // Never below 0 on hardware.
            dispatch_to_complete: square(tag_to_retire.saturating_sub(completion_to_retire)),
            completion_to_retire: square(completion_to_retire),
        };
    }
}

impl AddAssign for Squares {
    fn add_assign(&mut self, other: Self) {
        let sum = |left: &mut u64, right: u64| *left = left.saturating_add(right);
        sum(&mut self.tag_to_retire, other.tag_to_retire);
        sum(&mut self.dispatch_to_complete, other.dispatch_to_complete);
        sum(&mut self.completion_to_retire, other.completion_to_retire);
    }
}

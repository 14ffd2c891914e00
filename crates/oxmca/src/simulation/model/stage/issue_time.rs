//! The cycle in which an instruction issues.

/// The cycle in which an instruction issued, or a cycle that never comes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct IssueTime(i64);

impl IssueTime {
    /// Not issued yet. Half the range leaves room for adding latencies.
    pub(super) const NEVER: IssueTime = IssueTime(i64::MAX / 2);

    /// So long before the first cycle that nothing waits for the results any more.
    pub(super) const LONG_AGO: IssueTime = IssueTime(-Self::NEVER.0);

    /// Returns the issued in cycle `now`.
    #[inline(always)]
    pub(super) const fn at(now: u64) -> Self {
        IssueTime(now as i64)
    }

    /// Returns whether the instruction has issued.
    #[inline(always)]
    pub(super) const fn is_past(self) -> bool {
        self.0 < Self::NEVER.0
    }

    /// Returns the cycle `cycles` after issue.
    #[inline(always)]
    pub(super) const fn plus(self, cycles: u32) -> i64 {
        self.0 + cycles as i64
    }

    /// Returns the cycles from issue to cycle `now`.
    #[inline(always)]
    pub(super) const fn elapsed(self, now: u64) -> i64 {
        now as i64 - self.0
    }
}

//! The rate at which micro-ops execute for long, which those of wide vectors reach before ports are busy.

use oxmca_tables::hardware::HardwareNumbers;

use super::instruction::{AtRename, Instruction, Kind};

/// Units of the rate in a cycle.
const PERCENT_PER_CYCLE: u64 = 100;

/// Bytes of a vector for which micro-ops take one share.
const BYTES_PER_SHARE: u32 = 16;

/// Returns the hundredths of a cycle that an instruction takes of the rate.
pub(super) fn percent_of(instruction: &Instruction, numbers: &HardwareNumbers) -> u32 {
    if numbers.sustained_ahead_cycles == 0 || instruction.is_fused {
        return 0;
    }
    let shares = u32::from(instruction.facts.vector_bytes).div_ceil(BYTES_PER_SHARE).max(1);
    let is_executed = instruction.at_rename == AtRename::Nothing;
    let of_kind = |kind| match kind {
        Kind::Load => {
            numbers.sustained_load_percent + shares * numbers.sustained_load_share_percent
        }
        Kind::StoreData => {
            numbers.sustained_store_percent + shares * numbers.sustained_store_share_percent
        }
        Kind::Compute if is_executed => shares * numbers.sustained_other_share_percent,
        Kind::Compute | Kind::StoreAddress => 0,
    };
    instruction.micro_ops.iter().map(|it| of_kind(it.kind)).sum()
}

/// What has been taken of the rate.
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

    /// Takes hundredths of a cycle.
    pub fn take(&mut self, cycle: u32, percent: u32) {
        let now = u64::from(cycle) * PERCENT_PER_CYCLE;
        self.due_percent = self.due_percent.max(now) + u64::from(percent);
    }
}

//! Stalls by their cause.

use serde::Serialize;

use crate::event::StallKind;

/// Stall cycles by cause.
#[derive(Clone, Debug, Serialize)]
pub(super) struct StallDocument {
    register_file: u64,
    retire_control_unit: u64,
    scheduler_queue_full: u64,
    load_queue_full: u64,
    store_queue_full: u64,
    dispatch_group: u64,
}

impl StallDocument {
    /// Cycles by [`StallKind`].
    pub(super) fn new(cycles: &[u64; StallKind::COUNT]) -> Self {
        let stalls = |kind: StallKind| cycles[kind as usize];
        StallDocument {
            register_file: stalls(StallKind::RegisterFile),
            retire_control_unit: stalls(StallKind::RetireControlUnit),
            scheduler_queue_full: stalls(StallKind::SchedulerQueueFull),
            load_queue_full: stalls(StallKind::LoadQueueFull),
            store_queue_full: stalls(StallKind::StoreQueueFull),
            dispatch_group: stalls(StallKind::DispatchGroup),
        }
    }
}

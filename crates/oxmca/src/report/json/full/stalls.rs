//! Stalls by their cause.

use serde::Serialize;

use crate::simulation::event::StallKind;

/// Stall cycles by cause. Those that only hardware mode has are left out elsewhere.
#[derive(Clone, Debug, Serialize)]
pub(super) struct StallDocument {
    register_file: u64,
    retire_control_unit: u64,
    scheduler_queue_full: u64,
    load_queue_full: u64,
    store_queue_full: u64,
    dispatch_group: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    serialization: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    store_drain: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vector_transition: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sustained_rate: Option<u64>,
}

impl StallDocument {
    /// Creates cycles by [`StallKind`], of the kinds that the simulation has.
    pub(super) fn new(cycles: &[u64; StallKind::COUNT], kinds: &[StallKind]) -> Self {
        let stalls = |kind: StallKind| cycles[kind as usize];
        let of_hardware = |kind: StallKind| kinds.contains(&kind).then(|| stalls(kind));
        StallDocument {
            register_file: stalls(StallKind::RegisterFile),
            retire_control_unit: stalls(StallKind::RetireControlUnit),
            scheduler_queue_full: stalls(StallKind::SchedulerQueueFull),
            load_queue_full: stalls(StallKind::LoadQueueFull),
            store_queue_full: stalls(StallKind::StoreQueueFull),
            dispatch_group: stalls(StallKind::DispatchGroup),
            serialization: of_hardware(StallKind::Serialization),
            store_drain: of_hardware(StallKind::StoreDrain),
            vector_transition: of_hardware(StallKind::VectorTransition),
            sustained_rate: of_hardware(StallKind::SustainedRate),
        }
    }
}

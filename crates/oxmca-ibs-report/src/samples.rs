//! Numbers of samples.

use oxmca_ibs::{Counts, EventId};

/// The number of sampled ops.
pub const OP_SAMPLES: EventId = EventId::named("IBS_OP_ALL");
/// The number of sampled fetches.
pub const FETCH_SAMPLES: EventId = EventId::named("IBS_FETCH_ALL");

/// Returns the numbers of sampled ops and fetches in a sum.
pub(crate) fn samples(counts: &Counts) -> (u64, u64) {
    (counts.get(OP_SAMPLES), counts.get(FETCH_SAMPLES))
}

/// Returns the share of a row in an event's total, from 0 to 1; `None` if the total is 0.
pub(crate) fn share(counts: &Counts, total: &Counts, event: EventId) -> Option<f64> {
    let whole = total.get(event);
    (whole > 0).then(|| counts.get(event) as f64 / whole as f64)
}

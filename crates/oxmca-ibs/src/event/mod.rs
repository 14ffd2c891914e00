//! Definitions of derived events: the samples that count, and the latency that is summed up.

mod definition;
mod id;
mod selection;
mod table;

pub use definition::{Condition, Event, Latency, Quantity};
pub use id::{EVENT_COUNT, EventId, GUIDE_EVENT_COUNT};
pub(crate) use selection::{Selection, count_of};
pub use table::EVENTS;

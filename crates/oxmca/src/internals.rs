//! Parts for this project's own programs and benchmarks. **No promise covers them**: they change or
//! disappear in any release.
//!
//! A region is lowered to the reads, writes and resources of its instructions ([`lower`]), then
//! flattened into a program, on which a pipeline runs while views observe its events.

pub use crate::lower::{Lowered, lower};
pub use crate::options::EverySwitch;

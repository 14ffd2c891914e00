//! Many pieces of work for many threads: results in order, equal work once, bounded memory.
//!
//! - [`Pool`]: threads that share work, with results in the order of the items.
//! - [`each_distinct`]: the same for items of which equal ones are worked on once.
//! - [`ResultCache`] and [`SharedCache`]: results that were found before, bounded in bytes.
//! - [`panic_text`]: the words of a panic that was passed on.
//! - [`plan`]: sizes in which work is shared out.
//!
//! Deliberately absent: assembly syntax, cycles, files, printing, and starting threads, which is the
//! caller's.

#![deny(missing_docs)]

mod cache;
mod distinct;
mod panic;
pub mod plan;
mod pool;

pub use cache::{ResultCache, SharedCache};
pub use distinct::{Distinct, each_distinct};
pub use panic::panic_text;
pub use pool::Pool;

//! Cycles that machine code takes on the machine at hand.
//!
//! [`Block`] is the code to run, made from instructions; [`Measurer`] runs it and says how long it takes:
//!
//! ```no_run
//! use oxmca::Session;
//! use oxmca::hardware::Delivery;
//! use oxmca_measure::{Block, Measurer, Start};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let session = Session::new("x86_64-unknown-unknown", "znver3", [])?;
//!     let code = session.parse("imulq %rsi, %rdi")?;
//!     let region = code.first_region().ok_or("no instructions")?;
//!     let block = Block::new(&session, &region.instructions(), Delivery::Loop)?;
//!     let measurer = Measurer::new("oxmca", ["measure-worker"]);
//!     let measured = measurer.measure(&block, &Start::distinct())?;
//!     println!("{:.2} cycles", measured.cycles); // 3.00
//!     Ok(())
//! }
//! ```
//!
//! # Decisions
//!
//! - **A process runs the code, not a thread.** Whatever it does ends with that process, which has no files, no memory of
//!   others, a filter of system calls, and limits of time and memory. It is the program itself, started with an argument
//!   that means [`worker::run`]. A fork would share mapped files and the locks of threads. The cost: a millisecond for each.
//! - **Instructions are looked at before they run.** Those that ask the kernel for something, leave the code or change what
//!   the process stands on are refused by name (`refusal.rs`); what has effects that nobody described is refused, too.
//! - **No counters.** Virtual machines seldom have any. A clock (`rdtsc`, `cntvct_el0`) and a chain of known latency are enough:
//!   times of two lengths differ by the cycles of what one has more.
//! - **A repeat counts only if nothing disturbed it**: the frequency and the pace of a probe of `nop`, which a neighbour on
//!   the core slows down, are the same before and after. Several processes must agree.
//! - **Loops run as they are.** Their own branch ends them, after as many iterations as values of registers decide that are
//!   found by trying (`trips.rs`). A counter in a spare register would change what is measured. Passes of a length differ by a few
//!   iterations, in an order of their own: predictors learn when loops end that always go around as often.
//! - **Arrays are memory that the process maps for itself** before it gives up what it does not need, with closed memory on both
//!   sides; code that goes through one may touch nothing else. Each run goes on where the one before ended, so that large arrays
//!   are not measured by the same few lines. An order of lines is computed, not stored (`worker/cycle.rs`).
//! - **The kind of machine is in three folders**: `machine` knows instructions, `worker/program` the code around those that are timed,
//!   `worker/sandbox` the states of the processor. Only the last two, which run there, are compiled for one kind alone.

mod array;
mod array_order;
mod batch;
mod block;
mod decision;
mod error;
mod features;
mod field;
mod job;
mod machine;
mod measurer;
mod prepare;
mod process;
mod refusal;
mod registers;
mod start;
mod statistics;
mod status;
mod trips;
pub mod worker;

pub use array::{ArrayRun, ArrayTime};
pub use array_order::{ArrayOrder, ArrayPlace};
pub use block::{Block, check_here};
pub use error::{MeasureError, Refusal};
pub use features::is_missing_here;
pub use measurer::{Measured, Measurer, TimedLength};
pub use prepare::prepare;
pub use start::{InitialMemory, Start};

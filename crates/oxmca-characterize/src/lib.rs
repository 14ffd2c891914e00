//! The model of the machine at hand, inferred from the time that instructions take.
//!
//! A [`Bench`] measures blocks and keeps what it measured; [`characterize`] makes experiments with every form of
//! instructions and compares them with what hardware mode predicts; [`hardware_file`] writes what is different.
//!
//! # Decisions
//!
//! - **The data that are there are the hypothesis.** What they predict right is confirmed and not touched: a file says only
//!   what is different. So a first run on a machine with data is a check of them.
//! - **The simulator judges.** Each change is tried by simulating the very blocks that were measured, with the same delivery.
//!   Whatever limits a block beside ports and latencies is so on both sides of the comparison.
//! - **Blockers are found, not listed**: for each set of ports a form of one micro-op that was measured to be as fast as these
//!   ports allow. Ports get their names from the hypothesis; time cannot tell ports of equal roles apart.
//! - **What is not explained is said to be so**, and left as it was.
//! - **Levels of memory are steps of a curve** (`memory.rs`, `levels.rs`): latency over sizes of an array. Nothing is read from the
//!   system, which is wrong in virtual machines, and nothing is known of the CPU. So a cache that neighbours share has the capacity
//!   that they leave.
//! - **A target is a folder and a table of facts** (`target`): registers that experiments use, constants and addresses of forms, values to begin
//!   with, blocks that numbers decide. All else names no register and no instruction. The cost: a pointer to a function in each form.

mod array_code;
mod bench;
mod blockers;
mod change;
mod experiment;
mod form;
mod forms;
mod infer;
mod levels;
mod memory;
mod number;
mod predictor;
mod probes;
mod registers;
mod search;
mod slots;
mod subject;
mod target;

pub use bench::{Bench, BenchError, Machine};
pub use change::{Change, Header, hardware_file};
pub use experiment::Question;
pub use infer::{
    Answer, Characterization, Finding, PortChoice, Stage, Verdict, Wanted, characterize,
    form_names, knows_target,
};
pub use memory::{Bandwidth, Figure, LatencyPoint, Memory, MemoryLevel};
pub use number::{NumberAnswer, NumberFinding, NumberVerdict};

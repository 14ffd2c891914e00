//! Stages and pipelines: who acts when.
//!
//! There are three pipelines:
//!
//! - [`out_of_order::OutOfOrderPipeline`], the general one. It renames registers while it runs, reports
//!   every event, and for the bottleneck analysis also why instructions wait.
//! - [`known_dependencies::KnownDependencyPipeline`], for the most frequent case of it: the same
//!   dependencies in every iteration, and no view that looks at details. It gives the same cycles
//!   for less work, and stalls of dispatch where they are asked for, as for the steady state.
//!   [`known_dependencies::supports`] says whether it can run a program.
//! - [`in_order::InOrderPipeline`], for processors that issue in program order.
//!
//! [`Simulator`](crate::simulation::model::Simulator) chooses. The two out-of-order pipelines share their
//! units (resources, reservation stations, queues, dispatch groups, physical registers), the search
//! for a steady state, the times of issue and the rank of ready instructions. They do not share the
//! code that takes most of the time: with the general `ReadyQueue` in place of `ReadyList`, the
//! pipeline for known dependencies executes 2 to 9 % more instructions, with the general `Wheel` in
//! place of `Calendar` 2 to 3 %. Without that pipeline, reports without details take a third to a
//! half more.
//!
//! Hardware that is not modelled yet has its place in the general pipeline and before it:
//!
//! - A front end (fetch, decoding, a cache of micro-ops, branches) comes before dispatch: where
//!   [`MicroOpQueue`](micro_op_queue::MicroOpQueue) is filled, in `OutOfOrderPipeline::fetch`.
//!   Lengths and encodings of instructions come from the assembler, by
//!   [`LoweredInst::source`](crate::lower::LoweredInst::source).
//! - Fusion makes one [`Op`](crate::simulation::model::program::Op) of several lowered instructions, in
//!   [`Builder`](crate::simulation::model::builder::Builder). An op then needs the range of its instructions;
//!   today it stands at the same position as its only one.
//! - Addresses of memory operands decide in the
//!   [load/store unit](crate::simulation::model::unit::load_store) which loads wait for which stores. Base, index, scale,
//!   displacement and segment are operands of the machine instruction, again found by `source`; the
//!   flags of an op say whether it loads or stores.
//!
//! `supports` refuses programs that use any of these.

mod dispatch;
mod execute;
mod executing;
pub mod in_order;
mod in_order_state;
pub mod instruction_tables;
mod issue_time;
pub mod known_dependencies;
mod lacks;
pub mod micro_op_queue;
pub mod out_of_order;
mod out_of_order_state;
mod ready_queue;
mod retire;
mod slot;
mod steady_state;

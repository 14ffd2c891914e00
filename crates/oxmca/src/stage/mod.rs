//! Pipeline stages: who acts when.

mod dispatch;
mod execute;
pub mod in_order;
mod in_order_state;
pub mod instruction_tables;
pub mod micro_op_queue;
pub mod out_of_order;
pub mod plain;
mod ready_queue;
mod retire;
mod slot;
mod steady_state;

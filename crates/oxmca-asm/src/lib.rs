//! Assembler front end and printer.
//!
//! Text goes in; machine instructions, code regions and diagnostics come out. Which instructions
//! exist, how they are written and how written operands become machine operands is read from
//! [`oxmca_tables`]; what a target must hand-write is in its folder under `target`.
//!
//! Deliberately absent: cycles, files, printing to a terminal.

pub mod inst;
pub mod matcher;
pub mod subtarget;
pub mod target;

pub use inst::{BinaryOp, Expr, Inst, Operand, UnaryOp};
pub use subtarget::Subtarget;
pub use target::Target;

//! Questions about assembly and objects on a CPU, for servers of editors and of agents.
//!
//! [`Machines`] keeps the CPUs that were asked for, and the costs of loops on them. [`TextOnMachine`] is a text that was read
//! for one: its loops by line, and what each instruction costs. [`ChangedLoop`] is a loop whose changes are simulated.
//!
//! Deliberately absent: opening files, starting threads, printing, protocols, and figures of its own: all are those of
//! `oxmca loops` and its like.

#![deny(missing_docs)]

pub mod choice;
pub mod edited_text;
pub mod instruction;
pub mod machine;
pub mod models;
pub mod part_reports;
pub mod program;
pub mod target_of_text;
pub mod text;
pub mod what_if;

pub use choice::{Host, MachineChoice, ModelText};
pub use edited_text::{Edit, EditedText};
pub use instruction::InstructionFigures;
pub use machine::{Machine, Machines, NATIVE};
pub use program::LoadedFile;
pub use text::{PartKind, TextDiagnostic, TextOnMachine, TextPart};
pub use what_if::{Change, ChangedLoop, Variant};

//! The loops of programs and of assembly, and what each costs.
//!
//! A [`Program`] gives functions and their instructions: [`AssemblyText`] from assembly. [`Survey`] finds the loops,
//! searches the steady state of each, and is rendered by [`table`] and [`json`]. [`comparison`] sets the loops of two
//! versions side by side, [`baseline`] keeps what was accepted, and [`Selection`] chooses parts as regions.
//!
//! Deliberately absent: opening files, printing, starting threads.
#![deny(missing_docs)]

mod assembly;
pub mod baseline;
pub mod comparison;
mod cost;
mod idle;
pub mod item;
pub mod json;
mod object;
mod pattern;
mod program;
mod selection;
mod selection_text;
mod survey;
pub mod table;

pub use assembly::AssemblyText;
pub use cost::{Cost, Limit};
pub use object::ObjectCode;
pub use pattern::Pattern;
pub use program::{Function, Program, SourceLine};
pub use selection::{LoopName, SelectedRegion, Selection, SelectionError, list, region_name};
pub use survey::{Survey, SurveyOptions, SurveyedLoop};

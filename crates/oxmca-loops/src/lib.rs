//! The loops of programs and of assembly, and what each costs.
//!
//! A [`Program`] gives functions and their instructions: [`AssemblyText`] from assembly. [`Survey`] finds the loops,
//! searches the steady state of each, and is rendered by [`table`] and [`json`]. [`comparison`] sets the loops of two
//! versions side by side, [`baseline`] keeps what was accepted, and [`Selection`] chooses parts as regions.
//!
//! Deliberately absent: opening files, printing, starting threads.
//!
//! # Decisions
//!
//! - **A listing is the same for objects and for assembly**: instructions, and where control goes from each. Graph, loops and
//!   tables do not know which it was, so `gcc -S` and `gcc -c` give the same table. Addresses of the one are numbers of
//!   instructions in the other.
//! - **A loop of several ways is taken straight on**, in the order of its addresses, since compilers lay out code so, and the
//!   table says that there are others. Samples of hardware choose another way where there are some.
//! - **What nothing leads to counts as an entry**, as a case of a jump table, except padding, which would make every aligned
//!   loop one of two entries.
//! - **Branch targets of objects become names** (`dot+16`) before they are shown, so that everything after decoding sees what
//!   the parser would have made. Comparison leaves targets out: they change with code elsewhere.
//! - **A baseline is a text** with quoted names, a count and a digest, so that no name is anything else, and no part of one is
//!   taken for the whole.
//! - **Loops are paired by what they are before what they are called**: the same instructions, then the name, then mnemonics.
//!   A loop is called slower only where nothing else explains the pair as well. The cost: some slower loops are only said not
//!   to be comparable.
#![deny(missing_docs)]

mod assembly;
pub mod baseline;
pub mod comparison;
mod cost;
mod equal_loops;
mod function_loops;
mod idle;
pub mod item;
pub mod json;
pub mod layout;
mod matching;
mod measured;
mod object;
pub mod parts;
mod program;
mod selection;
mod selection_text;
mod survey;
pub mod table;
mod work_text;

pub use assembly::AssemblyText;
pub use cost::Cost;
pub use function_loops::FunctionLoops;
pub use layout::{DEFAULT_COLUMNS, wrap, wrap_indented};
pub use measured::{Measure, MeasuredCycles, Measurement};
pub use object::{ObjectCode, ObjectFunctions};
pub use oxmca_names::Pattern;
pub use program::{Author, Function, Program, SourceLine};
pub use selection::{
    LoopName, SelectedRegion, Selection, SelectionError, list, loop_name, region_name,
};
pub use survey::{Survey, SurveyOptions, SurveyedLoop};

//! Tables of events and ratios by process, module, function or instruction.

pub mod csv;
pub mod json;
mod label;
mod options;
mod rows;
mod selection;
mod table;
pub mod text;

pub use label::Label;
pub use options::{Grouping, ReportOptions, RequestedView, find_column};
pub use rows::{Row, RowKey};
pub use table::{Report, Table};

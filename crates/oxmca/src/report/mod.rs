//! Reports: what an analysis found, and renderings of it.

pub mod json;
pub mod text;

use crate::error::Notice;
use crate::view::Section;

/// What an analysis found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Sections in the order llvm-mca prints them.
    pub sections: Vec<Section>,
    /// For each instruction reported on, its index in the region as given.
    pub sources: Vec<usize>,
    /// What was noticed while lowering.
    pub notices: Vec<Notice>,
}

//! Reports: the results of an analysis, and their renderings as text and JSON.
//!
//! # Decisions
//!
//! - **Two JSON documents.** llvm-mca's form (`report/json`) is written by hand, since its order and its doubles are
//!   LLVM's. Ours (`report/json/full`) is types that serialize, and a schema that forbids all else.
//! - **Numbers are written by integer arithmetic** where it gives the digits that formatting gives: hundredths and tenths
//!   rounded half up, and the 17 digits of JSON's doubles. Tests compare both ways.

mod decimal;
pub mod html;
pub mod json;
mod printed;
mod sentence;
pub mod svg;
pub mod text;

use crate::error::Notice;
pub use crate::options::Format;
use crate::view::Section;
use crate::view::hazard_warnings::HazardWarnings;
use crate::view_list::for_each_view;
pub use printed::Printed;

/// The result of an analysis.
///
/// Rows of its sections are about the instructions of [`Report::sources`], in that order.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    pub(crate) sections: Vec<Section>,
    /// Ascending; as many as each section has rows.
    pub(crate) sources: Vec<usize>,
    pub(crate) notices: Vec<Notice>,
    pub(crate) hazard_warnings: HazardWarnings,
}

impl Report {
    /// Returns the sections in the order llvm-mca prints them.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// Removes the sections for which `keep` returns false.
    pub fn retain_sections(&mut self, keep: impl FnMut(&Section) -> bool) {
        self.sections.retain(keep);
    }

    /// Returns, for each instruction reported on, its index in the region as given. These are all of the
    /// region's, except for those left out because they cannot be modelled.
    pub fn sources(&self) -> &[usize] {
        &self.sources
    }

    /// Returns what was noticed of instructions, for example calls, in their order.
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }
}

/// Declares, for each kind of section, a method that finds it in a report.
macro_rules! declare_accessors {
    ($(
        $(#[doc = $doc:literal])+
        $(#[cfg($cfg:meta)])?
        $name:ident: $module:ident::$Section:ident, $slot:ty, fn $accessor:ident;
    )*) => {
        impl Report {
            $(
                $(#[doc = $doc])+
                ///
                /// `None` if the options did not ask for the section.
                $(#[cfg($cfg)])?
                pub fn $accessor(&self) -> Option<&crate::view::$module::$Section> {
                    self.sections.iter().find_map(|section| match section {
                        Section::$Section(section) => Some(section),
                        _ => None,
                    })
                }
            )*
        }
    };
}

for_each_view! { declare_accessors }

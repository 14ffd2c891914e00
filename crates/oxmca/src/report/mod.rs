//! Reports: the results of an analysis, and their renderings as text and JSON.

mod decimal;
pub mod json;
mod printed;
pub mod text;

use crate::error::Notice;
use crate::view::Section;
use crate::view::list::for_each_view;
pub use printed::Printed;

/// The result of an analysis.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Report {
    /// Sections in the order llvm-mca prints them.
    pub sections: Vec<Section>,
    /// For each instruction reported on, its index in the region as given. Rows of sections are in
    /// this order; without left-out instructions that is the region's own.
    pub sources: Vec<usize>,
    /// Peculiarities of instructions, noticed while lowering.
    pub notices: Vec<Notice>,
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

//! Source lines of code, from debug information.

use std::borrow::Cow;
use std::rc::Rc;

use gimli::{Dwarf, EndianRcSlice, LittleEndian, SectionId};
use object::{Object, ObjectSection};

use super::image::Image;

type Reader = EndianRcSlice<LittleEndian>;

/// A place in a source file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceLine {
    /// The path.
    pub file: String,
    /// The line, from 1; 0 if only the file is known.
    pub line: u32,
}

/// The source lines of a file's code.
pub struct Lines {
    context: addr2line::Context<Reader>,
}

impl Lines {
    /// Reads the debug information of a file; `None` if it has none that can be read.
    #[must_use]
    pub fn of(image: &Image) -> Option<Self> {
        if !image.has_debug_info() {
            return None;
        }
        let file = object::File::parse(image.bytes()).ok()?;
        let section = |id: SectionId| -> Result<Reader, gimli::Error> {
            let section = file.section_by_name(id.name());
            let data = section.and_then(|it| it.uncompressed_data().ok());
            let data = data.unwrap_or(Cow::Borrowed(&[]));
            Ok(EndianRcSlice::new(Rc::from(data.as_ref()), LittleEndian))
        };
        let dwarf = Dwarf::load(section).ok()?;
        Some(Self { context: addr2line::Context::from_dwarf(dwarf).ok()? })
    }

    /// The source line of a virtual address: that of the innermost inlined function.
    #[must_use]
    pub fn find(&self, address: u64) -> Option<SourceLine> {
        let location = self.context.find_location(address).ok()??;
        Some(SourceLine { file: location.file?.to_owned(), line: location.line.unwrap_or(0) })
    }
}

//! Source lines of code, from debug information.

use std::borrow::Cow;
use std::rc::Rc;

use gimli::{Dwarf, EndianRcSlice, LittleEndian, SectionId};
use object::{CompressedData, CompressionFormat, Object, ObjectSection};

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
            let data =
                file.section_by_name(id.name()).and_then(|it| contents(it.compressed_data().ok()?));
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

/// The contents of a section; `None` if they cannot be decompressed, or would take far more memory than
/// the file.
fn contents(data: CompressedData<'_>) -> Option<Cow<'_, [u8]>> {
    /// Debug information becomes a few times smaller.
    const MAX_RATIO: u64 = 128;
    /// Debug information of one kind, decompressed.
    const MAX_SECTION_BYTES: u64 = 1 << 28;
    let most = (data.data.len() as u64).saturating_mul(MAX_RATIO).min(MAX_SECTION_BYTES);
    let is_fit = data.format == CompressionFormat::None || data.uncompressed_size <= most;
    if is_fit { data.decompress().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_may_not_become_many_times_larger() {
        let zeros = |compressed, count| {
            let format = CompressionFormat::Zlib;
            contents(CompressedData { format, data: compressed, uncompressed_size: count })
                .map(|it| it.len())
        };
        let few = b"x\x9cc`\xa0=\0\0\0d\0\x01";
        assert_eq!(zeros(few, 100), Some(100));
        assert_eq!(zeros(few, 8 << 30), None);
        let many = b"x\xda\xed\xc1\x01\x01\0\0\0\x80\x90\xfe\xaf\xee\x08\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x18\x80\0\0\x01";
        assert_eq!(zeros(many, 32 << 10), None);
    }
}

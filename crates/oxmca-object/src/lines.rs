//! Source lines of code, from debug information.

use std::fmt;
use std::sync::{Arc, OnceLock};

use addr2line::LookupResult;
use gimli::{Dwarf, DwarfPackage, EndianArcSlice, Reader as _, RunTimeEndian, SectionId};

use crate::demangle::demangle;
use crate::file::ObjectFile;

type Reader = EndianArcSlice<RunTimeEndian>;

/// The most functions that are inlined into each other.
const MAX_FRAMES: usize = 1 << 10;
/// The most levels of entries within each other, which are read by recursion. Compilers write some dozens.
const MAX_DEPTH: isize = 1 << 9;

/// A place in a source file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceLine {
    /// The path.
    pub file: String,
    /// The line, from 1; 0 if only the file is known.
    pub line: u32,
}

/// A function that an instruction belongs to, and the place there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The name of the function, as it was written for Rust and C++.
    pub function: Option<String>,
    /// The place. In functions that have another one inlined, that of the call.
    pub place: Option<SourceLine>,
    /// The column, from 1; 0 if it is not known.
    pub column: u32,
}

/// The source lines of a file's code.
pub struct Lines {
    context: addr2line::Context<Reader>,
    dwarf: Arc<Dwarf<Reader>>,
    /// Set if no functions are looked up, once that is known.
    is_too_deep: OnceLock<bool>,
    package: Option<DwarfPackage<Reader>>,
}

impl fmt::Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines").finish_non_exhaustive()
    }
}

impl ObjectFile<'_> {
    /// Reads the source lines; `None` if there are none that can be read.
    #[must_use]
    pub fn lines(&self) -> Option<Lines> {
        Lines::of(self)
    }
}

impl Lines {
    /// Reads the debug information of a file; `None` if it has none that can be read.
    #[must_use]
    pub fn of(object: &ObjectFile<'_>) -> Option<Self> {
        if !object.has_debug_info() {
            return None;
        }
        let dwarf = Dwarf::load(sections(object, |id| Some(id.name()))?).ok()?;
        let dwarf = Arc::new(dwarf);
        let context = addr2line::Context::from_arc_dwarf(Arc::clone(&dwarf)).ok()?;
        Some(Self { context, dwarf, is_too_deep: OnceLock::new(), package: None })
    }

    /// Takes the rest of split debug information from a package (`.dwp`), which has all of it.
    #[must_use]
    pub fn with_package(mut self, package: &ObjectFile<'_>) -> Self {
        let empty = Reader::new(Arc::from([].as_slice()), endian(package));
        let load = sections(package, |id| id.dwo_name());
        self.package = load.and_then(|it| DwarfPackage::load(it, empty).ok());
        self
    }

    /// Returns the source line of a virtual address: that of the innermost inlined function.
    #[must_use]
    pub fn find(&self, address: u64) -> Option<SourceLine> {
        let location = self.context.find_location(address).ok()??;
        place(&location)
    }

    /// Returns the functions that a virtual address belongs to: the innermost inlined one first, then that into which
    /// it was inlined, and so on. `load` gives the bytes of a file of split debug information (`.dwo`) at a path, if
    /// there is one.
    pub fn frames(
        &self,
        address: u64,
        load: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    ) -> Vec<Frame> {
        if *self.is_too_deep.get_or_init(|| is_too_deep(&self.dwarf)) {
            return Vec::new();
        }
        let mut lookup = self.context.find_frames(address);
        let mut frames = loop {
            match lookup {
                LookupResult::Output(Ok(frames)) => break frames,
                LookupResult::Output(Err(_)) => return Vec::new(),
                LookupResult::Load { load: unit, continuation } => {
                    let loaded = self.load(&unit, load);
                    lookup = addr2line::LookupContinuation::resume(continuation, loaded);
                }
            }
        };
        let mut found = Vec::new();
        while found.len() < MAX_FRAMES
            && let Ok(Some(frame)) = frames.next()
        {
            let name = frame.function.as_ref().and_then(|it| it.raw_name().ok());
            found.push(Frame {
                function: name.map(|it| demangle(&it)),
                place: frame.location.as_ref().and_then(place),
                column: frame.location.as_ref().and_then(|it| it.column).unwrap_or(0),
            });
        }
        found
    }

    /// Returns the debug information of one unit that is in a file of its own, or in the package.
    fn load(
        &self,
        unit: &addr2line::SplitDwarfLoad<Reader>,
        load: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    ) -> Option<Arc<Dwarf<Reader>>> {
        if let Some(package) = &self.package
            && let Ok(Some(found)) = package.find_cu(unit.dwo_id, &unit.parent)
            && !is_too_deep(&found)
        {
            return Some(Arc::new(found));
        }
        let text = |it: &Reader| it.to_string_lossy().ok().map(|it| it.into_owned());
        let name = text(unit.path.as_ref()?)?;
        let path = match unit.comp_dir.as_ref().and_then(text) {
            Some(folder) if !name.starts_with('/') => format!("{folder}/{name}"),
            _ => name,
        };
        let object = ObjectFile::parse(load(&path)?).ok()?;
        let mut dwarf = Dwarf::load(sections(&object, |id| id.dwo_name())?).ok()?;
        if is_too_deep(&dwarf) {
            return None;
        }
        dwarf.make_dwo(&unit.parent);
        Some(Arc::new(dwarf))
    }
}

/// Returns whether entries are within each other on more levels than are read.
fn is_too_deep(dwarf: &Dwarf<Reader>) -> bool {
    let mut units = dwarf.units();
    while let Ok(Some(unit)) = units.next() {
        let Ok(abbreviations) = dwarf.abbreviations(&unit) else { continue };
        let Ok(mut entries) = unit.entries_raw(&abbreviations, None) else { continue };
        while !entries.is_empty() {
            let depth = entries.next_depth();
            let Ok(abbreviation) = entries.read_abbreviation() else { break };
            if abbreviation.is_some() && depth > MAX_DEPTH {
                return true;
            }
            let skipped = abbreviation.map(|it| entries.skip_attributes(it.attributes()));
            if skipped.is_some_and(|it| it.is_err()) {
                break;
            }
        }
    }
    false
}

fn place(location: &addr2line::Location<'_>) -> Option<SourceLine> {
    Some(SourceLine { file: location.file?.to_owned(), line: location.line.unwrap_or(0) })
}

fn endian(object: &ObjectFile<'_>) -> RunTimeEndian {
    if object.endian().is_little { RunTimeEndian::Little } else { RunTimeEndian::Big }
}

/// Returns a function that reads sections of debug information, by the names that `name` gives them.
fn sections<'a>(
    object: &'a ObjectFile<'a>,
    name: impl Fn(SectionId) -> Option<&'static str> + 'a,
) -> Option<impl Fn(SectionId) -> Result<Reader, gimli::Error> + 'a> {
    let file = object.reader()?;
    Some(move |id: SectionId| {
        let data = name(id).and_then(|it| object.debug_section(&file, it)).unwrap_or_default();
        Ok(Reader::new(Arc::from(&*data), endian(object)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a unit with so many functions inlined into each other.
    fn nested(levels: usize) -> Dwarf<Reader> {
        const ABBREVIATIONS: &[u8] = &[1, 0x11, 1, 0, 0, 2, 0x1d, 1, 0, 0, 0];
        let entries = [&[1][..], &vec![2; levels], &vec![0; levels + 1]].concat();
        let rest = [&4_u16.to_le_bytes()[..], &0_u32.to_le_bytes(), &[8], &entries].concat();
        let info = [&(rest.len() as u32).to_le_bytes()[..], &rest].concat();
        Dwarf::load(|id| -> Result<Reader, gimli::Error> {
            let data = match id {
                SectionId::DebugAbbrev => ABBREVIATIONS,
                SectionId::DebugInfo => &info,
                _ => &[],
            };
            Ok(Reader::new(Arc::from(data), RunTimeEndian::Little))
        })
        .unwrap()
    }

    #[test]
    fn deep_nests_of_functions_are_not_read() {
        assert!(!is_too_deep(&nested(MAX_DEPTH as usize)));
        assert!(is_too_deep(&nested(MAX_DEPTH as usize + 1)));
        assert!(is_too_deep(&nested(100_000)));
    }
}

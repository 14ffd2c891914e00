//! Source lines of code, from debug information.
//!
//! Debug information can be made so that tables read from a small file take all memory there is. So all that is read is
//! measured first, and searches are counted.

mod allowance;
mod dwarf_sections;
mod function_tables;
mod inlined;
mod reader;
mod split;
mod unit_tables;

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::sync::Arc;

use addr2line::LookupResult;
use gimli::{Dwarf, DwarfPackage, Reader as _};

use crate::demangle::demangle;
use crate::file::ObjectFile;
use allowance::Allowance;
use dwarf_sections::{endian, read_abbreviations, section_bytes, sections};
pub use inlined::InlinedFunction;
use reader::Reader;
use split::SplitFile;
use unit_tables::UnitRanges;

/// The most functions that are inlined into each other.
const MAX_FRAMES: usize = 1 << 7;
/// The longest path of a source file: systems open no longer ones.
const MAX_PATH_BYTES: usize = 1 << 12;
/// Bytes of names and paths of functions that are found, beyond [`USUAL_FRAME_BYTES`] of each.
const MAX_TEXT_BYTES: u64 = 1 << 26;
const USUAL_FRAME_BYTES: u64 = 1 << 8;
/// Ranges of addresses that searches look at, beyond [`USUAL_STEPS`] of each search: as many units have most addresses.
const MAX_STEPS: u64 = 1 << 24;
const USUAL_STEPS: u64 = 1 << 4;

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
    pub function: Option<Arc<str>>,
    /// The place. In functions that have another one inlined, that of the call.
    pub place: Option<SourceLine>,
    /// The column, from 1; 0 if it is not known.
    pub column: u32,
}

impl Frame {
    /// Returns a place in a function that is not known.
    #[must_use]
    pub fn at(place: SourceLine) -> Self {
        Self { function: None, place: Some(place), column: 0 }
    }
}

/// The source lines of a file's code.
pub struct Lines {
    context: addr2line::Context<Reader>,
    dwarf: Arc<Dwarf<Reader>>,
    file_bytes: usize,
    ranges: UnitRanges,
    steps: Allowance,
    text: Allowance,
    /// Names that were demangled, by the place and the number of the bytes that they were read from.
    names: RefCell<HashMap<(usize, usize), KnownName>>,
    /// Set if functions are looked up, once that is known.
    has_functions: OnceCell<bool>,
    package: Option<Package>,
    /// Files of split debug information that were read, by their paths; `None` without units that are still wanted.
    split: RefCell<HashMap<String, Option<SplitFile>>>,
}

/// A name that was demangled.
struct KnownName {
    /// The bytes that it was read from, which stay where they are as long as this does.
    _bytes: Reader,
    name: Option<Arc<str>>,
}

/// A package of split debug information.
struct Package {
    units: DwarfPackage<Reader>,
    /// Bytes that tables of all its units may take.
    allowance: Allowance,
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
        let mut dwarf = Dwarf::load(sections(object, |id| Some(id.name()))?).ok()?;
        let file_bytes = object.bytes().len();
        let allowance = Allowance::of_tables(file_bytes, section_bytes(&dwarf));
        read_abbreviations(&mut dwarf, &allowance)?;
        let ranges = UnitRanges::measured(&dwarf, &allowance)?;
        let dwarf = Arc::new(dwarf);
        let context = addr2line::Context::from_arc_dwarf(Arc::clone(&dwarf)).ok()?;
        Some(Self {
            context,
            dwarf,
            file_bytes,
            ranges,
            steps: Allowance::new(MAX_STEPS),
            text: Allowance::new(MAX_TEXT_BYTES),
            names: RefCell::default(),
            has_functions: OnceCell::new(),
            package: None,
            split: RefCell::default(),
        })
    }

    /// Takes the rest of split debug information from a package (`.dwp`), which has all of it.
    #[must_use]
    pub fn with_package(mut self, package: &ObjectFile<'_>) -> Self {
        let empty = Reader::new(Arc::from([].as_slice()), endian(package));
        let load = sections(package, |id| id.dwo_name());
        let units = load.and_then(|it| DwarfPackage::load(it, empty).ok());
        let bytes = package.bytes().len();
        self.package =
            units.map(|units| Package { units, allowance: Allowance::of_tables(bytes, bytes) });
        self
    }

    /// Returns the source line of a virtual address: that of the innermost inlined function.
    #[must_use]
    pub fn find(&self, address: u64) -> Option<SourceLine> {
        self.begin_search(address)?;
        let location = self.context.find_location(address).ok()??;
        self.place(&location)
    }

    /// Returns the functions that a virtual address belongs to: the innermost inlined one first, then that into which
    /// it was inlined, and so on. `load` gives the bytes of a file of split debug information (`.dwo`) at a path, if
    /// there is one.
    pub fn frames(
        &self,
        address: u64,
        load: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    ) -> Vec<Frame> {
        if !self.measures_functions() || self.begin_search(address).is_none() {
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
            let name = frame.function.as_ref().and_then(|it| self.name(it));
            found.push(Frame {
                function: name,
                place: frame.location.as_ref().and_then(|it| self.place(it)),
                column: frame.location.as_ref().and_then(|it| it.column).unwrap_or(0),
            });
        }
        found
    }

    /// Measures what is read of functions, once. Returns whether it may be read.
    fn measures_functions(&self) -> bool {
        let measure = || {
            let allowance = Allowance::of_tables(self.file_bytes, section_bytes(&self.dwarf));
            function_tables::measure(&self.dwarf, &allowance).is_some()
        };
        *self.has_functions.get_or_init(measure)
    }

    /// Counts a search for an address. Returns `None` if there were too many that look at many units.
    fn begin_search(&self, address: u64) -> Option<()> {
        self.steps.take(self.ranges.looked_at(address).saturating_sub(USUAL_STEPS))
    }

    /// Counts a text that is returned. Returns `None` if there were too many long ones.
    fn begin_text(&self, bytes: usize) -> Option<()> {
        self.text.take((bytes as u64).saturating_sub(USUAL_FRAME_BYTES))
    }

    /// Returns the name of a function as it was written: demangled once, since most instructions are in functions that
    /// others are in.
    fn name(&self, function: &addr2line::FunctionName<Reader>) -> Option<Arc<str>> {
        let bytes = function.name.bytes();
        let known = &mut *self.names.borrow_mut();
        let place = (bytes.as_ptr().addr(), bytes.len());
        let new = || KnownName { _bytes: function.name.clone(), name: self.demangled(function) };
        known.entry(place).or_insert_with(new).name.clone()
    }

    fn demangled(&self, function: &addr2line::FunctionName<Reader>) -> Option<Arc<str>> {
        self.begin_text(function.name.len())?;
        let name = demangle(&function.raw_name().ok()?);
        self.begin_text(name.len())?;
        Some(name.into())
    }

    fn place(&self, location: &addr2line::Location<'_>) -> Option<SourceLine> {
        let file = location.file.filter(|it| it.len() <= MAX_PATH_BYTES)?;
        self.begin_text(file.len())?;
        Some(SourceLine { file: file.to_owned(), line: location.line.unwrap_or(0) })
    }

    /// Returns the debug information of one unit that is in a file of its own, or in the package.
    fn load(
        &self,
        unit: &addr2line::SplitDwarfLoad<Reader>,
        load: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    ) -> Option<Arc<Dwarf<Reader>>> {
        if let Some(package) = &self.package
            && let Ok(Some(mut found)) = package.units.find_cu(unit.dwo_id, &unit.parent)
            && measure_split(&mut found, &package.allowance).is_some()
        {
            return Some(Arc::new(found));
        }
        let text = |it: &Reader| it.to_string_lossy().ok().map(|it| it.into_owned());
        let name = text(unit.path.as_ref()?)?;
        let path = match unit.comp_dir.as_ref().and_then(text) {
            Some(folder) if !name.starts_with('/') => format!("{folder}/{name}"),
            _ => name,
        };
        if path.len() > MAX_PATH_BYTES {
            return None;
        }
        let mut files = self.split.borrow_mut();
        let file = match files.entry(path) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let read = load(new.key()).and_then(SplitFile::read);
                new.insert(read)
            }
        };
        let found = file.as_mut()?.take(unit.dwo_id, &unit.parent);
        if file.as_ref().is_some_and(SplitFile::is_used_up) {
            *file = None;
        }
        found
    }
}

/// Measures split debug information. Returns `None` if reading it takes more than is allowed.
fn measure_split(dwarf: &mut Dwarf<Reader>, allowance: &Allowance) -> Option<()> {
    read_abbreviations(dwarf, allowance)?;
    function_tables::measure(dwarf, allowance)
}

#[cfg(test)]
mod tests {
    use gimli::{RunTimeEndian, SectionId};

    use super::*;

    /// Returns what reads sections of which two are not empty.
    pub(super) fn sections(
        abbreviations: &[u8],
        info: &[u8],
    ) -> impl Fn(SectionId) -> Result<Reader, gimli::Error> {
        move |id| {
            let data = match id {
                SectionId::DebugAbbrev => abbreviations,
                SectionId::DebugInfo => info,
                _ => &[],
            };
            Ok(Reader::new(Arc::from(data), RunTimeEndian::Little))
        }
    }

    /// Returns a unit with so many functions inlined into each other.
    fn nested(levels: usize) -> Dwarf<Reader> {
        const ABBREVIATIONS: &[u8] = &[1, 0x11, 1, 0, 0, 2, 0x1d, 1, 0, 0, 0];
        let entries = [&[1][..], &vec![2; levels], &vec![0; levels + 1]].concat();
        let rest = [&4_u16.to_le_bytes()[..], &0_u32.to_le_bytes(), &[8], &entries].concat();
        let info = [&(rest.len() as u32).to_le_bytes()[..], &rest].concat();
        Dwarf::load(sections(ABBREVIATIONS, &info)).unwrap()
    }

    #[test]
    fn deep_nests_of_functions_are_not_read() {
        let is_read = |levels| {
            let allowance = Allowance::of_tables(1 << 20, 1 << 20);
            function_tables::measure(&nested(levels), &allowance).is_some()
        };
        let most = function_tables::MAX_DEPTH as usize;
        assert!(is_read(most));
        assert!(!is_read(most + 1));
        assert!(!is_read(100_000));
    }

    #[test]
    fn entries_with_many_attributes_are_read() {
        for count in [0, 64, 65, 20_000] {
            let program = oxmca_testing::forged_debug::with_attributes(count);
            let object = ObjectFile::parse(program).unwrap();
            let lines = object.lines().unwrap();
            let line = lines.find(oxmca_testing::forged_debug::ADDRESS + 4);
            assert_eq!(line.unwrap().file, "a.c", "{count}");
        }
    }
}

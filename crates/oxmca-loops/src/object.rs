//! Functions of object files.

use std::collections::HashSet;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use oxmca::{Session, SourceFrame};
use oxmca_asm::{Interrupt, Subtarget};
use oxmca_object::{Frame, FunctionOrigin, Lines, Listing, ObjectFile};

use crate::program::{Author, Function, Program, SourceLine};

/// An object file, decoded for a session.
#[derive(Debug)]
pub struct ObjectCode<'a> {
    session: &'a Session,
    object: &'a ObjectFile<'a>,
    subtarget: Subtarget,
    functions: ObjectFunctions,
}

/// The functions of an object that have loops of their own: without entries of linkage tables. Names are demangled once.
#[derive(Clone, Debug)]
pub struct ObjectFunctions {
    functions: Arc<[Function]>,
    /// The index of each function in [`ObjectFile::functions`].
    indices: Arc<[usize]>,
}

impl ObjectFunctions {
    /// Returns the functions of an object.
    pub fn of(object: &ObjectFile<'_>) -> ObjectFunctions {
        let is_listed =
            |index: &usize| object.functions()[*index].origin != FunctionOrigin::LinkageTable;
        let indices: Arc<[usize]> = (0..object.functions().len()).filter(is_listed).collect();
        let function = |index: &usize| {
            let function = &object.functions()[*index];
            Function { name: function.name(), symbol: function.symbol.clone() }
        };
        let functions = indices.iter().map(function).collect();
        ObjectFunctions { functions, indices }
    }
}

impl<'a> ObjectCode<'a> {
    /// Creates the code of an object with all its functions. Entries of linkage tables are left out.
    pub fn new(session: &'a Session, object: &'a ObjectFile<'a>) -> ObjectCode<'a> {
        ObjectCode::with_functions(session, object, ObjectFunctions::of(object))
    }

    /// Creates the code of an object whose functions were found before.
    pub fn with_functions(
        session: &'a Session,
        object: &'a ObjectFile<'a>,
        functions: ObjectFunctions,
    ) -> ObjectCode<'a> {
        let found = object.decoding_subtarget(session.target(), session.cpu_name());
        let subtarget = found.unwrap_or(*session.subtarget());
        ObjectCode { session, object, subtarget, functions }
    }

    /// Returns a function of [`Program::functions`] as the object has it, by its index.
    fn function(&self, index: usize) -> &oxmca_object::Function {
        &self.object.functions()[self.functions.indices[index]]
    }

    /// Returns the number of bytes of a function of [`Program::functions`], by its index.
    pub fn length_bytes(&self, function: usize) -> u64 {
        self.function(function).len_bytes
    }
}

/// The most functions that are returned for all addresses. Beyond, only places are.
const MAX_FRAMES: usize = 1 << 17;

/// Paths, each of which is kept once.
#[derive(Default)]
struct SharedPaths(HashSet<Arc<str>>);

impl SharedPaths {
    fn path(&mut self, text: &str) -> Arc<str> {
        if let Some(found) = self.0.get(text) {
            return Arc::clone(found);
        }
        let new: Arc<str> = text.into();
        self.0.insert(Arc::clone(&new));
        new
    }

    /// Returns a frame as a place in the source.
    fn frame(&mut self, it: &Frame) -> SourceFrame {
        let mut frame = SourceFrame::default();
        frame.function.clone_from(&it.function);
        if let Some(place) = &it.place {
            frame.file = Some(self.path(&place.file));
            frame.line = place.line;
            let line = SourceLine { file: place.file.clone(), line: place.line };
            frame.is_of_library = line.author() != Author::User;
        }
        frame
    }
}

impl ObjectCode<'_> {
    /// Returns the places in the source of the instructions at these addresses: of each the innermost inlined function
    /// first, then that into which it was inlined, and so on; none where nothing is known. `load` gives the bytes of a
    /// file of split debug information at a path, if there is one.
    pub fn source_frames(
        &self,
        addresses: &[u64],
        load: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    ) -> Vec<Vec<SourceFrame>> {
        let Some(lines) = self.object.lines() else { return vec![Vec::new(); addresses.len()] };
        let mut paths = SharedPaths::default();
        let mut left = MAX_FRAMES;
        let mut frames = |address: &u64| -> Vec<SourceFrame> {
            let found = if left > 0 {
                lines.frames(*address, load)
            } else {
                lines.find(*address).map(Frame::at).into_iter().collect()
            };
            left = left.saturating_sub(found.len());
            found.iter().map(|it| paths.frame(it)).collect()
        };
        addresses.iter().map(&mut frames).collect()
    }
}

/// Returns the lines of the functions that an address is in, the innermost first.
fn lines_of_frames(lines: &Lines, address: u64) -> Vec<SourceLine> {
    let frames = lines.frames(address, &mut |_| None).into_iter();
    let places = frames.filter_map(|it| it.place).filter(|it| it.line > 0);
    places.map(|it| SourceLine { file: it.file, line: it.line }).collect()
}

impl Program for ObjectCode<'_> {
    fn functions(&self) -> &[Function] {
        &self.functions.functions
    }

    fn listing(&self, function: usize) -> Listing {
        self.object.listing(self.session.target(), &self.subtarget, self.function(function))
    }

    fn name_targets(&self, listing: &mut Listing) {
        for listed in &mut listing.instructions {
            listed.inst = self.object.named(self.session.target(), listed);
        }
    }

    fn source_lines(&self, addresses: &[u64], interrupt: &Interrupt) -> Vec<Option<SourceLine>> {
        let Some(lines) = self.object.lines() else { return vec![None; addresses.len()] };
        let line = |address: &u64| {
            if interrupt.is_requested() {
                return None;
            }
            let found = lines.find(*address).filter(|it| it.line > 0)?;
            let innermost = SourceLine { file: found.file, line: found.line };
            // Functions need not be looked up for what no other author's function was inlined into.
            if innermost.author() == Author::User {
                return Some(innermost);
            }
            let lines = lines_of_frames(&lines, *address);
            SourceLine::innermost_of_author(&lines).cloned().or(Some(innermost))
        };
        addresses.iter().map(line).collect()
    }

    fn all_source_lines(&self, addresses: &[u64], interrupt: &Interrupt) -> Vec<Vec<SourceLine>> {
        let Some(lines) = self.object.lines() else { return vec![Vec::new(); addresses.len()] };
        let lines = |address: &u64| match interrupt.is_requested() {
            true => Vec::new(),
            false => lines_of_frames(&lines, *address),
        };
        addresses.iter().map(lines).collect()
    }

    fn inlined_code(&self, is_wanted: &dyn Fn(&str) -> bool) -> Vec<Range<u64>> {
        let functions = self.object.lines().map(|it| it.inlined_functions()).unwrap_or_default();
        let wanted = functions.into_iter().filter(|it| is_wanted(&it.name));
        let mut ranges: Vec<Range<u64>> = wanted.flat_map(|it| it.ranges).collect();
        ranges.sort_unstable_by_key(|it| it.start);
        let mut joined: Vec<Range<u64>> = Vec::new();
        for range in ranges {
            match joined.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => joined.push(range),
            }
        }
        joined
    }

    fn functions_between(&self, range: &RangeInclusive<u64>) -> Vec<usize> {
        let overlaps = |index: &usize| {
            let function = self.function(*index);
            function.start <= *range.end() && *range.start() < function.end()
        };
        (0..self.functions.indices.len()).filter(overlaps).collect()
    }

    fn position(&self, address: u64) -> u64 {
        address
    }

    fn has_addresses(&self) -> bool {
        true
    }
}

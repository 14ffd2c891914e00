//! Code regions and instruments: comments that tell the analysis what to look at.
//!
//! A region is told by the positions of its markers, not by what was read when: an instruction is in
//! it if it is written between them. Text from macro expansion lies after the input, in the order of
//! expansion. So an instruction that a macro writes is in the regions that are open while the
//! expansion is read.

mod byte_markers;
mod instrument_map;

pub use byte_markers::{ByteMarkers, MarkerOutOfPlace};
pub use instrument_map::InstrumentMap;

use std::ops::Range;

use crate::source::Loc;
use crate::symbols::NameMap;

/// A region of code to analyze.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// Its name; empty if it has none.
    pub name: Vec<u8>,
    /// Its instructions: ranges of indices into `Parsed::insts`, in order and apart.
    pub instructions: Vec<Range<u32>>,
    start: Loc,
    end: Loc,
    is_chosen: bool,
}

impl Region {
    fn new(name: &[u8], start: Loc) -> Region {
        Region {
            name: name.into(),
            instructions: Vec::new(),
            start,
            end: Loc::NONE,
            is_chosen: false,
        }
    }

    /// Creates a region of chosen instructions, given by their indices in rising order. Without a name it is one that
    /// nothing marks: all there is.
    pub fn of_instructions(
        name: Option<&[u8]>,
        indices: impl IntoIterator<Item = usize>,
    ) -> Region {
        let is_chosen = name.is_some();
        let mut region = Region { is_chosen, ..Region::new(name.unwrap_or_default(), Loc::NONE) };
        indices.into_iter().for_each(|index| region.add(index as u32));
        region
    }

    /// Returns whether the text marks its beginning or its end, or it was chosen by a name.
    pub fn is_marked(&self) -> bool {
        self.is_chosen || self.start.is_some() || self.end.is_some()
    }

    /// Returns whether it has no instruction.
    pub fn is_empty(&self) -> bool {
        self.instructions.is_empty()
    }

    /// Returns indices of its instructions into `Parsed::insts`.
    pub fn indices(&self) -> impl Iterator<Item = usize> {
        self.instructions.iter().flat_map(|range| range.start as usize..range.end as usize)
    }

    fn contains(&self, loc: Loc) -> bool {
        loc >= self.start && (!self.end.is_some() || loc <= self.end)
    }

    fn add(&mut self, index: u32) {
        match self.instructions.last_mut() {
            Some(last) if last.end == index => last.end += 1,
            _ => self.instructions.push(index..index + 1),
        }
    }
}

/// A property given to the instructions after a comment such as `# LLVM-MCA-LATENCY 100`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instrument {
    /// The property, e.g. `LATENCY`.
    pub kind: Vec<u8>,
    /// The value, as written.
    pub data: Vec<u8>,
    start: Loc,
    end: Loc,
}

impl Instrument {
    /// Returns whether it applies to an instruction written at `loc`.
    pub fn applies_to(&self, loc: Loc) -> bool {
        loc >= self.start && (!self.end.is_some() || loc <= self.end)
    }

    /// Returns the cycles a `LATENCY` instrument gives, if its value is a number.
    pub fn latency_cycles(&self) -> Option<u32> {
        if self.kind != b"LATENCY" {
            return None;
        }
        let digits = std::str::from_utf8(&self.data).ok()?.trim_ascii();
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
    }
}

/// The meaning of a marker, by its text after `LLVM-MCA-`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Marker<'t> {
    Begin(&'t [u8]),
    End(&'t [u8]),
    Instrument { kind: &'t [u8], data: &'t [u8] },
}

impl<'t> Marker<'t> {
    pub fn new(text: &'t [u8]) -> Marker<'t> {
        if let Some(name) = text.strip_prefix(b"END") {
            return Marker::End(region_name(name));
        }
        if let Some(name) = text.strip_prefix(b"BEGIN") {
            return Marker::Begin(region_name(name));
        }
        match text.iter().position(|byte| *byte == b' ') {
            Some(space) => Marker::Instrument { kind: &text[..space], data: &text[space + 1..] },
            None => Marker::Instrument { kind: text, data: b"" },
        }
    }
}

/// Returns the name after a marker, without the blanks before it. Blanks alone are a name.
fn region_name(text: &[u8]) -> &[u8] {
    let blanks = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    if blanks < text.len() { &text[blanks..] } else { text }
}

/// Something wrong with a marker: a message and, perhaps, a note with the place it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MarkerError {
    pub message: Vec<u8>,
    pub note: Option<(Loc, Vec<u8>)>,
}

/// Regions while the text is read.
#[derive(Debug)]
pub(crate) struct Regions {
    regions: Vec<Region>,
    /// Regions that are open, by name.
    active: NameMap<usize>,
    /// Regions an instruction may still be in: those open, and those closed since.
    candidates: Vec<usize>,
    /// Positions up to this one are in the input rather than in an expansion.
    input_end: Loc,
    /// Instructions that were put in regions, counted once for each region.
    added: usize,
    /// Candidates that were looked at.
    looked_at: usize,
}

/// Most times that an instruction is looked for in a region. Expansions can leave many regions behind.
const MAX_LOOKED_AT: usize = 1 << 27;

impl Regions {
    /// Creates one region with everything, until the text names one.
    pub fn new(input_end: Loc) -> Regions {
        Regions {
            regions: vec![Region::new(b"", Loc::NONE)],
            active: NameMap::default(),
            candidates: vec![0],
            input_end,
            added: 0,
            looked_at: 0,
        }
    }

    /// Returns how many instructions were put in regions, counted once for each region.
    pub fn added(&self) -> usize {
        self.added
    }

    /// Returns whether there are so many regions that no more instructions may be put in them.
    pub fn has_looked_too_often(&self) -> bool {
        self.looked_at > MAX_LOOKED_AT
    }

    /// Returns whether the only region is the one with everything.
    fn only_default(&self) -> bool {
        matches!(self.regions.as_slice(), [only] if !only.is_marked())
    }

    /// Begins a region.
    pub fn begin(&mut self, name: &[u8], loc: Loc) -> Result<(), MarkerError> {
        if self.active.is_empty() && self.only_default() {
            self.regions[0] = Region::new(name, loc);
            self.active.insert(name.into(), 0);
            return Ok(());
        }
        if let Some(&index) = self.active.get(name) {
            let previous = self.regions[index].start;
            let (message, note) = if name.is_empty() {
                let note = b"Previous anonymous region was defined here".to_vec();
                ("found multiple overlapping anonymous regions", note)
            } else {
                let note = [b"region ", name, b" was previously defined here"].concat();
                ("overlapping regions cannot have the same name", note)
            };
            return Err(MarkerError { message: message.into(), note: Some((previous, note)) });
        }
        self.active.insert(name.into(), self.regions.len());
        self.candidates.push(self.regions.len());
        self.regions.push(Region::new(name, loc));
        Ok(())
    }

    /// Ends a region.
    pub fn end(&mut self, name: &[u8], loc: Loc) -> Result<(), MarkerError> {
        if name.is_empty() {
            // Without a name the only region that is open is meant.
            if self.active.len() == 1 {
                for (_, index) in self.active.drain() {
                    self.regions[index].end = loc;
                }
                return Ok(());
            }
            if self.active.is_empty() && self.only_default() {
                self.regions[0].end = loc;
                return Ok(());
            }
        }
        if let Some(index) = self.active.remove(name) {
            self.regions[index].end = loc;
            return Ok(());
        }
        let note = if name.is_empty() {
            b"unable to find an active anonymous region".to_vec()
        } else {
            [b"unable to find an active region named ", name].concat()
        };
        let message = b"found an invalid region end directive".to_vec();
        Err(MarkerError { message, note: Some((loc, note)) })
    }

    /// Puts instruction number `index`, written at `loc`, in the regions it is in.
    pub fn add_instruction(&mut self, index: u32, loc: Loc) {
        let (regions, input_end) = (&mut self.regions, self.input_end);
        let added = &mut self.added;
        self.looked_at += self.candidates.len();
        self.candidates.retain(|&candidate| {
            let region = &mut regions[candidate];
            if region.contains(loc) {
                *added += 1;
                region.add(index);
                return true;
            }
            // Positions in the input only grow, and those in expansions are beyond it: a region that
            // ended in the input is over, unless it also has the instructions without a position.
            !(region.start.is_some()
                && region.end.is_some()
                && region.end <= input_end
                && loc > region.end)
        });
    }

    pub fn finish(self) -> Vec<Region> {
        self.regions
    }
}

/// Instruments while the text is read.
#[derive(Debug)]
pub(crate) struct Instruments {
    instruments: Vec<Instrument>,
    /// Instruments in force, by kind.
    active: NameMap<usize>,
    input_end: Loc,
}

impl Instruments {
    pub fn new(input_end: Loc) -> Instruments {
        Instruments { instruments: Vec::new(), active: NameMap::default(), input_end }
    }

    /// Begins an instrument, and ends the one of its kind that was in force.
    pub fn begin(&mut self, kind: &[u8], data: &[u8], loc: Loc) -> Result<(), MarkerError> {
        // The reference reads the text once more for instruments, and expands anew. So what an
        // expansion says is beyond every instruction.
        let loc = if loc > self.input_end { Loc(u32::MAX) } else { loc };
        if let Some(previous) = self.active.remove(kind) {
            self.instruments[previous].end = loc;
        }
        if kind.is_empty() {
            let message = b"anonymous instrumentation regions are not permitted".to_vec();
            return Err(MarkerError { message, note: None });
        }
        self.active.insert(kind.into(), self.instruments.len());
        self.instruments.push(Instrument {
            kind: kind.into(),
            data: data.into(),
            start: loc,
            end: Loc::NONE,
        });
        Ok(())
    }

    pub fn finish(self) -> Vec<Instrument> {
        self.instruments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_told_apart() {
        assert_eq!(Marker::new(b"BEGIN  a b"), Marker::Begin(b"a b"));
        assert_eq!(Marker::new(b"BEGINa"), Marker::Begin(b"a"));
        assert_eq!(Marker::new(b"END \t"), Marker::End(b" \t"));
        assert_eq!(
            Marker::new(b"LATENCY 1 2"),
            Marker::Instrument { kind: b"LATENCY", data: b"1 2" }
        );
        assert_eq!(Marker::new(b""), Marker::Instrument { kind: b"", data: b"" });
    }

    #[test]
    fn an_instruction_is_in_every_region_around_it() {
        let mut regions = Regions::new(Loc(1000));
        regions.add_instruction(0, Loc(5));
        regions.begin(b"a", Loc(10)).unwrap();
        regions.add_instruction(1, Loc(20));
        regions.begin(b"b", Loc(30)).unwrap();
        regions.add_instruction(2, Loc(40));
        // From an expansion while both are open, and after one has ended.
        regions.add_instruction(3, Loc(2000));
        regions.end(b"a", Loc(50)).unwrap();
        regions.add_instruction(4, Loc(2010));
        regions.end(b"", Loc(60)).unwrap();
        regions.add_instruction(5, Loc(70));
        let regions = regions.finish();
        let all: Vec<_> = regions.iter().map(|r| r.indices().collect::<Vec<_>>()).collect();
        assert_eq!(all, [vec![1, 2, 3], vec![2, 3, 4]]);
    }

    #[test]
    fn a_marker_at_the_end_of_an_instructions_line_counts_from_there() {
        let mut regions = Regions::new(Loc(1000));
        regions.begin(b"", Loc(5)).unwrap();
        // Read with the line's instruction, before the instruction is emitted.
        regions.end(b"", Loc(20)).unwrap();
        regions.add_instruction(0, Loc(10));
        assert_eq!(regions.finish()[0].indices().collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn errors_name_the_region() {
        let mut regions = Regions::new(Loc(1000));
        regions.begin(b"a", Loc(10)).unwrap();
        let error = regions.begin(b"a", Loc(20)).unwrap_err();
        assert_eq!(error.message, b"overlapping regions cannot have the same name");
        assert_eq!(error.note, Some((Loc(10), b"region a was previously defined here".to_vec())));
        let error = regions.end(b"b", Loc(30)).unwrap_err();
        assert_eq!(
            error.note,
            Some((Loc(30), b"unable to find an active region named b".to_vec()))
        );
    }
}

//! A text that was read, and its regions.

use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

use oxmca_asm::diagnostic::{Diagnostic, Renderer};
use oxmca_asm::lossless;
use oxmca_asm::parser::Parsed;
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::region::{Instrument as ParsedInstrument, InstrumentMap, Region as ParsedRegion};
use oxmca_asm::source::{Loc, Sources};
use oxmca_asm::{Inst, Layout};
use oxmca_tables::{Reg, SchedClassId};
use smallvec::SmallVec;

use super::decoded_bytes::DecodedBytes;
use super::error::AnalyzeError;
use super::{Session, TextOptions};
use crate::analyze;
use crate::error::{Error, ErrorKind};
use crate::lower::{ClassLookup, Instrument};
use crate::options::Options;
use crate::progress::Progress;
use crate::report::Report;
use crate::source::{Lines, Place, SourceLines};

/// A text that was read for a [`Session`]: instructions in regions, and diagnostics.
pub struct Code {
    pub(super) session: Session,
    pub(super) sources: Sources,
    pub(super) parsed: Parsed,
    pub(super) printing: PrintOptions,
    skips_invalid_lines: bool,
    lines: OnceLock<Lines>,
    instrument_map: OnceLock<InstrumentMap>,
    instruments: OnceLock<Vec<Instrument>>,
    /// Of code that was decoded, the bytes.
    decoded_bytes: Option<DecodedBytes>,
    source_lines: OnceLock<SourceLines>,
    /// The addresses of instructions of machine code; empty for those of a text.
    addresses: Vec<u64>,
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Code")
            .field("name", &self.name())
            .field("instructions", &self.parsed.insts.len())
            .field("regions", &self.parsed.regions.len())
            .field("diagnostics", &self.parsed.diagnostics.len())
            .finish_non_exhaustive()
    }
}

impl Code {
    /// Returns the instruments in force at an instruction, in the order in which they begin.
    fn instruments_at(&self, index: usize) -> SmallVec<[&ParsedInstrument; 4]> {
        let instruments = &self.parsed.instruments;
        let map = self.instrument_map.get_or_init(|| InstrumentMap::new(instruments));
        let active = map.at(self.parsed.locations[index]).iter();
        active.map(|index| &instruments[*index as usize]).collect()
    }

    /// Returns the requests about all instructions; none if nothing in the text makes any.
    fn instruments(&self) -> &[Instrument] {
        let parsed = &self.parsed;
        if parsed.instruments.is_empty() {
            return &[];
        }
        self.instruments.get_or_init(|| {
            let target = self.session.target();
            let requested = |(index, inst): (usize, &Inst)| {
                let active = self.instruments_at(index);
                Instrument {
                    latency_cycles: active.iter().find_map(|it| it.latency_cycles()),
                    sched_class: target.sched_class(inst, &active),
                    conflict: target.check_instruments(inst, &active).err(),
                    state: target.instrument_state(&active),
                }
            };
            parsed.insts.iter().enumerate().map(requested).collect()
        })
    }

    pub(super) fn new(
        session: Session,
        sources: Sources,
        parsed: Parsed,
        options: &TextOptions,
    ) -> Code {
        let number = |dialect| session.dialect_number(dialect);
        let shown = options.shown_dialect.and_then(number);
        let printing = PrintOptions {
            dialect: shown.unwrap_or(parsed.dialect) as u8,
            hex_immediates: options.hex_immediates,
            expression_dialect: options.dialect.and_then(number).unwrap_or_default() as u8,
            at_in_names: session.target().syntax().at_in_name,
            address: None,
        };
        let skips_invalid_lines = options.skip_invalid_lines;
        Code {
            session,
            sources,
            parsed,
            printing,
            skips_invalid_lines,
            lines: OnceLock::new(),
            instrument_map: OnceLock::new(),
            instruments: OnceLock::new(),
            decoded_bytes: None,
            source_lines: OnceLock::new(),
            addresses: Vec::new(),
        }
    }

    /// Creates the same code with other regions, which are given by indices into [`Parsed::insts`].
    #[must_use]
    pub fn with_regions(mut self, regions: Vec<ParsedRegion>) -> Code {
        self.parsed.regions = regions;
        self
    }

    /// Creates the same code with other source lines of its instructions.
    #[must_use]
    pub fn with_source_lines(self, lines: SourceLines) -> Code {
        Code { source_lines: OnceLock::from(lines), ..self }
    }

    /// Returns the source lines of its instructions: those that were set, or else those that directives of the text
    /// name, if it was read with its [layout](Code::layout).
    pub fn source_lines(&self) -> &SourceLines {
        self.source_lines.get_or_init(|| match self.layout() {
            Some(layout) => SourceLines::of_layout(layout, self.parsed.insts.len()),
            None => SourceLines::default(),
        })
    }

    /// Creates the same code with addresses of its instructions, in order, which are shown in the full
    /// document.
    #[must_use]
    pub fn with_addresses(self, addresses: Vec<u64>) -> Code {
        Code { addresses, ..self }
    }

    pub(super) fn with_decoded_bytes(self, decoded_bytes: DecodedBytes) -> Code {
        Code { decoded_bytes: Some(decoded_bytes), ..self }
    }

    /// Returns the bytes that instructions were decoded from; `None` for those of a text.
    pub(super) fn decoded_bytes(&self) -> Option<&DecodedBytes> {
        self.decoded_bytes.as_ref()
    }

    /// Returns the session that read it.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the name of the text in messages, e.g. a path.
    pub fn name(&self) -> &str {
        self.sources.main().name()
    }

    /// Returns the regions that have instructions, in the order they begin. A text without markers
    /// is one region.
    pub fn regions(&self) -> impl Iterator<Item = CodeRegion<'_>> + Clone {
        let regions = self.parsed.regions.iter().filter(|region| !region.is_empty());
        regions.enumerate().map(|(index, region)| CodeRegion { code: self, region, index })
    }

    /// Returns all regions, also those without instructions, whose numbers are those of the next
    /// ones with some.
    pub fn all_regions(&self) -> impl Iterator<Item = CodeRegion<'_>> + Clone {
        let mut index = 0;
        self.parsed.regions.iter().map(move |region| {
            let numbered = CodeRegion { code: self, region, index };
            index += usize::from(!region.is_empty());
            numbered
        })
    }

    /// Returns the only region of a text that marks none, or the first of those it marks.
    pub fn first_region(&self) -> Option<CodeRegion<'_>> {
        self.regions().next()
    }

    /// Returns whether no region has an instruction.
    pub fn is_empty(&self) -> bool {
        self.parsed.regions.iter().all(ParsedRegion::is_empty)
    }

    /// Returns whether errors in the text forbid to analyze the rest of it.
    pub fn is_invalid(&self) -> bool {
        let parsed = &self.parsed;
        (parsed.had_error && !self.skips_invalid_lines)
            || parsed.had_region_error
            || parsed.had_instrument_error
            || parsed.is_cut_off
    }

    /// Returns errors and warnings about the text, in the order they were found.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.parsed.diagnostics
    }

    /// Returns the diagnostics as people read them, with lines and carets; empty if there are none.
    pub fn messages(&self) -> String {
        let mut text = Vec::new();
        if !self.diagnostics().is_empty() {
            let renderer = self.diagnostic_renderer(false);
            self.diagnostics().iter().for_each(|it| renderer.render(it, &mut text));
        }
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Renders diagnostics about this text, with the colours of terminals if they are wanted.
    pub fn diagnostic_renderer(&self, is_coloured: bool) -> Renderer<'_> {
        Renderer::new(&self.sources, &self.parsed.line_origins).coloured(is_coloured)
    }

    /// Returns the line and column of a position in the text; `None` in the expansion of a macro,
    /// and for [`Loc::NONE`].
    pub fn place(&self, loc: Loc) -> Option<Place> {
        self.lines.get_or_init(|| Lines::new(&self.sources)).place(loc)
    }

    /// Returns the parser's result, with all that llvm-mca distinguishes.
    pub fn parsed(&self) -> &Parsed {
        &self.parsed
    }

    /// Labels, sections, functions and source lines, if [`TextOptions::collects_layout`] asked for them.
    pub fn layout(&self) -> Option<&Layout> {
        self.parsed.layout.as_deref()
    }

    /// Returns the text and the expansions of its macros.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Appends an instruction as reports show it; it begins with a tab. Bytes that are no UTF-8 are as
    /// [`oxmca_asm::lossless`] carries them.
    pub fn print_inst(&self, inst: &Inst, out: &mut String) {
        let session = &self.session;
        session.target().print_inst(session.subtarget(), inst, &self.printing, out);
    }

    /// Appends the instruction of an index as reports show it: if it was decoded, with addresses for distances.
    pub(super) fn print_inst_at(&self, index: usize, out: &mut String) {
        let inst = &self.parsed.insts[index];
        match &self.decoded_bytes {
            None => self.print_inst(inst, out),
            Some(decoded) => {
                let address = Some(decoded.distance_bases[index]);
                let options = PrintOptions { address, ..self.printing };
                self.session.print_inst(inst, &options, out);
            }
        }
    }

    /// Returns the name of a register as reports show it.
    pub(super) fn register_name(&self, reg: Reg) -> String {
        let mut text = String::new();
        self.session.target().print_register(reg, &self.printing, &mut text);
        text
    }
}

/// Instructions of a [`Code`] to analyze together.
#[derive(Clone, Copy)]
pub struct CodeRegion<'c> {
    pub(super) code: &'c Code,
    pub(super) region: &'c ParsedRegion,
    index: usize,
}

impl fmt::Debug for CodeRegion<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CodeRegion")
            .field("index", &self.index)
            .field("name", &self.name())
            .field("instructions", &self.len())
            .finish_non_exhaustive()
    }
}

/// Everything of a region that decides its report on a CPU, unless that shows where it is written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RegionKey<'c> {
    dialect: u8,
    instructions: Cow<'c, [Inst]>,
    instruments: Cow<'c, [Instrument]>,
    /// Of code that was decoded, the addresses from which distances count.
    distance_bases: Cow<'c, [u64]>,
}

impl RegionKey<'_> {
    /// Returns the key with instructions and instruments of its own.
    pub fn into_owned(self) -> RegionKey<'static> {
        RegionKey {
            dialect: self.dialect,
            instructions: self.instructions.into_owned().into(),
            instruments: self.instruments.into_owned().into(),
            distance_bases: self.distance_bases.into_owned().into(),
        }
    }

    /// Returns bytes that it takes with instructions of its own, about.
    pub fn size_bytes(&self) -> usize {
        size_of_val(&*self.instructions)
            + size_of_val(&*self.instruments)
            + size_of_val(&*self.distance_bases)
    }
}

impl<'c> CodeRegion<'c> {
    /// Returns the text it belongs to.
    pub fn code(&self) -> &'c Code {
        self.code
    }

    /// Returns its number among the text's regions that have instructions, from 0.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the name that its marker gives, or empty. Bytes that are no UTF-8 become U+FFFD.
    pub fn name(&self) -> Cow<'c, str> {
        String::from_utf8_lossy(&self.region.name)
    }

    /// Returns the bytes of its name.
    pub fn name_bytes(&self) -> &'c [u8] {
        &self.region.name
    }

    /// Returns whether markers delimit it; otherwise it is the whole text.
    pub fn is_marked(&self) -> bool {
        self.region.is_marked()
    }

    /// Returns the number of its instructions.
    pub fn len(&self) -> usize {
        self.region.instructions.iter().map(ExactSizeIterator::len).sum()
    }

    /// Returns whether it has no instructions.
    pub fn is_empty(&self) -> bool {
        self.region.is_empty()
    }

    /// Returns its instructions, in order.
    pub fn instructions(&self) -> Cow<'c, [Inst]> {
        self.of_region(&self.code.parsed.insts)
    }

    /// Returns the entries for its instructions, of a list with an entry for each instruction of
    /// the text.
    fn of_region<T: Clone>(&self, all: &'c [T]) -> Cow<'c, [T]> {
        match &self.region.instructions[..] {
            [range] => all[range.start as usize..range.end as usize].into(),
            _ => self.region.indices().map(|index| all[index].clone()).collect(),
        }
    }

    /// Returns the requests that comments in the text make about its instructions: empty, or one entry
    /// for each.
    pub fn instruments(&self) -> Cow<'c, [Instrument]> {
        match self.code.instruments() {
            [] => Cow::default(),
            all => self.of_region(all),
        }
    }

    /// Returns the positions at which its instructions begin, in the text or in expansions of its
    /// macros.
    pub(super) fn locations(&self) -> impl Iterator<Item = Loc> {
        self.region.indices().map(|index| self.code.parsed.locations[index])
    }

    /// Returns lines and columns at which its instructions begin; `None` for those that a macro
    /// wrote.
    pub fn places(&self) -> Vec<Option<Place>> {
        self.locations().map(|location| self.code.place(location)).collect()
    }

    /// Returns the addresses of its instructions; `None` for those of a text.
    pub(super) fn addresses(&self) -> Option<Vec<u64>> {
        let all = &self.code.addresses;
        self.region.indices().map(|index| all.get(index).copied()).collect()
    }

    /// Returns the address of its first instruction and the bytes of all of them, one after the other; `None` for a text.
    pub fn machine_code(&self) -> Option<(u64, Vec<u8>)> {
        let decoded = self.code.decoded_bytes.as_ref()?;
        let bytes = self.region.indices().flat_map(|it| decoded.of_instruction(it)).copied();
        Some((*self.addresses()?.first()?, bytes.collect()))
    }

    /// Returns the text of one of its instructions as reports show it, without a tab before it.
    pub fn text(&self, instruction: usize) -> String {
        let mut text = String::new();
        if let Some(index) = self.region.indices().nth(instruction) {
            self.code.print_inst_at(index, &mut text);
        }
        let text = lossless::to_bytes(text.trim_ascii_start());
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Returns the key by which equal regions are found.
    pub fn key(&self) -> RegionKey<'c> {
        RegionKey {
            dialect: self.code.printing.dialect,
            instructions: self.instructions(),
            instruments: self.instruments(),
            distance_bases: match &self.code.decoded_bytes {
                None => Cow::default(),
                Some(decoded) => self.of_region(&decoded.distance_bases),
            },
        }
    }

    /// Analyzes the region on the CPU of its session.
    ///
    /// # Errors
    /// When an instruction cannot be modelled or nothing is left to simulate.
    pub fn analyze(&self, options: &Options) -> Result<Report, AnalyzeError> {
        self.analyze_with(&mut self.code.session.analyzer(options), None)
    }

    /// Analyzes the region with an analyzer that is kept for several regions, which takes less time.
    /// The analyzer may be that of another session for the same target. `progress` counts iterations.
    ///
    /// # Errors
    /// As [`CodeRegion::analyze`].
    pub fn analyze_with(
        &self,
        analyzer: &mut analyze::Analyzer<'_>,
        progress: Option<&Progress>,
    ) -> Result<Report, AnalyzeError> {
        self.try_analyze(analyzer, progress).map_err(|error| self.explain(error))
    }

    pub(super) fn try_analyze(
        &self,
        analyzer: &mut analyze::Analyzer<'_>,
        progress: Option<&Progress>,
    ) -> Result<Report, Error> {
        let (instructions, instruments) = (self.instructions(), self.instruments());
        let mut region = analyze::Region::new(&instructions).with_instruments(&instruments);
        let lookup = InstrumentsInForce(*self);
        let codes = match &self.code.decoded_bytes {
            Some(bytes) if analyzer.wants_machine_code() => {
                self.region.indices().map(|it| bytes.of_instruction(it)).collect()
            }
            _ => Vec::new(),
        };
        region = region.with_machine_code(&codes);
        if !instruments.is_empty() {
            region = region.with_class_lookup(&lookup);
        }
        analyzer.analyze(region.with_progress(progress))
    }

    /// Returns the error with the text and the place of the instruction it is about.
    fn explain(&self, error: Error) -> AnalyzeError {
        let Error { notices, kind } = error;
        let at = match kind {
            ErrorKind::Unsupported { instruction, .. } => Some(instruction),
            _ => None,
        };
        let location = at.and_then(|at| self.locations().nth(at));
        AnalyzeError {
            kind,
            instruction: at.map(|at| self.text(at)).unwrap_or_default(),
            place: location.and_then(|location| self.code.place(location)),
            notices,
        }
    }
}

/// The instruments in force at the instructions of a region.
#[derive(Debug)]
struct InstrumentsInForce<'c>(CodeRegion<'c>);

impl ClassLookup for InstrumentsInForce<'_> {
    fn sched_class(&self, inst: usize, place: usize) -> Option<SchedClassId> {
        let CodeRegion { code, region, .. } = self.0;
        let inst = region.indices().nth(inst)?;
        let active = code.instruments_at(region.indices().nth(place)?);
        code.session.target().sched_class(&code.parsed.insts[inst], &active)
    }
}

//! What becomes of one region, apart from the others and from its place in the report.

use std::borrow::Cow;
use std::sync::Arc;

use oxmca::report::Report;
use oxmca::report::json;
use oxmca::report::json::full::{self, Lines};
use oxmca::report::text::Texts;
use oxmca::view::Section;
use oxmca::{Options, Progress};
use oxmca_asm::Inst;
use oxmca_asm::diagnostic::{Diagnostic, Pass, Renderer, Severity};
use oxmca_asm::parser::Parsed;
use oxmca_asm::region::Region;
use oxmca_asm::source::{Loc, LocRange};
use oxmca_asm::target::EncodeError;

use super::Reporter;
use super::known::{Kept, Question};
use super::workers::{Worker, Workers};
use crate::console;
use crate::flags::args::{InstructionTables, Json};
use crate::messages;
use crate::run::{Failed, failed};
use crate::source_comment;

/// A region's part of the report, but for its number, and for its name unless the document is ours.
#[derive(Clone)]
pub enum Piece {
    /// Text without a header.
    Text(String),
    /// An element of llvm-mca's document.
    Json(Arc<json::Region>),
    /// An element of our document.
    FullJson(Box<full::Region>),
}

/// What becomes of a region.
#[derive(Clone)]
pub struct Outcome {
    /// What is to be said on standard error.
    pub said: Vec<u8>,
    /// Its part of the report; `None` if there is nothing to report.
    pub result: Result<Option<Piece>, Failed>,
}

impl Kept for Outcome {
    fn size(&self) -> usize {
        let piece = match &self.result {
            Ok(Some(Piece::Text(text))) => text.len(),
            Ok(Some(Piece::Json(region))) => region.size(),
            Ok(Some(Piece::FullJson(_)) | None) | Err(_) => 0,
        };
        self.said.len() + piece
    }
}

impl<'a> Reporter<'a> {
    /// What becomes of a region. `progress` counts its iterations, if that is of interest.
    pub(super) fn outcome(
        &self,
        region: &Region,
        workers: &Workers<'_>,
        lines: Option<&Lines>,
        progress: Option<&Progress>,
    ) -> Outcome {
        let options = workers.options();
        let (result, said) = console::captured(|| {
            workers.with(|worker| self.piece(region, options, worker, lines, progress))
        });
        Outcome { said: said.stderr, result }
    }

    /// What decides the outcome of a region; `None` if it depends on where the region is written,
    /// as comments of the source and what is said of encodings do.
    pub(super) fn question(&self, region: &Region) -> Option<Question<'a>> {
        let depends_on_source = self.args.json == Json::Full
            || self.args.instruction_tables == InstructionTables::Full
            || self.args.show_encoding;
        (!depends_on_source).then(|| question(self.parsed, region, 0))
    }

    /// Analyzes and describes a region; `None` if there is nothing to report. `lines` are for the
    /// full JSON document.
    fn piece(
        &self,
        region: &Region,
        options: &Options,
        worker: &mut Worker<'_>,
        lines: Option<&Lines>,
        progress: Option<&Progress>,
    ) -> Result<Option<Piece>, Failed> {
        let insts = insts(self.parsed, region);
        let print = |inst: &Inst, text: &mut String| {
            self.selected.target.print_inst(self.subtarget, inst, &self.printing, text);
        };
        let instruments = oxmca::instruments(self.parsed, region);
        let code = oxmca::Region { instructions: &insts, instruments: &instruments, progress };
        let result = worker.analyzer.analyze(code);
        let Some(report) = messages::outcome(result, &insts, self.args.skip, &print)? else {
            return Ok(None);
        };
        let tables_only = self.args.instruction_tables != InstructionTables::None;
        if options.views.bottleneck_analysis && !self.processor.is_out_of_order() && !tables_only {
            messages::bottleneck_unsupported(self.subtarget.cpu_name());
        }
        worker.print(self.parsed, region, print);
        let instructions = &worker.printed;
        if self.args.json == Json::Llvm {
            let region = json::Region::new(&report, instructions, &mut worker.phrases);
            return Ok(Some(Piece::Json(Arc::new(region))));
        }
        // Text shows encodings in the instruction info view, the full document without it.
        let shows_encoding =
            options.show_encoding && (options.views.instruction_info || lines.is_some());
        let encodings = if shows_encoding {
            self.encodings(region, &insts, &report.sources)
        } else {
            Vec::new()
        };
        let tables = &self.subtarget.tables;
        let register_name = |reg| {
            let mut text = String::new();
            self.selected.target.print_register(self.subtarget, reg, &self.printing, &mut text);
            text
        };
        let opcode_name = |opcode| tables.opcode_name(opcode).to_owned();
        if let Some(lines) = lines {
            if let Some(message) = timeline_too_long(&report, |_| ENTRY_SIZE) {
                return Err(failed(&message));
            }
            let locations = region.indices().map(|index| self.parsed.locations[index]);
            let places: Vec<_> = locations.map(|location| lines.place(location)).collect();
            let texts = full::Texts {
                name: &region.name,
                is_marked: region.is_marked(),
                insts: &insts,
                instruments: &instruments,
                instructions,
                places: &places,
                encodings: shows_encoding.then_some(&encodings),
                register_name: &register_name,
                opcode_name: &opcode_name,
            };
            let is_out_of_order = self.processor.is_out_of_order();
            let region = full::Region::new(&report, &texts, is_out_of_order);
            return Ok(Some(Piece::FullJson(Box::new(region))));
        }
        let comments: Vec<String> = match self.args.instruction_tables {
            InstructionTables::Full => region
                .indices()
                .map(|index| source_comment::after(self.sources, self.parsed.locations[index]))
                .collect(),
            _ => Vec::new(),
        };
        let texts = Texts {
            instructions,
            encodings: &encodings,
            comments: &comments,
            register_name: &register_name,
            opcode_name: &opcode_name,
            region: None,
        };
        if let Some(message) = timeline_too_long(&report, |columns| columns) {
            return Err(failed(&message));
        }
        let mut text = String::new();
        worker.renderer.render(&report, &texts, &mut text);
        Ok(Some(Piece::Text(text)))
    }

    /// The machine code of the instructions reported on, as far as there is any. Says which of them
    /// are longer than the CPU takes, without giving up.
    fn encodings(&self, region: &Region, insts: &[Inst], reported: &[usize]) -> Vec<Vec<u8>> {
        let indices: Vec<usize> = region.indices().collect();
        let mut encodings = vec![Vec::new(); insts.len()];
        for &source in reported {
            let bytes: &mut Vec<u8> = &mut encodings[source];
            match self.selected.target.encode(self.subtarget, &insts[source], bytes) {
                Ok(()) => {}
                Err(error @ EncodeError::TooLong { .. }) => {
                    self.say(self.parsed.locations[indices[source]], &error.to_string());
                }
                Err(_) => bytes.clear(),
            }
        }
        encodings
    }

    /// Says what is wrong with the text at `loc`.
    fn say(&self, loc: Loc, message: &str) {
        let diagnostic = Diagnostic {
            severity: Severity::Error,
            loc,
            range: LocRange::NONE,
            message: message.as_bytes().to_vec(),
            pass: Pass::Both,
            origin: None,
        };
        let mut text = Vec::new();
        Renderer::new(self.sources, &self.parsed.line_origins)
            .coloured(console::is_coloured())
            .render(&diagnostic, &mut text);
        console::raw(&text);
    }
}

/// What decides a region's outcome on a CPU, by its number.
pub fn question<'a>(parsed: &'a Parsed, region: &Region, cpu: usize) -> Question<'a> {
    Question {
        cpu,
        dialect: parsed.dialect,
        insts: insts(parsed, region),
        instruments: oxmca::instruments(parsed, region),
    }
}

/// The instructions of a region.
pub fn insts<'a>(parsed: &'a Parsed, region: &Region) -> Cow<'a, [Inst]> {
    match &region.instructions[..] {
        [range] => parsed.insts[range.start as usize..range.end as usize].into(),
        _ => region.indices().map(|index| parsed.insts[index].clone()).collect(),
    }
}

/// Most characters a timeline may have: it grows with the square of its iterations.
const MAX_TIMELINE: u64 = 1 << 31;

/// Characters of an entry of the timeline as JSON, about.
const ENTRY_SIZE: u64 = 256;

/// Why a timeline cannot be shown, if so. `row_size` gives the characters of a row from those of
/// its cycles.
fn timeline_too_long(report: &Report, row_size: impl Fn(u64) -> u64) -> Option<String> {
    report.sections.iter().find_map(|section| match section {
        Section::Timeline(timeline) => {
            let (rows, columns) =
                (timeline.entries.len() as u64, u64::from(timeline.last_column()));
            (rows.saturating_mul(row_size(columns)) > MAX_TIMELINE).then(|| {
                format!(
                    "a timeline of {rows} instructions over {columns} cycles is too long, use \
                     -timeline-max-iterations or -timeline-max-cycles."
                )
            })
        }
        _ => None,
    })
}

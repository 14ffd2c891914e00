//! Reports on the regions of the input.

use oxmca::report::Report;
use oxmca::report::json;
use oxmca::report::json::full::{self, Lines};
use oxmca::report::text::{self, RegionHeader, Texts};
use oxmca::view::Section;
use oxmca::{Instrument, Processor};
use oxmca_asm::diagnostic::{Diagnostic, Pass, Renderer, Severity};
use oxmca_asm::lossless;
use oxmca_asm::parser::Parsed;
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::region::Region;
use oxmca_asm::source::{Loc, LocRange, Sources};
use oxmca_asm::target::EncodeError;
use oxmca_asm::{Inst, Subtarget};

use crate::console;
use crate::flags::args::{Args, InstructionTables, Json};
use crate::messages;
use crate::progress::{Watch, Work};
use crate::run::{Failed, NOTHING_TO_ANALYZE, failed};
use crate::simulation;
use crate::source_comment;
use crate::target::Selected;

/// A report while regions are added to it.
enum Form<'o> {
    Text(&'o mut String),
    Json(json::Document),
    FullJson(Box<full::Document>, Lines),
}

/// What every region of the input is analyzed and shown with.
pub struct Reporter<'a> {
    args: &'a Args,
    selected: &'a Selected,
    subtarget: &'a Subtarget<'a>,
    sources: &'a Sources,
    parsed: &'a Parsed,
    processor: Processor<'a>,
    printing: PrintOptions,
}

impl<'a> Reporter<'a> {
    /// Prepares the CPU and the printer. A printer for `-output-asm-variant` must exist.
    ///
    /// # Errors
    /// When the CPU cannot be simulated; that has then been said.
    pub fn new(
        args: &'a Args,
        selected: &'a Selected,
        subtarget: &'a Subtarget<'a>,
        sources: &'a Sources,
        parsed: &'a Parsed,
    ) -> Result<Self, Failed> {
        let dialect = u8::try_from(args.output_asm_variant).unwrap_or(parsed.dialect as u8);
        Ok(Reporter {
            args,
            selected,
            subtarget,
            sources,
            parsed,
            processor: Processor::new(subtarget).map_err(|error| failed(&error.to_string()))?,
            printing: PrintOptions {
                dialect,
                hex_immediates: args.print_imm_hex,
                expression_dialect: args.input_dialect as u8,
                at_in_names: selected.syntax.at_in_name,
            },
        })
    }

    /// Appends the report on every region to `out`. In case of an error the text has the regions
    /// before it, and JSON has nothing. What is no UTF-8 is carried as [`lossless`] does.
    ///
    /// # Errors
    /// When a region cannot be analyzed or none has instructions; that has then been said.
    pub fn report(&self, out: &mut String) -> Result<(), Failed> {
        let options = simulation::options(self.args, &self.processor);
        let environment = json::Environment {
            triple: self.selected.triple.as_str(),
            options: &options,
            processor: &self.processor,
        };
        let mut form = match self.args.json {
            Json::Off => Form::Text(out),
            Json::Llvm => Form::Json(json::Document::new()),
            Json::Full => self.full_json(&environment),
        };
        let regions = || self.parsed.regions.iter().filter(|region| !region.is_empty());
        let options = simulation::options(self.args, &self.processor);
        let work = Work {
            regions: regions().count() as u64,
            iterations: options.effective_iterations().into(),
            instructions: regions().map(|region| region.indices().count() as u64).sum(),
        };
        let watch = Watch::new(self.args.progress, work);
        let mut index = 0;
        for region in regions() {
            index += usize::from(self.region(region, index, &watch, &mut form)?);
            watch.region_done();
        }
        if index == 0 {
            return Err(failed(NOTHING_TO_ANALYZE));
        }
        let carried = |json: String| lossless::to_text(json.as_bytes()).into_owned();
        match form {
            Form::Text(_) => {}
            Form::Json(document) => *out = carried(document.finish(&environment)),
            Form::FullJson(document, _) => *out = carried(document.to_text()),
        }
        Ok(())
    }

    /// The document with everything, before any region.
    fn full_json(&self, environment: &json::Environment<'_>) -> Form<'static> {
        let lines = Lines::new(self.sources);
        let mut document = full::Document::new(self.sources.main().name(), environment);
        for diagnostic in &self.parsed.diagnostics {
            document.add_diagnostic(diagnostic, lines.place(diagnostic.loc));
        }
        Form::FullJson(Box::new(document), lines)
    }

    /// Appends the report on one region; says whether there is anything to report.
    fn region(
        &self,
        region: &Region,
        index: usize,
        watch: &Watch,
        out: &mut Form<'_>,
    ) -> Result<bool, Failed> {
        let insts: Vec<Inst> =
            region.indices().map(|index| self.parsed.insts[index].clone()).collect();
        let options = simulation::options(self.args, &self.processor);
        let print = |inst: &Inst| {
            let mut text = String::new();
            self.selected.target.print_inst(self.subtarget, inst, &self.printing, &mut text);
            text
        };
        let instruments = self.instruments(region);
        let result = oxmca::analyze_region(
            oxmca::Region {
                instructions: &insts,
                instruments: &instruments,
                progress: watch.iterations(),
            },
            &self.processor,
            self.selected.target,
            &options,
        );
        let Some(report) = messages::outcome(result, &insts, self.args.skip, &print)? else {
            return Ok(false);
        };
        let tables_only = self.args.instruction_tables != InstructionTables::None;
        if options.views.bottleneck_analysis && !self.processor.is_out_of_order() && !tables_only {
            messages::bottleneck_unsupported(self.subtarget.cpu_name());
        }
        let instructions: Vec<String> = insts.iter().map(print).collect();
        if let Form::Json(document) = out {
            let texts = json::Texts { instructions: &instructions, name: &region.name };
            document.add_region(&report, &texts);
            return Ok(true);
        }
        // Text shows encodings in the instruction info view, the full document without it.
        let shows_encoding = options.show_encoding
            && (options.views.instruction_info || matches!(out, Form::FullJson(..)));
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
        let out = match out {
            Form::FullJson(document, lines) => {
                if let Some(message) = timeline_too_long(&report, |_| ENTRY_SIZE) {
                    return Err(failed(&message));
                }
                let locations = region.indices().map(|index| self.parsed.locations[index]);
                let places: Vec<_> = locations.map(|location| lines.place(location)).collect();
                let texts = full::Texts {
                    index,
                    name: &region.name,
                    is_marked: region.is_marked(),
                    insts: &insts,
                    instruments: &instruments,
                    instructions: &instructions,
                    places: &places,
                    encodings: shows_encoding.then_some(&encodings),
                    register_name: &register_name,
                    opcode_name: &opcode_name,
                };
                document.add_region(&report, &texts);
                return Ok(true);
            }
            Form::Text(out) => out,
            Form::Json(_) => return Ok(true),
        };
        let comments: Vec<String> = match self.args.instruction_tables {
            InstructionTables::Full => region
                .indices()
                .map(|index| source_comment::after(self.sources, self.parsed.locations[index]))
                .collect(),
            _ => Vec::new(),
        };
        let name = lossless::to_text(&region.name);
        let texts = Texts {
            instructions: &instructions,
            encodings: &encodings,
            comments: &comments,
            register_name: &register_name,
            opcode_name: &opcode_name,
            region: region.is_marked().then_some(RegionHeader { index, name: &name }),
        };
        if let Some(message) = timeline_too_long(&report, |columns| columns) {
            return Err(failed(&message));
        }
        text::render(&report, &texts, out);
        Ok(true)
    }

    /// The instruments of each instruction of a region; empty if the input has none.
    fn instruments(&self, region: &Region) -> Vec<Instrument> {
        if self.parsed.instruments.is_empty() {
            return Vec::new();
        }
        let of = |index: usize| {
            let location = self.parsed.locations[index];
            let mut active = self.parsed.instruments.iter().filter(|it| it.applies_to(location));
            Instrument {
                latency_cycles: active.find_map(|instrument| instrument.latency_cycles()),
                sched_class: None,
            }
        };
        region.indices().map(of).collect()
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

/// Most characters a timeline may have: it grows with the square of its iterations.
const MAX_TIMELINE: u64 = 1 << 31;

/// Characters of an entry of the timeline as JSON, about.
const ENTRY_SIZE: u64 = 256;

/// Why a timeline cannot be shown, if so. `row_size` gives the characters of a row from those of
/// its cycles.
fn timeline_too_long(report: &Report, row_size: impl Fn(u64) -> u64) -> Option<String> {
    report.sections.iter().find_map(|section| match section {
        Section::Timeline(timeline) => {
            let (rows, columns) = (timeline.entries.len() as u64, u64::from(timeline.last_cycle));
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

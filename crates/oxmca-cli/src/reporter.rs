//! Reports on the regions of the input.

use oxmca::report::text::{self, RegionHeader, Texts};
use oxmca::report::{Report, json};
use oxmca::view::Section;
use oxmca::{Instrument, Processor};
use oxmca_asm::diagnostic::{Diagnostic, Pass, Renderer, Severity};
use oxmca_asm::parser::Parsed;
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::region::Region;
use oxmca_asm::source::{Loc, LocRange, Sources};
use oxmca_asm::target::EncodeError;
use oxmca_asm::{Inst, Subtarget};

use crate::console;
use crate::flags::args::{Args, InstructionTables};
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
                at_in_names: selected.syntax.at_in_name,
            },
        })
    }

    /// Appends the report on every region to `out`. In case of an error the text has the regions
    /// before it, and JSON has nothing.
    ///
    /// # Errors
    /// When a region cannot be analyzed or none has instructions; that has then been said.
    pub fn report(&self, out: &mut String) -> Result<(), Failed> {
        let mut form = match self.args.json {
            true => Form::Json(json::Document::new()),
            false => Form::Text(out),
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
        if let Form::Json(document) = form {
            *out = document.finish(&json::Environment {
                triple: self.selected.triple.as_str(),
                options: &simulation::options(self.args, &self.processor),
                processor: &self.processor,
            });
        }
        Ok(())
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
        let out = match out {
            Form::Text(out) => out,
            Form::Json(document) => {
                let texts = json::Texts { instructions: &instructions, name: &region.name };
                document.add_region(&report, &texts);
                return Ok(true);
            }
        };
        let shows_encoding = options.show_encoding && options.views.instruction_info;
        let encodings = if shows_encoding {
            self.encodings(region, &insts, &report.sources)
        } else {
            Vec::new()
        };
        let comments: Vec<String> = match self.args.instruction_tables {
            InstructionTables::Full => region
                .indices()
                .map(|index| source_comment::after(self.sources, self.parsed.locations[index]))
                .collect(),
            _ => Vec::new(),
        };
        let tables = &self.subtarget.tables;
        let register_name = |reg| {
            let mut text = String::new();
            self.selected.target.print_register(self.subtarget, reg, &self.printing, &mut text);
            text
        };
        let name = String::from_utf8_lossy(&region.name);
        let texts = Texts {
            instructions: &instructions,
            encodings: &encodings,
            comments: &comments,
            register_name: &register_name,
            opcode_name: &|opcode| tables.opcode_name(opcode).to_owned(),
            region: region.is_marked().then_some(RegionHeader { index, name: &name }),
        };
        if let Some(message) = timeline_too_long(&report) {
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

fn timeline_too_long(report: &Report) -> Option<String> {
    report.sections.iter().find_map(|section| match section {
        Section::Timeline(timeline) => {
            let (rows, columns) = (timeline.entries.len() as u64, u64::from(timeline.last_cycle));
            (rows.saturating_mul(columns) > MAX_TIMELINE).then(|| {
                format!(
                    "a timeline of {rows} instructions over {columns} cycles is too long, use \
                     -timeline-max-iterations or -timeline-max-cycles."
                )
            })
        }
        _ => None,
    })
}

//! The main job: from arguments to a report.

use oxmca::report::text::{self, RegionHeader, Texts};
use oxmca::{Instrument, Processor};
use oxmca_asm::diagnostic::{Pass, Renderer};
use oxmca_asm::parser::{self, Parsed};
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::region::Region;
use oxmca_asm::source::Sources;
use oxmca_asm::{Inst, Subtarget};

use crate::console;
use crate::files::{self, Output};
use crate::flags::args::{Args, InstructionTables};
use crate::messages;
use crate::simulation;
use crate::source_comment;
use crate::target::{self, Selected};

/// An exit status other than success. What went wrong has been said.
type Failed = i32;

/// Runs the analysis the arguments ask for and gives the exit status.
pub fn run(args: &Args, program: &str) -> i32 {
    match analyze(args, program) {
        Ok(()) => 0,
        Err(status) => status,
    }
}

fn analyze(args: &Args, program: &str) -> Result<(), Failed> {
    let selected = target::select(args, program).map_err(|()| 1)?;
    let path = args.input.as_deref().unwrap_or("-");
    let input = if args.mcpu == "help" { Vec::new() } else { read(path)? };
    let subtarget = target::subtarget(&selected, args)?;
    let sources = Sources::new(if path == "-" { "<stdin>" } else { path }, input)
        .map_err(|_| failed(&format!("{path}: File too large")))?;
    let parsed = parse(args, &selected, subtarget, &sources)?;
    let output = Output::open(&args.output).map_err(|error| failed(&files::describe(&error)))?;
    let report = Reporter::new(args, &selected, &subtarget, &sources, &parsed)?.report()?;
    output.finish(report.as_bytes()).map_err(|error| failed(&files::describe(&error)))
}

fn failed(message: &str) -> Failed {
    console::error(message);
    1
}

fn read(path: &str) -> Result<Vec<u8>, Failed> {
    files::read(path).map_err(|error| failed(&format!("{path}: {}", files::describe(&error))))
}

/// Parses the input and says what llvm-mca says in its two readings of it, for regions and for
/// instruments.
fn parse(
    args: &Args,
    selected: &Selected,
    subtarget: Subtarget<'static>,
    sources: &Sources,
) -> Result<Parsed, Failed> {
    let options = parser::Options {
        syntax: &selected.syntax,
        dialect: args.input_dialect,
        system: selected.triple.system(),
        instruments: !args.disable_instruments,
    };
    let parsed = parser::parse(sources, selected.target, subtarget, &options);
    let say = |pass: Pass| {
        let renderer = Renderer::new(sources, &parsed.line_origins);
        let mut text = Vec::new();
        let diagnostics = parsed.diagnostics.iter();
        for diagnostic in diagnostics.filter(|it| it.pass == Pass::Both || it.pass == pass) {
            renderer.render(diagnostic, &mut text);
        }
        console::raw(&text);
        let written = Output::open("-").and_then(|output| output.finish(&parsed.printed));
        written.map_err(|error| failed(&files::describe(&error)))
    };
    say(Pass::Regions)?;
    if parsed.had_error && !args.skip.parse_failures() {
        return Err(failed(
            "Assembly input parsing had errors, use -skip-unsupported-instructions=parse-failure \
             to drop failing lines from the input.",
        ));
    }
    if parsed.had_region_error {
        return Err(1);
    }
    if parsed.regions.iter().all(Region::is_empty) {
        return Err(failed(NOTHING_TO_ANALYZE));
    }
    say(Pass::Instruments)?;
    if parsed.had_instrument_error {
        return Err(failed("There was an error parsing comments."));
    }
    Ok(parsed)
}

const NOTHING_TO_ANALYZE: &str = "no assembly instructions found.";

/// What every region of the input is analyzed and shown with.
struct Reporter<'a> {
    args: &'a Args,
    selected: &'a Selected,
    subtarget: &'a Subtarget<'a>,
    sources: &'a Sources,
    parsed: &'a Parsed,
    processor: Processor<'a>,
    printing: PrintOptions,
}

impl<'a> Reporter<'a> {
    fn new(
        args: &'a Args,
        selected: &'a Selected,
        subtarget: &'a Subtarget<'a>,
        sources: &'a Sources,
        parsed: &'a Parsed,
    ) -> Result<Self, Failed> {
        let dialects = selected.tables.dialects.len();
        let dialect = match args.output_asm_variant {
            -1 => parsed.dialect,
            variant => usize::try_from(variant).unwrap_or(usize::MAX),
        };
        if dialect >= dialects {
            return Err(failed(&format!(
                "unable to create instruction printer for target triple '{}' with assembly variant {}.",
                selected.triple.normalized(),
                args.output_asm_variant
            )));
        }
        Ok(Reporter {
            args,
            selected,
            subtarget,
            sources,
            parsed,
            processor: Processor::new(subtarget).map_err(|error| failed(&error.to_string()))?,
            printing: PrintOptions {
                dialect: dialect as u8,
                hex_immediates: args.print_imm_hex,
                at_in_names: selected.syntax.at_in_name,
            },
        })
    }

    /// The report on every region.
    fn report(&self) -> Result<String, Failed> {
        let mut out = String::new();
        let mut index = 0;
        for region in self.parsed.regions.iter().filter(|region| !region.is_empty()) {
            index += usize::from(self.region(region, index, &mut out)?);
        }
        if index == 0 {
            return Err(failed(NOTHING_TO_ANALYZE));
        }
        Ok(out)
    }

    /// Appends the report on one region; says whether there is anything to report.
    fn region(&self, region: &Region, index: usize, out: &mut String) -> Result<bool, Failed> {
        let insts: Vec<Inst> =
            region.indices().map(|index| self.parsed.insts[index].clone()).collect();
        let options = simulation::options(self.args, &self.processor);
        let tables_only = self.args.instruction_tables != InstructionTables::None;
        if options.views.bottleneck_analysis && !self.processor.is_out_of_order() && !tables_only {
            messages::bottleneck_unsupported(self.subtarget.cpu_name());
        }
        let print = |inst: &Inst| {
            let mut text = String::new();
            self.selected.target.print_inst(self.subtarget, inst, &self.printing, &mut text);
            text
        };
        let instruments = self.instruments(region);
        let result = oxmca::analyze_region(
            oxmca::Region { instructions: &insts, instruments: &instruments },
            &self.processor,
            self.selected.target,
            &options,
        );
        let Some(report) = messages::outcome(result, &insts, self.args.skip, &print)? else {
            return Ok(false);
        };
        let instructions: Vec<String> = insts.iter().map(print).collect();
        let encodings = if self.args.show_encoding { self.encodings(&insts) } else { Vec::new() };
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

    /// The machine code of each instruction, as far as there is any.
    fn encodings(&self, insts: &[Inst]) -> Vec<Vec<u8>> {
        let encode = |inst: &Inst| {
            let mut bytes = Vec::new();
            match self.selected.target.encode(self.subtarget, inst, &mut bytes) {
                Ok(()) => bytes,
                Err(_) => Vec::new(),
            }
        };
        insts.iter().map(encode).collect()
    }
}

//! What is fuzzed, as functions of an input. The fuzz targets and the smoke test share them.
//!
//! An input fails when its function panics or does not end. The first bytes choose settings, so that
//! every input is a valid one; the rest is text, or changes to a table image.

use oxmca::report::json;
use oxmca::report::text::{self, RegionHeader, Texts};
use oxmca::{InstructionTables, Instrument, Options, Processor, Region, Views, analyze_region};
use oxmca_asm::parser::{self, Parsed};
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::target::{self, Target};
use oxmca_asm::triple::Triple;
use oxmca_asm::{Inst, Operand, Renderer, Sources, Subtarget, Syntax, parse};
use oxmca_tables::schema::{OperandInfo, operand_type};
use oxmca_tables::text::{SourceFile, read};
use oxmca_tables::{CpuId, Tables, x86_image};

/// Modes and syntaxes of x86.
const TRIPLES: [&str; 6] = [
    "x86_64-unknown-linux-gnu",
    "i386-unknown-linux-gnu",
    "i386-unknown-linux-code16",
    "x86_64-apple-macosx10.15",
    "x86_64-pc-windows-msvc",
    "x86_64-unknown-linux-gnux32",
];

/// The dialects of x86.
const ATT: usize = 0;
const INTEL: usize = 1;

/// Bytes at the beginning of an input, one after the other; zeros when there are no more.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn byte(&mut self) -> u8 {
        match self.0 {
            [first, rest @ ..] => {
                self.0 = rest;
                *first
            }
            [] => 0,
        }
    }

    fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end
    }

    fn flag(&mut self) -> bool {
        self.byte() & 1 != 0
    }
}

/// A target and CPU, and how its assembly is read.
struct Setting {
    triple: Triple,
    target: &'static dyn Target,
    syntax: Syntax,
    subtarget: Subtarget<'static>,
    dialect: usize,
}

impl Setting {
    fn choose(choices: &mut Choices<'_>) -> Setting {
        let triple = Triple::new(TRIPLES[choices.below(TRIPLES.len())]);
        let target = target::lookup(triple.arch().expect("an architecture there is"));
        let tables = target.tables().expect("embedded tables");
        let cpu = &tables.cpus[choices.below(tables.cpus.len())];
        let mode = target.mode_features(&triple).iter().copied();
        let (subtarget, _) = Subtarget::resolve(tables, tables.text(cpu.name), mode);
        let syntax = target.syntax(&triple);
        let subtarget = subtarget.expect("a CPU of the tables");
        Setting { triple, target, syntax, subtarget, dialect: choices.below(2) }
    }

    fn parse(&self, sources: &Sources, dialect: usize) -> Parsed {
        let options = parser::Options {
            syntax: &self.syntax,
            dialect,
            system: self.triple.system(),
            instruments: true,
        };
        parse(sources, self.target, self.subtarget, &options)
    }

    fn print(&self, inst: &Inst, dialect: usize) -> String {
        let options = PrintOptions {
            dialect: dialect as u8,
            hex_immediates: false,
            at_in_names: self.syntax.at_in_name,
        };
        let mut text = String::new();
        self.target.print_inst(&self.subtarget, inst, &options, &mut text);
        text
    }

    fn encode(&self, inst: &Inst) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        self.target.encode(&self.subtarget, inst, &mut bytes).ok()?;
        Some(bytes)
    }
}

/// Parses the input and shows all there is to say about it.
pub fn parse_does_not_panic(data: &[u8]) {
    let mut choices = Choices(data);
    let setting = Setting::choose(&mut choices);
    let Ok(sources) = Sources::new("<stdin>", choices.0) else { return };
    let parsed = setting.parse(&sources, setting.dialect);
    let renderer = Renderer::new(&sources, &parsed.line_origins);
    let mut messages = Vec::new();
    for diagnostic in &parsed.diagnostics {
        renderer.render(diagnostic, &mut messages);
    }
    for inst in &parsed.insts {
        setting.print(inst, ATT);
        setting.print(inst, INTEL);
        setting.encode(inst);
    }
}

fn analysis_options(choices: &mut Choices<'_>) -> Options {
    let views = choices.byte();
    Options {
        iterations: 1 + choices.below(5) as u32,
        dispatch_width_uops: choices.below(9) as u32,
        register_file_size: choices.byte().into(),
        load_queue_size: choices.below(20) as u32,
        store_queue_size: choices.below(20) as u32,
        assume_no_alias: choices.flag(),
        micro_op_queue_size: choices.below(20) as u32,
        decoder_throughput: choices.below(9) as u32,
        call_latency_cycles: choices.byte().into(),
        skip_unsupported: choices.flag(),
        custom_behaviour: choices.flag(),
        instruction_tables: match choices.below(6) {
            0 => InstructionTables::Normal,
            1 => InstructionTables::Full,
            _ => InstructionTables::None,
        },
        timeline_max_iterations: choices.below(12) as u32,
        timeline_max_cycles: choices.byte().into(),
        show_barriers: choices.flag(),
        show_encoding: choices.flag(),
        detects_steady_state: choices.flag(),
        views: Views {
            summary: true,
            bottleneck_analysis: views & 1 != 0,
            instruction_info: views & 2 != 0,
            dispatch_statistics: views & 4 != 0,
            scheduler_statistics: views & 8 != 0,
            retire_statistics: views & 16 != 0,
            register_file_statistics: views & 32 != 0,
            resource_pressure: views & 64 != 0,
            timeline: views & 128 != 0,
        },
    }
}

/// Simulates the regions of the input and reports on them.
pub fn analyze_terminates(data: &[u8]) {
    /// Instructions in a region that is simulated: directives can repeat any number of them.
    const MAX_INSTRUCTIONS: usize = 2_000;
    let mut choices = Choices(data);
    let setting = Setting::choose(&mut choices);
    let options = analysis_options(&mut choices);
    let Ok(sources) = Sources::new("<stdin>", choices.0) else { return };
    let parsed = setting.parse(&sources, setting.dialect);
    let Ok(processor) = Processor::new(&setting.subtarget) else { return };
    let mut document = json::Document::new();
    for (index, region) in parsed.regions.iter().enumerate() {
        let places: Vec<usize> = region.indices().take(MAX_INSTRUCTIONS).collect();
        let insts: Vec<Inst> = places.iter().map(|place| parsed.insts[*place].clone()).collect();
        let instrument = |place: &usize| {
            let location = parsed.locations[*place];
            let mut active = parsed.instruments.iter().filter(|it| it.applies_to(location));
            Instrument {
                latency_cycles: active.find_map(|instrument| instrument.latency_cycles()),
                sched_class: None,
            }
        };
        let instruments: Vec<Instrument> = places.iter().map(instrument).collect();
        let given = Region { instructions: &insts, instruments: &instruments, progress: None };
        let Ok(report) = analyze_region(given, &processor, setting.target, &options) else {
            continue;
        };
        let instructions: Vec<String> =
            insts.iter().map(|inst| setting.print(inst, parsed.dialect)).collect();
        let encodings: Vec<Vec<u8>> =
            insts.iter().map(|inst| setting.encode(inst).unwrap_or_default()).collect();
        let texts = Texts {
            instructions: &instructions,
            encodings: &encodings,
            comments: &vec![String::new(); insts.len()],
            register_name: &|_| "register".to_owned(),
            opcode_name: &|opcode| setting.subtarget.tables.opcode_name(opcode).to_owned(),
            region: Some(RegionHeader { index, name: &String::from_utf8_lossy(&region.name) }),
        };
        text::render(&report, &texts, &mut String::new());
        document
            .add_region(&report, &json::Texts { instructions: &instructions, name: &region.name });
    }
    document.finish(&json::Environment {
        triple: setting.triple.as_str(),
        options: &options,
        processor: &processor,
    });
}

/// The small files of the x86 tables.
const TABLE_FILES: [SourceFile<'static>; 5] = [
    SourceFile {
        name: "features.tbl",
        text: include_str!("../../crates/oxmca-tables/data/x86/features.tbl"),
    },
    SourceFile {
        name: "target.tbl",
        text: include_str!("../../crates/oxmca-tables/data/x86/target.tbl"),
    },
    SourceFile {
        name: "registers.tbl",
        text: include_str!("../../crates/oxmca-tables/data/x86/registers.tbl"),
    },
    SourceFile {
        name: "operand-classes.tbl",
        text: include_str!("../../crates/oxmca-tables/data/x86/operand-classes.tbl"),
    },
    SourceFile {
        name: "sched-classes.tbl",
        text: include_str!("../../crates/oxmca-tables/data/x86/sched-classes.tbl"),
    },
];

/// Files that an input may be.
const INPUT_FILES: [&str; 11] = [
    "cpu/input.tbl",
    "cpus.tbl",
    "instructions.tbl",
    "assembler-att.tbl",
    "print-aliases.tbl",
    "mnemonic-aliases.tbl",
    "features.tbl",
    "target.tbl",
    "registers.tbl",
    "operand-classes.tbl",
    "sched-classes.tbl",
];

/// Reads tables: the input is an image, changes to one (a position of four bytes and a byte each),
/// or a text file of tables. What loads must be usable.
pub fn tables_load_does_not_panic(data: &[u8]) {
    let mut choices = Choices(data);
    match choices.below(3) {
        0 => load_image(choices.0, &[]),
        1 => load_image(x86_image(), choices.0),
        _ => {
            let name = INPUT_FILES[choices.below(INPUT_FILES.len())];
            let text = String::from_utf8_lossy(choices.0);
            let mut files: Vec<SourceFile<'_>> =
                TABLE_FILES.into_iter().filter(|file| file.name != name).collect();
            files.push(SourceFile { name, text: &text });
            if let Ok(tables) = read(&files) {
                load_image(&tables.pack(), &[]);
            }
        }
    }
}

fn load_image(image: &[u8], changes: &[u8]) {
    const ALIGN: usize = 16;
    let mut buffer = vec![0; image.len() + ALIGN];
    let start = buffer.as_ptr().align_offset(ALIGN).min(ALIGN);
    let aligned = &mut buffer[start..][..image.len()];
    aligned.copy_from_slice(image);
    for change in changes.chunks_exact(5) {
        let position = u32::from_le_bytes([change[0], change[1], change[2], change[3]]);
        aligned[position as usize % image.len()] = change[4];
    }
    let Ok(tables) = Tables::from_bytes(aligned) else { return };
    for (index, cpu) in tables.cpus.iter().enumerate() {
        let mut features = cpu.features;
        tables.close_features(&mut features);
        let subtarget = Subtarget { tables, cpu: CpuId(index as u16), features };
        let _ = Processor::new(&subtarget);
        tables.cpu_named(tables.text(cpu.name));
        tables.hw_mode(&features);
        tables.asm_features(&features);
    }
    for row in tables.instructions {
        tables.opcode_named(tables.bytes(row.name));
    }
    for (dialect, row) in tables.dialects.iter().enumerate() {
        for mnemonic in &tables.mnemonics[row.mnemonics.range()] {
            tables.match_entries(dialect, tables.bytes(mnemonic.text));
            tables.mnemonic_aliases(dialect, tables.bytes(mnemonic.text));
        }
    }
}

/// Prints the input's instructions in both dialects and parses them again: what is read is printed
/// the same, and has the same code as what was printed.
///
/// Intel syntax as LLVM prints it is read as another opcode now and then (`call [rdi]` for a far
/// call), and has no constant jump targets. Only what is read as the same opcode must be the same.
pub fn print_parse_round_trip(data: &[u8]) {
    let mut choices = Choices(data);
    let setting = Setting::choose(&mut choices);
    let Ok(sources) = Sources::new("<stdin>", choices.0) else { return };
    let parsed = setting.parse(&sources, setting.dialect);
    // Once a directive has changed the mode, the setting is not that of the instructions.
    if choices.0.windows(5).any(|text| text == b".code") {
        return;
    }
    for inst in parsed.insts.iter().filter(|inst| !has_expression(inst)) {
        for dialect in [ATT, INTEL] {
            check_round_trip(&setting, inst, dialect);
        }
    }
}

/// Symbols keep a meaning that is not in the text, such as what they were set to.
fn has_expression(inst: &Inst) -> bool {
    inst.operands.iter().any(|operand| matches!(operand, Operand::Expr(_)))
}

fn is_jump_target(operand: &OperandInfo) -> bool {
    operand.kind == operand_type::PC_RELATIVE
}

fn check_round_trip(setting: &Setting, inst: &Inst, dialect: usize) {
    let printed = setting.print(inst, dialect);
    let sources = Sources::new("<stdin>", printed.as_bytes()).expect("a short text");
    let parsed = setting.parse(&sources, dialect);
    let name = setting.subtarget.tables.opcode_name(inst.opcode);
    if dialect == INTEL {
        let jumps = setting.subtarget.tables.operands(inst.opcode).iter().any(is_jump_target);
        let [read] = parsed.insts.as_slice() else {
            assert!(jumps, "{name} is printed as what cannot be parsed: {printed:?}");
            return;
        };
        if read.opcode != inst.opcode {
            return;
        }
    }
    assert!(!parsed.had_error, "{name} is printed as what cannot be parsed: {printed:?}");
    let again: Vec<String> = parsed.insts.iter().map(|inst| setting.print(inst, dialect)).collect();
    assert_eq!(again.concat(), printed, "{name} is printed in another way after parsing");
    if let [read] = parsed.insts.as_slice() {
        let (expected, encoded) = (setting.encode(inst), setting.encode(read));
        assert_eq!(encoded, expected, "{name} has another code after parsing {printed:?}");
    }
}

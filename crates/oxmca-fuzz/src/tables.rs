//! Images and texts of tables.

use std::num::NonZero;

use std::collections::HashSet;
use std::sync::OnceLock;

use oxmca::{Processor, Region, Views, analyze_region};
use oxmca_asm::decoder::words::{self, DecoderMethods};
use oxmca_asm::decoder::{DecodeBuffer, DecodeError, DecodedCode, Operands};
use oxmca_asm::inst::Expr;
use oxmca_asm::parser::{ParseResult, Parser, TargetAsmParser};
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::source::{Loc, LocRange};
use oxmca_asm::target::{EncodeError, SimulationHints, TargetDescriptor, TargetInfo, TargetState};
use oxmca_asm::triple::Triple;
use oxmca_asm::{Inst, Operand, Subtarget, Syntax, Target};
use oxmca_tables::schema::{OperandInfo, SchedClass};
use oxmca_tables::text::{SourceFile, read};
use oxmca_tables::{CpuId, FeatureSet, ModelFile, Opcode, OwnedTables, Reg, Tables};

use super::analysis::{Bounded, analysis_options};
use super::choices::Choices;
use super::target::{FuzzedTarget, TARGETS, choose};

/// The files of a target with a few instructions only.
struct Small {
    files: Vec<SourceFile<'static>>,
    image: Vec<u8>,
    tables: OwnedTables,
}

/// Instructions that are taken besides those that the model names: all of them take too long to read.
const INSTRUCTIONS: usize = 150;

impl Small {
    fn of(target: usize) -> &'static Small {
        static SMALL: [OnceLock<Small>; TARGETS.len()] = [const { OnceLock::new() }; TARGETS.len()];
        SMALL[target].get_or_init(|| {
            let files = small_files(TARGETS[target]);
            let image = read(&files).unwrap_or_else(|error| panic!("{error}")).pack();
            let tables = OwnedTables::from_bytes(&image).expect("tables that are sound");
            Small { files, image, tables }
        })
    }
}

/// Returns the files with some instructions, and what is said about these.
fn small_files(target: &dyn FuzzedTarget) -> Vec<SourceFile<'static>> {
    let files = target.table_files();
    let instructions = files.iter().find(|file| file.name == "instructions.tbl");
    let rows = || instructions.into_iter().flat_map(|file| file.text.lines());
    let name_of = |row: &'static str| words(row).next().unwrap_or_default();
    let names: HashSet<&str> = rows().filter(|row| is_row(row)).map(name_of).collect();
    let models = files.iter().filter(|file| file.name.starts_with("cpu/"));
    let named: HashSet<&str> = models.flat_map(|file| words(file.text)).collect();
    let step = names.len() / INSTRUCTIONS;
    let is_taken = |(index, row): (usize, &'static str)| {
        let name = name_of(row);
        (is_row(row) && (index % step == 0 || named.contains(name))).then_some(name)
    };
    let taken: HashSet<&str> = rows().enumerate().filter_map(is_taken).collect();
    let keeps = |file: &str, entry: &str| match file {
        "instructions.tbl" => {
            !is_row(entry) || taken.contains(words(entry).next().unwrap_or_default())
        }
        "features.tbl"
        | "target.tbl"
        | "registers.tbl"
        | "operand-classes.tbl"
        | "sched-classes.tbl" => true,
        file if file.starts_with("cpu/") => true,
        _ => entry.split([' ', '\n']).all(|word| taken.contains(word) || !names.contains(word)),
    };
    let shorten = |file: &SourceFile<'static>| {
        let entries = entries(file.text).filter(|entry| keeps(file.name, entry));
        SourceFile { name: file.name, text: String::leak(entries.collect()) }
    };
    let mut files: Vec<SourceFile<'static>> = files.iter().map(shorten).collect();
    // The model of a text that is put in place of the model's is called so too.
    let cpus =
        format!("x model={}\n    features={}\n", target.model_name(), target.features_of_x());
    files.push(SourceFile { name: "cpus.tbl", text: cpus.leak() });
    files
}

/// Returns whether a line of `instructions.tbl` is about one instruction.
fn is_row(line: &str) -> bool {
    !line.starts_with(['#', ' ', '$']) && !line.starts_with("operand-group ") && !line.is_empty()
}

/// Returns the lines of a text, each with those that continue it.
fn entries(text: &'static str) -> impl Iterator<Item = &'static str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let ends = rest.match_indices('\n').map(|(at, _)| at + 1);
        let end = ends.into_iter().find(|end| !rest[*end..].starts_with(' ')).unwrap_or(rest.len());
        let (entry, after) = rest.split_at(end);
        rest = after;
        (!entry.is_empty()).then_some(entry)
    })
}

/// Returns the names in a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|it: char| !it.is_ascii_alphanumeric() && it != '_').filter(|word| !word.is_empty())
}

/// Reads tables of a target: the input is an image, changes to one (a position of four bytes and a byte each),
/// or a text that is one of the files of tables, or more lines of one, with those it builds on and
/// with or without those that build on it. Tables that load must be usable.
pub fn tables_load_does_not_panic(data: &[u8]) {
    let mut choices = Choices(data);
    let target = choose(&mut choices);
    match choices.below(4) {
        0 => load_image(choices.0, &[]),
        1 => load_image(TARGETS[target].image(), choices.0),
        2 => load_image(&Small::of(target).image, choices.0),
        _ => {
            let mut files = Small::of(target).files.clone();
            let place = choices.below(files.len());
            let how = choices.below(3);
            let mut text = String::from_utf8_lossy(choices.0).into_owned();
            match how {
                0 => {}
                1 => text = [files[place].text, &text].join("\n"),
                _ => files.truncate(place + 1),
            }
            files[place].text = &text;
            if let Ok(tables) = read(&files) {
                load_image(&tables.pack(), &[]);
            }
        }
    }
}

/// Adds models to the small tables of a target: the input is one file, or two of which the second may extend the
/// first, each with or without a first line that is right. Models that are accepted must be usable.
pub fn models_do_not_panic(data: &[u8]) {
    let mut choices = Choices(data);
    let target = choose(&mut choices);
    let is_begun = choices.below(4) != 0;
    let files = 1 + choices.below(2);
    let settings = choices.0;
    let mut tables = Small::of(target).tables.clone();
    let mut base = TARGETS[target].model_name().to_owned();
    for number in 0..files {
        let half = choices.0.len() / (files - number);
        let (text, rest) = choices.0.split_at(half);
        choices = Choices(rest);
        let begin = format!("model Own{number} extends {base}\n");
        let begin = if is_begun { begin.as_bytes() } else { &[] };
        let text = [begin, text].concat();
        let Ok(added) = tables.with_model(&ModelFile { name: "f", text: &text }) else { continue };
        base = format!("Own{number}");
        tables = added.tables;
        let view = tables.tables();
        view.validate().expect("an accepted model is sound");
        look_up(view);
        simulate(view, settings);
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
    look_up(tables);
    simulate(tables, changes);
}

/// Decoder methods that refuse everything.
struct NoMethods;

impl DecoderMethods for NoMethods {
    fn decode_operand(&self, _: u16, _: &FeatureSet, _: u64, _: &mut Operands) -> Option<()> {
        None
    }
}

/// Finds everything that has a name, and decodes a few codes.
fn look_up(tables: Tables<'_>) {
    for cpu in tables.cpus {
        let mut features = cpu.features;
        tables.close_features(&mut features);
        tables.cpu_named(tables.text(cpu.name));
        tables.hw_mode(&features);
        tables.asm_features(&features);
    }
    for row in tables.instructions {
        tables.opcode_named(tables.bytes(row.name));
    }
    for decoder in tables.decoders {
        for code in [0, 0x13, 0x4501, 0xd503_201f, 0x9100_0000, u64::MAX] {
            for features in tables.cpus.iter().map(|cpu| &cpu.features) {
                let mut inst = Inst::default();
                words::decode(&tables, &NoMethods, features, code, decoder.width_bits, &mut inst);
            }
        }
    }
    for (variant, row) in tables.variants.iter().enumerate() {
        for mnemonic in &tables.mnemonics[row.mnemonics.range()] {
            tables.match_entries(variant, tables.bytes(mnemonic.text));
            tables.mnemonic_aliases(variant, tables.bytes(mnemonic.text));
        }
    }
}

/// Simulates a few instructions on the first and last CPU.
fn simulate(tables: Tables<'_>, choices: &[u8]) {
    /// Most instructions that are simulated.
    const MAX_INSTRUCTIONS: usize = 30;
    let step = tables.instructions.len() / MAX_INSTRUCTIONS + 1;
    let opcodes = (0..tables.instructions.len()).step_by(step);
    let insts: Vec<Inst> = opcodes.map(|it| instruction(&tables, Opcode(it as u16))).collect();
    let target = Plain { triple: Triple::new(""), tables };
    let ends = [Some(0), tables.cpus.len().checked_sub(1)];
    for index in ends.into_iter().flatten().filter(|index| *index < tables.cpus.len()) {
        let mut features = tables.cpus[index].features;
        tables.close_features(&mut features);
        let subtarget = Subtarget {
            cpu: CpuId(index as u16),
            features,
            requested: FeatureSet::default(),
            is_generic: false,
        };
        let Ok(processor) = Processor::with_itineraries(tables, subtarget) else { continue };
        let mut options = analysis_options(&mut Choices(choices));
        options.iterations = NonZero::new(3);
        options.skip_unsupported = true;
        options.views = Views::with(|it| {
            it.timeline = true;
            it.bottleneck_analysis = true;
        });
        let latencies_cycles = insts.len() as u64 * longest_cycles(&tables);
        let bounded = Bounded::new(&options, insts.len(), latencies_cycles);
        let region = Region::new(&insts);
        bounded
            .analyze_both_ways(|options| analyze_region(region, &processor, &target, options).ok());
    }
}

/// Returns the cycles for which an instruction can occupy something, beyond those of real tables.
fn longest_cycles(tables: &Tables<'_>) -> u64 {
    /// Real instructions take no longer.
    const USUAL_CYCLES: u64 = 1_000;
    let latencies = tables.write_latencies.iter().map(|row| i64::from(row.latency_cycles));
    let uses = tables.resource_uses.iter().map(|row| row.release_at_cycle.into());
    let stages = tables.itinerary_stages.iter().map(|row| row.cycles.max(row.next_cycles).into());
    let micro_ops = tables.sched_classes.iter().map(|row| match row.num_micro_ops {
        SchedClass::INVALID_UOPS | SchedClass::VARIANT_UOPS => 0,
        micro_ops => micro_ops.into(),
    });
    let models =
        tables.models.iter().flat_map(|row| [row.load_latency_cycles, row.high_latency_cycles]);
    let all = latencies.chain(uses).chain(stages).chain(micro_ops).chain(models.map(i64::from));
    all.max().unwrap_or(0).max(0).cast_unsigned().saturating_sub(USUAL_CYCLES)
}

/// Returns an instruction with some operands that its description asks for.
fn instruction(tables: &Tables<'_>, opcode: Opcode) -> Inst {
    let operand = |operand: &OperandInfo| {
        let class = usize::try_from(operand.reg_class).ok();
        let class = class.and_then(|class| tables.register_classes.get(class));
        let members = class.map(|class| &tables.register_lists[class.members.range()]);
        match members {
            Some([first, ..]) => Operand::Reg(*first),
            _ => Operand::Imm(1),
        }
    };
    let operands = tables.operands(opcode).iter().map(operand).collect();
    Inst { opcode, flags: 0, operands }
}

/// A target that adds nothing to its tables.
#[derive(Debug)]
struct Plain<'t> {
    triple: Triple,
    tables: Tables<'t>,
}

#[derive(Debug)]
struct NoState;

impl TargetState for NoState {
    fn is_initial(&self) -> bool {
        true
    }
}

impl TargetInfo for Plain<'_> {
    fn triple(&self) -> &Triple {
        &self.triple
    }

    fn tables(&self) -> &Tables<'_> {
        &self.tables
    }

    fn syntax(&self) -> &Syntax {
        &Syntax::ELF
    }

    fn descriptor(&self) -> &'static TargetDescriptor {
        static NO_DIALECTS: TargetDescriptor =
            TargetDescriptor { dialects: &[], ..TargetDescriptor::PLAIN };
        &NO_DIALECTS
    }

    fn mode_features(&self) -> &'static [&'static str] {
        &[]
    }
}

impl TargetAsmParser for Plain<'_> {
    fn new_state(&self) -> Box<dyn TargetState> {
        Box::new(NoState)
    }

    fn parse_instruction<'a>(&self, _: &mut Parser<'a>, _: &'a [u8], _: Loc) -> ParseResult {
        unreachable!("nothing is parsed")
    }

    fn parse_directive<'a>(&self, _: &mut Parser<'a>, _: &'a [u8], _: Loc) -> ParseResult<bool> {
        unreachable!("nothing is parsed")
    }

    fn parse_register(&self, _: &mut Parser<'_>) -> ParseResult<(Reg, LocRange)> {
        unreachable!("nothing is parsed")
    }

    fn parse_primary_expression(&self, _: &mut Parser<'_>) -> ParseResult<Option<(Expr, Loc)>> {
        Ok(None)
    }
}

impl Target for Plain<'_> {
    fn is_padding(&self, _: &Inst) -> bool {
        false
    }

    fn branch_target(&self, _: &Inst, value: i64, address: u64, _: u64) -> u64 {
        address.wrapping_add_signed(value)
    }

    fn clears_super_registers(&self, inst: &Inst) -> u64 {
        u64::from(inst.opcode.0 & 1)
    }

    fn predicate(&self, _: &str, inst: &Inst) -> bool {
        inst.opcode.0 & 2 != 0
    }

    fn simulation_hints(&self, _: &Inst) -> SimulationHints {
        SimulationHints::default()
    }

    fn decode_into(
        &self,
        _: &Subtarget,
        _: &[u8],
        _: u64,
        _: &mut DecodeBuffer,
    ) -> Result<DecodedCode, DecodeError> {
        Err(DecodeError::Unknown { skip_bytes: 1 })
    }

    fn encode(&self, _: &Subtarget, _: &Inst, _: &mut Vec<u8>) -> Result<(), EncodeError> {
        Err(EncodeError::Operands)
    }

    fn print_inst(&self, _: &Subtarget, _: &Inst, _: &PrintOptions, _: &mut String) {}

    fn print_register(&self, _: Reg, _: &PrintOptions, _: &mut String) {}
}

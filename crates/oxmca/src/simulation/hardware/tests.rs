//! Random regions on random hardware models, under the verifier, and beside the bounds that are found for them.

use oxmca_asm::target::HardwareFacts;
use oxmca_asm::target::HardwareRegisters;
use oxmca_asm::target::hardware::{
    Access, Address, Assignment, Direction, Effect, Operation, Place, RegisterPart, Rest,
    VectorPart,
};
use oxmca_tables::Reg;
use oxmca_tables::hardware::{
    Bypass, HardwareFile, HardwareModel, HardwarePolicies, PairRows, PortSet, read,
};
use smallvec::SmallVec;

use super::instruction::{
    AtRename, Instruction, Kind, MemoryAccess, MicroOp, RenamePlan, Slots, ThirdOperand, Unit,
};
use super::{Delivery, HardwareBound, HardwareCode, HardwareOptions, HardwareParts, relevance};
use crate::error::ErrorKind;
use crate::processor::hardware::{FIRST, HardwareProcessor, NO_SLOT, Slot};
use crate::progress::NEVER;
use crate::simulation::event::{Event, Observer};
use crate::tests::random::Random;

/// General registers of the random processor: the first two are stack pointer and frame pointer.
const REGISTERS: u32 = 9;
/// Iterations that are simulated.
const ITERATIONS: u32 = 48;
const MANY_ITERATIONS: u32 = 400;

/// Returns the text of a hardware file: few ports, small buffers, narrow widths.
fn random_model(random: &mut Random) -> Option<HardwareModel> {
    use std::fmt::Write;
    let mut text = String::from("hardware Random extends Model\nchecked \"never\"\n");
    let mut number = |name: &str, least: u32, most: u32, random: &mut Random| {
        let value = least + random.next(most - least + 1);
        let _ = writeln!(text, "{name} {value}");
    };
    for (name, least, most) in [
        ("fetch-bytes", 8, 32),
        ("predecoded-instructions", 0, 8),
        ("length-change-cycles", 0, 4),
        ("instruction-queue", 10, 30),
        ("decoders", 2, 6),
        ("decoded-micro-ops", 4, 8),
        ("complex-decoders", 1, 2),
        ("decoder-micro-ops", 1, 4),
        ("sequencer-micro-ops", 1, 4),
        ("sequencer-switch-cycles", 0, 3),
        ("micro-op-queue", 8, 40),
        ("cache-micro-ops", 0, 8),
        ("cache-line-micro-ops", 3, 8),
        ("cache-lines", 1, 2),
        ("cache-line-constants", 0, 4),
        ("cache-line-own-constants", 0, 4),
        ("cache-group-lines", 0, 4),
        ("cache-group-cycles", 0, 5),
        ("cache-entry-micro-ops", 1, 3),
        ("loop-buffer-micro-ops", 0, 20),
        ("loop-buffer-lines", 0, 12),
        ("loop-buffer-copies", 1, 12),
        ("renamed-micro-ops", 1, 8),
        ("renamed-windows", 0, 3),
        ("reorder-buffer", 4, 60),
        ("scheduler", 2, 40),
        ("vector-scheduler", 0, 20),
        ("port-scheduler", 0, 6),
        ("parts-scheduler", 0, 12),
        ("data-scheduler", 0, 8),
        ("load-buffer", 1, 20),
        ("store-buffer", 1, 20),
        ("retired-micro-ops", 1, 8),
        ("move-elimination-slots", 0, 4),
        ("load-cycles", 2, 5),
        ("pointer-load-cycles", 2, 4),
        ("forwarding-cycles", 1, 7),
        ("blocked-forwarding-cycles", 8, 15),
        ("aliased-load-cycles", 0, 12),
        ("locked-cycles", 5, 20),
        ("loads-per-bank", 1, 2),
        ("transition-cycles", 0, 9),
    ] {
        number(name, least, most, random);
    }
    for policy in HardwarePolicies::all().iter().filter(|it| it.name != "counted-unit") {
        let words = &policy.words;
        let word = words[random.next(words.len() as u32) as usize].word;
        let _ = writeln!(text, "{} {word}", policy.name);
    }
    if random.chance(20) {
        let _ = writeln!(text, "bank-bits 56");
    }
    if random.chance(20) {
        let _ = writeln!(text, "decoding-gap-cycles {}", 2 + random.next(4));
    }
    let _ = writeln!(text, "threads-divide reorder-buffer load-buffer store-buffer");
    let count = 2 + random.next(5);
    text.push_str("ports");
    for port in 0..count {
        let _ = write!(text, " {port}=P{port}");
    }
    let set = |random: &mut Random| {
        let first = random.next(count);
        let second = random.next(count);
        if first == second { format!("{first}") } else { format!("{first}+{second}") }
    };
    for role in ["load", "store-address", "store-data", "stack-update"] {
        let _ = write!(text, " {role}={}", set(random));
    }
    if random.chance(50) {
        let _ = write!(text, " vector-merge={}", set(random));
    }
    if random.chance(50) {
        let _ = write!(text, " vector={}", set(random));
    }
    if random.chance(50) {
        let size =
            if random.chance(50) { format!(":{}", 2 + random.next(8)) } else { String::new() };
        let _ = write!(text, " schedulers={},{}{size}", set(random), set(random));
        let _ = write!(text, " parts={},{}", set(random), set(random));
        let limits = [1 + random.next(4), 1 + random.next(4)];
        let _ =
            write!(text, " dispatch={}:{},{}:{}", set(random), limits[0], set(random), limits[1]);
    }
    if random.chance(30) {
        let _ = write!(text, " dispatch=vectors:{}", 1 + random.next(6));
    }
    if random.chance(30) {
        let _ = write!(text, " dispatch=constants:{}", 1 + random.next(8));
    }
    if random.chance(50) {
        let _ = write!(text, " results-through={}:{}", set(random), random.next(count));
    }
    if random.chance(50) {
        let (reads, through) = (random.next(count), random.next(count));
        if reads != through {
            let _ = write!(text, " third-operands={reads}:{through}");
        }
    }
    text.push('\n');
    // Numbers may exclude each other.
    read(&HardwareFile { name: "random.tbl", text: &text }, &[]).ok()
}

fn processor(model: HardwareModel) -> HardwareProcessor {
    let slots = (0..=REGISTERS).map(|reg| match reg {
        0 => NO_SLOT,
        reg => FIRST + reg as Slot - 1,
    });
    let registers =
        HardwareRegisters { status: Reg::NONE, stack_pointer: Reg(1), frame_pointer: Reg(2) };
    HardwareProcessor {
        numbers: model.numbers,
        numbers_of_thread: model.numbers_of_thread(),
        num_ports: model.ports.names.len(),
        ports: Vec::new(),
        port_resources: Vec::new(),
        divider_resource: None,
        dividers: 0,
        slots: slots.collect(),
        tuples: Vec::new(),
        num_slots: usize::from(FIRST) + REGISTERS as usize,
        forwarded: Vec::new(),
        registers,
        model,
        is_own: false,
    }
}

fn register(random: &mut Random) -> RegisterPart {
    let root = Reg(1 + random.next(REGISTERS) as u16);
    let (bits, first_bit, rest) = match random.next(10) {
        0 => (32, 0, Rest::BecomesZero),
        1 => (8, 0, Rest::Stays),
        2 => (8, 8, Rest::Stays),
        _ => (64, 0, Rest::None),
    };
    RegisterPart { root, bits, first_bit, rest }
}

fn whole(random: &mut Random) -> RegisterPart {
    RegisterPart { bits: 64, first_bit: 0, rest: Rest::None, ..register(random) }
}

fn slot(part: RegisterPart) -> Slot {
    FIRST + part.root.0 - 1
}

fn random_facts(random: &mut Random) -> HardwareFacts {
    let mut facts = HardwareFacts {
        opcode_offset_bytes: random.next(3) as u8,
        has_length_changing_prefix: random.chance(5),
        constants: random.next(3) as u8,
        constant_words: random.next(3) as u8,
        uses_vectors: random.chance(30),
        is_locked: random.chance(3),
        ..HardwareFacts::default()
    };
    if random.chance(20) {
        facts.vector_part = match random.next(4) {
            0 => VectorPart::KeepsUpper,
            1 => VectorPart::ClearsUpper,
            2 => VectorPart::ClearsAll,
            _ => VectorPart::Whole,
        };
    }
    for at in 0..[0, 0, 0, 1, 1, 1, 1, 2, 2, 3][random.next(10) as usize] {
        if at == 0 || random.chance(60) {
            let has_index = random.chance(30);
            facts.addresses.push(Address {
                base: random.chance(90).then(|| whole(random)),
                index: has_index.then(|| whole(random)),
                scale: 1 << random.next(4),
                displacement: i64::from(random.next(6)) * 4 - 8,
                is_gather: random.chance(3),
                symbol: if random.chance(5) { 1 + u64::from(random.next(2)) } else { 0 },
                ..Address::default()
            });
        }
        let address = random.chance(95).then(|| facts.addresses.len() as u8 - 1);
        let direction = if random.chance(60) { Direction::Load } else { Direction::Store };
        let bytes = [0, 1, 4, 8, 8, 16, 32][random.next(7) as usize];
        facts.accesses.push(Access { address, direction, bytes });
    }
    if random.chance(60) {
        let mut assignments = SmallVec::new();
        for _ in 0..random.next(3) {
            assignments.push(Assignment {
                destination: place(random, &facts),
                operation: [
                    Operation::Copy,
                    Operation::Add,
                    Operation::Subtract,
                    Operation::Xor,
                    Operation::SignExtend(16),
                    Operation::ShiftLeft { count_bits: 6 },
                    Operation::Multiply,
                ][random.next(7) as usize],
                sources: [place(random, &facts), place(random, &facts)],
                bits: [32, 64][random.next(2) as usize],
            });
        }
        facts.effect = Effect::Assigns(assignments);
    }
    facts
}

fn place(random: &mut Random, facts: &HardwareFacts) -> Place {
    match random.next(8) {
        0 => Place::None,
        1 => Place::Immediate(i64::from(random.next(40)) - 20),
        2 if !facts.accesses.is_empty() => {
            Place::Access(random.next(facts.accesses.len() as u32) as u8)
        }
        3 if !facts.addresses.is_empty() => {
            Place::Address(random.next(facts.addresses.len() as u32) as u8)
        }
        _ => Place::Register(register(random)),
    }
}

fn random_ports(random: &mut Random, count: usize) -> PortSet {
    let set = random.next(1 << count);
    PortSet(if set == 0 { 1 } else { set })
}

fn random_instruction(random: &mut Random, hardware: &HardwareProcessor) -> Instruction {
    let facts = random_facts(random);
    let numbers = &hardware.numbers;
    let mut micro_ops = SmallVec::<[MicroOp; 4]>::new();
    let mut add = |kind, ports, latency_cycles| {
        micro_ops.push(MicroOp::new(kind, ports, latency_cycles));
    };
    let roles = &hardware.model.ports;
    let count_in = |direction| facts.accesses.iter().filter(|it| it.direction == direction).count();
    let (loads, stores) = (count_in(Direction::Load), count_in(Direction::Store));
    let pieces = if random.chance(10) { 2 } else { 1 };
    for _ in 0..loads * pieces {
        add(Kind::Load, roles.load, numbers.load_cycles as u16);
    }
    let num_computes = [0, 1, 1, 1, 1, 2, 3][random.next(7) as usize];
    for at in 0..num_computes {
        let latency = if at == 0 { random.next(6) } else { 1 };
        add(Kind::Compute, random_ports(random, hardware.num_ports), latency as u16);
    }
    for _ in 0..stores * pieces {
        add(Kind::StoreAddress, roles.store_address, 1);
    }
    for _ in 0..stores * pieces {
        add(Kind::StoreData, roles.store_data, 1);
    }
    if num_computes > 0 {
        let first = &mut micro_ops[loads * pieces];
        if random.chance(8) {
            first.unit_hundredths = 25 * (1 + random.next(36));
            let ports = PortSet(1 << random.next(2));
            first.unit = match random.chance(50) {
                true => Unit::Divider(ports),
                false => Unit::Shared(ports),
            };
        }
        if random.chance(8) {
            first.busy_cycles = random.next(30) as u16;
        }
        if random.chance(12) {
            first.later_on = PortSet(random.next(1 << 8));
        }
        first.has_third_operand = random.chance(20);
        first.is_uncounted = random.chance(20);
        if facts.is_locked {
            first.locked_cycles = numbers.locked_cycles as u16;
        }
    }
    let registers = |random: &mut Random, most: u32| -> Slots {
        let mut slots = Slots::new();
        for _ in 0..random.next(most + 1) {
            let slot = random.next(u32::from(FIRST) + REGISTERS) as Slot;
            if !slots.contains(&slot) {
                slots.push(slot);
            }
        }
        slots
    };
    let (data, writes) = (registers(random, 3), registers(random, 2));
    let register_delays = data.first().map(|slot| (*slot, random.next(4) as u8));
    let register_delays = register_delays.into_iter().collect();
    let early_registers = random.chance(30).then(|| data.iter().take(1).copied().collect());
    let third_operand = match random.next(3) {
        0 => ThirdOperand::Unknown,
        1 => ThirdOperand::Loaded,
        _ => data.first().map_or(ThirdOperand::Unknown, |it| ThirdOperand::Register(*it)),
    };
    let late_writes = writes.first().map(|slot| (*slot, random.next(3) as u8));
    let late_writes = late_writes.into_iter().collect();
    let updated_bases: SmallVec<[Slot; 1]> = match writes.last() {
        Some(base) if loads + stores > 0 && *base >= FIRST && random.chance(20) => {
            micro_ops.push(MicroOp::new(Kind::Compute, roles.base_update, 1));
            SmallVec::from_slice(&[*base])
        }
        _ => SmallVec::new(),
    };
    MicroOp::divide(&mut micro_ops, &facts.accesses);
    let accesses = facts.accesses.iter().map(|access| {
        let address = facts.address_of(access);
        let named = address.into_iter().flat_map(|it| [it.base, it.index]).flatten();
        MemoryAccess { access: *access, registers: named.map(slot).collect() }
    });
    let accesses = accesses.collect();
    let fused = (micro_ops.len() as u32).max(1) - u32::from(micro_ops.len() > 1);
    let decoded = 1 + random.next(fused);
    let at_rename = match random.next(12) {
        0 if loads + stores == 0 => AtRename::Known,
        1 | 2 if loads + stores == 0 && !data.is_empty() && !writes.is_empty() => AtRename::Move,
        3 if loads + stores == 0 => AtRename::AddConstant,
        _ => AtRename::Nothing,
    };
    Instruction {
        length_bytes: 1 + random.next(9) as u8,
        opcode_offset_bytes: facts.opcode_offset_bytes,
        has_length_changing_prefix: facts.has_length_changing_prefix,
        decoded_micro_ops: decoded as u16,
        renamed_micro_ops: (decoded + random.next(2)) as u16,
        is_complex: decoded > 1,
        is_sequenced: decoded > numbers.decoder_micro_ops,
        pair_rows: PairRows::default(),
        can_begin_pair: random.chance(20),
        avoids_last_decoder: hardware.model.policies.last_decoder_avoids_fusible
            && random.chance(20),
        is_fused: false,
        absorbed: None,
        branch_ports: PortSet::default(),
        pair_bytes: 8,
        constant_words: 0,
        micro_ops,
        num_loads: (loads * pieces) as u16,
        num_computes,
        num_stores: (stores * pieces) as u16,
        accesses,
        data,
        loaded_registers: loaded_registers(random, loads, &writes),
        updated_bases,
        writes,
        at_rename,
        is_on_vectors: random.chance(30),
        is_pointer_load: loads == 1 && num_computes == 0 && random.chance(50),
        uses_stack_pointer: random.chance(10),
        serializes: random.chance(2),
        drains_stores: random.chance(1),
        is_split: random.chance(3),
        begins_cycle: random.chance(3),
        slots_in_a_row: if random.chance(2) { Some(1 + random.next(9) as u16) } else { None },
        fills_cycles: random.chance(3),
        is_decoded_alone: random.chance(3),
        has_flags_apart: num_computes > 1 && random.chance(30),
        flag_delay_cycles: if random.chance(10) { 1 } else { 0 },
        register_delays,
        load_delay_cycles: random.next(3) as u8,
        bypass: Bypass {
            row: random.next(3) as u8,
            late_cycles: random.next(3) as u8,
            is_domain: random.chance(2),
        },
        early_registers,
        third_operand,
        late_writes,
        values_matter: true,
        facts,
        has_models_latency: true,
        has_models_ports: true,
        plan: RenamePlan::default(),
    }
}

/// Returns which of several loads some of the registers come from.
fn loaded_registers(
    random: &mut Random,
    loads: usize,
    writes: &Slots,
) -> SmallVec<[(Slot, u8); 2]> {
    if loads < 2 || !random.chance(50) {
        return SmallVec::new();
    }
    writes.iter().map(|slot| (*slot, random.next(loads as u32) as u8)).collect()
}

/// Returns an instruction that is one with the one before it.
fn fused(random: &mut Random) -> Instruction {
    Instruction {
        length_bytes: 1 + random.next(5) as u8,
        opcode_offset_bytes: 0,
        has_length_changing_prefix: false,
        decoded_micro_ops: 1,
        renamed_micro_ops: 1,
        is_complex: false,
        is_sequenced: false,
        pair_rows: PairRows::default(),
        can_begin_pair: false,
        avoids_last_decoder: false,
        is_fused: true,
        absorbed: None,
        branch_ports: PortSet::default(),
        pair_bytes: 0,
        constant_words: 0,
        micro_ops: SmallVec::new(),
        num_loads: 0,
        num_computes: 0,
        num_stores: 0,
        accesses: SmallVec::new(),
        data: Slots::new(),
        writes: Slots::new(),
        loaded_registers: SmallVec::new(),
        updated_bases: SmallVec::new(),
        at_rename: AtRename::Nothing,
        is_on_vectors: false,
        is_pointer_load: false,
        uses_stack_pointer: false,
        serializes: false,
        drains_stores: false,
        is_split: false,
        begins_cycle: false,
        slots_in_a_row: None,
        fills_cycles: false,
        is_decoded_alone: false,
        has_flags_apart: false,
        flag_delay_cycles: 0,
        register_delays: SmallVec::new(),
        load_delay_cycles: 0,
        bypass: Bypass::default(),
        early_registers: None,
        third_operand: ThirdOperand::Unknown,
        late_writes: SmallVec::new(),
        values_matter: true,
        facts: HardwareFacts::default(),
        has_models_latency: true,
        has_models_ports: true,
        plan: RenamePlan::default(),
    }
}

/// Checks that each instruction passes the stages in order, as views see it.
#[derive(Default)]
struct Stages {
    dispatched: u64,
    retired: u64,
    cycles: u32,
}

impl Observer for Stages {
    fn on_event(&mut self, _: u64, event: Event) {
        match event {
            Event::Dispatched { .. } => self.dispatched += 1,
            Event::Retired { inst } => {
                assert_eq!(u64::from(inst.index), self.retired, "retired in order");
                self.retired += 1;
            }
            Event::CycleEnd => self.cycles += 1,
            _ => {}
        }
    }
}

/// Returns the number of random regions: more if the environment asks for them.
fn num_regions() -> u64 {
    let asked = std::env::var("OXMCA_RANDOM_REGIONS").ok();
    asked.and_then(|it| it.parse().ok()).unwrap_or(1500)
}

#[test]
fn random_regions_on_random_models_break_no_rule() {
    let (mut finished, mut stuck, mut met, mut refused, mut skipped) = (0, 0, 0, 0, 0);
    let (mut repeated, mut changed) = (0, 0);
    for seed in 1..=num_regions() {
        let mut random = Random(0x9e37_79b9_7f4a_7c15u64.wrapping_mul(seed));
        let random = &mut random;
        let Some(model) = random_model(random) else {
            refused += 1;
            continue;
        };
        let hardware = processor(model);
        let mut instructions = Vec::new();
        for _ in 0..1 + random.next(12) {
            instructions.push(random_instruction(random, &hardware));
            if random.chance(10) {
                instructions.push(fused(random));
            }
        }
        let options = HardwareOptions::with(|it| {
            it.two_threads = random.chance(10);
            if random.chance(30) {
                it.parts.remove(
                    HardwareParts::LIST[random.next(HardwareParts::LIST.len() as u32) as usize]
                        .part,
                );
            }
        });
        let plan = |it: &mut Instruction| it.plan_renaming(&hardware.model, options.parts);
        instructions.iter_mut().for_each(plan);
        let delivery = if random.chance(50) { Delivery::Loop } else { Delivery::Unrolled };
        let code = HardwareCode {
            hardware: &hardware,
            options,
            instructions,
            delivery,
            copies: 1 + random.next(3),
            names: None,
            interrupt: &NEVER,
        };
        let mut stages = Stages::default();
        let cycles = match code.observe(ITERATIONS, &mut stages) {
            Ok(cycles) => cycles,
            // Of two threads, one can starve the other.
            Err(ErrorKind::Deadlock { .. }) if code.options.two_threads => continue,
            Err(ErrorKind::Deadlock { .. }) => {
                println!("seed {seed} comes to no end");
                stuck += 1;
                continue;
            }
            Err(error) => panic!("seed {seed}: {error}"),
        };
        finished += 1;
        assert_eq!(cycles, stages.cycles, "seed {seed}");
        let count = code.instructions.len() as u64;
        assert_eq!(stages.retired, u64::from(ITERATIONS) * count, "seed {seed}");
        // The bounds are those of many iterations.
        let pace = code.pace(ITERATIONS).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let whole = f64::from(ITERATIONS) - 2.0 * code.period() as f64 - 2.0;
        // Accesses that meet in the iteration that chains are found in need not meet in others, and threads need not
        // share evenly.
        let holds_always =
            |it: &&HardwareBound| !it.is_through_memory() && !code.options.two_threads;
        for bound in pace.bounds.iter().filter(holds_always) {
            let least = bound.cycles.to_f64() * whole - 2.0;
            assert!(f64::from(cycles) >= least, "seed {seed}: {cycles} cycles, {bound:?}");
        }
        met += u32::from(!pace.limits().is_empty());
        // Values that no address depends on change nothing.
        let (instructions, options) = (code.instructions.clone(), code.options.clone());
        let mut marked = HardwareCode { instructions, options, ..code };
        marked.instructions.iter_mut().for_each(|it| it.values_matter = false);
        relevance::mark(&mut marked.instructions, &hardware);
        let parts = marked.options.parts;
        let plan = |it: &mut Instruction| it.plan_renaming(&hardware.model, parts);
        marked.instructions.iter_mut().for_each(plan);
        skipped += marked.instructions.iter().filter(|it| !it.values_matter).count();
        assert_eq!(marked.pace(ITERATIONS).unwrap().bounds, pace.bounds, "seed {seed}");
        let of_marked = marked.observe(ITERATIONS, &mut Stages::default()).unwrap();
        assert_eq!(of_marked, cycles, "seed {seed}");
        let measured = code.simulation().measure(code.period(), code.least()).unwrap();
        if measured.repeats {
            repeated += 1;
            let all = code.observe(MANY_ITERATIONS, &mut Stages::default()).unwrap();
            let expected = measured.total_cycles(MANY_ITERATIONS);
            let percent = 100.0 * (f64::from(expected) / f64::from(all) - 1.0).abs();
            if percent > 0.5 {
                println!("seed {seed}: {all} cycles, {expected} expected {measured:?}");
            }
            changed += u32::from(percent > 0.5);
        }
    }
    println!(
        "{finished} regions, {stuck} without an end, {met} that meet a bound, {refused} models refused"
    );
    println!("{repeated} that repeat themselves, of which {changed} do not for long");
    assert!(changed * 500 <= repeated && repeated * 4 > finished, "{repeated}, {changed}");
    assert!(stuck == 0 && met * 8 > finished, "{finished}, {stuck}, {met}");
    assert!(skipped > finished as usize, "{skipped}");
    assert!(refused * 10 < finished, "{finished}, {refused}");
}

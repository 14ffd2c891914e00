//! Changes compute what the code computed: both are interpreted, for random loops on integers.

use std::collections::BTreeMap;

use oxmca_asm::target::hardware::{
    Address, Effect, HardwareFacts, Operation, Place, RegisterPart, Rest,
};
use oxmca_asm::{Inst, Interrupt, Operand};
use oxmca_tables::Reg;

use super::accumulators;
use super::body::Body;
use super::change::{Change, NO_OVERLAP};
use super::merge::NOT_NEEDED;
use super::sentences_of;
use super::trial::{AdviceInput, Trials};
use crate::Session;
use crate::lower::lower;
use crate::options::Options;
use crate::processor::Processor;
use crate::ratio::Ratio;

/// Iterations that are interpreted: a multiple of all that are done at once.
const ITERATIONS: u32 = 16;

/// Random numbers that are the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// Registers and memory.
#[derive(Clone, Default)]
struct Machine {
    registers: BTreeMap<Reg, u64>,
    memory: BTreeMap<u64, u8>,
}

impl Machine {
    fn get(&self, part: RegisterPart) -> u64 {
        let whole = self.registers.get(&part.root).copied().unwrap_or_default();
        masked(whole >> part.first_bit, part.bits)
    }

    fn set(&mut self, part: RegisterPart, value: u64) {
        let whole = self.registers.entry(part.root).or_default();
        let mask = masked(u64::MAX, part.bits) << part.first_bit;
        let rest = if part.rest == Rest::Stays { *whole & !mask } else { 0 };
        *whole = rest | (value << part.first_bit & mask);
    }

    fn load(&self, at: u64, bytes: u16) -> u64 {
        // Memory that was not written holds numbers that follow from their addresses.
        let byte = |at: u64| {
            let unknown = (at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as u8;
            u64::from(self.memory.get(&at).copied().unwrap_or(unknown))
        };
        (0..u64::from(bytes)).rev().fold(0, |value, it| value << 8 | byte(at.wrapping_add(it)))
    }

    fn store(&mut self, at: u64, bytes: u16, value: u64) {
        for it in 0..u64::from(bytes) {
            self.memory.insert(at.wrapping_add(it), (value >> (8 * it)) as u8);
        }
    }

    fn address(&self, address: &Address) -> u64 {
        let base = address.base.map_or(0, |it| self.get(it));
        let index = address.index.map_or(0, |it| self.get(it));
        base.wrapping_add(index.wrapping_mul(address.scale.into()))
            .wrapping_add_signed(address.displacement)
    }

    /// Executes an instruction; `None` if its effect is not described.
    fn execute(&mut self, facts: &HardwareFacts) -> Option<()> {
        let addresses: Vec<u64> = facts.addresses.iter().map(|it| self.address(it)).collect();
        let access = |it: u8| {
            let access = facts.accesses.get(usize::from(it))?;
            Some((*addresses.get(usize::from(access.address?))?, access.bytes))
        };
        let Effect::Assigns(list) = &facts.effect else { return None };
        for assignment in list {
            let [one, two] = assignment.sources.map(|source| match source {
                Place::Register(part) => Some(self.get(part)),
                Place::Immediate(value) => Some(value as u64),
                Place::Access(it) => access(it).map(|(at, bytes)| self.load(at, bytes)),
                Place::Address(it) => addresses.get(usize::from(it)).copied(),
                Place::None => None,
            });
            let value =
                masked(result(assignment.operation, one?, two.unwrap_or(0)), assignment.bits);
            match assignment.destination {
                Place::Register(part) => self.set(part, value),
                Place::Access(it) => {
                    let (at, bytes) = access(it)?;
                    self.store(at, bytes, value);
                }
                _ => return None,
            }
        }
        Some(())
    }
}

fn masked(value: u64, bits: u8) -> u64 {
    if bits >= 64 { value } else { value & ((1 << bits) - 1) }
}

fn result(operation: Operation, one: u64, two: u64) -> u64 {
    match operation {
        Operation::Copy => one,
        Operation::SignExtend(bits) => {
            let unused = 64 - u32::from(bits);
            ((one << unused) as i64 >> unused) as u64
        }
        Operation::Add => one.wrapping_add(two),
        Operation::Subtract => one.wrapping_sub(two),
        Operation::And => one & two,
        Operation::Or => one | two,
        Operation::Xor => one ^ two,
        Operation::ShiftLeft { count_bits } => one << masked(two, count_bits),
        Operation::ShiftRight { count_bits } => one >> masked(two, count_bits),
        Operation::ShiftRightArithmetic { count_bits } => {
            (one as i64 >> masked(two, count_bits)) as u64
        }
        Operation::Multiply => one.wrapping_mul(two),
        Operation::Negate => one.wrapping_neg(),
        Operation::Not => !one,
    }
}

/// Executes a loop so many times.
fn run(body: &Body<'_>, insts: &[Inst], times: u32, machine: &mut Machine) -> Option<()> {
    let facts: Vec<HardwareFacts> =
        insts.iter().map(|inst| body.target.hardware_facts(inst, &[])).collect::<Option<_>>()?;
    let is_branch =
        |inst: &Inst| body.target.control_flow(inst) != oxmca_asm::target::ControlFlow::Next;
    for _ in 0..times {
        for (_, facts) in insts.iter().zip(&facts).filter(|it| !is_branch(it.0)) {
            machine.execute(facts)?;
        }
    }
    Some(())
}

/// Returns whether a change computes the same, from registers before the loop; `None` if that cannot be interpreted.
fn is_same(body: &Body<'_>, change: &Change, before: &Machine) -> Option<bool> {
    let (mut old, mut new) = (before.clone(), before.clone());
    let found = accumulators::all(body);
    let named = body.steps.iter().flat_map(|it| it.reads.iter().chain(&it.writes));
    let used: Vec<Reg> = named.copied().collect();
    // Registers that take turns begin with zero.
    new.registers.retain(|reg, _| used.contains(reg));
    for kept in &change.kept {
        let step = &body.steps[kept.access.at];
        let address = step.facts.address_of(&body.access(kept.access))?;
        // Steps before the access in the first iteration.
        let mut first = before.clone();
        run(body, &body.insts[..kept.access.at], 1, &mut first)?;
        let at = first.address(address);
        let value = before.load(at, body.access(kept.access).bytes);
        new.registers.insert(kept.whole, value);
    }
    for it in &change.pointers {
        let mut first = before.clone();
        run(body, &body.insts[..it.at], 1, &mut first)?;
        let address = first.registers.get(&it.base).copied().unwrap_or_default();
        new.registers.insert(it.whole, address);
    }
    run(body, body.insts, ITERATIONS, &mut old)?;
    run(body, &change.before, 1, &mut new)?;
    run(body, &change.insts, ITERATIONS / change.work, &mut new)?;
    for kept in change.kept.iter().filter(|it| it.is_stored) {
        let step = &body.steps[kept.access.at];
        let access = body.access(kept.access);
        let at = before.address(step.facts.address_of(&access)?);
        let value = new.registers.get(&kept.whole).copied().unwrap_or_default();
        new.store(at, access.bytes, value);
    }
    // Accumulators are combined after the loop.
    let others: Vec<(Reg, u64)> =
        new.registers.iter().filter(|it| !used.contains(it.0)).map(|it| (*it.0, *it.1)).collect();
    let is_kept = |reg: Reg| {
        change.kept.iter().any(|it| it.whole == reg)
            || change.pointers.iter().any(|it| it.whole == reg)
    };
    // Other changes use further registers for values that nothing after the loop needs.
    match &found[..] {
        _ if change.number == 0 => {}
        [accumulator] if accumulator.is_in_sums() => {
            let whole = new.registers.entry(accumulator.reg()).or_default();
            for (_, value) in others.iter().filter(|it| !is_kept(it.0)) {
                *whole = accumulator.combined(*whole, *value);
            }
        }
        _ if others.iter().any(|it| !is_kept(it.0)) => return None,
        _ => {}
    }
    let is_written = |reg: &&Reg| body.steps.iter().any(|it| it.writes.contains(*reg));
    let drops = change.assumptions.contains(&NOT_NEEDED);
    // Addresses that pointers take the place of.
    let is_gone = |reg: Reg| {
        let writes = |it: &Inst| it.operands.first().and_then(Operand::reg) == Some(reg);
        !change.pointers.is_empty() && !change.insts.iter().any(writes)
    };
    // Copies are made by loads.
    let is_dropped =
        |reg: Reg| drops && body.last_writer(reg).is_some_and(|at| body.steps[at].facts.loads());
    let registers = used.iter().filter(is_written).all(|reg| {
        let is_equal = old.registers.get(reg) == new.registers.get(reg);
        is_equal || is_kept(*reg) || is_dropped(*reg) || is_gone(*reg)
    });
    Some(registers && old.memory == new.memory)
}

/// Returns a random loop on integers.
fn random_loop(random: &mut Random) -> String {
    const VALUES: [&str; 4] = ["%rax", "%rbx", "%rcx", "%rbp"];
    const MEMORY: [&str; 8] = [
        "(%rdi)",
        "8(%rdi)",
        "-8(%rdi)",
        "(%rdx,%r9,8)",
        "-8(%rdx,%r9,8)",
        "(%r8)",
        "16(%rsp)",
        "(%rdx)",
    ];
    const OPERATIONS: [&str; 6] = ["addq", "xorq", "orq", "subq", "andq", "addq"];
    let mut text = String::new();
    for _ in 0..1 + random.below(6) {
        let (one, two, memory) = (random.of(&VALUES), random.of(&VALUES), random.of(&MEMORY));
        let operation = random.of(&OPERATIONS);
        let (from, to) = (random.of(&["%rdi", "%r8"]), random.of(&["%rdx", "%rdi"]));
        text += &match random.below(10) {
            0 => format!("movq {memory}, {one}\n"),
            1 => format!("movq {one}, {memory}\n"),
            2 => format!("{operation} {memory}, {one}\n"),
            3 => format!("{operation} {one}, {memory}\n"),
            4 => format!("{operation} {one}, {two}\n"),
            5 => format!("movq {one}, {two}\n"),
            6 => format!("leaq 8({one},{two}), {two}\n"),
            7 => format!("shlq $3, {one}\n"),
            8 => format!(
                "movl 4({from}), %eax\nmovl (%r8), %ecx\nmovl %ecx, 24({to})\nmovl %eax, 28({to})\n"
            ),
            _ => format!("imulq {one}, {two}\n"),
        };
    }
    let steps = ["addq $8, %rdi\n", "incq %r9\n"];
    let middle = text.find('\n').map_or(0, |it| it + 1);
    let first = random.of(&["", "addq $8, %rdi\n", "incq %r9\n"]);
    text.insert_str(middle, first);
    steps.iter().filter(|it| **it != first).for_each(|it| text += it);
    text + random.of(&[
        "cmpq %rsi, %rdi\njne .L\n",
        "cmpq %r10, %r9\njne .L\n",
        "decq %r11\njne .L\n",
    ])
}

/// Calls a function with the body of a loop and the changes that rules build for it.
fn with_changes(session: &Session, text: &str, look: &mut dyn FnMut(&Body<'_>, &[Change])) {
    let code = session.parse(text.to_owned()).unwrap();
    let region = code.first_region().unwrap();
    let instructions = region.instructions();
    let target = session.target();
    let processor = Processor::new(*target.tables(), *session.subtarget()).unwrap();
    let options = Options::default();
    let lowered = lower(&instructions, &[], &processor, target, &options).unwrap();
    let interrupt = Interrupt::default();
    let input = AdviceInput {
        processor: &processor,
        target,
        options: &options,
        interrupt: &interrupt,
        instructions: &instructions,
        instruments: &[],
        codes: &[],
        lowered: &lowered,
        cycles: Ratio::new(1000, 1),
    };
    let body = Body::new(target, &instructions).unwrap();
    let trials = Trials::new(&input);
    sentences_of(&body, &trials, None).unwrap();
    let changes = trials.changes.take();
    look(&body, &changes);
}

/// Returns a random loop on integers of RISC-V.
fn random_riscv_loop(random: &mut Random) -> String {
    const VALUES: [&str; 4] = ["a4", "a5", "a6", "a7"];
    const MEMORY: [&str; 6] = ["0(a0)", "8(a0)", "-8(a0)", "0(a1)", "16(sp)", "0(a2)"];
    const OPERATIONS: [&str; 6] = ["add", "xor", "or", "sub", "and", "add"];
    let mut text = String::new();
    for _ in 0..1 + random.below(6) {
        let (one, two, memory) = (random.of(&VALUES), random.of(&VALUES), random.of(&MEMORY));
        let three = random.of(&VALUES);
        let operation = random.of(&OPERATIONS);
        text += &match random.below(13) {
            11 => format!(
                "slli t3, a3, 3\nadd t3, t3, a0\n{operation} {one}, {one}, {two}\nsd {one}, 0(t3)\n"
            ),
            12 => "sh3add t3, a3, a2\nld t1, 8(t3)\nsd t1, 16(t3)\n".to_owned(),
            0 => format!("ld {one}, {memory}\n"),
            1 => format!("sd {one}, {memory}\n"),
            2 => format!("ld t1, {memory}\n{operation} {one}, {one}, t1\n"),
            3 => format!("ld t1, {memory}\n{operation} t1, t1, {one}\nsd t1, {memory}\n"),
            4 => format!("{operation} {one}, {two}, {three}\n"),
            5 => format!("mv {one}, {two}\n"),
            6 => format!("addi {one}, {two}, 8\n"),
            7 => format!("slli {one}, {two}, 3\n"),
            8 => format!("sh3add {one}, {two}, {three}\n"),
            9 => format!("li {one}, 12\n"),
            _ => format!("mul {one}, {one}, {two}\n"),
        };
    }
    let steps = ["addi a0, a0, 8\n", "addi a1, a1, 8\naddi a3, a3, 1\n"];
    let middle = text.find('\n').map_or(0, |it| it + 1);
    let first = random.of(&["", steps[0], steps[1]]);
    text.insert_str(middle, first);
    steps.iter().filter(|it| **it != first).for_each(|it| text += it);
    format!(".L: {text}{}", random.of(&["bne a0, t0, .L\n", "addi t2, t2, -1\nbnez t2, .L\n"]))
}

/// The registers of random loops.
struct Names {
    /// Registers that hold places in memory.
    places: [&'static str; 4],
    index: Option<&'static str>,
    values: [&'static str; 5],
}

const X86_NAMES: Names = Names {
    places: ["RDI", "RDX", "R8", "RSP"],
    index: Some("R9"),
    values: ["RAX", "RBX", "RCX", "RBP", "R11"],
};
const RISCV_NAMES: Names = Names {
    places: ["X10", "X11", "X12", "X2"],
    index: Some("X13"),
    values: ["X14", "X15", "X16", "X17", "X7"],
};

/// Returns registers before a loop: places that are apart, or near each other.
fn machine(session: &Session, names: &Names, random: &mut Random, is_apart: bool) -> Machine {
    let tables = session.target().tables();
    let mut machine = Machine::default();
    for (number, name) in names.places.into_iter().enumerate() {
        let far = 0x10_0000 * (number as u64 + 1);
        let near = 0x1_0000 + 8 * random.below(24) as u64;
        let at = if is_apart { far } else { near };
        machine.registers.insert(tables.register_named(name).unwrap(), at);
    }
    if let Some(name) = names.index {
        let index = if is_apart { 0x2000 } else { random.below(3) as u64 };
        machine.registers.insert(tables.register_named(name).unwrap(), index);
    }
    for name in names.values {
        let value = random.below(usize::MAX) as u64;
        machine.registers.insert(tables.register_named(name).unwrap(), value);
    }
    machine
}

/// The changes that were interpreted.
#[derive(Default)]
struct Checked {
    all: u32,
    /// Changes that were interpreted with places near each other.
    near: u32,
    skipped: u32,
}

/// Interprets the changes of random loops.
fn check(session: &Session, names: &Names, seed: u64, random_loop: fn(&mut Random) -> String) {
    let mut random = Random(seed);
    let mut checked = Checked::default();
    for _ in 0..600 {
        let text = random_loop(&mut random);
        with_changes(session, &text, &mut |body, changes| {
            for change in changes {
                let assumes = change.assumptions.contains(&NO_OVERLAP);
                for is_apart in [true, false] {
                    if assumes && !is_apart {
                        continue;
                    }
                    let before = machine(session, names, &mut random, is_apart);
                    match is_same(body, change, &before) {
                        Some(is_same) => {
                            assert!(is_same, "{text}apart: {is_apart}\n{change:?}");
                            checked.all += 1;
                            checked.near += u32::from(!is_apart);
                        }
                        None => checked.skipped += 1,
                    }
                }
            }
        });
    }
    let Checked { all, near, skipped } = checked;
    println!(
        "{all} changes are right, {near} of them with places near each other; {skipped} not interpreted"
    );
    assert!(all > 500 && near > 100, "{all}, {near}, {skipped}");
}

#[test]
fn changes_compute_the_same() {
    let session = Session::new("x86_64-unknown-linux-gnu", "skylake", []).unwrap();
    check(&session, &X86_NAMES, 32, random_loop);
}

#[test]
fn changes_of_riscv_compute_the_same() {
    let session = Session::new("riscv64-unknown-linux-gnu", "sifive-p670", []).unwrap();
    check(&session, &RISCV_NAMES, 33, random_riscv_loop);
}

/// Finds that a change in which one constant is wrong does not compute the same: the check above can fail.
#[test]
fn wrong_changes_are_found() {
    let session = Session::new("x86_64-unknown-linux-gnu", "skylake", []).unwrap();
    let mut random = Random(5);
    let mut found = 0;
    let text = "movq (%rdi), %rax\naddq %rax, (%rdx,%r9,8)\naddq $8, %rdi\nincq %r9\ncmpq %rsi, %rdi\njne .L\n";
    with_changes(&session, text, &mut |body, changes| {
        for change in changes.iter().filter(|it| it.work > 1) {
            let before = machine(&session, &X86_NAMES, &mut random, true);
            if is_same(body, change, &before).is_none() {
                continue;
            }
            let mut wrong = change.clone();
            let operand = wrong.insts.iter_mut().flat_map(|it| it.operands.iter_mut());
            let mut constants =
                operand.filter(|it| matches!(it, Operand::Imm(value) if *value == 8));
            let constant = constants.next().unwrap();
            *constant = Operand::Imm(16);
            assert_eq!(is_same(body, &wrong, &before), Some(false), "{wrong:#?}");
            found += 1;
        }
    });
    assert!(found > 0);
}

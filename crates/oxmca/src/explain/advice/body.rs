//! The instructions of a loop, and what flows between them.
//!
//! Registers are the widest ones. An instruction that writes a part and keeps the rest reads the register, too. Parts of
//! the status register are told apart, and no value is followed through memory.

use oxmca_asm::target::hardware::{
    Address, Direction, Effect, HardwareFacts, Operation, Place, StatusParts,
};
use oxmca_asm::target::{ControlFlow, Variants};
use oxmca_asm::{Inst, Operand, Target};
use oxmca_tables::Reg;
use smallvec::SmallVec;

use crate::work::{FixedAddress, FixedAddresses, fixed_addresses};

/// Instructions of the longest region for which advice is looked for.
const MAX_INSTRUCTIONS: usize = 160;
/// Instructions through which the origin of a value is followed.
const MAX_DEPTH: u32 = 24;

/// A region whose instructions are the body of a loop.
pub(super) struct Body<'a> {
    pub(super) target: &'a dyn Target,
    pub(super) variants: &'a dyn Variants,
    pub(super) insts: &'a [Inst],
    pub(super) steps: Vec<Step>,
    /// By instruction and access, its address and how it goes on, where that follows from registers alone.
    pub(super) addresses: Vec<SmallVec<[Option<FixedAddress>; 2]>>,
    /// Registers that go on by lengths of vectors.
    vector_counters: Vec<Reg>,
}

/// The facts, reads and writes of an instruction.
pub(super) struct Step {
    pub(super) facts: HardwareFacts,
    pub(super) reads: SmallVec<[Reg; 4]>,
    pub(super) writes: SmallVec<[Reg; 2]>,
    pub(super) control: ControlFlow,
}

/// The instructions that read a value.
#[derive(Debug, Default)]
pub(super) struct Readers {
    /// The positions of the readers: first those of the same iteration, then those of the next.
    pub(super) positions: SmallVec<[usize; 4]>,
    /// The value is still there at the end of the iteration.
    pub(super) survives: bool,
}

/// A register that each iteration changes by a constant, and nothing else does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Induction {
    /// The instruction that changes it.
    pub(super) at: usize,
    pub(super) step: i64,
}

/// The origin of a value, as far as iterations are concerned.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Origin {
    /// It is the same in all iterations.
    Invariant,
    /// It follows from inductions.
    Counted,
    /// It is not known.
    Unknown,
    /// It comes from memory that iterations work through, or from a chain of computations.
    Data,
}

impl<'a> Body<'a> {
    /// Describes a region; `None` if its target does not describe all of its instructions, or it is long.
    pub(super) fn new(target: &'a dyn Target, insts: &'a [Inst]) -> Option<Body<'a>> {
        let variants = target.variants()?;
        if insts.len() > MAX_INSTRUCTIONS {
            return None;
        }
        let step = |inst: &Inst| Step::new(target, variants, inst);
        let steps = insts.iter().map(step).collect::<Option<Vec<Step>>>()?;
        let FixedAddresses { accesses, vector_counters } = fixed_addresses(target, insts)?;
        let body = Body { target, variants, insts, steps, addresses: accesses, vector_counters };
        body.are_registers_apart().then_some(body)
    }

    /// Returns whether no register that instructions use is a part of several others, as those of lists are.
    fn are_registers_apart(&self) -> bool {
        let used = self.steps.iter().flat_map(|it| it.reads.iter().chain(&it.writes).copied());
        let mut distinct: Vec<Reg> = used.collect();
        distinct.sort_unstable();
        distinct.dedup();
        let tables = self.target.tables();
        distinct.iter().enumerate().all(|(number, one)| {
            distinct[number + 1..].iter().all(|two| !tables.do_overlap(*one, *two))
        })
    }

    pub(super) fn len(&self) -> usize {
        self.insts.len()
    }

    /// Returns the position of the branch that ends the region.
    pub(super) fn closing_branch(&self) -> Option<usize> {
        let last = self.len().checked_sub(1)?;
        (self.steps[last].control == ControlFlow::Branch).then_some(last)
    }

    /// Returns whether control goes from each instruction to the next, but for the branch at the end.
    pub(super) fn is_straight(&self) -> bool {
        let end = self.closing_branch().unwrap_or(self.len());
        self.steps[..end].iter().all(|it| it.control == ControlFlow::Next)
    }

    pub(super) fn writes(&self, at: usize, reg: Reg) -> bool {
        self.steps[at].writes.contains(&reg)
    }

    pub(super) fn reads(&self, at: usize, reg: Reg) -> bool {
        self.steps[at].reads.contains(&reg)
    }

    /// Returns whether no instruction changes a register.
    pub(super) fn is_constant(&self, reg: Reg) -> bool {
        self.steps.iter().all(|it| !it.writes.contains(&reg))
    }

    /// Returns whether no instruction names a register.
    pub(super) fn is_unused(&self, reg: Reg) -> bool {
        let is_named = |it: &Step| it.writes.contains(&reg) || it.reads.contains(&reg);
        let of_inst = |inst: &Inst| {
            let regs = inst.operands.iter().filter_map(Operand::reg);
            regs.filter(|it| it.is_some()).any(|it| self.variants.whole(it) == reg)
        };
        !self.steps.iter().any(is_named) && !self.insts.iter().any(of_inst)
    }

    /// Returns registers that no instruction uses and that can stand in for a register.
    pub(super) fn spare(&self, reg: Reg) -> Vec<Reg> {
        let all = self.variants.interchangeable(reg).into_iter();
        all.filter(|it| self.is_unused(*it)).collect()
    }

    /// Returns the position of the last instruction before another one that writes a register, in the same iteration.
    pub(super) fn writer_before(&self, at: usize, reg: Reg) -> Option<usize> {
        (0..at).rev().find(|it| self.writes(*it, reg))
    }

    pub(super) fn last_writer(&self, reg: Reg) -> Option<usize> {
        self.writer_before(self.len(), reg)
    }

    /// Returns the readers of the value that an instruction writes to a register.
    pub(super) fn readers(&self, at: usize, reg: Reg) -> Readers {
        let mut readers = self.readers_from(at + 1, reg);
        if readers.survives {
            let next = self.readers_from(0, reg);
            readers.positions.extend(next.positions.into_iter().filter(|it| *it <= at));
        }
        readers
    }

    /// Returns the readers of the value that a register has before an instruction, in the same iteration.
    pub(super) fn readers_from(&self, start: usize, reg: Reg) -> Readers {
        let mut readers = Readers::default();
        for at in start..self.len() {
            if self.reads(at, reg) {
                readers.positions.push(at);
            }
            if self.writes(at, reg) {
                return readers;
            }
        }
        Readers { survives: true, ..readers }
    }

    /// Returns the instructions that read what an instruction writes to the status register.
    pub(super) fn status_readers(&self, at: usize) -> SmallVec<[usize; 2]> {
        let mut parts = self.steps[at].facts.status_written;
        let mut found = SmallVec::new();
        let others = (at + 1..self.len()).chain(0..=at);
        for other in others {
            let facts = &self.steps[other].facts;
            if facts.status_read.intersects(parts) {
                found.push(other);
            }
            parts -= facts.status_written;
            if parts.is_empty() {
                break;
            }
        }
        found
    }

    /// Returns parts of the status register that are read after a place before they are written.
    pub(super) fn live_status(&self, before: usize) -> StatusParts {
        let mut unknown = StatusParts::all();
        let mut live = StatusParts::empty();
        for other in (before..self.len()).chain(0..before) {
            let facts = &self.steps[other].facts;
            live |= facts.status_read & unknown;
            unknown -= facts.status_written;
        }
        live
    }

    /// Returns the last instruction before a branch whose flags it reads; the branch itself if it reads none.
    pub(super) fn decider(&self, branch: usize) -> Option<usize> {
        let read = self.steps[branch].facts.status_read;
        if read.is_empty() {
            return Some(branch);
        }
        let writes = |at: &usize| self.steps[*at].facts.status_written.intersects(read);
        (0..branch).rev().find(writes)
    }

    /// Returns whether an instruction does nothing but to add a constant to a register, and by how much.
    pub(super) fn step_of(&self, at: usize) -> Option<(Reg, i64)> {
        let Step { facts, writes, .. } = &self.steps[at];
        if !facts.accesses.is_empty() || writes.len() != 1 {
            return None;
        }
        let assignment = facts.effect.only()?;
        let Place::Register(to) = assignment.destination else { return None };
        let (from, step) = match (assignment.operation, assignment.sources) {
            (Operation::Add, [Place::Register(from), Place::Immediate(step)]) => (from, step),
            (Operation::Subtract, [Place::Register(from), Place::Immediate(step)]) => {
                (from, step.checked_neg()?)
            }
            (Operation::Copy, [Place::Address(address), _]) => {
                let address = facts.addresses.get(usize::from(address))?;
                let is_sum = address.index.is_none() && address.symbol == 0;
                (address.base.filter(|_| is_sum)?, address.displacement)
            }
            _ => return None,
        };
        let is_same = from.root == to.root && writes[0] == self.variants.whole(to.root);
        (is_same && to.bits >= 32 && step != 0).then_some((writes[0], step))
    }

    /// Returns the induction that a register is.
    pub(super) fn induction(&self, reg: Reg) -> Option<Induction> {
        let mut writers = (0..self.len()).filter(|at| self.writes(*at, reg));
        let at = writers.next().filter(|_| writers.next().is_none())?;
        let (_, step) = self.step_of(at)?;
        Some(Induction { at, step })
    }

    /// Returns whether each iteration changes a register by a constant or a number of vectors alone, be it by what accesses
    /// do to their base.
    pub(super) fn is_counted(&self, reg: Reg) -> bool {
        if self.vector_counters.contains(&reg) {
            return true;
        }
        let is_step = |at: usize| {
            let Effect::Assigns(list) = &self.steps[at].facts.effect else { return false };
            let mut to_it = list.iter().filter(|it| match it.destination {
                Place::Register(part) => self.variants.whole(part.root) == reg,
                _ => false,
            });
            to_it.all(|it| match (it.operation, it.sources) {
                (
                    Operation::Add | Operation::Subtract,
                    [Place::Register(from), Place::Immediate(_)],
                ) => self.variants.whole(from.root) == reg,
                _ => self.step_of(at).is_some(),
            })
        };
        (0..self.len()).filter(|at| self.writes(*at, reg)).all(is_step)
    }

    /// Returns the origin of the value that a register has before an instruction.
    pub(super) fn origin(&self, at: usize, reg: Reg) -> Origin {
        self.origin_within(at, reg, MAX_DEPTH)
    }

    fn origin_within(&self, at: usize, reg: Reg, depth: u32) -> Origin {
        if self.is_constant(reg) {
            return Origin::Invariant;
        }
        if self.is_counted(reg) {
            return Origin::Counted;
        }
        let Some(depth) = depth.checked_sub(1) else { return Origin::Unknown };
        match self.writer_before(at, reg) {
            Some(writer) => self.origin_of_result(writer, depth),
            // A value of the iteration before that is no induction.
            None => Origin::Data,
        }
    }

    /// Returns the origin of what an instruction computes.
    fn origin_of_result(&self, at: usize, depth: u32) -> Origin {
        let Step { facts, reads, .. } = &self.steps[at];
        if self.variants.ignores_registers(&self.insts[at]) {
            return Origin::Invariant;
        }
        if facts.loads() {
            return self.origin_of_loads(at);
        }
        let sources = reads.iter().map(|reg| self.origin_within(at, *reg, depth)).max();
        match (&facts.effect, sources.unwrap_or(Origin::Invariant)) {
            (Effect::Assigns(_), origin) => origin,
            // Of an instruction that is not described, only data stay data.
            (Effect::Unknown, Origin::Counted) => Origin::Unknown,
            (Effect::Unknown, origin) => origin,
        }
    }

    /// Returns the origin of what an instruction loads.
    pub(super) fn origin_of_loads(&self, at: usize) -> Origin {
        let facts = &self.steps[at].facts;
        let accesses = facts.accesses.iter().zip(&self.addresses[at]);
        let loads = accesses.filter(|it| it.0.direction == Direction::Load);
        let origin = |address: &Option<FixedAddress>| match address {
            Some(address) if address.stride_bytes == 0 && !self.has_stores() => Origin::Invariant,
            // It may have been changed.
            Some(address) if address.stride_bytes == 0 => Origin::Unknown,
            _ => Origin::Data,
        };
        loads.map(|it| origin(it.1)).max().unwrap_or(Origin::Invariant)
    }

    pub(super) fn has_stores(&self) -> bool {
        self.steps.iter().any(|it| it.facts.stores())
    }

    /// Returns the origin of what a branch depends on.
    pub(super) fn origin_of_branch(&self, branch: usize) -> Origin {
        let Some(decider) = self.decider(branch) else { return Origin::Unknown };
        let step = &self.steps[decider];
        let loads =
            if step.facts.loads() { self.origin_of_loads(decider) } else { Origin::Invariant };
        let in_addresses = self.address_registers(decider);
        let registers = step.reads.iter().filter(|reg| !in_addresses.contains(reg));
        let registers = registers.map(|reg| self.origin(decider, *reg));
        registers.chain([loads]).max().unwrap_or(Origin::Invariant)
    }

    /// Returns the registers that an instruction reads for addresses of its accesses.
    pub(super) fn address_registers(&self, at: usize) -> SmallVec<[Reg; 2]> {
        let facts = &self.steps[at].facts;
        let used = facts.accesses.iter().filter_map(|it| facts.address_of(it));
        let parts = used.flat_map(|it| [it.base, it.index]).flatten();
        parts.map(|it| self.variants.whole(it.root)).collect()
    }

    /// Returns whether the loop ends after a number of iterations that is known when it begins.
    pub(super) fn is_counted_loop(&self) -> bool {
        self.is_straight()
            && self.closing_branch().is_some_and(|it| self.origin_of_branch(it) == Origin::Counted)
    }

    /// Returns the operands of an instruction that are a register other than for its addresses, with their positions.
    pub(super) fn value_operands(&self, at: usize) -> impl Iterator<Item = (usize, Reg)> {
        let in_address = move |operand: usize| {
            let addresses = &self.steps[at].facts.addresses;
            addresses.iter().any(|it: &Address| it.operands.contains(&Some(operand as u8)))
        };
        let operands = self.insts[at].operands.iter().enumerate();
        let registers = operands.filter_map(|(at, it)| Some((at, it.reg()?)));
        registers.filter(move |(operand, reg)| reg.is_some() && !in_address(*operand))
    }

    /// Returns the operands of an instruction that are a register whose value it reads, other than for its addresses.
    pub(super) fn value_sources(&self, at: usize) -> impl Iterator<Item = (usize, Reg)> {
        let num_defs = self.target.tables().instruction(self.insts[at].opcode).num_defs;
        self.value_operands(at).filter(move |it| it.0 >= usize::from(num_defs))
    }

    /// Returns whether an instruction reads a register only to keep a rest of it that it does not compute.
    pub(super) fn only_keeps(&self, at: usize, reg: Reg) -> bool {
        let inst = &self.insts[at];
        let is_kept =
            self.variants.kept_rest(inst).is_some_and(|it| self.variants.whole(it) == reg);
        // A first source gives the rest if there is another one.
        let first = usize::from(self.target.tables().instruction(inst.opcode).num_defs);
        let has_others = self.steps[at].facts.loads() || self.value_sources(at).count() > 1;
        let mut sources = self.value_sources(at).filter(|it| self.variants.whole(it.1) == reg);
        is_kept && sources.all(|it| it.0 == first && has_others) && !self.reads_for_address(at, reg)
    }

    /// Returns whether an instruction reads a register for an address.
    pub(super) fn reads_for_address(&self, at: usize, reg: Reg) -> bool {
        let parts = self.steps[at].facts.addresses.iter().flat_map(|it| [it.base, it.index]);
        parts.flatten().any(|it| self.variants.whole(it.root) == reg)
    }

    /// Returns whether an instruction reads a register for anything but addresses.
    pub(super) fn reads_as_value(&self, at: usize, reg: Reg) -> bool {
        let implicit = self.target.tables().implicit_uses(self.insts[at].opcode);
        self.value_sources(at).any(|it| self.variants.whole(it.1) == reg)
            || implicit.iter().any(|it| self.variants.whole(*it) == reg)
    }
}

impl Step {
    fn new(target: &dyn Target, variants: &dyn Variants, inst: &Inst) -> Option<Step> {
        let facts = target.hardware_facts(inst, &[])?;
        let tables = target.tables();
        let status = target.hardware_registers().status;
        let num_defs = usize::from(tables.instruction(inst.opcode).num_defs);
        let is_value = |reg: &Reg| {
            reg.is_some()
                && *reg != status
                && !variants.is_zero(*reg)
                && !target.is_control_register(*reg)
        };
        let mut step = Step {
            control: target.control_flow(inst),
            reads: SmallVec::new(),
            writes: SmallVec::new(),
            facts,
        };
        let mut add = |reg: Reg, is_write: bool| {
            let whole = variants.whole(reg);
            if is_write && !step.writes.contains(&whole) {
                step.writes.push(whole);
            } else if !is_write && !step.reads.contains(&whole) {
                step.reads.push(whole);
            }
        };
        let ignores = variants.ignores_registers(inst);
        let explicit = inst.operands.iter().enumerate();
        let explicit = explicit.filter_map(|(at, it)| Some((it.reg()?, at < num_defs)));
        let uses = tables.implicit_uses(inst.opcode).iter().map(|it| (*it, false));
        let defs = tables.implicit_defs(inst.opcode).iter().map(|it| (*it, true));
        for (reg, is_write) in explicit.chain(uses).chain(defs).filter(|it| is_value(&it.0)) {
            if is_write || !ignores {
                add(reg, is_write);
            }
        }
        if step.facts.merges_into_destination || variants.kept_rest(inst).is_some() {
            let written = step.writes.clone();
            step.reads.extend(written.into_iter().take(1));
        }
        Some(step)
    }
}

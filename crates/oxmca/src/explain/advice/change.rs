//! Code after a change.

use oxmca_asm::{Inst, Operand};
use oxmca_tables::Reg;

use super::body::Body;
use super::memory::AccessAt;

/// The instructions after a change, and what it assumes.
#[derive(Clone, Debug, Default)]
pub(super) struct Change {
    pub(super) insts: Vec<Inst>,
    /// By instruction, the position of the one that it comes from.
    pub(super) origins: Vec<usize>,
    /// The number of iterations whose work an iteration does.
    pub(super) work: u32,
    /// A number that its sentence names.
    pub(super) number: u32,
    pub(super) assumptions: Vec<&'static str>,
    /// Registers that are loaded before the loop.
    pub(super) kept: Vec<Kept>,
    /// Instructions that are executed once, before the loop.
    pub(super) before: Vec<Inst>,
    /// Registers that hold an address before the loop.
    pub(super) pointers: Vec<Pointer>,
}

/// A register that begins with the value that another one has before an instruction of the first iteration.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(test), expect(dead_code, reason = "tests interpret the code around the loop by it"))]
pub(super) struct Pointer {
    /// The widest register.
    pub(super) whole: Reg,
    /// The other one.
    pub(super) base: Reg,
    /// The position of the instruction.
    pub(super) at: usize,
}

/// A register that holds what an access would transfer.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(test), expect(dead_code, reason = "tests interpret the code around the loop by it"))]
pub(super) struct Kept {
    /// The widest register.
    pub(super) whole: Reg,
    /// The access, whose address in the first iteration it is loaded from.
    pub(super) access: AccessAt,
    /// It is stored there after the loop.
    pub(super) is_stored: bool,
}

/// The runs of the loop are a multiple of those that are done at once.
pub(super) const WHOLE_MULTIPLE: &str = "a remainder loop does the iterations that are left over";
/// Sums of floating-point numbers in another order.
pub(super) const OTHER_ORDER: &str =
    "floating-point results are combined in another order, which rounds differently";
/// Comparisons of floating-point numbers in another order.
pub(super) const NO_NAN: &str = "no value is NaN";
/// Stores whose place is not known.
pub(super) const NO_OVERLAP: &str = "the other accesses never go to the same bytes";

impl Change {
    /// Creates an empty change for the work of one iteration.
    pub(super) fn new() -> Change {
        Change { work: 1, ..Change::default() }
    }

    /// Creates the change that leaves everything as it is.
    pub(super) fn of(body: &Body<'_>) -> Change {
        let insts = body.insts.to_vec();
        Change { origins: (0..insts.len()).collect(), insts, ..Change::new() }
    }

    pub(super) fn push(&mut self, inst: Inst, origin: usize) {
        self.insts.push(inst);
        self.origins.push(origin);
    }

    /// Adds an instruction before the one at a position.
    pub(super) fn insert(&mut self, at: usize, inst: Inst, origin: usize) {
        self.insts.insert(at, inst);
        self.origins.insert(at, origin);
    }

    pub(super) fn remove(&mut self, at: usize) {
        self.insts.remove(at);
        self.origins.remove(at);
    }

    /// Returns the position of what became of an instruction.
    pub(super) fn position_of(&self, origin: usize) -> Option<usize> {
        self.origins.iter().position(|it| *it == origin)
    }

    pub(super) fn assume(&mut self, assumption: &'static str) {
        if !self.assumptions.contains(&assumption) {
            self.assumptions.push(assumption);
        }
    }
}

/// Returns an instruction with a widest register and its parts replaced by another; `None` if it uses the register without
/// naming it.
pub(super) fn renamed(body: &Body<'_>, inst: &Inst, from: Reg, to: Reg) -> Option<Inst> {
    let tables = body.target.tables();
    let implicit =
        tables.implicit_uses(inst.opcode).iter().chain(tables.implicit_defs(inst.opcode));
    if implicit.into_iter().any(|reg| body.variants.whole(*reg) == from) {
        return None;
    }
    let mut changed = inst.clone();
    for operand in &mut changed.operands {
        if let Operand::Reg(reg) = operand
            && reg.is_some()
            && body.variants.whole(*reg) == from
        {
            *reg = body.variants.counterpart(*reg, to)?;
        }
    }
    Some(changed)
}

/// Returns an instruction that reads another register in place of a widest one, which it may still write; `None` if it has
/// to read what it writes, or uses the register without naming it.
pub(super) fn with_source(body: &Body<'_>, inst: &Inst, from: Reg, to: Reg) -> Option<Inst> {
    let tables = body.target.tables();
    let is_it = |reg: Reg| reg.is_some() && body.variants.whole(reg) == from;
    if tables.implicit_uses(inst.opcode).iter().any(|reg| is_it(*reg)) {
        return None;
    }
    let num_defs = usize::from(tables.instruction(inst.opcode).num_defs);
    let described = tables.operands(inst.opcode);
    let mut changed = inst.clone();
    for (at, operand) in changed.operands.iter_mut().enumerate().skip(num_defs) {
        if let Operand::Reg(reg) = operand
            && is_it(*reg)
        {
            described.get(at).filter(|it| it.tied_to < 0)?;
            *reg = body.variants.counterpart(*reg, to)?;
        }
    }
    Some(changed)
}

//! The figures that rules look at.

use oxmca_tables::Reg;
use oxmca_tables::schema::instr_flag;

use crate::lower::{Lowered, LoweredInst, lowered_flag};
use crate::processor::Processor;
use crate::simulation::model::PipelineOptions;
use crate::simulation::model::program::Program;
use crate::steady_state::{
    Bound, BoundKind, Chain, DependencyBound, IssueShare, Link, LinkCause, Ratio, SteadyState,
    bounds_that_limit, issue_shares, resource_set, resources_of,
};

/// An instruction that holds the resources that limit iterations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Holder {
    /// Its index.
    pub instruction: u32,
    /// The cycles of an iteration that it holds them.
    pub cycles: u32,
}

/// The figures of one region.
pub(super) struct Facts<'a> {
    pub(super) processor: &'a Processor<'a>,
    pub(super) lowered: &'a Lowered,
    pub(super) program: &'a Program,
    pub(super) options: &'a PipelineOptions,
    pub(super) steady: &'a SteadyState,
    /// Cycles of an iteration.
    pub(super) cycles: Ratio,
    /// The bounds that limit iterations.
    pub(super) kinds: Vec<BoundKind>,
    /// In order, if no bound limits iterations: the shares of the reasons for which issue ends.
    pub(super) issue: Vec<IssueShare>,
    /// The highest bound among those that do not limit iterations.
    pub(super) next: Option<Bound>,
    /// Instructions that hold units of the scarcest resources, each with its cycles.
    pub(super) holders: Vec<Holder>,
    /// Instructions that only run the loop: its branch, what only the branch needs, and steps of counters.
    pub(super) overhead: Vec<u32>,
}

impl<'a> Facts<'a> {
    pub(super) fn new(
        processor: &'a Processor<'a>,
        lowered: &'a Lowered,
        program: &'a Program,
        options: &'a PipelineOptions,
        steady: &'a SteadyState,
    ) -> Facts<'a> {
        let kinds = bounds_that_limit(steady);
        let others = steady.bounds.all().into_iter().filter(|bound| !kinds.contains(&bound.kind));
        let next = others.max_by(|one, two| one.cycles.cmp(&two.cycles));
        let cycles = steady.cycles_per_iteration();
        let waits = steady.issue.as_ref().filter(|_| kinds.is_empty());
        let issue = waits.map(|it| issue_shares(processor, program, it)).unwrap_or_default();
        Facts {
            processor,
            lowered,
            program,
            options,
            steady,
            cycles,
            kinds,
            issue,
            next,
            holders: holders(processor, program, steady),
            overhead: overhead(processor, lowered),
        }
    }

    /// Returns whether a bound of this kind limits iterations.
    pub(super) fn is_limited_by(&self, kind: BoundKind) -> bool {
        self.kinds.contains(&kind)
    }

    pub(super) fn has_chain_limit(&self) -> bool {
        self.is_limited_by(BoundKind::Dependencies)
    }

    pub(super) fn has_port_limit(&self) -> bool {
        self.is_limited_by(BoundKind::Resources)
    }

    /// Returns the slowest loop-carried chain.
    pub(super) fn chain(&self) -> Option<&'a Chain> {
        match &self.steady.bounds.dependencies {
            DependencyBound::Chain(chain) => Some(chain),
            DependencyBound::None | DependencyBound::Unknown => None,
        }
    }

    /// Returns the links of the slowest chain that take time or carry a value.
    pub(super) fn links(&self) -> impl Iterator<Item = &'a Link> {
        let links = self.chain().map(|it| it.links.as_slice()).unwrap_or_default();
        links.iter().filter(|link| link.cycles != 0 || link.dependency != LinkCause::Order)
    }

    /// Returns the instructions of the slowest chain, each once, in its order.
    pub(super) fn chain_instructions(&self) -> Vec<u32> {
        let mut found = Vec::new();
        let mut is_found = vec![false; self.lowered.insts.len()];
        for link in self.links() {
            if let Some(is_found @ false) = is_found.get_mut(link.from_instruction as usize) {
                *is_found = true;
                found.push(link.from_instruction);
            }
        }
        found
    }

    /// Micro-ops of these instructions.
    pub(super) fn micro_ops_of(&self, instructions: &[u32]) -> u64 {
        let ops = instructions.iter().filter_map(|at| self.program.ops.get(*at as usize));
        ops.map(|op| u64::from(op.micro_ops)).sum()
    }
}

/// Returns the instructions that hold units of the scarcest resources.
fn holders(processor: &Processor<'_>, program: &Program, steady: &SteadyState) -> Vec<Holder> {
    let Some(bound) = &steady.bounds.resources else { return Vec::new() };
    let set = resource_set(processor, &bound.resources);
    let mut holders = Vec::new();
    for (at, op) in program.ops.iter().enumerate() {
        let needs = &program.needs[op.needs as usize].needs;
        let inside = needs.iter().filter(|need| {
            let choice = resources_of(processor, need);
            choice != 0 && choice & !set == 0
        });
        let cycles: u32 = inside.map(|need| need.cycles).sum();
        if cycles > 0 {
            holders.push(Holder { instruction: at as u32, cycles });
        }
    }
    holders
}

/// Instructions of the longest region in which those that only run the loop are looked for.
const MAX_LOOP_INSTRUCTIONS: usize = 1 << 10;

/// Returns the instructions that only run the loop.
pub(super) fn overhead(processor: &Processor<'_>, lowered: &Lowered) -> Vec<u32> {
    let insts = &lowered.insts;
    let tables = processor.tables();
    let is_branch =
        |inst: &LoweredInst| tables.instruction(inst.opcode).flags & instr_flag::BRANCH != 0;
    let Some(last) = insts.last().filter(|inst| is_branch(inst)) else { return Vec::new() };
    if insts.len() > MAX_LOOP_INSTRUCTIONS {
        return Vec::new();
    }
    let overlap = |one: Reg, two: Reg| tables.do_overlap(one, two);
    let is_simple =
        |inst: &LoweredInst| !inst.has(lowered_flag::MEMORY) && inst.latency_cycles <= 1;
    let branch = insts.len() - 1;
    let is_written_elsewhere = |reg: Reg, at: usize| {
        insts.iter().enumerate().any(|(other, inst)| {
            other != at && inst.writes.iter().any(|write| overlap(write.reg, reg))
        })
    };
    // Flags that only the branch reads.
    let is_for_branch = |at: usize, inst: &LoweredInst| {
        let is_read_by = |other: &LoweredInst| {
            other.reads.iter().any(|read| inst.writes.iter().any(|it| overlap(it.reg, read.reg)))
        };
        let others = insts.iter().enumerate().filter(|(other, _)| *other != at && *other != branch);
        is_simple(inst)
            && !inst.writes.is_empty()
            && is_read_by(last)
            && !others.into_iter().any(|(_, other)| is_read_by(other))
    };
    // A step of a counter reads only itself and what no instruction changes, and is for addresses or the branch.
    let is_step = |at: usize, inst: &LoweredInst| {
        let writes_read = |reg: Reg| inst.writes.iter().any(|write| write.reg == reg);
        is_simple(inst)
            && inst.reads.iter().any(|read| writes_read(read.reg))
            && inst.reads.iter().all(|read| !is_written_elsewhere(read.reg, at))
            && insts.iter().enumerate().any(|(other, reader)| {
                let reads = |read: Reg| inst.writes.iter().any(|it| overlap(it.reg, read));
                let is_for_loop = reader.has(lowered_flag::MEMORY)
                    || other == branch
                    || is_for_branch(other, reader);
                other != at && is_for_loop && reader.reads.iter().any(|it| reads(it.reg))
            })
    };
    let mut found: Vec<u32> = Vec::new();
    for (at, inst) in insts.iter().enumerate() {
        if at == branch || is_step(at, inst) || is_for_branch(at, inst) {
            found.push(at as u32);
        }
    }
    found
}

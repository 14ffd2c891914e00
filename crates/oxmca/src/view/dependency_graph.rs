//! The dependency graph: dependencies between instructions that hold in every iteration.

use rustc_hash::FxHashSet;

use super::{EventLevel, View, ViewContext, ViewInput};
use crate::error::ErrorKind;
use crate::options::Options;
use crate::processor::Processor;
use crate::simulation::Simulation;
use crate::simulation::event::Event;
use crate::simulation::hardware::HardwareCode;
pub use crate::steady_state::DependencyEdge;
use crate::steady_state::{LinkCause, SimulatedProgram, dependency_edges};

/// The dependency graph section.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DependencyGraph {
    /// Dependencies, in the order of the instructions that wait. Empty if they are not known, as of long regions. They
    /// are those without elimination of moves.
    pub edges: Vec<DependencyEdge>,
    /// Edges of the slowest loop-carried chain, as indices, ascending.
    pub chain_edges: Vec<u32>,
    /// Instructions of the longest path within an iteration, in order.
    pub critical_path: Vec<u32>,
    /// Cycles of that path, from the issue of its first instruction to the result of its last.
    pub critical_path_cycles: u64,
}

/// Finds the dependencies of a program when its simulation has come to its end.
pub(crate) struct DependencyGraphView<'a>(ViewInput<'a>);

impl<'a> View<'a> for DependencyGraphView<'a> {
    type Section = DependencyGraph;

    const EVENTS: EventLevel = EventLevel::None;

    const HARDWARE_EVENTS: Option<EventLevel> = Some(EventLevel::None);

    fn is_supported(_: &Processor<'_>) -> bool {
        true
    }

    fn is_requested(options: &Options) -> bool {
        options.views.dependency_graph
    }

    fn new(context: &mut ViewContext<'a>) -> Result<Self, ErrorKind> {
        Ok(DependencyGraphView(context.input))
    }

    fn on_event(&mut self, _: u64, _: Event) {}

    fn repeatable_from(&self) -> u32 {
        0
    }

    fn put_state(&self, _: u32, _: u32, _: &mut dyn FnMut(u64)) {}

    fn mark(&mut self) {}

    fn repeat(&mut self, _: u32, _: u32) {}

    fn into_section(self) -> Result<DependencyGraph, ErrorKind> {
        match self.0.simulation {
            Simulation::Model(program) => of_model(&self.0.simulated_program(program)),
            Simulation::Hardware(code) => of_hardware(&self.0, code),
        }
    }
}

fn of_model(input: &SimulatedProgram<'_>) -> Result<DependencyGraph, ErrorKind> {
    let program = input.program;
    let (edges, chain_edges) = dependency_edges(input)?;
    let latency = |at: usize| u64::from(program.ops[at].latency_cycles);
    let ends = (0..program.ops.len()).map(latency).collect::<Vec<_>>();
    let begins = vec![0; ends.len()];
    let (critical_path, critical_path_cycles) = longest_path(begins, &ends, &edges);
    Ok(DependencyGraph { edges, chain_edges, critical_path, critical_path_cycles })
}

/// Returns the dependencies of an iteration as hardware mode finds them.
pub(super) fn of_hardware(
    input: &ViewInput<'_>,
    code: &HardwareCode<'_>,
) -> Result<DependencyGraph, ErrorKind> {
    let lowered = input.lowered;
    let mut edges: Vec<DependencyEdge> = Vec::new();
    for it in code.dependencies()? {
        let edge = DependencyEdge {
            from_instruction: it.from,
            to_instruction: it.to,
            iterations: it.iterations,
            cycles: it.cycles,
            dependency: LinkCause::of_hardware(&it),
        };
        let is_same =
            |known: &&mut DependencyEdge| DependencyEdge { cycles: it.cycles, ..**known } == edge;
        match edges.iter_mut().rev().take(MAX_PARTS).find(is_same) {
            Some(known) => known.cycles = known.cycles.max(it.cycles),
            None => edges.push(edge),
        }
    }
    edges.sort_by_key(|edge| (edge.to_instruction, edge.from_instruction, edge.iterations));
    let pace = input.find_pace(code)?;
    let chain = pace.slowest_chain();
    let chain = chain.map(|chain| chain.instructions.as_slice()).unwrap_or_default();
    let latencies = lowered.insts.iter().map(|inst| inst.latency_cycles.into()).collect();
    Ok(DependencyGraph::of_results(edges, chain, latencies))
}

/// Edges before one that may be between the same instructions.
const MAX_PARTS: usize = 64;

impl DependencyGraph {
    /// Returns the section of dependencies that lead from result to result. `chain` has the instructions of
    /// the slowest loop-carried chain, in order, and `latencies` the cycles from an instruction's beginning to its result.
    fn of_results(
        edges: Vec<DependencyEdge>,
        chain: &[u32],
        latencies: Vec<u64>,
    ) -> DependencyGraph {
        let next = chain.iter().cycle().skip(1);
        let steps: FxHashSet<(u32, u32)> = chain.iter().copied().zip(next.copied()).collect();
        let is_on_chain = |edge: &DependencyEdge| {
            let step = (edge.from_instruction, edge.to_instruction);
            steps.contains(&step) && (edge.iterations > 0) == (step.1 <= step.0)
        };
        let on_chain = edges.iter().enumerate().filter(|(_, edge)| is_on_chain(edge));
        let chain_edges = on_chain.map(|(at, _)| at as u32).collect();
        let ends = vec![0; latencies.len()];
        let (critical_path, critical_path_cycles) = longest_path(latencies, &ends, &edges);
        DependencyGraph { edges, chain_edges, critical_path, critical_path_cycles }
    }
}

/// Returns the instructions of the longest path within an iteration, and its cycles, by the cycles in which a path begins
/// at each instruction, and those that are left after it.
fn longest_path(mut begin: Vec<u64>, left: &[u64], edges: &[DependencyEdge]) -> (Vec<u32>, u64) {
    let count = begin.len();
    let mut before: Vec<Option<u32>> = vec![None; count];
    // Edges stand in the order of the instructions that wait, which come after those waited for.
    for edge in edges.iter().filter(|edge| edge.iterations == 0) {
        let ready = begin[edge.from_instruction as usize] + u64::from(edge.cycles);
        let to = edge.to_instruction as usize;
        if ready > begin[to] {
            (begin[to], before[to]) = (ready, Some(edge.from_instruction));
        }
    }
    let end = |at: usize| begin[at] + left[at];
    let Some(last) = (0..count).rev().max_by_key(|at| end(*at)) else { return (Vec::new(), 0) };
    let mut path = vec![last as u32];
    let mut at = last;
    while let Some(earlier) = before[at] {
        path.push(earlier);
        at = earlier as usize;
    }
    path.reverse();
    (path, end(last))
}

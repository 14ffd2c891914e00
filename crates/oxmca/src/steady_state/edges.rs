//! The dependencies of a region as a list.

use rustc_hash::FxHashSet;

use super::dependencies::{Eliminated, LinkCause, PeriodDependencies};
use super::simulated_program::SimulatedProgram;
use crate::cycle_ratio::{self, GivenUp, critical_cycle};
use crate::error::ErrorKind;

/// A dependency between two instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DependencyEdge {
    /// Position of the instruction waited for.
    pub from_instruction: u32,
    /// Position of the instruction that waits.
    pub to_instruction: u32,
    /// Iterations between the two.
    pub iterations: u32,
    /// Cycles between their issue at the least.
    pub cycles: u32,
    /// The reason.
    pub dependency: LinkCause,
}

/// Most instructions of a region whose dependencies are listed.
const MAX_LISTED: usize = 1 << 14;

/// Returns the dependencies between the instructions of an iteration, as if no move were eliminated, in the order of the
/// instructions that wait, and the indices of those on the slowest loop-carried chain. Order alone is left out.
///
/// # Errors
/// [`ErrorKind::Interrupted`].
pub(crate) fn dependency_edges(
    input: &SimulatedProgram<'_>,
) -> Result<(Vec<DependencyEdge>, Vec<u32>), ErrorKind> {
    let count = input.program.ops.len();
    if count > MAX_LISTED {
        return Ok((Vec::new(), Vec::new()));
    }
    let none = Eliminated { known: &[], end: 0, period: count as u32 };
    let mut found = PeriodDependencies::new(input).run(&none)?;
    let listed = |edge: &cycle_ratio::Edge<LinkCause>| DependencyEdge {
        from_instruction: edge.from,
        to_instruction: edge.to,
        iterations: edge.distance,
        cycles: edge.delay,
        dependency: edge.label,
    };
    let is_shown = |edge: &DependencyEdge| match edge.dependency {
        LinkCause::Register(_) => true,
        LinkCause::Memory => edge.cycles > 0,
        LinkCause::Order => false,
    };
    let mut edges: Vec<DependencyEdge> = found.iter().map(listed).filter(is_shown).collect();
    edges.sort_by_key(|edge| (edge.to_instruction, edge.from_instruction, edge.iterations));
    edges.dedup();
    let cycle = match critical_cycle(count, &mut found, input.interrupt) {
        Ok(cycle) => cycle,
        Err(GivenUp::TooLarge) => Vec::new(),
        Err(GivenUp::Interrupted) => return Err(ErrorKind::Interrupted),
    };
    let key = |edge: &DependencyEdge| (edge.from_instruction, edge.to_instruction, edge.iterations);
    let links: FxHashSet<_> = cycle.iter().map(|edge| key(&listed(edge))).collect();
    let on_chain = edges.iter().enumerate().filter(|(_, edge)| links.contains(&key(edge)));
    let on_chain = on_chain.map(|(at, _)| at as u32).collect();
    Ok((edges, on_chain))
}

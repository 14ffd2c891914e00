//! The limit of a region, in a small vocabulary.

use oxmca_tables::Reg;

use crate::simulation::hardware::{HardwareBoundKind, HardwarePace};
use crate::steady_state::{
    BoundKind, Chain, DependencyBound, LinkCause, Ratio, SteadyState, WaitCause,
};

/// A reason for which iterations take as long as they do.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Limit {
    /// The given number of micro-ops are dispatched per cycle, or in order issue.
    Dispatch,
    /// The given number of instructions enter the micro-op queue per cycle.
    Decoding,
    /// The given number of instructions retire per cycle.
    Retirement,
    /// These resources are always busy.
    Ports(Vec<String>),
    /// A chain of dependencies from one iteration to the next.
    Chain {
        /// The registers that it goes through, in the order of its links.
        registers: Vec<Reg>,
        /// Set if it goes through memory.
        through_memory: bool,
    },
    /// On a CPU that executes in order, most cycles end since an instruction waits for this.
    Wait {
        /// The reason, which is neither the width of issue nor resources.
        cause: WaitCause,
        /// The registers whose values are waited for.
        registers: Vec<Reg>,
    },
    /// No bound is met: several parts wait for each other.
    Several,
    /// A part of the processor in hardware mode, and names of ports.
    Hardware(HardwareBoundKind, String),
}

/// Part of the cycles of an iteration from which on the highest bound counts as its limit, though it is not met.
const NEAR: f64 = 0.9;

/// Returns the bounds that iterations meet; if they meet none, the highest ones, if they are near.
pub(super) fn bounds_that_limit(steady: &SteadyState) -> Vec<BoundKind> {
    let active = steady.active();
    let highest = steady.bounds.highest();
    if !active.is_empty() || highest.to_f64() < NEAR * steady.cycles_per_iteration().to_f64() {
        return active;
    }
    let all = steady.bounds.all().into_iter();
    all.filter(|bound| bound.cycles == highest && highest != Ratio::ZERO)
        .map(|bound| bound.kind)
        .collect()
}

/// Returns the limits of iterations that these bounds set.
pub(super) fn of_bounds(steady: &SteadyState, kinds: &[BoundKind]) -> Vec<Limit> {
    if kinds.is_empty() {
        return vec![Limit::Several];
    }
    let limit = |kind: &BoundKind| match kind {
        BoundKind::Dispatch => Limit::Dispatch,
        BoundKind::Decoding => Limit::Decoding,
        BoundKind::Retirement => Limit::Retirement,
        BoundKind::Resources => {
            let bound = steady.bounds.resources.as_ref();
            Limit::Ports(bound.map(|bound| bound.resources.clone()).unwrap_or_default())
        }
        BoundKind::Dependencies => match &steady.bounds.dependencies {
            DependencyBound::Chain(chain) => of_chain(chain),
            DependencyBound::None | DependencyBound::Unknown => Limit::Several,
        },
    };
    kinds.iter().map(limit).collect()
}

fn of_chain(chain: &Chain) -> Limit {
    let mut registers = Vec::new();
    for link in &chain.links {
        if let LinkCause::Register(reg) = link.dependency
            && !registers.contains(&reg)
        {
            registers.push(reg);
        }
    }
    let through_memory = chain.links.iter().any(|link| link.dependency == LinkCause::Memory);
    Limit::Chain { registers, through_memory }
}

/// Returns the limits that hardware mode found, each once.
pub(super) fn of_hardware(pace: &HardwarePace) -> Vec<Limit> {
    let met = pace.bounds.iter().filter(|bound| pace.meets(bound));
    let mut limits: Vec<Limit> =
        met.map(|bound| Limit::Hardware(bound.kind, bound.ports.clone())).collect();
    limits.dedup();
    if limits.is_empty() { vec![Limit::Several] } else { limits }
}

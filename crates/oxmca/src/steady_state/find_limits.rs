//! Finding the limits of iterations.

use super::dependencies::LinkCause;
use super::issue_shares;
use super::limit::Limit;
use super::section::{BoundKind, Chain, DependencyBound, SteadyState};
use crate::processor::Processor;
use crate::ratio::Ratio;
use crate::simulation::hardware::{HardwareBound, HardwareBoundKind, HardwarePace};
use crate::simulation::model::program::Program;

/// Part of the cycles of an iteration from which on the highest bound counts as its limit, though it is not met.
const NEAR: f64 = 0.9;

/// Returns the bounds that iterations meet; if they meet none, the highest ones, if they are near.
pub(crate) fn bounds_that_limit(steady: &SteadyState) -> Vec<BoundKind> {
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

/// Returns the limits of iterations on llvm-mca's pipeline. Without a bound that they meet, on a CPU that executes in order,
/// these are the reasons for which issue ends.
pub(super) fn of_model(
    processor: &Processor<'_>,
    program: &Program,
    steady: &SteadyState,
) -> Vec<Limit> {
    let kinds = bounds_that_limit(steady);
    let waits = steady.issue.as_ref().filter(|_| kinds.is_empty());
    let shares = waits.map(|it| issue_shares::shares(processor, program, it)).unwrap_or_default();
    let limits = issue_shares::limits(&shares, steady.cycles_per_iteration());
    if limits.is_empty() { of_bounds(steady, &kinds) } else { limits }
}

/// Returns the limits of iterations that these bounds set.
fn of_bounds(steady: &SteadyState, kinds: &[BoundKind]) -> Vec<Limit> {
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
    of_causes(chain.links.iter().map(|link| link.dependency))
}

/// Returns the limit of a chain of dependencies for these reasons.
fn of_causes(causes: impl Iterator<Item = LinkCause>) -> Limit {
    let (mut registers, mut through_memory) = (Vec::new(), false);
    for cause in causes {
        match cause {
            LinkCause::Register(reg) if !registers.contains(&reg) => registers.push(reg),
            LinkCause::Memory => through_memory = true,
            LinkCause::Register(_) | LinkCause::Order => {}
        }
    }
    Limit::Chain { registers, through_memory }
}

/// Returns the limits that hardware mode found, each once.
pub(crate) fn of_hardware(pace: &HardwarePace) -> Vec<Limit> {
    let limits: Vec<Limit> = pace.met_bounds().map(of_hardware_bound).collect();
    if limits.is_empty() { vec![Limit::Several] } else { limits }
}

fn of_hardware_bound(bound: &HardwareBound) -> Limit {
    match bound.kind {
        HardwareBoundKind::Decoding => Limit::Decoding,
        HardwareBoundKind::Ports => {
            let ports = bound.ports.split('+').filter(|port| !port.is_empty());
            Limit::Ports(ports.map(str::to_owned).collect())
        }
        HardwareBoundKind::Dependencies => {
            of_causes(bound.links.iter().map(LinkCause::of_hardware))
        }
        kind => Limit::Hardware(kind),
    }
}

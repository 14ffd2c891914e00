//! The section from what hardware mode found.

use super::dependencies::LinkCause;
use super::find_limits;
use super::section::{Bounds, Chain, DependencyBound, Link, Pace, Span, Stalls, SteadyState};
use crate::ratio::Ratio;
use crate::simulation::hardware::{HardwareBound, HardwareDependency, HardwarePace};

impl SteadyState {
    /// Creates the section of hardware mode, for a region of `instructions` instructions.
    pub(crate) fn of_hardware(pace: HardwarePace, instructions: u32) -> SteadyState {
        let chain = pace.slowest_chain().map(Chain::of_hardware);
        SteadyState {
            instructions,
            micro_ops: pace.micro_ops,
            pace: Pace::Average {
                measured: Span { iterations: pace.iterations, cycles: pace.cycles.into() },
                simulated_iterations: pace.iterations + pace.warm_up_iterations,
            },
            bounds: Bounds {
                dispatch_cycles: Ratio::ZERO,
                decoding_cycles: None,
                retirement_cycles: None,
                resources: None,
                dependencies: chain.map_or(DependencyBound::None, DependencyBound::Chain),
            },
            stalls: Stalls { cycles: Default::default(), total_cycles: 0 },
            issue: None,
            limits: find_limits::of_hardware(&pace),
            hardware: Some(Box::new(pace)),
        }
    }
}

impl Chain {
    /// Creates the chain of a bound that hardware mode found.
    fn of_hardware(bound: &HardwareBound) -> Chain {
        let link = |it: &HardwareDependency| Link {
            from_instruction: it.from,
            to_instruction: it.to,
            cycles: it.cycles,
            dependency: LinkCause::of_hardware(it),
        };
        Chain {
            links: bound.links.iter().map(link).collect(),
            cycles: bound.links.iter().map(|it| u64::from(it.cycles)).sum(),
            iterations: bound.links.iter().map(|it| u64::from(it.iterations)).sum(),
        }
    }
}

//! The steady state: what a region costs per iteration once the pipeline is full, exactly, and
//! which bound it meets.
//!
//! A simulation of its own runs until the whole machine is in a state it was in before. It gives
//! cycles per iteration free of filling and draining, whatever number of iterations a report is
//! about. Beside it stand lower bounds that follow from the region alone: those of dispatch, of
//! retirement, of each set of resources and of each loop-carried chain of dependencies.
//!
//! ```
//! use oxmca::steady_state::{BoundKind, Ratio};
//! use oxmca::{Options, Session};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let session = Session::new("x86_64-unknown-unknown", "skylake", [])?;
//! let code = session.parse("imulq %rax, %rcx\n addq %rcx, %rax")?;
//! let options = Options::with(|it| it.views.steady_state = true);
//! let report = code.first_region().ok_or("no region")?.analyze(&options)?;
//!
//! let steady = report.steady_state().ok_or("not asked for")?;
//! assert_eq!(steady.cycles_per_iteration(), Ratio::new(4, 1));
//! assert_eq!(steady.active(), [BoundKind::Dependencies]);
//! # Ok(())
//! # }
//! ```

mod dependencies;
mod dispatch;
mod edges;
mod find_limits;
mod issue_shares;
mod issue_waits;
mod limit;
mod of_hardware;
mod ports;
mod section;
mod simulated_program;
mod watch;

pub use dependencies::LinkCause;
pub use edges::DependencyEdge;
pub(crate) use find_limits::bounds_that_limit;
pub(crate) use find_limits::of_hardware as limits_of_hardware;
pub(crate) use issue_shares::{IssueShare, shares as issue_shares};
pub use issue_waits::{HazardWait, IssueWait, IssueWaits, WaitCause};
pub use limit::{Limit, LimitWords, limits_text};
pub use section::{
    Bound, BoundKind, Bounds, Chain, DependencyBound, Link, Pace, ResourceBound, Span, Stalls,
    SteadyState,
};

use crate::cycle_ratio::{GivenUp, critical_cycle};
use crate::error::ErrorKind;
use crate::processor::Processor;
pub use crate::ratio::Ratio;
use crate::simulation::event::Stop;
use crate::simulation::model::program::Program;
use crate::simulation::model::{PipelineOptions, simulate};
use dependencies::{Eliminated, PeriodDependencies};
pub(crate) use edges::dependency_edges;
use ports::Ports;
pub(crate) use ports::{resource_names, resource_set, resources_of};
pub(crate) use simulated_program::SimulatedProgram;
use watch::PeriodObserver;

/// Dynamic instructions simulated at most in search of a repetition, if the region is not longer.
const MAX_INSTRUCTIONS: u64 = 1 << 17;
/// Iterations simulated at least.
const MIN_ITERATIONS: u64 = 64;
/// Dynamic instructions in which dependencies are followed at most.
const MAX_RENAMED: u64 = 1 << 23;

/// Finds the steady state of a program.
///
/// # Errors
/// As [`simulate`].
pub(crate) fn steady_state(input: &SimulatedProgram<'_>) -> Result<SteadyState, ErrorKind> {
    let SimulatedProgram { processor, program, interrupt, .. } = *input;
    let options =
        PipelineOptions { tracks_pressure: false, detects_steady_state: true, ..input.options };
    let count = program.ops.len() as u64;
    let iterations = most_iterations(program);
    let is_out_of_order = processor.is_out_of_order();
    let constant = constantly_eliminated(input);
    let mut watch = PeriodObserver::new(program, is_out_of_order, constant.is_none());
    simulate(processor, program, &options, iterations, (&mut watch, Stop(interrupt)))?;
    let (pace, stalls) = match watch.period() {
        Some(period) => {
            let pace = Pace::Periodic {
                measured: Span { iterations: period.iterations, cycles: period.cycles },
                warm_up: Span {
                    iterations: period.warm_up_iterations,
                    cycles: period.warm_up_cycles,
                },
            };
            (pace, Stalls { cycles: period.stall_cycles, total_cycles: period.stalled_of_cycles })
        }
        None => {
            let ((measured, cycles), (stalls, total_cycles)) = (watch.average(), watch.stalls());
            let pace = Pace::Average {
                measured: Span { iterations: measured, cycles },
                simulated_iterations: iterations,
            };
            (pace, Stalls { cycles: stalls, total_cycles })
        }
    };
    let eliminated = match &constant {
        Some(known) => {
            Some(Eliminated { known, end: known.len() as u32, period: program.ops.len() as u32 })
        }
        None => watch.eliminated().map(|(known, period)| Eliminated {
            known,
            end: watch.period_end(),
            period,
        }),
    };
    let mut steady = SteadyState {
        instructions: count as u32,
        micro_ops: program.ops.iter().fold(0, |sum, op| sum.saturating_add(op.micro_ops)),
        pace,
        bounds: bounds(input, eliminated.as_ref())?,
        limits: Vec::new(),
        stalls,
        issue: issue_waits(&watch, input)?,
        hardware: None,
    };
    steady.limits = find_limits::of_model(processor, program, &steady);
    Ok(steady)
}

/// Finds the cycles of an iteration of a program, and nothing else.
///
/// # Errors
/// As [`simulate`].
pub(crate) fn pace(input: &SimulatedProgram<'_>) -> Result<Ratio, ErrorKind> {
    let SimulatedProgram { processor, program, interrupt, .. } = *input;
    let options =
        PipelineOptions { tracks_pressure: false, detects_steady_state: true, ..input.options };
    let iterations = most_iterations(program);
    let mut watch = PeriodObserver::new(program, processor.is_out_of_order(), false);
    simulate(processor, program, &options, iterations, (&mut watch, Stop(interrupt)))?;
    let (iterations, cycles) = match watch.period() {
        Some(period) => (period.iterations, period.cycles),
        None => watch.average(),
    };
    Ok(Ratio::new(cycles, iterations.max(1).into()))
}

/// Returns the number of iterations that are simulated at most in search of a repetition.
fn most_iterations(program: &Program) -> u32 {
    let count = program.ops.len().max(1) as u64;
    let most = u64::from(u32::MAX - 1) / count;
    (MAX_INSTRUCTIONS / count).max(MIN_ITERATIONS).min(most) as u32
}

/// Returns which instructions are eliminated, if these are the same in every iteration. The list is empty where no move
/// can
/// be.
fn constantly_eliminated(input: &SimulatedProgram<'_>) -> Option<Vec<bool>> {
    let SimulatedProgram { processor, program, options, .. } = *input;
    if !processor.is_out_of_order() || program.moves.is_empty() {
        return Some(Vec::new());
    }
    let dependencies = program.dependencies.as_ref()?;
    let is_eliminated = |position| dependencies.eliminated(position).is_some();
    dependencies
        .hold_for(options.dispatch_width_on(processor))
        .then(|| (0..program.ops.len() as u32).map(is_eliminated).collect())
}

/// Returns the waits of the period that was found on a CPU that executes in order.
fn issue_waits(
    watch: &PeriodObserver,
    input: &SimulatedProgram<'_>,
) -> Result<Option<IssueWaits>, ErrorKind> {
    let (Some(period), Some(issue)) = (watch.period(), watch.issue.as_ref()) else {
        return Ok(None);
    };
    let edges = || Ok(dependency_edges(input)?.0);
    let hazards = input.program.hazards.as_ref();
    IssueWaits::new(issue, hazards, edges, period.state_iterations, period.state_cycles).map(Some)
}

fn bounds(
    input: &SimulatedProgram<'_>,
    eliminated: Option<&Eliminated<'_>>,
) -> Result<Bounds, ErrorKind> {
    let SimulatedProgram { processor, program, options, .. } = *input;
    let is_out_of_order = processor.is_out_of_order();
    let count = program.ops.len() as u64;
    let width = match is_out_of_order {
        true => options.dispatch_width_on(processor),
        false => processor.model.issue_width_uops,
    };
    let per_cycle =
        |limit: u32| (is_out_of_order && limit != 0).then(|| Ratio::new(count, limit.into()));
    let max_retired = processor.max_retired_instructions_per_cycle().unwrap_or(0);
    let queue_is_used = options.micro_op_queue_size_entries != 0;
    Ok(Bounds {
        dispatch_cycles: dispatch::cycles_per_iteration(&program.ops, width, is_out_of_order),
        decoding_cycles: per_cycle(options.decoder_throughput_instructions)
            .filter(|_| queue_is_used),
        retirement_cycles: per_cycle(max_retired),
        resources: resource_bound(processor, program, eliminated),
        dependencies: match eliminated {
            Some(eliminated) => dependency_bound(input, eliminated)?,
            None => DependencyBound::Unknown,
        },
    })
}

/// Returns the bound of the resources. Without knowledge of eliminated moves, every move that may be eliminated counts
/// as such.
fn resource_bound(
    processor: &Processor<'_>,
    program: &Program,
    eliminated: Option<&Eliminated<'_>>,
) -> Option<ResourceBound> {
    let count = program.ops.len() as u32;
    let iterations = eliminated.map_or(1, |eliminated| eliminated.period / count);
    let mut ports = Ports::new(processor);
    for (position, op) in program.ops.iter().enumerate() {
        let times = match eliminated {
            _ if op.elimination == crate::simulation::model::program::NONE32 => iterations,
            None => 0,
            Some(eliminated) => {
                // Iterations of the period may begin anywhere in it.
                let index = |iteration| {
                    let first = eliminated.end.next_multiple_of(count);
                    first + iteration * count + position as u32
                };
                (0..iterations).filter(|it| !eliminated.contains(index(*it))).count() as u32
            }
        };
        for need in program.needs[op.needs as usize].required() {
            ports.add(processor, need, times.into());
        }
    }
    let found = ports.bottleneck()?;
    Some(ResourceBound {
        resources: resource_names(processor, found.resources),
        num_units: found.units,
        held_cycles: Ratio::new(found.cycles, iterations.into()),
    })
}

fn dependency_bound(
    input: &SimulatedProgram<'_>,
    eliminated: &Eliminated<'_>,
) -> Result<DependencyBound, ErrorKind> {
    let renamed = u64::from(eliminated.end) + 2 * u64::from(eliminated.period);
    if renamed > MAX_RENAMED {
        return Ok(DependencyBound::Unknown);
    }
    let count = input.program.ops.len() as u32;
    let mut edges = PeriodDependencies::new(input).run(eliminated)?;
    let position = |node: u32| (node + eliminated.end) % count;
    let cycle = match critical_cycle(eliminated.period as usize, &mut edges, input.interrupt) {
        Ok(cycle) if cycle.is_empty() => return Ok(DependencyBound::None),
        Ok(cycle) => cycle,
        Err(GivenUp::TooLarge) => return Ok(DependencyBound::Unknown),
        Err(GivenUp::Interrupted) => return Err(ErrorKind::Interrupted),
    };
    let periods: u64 = cycle.iter().map(|edge| u64::from(edge.distance)).sum();
    let mut links: Vec<Link> = cycle
        .iter()
        .map(|edge| Link {
            from_instruction: position(edge.from),
            to_instruction: position(edge.to),
            cycles: edge.delay,
            dependency: edge.label,
        })
        .collect();
    // Begin with the instruction that comes first in the region.
    let first = (0..links.len()).min_by_key(|link| links[*link].from_instruction).unwrap_or(0);
    links.rotate_left(first);
    // A chain through several iterations may be one and the same through each.
    let divisors = (1..=links.len()).filter(|part| links.len().is_multiple_of(*part));
    let mut iterations = periods * u64::from(eliminated.period / count);
    for part in divisors {
        let times = links.len() / part;
        if iterations.is_multiple_of(times as u64)
            && links.iter().zip(&links[part..]).all(|(one, next)| one == next)
        {
            links.truncate(part);
            iterations /= times as u64;
            break;
        }
    }
    Ok(DependencyBound::Chain(Chain {
        cycles: links.iter().map(|link| u64::from(link.cycles)).sum(),
        iterations,
        links,
    }))
}

//! The share of cycles that each reason ends issue for, on a CPU that executes in order.

use oxmca_tables::Reg;

use super::dependencies::LinkCause;
use super::issue_waits::{IssueWait, IssueWaits, WaitCause};
use super::limit::Limit;
use super::ports::{resource_names, resources_of};
use crate::processor::Processor;
use crate::ratio::Ratio;
use crate::simulation::model::program::Program;

/// Cycles that end for the same reason.
pub(crate) struct IssueShare {
    /// The reason.
    pub(crate) cause: WaitCause,
    /// The resources waited for.
    pub(crate) resources: Vec<String>,
    /// Cycles of an iteration.
    pub(crate) cycles: Ratio,
    /// Instructions that came next.
    pub(crate) instructions: Vec<u32>,
    /// The registers whose values were waited for, in the same order.
    pub(crate) registers: Vec<Reg>,
    /// The instructions that these were the results of.
    pub(crate) writers: Vec<u32>,
}

/// Returns the shares of all reasons.
pub(crate) fn shares(
    processor: &Processor<'_>,
    program: &Program,
    waits: &IssueWaits,
) -> Vec<IssueShare> {
    let is_met = |cause: &WaitCause| waits.waits.iter().any(|wait| wait.cause == *cause);
    let causes = WaitCause::ALL.into_iter().filter(is_met);
    let held = held_cycles(processor, program);
    let share = |cause: WaitCause| {
        let waits_for_it = waits.waits.iter().filter(move |wait| wait.cause == cause);
        let found: Vec<&IssueWait> = waits_for_it.collect();
        let dependencies = found.iter().filter_map(|wait| wait.dependency);
        let resources = match cause {
            WaitCause::Resources => found.iter().fold(0, |resources, wait| {
                resources | busiest_resources(processor, program, &held, wait.instruction)
            }),
            _ => 0,
        };
        let cycles: u64 = found.iter().map(|wait| wait.cycles).sum();
        IssueShare {
            cause,
            resources: resource_names(processor, resources),
            cycles: Ratio::new(cycles, waits.iterations.max(1).into()),
            instructions: found.iter().map(|wait| wait.instruction).collect(),
            registers: each_once(dependencies.clone().filter_map(|it| match it.dependency {
                LinkCause::Register(reg) => Some(reg),
                LinkCause::Memory | LinkCause::Order => None,
            })),
            writers: each_once(dependencies.map(|it| it.from_instruction)),
        }
    };
    causes.map(share).collect()
}

/// Returns the reasons that at least half of the cycles end for, as limits.
pub(crate) fn limits(shares: &[IssueShare], cycles: Ratio) -> Vec<Limit> {
    let is_most = |share: &&IssueShare| 2.0 * share.cycles.to_f64() >= cycles.to_f64();
    let limits = shares.iter().filter(is_most).map(|share| match share.cause {
        WaitCause::Width => Limit::Dispatch,
        WaitCause::Resources => Limit::Ports(share.resources.clone()),
        cause => Limit::Wait { cause, registers: share.registers.clone() },
    });
    limits.collect()
}

fn each_once<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    all.for_each(|it| {
        if !found.contains(&it) {
            found.push(it);
        }
    });
    found
}

/// Returns the cycles for which an iteration holds each set of resources that one of its instructions chooses from.
fn held_cycles(processor: &Processor<'_>, program: &Program) -> Vec<(u64, u64)> {
    let needs = program.ops.iter().flat_map(|op| &program.needs[op.needs as usize].needs);
    let held = needs.map(|need| (resources_of(processor, need), u64::from(need.cycles)));
    let mut held: Vec<(u64, u64)> = held.filter(|(resources, _)| *resources != 0).collect();
    held.sort_unstable();
    held.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        kept.1 += if is_same { next.1 } else { 0 };
        is_same
    });
    held
}

/// Returns the bits of the resources that an instruction needs and all of the region keep busy longest.
fn busiest_resources(
    processor: &Processor<'_>,
    program: &Program,
    held: &[(u64, u64)],
    instruction: u32,
) -> u64 {
    let Some(op) = program.ops.get(instruction as usize) else { return 0 };
    let needs = &program.needs[op.needs as usize].needs;
    let choices = needs.iter().map(|need| resources_of(processor, need)).filter(|it| *it != 0);
    let busy_cycles = |choice: u64| {
        let inside = held.iter().filter(|(other, _)| other & !choice == 0);
        let held: u64 = inside.map(|(_, cycles)| cycles).sum();
        let units =
            processor.resources.iter().enumerate().filter(|(bit, _)| choice >> bit & 1 != 0);
        let units: u64 = units.map(|(_, resource)| u64::from(resource.num_units)).sum();
        Ratio::new(held, units.max(1))
    };
    choices.max_by_key(|choice| busy_cycles(*choice)).unwrap_or(0)
}

//! Times of a loop's instructions in the simulated pipeline.

use std::num::NonZero;

use oxmca::view::ibs_sample::{CycleStatistics, SampledInstruction};
use oxmca::{ErrorKind, Notice, Options, Region, Report, Session, Unsupported, analyze_region};
use oxmca_asm::Inst;
use oxmca_ibs::comparison::Times;

/// The most iterations that are measured. As many precede them, to fill the pipeline.
const MAX_ITERATIONS: u32 = 2_000;
/// The fewest iterations that are measured.
const MIN_ITERATIONS: u32 = 20;
/// The number of instructions that are measured, if that gives a number of iterations between these two.
const INSTRUCTIONS: u32 = 100_000;

/// The predicted times of a loop.
pub struct Simulation {
    /// The times of each instruction; `None` for those that the model does not know or that have no micro-ops.
    pub times: Vec<Option<Times<f64>>>,
    /// The share of each instruction in the loop's micro-ops.
    pub shares: Vec<Option<f64>>,
    /// The indices of instructions that cannot be simulated, with the reasons.
    pub unsupported: Vec<(usize, Unsupported)>,
    /// The cycles of one iteration.
    pub cycles_per_iteration: Option<f64>,
}

/// Simulates many iterations of a loop. The first ones, in which the pipeline fills, are not measured.
///
/// # Errors
/// When no instruction can be simulated.
pub fn simulate(session: &Session, insts: &[Inst]) -> Result<Simulation, ErrorKind> {
    let count = u32::try_from(insts.len()).map_err(|_| ErrorKind::TooLong)?.max(1);
    let iterations = (INSTRUCTIONS / count).clamp(MIN_ITERATIONS, MAX_ITERATIONS);
    let run = |iterations| {
        let options = Options::with(|it| {
            it.iterations = NonZero::new(iterations);
            it.views.instruction_info = false;
            it.views.resource_pressure = false;
            it.skip_unsupported = true;
            it.ibs_sampling_period_micro_ops = NonZero::new(1);
        });
        let region = Region::new(insts);
        analyze_region(region, session.processor(), session.target(), &options)
            .map_err(|error| error.kind)
    };
    let (fill, both) = (run(iterations)?, run(2 * iterations)?);
    let cycles = |report: &Report| report.summary().map(|it| it.total_cycles);
    let cycles_per_iteration = cycles(&both)
        .zip(cycles(&fill))
        .map(|(both, fill)| (both as f64 - fill as f64) / f64::from(iterations));
    let mut simulation = Simulation {
        times: vec![None; insts.len()],
        shares: vec![None; insts.len()],
        unsupported: both.notices().iter().filter_map(unsupported).collect(),
        cycles_per_iteration,
    };
    if let (Some(all), Some(fill)) = (both.ibs_samples(), fill.ibs_samples()) {
        let samples = all.samples();
        for (source, (all, fill)) in both.sources().iter().zip(all.rows.iter().zip(&fill.rows)) {
            simulation.times[*source] = times(all, fill);
            simulation.shares[*source] = all.share_of(samples);
        }
    }
    Ok(simulation)
}

fn unsupported(notice: &Notice) -> Option<(usize, Unsupported)> {
    match notice {
        Notice::Skipped { instruction, reason } => Some((*instruction, *reason)),
        _ => None,
    }
}

/// Returns means over the samples of a run that a shorter run does not have.
fn times(all: &SampledInstruction, fill: &SampledInstruction) -> Option<Times<f64>> {
    let samples = all.retired_samples.checked_sub(fill.retired_samples).filter(|it| *it > 0)?;
    let (long, short) = (all.times?, fill.times?);
    let mean = |long: CycleStatistics, short: CycleStatistics| {
        // Sums of whole cycles.
        let sum = |mean: CycleStatistics, samples: u64| (mean.mean_cycles * samples as f64).round();
        let difference = sum(long, all.retired_samples) - sum(short, fill.retired_samples);
        (difference / samples as f64).max(0.0)
    };
    Some(Times {
        tag_to_retire: mean(long.tag_to_retire, short.tag_to_retire),
        dispatch_to_complete: mean(long.dispatch_to_complete, short.dispatch_to_complete),
        completion_to_retire: mean(long.completion_to_retire, short.completion_to_retire),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::processor::triple;

    fn simulated(cpu: &str, text: &str) -> (Simulation, Report) {
        let session = Session::new(triple(true), cpu, []).unwrap();
        let code = session.parse(text).unwrap();
        let region = code.first_region().unwrap();
        // So long that the beginning does not show.
        let options = Options::with(|it| {
            it.iterations = NonZero::new(1_000_000);
            it.ibs_sampling_period_micro_ops = NonZero::new(1);
        });
        let report = region.analyze(&options).unwrap();
        (simulate(&session, &region.instructions()).unwrap(), report)
    }

    #[test]
    fn times_are_those_of_a_pipeline_that_has_filled() {
        for cpu in ["znver4", "btver2", "bdver2"] {
            let (simulation, report) =
                simulated(cpu, "imulq %rsi, %rdi\naddq %rdi, %rax\nmovq (%rdi), %rsi");
            let samples = report.ibs_samples().unwrap();
            for (found, row) in simulation.times.iter().zip(&samples.rows) {
                let (found, times) = (found.unwrap(), row.times.unwrap());
                let near = |found: f64, expected: CycleStatistics| {
                    let expected = expected.mean_cycles;
                    assert!((found - expected).abs() < 0.02, "{cpu}: {found} {expected}");
                };
                near(found.tag_to_retire, times.tag_to_retire);
                near(found.dispatch_to_complete, times.dispatch_to_complete);
                near(found.completion_to_retire, times.completion_to_retire);
            }
            let cycles = report.summary().unwrap().total_cycles as f64 / 1e6;
            assert!((simulation.cycles_per_iteration.unwrap() - cycles).abs() < 0.01);
            let shares: f64 = simulation.shares.iter().flatten().sum();
            assert!((shares - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn instructions_that_the_model_does_not_know_are_left_out() {
        let session = Session::new(triple(true), "znver2", []).unwrap();
        let code = session.parse("addq %rdi, %rax\nvpopcntq %zmm1, %zmm2\nincq %rbx").unwrap();
        let found = simulate(&session, &code.parsed().insts).unwrap();
        assert_eq!(found.unsupported.iter().map(|it| it.0).collect::<Vec<_>>(), [1]);
        let is_known: Vec<bool> = found.times.iter().map(Option::is_some).collect();
        assert_eq!(is_known, [true, false, true]);
        let nothing = simulate(&session, &code.parsed().insts[1..2]);
        assert_eq!(nothing.err(), Some(ErrorKind::Empty));
    }
}

//! Timed runs.

use std::arch::is_x86_feature_detected;

use super::program::{self, CHAIN_CYCLES};
use super::sandbox::{Arena, Sandbox};
use crate::job::{Answer, Job, Length, MAGIC, MAX_ROUNDS, status};

/// Passes through the chain before and after a run: the shorter and the longer count. Their difference has no overhead.
const CHAIN_PASSES: [u64; 2] = [20, 60];
/// Passes through the probe.
const PROBE_PASSES: u64 = 40;
/// Most rounds without a new page before times count, and rounds that are made at most for that.
const WARM_UP: (u32, u32) = (4, 100);
/// Rounds that are made at most, as a multiple of those that must count.
const MOST_TRIED: usize = 6;
/// Change of the frequency within a round from which on it does not count, and slowness of the probe.
const SAME_FREQUENCY: f64 = 0.004;
const SLOW_PROBE: f64 = 1.05;

/// Runs a job and returns the exit status.
pub(super) fn run(job: &Job) -> i32 {
    let rounds = usize::try_from(job.rounds).unwrap_or(MAX_ROUNDS).min(MAX_ROUNDS);
    let Some(programs) = program::programs(job, is_x86_feature_detected!("avx512f")) else {
        return status::BAD_JOB;
    };
    let Some(arena) = Arena::new(&programs.code, job.memory, job.word) else {
        return status::NO_MEMORY;
    };
    let mut answer = Answer {
        magic: MAGIC,
        accepted: 0,
        tried: 0,
        pages: 0,
        left: 0,
        probe_cycles: f64::INFINITY,
        ticks_per_cycle: 0.0,
        registers: Default::default(),
        cycles: [[0.0; MAX_ROUNDS]; 2],
    };
    let mut probes = [0.0; MAX_ROUNDS];
    let Ok(sandbox) = Sandbox::enter(arena, job.seconds) else { return status::NO_SANDBOX };
    let mut runs = Runs { sandbox, programs, job };
    // From here on nothing may ask the system for anything but what the sandbox lets pass: no memory, no files.
    let [short, long] = &job.lengths;
    if rounds == 0 {
        runs.timed(0, short);
        answer.registers[0] = runs.sandbox.words().end_registers;
        answer.left = runs.sandbox.words().left;
        answer.pages = runs.sandbox.pages().into();
        runs.sandbox.finish(&answer);
    }
    let (quiet_rounds, most_rounds) = WARM_UP;
    let mut quiet = 0;
    for _ in 0..most_rounds {
        let before = runs.sandbox.pages();
        runs.timed(1, long);
        answer.registers[1] = runs.sandbox.words().end_registers;
        runs.timed(0, short);
        answer.registers[0] = runs.sandbox.words().end_registers;
        answer.left |= runs.sandbox.words().left;
        quiet = if runs.sandbox.pages() == before { quiet + 1 } else { 0 };
        if quiet >= quiet_rounds {
            break;
        }
    }
    let (mut ticks_before, mut probe_before) = runs.pace();
    let mut accepted = 0;
    for tried in 0..MOST_TRIED * rounds {
        let ticks = [runs.timed(0, short), runs.timed(1, long)];
        let (ticks_after, probe_after) = runs.pace();
        let ticks_per_cycle = (ticks_before + ticks_after) / 2.0;
        let is_steady = (ticks_before - ticks_after).abs() < SAME_FREQUENCY * ticks_per_cycle;
        if is_steady && let Some(probe) = probes.get_mut(accepted) {
            *probe = f64::max(probe_before, probe_after);
            for (cycles, ticks) in answer.cycles.iter_mut().zip(ticks) {
                cycles[accepted] = ticks as f64 / ticks_per_cycle;
            }
            accepted += 1;
            answer.ticks_per_cycle = ticks_per_cycle;
        }
        answer.tried = tried as u64 + 1;
        answer.probe_cycles = answer.probe_cycles.min(probe_after);
        (ticks_before, probe_before) = (ticks_after, probe_after);
        if accepted == MAX_ROUNDS || quiet_ones(&probes[..accepted], &answer) >= rounds {
            break;
        }
    }
    let mut kept = 0;
    for round in 0..accepted {
        if probes[round] < SLOW_PROBE * answer.probe_cycles {
            answer.cycles.iter_mut().for_each(|cycles| cycles[kept] = cycles[round]);
            kept += 1;
        }
    }
    answer.accepted = kept as u64;
    answer.pages = runs.sandbox.pages().into();
    runs.sandbox.finish(&answer)
}

/// Returns the number of rounds in which the probe was about as fast as ever.
fn quiet_ones(probes: &[f64], answer: &Answer) -> usize {
    probes.iter().filter(|it| **it < SLOW_PROBE * answer.probe_cycles).count()
}

struct Runs<'a> {
    sandbox: Sandbox,
    programs: program::Programs,
    job: &'a Job,
}

impl Runs<'_> {
    /// Returns the ticks of one of the two programs.
    fn timed(&mut self, number: usize, length: &Length) -> u64 {
        let entry = self.programs.timed[number];
        self.sandbox.run(entry, self.job.passes, &length.registers)
    }

    /// Returns the ticks of a cycle, and the cycles of the probe.
    fn pace(&mut self) -> (f64, f64) {
        let registers = Default::default();
        let [short, long] = CHAIN_PASSES.map(|passes| {
            let both = [(); 2].map(|()| self.sandbox.run(self.programs.chain, passes, &registers));
            both[0].min(both[1])
        });
        let passes = CHAIN_PASSES[1] - CHAIN_PASSES[0];
        let ticks = long.saturating_sub(short) as f64 / (passes * CHAIN_CYCLES) as f64;
        let probe = self.sandbox.run(self.programs.probe, PROBE_PASSES, &registers);
        (ticks, probe as f64 / ticks)
    }
}

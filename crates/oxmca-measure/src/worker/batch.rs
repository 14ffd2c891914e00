//! Many blocks in one process: each is timed in some rounds, and told before the next one begins.

use super::clock::{PaceMeter, Rounds};
use super::program::{self, Extensions};
use super::sandbox::{Arena, Sandbox};
use crate::job::{Batch, BatchRecord, MAGIC, MAX_BATCH_ROUNDS};

/// Rounds between two looks at the pace of the core.
const ROUNDS_PER_PACE: usize = 8;
/// Rounds without a new page before times count, and rounds that are made at most for that.
const WARM_UP: (u32, u32) = (2, 100);
/// Ticks by which the longer program should take more.
const WANTED_TICKS: u64 = 3000;
/// Most passes of a program.
const MAX_PASSES: u64 = 200;

/// Runs a batch and returns the exit status.
pub(super) fn run(batch: &Batch) -> i32 {
    let rounds = usize::try_from(batch.rounds).unwrap_or(MAX_BATCH_ROUNDS).min(MAX_BATCH_ROUNDS);
    let extensions = Extensions::here();
    let programs = match program::programs_of_batch(batch, extensions) {
        Ok(programs) => programs,
        Err(status) => return status,
    };
    let arena = Arena::new(&programs.code, batch.memory, batch.word);
    let mut sandbox = match arena.and_then(|it| Sandbox::enter(it, extensions, batch.seconds)) {
        Ok(sandbox) => sandbox,
        Err(status) => return status,
    };
    // From here on nothing may ask the system for memory.
    let meter = PaceMeter::new(&mut sandbox, &programs);
    for block in 0..batch.blocks.len() {
        let entries = [programs.timed[2 * block], programs.timed[2 * block + 1]];
        let (quiet_rounds, most_rounds) = WARM_UP;
        let (mut quiet, mut shortest) = (0, u64::MAX);
        for _ in 0..most_rounds {
            let before = sandbox.pages();
            let [short, long] = entries.map(|it| sandbox.run(it, 1, &batch.registers));
            quiet = if sandbox.pages() == before { quiet + 1 } else { 0 };
            if quiet > 0 {
                shortest = shortest.min(long.saturating_sub(short).max(1));
            }
            if quiet > quiet_rounds {
                break;
            }
        }
        let passes = (WANTED_TICKS / shortest).clamp(1, MAX_PASSES);
        let mut timed = Rounds::new();
        let mut before = meter.pace(&mut sandbox);
        for first in (0..rounds).step_by(ROUNDS_PER_PACE) {
            let mut ticks = [[0.0; 2]; ROUNDS_PER_PACE];
            let ticks = &mut ticks[..ROUNDS_PER_PACE.min(rounds - first)];
            for ticks in ticks.iter_mut() {
                *ticks = entries.map(|it| sandbox.run(it, passes, &batch.registers) as f64);
            }
            let after = meter.pace(&mut sandbox);
            timed.add(ticks, before.and(after));
            before = after;
        }
        let accepted = timed.accepted();
        let record = BatchRecord {
            magic: MAGIC,
            block: block as u64,
            accepted: accepted.count,
            passes,
            probe_nops_per_cycle: accepted.usual.probe_nops_per_cycle(),
            cycles: accepted.cycles,
        };
        sandbox.tell(&record);
    }
    sandbox.end()
}

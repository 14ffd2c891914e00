//! Code that goes through arrays: each size is filled, gone through once, timed in some rounds, and told before the next one begins.

use std::time::{Duration, Instant};

use super::clock::{PaceMeter, Rounds};
use super::cycle;
use super::program::{self, Extensions};
use super::sandbox::{self, Arena, Array, Sandbox};
use crate::array_order::ArrayOrder;
use crate::job::{ArrayJob, ArrayRecord, MAGIC, MAX_ARRAY_BYTES, MAX_BATCH_ROUNDS};
use crate::registers::Registers;
use crate::start::InitialMemory;
use crate::status;

/// Nanoseconds that the shorter run should take, and how many times longer the other one is. A pass is the least.
const SHORT_NS: f64 = 40_000.0;
const LONGER: u64 = 3;
/// Most nanoseconds in which an array is gone through before times count. Large ones are not gone through as a whole then.
const WARM_UP_NS: f64 = 100e6;
/// Nanoseconds that a run before that takes at the most, if it is of several passes.
const CHUNK_NS: f64 = 1e6;
/// Time in which ticks of the clock are counted, at least.
const CLOCK_TIME: Duration = Duration::from_millis(20);

/// Runs a job and returns the exit status.
pub(super) fn run(job: &ArrayJob) -> i32 {
    let rounds = usize::try_from(job.rounds).unwrap_or(MAX_BATCH_ROUNDS).min(MAX_BATCH_ROUNDS);
    let stride_bytes = u64::from(job.stride_bytes);
    let is_size = |it: &u64| (2 * stride_bytes..=MAX_ARRAY_BYTES).contains(it);
    let Some(most_bytes) = job.sizes_bytes.iter().copied().max() else { return status::BAD_JOB };
    if stride_bytes < 8 || stride_bytes % 8 != 0 || !job.sizes_bytes.iter().all(is_size) {
        return status::BAD_JOB;
    }
    let extensions = Extensions::here();
    let programs = match program::programs_of_array(job, extensions) {
        Ok(programs) => programs,
        Err(status) => return status,
    };
    let clock = Clock::start();
    let array = match Array::new(most_bytes) {
        Ok(array) => array,
        Err(status) => return status,
    };
    let bytes_per_fault = array.bytes_per_fault();
    let ticks_per_nanosecond = clock.ticks_per_nanosecond();
    let arena =
        Arena::new(&programs.code, InitialMemory::Pages, job.word).map(|it| it.with_array(array));
    let mut sandbox = match arena.and_then(|it| Sandbox::enter(it, extensions, job.seconds)) {
        Ok(sandbox) => sandbox,
        Err(status) => return status,
    };
    // From here on nothing may ask the system for memory.
    let meter = PaceMeter::new(&mut sandbox, &programs);
    for (size, bytes) in job.sizes_bytes.iter().enumerate() {
        let Some(registers) = fill(&mut sandbox, job, *bytes) else { return status::BAD_JOB };
        let mut walk = Walk { sandbox: &mut sandbox, entry: programs.timed[0], registers };
        let iterations = bytes / stride_bytes;
        let ticks_per_pass = walk.warm_up(iterations, job.copies.into(), ticks_per_nanosecond);
        let short = (SHORT_NS * ticks_per_nanosecond / ticks_per_pass).max(1.0) as u64;
        let passes = [short, LONGER * short];
        let mut timed = Rounds::new();
        let mut before = meter.pace(walk.sandbox);
        for _ in 0..rounds {
            // As for blocks: the first run after the pace was told is not timed.
            walk.run(short);
            let ticks = passes.map(|it| walk.run(it) as f64);
            let after = meter.pace(walk.sandbox);
            timed.add(&[ticks], before.and(after));
            before = after;
        }
        let accepted = timed.accepted();
        let record = ArrayRecord {
            magic: MAGIC,
            size: size as u64,
            accepted: accepted.count,
            passes,
            probe_nops_per_cycle: accepted.usual.probe_nops_per_cycle(),
            ticks_per_cycle: accepted.usual.ticks_per_cycle,
            ticks_per_nanosecond,
            bytes_per_fault,
            cycles: accepted.cycles,
        };
        sandbox.tell(&record);
    }
    sandbox.end()
}

/// Fills the beginning of the array and returns the registers that code begins with; `None` if the array is shorter.
fn fill(sandbox: &mut Sandbox, job: &ArrayJob, bytes: u64) -> Option<Registers> {
    let count = bytes as usize / size_of::<u64>();
    let words = sandbox.array_words().get_mut(..count)?;
    match job.order {
        ArrayOrder::Sequential => words.fill(job.word),
        order => {
            let stride_words = job.stride_bytes as usize / size_of::<u64>();
            cycle::link(words, stride_words, order == ArrayOrder::RandomCycle);
        }
    }
    let base = words.as_ptr() as u64;
    let mut registers = job.registers;
    for (set, address) in
        [(job.starts, base), (job.middles, base + bytes / 2), (job.ends, base + bytes)]
    {
        for (number, value) in registers.iter_mut().enumerate() {
            if set >> number & 1 != 0 {
                *value = address;
            }
        }
    }
    Some(registers)
}

/// Runs that go on where the one before ended.
struct Walk<'s> {
    sandbox: &'s mut Sandbox,
    entry: usize,
    registers: Registers,
}

impl Walk<'_> {
    /// Returns the ticks of so many passes.
    fn run(&mut self, passes: u64) -> u64 {
        let ticks = self.sandbox.run(self.entry, passes, &self.registers);
        self.registers = self.sandbox.words().end_registers;
        ticks
    }

    /// Goes through the array, as far as there is time, and returns the ticks of a pass at the end of that.
    fn warm_up(&mut self, iterations: u64, copies: u64, ticks_per_nanosecond: f64) -> f64 {
        let wanted_passes = iterations.div_ceil(copies.max(1)).max(4);
        let [most_ticks, chunk_ticks] = [WARM_UP_NS, CHUNK_NS].map(|it| it * ticks_per_nanosecond);
        let (mut passes, mut all_ticks, mut chunk) = (0, 0.0, 1);
        loop {
            let ticks = (self.run(chunk) as f64).max(1.0);
            passes += chunk;
            all_ticks += ticks;
            if passes >= wanted_passes || all_ticks >= most_ticks {
                return ticks / chunk as f64;
            }
            if ticks < chunk_ticks / 2.0 {
                chunk *= 2;
            }
        }
    }
}

/// Two clocks at one time.
struct Clock {
    time: Instant,
    ticks: u64,
}

impl Clock {
    fn start() -> Clock {
        Clock { time: Instant::now(), ticks: sandbox::ticks() }
    }

    /// Returns the ticks of a nanosecond since the start, when some time has passed.
    fn ticks_per_nanosecond(&self) -> f64 {
        loop {
            let now = Clock::start();
            let time = now.time - self.time;
            if time >= CLOCK_TIME {
                let ticks = now.ticks.saturating_sub(self.ticks);
                return ticks.max(1) as f64 / time.as_nanos() as f64;
            }
        }
    }
}

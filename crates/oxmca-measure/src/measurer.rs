//! Runs blocks in processes of their own and sums up what they say.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use oxmca::hardware::Delivery;

use crate::block::Block;
use crate::error::MeasureError;
use crate::job::{Answer, Job, Length, MAX_ROUNDS, Unit, Variation};
use crate::machine::HERE;
use crate::registers::Registers;
use crate::start::Start;
use crate::{process, statistics, trips};

/// The time that a block takes.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
#[non_exhaustive]
pub struct Measured {
    /// Cycles of an iteration: the median of the processes.
    pub cycles: f64,
    /// Difference between the processes with most and least cycles, as a share of the median.
    pub spread: f64,
    /// The lengths that were timed by the process in the middle, shortest first.
    pub lengths: Vec<TimedLength>,
    /// Pages that were touched.
    pub pages: u64,
    /// Ticks of the clock in a cycle: the median of the rounds.
    pub ticks_per_cycle: f64,
}

/// A number of iterations and what they took, with what comes before and after them.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
#[non_exhaustive]
pub struct TimedLength {
    /// Iterations of a pass.
    pub iterations: f64,
    /// Cycles of a pass.
    pub cycles: f64,
}

/// Runs blocks in processes of their own.
#[derive(Clone, Debug)]
pub struct Measurer {
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<OsString>,
    /// Processes that must agree.
    processes: usize,
    rounds: u32,
    /// `nop` that a core to itself does in a cycle, at least.
    nops_per_cycle: f64,
}

/// Share of its pace that a core must have to be quiet. A neighbour who is always busy leaves half of it or a little more; on a
/// Zen 5 whose micro-op cache delivers 6.5 `nop` in a cycle rather than eight, 0.81 is all that there is.
const QUIET: f64 = 0.78;
/// Milliseconds to wait for a quiet core: at first, and at most. Each time twice as long.
const WAIT_MS: [u64; 2] = [2, 256];

/// Processes whose times differ by more of their median disagree.
const MAX_SPREAD: f64 = 0.02;
/// Times that processes are started again if they disagree, or none was quiet.
const MOST_ATTEMPTS: usize = 24;
/// Cycles that the difference of two programs should have at least.
const WANTED_CYCLES: f64 = 20_000.0;
/// Ticks of the clock that it should have at least, and how many times more cycles than otherwise that may be.
const WANTED_TICKS: f64 = 1000.0;
const MOST_COARSENESS: f64 = 16.0;
/// One-byte `nop` before straight code, which micro-op caches of Intel cannot hold.
const LEADING_NOPS: u32 = 128;
/// Seconds of processor time of a process that measures, and of one that only tries.
const SECONDS: u32 = 5;
const TRIAL_SECONDS: u32 = 1;

impl Measurer {
    /// Runs blocks in processes of a program that calls [`crate::worker::run`] if it is started with these arguments.
    pub fn new<A: AsRef<OsStr>>(
        program: impl Into<PathBuf>,
        arguments: impl IntoIterator<Item = A>,
    ) -> Measurer {
        let arguments = arguments.into_iter().map(|it| it.as_ref().to_owned()).collect();
        Measurer {
            program: program.into(),
            arguments,
            processes: 3,
            rounds: 60,
            nops_per_cycle: HERE.least_nops_per_cycle,
        }
    }

    /// Sets how many processes must agree; 3 by default.
    #[must_use]
    pub fn processes(self, processes: usize) -> Measurer {
        Measurer { processes: processes.max(1), ..self }
    }

    /// Sets how many micro-ops the processor renames in a cycle. Without it, a neighbour on the core who is always busy is
    /// not noticed on wide processors. It makes no difference on AArch64, whose cores seldom have several threads.
    #[must_use]
    pub fn renamed_micro_ops(self, count: u32) -> Measurer {
        if HERE.shares_cores { Measurer { nops_per_cycle: f64::from(count), ..self } } else { self }
    }

    /// Returns whether the core did `nop` at its pace, so that no neighbour used it.
    fn is_quiet(&self, answer: &Answer) -> bool {
        self.is_quiet_pace(answer.probe_nops_per_cycle)
    }

    /// Returns whether so many `nop` in a cycle are those of a core to itself.
    pub(crate) fn is_quiet_pace(&self, nops_per_cycle: f64) -> bool {
        nops_per_cycle > QUIET * self.nops_per_cycle
    }

    /// Measures a block. Memory holds addresses if numbers in it make the code fail; short branches become near ones if
    /// they do not reach the place that they lead to here.
    ///
    /// # Errors
    /// The reason why there is no number.
    pub fn measure(&self, block: &Block, start: &Start) -> Result<Measured, MeasureError> {
        match self.measure_in_memory(block, start) {
            Err(MeasureError::OutOfReach) => {
                self.measure_in_memory(&block.with_far_branches(), start)
            }
            measured => measured,
        }
    }

    fn measure_in_memory(&self, block: &Block, start: &Start) -> Result<Measured, MeasureError> {
        let with_addresses = start.with_addresses();
        match self.measure_from(block, start) {
            Err(error) if error.depends_on_memory() && with_addresses != *start => {
                self.measure_from(block, &with_addresses)
            }
            measured => measured,
        }
    }

    fn measure_from(&self, block: &Block, start: &Start) -> Result<Measured, MeasureError> {
        let mut plan = Plan::new(self, block, start)?;
        let first = self.answer(&plan.job)?;
        plan.lengthen(&first, block);
        let mut all = Vec::new();
        let mut error = MeasureError::Noisy;
        let mut wait_ms = WAIT_MS[0];
        for attempt in 0..MOST_ATTEMPTS {
            if attempt > 0 {
                thread::sleep(Duration::from_millis(wait_ms));
                wait_ms = (2 * wait_ms).min(WAIT_MS[1]);
            }
            for _ in 0..self.processes {
                let answer = self.answer(&plan.job)?;
                if answer.left != 0 && !plan.leaves {
                    return Err(MeasureError::LeftEarly);
                }
                let iterations = plan.iterations(&answer)?;
                let cycles = cycles(&answer, &iterations, self.rounds);
                if let Some(cycles) = cycles.filter(|_| self.is_quiet(&answer)) {
                    all.push(Sample { cycles, answer, iterations });
                }
            }
            match summary(&all, self.processes, plan.job.passes as f64) {
                Ok(measured) => return Ok(measured),
                Err(why) => error = why,
            }
        }
        Err(error)
    }

    /// Runs code once and returns the registers at its end, and whether it left by the way out.
    fn registers_after(
        &self,
        unit: Unit,
        start: &Start,
    ) -> Result<(Registers, bool), MeasureError> {
        let length = Length { copies: 1, registers: start.registers };
        let job = Job {
            unit,
            lengths: vec![length],
            passes: 1,
            reloads: true,
            variation: None,
            leading_nops: 0,
            memory: start.memory,
            word: start.word,
            rounds: 0,
            seconds: TRIAL_SECONDS,
        };
        let answer = self.answer(&job)?;
        Ok((answer.registers[0], answer.left != 0))
    }

    /// Starts a process for a job and returns its answer.
    fn answer(&self, job: &Job) -> Result<Answer, MeasureError> {
        process::answer(&self.program, &self.arguments, job)
    }
}

/// Returns the cycles of an iteration by one process; `None` if too few rounds count.
fn cycles(answer: &Answer, iterations: &[f64], rounds: u32) -> Option<f64> {
    let accepted = answer.accepted as usize;
    if accepted < (rounds / 3) as usize {
        return None;
    }
    let times = answer.cycles.iter().map(|it| statistics::mean_of_lower(&it[..accepted]));
    let points: Vec<(f64, f64)> = iterations
        .iter()
        .copied()
        .zip(times)
        .map(|(at, time)| Some((at, time?)))
        .collect::<Option<_>>()?;
    statistics::slope(&points)
}

/// The times of one process.
struct Sample {
    cycles: f64,
    answer: Answer,
    /// Iterations of each length, of all passes.
    iterations: Vec<f64>,
}

/// Sums up the processes that agree best.
fn summary(all: &[Sample], processes: usize, passes: f64) -> Result<Measured, MeasureError> {
    if all.len() < processes {
        return Err(MeasureError::Noisy);
    }
    let mut sorted: Vec<&Sample> = all.iter().collect();
    sorted.sort_by(|one, two| one.cycles.total_cmp(&two.cycles));
    // Most of the processes must agree, whatever the others say: disturbances come and go.
    let needed = processes.max(all.len() / 2 + 1);
    let range = |window: &[&Sample]| match window {
        [first, .., last] => last.cycles - first.cycles,
        _ => 0.0,
    };
    let best = sorted
        .windows(needed)
        .min_by(|one, two| range(one).total_cmp(&range(two)))
        .ok_or(MeasureError::Noisy)?;
    let middle = best[best.len() / 2];
    let spread = range(best) / middle.cycles.abs().max(0.05);
    if spread > MAX_SPREAD {
        let bound = |it: Option<&&Sample>| it.map_or(0.0, |it| it.cycles);
        return Err(MeasureError::Unsteady {
            least_cycles: bound(sorted.first()),
            most_cycles: bound(sorted.last()),
        });
    }
    let accepted = middle.answer.accepted as usize;
    let length = |(iterations, cycles): (&f64, &[f64; MAX_ROUNDS])| TimedLength {
        iterations: iterations / passes,
        cycles: statistics::mean_of_lower(&cycles[..accepted]).unwrap_or_default() / passes,
    };
    Ok(Measured {
        cycles: middle.cycles.max(0.0),
        spread,
        lengths: middle.iterations.iter().zip(&middle.answer.cycles).map(length).collect(),
        pages: middle.answer.pages,
        ticks_per_cycle: middle.answer.ticks_per_cycle,
    })
}

/// The programs that are timed.
struct Plan {
    job: Job,
    /// The way in which iterations are counted.
    count: Count,
    /// The end of the loop is the way out.
    leaves: bool,
}

/// The way in which iterations of a length are counted.
enum Count {
    /// A pass has as many as copies.
    Copies,
    /// A register goes on by so much in each.
    Register { number: usize, stride: i64 },
}

impl Plan {
    fn new(measurer: &Measurer, block: &Block, start: &Start) -> Result<Plan, MeasureError> {
        let job = Job {
            unit: block.unit.clone(),
            lengths: vec![Length { copies: 1, registers: start.registers }; 2],
            passes: 1,
            reloads: false,
            variation: None,
            leading_nops: 0,
            memory: start.memory,
            word: start.word,
            rounds: measurer.rounds,
            seconds: SECONDS,
        };
        if block.is_own_loop {
            let trips =
                trips::find(&|unit, start| measurer.registers_after(unit, start), block, start)?;
            let lengths = trips.registers.iter().map(|it| Length { copies: 1, registers: *it });
            let job = Job {
                reloads: true,
                lengths: lengths.collect(),
                passes: if trips.variation.is_some() { Variation::PASSES } else { 1 },
                variation: trips.variation,
                ..job
            };
            let count = Count::Register { number: trips.counter, stride: trips.stride };
            return Ok(Plan { job, count, leaves: trips.leaves });
        }
        let bytes = block.unit.code.len().max(1);
        let (copies, passes) = match block.delivery {
            Delivery::Unrolled => (((HERE.straight_bytes)() / bytes).max(4), 1),
            Delivery::Loop => (block.copies_of_loop(), 16),
        };
        let mut job = Job { passes, ..job };
        if block.delivery == Delivery::Unrolled {
            job.leading_nops = LEADING_NOPS;
        }
        job.lengths[0].copies = copies as u32;
        job.lengths[1].copies = 2 * copies as u32;
        Ok(Plan { job, count: Count::Copies, leaves: false })
    }

    /// Makes the programs so long that their difference is well above the clock's errors.
    fn lengthen(&mut self, answer: &Answer, block: &Block) {
        if block.delivery == Delivery::Unrolled && !HERE.repeats_straight_code {
            return;
        }
        let accepted = answer.accepted as usize;
        let last = self.job.lengths.len() - 1;
        let [short, long] =
            [0, last].map(|at| statistics::mean_of_lower(&answer.cycles[at][..accepted]));
        // The ticks of some clocks take a hundred cycles.
        let coarseness =
            WANTED_TICKS / answer.ticks_per_cycle.max(f64::MIN_POSITIVE) / WANTED_CYCLES;
        let coarseness = coarseness.clamp(1.0, MOST_COARSENESS);
        let wanted = coarseness * WANTED_CYCLES;
        let difference = long.zip(short).map_or(wanted, |(long, short)| long - short);
        let factor = (wanted / difference.max(1.0)).clamp(1.0, 200.0 * coarseness).ceil();
        self.job.passes *= factor as u64;
        if self.job.variation.is_some() {
            self.job.passes = Variation::passes(self.job.passes);
        }
    }

    /// Returns the iterations of each length.
    fn iterations(&self, answer: &Answer) -> Result<Vec<f64>, MeasureError> {
        let passes = self.job.passes as f64;
        let more = self.job.variation.map_or(0.0, |it| it.mean_iterations());
        let of_length = |(length, after): (&Length, &Registers)| match self.count {
            Count::Copies => f64::from(length.copies) * passes,
            Count::Register { number, stride } => {
                let passed = trips::change(length.registers[number], after[number]);
                ((passed as f64 / stride as f64).round() + more) * passes
            }
        };
        let all: Vec<f64> = self.job.lengths.iter().zip(&answer.registers).map(of_length).collect();
        let is_longer = |pair: &[f64]| pair[1] >= pair[0] + passes;
        if all.windows(2).all(is_longer) { Ok(all) } else { Err(MeasureError::EndNotKnown) }
    }
}

//! Timed runs.

use super::program::{self, CHAINS, Extensions, PROBE_NOPS};
use super::sandbox::{Arena, Sandbox};
use crate::job::{Answer, Job, MAGIC, MAX_BATCH_ROUNDS, MAX_LENGTHS, MAX_ROUNDS};
use crate::status;

/// Passes through the probe.
const PROBE_PASSES: u64 = 100;
/// Ticks that the difference of chains should take, and how many times more passes that may need than otherwise. The ticks of some
/// clocks take a hundred cycles.
const WANTED_TICKS: u64 = 1000;
const MOST_COARSENESS: u64 = 16;
/// Most rounds without a new page before times count, and rounds that are made at most for that.
const WARM_UP: (u32, u32) = (4, 100);
/// Rounds that are made at most, as a multiple of those that must count.
const MOST_TRIED: u64 = 6;
/// Change of the frequency within a round from which on it does not count, and slowness of the probe.
const SAME_FREQUENCY: f64 = 0.004;
const SLOW_PROBE: f64 = 1.05;

/// Runs a job and returns the exit status.
pub(super) fn run(job: &Job) -> i32 {
    let rounds = usize::try_from(job.rounds).unwrap_or(MAX_ROUNDS).min(MAX_ROUNDS);
    if job.lengths.is_empty() || job.lengths.len() > MAX_LENGTHS {
        return status::BAD_JOB;
    }
    let extensions = Extensions::here();
    let programs = match program::programs(job, extensions) {
        Ok(programs) => programs,
        Err(status) => return status,
    };
    let arena = match Arena::new(&programs.code, job.memory, job.word) {
        Ok(arena) => arena,
        Err(status) => return status,
    };
    let mut answer = Answer {
        magic: MAGIC,
        accepted: 0,
        tried: 0,
        pages: 0,
        left: 0,
        probe_nops_per_cycle: 0.0,
        ticks_per_cycle: 0.0,
        registers: Default::default(),
        cycles: [[0.0; MAX_ROUNDS]; MAX_LENGTHS],
    };
    let mut sandbox = match Sandbox::enter(arena, extensions, job.seconds) {
        Ok(sandbox) => sandbox,
        Err(status) => return status,
    };
    // From here on nothing may ask the system for anything but what the sandbox lets pass: no memory, no files.
    let meter = PaceMeter::new(&mut sandbox, &programs);
    let mut runs = Runs { sandbox, meter, programs, job };
    if rounds == 0 {
        runs.timed(0);
        answer.registers[0] = runs.sandbox.words().end_registers;
        answer.left = runs.sandbox.words().left;
        answer.pages = runs.sandbox.pages().into();
        runs.sandbox.finish(&answer);
    }
    // The first pass of a length has its iterations, whatever others have.
    for at in 0..job.lengths.len() {
        runs.passes(at, 1);
        answer.registers[at] = runs.sandbox.words().end_registers;
        answer.left |= runs.sandbox.words().left;
    }
    let (quiet_rounds, most_rounds) = WARM_UP;
    let mut quiet = 0;
    for _ in 0..most_rounds {
        let before = runs.sandbox.pages();
        for at in (0..job.lengths.len()).rev() {
            runs.timed(at);
            answer.left |= runs.sandbox.words().left;
        }
        quiet = if runs.sandbox.pages() == before { quiet + 1 } else { 0 };
        if quiet >= quiet_rounds {
            break;
        }
    }
    let mut paces = [Pace::default(); MAX_ROUNDS];
    let mut before = runs.pace();
    let mut made = 0;
    while made < MAX_ROUNDS && answer.tried < MOST_TRIED * rounds as u64 {
        let mut ticks = [0; MAX_LENGTHS];
        // Vectors of more than 128 bits are slow at first after code without them, as the one that tells the pace: on Emerald
        // Rapids some thousand cycles.
        runs.timed(0);
        for (at, ticks) in ticks.iter_mut().enumerate().take(job.lengths.len()) {
            *ticks = runs.timed(at);
        }
        let after = runs.pace();
        answer.tried += 1;
        let pace = before.and(after);
        before = after;
        if let Some(pace) = pace {
            paces[made] = pace;
            answer.cycles.iter_mut().zip(ticks).for_each(|(it, ticks)| it[made] = ticks as f64);
            made += 1;
        }
        if made >= rounds && Usual::of(&paces[..made]).count(&paces[..made]) >= rounds {
            break;
        }
    }
    let usual = Usual::of(&paces[..made]);
    let mut kept = 0;
    for round in 0..made {
        if usual.includes(&paces[round]) {
            for cycles in &mut answer.cycles {
                cycles[kept] = cycles[round] / usual.ticks_per_cycle;
            }
            kept += 1;
        }
    }
    answer.accepted = kept as u64;
    answer.ticks_per_cycle = usual.ticks_per_cycle;
    answer.probe_nops_per_cycle = usual.probe_nops_per_cycle();
    answer.pages = runs.sandbox.pages().into();
    runs.sandbox.finish(&answer)
}

/// The pace of the core.
#[derive(Clone, Copy, Default)]
pub(super) struct Pace {
    pub ticks_per_cycle: f64,
    pub probe_ticks: f64,
}

impl Pace {
    /// Returns the pace of what ran between two times that it was looked at; `None` if it changed.
    pub fn and(self, after: Pace) -> Option<Pace> {
        let ticks_per_cycle = (self.ticks_per_cycle + after.ticks_per_cycle) / 2.0;
        let change = (self.ticks_per_cycle - after.ticks_per_cycle).abs();
        let probe_ticks = self.probe_ticks.max(after.probe_ticks);
        (change < SAME_FREQUENCY * ticks_per_cycle).then_some(Pace { ticks_per_cycle, probe_ticks })
    }
}

/// The pace of most rounds.
#[derive(Clone, Copy)]
pub(super) struct Usual {
    /// The median.
    pub ticks_per_cycle: f64,
    /// The lower quartile: the lowest can be an error of the clock.
    probe_ticks: f64,
}

impl Usual {
    pub fn of(paces: &[Pace]) -> Usual {
        let sorted = |of: fn(&Pace) -> f64| {
            let mut values = [f64::INFINITY; MAX_ROUNDS];
            values.iter_mut().zip(paces).for_each(|(value, pace)| *value = of(pace));
            values.sort_unstable_by(f64::total_cmp);
            values
        };
        Usual {
            ticks_per_cycle: sorted(|it| it.ticks_per_cycle)[paces.len() / 2],
            probe_ticks: sorted(|it| it.probe_ticks)[paces.len() / 4],
        }
    }

    pub fn includes(&self, pace: &Pace) -> bool {
        let change = (pace.ticks_per_cycle - self.ticks_per_cycle).abs();
        change < SAME_FREQUENCY * self.ticks_per_cycle
            && pace.probe_ticks < SLOW_PROBE * self.probe_ticks
    }

    fn count(&self, paces: &[Pace]) -> usize {
        paces.iter().filter(|it| self.includes(it)).count()
    }

    /// Returns `nop` in a cycle.
    pub fn probe_nops_per_cycle(&self) -> f64 {
        let nops = PROBE_PASSES as f64 * PROBE_NOPS as f64;
        nops / (self.probe_ticks / self.ticks_per_cycle)
    }
}

/// Rounds in each of which a shorter and a longer program are timed, with the pace of the core.
pub(super) struct Rounds {
    ticks: [[f64; 2]; MAX_BATCH_ROUNDS],
    /// As many as [`Usual`] looks at.
    paces: [Pace; MAX_ROUNDS],
    made: usize,
}

/// The rounds that count.
pub(super) struct Accepted {
    pub usual: Usual,
    pub count: u64,
    /// Cycles of the shorter and of the longer program, by round.
    pub cycles: [[f64; MAX_BATCH_ROUNDS]; 2],
}

impl Rounds {
    pub fn new() -> Rounds {
        let (ticks, paces) = ([[0.0; 2]; MAX_BATCH_ROUNDS], [Pace::default(); MAX_ROUNDS]);
        Rounds { ticks, paces, made: 0 }
    }

    /// Adds rounds with the pace of all of them; no pace if it changed.
    pub fn add(&mut self, ticks: &[[f64; 2]], pace: Option<Pace>) {
        let Some(pace) = pace else { return };
        for (round, ticks) in (self.made..MAX_BATCH_ROUNDS).zip(ticks) {
            self.ticks[round] = *ticks;
            self.paces[round] = pace;
            self.made = round + 1;
        }
    }

    /// Returns those whose pace is the usual one.
    pub fn accepted(&self) -> Accepted {
        let paces = &self.paces[..self.made];
        let usual = Usual::of(paces);
        let mut count = 0;
        let mut cycles = [[0.0; MAX_BATCH_ROUNDS]; 2];
        for (ticks, _) in self.ticks.iter().zip(paces).filter(|it| usual.includes(it.1)) {
            for (cycles, ticks) in cycles.iter_mut().zip(ticks) {
                cycles[count] = ticks / usual.ticks_per_cycle;
            }
            count += 1;
        }
        Accepted { usual, count: count as u64, cycles }
    }
}

struct Runs<'a> {
    sandbox: Sandbox,
    meter: PaceMeter,
    programs: program::Programs,
    job: &'a Job,
}

impl Runs<'_> {
    /// Returns the ticks of a length.
    fn timed(&mut self, number: usize) -> u64 {
        self.passes(number, self.job.passes)
    }

    /// Returns the ticks of so many passes of a length.
    fn passes(&mut self, number: usize, passes: u64) -> u64 {
        let entry = self.programs.timed[number];
        if let Some(variation) = self.job.variation {
            self.sandbox.vary(variation.step, passes);
        }
        self.sandbox.run(entry, passes, &self.job.lengths[number].registers)
    }

    /// Returns the pace of the core at this moment.
    fn pace(&mut self) -> Pace {
        self.meter.pace(&mut self.sandbox)
    }
}

/// Tells the pace of the core.
pub(super) struct PaceMeter {
    chains: [usize; 2],
    probe: usize,
    /// The passes that the clock needs, as a multiple of those that a fine one does.
    coarseness: u64,
}

impl PaceMeter {
    pub fn new(sandbox: &mut Sandbox, programs: &program::Programs) -> PaceMeter {
        let mut meter = PaceMeter { chains: programs.chains, probe: programs.probe, coarseness: 1 };
        let ticks = meter.chain_ticks(sandbox).max(1);
        meter.coarseness = WANTED_TICKS.div_ceil(ticks).min(MOST_COARSENESS);
        meter
    }

    /// Returns the pace of the core at this moment.
    pub fn pace(&self, sandbox: &mut Sandbox) -> Pace {
        let ticks = self.chain_ticks(sandbox);
        let [short, long] = CHAINS.map(|it| it.cycles * it.passes);
        let cycles = (long - short) * self.coarseness;
        let passes = PROBE_PASSES * self.coarseness;
        let probe = sandbox.run(self.probe, passes, &Default::default());
        Pace {
            ticks_per_cycle: ticks as f64 / cycles as f64,
            probe_ticks: probe as f64 / self.coarseness as f64,
        }
    }

    /// Returns by how much the longer chain takes longer than the shorter one. The difference has no overhead.
    fn chain_ticks(&self, sandbox: &mut Sandbox) -> u64 {
        let registers = Default::default();
        let [short, long] = [0, 1].map(|at| {
            let passes = CHAINS[at].passes * self.coarseness;
            let both = [(); 2].map(|()| sandbox.run(self.chains[at], passes, &registers));
            both[0].min(both[1])
        });
        long.saturating_sub(short)
    }
}

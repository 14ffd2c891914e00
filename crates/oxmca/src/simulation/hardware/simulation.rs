//! The loop over cycles: retirement, execution, renaming, front end.

use oxmca_asm::Interrupt;
use oxmca_tables::hardware::PortSet;
use smallvec::SmallVec;

use super::banks::Banks;
use super::code::Code;
use super::dataflow::Dataflow;
use super::early::EarlyWakeup;
use super::port_results::PortResults;
use super::recurrence::{Fingerprint, Recurrence, Repeated};
use super::third_operands::ThirdOperands;
use super::thread::Thread;
use super::watch::Watch;
use crate::error::ErrorKind;
use crate::options::{Delivery, HardwareOptions, HardwareParts};
use crate::processor::hardware::HardwareProcessor;

/// Iterations that are simulated at least.
const LEAST_ITERATIONS: usize = 8;
/// Iterations after which simulation ends whatever the cycles.
const MOST_ITERATIONS: usize = 800;
/// Cycles after which it ends once a few iterations are done.
const MOST_CYCLES: u32 = 6000;
/// Cycles after which it ends once iterations can be told apart.
const LAST_CYCLE: u32 = 20_000;
/// Iterations by which they can be.
const ENOUGH_ITERATIONS: usize = 3;
/// Cycles without a retirement after which nothing will retire any more: more than any instruction waits.
const MOST_CYCLES_OF_WAITING: u32 = 10_000;

/// A part of a simulation that was measured.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    /// Iterations that were measured, and the cycles that they took.
    pub iterations: u32,
    pub cycles: u32,
    /// Iterations and cycles before.
    pub warm_up: (u32, u32),
    /// Cycles in which iterations retired.
    pub ends: Vec<u32>,
    /// The part that was measured repeats itself from then on.
    pub repeats: bool,
}

impl Measured {
    /// Returns the cycles that `iterations` iterations take from an empty pipeline until all is done: simulated, or as many
    /// more as were measured.
    pub fn total_cycles(&self, iterations: u32) -> u32 {
        let (measured, cycles) = (u64::from(self.iterations.max(1)), u64::from(self.cycles));
        let left = u64::from(iterations).saturating_sub(self.ends.len() as u64);
        // The iterations that are not simulated, and the cycles of these.
        let (left, more) = match self.repeats {
            true => (left.next_multiple_of(measured), left.div_ceil(measured) * cycles),
            false => (left, (left * cycles).div_ceil(measured)),
        };
        let last = u64::from(iterations).checked_sub(left + 1);
        let last = last.and_then(|at| self.ends.get(at as usize)).copied().unwrap_or(0);
        (u64::from(last) + more + AFTER_RETIREMENT).try_into().unwrap_or(u32::MAX)
    }
}

/// Cycles after the one in which the last instruction retired, counted from 0.
const AFTER_RETIREMENT: u64 = 2;

/// Cycles that are simulated before the interrupt is asked again.
const CYCLES_PER_INTERRUPT: u32 = 1 << 10;

/// The reason why a simulation came to no end.
#[derive(Clone, Copy, Debug)]
pub(super) enum GivenUp {
    /// Nothing retires any more. The fault of the hardware model.
    Stuck { cycle: u32 },
    /// The caller wanted it.
    Interrupted,
}

impl From<GivenUp> for ErrorKind {
    fn from(why: GivenUp) -> ErrorKind {
        match why {
            GivenUp::Stuck { cycle } => ErrorKind::Deadlock { cycle: cycle.into() },
            GivenUp::Interrupted => ErrorKind::Interrupted,
        }
    }
}

/// A core that runs code, on one thread or on two. The first one is watched and measured.
pub(super) struct Simulation<'a> {
    interrupt: &'a Interrupt,
    banks: Banks,
    cycle: u32,
    /// The next cycle in which the interrupt is asked.
    interrupt_cycle: u32,
    /// Cycles that have passed without anything but stalls, counted up to the number of threads.
    idle_cycles: usize,
    /// Something has happened in this cycle.
    has_progress: bool,
    threads: SmallVec<[Thread<'a>; 1]>,
    dataflow: Dataflow,
    /// Iterations after which the pace is looked at again.
    next_look: usize,
}

/// The least that a simulation is measured for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Least {
    pub cycles: u32,
    /// Halves of cycles that a port or the divider needs for an iteration.
    pub half_cycles_of_iteration: u32,
}

/// Returns the iteration before those that are measured of so many, and their number; `None` if there are too few.
fn measured_iterations(done: usize, period: usize) -> Option<(usize, usize)> {
    let half = done - done / 2;
    let measured = (half / period * period).max(period).min(done.checked_sub(1)?);
    let first = done.checked_sub(1 + measured).filter(|_| measured > 0)?;
    Some((first, measured))
}

impl<'a> Simulation<'a> {
    pub fn new(
        code: Code<'a>,
        hardware: &'a HardwareProcessor,
        delivery: Delivery,
        options: &'a HardwareOptions,
        interrupt: &'a Interrupt,
    ) -> Simulation<'a> {
        let numbers = code.numbers;
        let of_thread = code.most_results_in_flight();
        let results_in_flight = if options.two_threads { 2 * of_thread } else { of_thread };
        Simulation {
            interrupt,
            banks: Banks {
                bank: if options.has(HardwareParts::BANKS) { numbers.bank_bits.into() } else { 0 },
                set: numbers.set_bits.into(),
                most_loads: numbers.loads_per_bank,
            },
            cycle: 0,
            interrupt_cycle: 0,
            idle_cycles: 0,
            has_progress: false,
            next_look: 0,
            threads: (0..if options.two_threads { 2 } else { 1 })
                .map(|number| Thread::new(code, hardware, delivery, options, number))
                .collect(),
            dataflow: Dataflow::new(hardware.num_ports, results_in_flight)
                .with_vector_scheduler(match numbers.vector_scheduler {
                    0 => PortSet::default(),
                    _ => hardware.model.ports.vector,
                })
                .with_parts(&hardware.model.ports)
                .with_early_wakeup(match options.has(HardwareParts::PORT_CHOICE) {
                    true => EarlyWakeup::of(&hardware.model),
                    false => None,
                })
                .with_in_order(numbers.in_order_instructions)
                .with_port_results(PortResults::new(&hardware.model, hardware.num_ports))
                .with_page_cycles(code.numbers.page_cycles)
                .with_third_operands(ThirdOperands::new(&hardware.model, hardware.num_ports)),
        }
    }

    /// Creates the same core with as many ports as there are micro-ops.
    pub fn without_ports(mut self) -> Simulation<'a> {
        self.dataflow.begins_all = true;
        self.dataflow = self.dataflow.with_early_wakeup(None);
        self
    }

    /// Runs until the pace can be told, for the given number of cycles at least. Iterations are counted in multiples of `period`.
    ///
    /// # Errors
    /// [`GivenUp`].
    pub fn measure(mut self, period: usize, least: Least) -> Result<Measured, GivenUp> {
        let mut recurrence = self.can_recur().then(Recurrence::default);
        loop {
            self.begin_cycle(&mut ())?;
            let repeated = recurrence.as_mut().and_then(|it| self.repeated(it));
            if let Some(repeated) = repeated {
                return Ok(self.measured_while(repeated));
            }
            if self.is_measured(period, least, self.cycle) {
                return Ok(self.measured(period));
            }
            self.end_cycle(&mut ());
            // Cycles that were passed over may have been the last ones.
            if self.pass_idle_cycles(&mut ()) && self.is_measured(period, least, self.cycle - 1) {
                return Ok(self.measured(period));
            }
        }
    }

    /// Returns iterations that repeated themselves, and will, if a cycle in which some ended shows it.
    #[inline]
    fn repeated(&mut self, recurrence: &mut Recurrence) -> Option<Repeated> {
        let done = self.threads[0].ends.len() as u32;
        if done <= recurrence.iterations() {
            return None;
        }
        let fingerprint = self.fingerprint();
        let thread = &self.threads[0];
        let in_flight = thread.iterations_in_flight();
        let repeated = recurrence.add(fingerprint, done, in_flight, thread.travelled_bytes());
        repeated.filter(|it| thread.pages().are_rare(it.travelled_bytes, it.cycles))
    }

    /// Returns whether it can come to a state that it was in before. Two threads are not followed.
    fn can_recur(&self) -> bool {
        matches!(&self.threads[..], [thread] if thread.can_recur())
    }

    fn fingerprint(&mut self) -> Fingerprint {
        let mut fingerprint = Fingerprint::new(self.cycle);
        self.threads[0].mark(&mut fingerprint);
        self.dataflow.mark(&mut fingerprint);
        fingerprint
    }

    /// Returns whether the pace can be told in a cycle.
    fn is_measured(&mut self, period: usize, least: Least, cycle: u32) -> bool {
        let done = self.threads[0].ends.len();
        let is_long = cycle >= least.cycles && done >= LEAST_ITERATIONS.max(2 * period);
        is_long && self.threads[0].pages().are_enough(cycle) && self.lasts(period, least)
            || done >= MOST_ITERATIONS
            || cycle > MOST_CYCLES && done > period
            || cycle > LAST_CYCLE && done >= ENOUGH_ITERATIONS
    }

    /// Returns whether the pace is one that can last: at the beginning, iterations can retire faster than a port or the divider can
    /// go on, or stores be written, until no more of them can wait for it.
    fn lasts(&mut self, period: usize, least: Least) -> bool {
        let ends = &self.threads[0].ends;
        let (done, most) = (ends.len(), u64::from(least.half_cycles_of_iteration));
        if done < self.next_look {
            return false;
        }
        let Some((first, measured)) = measured_iterations(done, period) else { return true };
        let half_cycles = 2 * u64::from(ends[done - 1] - ends[first]);
        let lasts =
            100 * half_cycles >= 99 * most * measured as u64 && !self.threads[0].stores_fill();
        if !lasts {
            self.next_look = done + done / 2;
        }
        lasts
    }

    /// Runs `iterations` iterations, and reports what happens to `watch`. Returns the cycles that they take.
    ///
    /// # Errors
    /// [`GivenUp`].
    pub fn observe<W: Watch>(mut self, iterations: u32, watch: &mut W) -> Result<u32, GivenUp> {
        self.threads[0].end = iterations;
        loop {
            self.begin_cycle(watch)?;
            let is_done = self.threads[0].ends.len() >= iterations as usize;
            self.end_cycle(watch);
            if is_done {
                // What retired in this cycle is seen in the next.
                watch.cycle_begins(self.cycle);
                watch.cycle_ends(self.cycle);
                return Ok(self.cycle + 1);
            }
            self.pass_idle_cycles(watch);
        }
    }

    /// Passes over the cycles after one in which nothing happened, which are like it until something is due. Returns
    /// whether there were any.
    #[inline]
    fn pass_idle_cycles<W: Watch>(&mut self, watch: &mut W) -> bool {
        // Threads take turns.
        if self.idle_cycles < self.threads.len() {
            return false;
        }
        self.pass_until_due(watch)
    }

    #[cold]
    fn pass_until_due<W: Watch>(&mut self, watch: &mut W) -> bool {
        let last = self.cycle - 1;
        let stuck = self.threads.iter().map(|it| it.last_retirement + MOST_CYCLES_OF_WAITING + 1);
        let due = self.threads.iter().filter_map(|it| it.next_due(last, &self.dataflow));
        let due = due.chain(self.dataflow.next_due(last)).chain(stuck).min();
        let due = due.filter(|it| *it > self.cycle).unwrap_or(self.cycle);
        let next = watch.idle(self.cycle, due);
        let has_passed = next > self.cycle;
        self.cycle = next;
        has_passed
    }

    /// Does the first part of a cycle: stores are written, instructions retire.
    fn begin_cycle<W: Watch>(&mut self, watch: &mut W) -> Result<(), GivenUp> {
        let cycle = self.cycle;
        if cycle >= self.interrupt_cycle {
            self.interrupt_cycle = cycle + CYCLES_PER_INTERRUPT;
            if self.interrupt.is_requested() {
                return Err(GivenUp::Interrupted);
            }
        }
        watch.cycle_begins(cycle);
        let has_written = self.order().any(|number| match number {
            0 => self.threads[0].write_stores(cycle, watch),
            _ => self.threads[number].write_stores(cycle, &mut ()),
        });
        let has_retired = self.order().any(|number| match number {
            0 => self.threads[0].retire(cycle, &mut self.dataflow, watch),
            _ => self.threads[number].retire(cycle, &mut self.dataflow, &mut ()),
        });
        self.has_progress = has_written || has_retired;
        let is_stuck = |it: &Thread<'_>| cycle - it.last_retirement > MOST_CYCLES_OF_WAITING;
        match self.threads.iter().any(is_stuck) {
            true => Err(GivenUp::Stuck { cycle }),
            false => Ok(()),
        }
    }

    /// Does the second part of a cycle: micro-ops begin, instructions are renamed and delivered.
    fn end_cycle<W: Watch>(&mut self, watch: &mut W) {
        let cycle = self.cycle;
        let has_begun = self.dataflow.execute(cycle, &self.banks, watch);
        let has_renamed = self.order().any(|number| match number {
            0 => self.threads[0].rename(cycle, &mut self.dataflow, watch),
            _ => self.threads[number].rename(cycle, &mut self.dataflow, &mut ()),
        });
        self.has_progress |= has_begun || has_renamed;
        let takes_more = |number: &usize| !self.threads[*number].is_supplied();
        let number = self.order().find(takes_more).unwrap_or(0);
        let before = (!self.has_progress).then(|| self.threads[number].progress());
        match number {
            0 => self.threads[0].deliver(cycle, watch),
            _ => self.threads[number].deliver(cycle, &mut ()),
        }
        let is_idle = before.is_some_and(|it| it == self.threads[number].progress());
        self.idle_cycles = if is_idle { self.idle_cycles + 1 } else { 0 };
        watch.cycle_ends(cycle);
        self.cycle += 1;
    }

    /// Returns the threads in the order in which a cycle serves them: they take turns, and the second is served if the
    /// first has nothing to do.
    fn order(&self) -> impl Iterator<Item = usize> + use<> {
        let count = self.threads.len();
        let first = if count > 1 { self.cycle as usize % count } else { 0 };
        (0..count)
            .map(move |turn| if first + turn < count { first + turn } else { first + turn - count })
    }

    fn measured_while(mut self, repeated: Repeated) -> Measured {
        Measured {
            iterations: repeated.iterations,
            cycles: repeated.cycles,
            warm_up: (repeated.first, repeated.first_cycle),
            ends: std::mem::take(&mut self.threads[0].ends),
            repeats: true,
        }
    }

    fn measured(mut self, period: usize) -> Measured {
        let ends = std::mem::take(&mut self.threads[0].ends);
        let done = ends.len();
        let Some(last) = ends.last().copied() else {
            return Measured {
                iterations: 1,
                cycles: self.cycle,
                warm_up: (0, 0),
                ends,
                repeats: false,
            };
        };
        let Some((first, measured)) = measured_iterations(done, period) else {
            let (iterations, cycles) = (done as u32, last.max(1));
            return Measured { iterations, cycles, warm_up: (0, 0), ends, repeats: false };
        };
        let begin = ends[first];
        Measured {
            iterations: measured as u32,
            cycles: last - begin,
            warm_up: (first as u32 + 1, begin),
            ends,
            repeats: false,
        }
    }
}

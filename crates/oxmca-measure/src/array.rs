//! Code that goes through arrays, which tells what caches and memory cost.

use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::array_order::{ArrayOrder, ArrayPlace};
use crate::block::Block;
use crate::error::MeasureError;
use crate::job::{ArrayJob, ArrayRecord, MAX_ARRAY_BYTES};
use crate::measurer::Measurer;
use crate::start::Start;
use crate::{process, statistics};

/// The way in which code goes through an array.
#[derive(Clone, Copy, Debug)]
pub struct ArrayRun<'r> {
    /// General purpose registers that begin with addresses of the array, by their numbers in machine code.
    pub registers: &'r [(usize, ArrayPlace)],
    /// The contents of the array.
    pub order: ArrayOrder,
    /// Bytes of the array that an iteration goes on by; of a cycle, those of an element. A multiple of 8.
    pub stride_bytes: u32,
}

impl ArrayRun<'_> {
    /// Returns the registers that begin with the address of a place, a bit for each.
    fn set(&self, place: ArrayPlace) -> u32 {
        let own = self.registers.iter().filter(|it| it.1 == place);
        own.filter_map(|it| 1_u32.checked_shl(it.0 as u32)).fold(0, |set, it| set | it)
    }
}

/// The time of code that goes through an array.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct ArrayTime {
    /// Cycles of an iteration: the median of the processes that agree best, most of all that measured it.
    pub cycles: f64,
    /// The same of the fastest of these.
    pub least_cycles: f64,
    /// The same of the slowest of these.
    pub most_cycles: f64,
    /// Nanoseconds of a cycle.
    pub nanoseconds_per_cycle: f64,
    /// Bytes that the system gave by a fault when the array was touched for the first time, as a mean. This tells whether pages
    /// were huge ones.
    pub bytes_per_fault: f64,
}

impl ArrayTime {
    /// Returns the difference between the processes with most and least cycles, as a share of the median.
    pub fn spread(&self) -> f64 {
        (self.most_cycles - self.least_cycles) / self.cycles.max(f64::MIN_POSITIVE)
    }

    /// Returns nanoseconds of an iteration.
    pub fn nanoseconds(&self) -> f64 {
        self.cycles * self.nanoseconds_per_cycle
    }
}

/// Times that each size is timed by a process.
const ROUNDS: u32 = 32;
/// Processes whose times differ by less of their median agree.
const AGREEMENT: f64 = 0.02;
/// Times that a process is started again because none was quiet, and milliseconds of the first wait and of the longest.
const MOST_WAITS: usize = 12;
const WAIT_MS: [u64; 2] = [5, 250];
/// Seconds of processor time of a process, and bytes of arrays for which it has one more.
const SECONDS: u32 = 20;
const BYTES_PER_SECOND: u64 = 1 << 28;

/// A size whose time is asked for.
struct Pending {
    bytes: u64,
    samples: Vec<ArrayTime>,
    error: Option<MeasureError>,
}

impl Measurer {
    /// Measures code that goes through arrays of some sizes in bytes, again and again. It ends with no branch, and goes back to the
    /// start of the array by itself. Each size is measured by two processes, which hold memory
    /// of their own, and by more, `most_processes` in all, as long as they differ by more than 2 %. Arrays of one process are the
    /// beginning of the same memory, as large as the largest.
    ///
    /// Returns cycles of an iteration, or the reason why there are none, in the order of the sizes.
    pub fn measure_arrays(
        &self,
        block: &Block,
        run: &ArrayRun<'_>,
        sizes_bytes: &[u64],
        most_processes: usize,
    ) -> Vec<Result<ArrayTime, MeasureError>> {
        let is_size =
            |bytes: u64| (2 * u64::from(run.stride_bytes)..=MAX_ARRAY_BYTES).contains(&bytes);
        let is_stride = run.stride_bytes > 0 && run.stride_bytes.is_multiple_of(8);
        let refusal = |bytes: u64| match block.is_own_loop {
            true => Some(MeasureError::EndNotKnown),
            false if !is_stride || !is_size(bytes) => {
                Some(MeasureError::ArraySize { limit_bytes: MAX_ARRAY_BYTES })
            }
            false => None,
        };
        let mut all: Vec<Pending> = sizes_bytes
            .iter()
            .map(|it| Pending { bytes: *it, samples: Vec::new(), error: refusal(*it) })
            .collect();
        let (mut waits, mut wait_ms) = (0, WAIT_MS[0]);
        loop {
            let mut open: Vec<&mut Pending> =
                all.iter_mut().filter(|it| it.is_open(most_processes)).collect();
            if open.is_empty() {
                break;
            }
            if !self.sample_arrays(block, run, &mut open) {
                waits += 1;
                if waits == MOST_WAITS {
                    break;
                }
                thread::sleep(Duration::from_millis(wait_ms));
                wait_ms = (2 * wait_ms).min(WAIT_MS[1]);
            }
        }
        all.into_iter().map(Pending::answer).collect()
    }

    /// Runs the code in one process. Returns whether that told anything of its sizes.
    fn sample_arrays(&self, block: &Block, run: &ArrayRun<'_>, open: &mut [&mut Pending]) -> bool {
        let start = Start::distinct();
        let copies = block.copies_of_loop() as u32;
        let sizes_bytes: Vec<u64> = open.iter().map(|it| it.bytes).collect();
        let more = sizes_bytes.iter().sum::<u64>() / BYTES_PER_SECOND;
        let job = ArrayJob {
            unit: block.unit.clone(),
            copies,
            registers: start.registers,
            starts: run.set(ArrayPlace::Start),
            middles: run.set(ArrayPlace::Middle),
            ends: run.set(ArrayPlace::End),
            sizes_bytes,
            order: run.order,
            stride_bytes: run.stride_bytes,
            word: 1f64.to_bits(),
            rounds: ROUNDS,
            seconds: SECONDS + more as u32,
        };
        let (records, error) = process::array_records(&self.program, &self.arguments, &job);
        let mut has_told = false;
        for (pending, record) in open.iter_mut().zip(&records) {
            if let Some(time) = self.array_time(record, copies) {
                pending.samples.push(time);
                has_told = true;
            }
        }
        match error {
            None => has_told,
            Some(error @ (MeasureError::NotHere { .. } | MeasureError::Worker { .. })) => {
                open.iter_mut().for_each(|it| it.error = Some(error.clone()));
                true
            }
            Some(error) => {
                let at = match error {
                    // Smaller arrays may be given.
                    MeasureError::NoArrayMemory => (0..open.len()).max_by_key(|it| open[*it].bytes),
                    // The size after those that were told is the one that ended the process.
                    _ => Some(records.len()),
                };
                if let Some(pending) = at.and_then(|it| open.get_mut(it)) {
                    pending.error = Some(error);
                }
                true
            }
        }
    }

    /// Returns the time that one process tells; `None` if the core was not quiet, its pace changed, or something disturbed it.
    fn array_time(&self, record: &ArrayRecord, copies: u32) -> Option<ArrayTime> {
        let accepted = record.accepted as usize;
        if record.accepted < u64::from(ROUNDS / 3)
            || !self.is_quiet_pace(record.probe_nops_per_cycle)
        {
            return None;
        }
        let [short, long] = record.cycles.map(|it| statistics::mean_of_lower(&it[..accepted]));
        let [fewer, more] = record.passes;
        let iterations = f64::from(copies) * (more - fewer) as f64;
        let cycles = Some((long? - short?) / iterations).filter(|it| *it > 0.0)?;
        Some(ArrayTime {
            cycles,
            least_cycles: cycles,
            most_cycles: cycles,
            nanoseconds_per_cycle: record.ticks_per_cycle / record.ticks_per_nanosecond,
            bytes_per_fault: record.bytes_per_fault,
        })
    }
}

/// Processes that measure a size at least.
const LEAST_PROCESSES: usize = 2;

impl Pending {
    /// Returns whether another process should measure it.
    fn is_open(&self, most_processes: usize) -> bool {
        let most = most_processes.max(LEAST_PROCESSES);
        let agrees = || self.best().is_some_and(|it| it.spread() <= AGREEMENT);
        self.error.is_none() && self.samples.len() < most && !agrees()
    }

    /// Sums up the processes that agree best: most of all.
    fn best(&self) -> Option<ArrayTime> {
        let mut sorted: Vec<f64> = self.samples.iter().map(|it| it.cycles).collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let needed = LEAST_PROCESSES.max(sorted.len() / 2 + 1);
        let range = |it: &[f64]| it[needed - 1] - it[0];
        let best = sorted.windows(needed).min_by(|one, two| range(one).total_cmp(&range(two)))?;
        let middle = self.samples.iter().find(|it| it.cycles == best[needed / 2])?;
        let cycles = f64::midpoint(best[(needed - 1) / 2], best[needed / 2]);
        let (least_cycles, most_cycles) = (best[0], best[needed - 1]);
        Some(ArrayTime { cycles, least_cycles, most_cycles, ..*middle })
    }

    fn answer(self) -> Result<ArrayTime, MeasureError> {
        match (self.best(), self.error) {
            (_, Some(error)) => Err(error),
            (Some(time), None) => Ok(time),
            (None, None) => Err(MeasureError::Noisy),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pending(cycles: &[f64]) -> Pending {
        let sample = |it: &f64| ArrayTime {
            cycles: *it,
            least_cycles: *it,
            most_cycles: *it,
            nanoseconds_per_cycle: 0.5,
            bytes_per_fault: 4096.0,
        };
        Pending { bytes: 4096, samples: cycles.iter().map(sample).collect(), error: None }
    }

    #[test]
    fn processes_are_started_until_two_agree_or_there_were_enough() {
        for (cycles, is_open) in
            [(&[][..], true), (&[10.0], true), (&[10.0, 10.1], false), (&[10.0, 11.0], true)]
        {
            assert_eq!(pending(cycles).is_open(4), is_open, "{cycles:?}");
        }
        // Most must agree, not any two.
        assert!(pending(&[10.0, 11.0, 12.0]).is_open(4));
        assert!(!pending(&[10.0, 15.0, 10.1]).is_open(4));
        assert!(!pending(&[10.0, 11.0, 12.0, 13.0]).is_open(4));
        assert_eq!(pending(&[10.0]).answer(), Err(MeasureError::Noisy));
    }

    #[test]
    fn what_disagrees_with_most_does_not_count() {
        let time = pending(&[30.0, 10.2, 10.0]).answer().unwrap();
        assert_eq!((time.least_cycles, time.most_cycles), (10.0, 10.2));
        assert!((time.cycles - 10.1).abs() < 1e-9 && (time.nanoseconds() - 5.05).abs() < 1e-9);
        let time = pending(&[10.0, 20.0]).answer().unwrap();
        assert!((time.spread() - 2.0 / 3.0).abs() < 1e-9);
    }
}

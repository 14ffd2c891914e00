//! Many blocks, with few processes.

use std::thread;
use std::time::Duration;

use crate::block::Block;
use crate::error::MeasureError;
use crate::job::{Batch, BatchBlock, BatchRecord, MAX_CODE_BYTES};
use crate::measurer::Measurer;
use crate::start::Start;
use crate::{process, statistics};

/// Most blocks of a process.
const MAX_BLOCKS: usize = 256;
/// Bytes around a program.
const OVERHEAD_BYTES: usize = 1024;
/// Times that each length of a block is timed by a process.
const ROUNDS: u32 = 24;
/// Seconds of processor time of a process.
const SECONDS: u32 = 20;
/// Most difference between two processes that agree, in cycles for small blocks, and as a share for all others.
const AGREEMENT: (f64, f64) = (0.01, 0.008);
/// Processes that a block is timed by at most, and times that those are waited for in which none was quiet.
const MOST_SAMPLES: usize = 8;
const MOST_WAITS: usize = 40;
/// Milliseconds of the first wait for a quiet core, and of the longest.
const WAIT_MS: [u64; 2] = [5, 500];

/// A block of a batch whose time is asked for.
struct Pending<'b> {
    block: &'b Block,
    samples: Vec<f64>,
    answer: Option<Result<f64, MeasureError>>,
}

impl Measurer {
    /// Measures many blocks, each by two processes that agree, with less care than [`Measurer::measure`] takes: in a
    /// millisecond or so instead of a hundred. Returns cycles of an iteration, or the reason why there are none, in the order
    /// of the blocks. Loops that end themselves have none. Memory holds addresses.
    ///
    /// `tell` is told how many blocks have their answers, and stops all by returning false: the others are
    /// [`MeasureError::Noisy`] then.
    pub fn measure_all(
        &self,
        blocks: &[Block],
        start: &Start,
        tell: &mut dyn FnMut(usize) -> bool,
    ) -> Vec<Result<f64, MeasureError>> {
        let start = &start.with_addresses();
        let mut all: Vec<Pending<'_>> = blocks
            .iter()
            .map(|block| {
                let answer = block.is_own_loop.then_some(Err(MeasureError::EndNotKnown));
                Pending { block, samples: Vec::new(), answer }
            })
            .collect();
        let (mut waits, mut wait_ms) = (0, WAIT_MS[0]);
        loop {
            let open: Vec<usize> = (0..all.len()).filter(|it| all[*it].answer.is_none()).collect();
            if open.is_empty() || !tell(all.len() - open.len()) {
                break;
            }
            let mut was_quiet = false;
            for chunk in chunks(&open, &all) {
                was_quiet |= self.sample(&chunk, &mut all, start);
                let answered = all.iter().filter(|it| it.answer.is_some()).count();
                if !tell(answered) {
                    break;
                }
            }
            if was_quiet {
                (waits, wait_ms) = (0, WAIT_MS[0]);
            } else {
                waits += 1;
                if waits > MOST_WAITS {
                    break;
                }
                thread::sleep(Duration::from_millis(wait_ms));
                wait_ms = (2 * wait_ms).min(WAIT_MS[1]);
            }
        }
        all.into_iter().map(|it| it.answer.unwrap_or(Err(MeasureError::Noisy))).collect()
    }

    /// Runs blocks in processes until each of them was run once. Returns whether some of them were alone on their core.
    fn sample(&self, chunk: &[usize], all: &mut [Pending<'_>], start: &Start) -> bool {
        let mut rest = chunk;
        let mut was_quiet = false;
        while !rest.is_empty() {
            let blocks = rest.iter().map(|it| BatchBlock {
                unit: all[*it].block.unit.clone(),
                copies: copies(all[*it].block),
            });
            let batch = Batch {
                blocks: blocks.collect(),
                registers: start.registers,
                memory: start.memory,
                word: start.word,
                rounds: ROUNDS,
                seconds: SECONDS,
            };
            let (records, error) = process::records(&self.program, &self.arguments, &batch);
            for (at, record) in rest.iter().zip(&records) {
                let cycles = self.cycles(record, batch.blocks[record.block as usize].copies);
                was_quiet |= cycles.is_some();
                all[*at].add(cycles);
            }
            let told = records.len();
            let Some(error) = error else { return was_quiet };
            if matches!(error, MeasureError::NotHere { .. } | MeasureError::Worker { .. }) {
                rest.iter().for_each(|at| all[*at].answer = Some(Err(error.clone())));
                return true;
            }
            // The block after those that were told is the one that ended the process.
            all[rest[told]].answer = Some(Err(error));
            was_quiet = true;
            rest = &rest[told + 1..];
        }
        was_quiet
    }

    /// Returns the cycles of an iteration; `None` if the core was not quiet, its pace changed, or something disturbed it.
    fn cycles(&self, record: &BatchRecord, copies: [u32; 2]) -> Option<f64> {
        let accepted = record.accepted as usize;
        if record.accepted < u64::from(ROUNDS / 2)
            || !self.is_quiet_pace(record.probe_nops_per_cycle)
        {
            return None;
        }
        let iterations = f64::from(copies[1] - copies[0]) * record.passes as f64;
        let [short, long] = record.cycles.map(|it| statistics::mean_of_lower(&it[..accepted]));
        // A disturbance of the shorter program can be longer than the rest.
        Some((long? - short?) / iterations).filter(|it| *it > 0.0)
    }
}

impl Pending<'_> {
    /// Adds what one process says, and finds the answer if two agree.
    fn add(&mut self, cycles: Option<f64>) {
        let Some(cycles) = cycles else { return };
        self.samples.push(cycles);
        let mut sorted = self.samples.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let agreed = sorted.windows(2).find(|it| {
            let (absolute, share) = AGREEMENT;
            it[1] - it[0] <= absolute.max(share * it[0])
        });
        self.answer = match agreed {
            Some(both) => Some(Ok(f64::midpoint(both[0], both[1]))),
            None if sorted.len() < MOST_SAMPLES => None,
            None => Some(Err(MeasureError::Unsteady {
                least_cycles: sorted[0],
                most_cycles: sorted[sorted.len() - 1],
            })),
        };
    }
}

/// Returns the copies of a block in the shorter and in the longer program.
fn copies(block: &Block) -> [u32; 2] {
    let copies = block.copies_of_loop() as u32;
    [copies, 2 * copies]
}

/// Divides blocks among processes.
fn chunks(open: &[usize], all: &[Pending<'_>]) -> Vec<Vec<usize>> {
    let mut chunks: Vec<Vec<usize>> = Vec::new();
    let mut bytes = usize::MAX;
    for &at in open {
        let block = all[at].block;
        let [short, long] = copies(block);
        let own = block.unit.code.len() * (short + long) as usize + 2 * OVERHEAD_BYTES;
        let is_full = chunks.last().is_none_or(|it| it.len() >= MAX_BLOCKS);
        if is_full || bytes.saturating_add(own) > MAX_CODE_BYTES / 2 {
            chunks.push(Vec::new());
            bytes = 0;
        }
        bytes += own;
        if let Some(chunk) = chunks.last_mut() {
            chunk.push(at);
        }
    }
    chunks
}

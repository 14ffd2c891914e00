//! The cost of each level of the memory hierarchy: latency by loads that wait for each other, bandwidth by sweeps with vectors.

use oxmca::{Inst, Session};
use oxmca_measure::{ArrayOrder, ArrayRun, ArrayTime, MeasureError, is_missing_here};
use serde::Serialize;

use crate::array_code::{ArrayCode, ELEMENT_BYTES, SWEEP_BYTES, Sweeps};
use crate::bench::{ArrayAnswer, Bench, BenchError};
use crate::levels::{CurvePoint, least_of_rest, levels, medians_of_three};
use crate::target;

/// A number that some processes measured.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Figure {
    /// The number, in the unit of its name: the median of the processes that agree best, or of the sizes of a level.
    pub value: f64,
    /// The least of these. Of a level, growth with the size and single sizes that are off do not count.
    pub least: f64,
    /// The most of these.
    pub most: f64,
    /// They differ by more than 10 % of it.
    pub is_unsteady: bool,
}

/// Differences from which on a figure is unsteady, as a share of it.
const UNSTEADY: f64 = 0.1;

impl Figure {
    fn new(value: f64, least: f64, most: f64) -> Figure {
        Figure { value, least, most, is_unsteady: most - least > UNSTEADY * value }
    }

    fn of_latency(time: &ArrayTime) -> Figure {
        Figure::new(time.cycles, time.least_cycles, time.most_cycles)
    }

    /// Sums up the sizes of a level. Latency grows with the size: what is least is so for no larger size, what is most for no
    /// smaller one.
    fn of_level(times: &[ArrayTime]) -> Figure {
        let of =
            |of: fn(&ArrayTime) -> f64| medians_of_three(&times.iter().map(of).collect::<Vec<_>>());
        let least = least_of_rest(&of(|it| it.least_cycles));
        let most = of(|it| it.most_cycles).into_iter().scan(0.0, |most, it| {
            *most = f64::max(*most, it);
            Some(*most)
        });
        let value = median(times.iter().map(|it| it.cycles));
        Figure::new(value, median(least.into_iter()).min(value), median(most).max(value))
    }
}

/// Returns the median; 0 if there is no value.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut all: Vec<f64> = values.collect();
    all.sort_unstable_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or_default()
}

/// Latency at one size.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LatencyPoint {
    /// Bytes that are gone through.
    pub bytes: u64,
    /// Cycles of a load.
    pub latency_cycles: Option<Figure>,
    /// Nanoseconds of a load.
    pub latency_nanoseconds: Option<f64>,
    /// Bytes of memory that the system gave by a fault, as a mean: whether pages were huge ones.
    pub bytes_per_fault: Option<f64>,
    /// The reason why nothing is known.
    pub not_measured: Option<String>,
}

/// Bytes that go through in a cycle.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Bandwidth {
    /// Bytes of the array that they were measured with.
    pub array_bytes: u64,
    /// Bytes that are loaded.
    pub loads_bytes_per_cycle: Option<Figure>,
    /// Bytes that are stored.
    pub stores_bytes_per_cycle: Option<Figure>,
    /// Bytes that are copied: each is loaded and stored.
    pub copies_bytes_per_cycle: Option<Figure>,
}

/// A level of the memory hierarchy.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MemoryLevel {
    /// The last size whose latency is as in this level, and the first one whose latency is half way to that of the next level: the
    /// capacity is between them. Of the last level nothing is known: it is memory, or a cache that holds the largest array.
    pub capacity_bytes: Option<[u64; 2]>,
    /// Cycles from a load to the next one, whose address it loads.
    pub latency_cycles: Figure,
    /// The same in nanoseconds.
    pub latency_nanoseconds: f64,
    /// Cycles of a load if each can be of any page of the array of [`MemoryLevel::bandwidth`]: address translation is in them.
    pub scattered_latency_cycles: Option<Figure>,
    /// Bandwidth within it.
    pub bandwidth: Bandwidth,
}

/// The memory hierarchy of this machine.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Memory {
    /// The nearest level first. Empty if too little was measured.
    pub levels: Vec<MemoryLevel>,
    /// Latency by size.
    pub curve: Vec<LatencyPoint>,
    /// Bytes of the largest array. Nothing is known beyond.
    pub largest_bytes: u64,
    /// Bytes of a vector of the sweeps.
    pub vector_bytes: Option<u32>,
    /// Bytes of memory that the system gave by a fault, as a mean, of the largest array: whether pages were huge ones.
    pub bytes_per_fault: Option<f64>,
    /// The reason why there are no levels.
    pub not_measured: Option<String>,
}

/// Bytes of the smallest array, of the largest that is measured by more processes and beside more sizes, of the one from which on
/// there are few sizes, and of the largest.
const LEAST_BYTES: u64 = 4 << 10;
const FINE_BYTES: u64 = 16 << 20;
const COARSE_BYTES: u64 = 256 << 20;
const MOST_BYTES: u64 = 1 << 30;
/// Processes that measure a size at the most, and sizes of one process: up to [`FINE_BYTES`], and above.
const PIECES: [(usize, usize); 2] = [(5, 17), (3, 4)];

/// Returns how many processes measure a size at the most.
fn most_processes(bytes: u64) -> usize {
    PIECES[usize::from(bytes > FINE_BYTES)].0
}

/// Measures what the memory hierarchy costs; `None` if times are not this machine's.
///
/// # Errors
/// When nothing can be measured, or a file cannot be written.
pub(crate) fn measure(
    session: &Session,
    bench: &mut Bench<'_>,
    tell: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Option<Memory>, BenchError> {
    let Some(limit_bytes) = bench.array_limit_bytes() else { return Ok(None) };
    let Some(codes) = target::of(session).map(|it| it.array_codes) else { return Ok(None) };
    let Some(chase) = instructions(session, codes.chase) else { return Ok(None) };
    let (fine, coarse) = sizes(limit_bytes);
    // Bandwidths of some levels follow.
    const USUAL_LEVELS: usize = 4;
    let total = fine.len() + coarse.len() + 4 * USUAL_LEVELS;
    let mut done = 0;
    let mut go_on = |count: usize| {
        done += count;
        let goes_on = tell(done.min(total), total);
        goes_on.then_some(()).ok_or(BenchError::Stopped)
    };
    let mut answers = Vec::new();
    let run_of_cycle = run(codes.chase, ArrayOrder::RandomCycle, ELEMENT_BYTES);
    for (sizes, (most_processes, piece)) in [&fine, &coarse].into_iter().zip(PIECES) {
        for sizes in sizes.chunks(piece) {
            go_on(0)?;
            answers.extend(bench.measure_arrays(&chase, &run_of_cycle, sizes, most_processes)?);
            go_on(sizes.len())?;
        }
    }
    let sizes: Vec<u64> = fine.into_iter().chain(coarse).collect();
    let mut memory = Memory::of(&sizes, &answers);
    for at in 0..memory.levels.len() {
        let array_bytes = memory.array_bytes(at);
        let run = run(codes.chase, ArrayOrder::RandomCycleOfPages, ELEMENT_BYTES);
        let most = most_processes(array_bytes);
        let scattered = bench.measure_arrays(&chase, &run, &[array_bytes], most)?;
        memory.levels[at].scattered_latency_cycles =
            scattered.first().and_then(|it| it.as_ref().ok()).map(Figure::of_latency);
        go_on(1)?;
        for sweeps in codes.sweeps {
            let bandwidth = bandwidth(session, bench, sweeps, array_bytes, &mut go_on)?;
            if let Some(bandwidth) = bandwidth {
                memory.levels[at].bandwidth = bandwidth;
                memory.vector_bytes = Some(sweeps.vector_bytes);
                break;
            }
        }
    }
    tell(total, total);
    Ok(Some(memory))
}

/// Returns sizes: four for each doubling at first, as capacities of caches are, then two, and one of the largest.
fn sizes(limit_bytes: u64) -> (Vec<u64>, Vec<u64>) {
    let most = limit_bytes.min(MOST_BYTES);
    let octaves = (0..).map(|it| LEAST_BYTES << it).take_while(|it| *it <= most);
    let all: Vec<u64> = octaves
        .flat_map(|it| match it < FINE_BYTES {
            true => vec![it, it / 4 * 5, it / 2 * 3, it / 4 * 7],
            false if it < COARSE_BYTES => vec![it, it / 2 * 3],
            false => vec![it],
        })
        .filter(|it| *it <= most)
        .collect();
    all.into_iter().partition(|it| *it <= FINE_BYTES)
}

/// Returns the instructions of code; `None` if this machine does not have them.
fn instructions(session: &Session, code: ArrayCode) -> Option<Vec<Inst>> {
    let parsed = session.parse((code.text)()).ok()?;
    let insts = parsed.first_region()?.instructions().into_owned();
    let is_here = |inst: &Inst| {
        let mut bytes = Vec::new();
        session.encode(inst, &mut bytes).is_ok() && !is_missing_here(session, &bytes)
    };
    insts.iter().all(is_here).then_some(insts)
}

fn run(code: ArrayCode, order: ArrayOrder, stride_bytes: u32) -> ArrayRun<'static> {
    ArrayRun { registers: code.registers, order, stride_bytes }
}

/// Measures bandwidth by vectors of one width; `None` if this machine does not have them.
fn bandwidth(
    session: &Session,
    bench: &mut Bench<'_>,
    sweeps: &Sweeps,
    array_bytes: u64,
    go_on: &mut dyn FnMut(usize) -> Result<(), BenchError>,
) -> Result<Option<Bandwidth>, BenchError> {
    let mut all = [None; 3];
    let missing = MeasureError::IllegalInstruction.to_string();
    for (figure, code) in all.iter_mut().zip([sweeps.loads, sweeps.stores, sweeps.copies]) {
        let Some(insts) = instructions(session, code) else { return Ok(None) };
        let run = run(code, ArrayOrder::Sequential, SWEEP_BYTES);
        let most = most_processes(array_bytes);
        let answers = bench.measure_arrays(&insts, &run, &[array_bytes], most)?;
        let is_missing = |it: &ArrayAnswer| it.as_ref().is_err_and(|it| *it == missing);
        if answers.iter().any(is_missing) {
            return Ok(None);
        }
        *figure = answers.first().and_then(|it| it.as_ref().ok()).map(|time| {
            let of = |cycles: f64| f64::from(SWEEP_BYTES) / cycles;
            Figure::new(of(time.cycles), of(time.most_cycles), of(time.least_cycles))
        });
        go_on(1)?;
    }
    let [loads_bytes_per_cycle, stores_bytes_per_cycle, copies_bytes_per_cycle] = all;
    Ok(Some(Bandwidth {
        array_bytes,
        loads_bytes_per_cycle,
        stores_bytes_per_cycle,
        copies_bytes_per_cycle,
    }))
}

/// The shares of the way to the latency of the next level up to which a size is held, and from which on half of it is missed.
const HELD: f64 = 0.15;
const HALF: f64 = 0.5;

const NO_MEMORY: &str = "the system does not say that there is memory for arrays";

impl Memory {
    /// Finds levels by what sizes take.
    fn of(sizes: &[u64], answers: &[ArrayAnswer]) -> Memory {
        let curve = sizes.iter().zip(answers).map(|(bytes, answer)| {
            let time = answer.as_ref().ok();
            LatencyPoint {
                bytes: *bytes,
                latency_cycles: time.map(Figure::of_latency),
                latency_nanoseconds: time.map(ArrayTime::nanoseconds),
                bytes_per_fault: time.map(|it| it.bytes_per_fault),
                not_measured: answer.as_ref().err().cloned(),
            }
        });
        let mut memory = Memory { curve: curve.collect(), ..Memory::default() };
        let measured: Vec<(u64, ArrayTime)> = sizes
            .iter()
            .zip(answers)
            .filter_map(|(bytes, answer)| Some((*bytes, *answer.as_ref().ok()?)))
            .collect();
        let Some((largest, time)) = measured.last() else {
            let reason = answers.iter().find_map(|it| it.as_ref().err().cloned());
            memory.not_measured = reason.or_else(|| Some(NO_MEMORY.to_owned()));
            return memory;
        };
        memory.largest_bytes = *largest;
        memory.bytes_per_fault = Some(time.bytes_per_fault);
        let points: Vec<CurvePoint> = measured
            .iter()
            .map(|(bytes, time)| CurvePoint { bytes: *bytes, cycles: time.cycles })
            .collect();
        let ranges = levels(&points);
        for range in &ranges {
            let own: Vec<ArrayTime> = measured[range.clone()].iter().map(|it| it.1).collect();
            memory.levels.push(MemoryLevel {
                capacity_bytes: None,
                scattered_latency_cycles: None,
                latency_cycles: Figure::of_level(&own),
                latency_nanoseconds: median(own.iter().map(ArrayTime::nanoseconds)),
                bandwidth: Bandwidth::default(),
            });
        }
        for (at, range) in ranges.iter().enumerate().take(ranges.len() - 1) {
            let latency = |it: usize| memory.levels[it].latency_cycles.value;
            let between = |share: f64| latency(at) + share * (latency(at + 1) - latency(at));
            // Sizes that are disturbed are too slow: the last one that is not counts.
            let is_held = |it: &(u64, ArrayTime)| it.1.cycles <= between(HELD);
            let held = measured.iter().rposition(is_held).unwrap_or(range.end - 1);
            let missed = measured[held..].iter().find(|it| it.1.cycles >= between(HALF));
            memory.levels[at].capacity_bytes = missed.map(|it| [measured[held].0, it.0]);
        }
        memory
    }

    /// Returns the bytes of an array that tells the bandwidth of a level: half of its capacity, or, of the last level, much more than
    /// the level before holds.
    fn array_bytes(&self, level: usize) -> u64 {
        // Halves are sweeps, too.
        const UNIT_BYTES: u64 = 2 * SWEEP_BYTES as u64;
        const MUCH_MORE: u64 = 16;
        let before = level.checked_sub(1).and_then(|it| self.levels[it].capacity_bytes);
        let bytes = match self.levels[level].capacity_bytes {
            None => {
                before.map_or(self.largest_bytes, |it| self.largest_bytes.min(MUCH_MORE * it[1]))
            }
            // Twice what the level before holds is not held there.
            Some([last, _]) => (last / 2).max(before.map_or(0, |it| (2 * it[1]).min(last))),
        };
        (bytes / UNIT_BYTES * UNIT_BYTES).max(UNIT_BYTES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(cycles: f64) -> ArrayAnswer {
        Ok(ArrayTime {
            cycles,
            least_cycles: 0.99 * cycles,
            most_cycles: 1.01 * cycles,
            nanoseconds_per_cycle: 0.5,
            bytes_per_fault: 4096.0,
        })
    }

    #[test]
    fn sizes_are_those_of_caches_and_end_at_the_limit() {
        let (fine, coarse) = sizes(u64::MAX);
        for kibibytes in [4, 24, 32, 48, 64, 192, 512, 1280, 1536, 3072, 16 << 10] {
            assert!(fine.contains(&(kibibytes << 10)), "{kibibytes}");
        }
        assert_eq!((fine.last(), coarse.last()), (Some(&FINE_BYTES), Some(&MOST_BYTES)));
        assert!(fine.iter().chain(&coarse).is_sorted());
        // All are of whole elements.
        assert!(fine.iter().all(|it| it % u64::from(ELEMENT_BYTES) == 0));
        assert_eq!(sizes(10_000).0, [4096, 5120, 6144, 7168, 8192]);
        assert_eq!(sizes(0), (Vec::new(), Vec::new()));
    }

    #[test]
    fn capacities_are_between_the_last_size_of_a_level_and_half_of_its_misses() {
        let cycles = |kibibytes: u64| match kibibytes {
            0..=32 => 4.0,
            33..=48 => 8.0,
            49..=64 => 14.0,
            _ => 20.0,
        };
        let sizes = sizes(1 << 20).0;
        let answers: Vec<_> = sizes.iter().map(|it| time(cycles(it >> 10))).collect();
        let mut memory = Memory::of(&sizes, &answers);
        let capacities: Vec<_> = memory.levels.iter().map(|it| it.capacity_bytes).collect();
        assert_eq!(capacities, [Some([32 << 10, 56 << 10]), None]);
        assert_eq!(memory.levels[1].latency_nanoseconds, 10.0);
        assert!(!memory.levels[1].latency_cycles.is_unsteady);
        assert_eq!(memory.largest_bytes, 1 << 20);
        // Bandwidth is that of half a cache, and of much more or of all that there is.
        assert_eq!([0, 1].map(|it| memory.array_bytes(it)), [16 << 10, 896 << 10]);
        memory.largest_bytes = 512 << 10;
        assert_eq!(memory.array_bytes(1), 512 << 10);
        // A small second cache is swept by more than the first one holds.
        memory.levels[1].capacity_bytes = Some([80 << 10, 96 << 10]);
        assert_eq!(memory.array_bytes(1), 80 << 10);
    }

    #[test]
    fn growth_is_no_spread_and_what_comes_and_goes_is() {
        let figure = |cycles: &[f64]| {
            let times = cycles.iter().map(|it| time(*it).unwrap());
            Figure::of_level(&times.collect::<Vec<_>>())
        };
        let steady = |it: Figure| assert!(!it.is_unsteady, "{it:?}");
        steady(figure(&[16.0, 16.0, 17.0, 18.0, 19.0, 20.0]));
        // A single size that is off.
        steady(figure(&[100.0, 101.0, 160.0, 101.0, 102.0, 103.0, 70.0, 103.0]));
        let drifting = figure(&[100.0, 101.0, 130.0, 128.0, 131.0, 102.0, 101.0, 103.0]);
        assert!(drifting.is_unsteady && drifting.least < 102.0 && drifting.most > 128.0);
        assert_eq!(figure(&[]).value, 0.0);
    }

    #[test]
    fn sizes_that_are_not_measured_are_left_out() {
        let sizes = sizes(1 << 20).0;
        let mut answers: Vec<_> = sizes.iter().map(|_| time(4.0)).collect();
        answers[3] = Err("busy".to_owned());
        let memory = Memory::of(&sizes, &answers);
        assert_eq!(memory.levels.len(), 1);
        assert_eq!(memory.curve[3].not_measured.as_deref(), Some("busy"));
        let none = vec![Err("busy".to_owned()); sizes.len()];
        let memory = Memory::of(&sizes, &none);
        assert!(memory.levels.is_empty());
        assert_eq!(memory.not_measured.as_deref(), Some("busy"));
        assert_eq!(Memory::of(&[], &[]).not_measured.as_deref(), Some(NO_MEMORY));
    }

    #[test]
    fn code_of_each_target_is_read() {
        for (triple, cpu) in [
            ("x86_64-unknown-unknown", "skylake-avx512"),
            ("aarch64-unknown-unknown", "neoverse-n1"),
        ] {
            let session = Session::new(triple, cpu, []).unwrap();
            let codes = target::of(&session).unwrap().array_codes;
            let read = |code: ArrayCode| {
                let parsed = session.parse((code.text)()).unwrap();
                let insts = parsed.first_region().unwrap().instructions().into_owned();
                let mut bytes = Vec::new();
                insts.iter().for_each(|it| session.encode(it, &mut bytes).unwrap());
                insts.len()
            };
            assert_eq!(read(codes.chase), 1, "{cpu}");
            assert!(codes.sweeps.is_sorted_by_key(|it| std::cmp::Reverse(it.vector_bytes)));
            for sweeps in codes.sweeps {
                // Pairs of vectors are accessed by one instruction.
                let least = (SWEEP_BYTES / sweeps.vector_bytes) as usize / 2;
                assert!(read(sweeps.loads) > least && read(sweeps.stores) > least, "{cpu}");
                assert!(read(sweeps.copies) > 2 * least, "{cpu}");
            }
        }
    }
}

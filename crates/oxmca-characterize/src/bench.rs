//! The times of blocks, each measured once and kept in a file.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::time::Instant;
use std::{fs, io};

use oxmca::hardware::Delivery;
use oxmca::{Inst, Session};
use oxmca_measure::{ArrayOrder, ArrayRun, ArrayTime, Block, MeasureError, Measurer, Start};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::predictor::Predictor;
use crate::target;

/// The first line of a file of measurements: those of another machine do not count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Machine {
    /// The CPU, by LLVM's name.
    pub cpu: String,
    /// Its name, stepping and microcode, as the system says.
    pub description: String,
}

/// A measurement, a line of the file.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
struct Line {
    /// Machine code, in hexadecimal.
    code: String,
    /// It was measured alone, with care, as straight code or as a loop, or once more; otherwise as one of many loops.
    #[serde(skip_serializing_if = "Option::is_none")]
    delivery: Option<Singly>,
    /// Cycles of an iteration; none if it could not be measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    cycles: Option<f64>,
    /// The reason why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The most cycles that it took, if times differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    most_cycles: Option<f64>,
    /// The array that it went through, if it did: its contents and bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    array: Option<(ArrayOrder, u64)>,
    /// Its time then.
    #[serde(skip_serializing_if = "Option::is_none")]
    array_time: Option<ArrayTime>,
}

impl Line {
    fn of(code: &[u8]) -> Line {
        Line { code: code.iter().map(|it| format!("{it:02x}")).collect(), ..Line::default() }
    }
}

/// The way in which a block is measured that is not one of many loops for the first time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Singly {
    Straight,
    Loop,
    /// As one of many loops, once more: the number of the time.
    Again(u8),
}

/// The cycles of an iteration, or the reason why there are none.
pub(crate) type Cycles = Result<f64, Untimed>;

/// The reason why a block has no time.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Untimed {
    pub reason: String,
    /// The most cycles that it took, if times differ.
    pub most_cycles: Option<f64>,
}

impl From<&str> for Untimed {
    fn from(reason: &str) -> Untimed {
        Untimed { reason: reason.to_owned(), most_cycles: None }
    }
}

impl From<&MeasureError> for Untimed {
    fn from(error: &MeasureError) -> Untimed {
        let most_cycles = match error {
            MeasureError::Unsteady { most_cycles, .. } => Some(*most_cycles),
            _ => None,
        };
        Untimed { reason: error.to_string(), most_cycles }
    }
}

/// The time of an iteration of code that goes through an array, or the reason why there is none.
pub(crate) type ArrayAnswer = Result<ArrayTime, String>;

/// Code, and contents and bytes of the array that it goes through.
type ArrayKey = (Vec<u8>, ArrayOrder, u64);

/// Times blocks, each once.
pub struct Bench<'s> {
    session: &'s Session,
    source: Source<'s>,
    known: FxHashMap<(Vec<u8>, Option<Singly>), Cycles>,
    arrays: FxHashMap<ArrayKey, ArrayAnswer>,
    /// Most bytes of an array.
    array_limit_bytes: u64,
    journal: Option<File>,
    /// The time at which nothing more is measured.
    end: Option<Instant>,
}

/// The reason why blocks are not measured after the end.
const NO_TIME: &str = "there was no time left";

/// The origin of times.
enum Source<'s> {
    /// This machine.
    Here { measurer: Measurer, start: Box<Start> },
    /// The hardware data of another session.
    Model(&'s Session),
}

impl<'s> Bench<'s> {
    /// Takes the times that hardware mode predicts by the data of another session, in place of this machine's: what is found
    /// from them is how the data of both differ.
    pub fn of_model(session: &'s Session, model: &'s Session) -> Bench<'s> {
        Bench::of(session, Source::Model(model))
    }

    /// Measures code of a session's CPU.
    pub fn new(session: &'s Session, measurer: Measurer) -> Bench<'s> {
        let mut start = Start::distinct();
        if let Some(target) = target::of(session) {
            (target.set_start)(&mut start);
        }
        Bench::of(session, Source::Here { measurer, start: Box::new(start) })
    }

    fn of(session: &'s Session, source: Source<'s>) -> Bench<'s> {
        Bench {
            session,
            source,
            known: FxHashMap::default(),
            arrays: FxHashMap::default(),
            array_limit_bytes: 0,
            journal: None,
            end: None,
        }
    }

    /// Sets how many bytes of memory an array may have. None by default: levels of memory are not measured then.
    #[must_use]
    pub fn with_array_limit(self, bytes: u64) -> Bench<'s> {
        Bench { array_limit_bytes: bytes, ..self }
    }

    /// Returns how many bytes an array may have; `None` if times are not this machine's.
    pub(crate) fn array_limit_bytes(&self) -> Option<u64> {
        matches!(self.source, Source::Here { .. }).then_some(self.array_limit_bytes)
    }

    /// Measures nothing more after some time: what is left is not measured, for that reason.
    #[must_use]
    pub fn with_end(self, end: Instant) -> Bench<'s> {
        Bench { end: Some(end), ..self }
    }

    /// Returns whether the end has come.
    fn is_over(&self) -> bool {
        self.end.is_some_and(|it| Instant::now() >= it)
    }

    /// Keeps measurements in a file, and takes those that are there if they are of the same machine.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn with_journal(mut self, path: &Path, machine: &Machine) -> io::Result<Bench<'s>> {
        let mut whole = 0;
        if let Ok(file) = File::open(path) {
            let mut reader = BufReader::new(file);
            let mut line = String::new();
            let mut is_first = true;
            // A line that was cut off is not taken, and nothing after it.
            while reader.read_line(&mut line)? > 0 && line.ends_with('\n') {
                let is_taken = match is_first {
                    true => serde_json::from_str::<Machine>(&line).is_ok_and(|it| it == *machine),
                    false => self.take(&line),
                };
                if !is_taken {
                    break;
                }
                whole += line.len() as u64;
                is_first = false;
                line.clear();
            }
        }
        if whole == 0 {
            fs::write(path, serde_json::to_string(machine)? + "\n")?;
        } else {
            OpenOptions::new().write(true).open(path)?.set_len(whole)?;
        }
        self.journal = Some(OpenOptions::new().append(true).open(path)?);
        Ok(self)
    }

    /// Takes a line of the file; false if it is none.
    fn take(&mut self, line: &str) -> bool {
        let Ok(line) = serde_json::from_str::<Line>(line) else { return false };
        let bytes: Option<Vec<u8>> = (0..line.code.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(line.code.get(at..at + 2)?, 16).ok())
            .collect();
        let Some(bytes) = bytes else { return false };
        if let Some((order, array_bytes)) = line.array {
            let time = line.array_time.ok_or_else(|| line.reason.unwrap_or_default());
            self.arrays.insert((bytes, order, array_bytes), time);
            return true;
        }
        let untimed =
            || Untimed { reason: line.reason.unwrap_or_default(), most_cycles: line.most_cycles };
        let cycles = line.cycles.ok_or_else(untimed);
        self.known.insert((bytes, line.delivery), cycles);
        true
    }

    /// Measures blocks that are not known yet. `tell` is told how many of them are done, and stops all by returning false.
    ///
    /// # Errors
    /// When the file cannot be written, or nothing can be measured here.
    pub(crate) fn measure(
        &mut self,
        all: &[&[Inst]],
        tell: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Vec<Cycles>, BenchError> {
        self.measure_as(None, all, tell)
    }

    /// Measures blocks once more, each once for each `time`.
    ///
    /// # Errors
    /// As of [`Bench::measure`].
    pub(crate) fn measure_again(
        &mut self,
        time: u8,
        all: &[&[Inst]],
        tell: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Vec<Cycles>, BenchError> {
        self.measure_as(Some(Singly::Again(time)), all, tell)
    }

    fn measure_as(
        &mut self,
        way: Option<Singly>,
        all: &[&[Inst]],
        tell: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Vec<Cycles>, BenchError> {
        /// Blocks after which the file is written.
        const PIECE: usize = 2048;
        let codes: Vec<_> = all.iter().map(|it| (self.code(it), way)).collect();
        let mut open: Vec<usize> =
            (0..all.len()).filter(|it| !self.known.contains_key(&codes[*it])).collect();
        open.sort_by(|one, two| codes[*one].cmp(&codes[*two]));
        open.dedup_by(|one, two| codes[*one] == codes[*two]);
        // What is measured beside each other should not be alike.
        open.sort_unstable();
        let total = open.len();
        let mut done = 0;
        if let Source::Model(model) = &self.source {
            let cycles = Predictor::new(model).cycles(open.iter().map(|it| all[*it]));
            for (at, cycles) in open.iter().zip(cycles) {
                self.note(&codes[*at], cycles.ok_or_else(|| "not predicted".into()))?;
            }
            open.clear();
        }
        for piece in open.chunks(PIECE) {
            let mut blocks = Vec::with_capacity(piece.len());
            let mut places = Vec::with_capacity(piece.len());
            for &at in piece {
                match Block::new(self.session, all[at], Delivery::Loop) {
                    Ok(block) => {
                        blocks.push(block);
                        places.push(at);
                    }
                    Err(error @ MeasureError::NotHere { .. }) => {
                        return Err(BenchError::NotHere(error));
                    }
                    Err(error) => self.note(&codes[at], Err((&error).into()))?,
                }
            }
            if self.is_over() {
                break;
            }
            let mut goes_on = true;
            let end = self.end;
            let Source::Here { measurer, start } = &self.source else { break };
            let measured = measurer.measure_all(&blocks, start, &mut |count| {
                goes_on = tell(done + count, total);
                goes_on && end.is_none_or(|it| Instant::now() < it)
            });
            for (at, cycles) in places.iter().zip(measured) {
                match cycles {
                    // It may be another time.
                    Err(MeasureError::Noisy) => {}
                    Err(error @ (MeasureError::NotHere { .. } | MeasureError::Worker { .. })) => {
                        return Err(BenchError::NotHere(error));
                    }
                    Ok(cycles) => self.note(&codes[*at], Ok(cycles))?,
                    Err(error) => self.note(&codes[*at], Err((&error).into()))?,
                }
            }
            done += piece.len();
            if !goes_on {
                return Err(BenchError::Stopped);
            }
        }
        let unknown = || Err(self.unknown().as_str().into());
        Ok(codes.iter().map(|it| self.known.get(it).cloned().unwrap_or_else(unknown)).collect())
    }

    /// Measures one block with care: the least of some times, as something else may disturb one.
    ///
    /// # Errors
    /// When the file cannot be written, or nothing can be measured here.
    pub(crate) fn measure_singly(
        &mut self,
        insts: &[Inst],
        delivery: Delivery,
    ) -> Result<Cycles, BenchError> {
        let singly = match delivery {
            Delivery::Unrolled => Singly::Straight,
            Delivery::Loop => Singly::Loop,
        };
        let known = (self.code(insts), Some(singly));
        if let Some(cycles) = self.known.get(&known) {
            return Ok(cycles.clone());
        }
        let cycles = match &self.source {
            Source::Model(session) => {
                let cycles =
                    Predictor::with_delivery(session, delivery).cycles([insts].into_iter());
                cycles[0].ok_or_else(|| "not predicted".into())
            }
            Source::Here { .. } if self.is_over() => return Ok(Err(NO_TIME.into())),
            Source::Here { measurer, start } => {
                const TIMES: usize = 3;
                let block = Block::new(self.session, insts, delivery);
                let measured = block.and_then(|block| {
                    let all = || (0..TIMES).map(|_| measurer.measure(&block, start));
                    let known = all().filter_map(Result::ok);
                    let least = known.min_by(|one, two| one.cycles.total_cmp(&two.cycles));
                    least.map_or_else(|| measurer.measure(&block, start), Ok)
                });
                match measured {
                    Ok(measured) => Ok(measured.cycles),
                    Err(error @ (MeasureError::NotHere { .. } | MeasureError::Worker { .. })) => {
                        return Err(BenchError::NotHere(error));
                    }
                    // It may be another time.
                    Err(error @ MeasureError::Noisy) => return Ok(Err((&error).into())),
                    Err(error) => Err((&error).into()),
                }
            }
        };
        self.note(&known, cycles.clone())?;
        Ok(cycles)
    }

    /// Measures code that goes through arrays of these sizes, as far as they are not known yet.
    ///
    /// # Errors
    /// When the file cannot be written, or nothing can be measured here.
    pub(crate) fn measure_arrays(
        &mut self,
        insts: &[Inst],
        run: &ArrayRun<'_>,
        sizes_bytes: &[u64],
        most_processes: usize,
    ) -> Result<Vec<ArrayAnswer>, BenchError> {
        let code = self.code(insts);
        let key = |bytes: u64| (code.clone(), run.order, bytes);
        let mut open = sizes_bytes.to_vec();
        open.retain(|it| !self.arrays.contains_key(&key(*it)));
        if let Source::Here { measurer, .. } = &self.source
            && !open.is_empty()
            && !self.is_over()
        {
            let times = match Block::new(self.session, insts, Delivery::Loop) {
                Ok(block) => measurer.measure_arrays(&block, run, &open, most_processes),
                Err(error) => vec![Err(error); open.len()],
            };
            for (bytes, time) in open.iter().zip(times) {
                match time {
                    // It may be another time.
                    Err(MeasureError::Noisy) => {}
                    Err(error @ (MeasureError::NotHere { .. } | MeasureError::Worker { .. })) => {
                        return Err(BenchError::NotHere(error));
                    }
                    time => self.note_array(key(*bytes), time.map_err(|it| it.to_string()))?,
                }
            }
        }
        let unknown = || Err(self.unknown());
        let answers = sizes_bytes.iter().map(|it| self.arrays.get(&key(*it)).cloned());
        Ok(answers.map(|it| it.unwrap_or_else(unknown)).collect())
    }

    /// Returns the reason why something is not known that was not refused.
    fn unknown(&self) -> String {
        if self.is_over() { NO_TIME.to_owned() } else { MeasureError::Noisy.to_string() }
    }

    /// Returns the machine code of a block, as far as it has some.
    fn code(&self, insts: &[Inst]) -> Vec<u8> {
        let mut code = Vec::new();
        for inst in insts {
            let _ = self.session.encode(inst, &mut code);
        }
        code
    }

    fn note(&mut self, known: &(Vec<u8>, Option<Singly>), cycles: Cycles) -> io::Result<()> {
        let (code, delivery) = known;
        let line = Line {
            delivery: *delivery,
            cycles: cycles.as_ref().ok().copied(),
            reason: cycles.as_ref().err().map(|it| it.reason.clone()),
            most_cycles: cycles.as_ref().err().and_then(|it| it.most_cycles),
            ..Line::of(code)
        };
        self.known.insert(known.clone(), cycles);
        self.write(&line)
    }

    fn note_array(&mut self, known: ArrayKey, time: ArrayAnswer) -> io::Result<()> {
        let line = Line {
            array: Some((known.1, known.2)),
            array_time: time.as_ref().ok().copied(),
            reason: time.as_ref().err().cloned(),
            ..Line::of(&known.0)
        };
        self.arrays.insert(known, time);
        self.write(&line)
    }

    /// Appends a line to the file, if there is one.
    fn write(&mut self, line: &Line) -> io::Result<()> {
        match &mut self.journal {
            Some(journal) => journal.write_all((serde_json::to_string(line)? + "\n").as_bytes()),
            None => Ok(()),
        }
    }
}

/// The reason why blocks were not measured.
#[derive(Debug)]
pub enum BenchError {
    /// The file of measurements cannot be read or written.
    File(io::Error),
    /// Nothing can be measured here.
    NotHere(MeasureError),
    /// Instructions of the target are not known: see [`knows_target`](crate::knows_target).
    UnknownTarget,
    /// It was asked to stop.
    Stopped,
}

impl From<io::Error> for BenchError {
    fn from(error: io::Error) -> BenchError {
        BenchError::File(error)
    }
}

#[cfg(test)]
mod tests {
    use std::env;

    use oxmca_measure::ArrayPlace;

    use super::*;

    #[test]
    fn times_of_arrays_are_kept_and_taken_again() {
        let session = Session::new("x86_64-unknown-unknown", "skylake", []).unwrap();
        let code = session.parse("movq (%r14), %r14").unwrap();
        let insts = code.first_region().unwrap().instructions().into_owned();
        let path = env::temp_dir().join(format!("oxmca-arrays-{}.times", std::process::id()));
        let machine = Machine { cpu: "skylake".to_owned(), description: "one".to_owned() };
        // What is not in the file would need a process of a program that is not there.
        let bench = || {
            let measurer = Measurer::new("/no/such/program", ["none"]);
            Bench::new(&session, measurer).with_journal(&path, &machine).unwrap()
        };
        let run =
            |order| ArrayRun { registers: &[(14, ArrayPlace::Start)], order, stride_bytes: 64 };
        let (cycle, pages) = (run(ArrayOrder::RandomCycle), run(ArrayOrder::RandomCycleOfPages));
        let time = ArrayTime {
            cycles: 5.25,
            least_cycles: 5.0,
            most_cycles: 5.5,
            nanoseconds_per_cycle: 0.5,
            bytes_per_fault: 4096.0,
        };
        let mut first = bench();
        let bytes = first.code(&insts);
        let refused = Err("no memory".to_owned());
        for (order, size, answer) in [
            (cycle.order, 4096, Ok(time)),
            (cycle.order, 8192, refused.clone()),
            (pages.order, 4096, Ok(ArrayTime { cycles: 6.0, ..time })),
        ] {
            first.note_array((bytes.clone(), order, size), answer).unwrap();
        }
        first.note(&(bytes, None), Ok(4.0)).unwrap();
        let mut again = bench();
        let mut of =
            |run: &ArrayRun<'_>, sizes: &[u64]| again.measure_arrays(&insts, run, sizes, 2);
        assert_eq!(of(&cycle, &[8192, 4096]).unwrap(), [refused, Ok(time)]);
        assert_eq!(of(&pages, &[4096]).unwrap()[0].as_ref().unwrap().cycles, 6.0);
        assert!(matches!(of(&pages, &[8192]), Err(BenchError::NotHere(_))));
        assert_eq!(again.known.len(), 1);
        fs::remove_file(&path).unwrap();
    }
}

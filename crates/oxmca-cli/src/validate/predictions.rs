//! Predictions of blocks, made as batch requests are answered.

use std::io::{self, Read};
use std::num::NonZero;

use oxmca::Views;
use oxmca::oxmca_asm::Severity;
use oxmca::session::PredictionModel;
use oxmca_batch::{Analyst, Defaults};
use oxmca_driver::Pool;
use oxmca_validate::{
    Block, FieldNames, LineError, Measurement, NoPrediction, Results, Validation,
    instruction_texts, predicted_cycles,
};

use super::measuring::Measuring;
use crate::batch::{self, lines::Line, lines::Lines};
use crate::console::{self, Failed, Streams, failed};
use crate::flags::args::Args;
use crate::progress::Watch;
use crate::{files, target};

/// Lines that a thread works on before it looks for more.
const GROUP: usize = 8;
/// Groups that are begun for each thread before the first of them is added.
const AHEAD: usize = 4;
/// The error of a line that is not held in memory.
const TOO_LONG: &str = "the line is too long";

/// Predicted cycles, or the reason why there are none.
type Prediction = Result<f64, NoPrediction>;

/// Blocks to predict.
pub struct Blocks<'b> {
    /// The files that they are in; `-` is standard input.
    pub paths: &'b [String],
    /// The names of members.
    pub fields: &'b FieldNames,
    /// Measures them first, if that is wanted.
    pub measuring: Option<&'b mut Measuring>,
}

/// Predicts blocks for CPUs that they name.
pub struct Predictor {
    analyst: Analyst,
    defaults: Defaults,
    args: Args,
}

impl Predictor {
    /// Returns a predictor with the options of the main command.
    ///
    /// # Errors
    /// When the options are wrong, after the message that says so.
    pub fn new(mut args: Args) -> Result<Predictor, Failed> {
        if args.lists_cpus() {
            return Err(failed("`oxmca -mcpu=help` lists CPUs"));
        }
        if args.cpu().contains(',') {
            return Err(failed("-mcpu takes one CPU here; a block names another with \"cpu\""));
        }
        args.steady_state = true;
        let iterations = &mut args.requested.options.iterations;
        // The steady state does not depend on them, and the summary is not looked at.
        *iterations = iterations.or(NonZero::new(1));
        let builder = target::builder_for_command(&args, &mut Streams)?;
        let mut defaults =
            batch::defaults::defaults(&args, &builder).map_err(|problem| failed(&problem))?;
        defaults.chooses_model = true;
        if defaults.cpu == "native" {
            defaults.cpu = oxmca_host::cpu_name().to_owned();
        }
        let analyst = Analyst::new(defaults.clone());
        Ok(Predictor { analyst, defaults, args })
    }

    /// Describes the model that predicts for a CPU, of blocks that name a triple or none; `None` if there is no such CPU.
    pub fn model_for(&self, cpu: &str, triple: Option<&str>) -> Option<PredictionModel> {
        self.analyst.prediction_model(cpu, triple.unwrap_or_default())
    }

    /// Returns the CPU of blocks that name none.
    pub fn default_cpu(&self) -> &str {
        &self.defaults.cpu
    }

    /// Adds the blocks of files with their predictions. Files that cannot be read and lines that are no blocks make
    /// `result` an error, after messages.
    pub fn predict(
        &self,
        blocks: Blocks<'_>,
        pool: &Pool,
        validation: &mut Validation,
        result: &mut Result<(), Failed>,
    ) {
        let Blocks { paths, fields, mut measuring } = blocks;
        let watch =
            Watch::requests(self.args.progress, || paths.iter().map(|path| files::len(path)).sum());
        for (file, path) in paths.iter().enumerate() {
            let before = watch.bytes();
            let mut wrong = WrongLines::of(path);
            let mut kept = Ok(());
            let read = each_chunk(path, |chunk, position| {
                // Measuring takes long: the bar goes on after a few blocks.
                let len = if measuring.is_some() { GROUP } else { chunk.len() };
                for lines in chunk.chunks(len.max(1)) {
                    if kept.is_err() {
                        return;
                    }
                    let measured = measuring.as_mut().map(|it| {
                        let options = &self.args.requested.hardware_options;
                        let wrong = |number, error: &LineError| wrong.add(number, error);
                        it.measure(lines, fields, &self.analyst, options, wrong)
                    });
                    let lines = match &measured {
                        None => lines,
                        Some(Ok(measured)) => measured,
                        Some(Err(status)) => {
                            kept = Err(*status);
                            return;
                        }
                    };
                    let groups: Vec<&[Line]> = lines.chunks(GROUP).collect();
                    let work = |group: &&[Line]| self.predict_lines(group, fields);
                    let taken = pool.in_order(&groups, AHEAD, work, |group, predictions| {
                        for (line, prediction) in group.iter().zip(predictions) {
                            let number = line.number;
                            match prediction {
                                Ok((Measurement::Unmeasured { cpu }, _)) => {
                                    validation.add_unmeasured(cpu.as_deref());
                                }
                                Ok((Measurement::Measured(block), prediction)) => {
                                    validation.add(block, file, number, prediction);
                                }
                                Err(error) => wrong.add(number, &error),
                            }
                        }
                        let bytes = group.iter().map(Line::len).sum();
                        watch.requests_done(group.len() as u64, bytes);
                        Ok::<(), Failed>(())
                    });
                    // Nothing there fails.
                    let _ = taken;
                }
                watch.read_to(before + position);
            });
            *result = result.and(wrong.finish()).and(kept);
            if let Err(error) = read {
                *result = Err(failed(&format!("{path}: {}", files::describe(&error))));
            }
        }
    }

    /// Reads and predicts blocks.
    fn predict_lines(
        &self,
        lines: &[Line],
        fields: &FieldNames,
    ) -> Vec<Result<(Measurement, Prediction), LineError>> {
        let read = |line: &Line| match &line.text {
            Some(text) => Block::read(text, fields),
            None => Err(LineError { message: TOO_LONG.to_owned(), column: None }),
        };
        let measurements: Vec<_> = lines.iter().map(read).collect();
        let requests: Vec<_> = lines
            .iter()
            .zip(&measurements)
            .filter_map(|(line, measurement)| match measurement {
                Ok(Measurement::Measured(block)) => {
                    Some(oxmca_batch::Line { number: line.number, text: Some(&block.request) })
                }
                _ => None,
            })
            .collect();
        let answers = self.analyst.answers(&requests);
        let mut answers = answers.split_inclusive(|byte| *byte == b'\n');
        let mut all = Vec::new();
        for measurement in measurements {
            all.push(measurement.map(|measurement| match measurement {
                Measurement::Measured(_) => {
                    (measurement, predicted_cycles(answers.next().unwrap_or_default()))
                }
                // Nothing looks at it.
                Measurement::Unmeasured { .. } => (measurement, Ok(0.0)),
            }));
        }
        all
    }

    /// Sets the instructions of the blocks with the largest errors.
    pub fn add_instructions(&self, results: &mut Results) {
        let mut defaults = self.defaults.clone();
        defaults.has_report = true;
        for requested in [&mut defaults.out_of_order, &mut defaults.in_order] {
            requested.options.views = Views::NONE;
        }
        let analyst = Analyst::new(defaults);
        for block in results.cpus.iter_mut().flat_map(|it| &mut it.worst) {
            let request = oxmca_batch::Line { number: block.name.line, text: Some(&block.request) };
            block.instructions = instruction_texts(&analyst.answer(&request));
        }
    }
}

/// The lines of a file that are wrong.
pub struct WrongLines<'a> {
    /// The name of the file.
    name: &'a str,
    count: u64,
}

impl<'a> WrongLines<'a> {
    /// Lines that are described one by one.
    const MAX_DESCRIBED: u64 = 20;

    /// Creates the none yet, of a file.
    pub fn of(path: &'a str) -> WrongLines<'a> {
        WrongLines { name: if path == "-" { "<stdin>" } else { path }, count: 0 }
    }

    /// Prints what is wrong with a line, unless many others are.
    pub fn add(&mut self, number: u64, error: &LineError) {
        self.count += 1;
        if self.count <= Self::MAX_DESCRIBED {
            let LineError { message, column } = error;
            let column = column.map(|column| format!("{column}:")).unwrap_or_default();
            console::text(&format!("{}:{number}:{column} ", self.name));
            console::message(Severity::Error, message);
        }
    }

    /// Prints how many were not described. Returns the exit status if there are any.
    pub fn finish(&self) -> Result<(), Failed> {
        let WrongLines { name, count } = self;
        match count.checked_sub(Self::MAX_DESCRIBED) {
            None if *count == 0 => Ok(()),
            None | Some(0) => Err(1),
            Some(more) => Err(failed(&format!("{name}: {more} more lines are wrong"))),
        }
    }
}

/// Calls a function with each line of a file that is not blank, and its number.
///
/// # Errors
/// When the file cannot be read.
pub fn each_line(path: &str, mut take: impl FnMut(u64, &[u8])) -> io::Result<()> {
    each_chunk(path, |chunk, _| {
        for line in chunk {
            // What is too long is no JSON.
            take(line.number, line.text.as_deref().unwrap_or_default());
        }
    })
}

/// Calls a function with lines of a file as they can be read, and how many bytes are read then.
fn each_chunk(path: &str, mut take: impl FnMut(&[Line], u64)) -> io::Result<()> {
    let mut lines = Lines::new(LinesThatEnd::new(batch::open(path)?));
    loop {
        let chunk = lines.next_chunk()?;
        if chunk.is_empty() {
            return Ok(());
        }
        take(&chunk, lines.position());
    }
}

/// The most bytes of a line: more than any file has, but a device may have no line that ends.
const MAX_LINE_BYTES: u64 = 1 << 28;

/// An input whose lines end.
struct LinesThatEnd<R> {
    input: R,
    /// Bytes since the last line ended.
    length_bytes: u64,
}

impl<R: Read> LinesThatEnd<R> {
    fn new(input: R) -> LinesThatEnd<R> {
        LinesThatEnd { input, length_bytes: 0 }
    }
}

impl<R: Read> Read for LinesThatEnd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.input.read(buffer)?;
        self.length_bytes = match buffer[..len].iter().rposition(|byte| *byte == b'\n') {
            Some(at) => (len - at - 1) as u64,
            None => self.length_bytes + len as u64,
        };
        match self.length_bytes > MAX_LINE_BYTES {
            true => Err(io::Error::other("a line is longer than 256 MiB")),
            false => Ok(len),
        }
    }
}

//! Many requests from one run: lines of JSON in, lines of JSON out, in the same order.
//!
//! Errors in a request are part of its answer. Memory does not grow with the number of
//! requests: a chunk of lines is read, answered by all threads, and written.

pub mod defaults;
pub mod lines;

use std::fs::File;
use std::io::{self, IsTerminal, Read};

use oxmca_batch::Analyst;
use oxmca_driver::Pool;

use lines::{Line, Lines};

use crate::console::{Failed, Streams, failed, write_failed};
use crate::files;
use crate::flags::args::{Args, Input, When};
use crate::output::Output;
use crate::progress::Watch;
use crate::{target, threads};

/// Lines that a thread answers before it looks for more; one by one where answers are long.
const GROUP: usize = 8;
/// Groups that are begun for each thread before the first of them is written.
const AHEAD: usize = 4;
/// Bytes that are written at once, unless there is nothing more to answer.
const WRITE_BYTES: usize = 64 << 10;

/// Answers all requests in the files that the arguments name, or standard input, and gives the exit
/// status: 0 unless something could not be read or written.
pub fn run(args: &Args) -> i32 {
    match answer_all(args) {
        Ok(status) | Err(status) => status,
    }
}

fn answer_all(args: &Args) -> Result<i32, Failed> {
    let builder = target::builder_for_command(args, &mut Streams)?;
    let defaults = defaults::defaults(args, &builder).map_err(|problem| failed(&problem))?;
    let inputs = args.all_inputs();
    let paths: Vec<&str> = inputs.iter().filter_map(Input::path).collect();
    let output = Output::open(&args.output);
    let mut batch = Batch {
        group: if defaults.has_report { 1 } else { GROUP },
        analyst: Analyst::new(defaults),
        pool: threads::pool(args.jobs),
        output: output.map_err(|error| failed(&files::describe(&error)))?,
        watch: watch(args, &paths),
        is_unordered: args.unordered,
    };
    let mut status = 0;
    for path in paths {
        let answered = match open(path) {
            Ok(input) => batch.answer(Lines::new(input))?,
            Err(error) => Err(error),
        };
        if let Err(error) = answered {
            status = failed(&format!("{path}: {}", files::describe(&error)));
        }
    }
    let Batch { output, watch, .. } = batch;
    drop(watch);
    output.finish(b"").map_err(|error| write_failed(&error))?;
    Ok(status)
}

/// The state of a run: the analyst of the requests, its threads and the output.
struct Batch {
    analyst: Analyst,
    pool: Pool,
    group: usize,
    output: Output,
    watch: Watch,
    /// Set if answers are written as soon as they are there.
    is_unordered: bool,
}

impl Batch {
    /// Answers the lines of an input. The inner error is that of reading it.
    fn answer(&mut self, mut lines: Lines<Box<dyn Read>>) -> Result<io::Result<()>, Failed> {
        let before = self.watch.bytes();
        if self.is_unordered {
            return self.answer_unordered(lines);
        }
        loop {
            let chunk = match lines.next_chunk() {
                Ok(chunk) if chunk.is_empty() => return Ok(Ok(())),
                Ok(chunk) => chunk,
                Err(error) => return Ok(Err(error)),
            };
            let groups: Vec<&[Line]> = chunk.chunks(self.group).collect();
            let mut unwritten = Vec::new();
            let answers = |group: &&[Line]| -> Vec<u8> {
                self.analyst.answers(&group.iter().map(Line::request).collect::<Vec<_>>())
            };
            let written = self.pool.in_order(&groups, AHEAD, answers, |group, answers| {
                unwritten.extend(answers);
                let bytes = group.iter().map(Line::len).sum();
                self.watch.requests_done(group.len() as u64, bytes);
                if unwritten.len() < WRITE_BYTES {
                    return Ok(());
                }
                self.output.write(&std::mem::take(&mut unwritten))
            });
            let written = written.and_then(|()| self.output.write(&unwritten));
            written.map_err(|error| write_failed(&error))?;
            self.watch.read_to(before + lines.position());
        }
    }
}

impl Batch {
    /// Does the same as [`Batch::answer`], in any order. A request that takes long keeps none back.
    fn answer_unordered(
        &mut self,
        mut lines: Lines<Box<dyn Read>>,
    ) -> Result<io::Result<()>, Failed> {
        let mut groups = Vec::new().into_iter();
        let mut read = Ok(());
        let group_len = self.group;
        let next = || {
            if groups.len() == 0 {
                let mut chunk = match lines.next_chunk() {
                    Ok(chunk) => chunk.into_iter(),
                    Err(error) => {
                        read = Err(error);
                        return None;
                    }
                };
                let mut next_group = || chunk.by_ref().take(group_len).collect::<Vec<Line>>();
                let all: Vec<_> =
                    std::iter::from_fn(|| Some(next_group()).filter(|it| !it.is_empty())).collect();
                groups = all.into_iter();
            }
            groups.next()
        };
        let Batch { analyst, pool, output, watch, .. } = self;
        let answers = |group: Vec<Line>| {
            let requests: Vec<_> = group.iter().map(Line::request).collect();
            let bytes: u64 = group.iter().map(Line::len).sum();
            (analyst.answers(&requests), group.len() as u64, bytes)
        };
        let written = pool.unordered(AHEAD, next, answers, |(answers, count, bytes)| {
            watch.requests_done(count, bytes);
            output.write(&answers)
        });
        written.map_err(|error| write_failed(&error))?;
        Ok(read)
    }
}

/// Opens an input, or standard input for `-`.
///
/// # Errors
/// When it cannot be opened.
pub fn open(path: &str) -> io::Result<Box<dyn Read>> {
    Ok(match path {
        "-" => Box::new(io::stdin().lock()),
        path => Box::new(File::open(files::path_named(path))?),
    })
}

/// Watches over all inputs. Answers on a terminal show by themselves how far they are.
fn watch(args: &Args, paths: &[&str]) -> Watch {
    let when = match args.progress {
        When::Auto if args.output == "-" && io::stdout().is_terminal() => When::Never,
        when => when,
    };
    Watch::requests(when, || paths.iter().map(|path| files::len(path)).sum())
}

//! Many requests from one run: lines of JSON in, lines of JSON out, in the same order.
//!
//! What is wrong with a request is said in its answer. Memory does not grow with the number of
//! requests: a chunk of lines is read, answered by all threads, and written.

mod analysis;
mod answer;
mod known;
mod lines;
mod processors;
mod request;

use std::fs::File;
use std::io::{self, Read};

use analysis::Analyst;
pub use analysis::{ONLY_SUMMARY, contents};
pub use answer::Numbers;
use lines::Lines;

use crate::files;
use crate::flags::args::Args;
use crate::jobs::Jobs;
use crate::run::{Failed, failed, write_failed};
use crate::stream::Stream;

/// Answers all requests in the files that the arguments name, or standard input, and gives the exit
/// status: 0 unless something could not be read or written.
pub fn run(args: &Args) -> i32 {
    match answer_all(args) {
        Ok(status) | Err(status) => status,
    }
}

fn answer_all(args: &Args) -> Result<i32, Failed> {
    let analyst = Analyst::new(args);
    let jobs = Jobs::new(args.jobs);
    let output = Stream::open(&args.output);
    let mut output = output.map_err(|error| failed(&files::describe(&error)))?;
    let mut status = 0;
    let standard_input = ["-".to_owned()];
    let paths = if args.inputs.is_empty() { &standard_input[..] } else { &args.inputs };
    for path in paths {
        let mut lines = match open(path) {
            Ok(input) => Lines::new(input),
            Err(error) => {
                status = read_failed(path, &error);
                continue;
            }
        };
        loop {
            let chunk = match lines.next_chunk() {
                Ok(chunk) if chunk.is_empty() => break,
                Ok(chunk) => chunk,
                Err(error) => {
                    status = read_failed(path, &error);
                    break;
                }
            };
            let answers = jobs.map(&chunk, |line| analyst.answer(line));
            output.write(&answers.concat()).map_err(|error| write_failed(&error))?;
        }
    }
    output.finish().map_err(|error| write_failed(&error))?;
    Ok(status)
}

fn open(path: &str) -> io::Result<Box<dyn Read>> {
    Ok(match path {
        "-" => Box::new(io::stdin().lock()),
        path => Box::new(File::open(files::path_named(path))?),
    })
}

fn read_failed(path: &str, error: &io::Error) -> Failed {
    failed(&format!("{path}: {}", files::describe(error)))
}

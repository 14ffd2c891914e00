//! Processes of a pipeline.

use std::fs::File;
use std::io::{self, PipeReader, PipeWriter, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::command_line::{self, Pipeline, Redirection};

/// Runs a pipeline in a folder. Returns whether every command succeeds, and what is printed and goes
/// neither to a file nor to the next command.
pub fn run(pipeline: &Pipeline, folder: &Path) -> Result<(bool, Vec<u8>)> {
    let (mut printed, print) = io::pipe()?;
    let mut children = Vec::new();
    let mut input: Option<PipeReader> = None;
    for (index, command) in pipeline.commands.iter().enumerate() {
        let is_last = index + 1 == pipeline.commands.len();
        let (next_input, output) = if is_last {
            (None, print.try_clone()?)
        } else {
            let (reader, writer) = io::pipe()?;
            (Some(reader), writer)
        };
        children.push(start(command, folder, input.take(), output, print.try_clone()?)?);
        input = next_input;
    }
    // Otherwise there would be no end to read.
    drop(print);
    let mut output = Vec::new();
    printed.read_to_end(&mut output)?;
    let mut is_success = true;
    for (mut child, is_negated) in children {
        let status = child.wait()?;
        // A crash is a failure to `not`, too.
        is_success &=
            if is_negated { status.code().is_some_and(|it| it != 0) } else { status.success() };
    }
    Ok((is_success, output))
}

/// Starts a command. Returns with it whether `not` comes before it.
fn start(
    command: &command_line::Command,
    folder: &Path,
    input: Option<PipeReader>,
    output: PipeWriter,
    errors: PipeWriter,
) -> Result<(Child, bool)> {
    let is_negated = command.words[0] == "not";
    let words = &command.words[usize::from(is_negated)..];
    ensure!(words.first().is_some_and(|it| !it.starts_with("--")), "`not` and {words:?}");
    let mut process = Command::new(&words[0]);
    process.args(&words[1..]).current_dir(folder);
    process.stdin(input.map_or_else(Stdio::null, Stdio::from));
    let mut stdout = Output::Pipe(output);
    let mut stderr = Output::Pipe(errors);
    for redirection in &command.redirections {
        let open = |file: &str| File::create(folder.join(file)).with_context(|| file.to_owned());
        match redirection {
            Redirection::Input(file) => {
                let file = File::open(folder.join(file)).with_context(|| file.clone())?;
                process.stdin(file);
            }
            Redirection::Output(file) => stdout = Output::File(open(file)?),
            Redirection::Errors(file) => stderr = Output::File(open(file)?),
            Redirection::ErrorsToOutput => stderr = stdout.try_clone()?,
        }
    }
    process.stdout(stdout).stderr(stderr);
    let child = process.spawn().with_context(|| format!("`{}` cannot be run", words[0]))?;
    Ok((child, is_negated))
}

/// A place that output goes to.
enum Output {
    Pipe(PipeWriter),
    File(File),
}

impl Output {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(match self {
            Output::Pipe(pipe) => Output::Pipe(pipe.try_clone()?),
            Output::File(file) => Output::File(file.try_clone()?),
        })
    }
}

impl From<Output> for Stdio {
    fn from(output: Output) -> Self {
        match output {
            Output::Pipe(pipe) => pipe.into(),
            Output::File(file) => file.into(),
        }
    }
}

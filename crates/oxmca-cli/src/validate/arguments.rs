//! Arguments of `oxmca validate`: its own, and those of the main command that decide predictions.

use clap::{Arg, CommandFactory, Parser};
use oxmca::options::OPTIONS;
use oxmca::options::arguments::arguments;

use crate::flags::args::Args;
use crate::flags::hardware::{Files, read_initial_registers};
use crate::flags::table::flags;
use crate::flags::{Flag, Group, Value, parse};
use crate::{command_line, console};

/// Compares predicted cycles of blocks with measured ones: errors, rank correlation, and the worst blocks.
///
/// Each line of a file is a JSON object: "hex" or "asm" (text, or a list of lines), "cycles", and if need be "cpu",
/// "id", "triple", "features", "syntax" and "base", as in requests of --batch. The prediction is the cycles per
/// iteration in the steady state. A line whose cycles are null was not measured. Intervals have 95 % of draws.
#[derive(Parser, Debug)]
#[command(name = "oxmca validate", bin_name = "oxmca validate", disable_version_flag = true)]
#[command(after_help = "\
Options of the main command that concern reading code are taken, too, as `oxmca --help` lists them: -mcpu, -mtriple, -mattr,
--model, --timeout, -j and others.

Examples:
  oxmca validate blocks.jsonl
  oxmca validate -mcpu=skylake -j2 --svg=map.svg --worst=20 blocks.jsonl
  oxmca validate --hardware --delivery=unrolled blocks.jsonl
  oxmca validate --compare=other.jsonl blocks.jsonl     another tool's {\"id\", \"cpu\", \"cycles\"}
  oxmca validate --compare-field=other blocks.jsonl     the same in the lines of the blocks
  oxmca validate --measure --keep=measured.jsonl blocks.jsonl     cycles of this machine
  oxmca validate --label=loop --code=loop_hex blocks.jsonl")]
pub struct Options {
    /// Blocks as lines of JSON; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub files: Vec<String>,
    /// The member with the measured cycles
    #[arg(long, value_name = "MEMBER", default_value = "cycles")]
    pub label: String,
    #[arg(
        long,
        value_name = "MEMBER",
        help = "The member with the code; assembly if its name is asm or ends with _asm, else bytes; by default hex, else asm"
    )]
    pub code: Option<String>,
    #[arg(
        long,
        value_name = "FILE",
        help = "Compare with another tool's predictions: lines of JSON with id, cpu and cycles"
    )]
    pub compare: Option<String>,
    #[arg(
        long,
        value_name = "MEMBER",
        help = "The member with another tool's cycles, in the file to compare with or, without one, in the lines of the blocks"
    )]
    pub compare_field: Option<String>,
    /// Measure the blocks on this machine, as `oxmca measure` does, in place of the cycles in the files
    #[arg(long)]
    pub measure: bool,
    /// Write the lines of the blocks with their measured cycles to a file
    #[arg(long, value_name = "FILE", requires = "measure")]
    pub keep: Option<String>,
    /// Show that many blocks with the largest errors of each CPU
    #[arg(long, value_name = "COUNT", default_value_t = 10)]
    pub worst: usize,
    /// Draw blocks that many times for intervals
    #[arg(long, value_name = "COUNT", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub draws: u32,
    /// Draw measured against predicted cycles
    #[arg(long, value_name = "FILE")]
    pub svg: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Write to a file, whole or not at all
    #[arg(long, short = 'o', value_name = "FILE", default_value = "-")]
    pub output: String,
}

/// Flags of the main command that choose other inputs, tasks or forms of output.
const REFUSED: [&str; 13] = [
    "base",
    "batch",
    "function",
    "generate",
    "help-hidden",
    "hex",
    "hex-file",
    "line",
    "loop",
    "range",
    "raw",
    "unordered",
    "version",
];

/// Returns the command line, with the options of analyses, which [`parse`] reads.
pub fn command() -> clap::Command {
    // Of flags that decide more than an option, the main command's help tells.
    let is_option = |argument: &Arg| {
        let flag = argument.get_long().and_then(|name| parse::find(flags(), name));
        flag.is_some_and(|flag| matches!(flag.value, Value::Option(_)))
    };
    Options::command().args(arguments::<Files>(OPTIONS, false).filter(is_option))
}

/// Reads the arguments after the command's name.
///
/// # Errors
/// The exit status, when they are wrong or ask for help, after the text that says so.
pub fn read(name: &str, given: &[String]) -> Result<(Options, Args), i32> {
    let (own, main) = split(given);
    let options = command_line::parse_command(command(), name, &own)?;
    let failed = |message: &str| {
        console::text(&format!("{message}\n"));
        1
    };
    if let Some(flag) = main.iter().filter_map(|it| flag_of(it)).find(|it| is_refused(it)) {
        return Err(failed(&format!("oxmca {name}: takes no {}", flag.spelling())));
    }
    let mut args = parse::parse(&format!("oxmca {name}"), &main)
        .map_err(|error| failed(error.text(console::suggests()).trim_end()))?;
    read_initial_registers(&mut args).map_err(|message| console::failed(&message))?;
    Ok((options, args))
}

fn is_refused(flag: &Flag) -> bool {
    flag.group == Group::View && flag.name != "steady-state" || REFUSED.contains(&flag.name)
}

/// Returns the flag of the main command that an argument is, if it is one.
fn flag_of(argument: &str) -> Option<&'static Flag> {
    parse::find(flags(), name_of(argument)?)
}

/// Returns the name of an option, without dashes and value.
fn name_of(argument: &str) -> Option<&str> {
    let text = argument.strip_prefix('-').filter(|text| !text.is_empty())?;
    let text = text.strip_prefix('-').unwrap_or(text);
    Some(text.split_once('=').map_or(text, |(name, _)| name))
}

/// Arguments of the command itself, files among them, and those that are the main command's.
fn split(arguments: &[String]) -> (Vec<String>, Vec<String>) {
    let command = Options::command();
    let is_own = |name: &str| {
        let is_named = |it: &Arg| {
            it.get_long() == Some(name)
                || it.get_short().is_some_and(|it| name.starts_with(it) && name.len() == 1)
        };
        matches!(name, "h" | "help") || command.get_arguments().any(is_named)
    };
    let takes_value = |name: &str| {
        let found = command.get_arguments().find(|it| {
            it.get_long() == Some(name)
                || it.get_short().is_some_and(|short| name == short.to_string())
        });
        found.is_some_and(|it| it.get_action().takes_values())
    };
    let (mut own, mut main) = (Vec::new(), Vec::new());
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let Some(name) = name_of(argument) else {
            own.push(argument.clone());
            continue;
        };
        if name.is_empty() {
            // What follows `--` are files.
            own.push(argument.clone());
            own.extend(rest.by_ref().cloned());
            break;
        }
        let is_own = is_own(name);
        let has_value = argument.contains('=');
        let needs_value = match is_own {
            true => takes_value(name),
            false => flag_of(argument).is_some_and(Flag::needs_value),
        };
        let part = if is_own { &mut own } else { &mut main };
        part.push(match is_own && name.len() > 1 && !argument.starts_with("--") {
            true => format!("-{argument}"),
            false => argument.clone(),
        });
        if needs_value && !has_value {
            part.extend(rest.next().cloned());
        }
    }
    (own, main)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(line: &str) -> (String, String) {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let (own, main) = split(&words);
        (own.join(" "), main.join(" "))
    }

    #[test]
    fn options_go_to_the_command_that_has_them() {
        let cases = [
            ("a.jsonl -mcpu=skylake b.jsonl", "a.jsonl b.jsonl", "-mcpu=skylake"),
            ("-mcpu skylake a", "a", "-mcpu skylake"),
            ("--worst 3 --noalias=false a", "--worst 3 a", "--noalias=false"),
            ("-j2 -o out --json -", "-o out --json -", "-j2"),
            ("-json -label loop a", "--json --label loop a", ""),
            ("-j 2 --label=loop a", "--label=loop a", "-j 2"),
            ("--steady-state a -- -b", "a -- -b", "--steady-state"),
            ("--unknown a", "a", "--unknown"),
            ("--help", "--help", ""),
            ("-h", "-h", ""),
        ];
        for (line, own, main) in cases {
            assert_eq!(parts(line), (own.to_owned(), main.to_owned()), "{line}");
        }
    }

    #[test]
    fn every_flag_that_is_refused_is_one() {
        for name in REFUSED {
            assert!(parse::find(flags(), name).is_some(), "{name}");
        }
    }
}

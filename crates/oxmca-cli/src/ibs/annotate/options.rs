//! The command line after `oxmca ibs annotate`.

use clap::{Args, ValueEnum};

use crate::ibs::options::{Choice, InputOptions};

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct AnnotateOptions {
    #[command(flatten)]
    pub input: InputOptions,
    /// The function: its name, or an address within it (0x...)
    #[arg(long, short = 's', value_name = "NAME|ADDRESS")]
    pub symbol: String,
    /// Only a function of the module with this path or file name; can be given several times
    #[arg(long = "module", value_name = "FILE")]
    pub modules: Vec<String>,
    /// Only samples of processes with this number or name; can be given several times
    #[arg(long = "process", value_name = "PID|NAME")]
    pub processes: Vec<String>,
    /// The CPU to simulate [default: the one that recorded]
    #[arg(long, alias = "cpu", value_name = "CPU")]
    pub mcpu: Option<String>,
    /// What to simulate as a loop: instructions from START up to and without END, both addresses in
    /// hexadecimal digits, or offsets from the function's start with a plus before [default: the loop
    /// with most samples]
    #[arg(long = "loop", value_name = "START..END", value_parser = parse_range)]
    pub range: Option<Range>,
    /// How instructions are written
    #[arg(long, value_enum, default_value_t = Syntax::Att)]
    pub syntax: Syntax,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Write to a file, whole or not at all
    #[arg(long, short = 'o', value_name = "FILE", default_value = "-")]
    pub output: String,
    /// Colours
    #[arg(long, value_enum, default_value_t = Choice::Auto)]
    pub color: Choice,
}

const EXAMPLES: &str = "\
Examples:
  perf record -R -e ibs_op/cnt_ctl=1/ -c 100000 -- ./app
  oxmca ibs annotate perf.data -s work                        where `work` spends its time, and why
  oxmca ibs annotate perf.data -s work --mcpu znver4          beside another CPU's simulation
  oxmca ibs annotate perf.data -s work --loop +0x10..+0x3c    beside that of this loop
  oxmca ibs annotate perf.data -s work --format json          as data";

/// How instructions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Syntax {
    Att,
    Intel,
}

/// How to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
}

/// An address, or an offset in the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    Address(u64),
    Offset(u64),
}

/// Where a loop begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub start: Point,
    pub end: Point,
}

impl Point {
    /// The address, in a function that starts at another.
    pub fn address(self, start: u64) -> u64 {
        match self {
            Self::Address(address) => address,
            Self::Offset(offset) => start.saturating_add(offset),
        }
    }
}

fn parse_point(text: &str) -> Option<Point> {
    let (text, make): (&str, fn(u64) -> Point) = match text.strip_prefix('+') {
        Some(offset) => (offset, Point::Offset),
        None => (text, Point::Address),
    };
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let is_number = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u64::from_str_radix(digits, 16).ok().filter(|_| is_number).map(make)
}

fn parse_range(text: &str) -> Result<Range, String> {
    let (start, end) = text.split_once("..").ok_or("two addresses with `..` between are needed")?;
    let point = |text: &str| {
        parse_point(text.trim()).ok_or_else(|| format!("`{text}` is no hexadecimal address"))
    };
    Ok(Range { start: point(start)?, end: point(end)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_of_addresses_or_offsets() {
        let range = parse_range("0x1139..+1f").unwrap();
        assert_eq!(range, Range { start: Point::Address(0x1139), end: Point::Offset(0x1f) });
        assert_eq!(range.end.address(0x1130), 0x114f);
        for text in ["", "1", "1..", "..2", "1..x", "1..++2", "1..+-2", "1...2", "-1..2"] {
            assert!(parse_range(text).is_err(), "{text}");
        }
    }
}

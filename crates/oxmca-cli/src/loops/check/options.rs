//! The arguments of `oxmca check`.

use clap::Parser;

use crate::machine_arguments::MachineArguments;

/// Fails if a loop takes more cycles than a baseline allows, or could not be checked.
///
/// The status is 3 if a loop is slower, else 4 if one could not be checked, 2 if the baseline cannot be used, 1 for any other
/// error, 0 otherwise. The numbers are cycles for the same work once the pipeline is full, as simulated; no code runs. A text
/// that marks regions is checked by these. Loops are found by their instructions, and by name where these have changed.
#[derive(Parser, Debug)]
#[command(name = "oxmca check", bin_name = "oxmca check", disable_version_flag = true)]
#[command(after_help = "\
Examples:
  oxmca check --baseline=loops.txt --write-baseline --mcpu=skylake,znver4 kernels.o
  oxmca check --baseline=loops.txt kernels.o
  oxmca check --baseline=loops.txt --max-slowdown=2% kernels.o
  oxmca check --baseline=loops.txt --allow-new kernels.o

Without --mcpu, --mtriple and --model-of, these are those of the baseline. docs/ci.md shows a workflow for GitHub.")]
pub struct Options {
    /// Programs, libraries, archives, objects or assembly
    #[arg(value_name = "INPUT", required = true)]
    pub inputs: Vec<String>,
    /// The file with what was accepted
    #[arg(long, value_name = "FILE")]
    pub baseline: String,
    /// Write the baseline instead of comparing with it
    #[arg(long)]
    pub write_baseline: bool,
    #[arg(
        long,
        value_name = "PERCENT",
        default_value = "0",
        value_parser = percent,
        help = "How many percent more cycles a loop may take"
    )]
    pub max_slowdown: f64,
    /// Do not fail for loops that are not in the baseline
    #[arg(long)]
    pub allow_new: bool,
    /// Do not fail for loops of the baseline that are gone
    #[arg(long)]
    pub allow_gone: bool,
    /// Do not fail for loops of such names that cannot be compared with the baseline's; can be given several times
    #[arg(long, value_name = "PATTERN")]
    pub allow_incomparable: Vec<String>,
    /// Do not fail for loops of such names whose cycles are not known, or were not; can be given several times
    #[arg(long, value_name = "PATTERN")]
    pub allow_unknown: Vec<String>,
    /// Also write the result as Markdown, for a comment on a pull request
    #[arg(long, value_name = "FILE", conflicts_with = "write_baseline")]
    pub markdown: Option<String>,
    /// Also write slower loops in the form of GitLab's Code Quality, which it shows beside the source
    #[arg(long, value_name = "FILE", conflicts_with = "write_baseline")]
    pub code_quality: Option<String>,
    #[command(flatten)]
    pub machine: MachineArguments,
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim_end().parse::<f64>();
    let number = number.ok().filter(|it| it.is_finite() && *it >= 0.0);
    number.map(|it| it / 100.0).ok_or_else(|| "expected a percentage, such as 2%".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_may_have_their_sign() {
        assert_eq!(percent("2%"), Ok(0.02));
        assert_eq!(percent("2.5 %"), Ok(0.025));
        assert_eq!(percent("0"), Ok(0.0));
        assert!(percent("x").is_err() && percent("-1").is_err() && percent("nan").is_err());
    }
}

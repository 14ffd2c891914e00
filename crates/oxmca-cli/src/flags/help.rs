//! The help and version texts, made from the flag table.

use std::fmt::Write;

use super::table::FLAGS;
use super::{Flag, Group, Value};
use crate::host;

const INTRODUCTION: &str = "\
oxmca analyzes how a block of assembly runs on a CPU: throughput, latency, port pressure and a
cycle-by-cycle timeline. Options and reports are those of llvm-mca.

Usage: oxmca [options] [file]     without a file, or with '-', reads standard input
";

const EXAMPLES: &str = "
Examples:
  oxmca -mcpu=znver4 loop.s                 report for 100 iterations on AMD Zen 4
  oxmca -mcpu=skylake -timeline loop.s      and a cycle-by-cycle timeline
  oxmca -mcpu=btver2 -instruction-tables loop.s
                                            static latency, throughput and ports only
  echo 'addl %eax, %ebx' | oxmca            one instruction, on this machine's CPU
  oxmca -mcpu=help                          every CPU and feature

Mark the code to analyze with comments:
  # LLVM-MCA-BEGIN name
  ...
  # LLVM-MCA-END name
";

/// The help text.
pub fn help(with_hidden: bool) -> String {
    let mut out = INTRODUCTION.to_owned();
    let groups = [
        (Group::Input, "Input and output"),
        (Group::Simulation, "Simulation"),
        (Group::View, "Views"),
        (Group::Generic, "Other"),
    ];
    for (group, title) in groups {
        let _ = write!(out, "\n{title}:\n");
        for flag in FLAGS.iter().filter(|flag| flag.group == group && (with_hidden || !flag.hidden))
        {
            describe(flag, &mut out);
        }
    }
    out.push_str(EXAMPLES);
    out
}

fn describe(flag: &Flag, out: &mut String) {
    let mut usage = flag.spelling();
    match &flag.value {
        Value::Choice { default: Some(_), .. } => {
            let _ = write!(usage, "[=<{}>]", flag.value_name);
        }
        _ if flag.value_name.is_empty() => {}
        _ => {
            let _ = write!(usage, "=<{}>", flag.value_name);
        }
    }
    let _ = writeln!(out, "  {usage:<39} {}", flag.doc);
    if let Value::Choice { choices, .. } = &flag.value {
        for choice in *choices {
            let _ = writeln!(out, "    ={:<36}   {}", choice.word, choice.doc);
        }
    }
}

/// The version text: ours, the LLVM release whose tables and reports we reproduce, and the host.
pub fn version() -> String {
    format!(
        "oxmca {}\n  Reports and tables of LLVM 22.1.8\n  Default target: {}\n  Host CPU: {}\n",
        env!("CARGO_PKG_VERSION"),
        host::default_triple(),
        host::cpu_name()
    )
}

//! The help and version texts, made from the flag table.

use std::collections::BTreeMap;
use std::fmt::Write;

use oxmca_tables::identity::{LLVM_VERSION, all_tables_hashes};

use super::{Flag, Group};

/// The purpose of the program.
pub const PURPOSE: &str = "\
oxmca analyzes how a block of assembly runs on a CPU: throughput, latency, port pressure and a
cycle-by-cycle timeline. Options and reports are those of llvm-mca.
";

const USAGE: &str = "
Usage: oxmca [options] [file]     without a file, or with '-', reads standard input

Options take one or two dashes, and a value after '=' or as the next argument. The last one of a
name counts. A switch is turned off with '=false'. '@file' stands for the arguments in a file.
";

/// Command lines worth knowing, and their effects.
pub const EXAMPLES: &[(&str, &str)] = &[
    ("oxmca -mcpu=znver4 loop.s", "100 iterations on AMD Zen 4"),
    ("oxmca -mcpu=skylake -timeline loop.s", "and a cycle-by-cycle timeline"),
    ("oxmca -mcpu=znver4 -steady-state loop.s", "exact cycles per iteration, and what limits them"),
    ("oxmca explain --mcpu=znver4 loop.s", "the same in words, with what would help"),
    ("oxmca -mcpu=skylake -annotate loop.s", "ports and critical path beside the code"),
    ("oxmca -mcpu=znver4,skylake --html=report.html loop.s", "a page for a browser"),
    ("oxmca -mcpu=znver4 -dot loop.s | dot -Tsvg -o graph.svg", "the dependency graph"),
    (
        "oxmca -mcpu=znver4 -bottleneck-analysis loop.s",
        "what raised back pressure, and the critical sequence",
    ),
    (
        "oxmca -mcpu=btver2 -instruction-tables loop.s",
        "latency, throughput and ports, not simulated",
    ),
    ("oxmca -x86-asm-syntax=intel -output-asm-variant=1 loop.s", "Intel syntax in and out"),
    ("clang -O2 -S -o - loop.c | oxmca", "compiler output, on this machine's CPU"),
    ("echo 'addl %eax, %ebx' | oxmca", "one instruction"),
    ("oxmca -mcpu=skylake --hex \"48 01 f8 48 ff c0\"", "machine code"),
    ("oxmca -mcpu=skylake --raw --base 0x401000 code.bin", "machine code from a file"),
    ("oxmca -mcpu=help", "every CPU and feature"),
];

/// Comments that mark code.
pub const REGIONS: &str = "\
# LLVM-MCA-BEGIN name
...
# LLVM-MCA-END name
";

/// Machine code that marks code.
pub const BYTE_MARKERS: &str =
    "In machine code, the byte markers of IACA and OSACA delimit regions.";

/// Returns the help text for flags, with a line for each command: its name and purpose.
pub fn help(flags: &[Flag], with_hidden: bool, commands: &[(&str, String)]) -> String {
    let mut out = format!("{PURPOSE}{USAGE}");
    if let Some((first, _)) = commands.first() {
        let _ = writeln!(
            out,
            "\nCommands (see 'oxmca {first} --help'; a file that is called {first} is named './{first}'):"
        );
    }
    for (name, about) in commands {
        let _ = writeln!(out, "  {name:<39} {about}");
    }
    for group in Group::ALL {
        let _ = write!(out, "\n{}:\n", group.title());
        for flag in flags.iter().filter(|flag| flag.group == group && (with_hidden || !flag.hidden))
        {
            describe(flag, &mut out);
        }
    }
    out.push_str(
        "\nMark the code to analyze with comments; without them all of it is one region:\n",
    );
    out.extend(REGIONS.lines().map(|line| format!("  {line}\n")));
    let _ = write!(out, "{BYTE_MARKERS}\n\nExamples:\n");
    for (command, explanation) in EXAMPLES {
        let _ = writeln!(out, "  {command:<57} {explanation}");
    }
    out
}

fn describe(flag: &Flag, out: &mut String) {
    let usage = flag.spelling() + &flag.value_usage();
    let _ = writeln!(out, "  {usage:<39} {}", flag.doc);
    for choice in flag.choices() {
        let _ = writeln!(out, "    ={:<36}   {}", choice.word, choice.doc);
    }
}

/// Returns the version text: ours, the LLVM release whose tables and reports we reproduce, and the
/// host.
pub fn version() -> String {
    format!(
        "oxmca {}\n  Reports and tables of LLVM {LLVM_VERSION}\n  Default target: {}\n  Host CPU: {}\n",
        env!("CARGO_PKG_VERSION"),
        oxmca_asm::host::default_triple(),
        crate::files::host_cpu_name()
    )
}

/// Returns the version as JSON, with the hashes of the tables.
pub fn version_json() -> String {
    let tables: BTreeMap<&str, &str> = all_tables_hashes().collect();
    let identity = serde_json::json!({
        "name": "oxmca",
        "version": env!("CARGO_PKG_VERSION"),
        "llvm_version": LLVM_VERSION,
        "tables": tables,
    });
    format!("{identity:#}\n")
}

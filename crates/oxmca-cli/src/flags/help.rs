//! The help and version texts, made from the flag table.

use std::collections::BTreeMap;
use std::fmt::Write;

use oxmca_tables::identity::{LLVM_VERSION, all_tables_hashes};

use oxmca_loops::wrap;

use super::{Flag, Group};

/// The purpose of the program.
pub const PURPOSE: &str = "\
oxmca predicts how code runs on a CPU: cycles per iteration, what limits them, the load of each
port and a cycle-by-cycle timeline. Commands find the loops of programs and assembly. Without a
command, options and reports are those of llvm-mca.
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
    ("oxmca -mcpu=znver4 -steady-state loop.s", "exact cycles, and what limits them"),
    ("oxmca explain --mcpu=znver4 loop.s", "the same in words, with what would help"),
    ("oxmca -mcpu=skylake -annotate loop.s", "ports and critical path beside the code"),
    ("oxmca -mcpu=znver4,skylake --html=report.html loop.s", "a page for a browser"),
    ("oxmca -mcpu=znver4 -dot loop.s | dot -Tsvg -o graph.svg", "the dependency graph"),
    ("oxmca -mcpu=znver4 -bottleneck-analysis loop.s", "what dispatch waits for"),
    ("oxmca -mcpu=btver2 -instruction-tables loop.s", "tables, not simulated"),
    ("oxmca -x86-asm-syntax=intel -output-asm-variant=1 loop.s", "Intel syntax in and out"),
    ("clang -O2 -S -o - loop.c | oxmca loops", "the loops of compiler output"),
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
        entry(name, about, &mut out);
    }
    for group in Group::ALL {
        let is_listed = |flag: &&Flag| flag.group == group && (with_hidden || !flag.hidden);
        let mut listed = flags.iter().filter(is_listed).peekable();
        if listed.peek().is_some() {
            let _ = write!(out, "\n{}:\n", group.title());
        }
        for flag in listed {
            describe(flag, &mut out);
        }
    }
    out.push_str(
        "\nWithout a command, all instructions of a text are read as the body of one loop, from the first to\n\
         the last, even those of whole functions with their branches. 'oxmca loops' finds the loops of\n\
         functions, and --loop chooses one. Comments mark other parts of a text, each a region of its own:\n",
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
    entry(&usage, flag.doc, out);
    for choice in flag.choices() {
        entry(&format!("  ={:<36}", choice.word), choice.doc, out);
    }
}

/// Characters of a line of help at most.
const COLUMNS: usize = 100;
/// The column at which explanations begin.
const EXPLANATIONS: usize = 42;

/// Appends a word with its explanation, in lines that are not too long.
fn entry(word: &str, explanation: &str, out: &mut String) {
    let mut lines = String::new();
    wrap(explanation, COLUMNS - EXPLANATIONS, &mut lines);
    let mut word = format!("  {word}");
    if word.len() >= EXPLANATIONS {
        word = word.trim_end().to_owned();
    }
    for (at, line) in lines.lines().enumerate() {
        let word = if at == 0 { word.as_str() } else { "" };
        let gap = if word.len() >= EXPLANATIONS { " " } else { "" };
        let _ = writeln!(out, "{word:EXPLANATIONS$}{gap}{line}");
    }
}

/// Returns the version text: ours, the LLVM release whose tables and reports we reproduce, and the
/// host.
pub fn version() -> String {
    format!(
        "oxmca {}\n  Reports and tables of LLVM {LLVM_VERSION}\n  Default target: {}\n  Host CPU: {}\n",
        env!("CARGO_PKG_VERSION"),
        oxmca_asm::host::default_triple(),
        oxmca_host::cpu_name()
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

//! `xtask bit-fields`: machine code of targets whose tables have it as bit fields, recorded from llvm-mc.
//!
//! Random bits between the fixed ones are disassembled. llvm-mc prints the instruction with its operands and
//! the machine code that it encodes them to, so that the rows are proved without an assembler of ours.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, ExitCode, Stdio};
use std::{fs, thread};

use anyhow::{Context, Result, bail};
use clap::Parser;
use oxmca_tables::schema::Encoding;
use oxmca_tables::{Opcode, Tables, text};

use crate::random::Random;
use crate::{reference, workspace};

/// Words that are tried for each instruction.
const TRIES: usize = 160;

/// A target whose machine code is recorded.
struct Recorded {
    /// Its name, and that of its tables and of the recording.
    name: &'static str,
    /// The triple.
    triple: &'static str,
    /// A feature that another triple switches off, and that triple.
    width: Option<(&'static str, &'static str)>,
    /// Features with which all instructions exist; empty if an instruction's own have to be switched on.
    features: &'static str,
    /// Rows that are recorded of each instruction.
    rows: usize,
    /// Instructions that are recorded of those whose operands have the same encoder methods.
    instructions: usize,
}

const TARGETS: [Recorded; 2] = [
    Recorded {
        name: "riscv",
        triple: "riscv64",
        width: Some(("Feature64Bit", "riscv32")),
        features: "",
        rows: 2,
        instructions: usize::MAX,
    },
    Recorded {
        name: "aarch64",
        triple: "aarch64",
        width: None,
        features: "+all",
        rows: 2,
        instructions: 6,
    },
];

/// Records the machine code of instructions in crates/oxmca-asm/tests/bit_fields, which `cargo test` checks
#[derive(Parser, Debug)]
#[command(name = "xtask bit-fields")]
struct Options {
    /// Write nothing; fail if the recorded rows are not what llvm-mc gives
    #[arg(long)]
    check: bool,
}

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let options = Options::parse_from(
        std::iter::once("xtask bit-fields").chain(arguments.iter().map(String::as_str)),
    );
    match TARGETS.iter().try_for_each(|target| record(target, &options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bit-fields: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn record(target: &Recorded, options: &Options) -> Result<()> {
    let folder = workspace::folder()?;
    let files =
        oxmca_import::target_files(&folder.join("crates/oxmca-tables/data").join(target.name))?;
    let sources: Vec<text::SourceFile<'_>> =
        files.iter().map(|(name, text)| text::SourceFile { name, text }).collect();
    let owned = text::read(&sources)?;
    let tables = owned.tables();

    // Words by what the disassembler must be told.
    let mut groups: BTreeMap<(&str, String), Vec<&Encoding>> = BTreeMap::new();
    for row in tables.encodings {
        let group = match target.features {
            "" => subtarget(target, &tables, row.opcode),
            features => (target.triple, features.to_owned()),
        };
        groups.entry(group).or_default().push(row);
    }
    let mut random = Random(1);
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for ((triple, features), rows) in &groups {
        let mut words = String::new();
        for row in rows {
            for _ in 0..TRIES {
                let bits = row.fixed_bits | random.next() & !row.fixed_mask;
                let bytes = &bits.to_le_bytes()[..usize::from(row.width_bits / 8)];
                let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:#04x}")).collect();
                let _ = writeln!(words, "[{}]", bytes.join(" "));
            }
        }
        for (name, row) in parse(&disassemble(triple, features, words)?)? {
            let rows = found.entry(name).or_default();
            if rows.len() < target.rows && !rows.contains(&row) {
                rows.push(row);
            }
        }
    }
    let mut out = String::from(
        "# Instruction and machine operands (`-` is no register), and the machine code that llvm-mc gives. Recorded by\n\
         # `cargo xtask bit-fields`.\n",
    );
    let mut recorded: BTreeMap<Vec<u16>, usize> = BTreeMap::new();
    for (name, rows) in &found {
        let count = recorded.entry(methods(&tables, name)).or_default();
        *count += 1;
        if *count > target.instructions {
            continue;
        }
        out.extend(rows.iter().flat_map(|row| [row.as_str(), "\n"]));
    }
    let missing: Vec<&str> = tables
        .encodings
        .iter()
        .map(|row| tables.opcode_name(row.opcode))
        .filter(|name| !found.contains_key(*name))
        .collect();
    println!("{}: {} of {} instructions", target.name, found.len(), tables.encodings.len());
    println!("never decoded: {}", missing.join(" "));
    let path =
        folder.join("crates/oxmca-asm/tests/bit_fields").join(format!("{}.txt", target.name));
    if !options.check {
        fs::write(&path, out)?;
    } else if fs::read_to_string(&path)? != out {
        bail!("{} is not what llvm-mc gives; run `cargo xtask bit-fields`", path.display());
    }
    Ok(())
}

/// Returns the encoder methods of an instruction's operands and of its finished code.
fn methods(tables: &Tables<'_>, name: &str) -> Vec<u16> {
    let row = tables.opcode_named(name.as_bytes()).and_then(|opcode| tables.encoding(opcode));
    let Some(row) = row else { return Vec::new() };
    let fields = &tables.encoding_fields[row.fields.range()];
    let mut methods: Vec<u16> = fields.iter().map(|field| field.method).collect();
    methods.push(row.post_method);
    methods.sort_unstable();
    methods.dedup();
    methods
}

/// Returns the triple and the features under which an instruction exists: those of its first form.
fn subtarget(target: &Recorded, tables: &Tables<'_>, opcode: Opcode) -> (&'static str, String) {
    let wide = target.triple;
    let form = tables.match_entries.iter().find(|entry| entry.opcode == opcode);
    let mut features = Vec::new();
    let mut triple = wide;
    let required = form.map(|form| *tables.required(form)).unwrap_or_default();
    for (index, row) in tables.asm_features.iter().enumerate() {
        if !required.contains(index) {
            continue;
        }
        let literals = &tables.feature_literals[row.condition.range()];
        for group in literals.chunk_by(|a, b| a.group == b.group) {
            let literal = group[0];
            let feature = tables.features.iter().find(|row| row.bit == literal.bit);
            let Some(feature) = feature else { continue };
            match target.width {
                Some((width, narrow)) if tables.text(feature.constant) == width => {
                    triple = if literal.negated == 0 { wide } else { narrow };
                }
                _ => {
                    let sign = if literal.negated == 0 { '+' } else { '-' };
                    features.push(format!("{sign}{}", tables.text(feature.name)));
                }
            }
        }
    }
    (triple, features.join(","))
}

/// Returns the output of llvm-mc for words in brackets; words that are no instructions are left
/// out.
fn disassemble(triple: &str, features: &str, words: String) -> Result<String> {
    let mut child = Command::new(reference::LLVM_MC)
        .args([&format!("-triple={triple}"), &format!("-mattr={features}")])
        .args(["-disassemble", "-show-inst", "-show-encoding"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context("llvm-mc cannot be run")?;
    let mut input = child.stdin.take().context("input of llvm-mc")?;
    let writer = thread::spawn(move || input.write_all(words.as_bytes()));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| anyhow::anyhow!("writing to llvm-mc failed"))??;
    Ok(String::from_utf8(output.stdout)?)
}

/// Returns names of instructions and rows of the recording.
fn parse(text: &str) -> Result<Vec<(String, String)>> {
    let mut rows = Vec::new();
    for block in text.split(" encoding: [").skip(1) {
        let (bytes, rest) = block.split_once(']').context("encoding")?;
        let (_, rest) = rest.split_once("<MCInst #").context("instruction")?;
        let mut lines = rest.lines();
        let head = lines.next().context("instruction")?.trim_end_matches('>');
        let (_, name) = head.split_once(' ').context("name of an instruction")?;
        let mut row = name.to_owned();
        for line in lines {
            let Some((_, operand)) = line.split_once("<MCOperand ") else { break };
            let operand = operand.trim_end_matches('>');
            match operand.split_once(':') {
                Some((_, "")) => row.push_str(" -"),
                Some((_, value)) => _ = write!(row, " {value}"),
                None => bail!("operand `{operand}`"),
            }
        }
        let bytes: Vec<&str> = bytes.split(',').map(|byte| byte.trim_start_matches("0x")).collect();
        let _ = write!(row, " = {}", bytes.join(" "));
        rows.push((name.to_owned(), row));
    }
    Ok(rows)
}

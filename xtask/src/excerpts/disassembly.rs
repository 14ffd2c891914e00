//! Shared libraries as assembly.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::random::Random;
use crate::target::{Dialect, FileTriple, Libraries};

/// A program that disassembles, and a fact about the code.
pub struct Disassembler {
    /// llvm-objdump.
    pub program: PathBuf,
    /// Length of the longest instruction.
    pub longest_instruction_bytes: u64,
    /// Addresses of instructions are multiples of it.
    pub alignment_bytes: u64,
}

/// A library and where its code is.
pub struct Library {
    path: PathBuf,
    /// Of its header; those of the target's first mode, if it cannot be read.
    triple: Option<&'static str>,
    /// Address and size in bytes of each section with code.
    sections: OnceLock<Vec<(u64, u64)>>,
}

/// Smaller files hold little code.
const SMALLEST_BYTES: u64 = 100_000;

/// Returns the libraries of this machine in a fixed order, and how many of the first are rich.
pub fn find(facts: &Libraries) -> (Vec<Library>, usize) {
    let mut paths = BTreeSet::new();
    for folder in facts.folders {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let is_library = entry.file_name().to_string_lossy().contains(".so");
            // Links are followed, so that each file counts once.
            if is_library
                && let Ok(path) = path.canonicalize()
                && has_code(&path, facts.elf_machines)
            {
                paths.insert(path);
            }
        }
    }
    let is_rich = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        facts.rich.iter().any(|start| name.starts_with(start))
    };
    let (mut all, others): (Vec<PathBuf>, Vec<PathBuf>) = paths.into_iter().partition(is_rich);
    let rich = all.len();
    all.extend(others);
    (all.into_iter().map(|path| Library::new(path, facts)).collect(), rich)
}

/// Returns whether the file is ELF for one of the machines, of either byte order, and large enough.
fn has_code(path: &Path, machines: &[u16]) -> bool {
    let large = fs::metadata(path).is_ok_and(|data| data.len() >= SMALLEST_BYTES);
    large
        && header(path).is_some_and(|header| {
            let machine = [header[18], header[19]];
            machines.contains(&match is_little_endian(&header) {
                true => u16::from_le_bytes(machine),
                false => u16::from_be_bytes(machine),
            })
        })
}

/// Returns the first bytes of an ELF file.
fn header(path: &Path) -> Option<[u8; 20]> {
    let mut header = [0; 20];
    File::open(path).ok()?.read_exact(&mut header).ok()?;
    header.starts_with(b"\x7fELF").then_some(header)
}

fn is_little_endian(header: &[u8; 20]) -> bool {
    header[5] == 1
}

/// Returns the triple of a file's code, if it is not that of the target's first mode.
fn triple(path: &Path, facts: &Libraries) -> Option<&'static str> {
    const CLASS_64: u8 = 2;
    let header = header(path)?;
    let is_right = |it: &&FileTriple| {
        it.is_64_bit == (header[4] == CLASS_64) && it.is_little_endian == is_little_endian(&header)
    };
    facts.file_triples.iter().find(is_right).map(|it| it.triple)
}

impl Library {
    /// Creates a library in a file.
    pub fn new(path: PathBuf, facts: &Libraries) -> Self {
        let triple = triple(&path, facts);
        Library { path, triple, sections: OnceLock::new() }
    }

    /// Returns the triple of its code, if it is not that of the target's first mode.
    pub fn triple(&self) -> Option<&'static str> {
        self.triple
    }

    /// Returns about `count` lines of disassembly from a random place, with what they are; none if
    /// there is no code.
    pub fn window(
        &self,
        disassembler: &Disassembler,
        triple: &str,
        dialect: Option<&Dialect>,
        count: usize,
        random: &mut Random,
    ) -> Option<(String, Vec<String>)> {
        let Disassembler { program, longest_instruction_bytes, alignment_bytes } = disassembler;
        let sections = self.sections.get_or_init(|| self.sections(program));
        let total = sections.iter().map(|(_, size)| *size).sum::<u64>();
        let mut offset = random.next().checked_rem(total)?;
        let (address, size) = sections.iter().find(|(_, size)| {
            let here = offset < *size;
            offset -= if here { 0 } else { *size };
            here
        })?;
        let start = address + offset / alignment_bytes * alignment_bytes;
        let stop = (start + longest_instruction_bytes * count as u64).min(address + size);
        let mut command = Command::new(program);
        command.args(["-d", "--no-show-raw-insn", "--no-leading-addr"]);
        // A separate file with debug information would be disassembled in place of the library.
        command.arg("--debug-file-directory=/dev/null");
        command.arg(format!("--triple={triple}"));
        command.arg(format!("--start-address={start:#x}")).arg(format!("--stop-address={stop:#x}"));
        command.args(dialect.map(|dialect| format!("-{}", dialect.option)));
        let text = output(command.arg(&self.path));
        // The first lines name the file and the section; empty ones separate functions.
        let lines = text.lines().skip_while(|line| !line.starts_with("Disassembly of"));
        let lines = lines.skip(1).filter(|line| !line.trim().is_empty());
        let lines: Vec<String> = lines.take(count).map(str::to_owned).collect();
        let origin = format!("{} {start:#x}", self.path.display());
        (!lines.is_empty()).then_some((origin, lines))
    }

    fn sections(&self, disassembler: &Path) -> Vec<(u64, u64)> {
        let text = output(Command::new(disassembler).arg("--section-headers").arg(&self.path));
        let sections = text.lines().filter_map(|line| {
            // Index, name, size, address, type.
            let mut words = line.split_whitespace().skip(2);
            let size = u64::from_str_radix(words.next()?, 16).ok()?;
            let address = u64::from_str_radix(words.next()?, 16).ok()?;
            (words.next()? == "TEXT").then_some((address, size))
        });
        sections.collect()
    }
}

fn output(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default()
}

/// Returns a line of disassembly as an assembler reads it. `<symbol>:` becomes a label. Of a jump's
/// target, `0x1234 <symbol+0x10>`, either the number stays, or the symbol as it is, or the symbol in
/// quotes. Comments stay.
pub fn assembler_line(line: &str, targets: usize) -> String {
    if let Some(symbol) = line.strip_prefix('<').and_then(|rest| rest.strip_suffix(">:")) {
        let plain = symbol.chars().all(|c| c.is_ascii_alphanumeric() || "_.$@".contains(c));
        return if plain { format!("{symbol}:") } else { format!("\"{symbol}\":") };
    }
    let comment = [" # ", " @ "].iter().find_map(|start| line.find(start));
    let (code, comment) = match comment {
        Some(at) => line.split_at(at),
        None => (line, ""),
    };
    let Some((before, target)) =
        code.trim_end().strip_suffix('>').and_then(|it| it.split_once(" <"))
    else {
        return line.trim_start().to_owned();
    };
    let before = before.trim_start();
    let Some((instruction, number)) = before.rsplit_once(char::is_whitespace) else {
        return line.trim_start().to_owned();
    };
    let (symbol, offset) = match target.rfind("+0x") {
        Some(at) => target.split_at(at),
        None => (target, ""),
    };
    match targets {
        0 => format!("{instruction}\t{number}{comment}"),
        1 => format!("{instruction}\t{target}{comment}"),
        _ => format!("{instruction}\t\"{symbol}\"{offset}{comment}"),
    }
}

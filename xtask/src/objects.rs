//! `xtask objects`: functions, names and relocations of object files beside llvm-objdump's.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use crate::reference;
use anyhow::{Context, ensure};
use clap::Parser;
use oxmca_object::{FunctionOrigin, ObjectFile, Relocation, Section, members};

/// Compares names of places and relocations of object files with those that llvm-objdump shows
#[derive(Parser)]
#[command(name = "cargo xtask objects")]
struct Options {
    /// Programs, libraries, archives and objects
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The reference
    #[arg(long, default_value = reference::LLVM_OBJDUMP)]
    objdump: PathBuf,
    /// Differences shown of each file
    #[arg(long, default_value_t = 10)]
    shown: usize,
}

/// Counts of the lines that were compared.
#[derive(Default)]
struct Totals {
    labels: usize,
    targets: usize,
    relocations: usize,
    uncovered: usize,
    unnamed: usize,
    different: usize,
}

pub fn run(arguments: &[String]) -> ExitCode {
    let name = std::iter::once("objects".to_owned());
    let options = Options::parse_from(name.chain(arguments.iter().cloned()));
    let mut is_same = true;
    for file in &options.files {
        match compare(&options, file) {
            Ok(totals) => {
                let Totals { labels, targets, relocations, uncovered, unnamed, different } = totals;
                println!(
                    "{}: {labels} labels, {targets} targets, {relocations} relocations, \
                     {uncovered} labels of no function, {unnamed} targets without name, {different} different",
                    file.display()
                );
                is_same &= different == 0;
            }
            Err(error) => {
                println!("{}: {error:#}", file.display());
                is_same = false;
            }
        }
    }
    if is_same { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn compare(options: &Options, path: &Path) -> anyhow::Result<Totals> {
    let bytes = std::fs::read(path)?;
    let objects: Vec<ObjectFile<'_>> = match members(&bytes)? {
        Some(found) => {
            let objects = found.iter().filter(|it| ObjectFile::is_object(it.bytes));
            objects.map(|it| ObjectFile::parse(it.bytes)).collect::<Result<_, _>>()?
        }
        None => vec![ObjectFile::parse(bytes.as_slice())?],
    };
    let mut child = Command::new(&options.objdump)
        .args(["-d", "-r", "--no-show-raw-insn", "--no-print-imm-hex"])
        .arg(path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("`{}` cannot be run", options.objdump.display()))?;
    let output = BufReader::new(child.stdout.take().context("no pipe")?);
    let stubs = match &*objects {
        [it] if !it.is_relocatable() && it.triple().contains("apple") => stubs(options, path)?,
        _ => BTreeMap::new(),
    };
    let mut comparison = Comparison { shown: options.shown, stubs, ..Comparison::default() };
    let mut objects = objects.iter();
    for line in output.split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        if line.contains(":\tfile format ") {
            comparison.object = Some(objects.next().context("more objects")?);
            comparison.section = 0;
        } else {
            comparison.line(&line)?;
        }
    }
    ensure!(child.wait()?.success(), "llvm-objdump fails");
    Ok(comparison.totals)
}

/// An object as llvm-objdump shows it, line by line.
#[derive(Default)]
struct Comparison<'a> {
    object: Option<&'a ObjectFile<'a>>,
    /// The number of the section after the one at hand.
    section: usize,
    /// The distance between addresses that are shown and those of the object.
    base: u64,
    /// The addresses of the section at hand.
    range: Range<u64>,
    shown: usize,
    /// Addresses of relocations that were seen, and how many there.
    seen: BTreeSet<(u64, usize)>,
    /// The names of stubs of Mach-O by address. For their places llvm-objdump shows an undefined symbol and the distance from
    /// 0, or their section.
    stubs: BTreeMap<u64, String>,
    totals: Totals,
}

impl Comparison<'_> {
    fn line(&mut self, line: &str) -> anyhow::Result<()> {
        let Some(object) = self.object else { return Ok(()) };
        if let Some(name) = line.strip_prefix("Disassembly of section ") {
            let name = name.trim_end_matches(':').rsplit(',').next().unwrap_or_default();
            let sections = object.sections();
            let is_shown = |it: &Section| it.is_code && it.len_bytes > 0 && it.name == name;
            let found = (self.section..sections.len()).find(|it| is_shown(&sections[*it]));
            let found = found.with_context(|| format!("no section {name}"))?;
            self.base = if object.is_relocatable() && !object.triple().contains("apple") {
                sections[found].address
            } else {
                0
            };
            self.section = found + 1;
            self.range = sections[found].address..sections[found].end();
            self.seen.clear();
        } else if let Some((address, label)) = label(line) {
            self.totals.labels += 1;
            let address = address.wrapping_add(self.base);
            self.name(object, address, label, 0, line);
            let function = object.function_at(address);
            let has_code = |at: usize| object.functions()[at].origin != FunctionOrigin::Section;
            self.totals.uncovered += usize::from(!function.is_some_and(has_code));
        } else if let Some((address, text)) = relocation(line) {
            self.totals.relocations += 1;
            let address = address.wrapping_add(self.base);
            let number = self.seen.range((address, 0)..(address, usize::MAX)).count();
            self.seen.insert((address, number));
            let ours = object.relocations_at(address..address + 1).nth(number);
            let ours = ours.map(|it| written(&it)).unwrap_or_default();
            let is_left_out = text.contains("\t*ABS*");
            if is_left_out {
                self.seen.remove(&(address, number));
            } else if ours != text {
                self.differs(line, &ours);
            }
        } else if let Some((address, name, offset)) = target(line) {
            let address = address.wrapping_add(self.base);
            // In relocatable objects others are only there to be replaced.
            if !object.is_relocatable() || self.range.contains(&address) {
                self.totals.targets += 1;
                self.name(object, address, name, offset, line);
            }
        }
        Ok(())
    }

    fn name(&mut self, object: &ObjectFile<'_>, address: u64, name: &str, offset: u64, line: &str) {
        // Assemblers begin each section of Mach-O for AArch64 with such a label.
        if name.starts_with("ltmp") {
            return;
        }
        let ours = object.name_of_address(address);
        let stub = self.stubs.get(&address).cloned();
        let (name, offset) = stub.as_deref().map_or((name, offset), |it| (it, 0));
        // llvm-objdump goes back to earlier sections for data that has no symbol, and in Mach-O to undefined symbols, which it
        // takes to be at address 0, for code.
        let is_in_code = object.sections().iter().any(|it| it.is_code && it.contains(address));
        let is_of_undefined =
            object.triple().contains("apple") && !object.is_relocatable() && offset == address;
        if (ours.is_none() && !is_in_code) || is_of_undefined {
            self.totals.unnamed += 1;
            return;
        }
        if !ours.as_ref().is_some_and(|it| it.symbol == name && it.offset == offset) {
            self.differs(line, &format!("{ours:?}"));
        }
    }

    fn differs(&mut self, line: &str, ours: &str) {
        self.totals.different += 1;
        if self.totals.different <= self.shown {
            println!("  {}\n    ours: {ours}", line.trim());
        }
    }
}

/// Returns the names of a file's stubs by address, as llvm-objdump lists them.
fn stubs(options: &Options, path: &Path) -> anyhow::Result<BTreeMap<u64, String>> {
    let mut command = Command::new(&options.objdump);
    let output = command.args(["--macho", "--indirect-symbols"]).arg(path).output()?;
    ensure!(output.status.success(), "llvm-objdump lists no stubs");
    let text = String::from_utf8_lossy(&output.stdout);
    let entry = |line: &str| {
        let mut words = line.split_whitespace();
        let address = u64::from_str_radix(words.next()?.strip_prefix("0x")?, 16).ok()?;
        Some((address, words.nth(1)?.to_owned()))
    };
    let mut are_stubs = false;
    let mut found = BTreeMap::new();
    for line in text.lines() {
        if line.starts_with("Indirect symbols for ") {
            are_stubs = line.contains("(__TEXT,__");
        } else if are_stubs && let Some((address, name)) = entry(line) {
            found.insert(address, name);
        }
    }
    Ok(found)
}

/// Returns the address and name of a line that begins a function.
fn label(line: &str) -> Option<(u64, &str)> {
    let (address, name) = line.strip_suffix(">:")?.split_once(" <")?;
    Some((u64::from_str_radix(address, 16).ok()?, name))
}

/// Returns the address of a relocation, and its kind and symbol.
fn relocation(line: &str) -> Option<(u64, &str)> {
    let (address, text) = line.strip_prefix("\t\t")?.trim_start().split_once(":  ")?;
    Some((u64::from_str_radix(address, 16).ok()?, text))
}

/// Returns the address that an instruction names, and its name with a distance.
fn target(line: &str) -> Option<(u64, &str, u64)> {
    let (before, name) = line.strip_suffix('>')?.rsplit_once(" <")?;
    let (_, address) = before.rsplit_once("0x")?;
    let address = u64::from_str_radix(address, 16).ok()?;
    let distance = name.rsplit_once("+0x");
    let parts = distance.and_then(|it| Some((it.0, u64::from_str_radix(it.1, 16).ok()?)));
    let (name, offset) = parts.unwrap_or((name, 0));
    Some((address, name, offset))
}

/// Returns a relocation as llvm-objdump writes it.
fn written(relocation: &Relocation<'_>) -> String {
    let sign = if relocation.addend < 0 { '-' } else { '+' };
    let distance = match relocation.addend.unsigned_abs() {
        0 => String::new(),
        distance => format!("{sign}{distance:#x}"),
    };
    format!("{}\t{}{distance}", relocation.kind, relocation.symbol)
}

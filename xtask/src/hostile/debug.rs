//! Objects whose debug information alone is damaged: loops and their costs may not change for that.

use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};
use object::{Object, ObjectSection};
use oxmca_testing::forged_debug;

use super::damage;
use super::verdicts::Expected;
use crate::random::Random;

/// The folder with objects, below the workspace.
const FOLDER: &str = "crates/oxmca-object/tests/objects";
/// Objects with debug information and loops, and CPUs that can run them.
const OBJECTS: [(&str, &str); 9] = [
    ("elf-x86-64.o", "skylake,znver4"),
    ("elf-i386.o", "skylake,atom"),
    ("elf-split.o", "znver4"),
    ("coff-x86-64.o", "znver4,btver2"),
    ("macho-x86-64.o", "skylake"),
    ("elf-aarch64-big-endian.o", "neoverse-n1"),
    ("elf-aarch64-compressed.o", "neoverse-n1,cortex-a55"),
    ("macho-arm64.o", "apple-a14"),
    ("elf-riscv64.o", "sifive-p670"),
];
/// The longest forged program that is damaged.
const MAX_FORGED_BYTES: usize = 1 << 18;

/// An object with debug information.
struct Program {
    bytes: Vec<u8>,
    /// Debug information within the file, a range for each section.
    debug: Vec<Range<usize>>,
    cpus: &'static str,
    /// Loops of the undamaged object, as `oxmca check` writes them.
    baseline: Vec<u8>,
}

/// Objects whose debug information is damaged.
pub struct DebugInformation {
    programs: Vec<Program>,
    /// Programs whose debug information asks for much memory.
    forged: Vec<Program>,
    /// A file of split debug information beside one of the objects.
    split: Vec<u8>,
}

impl DebugInformation {
    /// Reads the objects, and writes their baselines with the program to a folder.
    ///
    /// # Errors
    /// When an object has no debug information or the program finds no loops.
    pub fn read(top: &Path, binary: &Path, folder: &Path) -> Result<DebugInformation> {
        let read = |bytes: Vec<u8>, name: &str, cpus: &'static str| -> Result<Program> {
            let debug = debug_ranges(&bytes)?;
            ensure!(!debug.is_empty(), "{name} has no debug information");
            fs::write(folder.join("input.o"), &bytes)?;
            let mut command = Command::new(binary);
            command.args(["check", "--write-baseline", "--baseline=baseline", "input.o"]);
            command.arg(format!("--mcpu={cpus}")).current_dir(folder);
            let output = command.output()?;
            ensure!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
            let baseline = fs::read(folder.join("baseline"))?;
            for name in ["input.o", "baseline"] {
                fs::remove_file(folder.join(name))?;
            }
            Ok(Program { bytes, debug, cpus, baseline })
        };
        let objects = top.join(FOLDER);
        let programs =
            OBJECTS.iter().map(|(name, cpus)| read(fs::read(objects.join(name))?, name, cpus));
        let forged = forged_debug::all().into_iter();
        let forged = forged.filter(|it| it.bytes.len() <= MAX_FORGED_BYTES);
        Ok(DebugInformation {
            programs: programs.collect::<Result<_>>()?,
            forged: forged.map(|it| read(it.bytes, it.name, "znver4")).collect::<Result<_>>()?,
            split: fs::read(objects.join("elf-split.dwo"))?,
        })
    }

    /// Writes an object with damaged debug information to a folder. Returns the arguments of a command that reads it, and
    /// what must come out.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn input(&self, random: &mut Random, folder: &Path) -> Result<(Vec<String>, Expected)> {
        let is_forged = random.below(50) == 0;
        let programs = if is_forged { &self.forged } else { &self.programs };
        let program = &programs[random.below(programs.len())];
        fs::write(folder.join("input.o"), program.damaged(random))?;
        if random.below(4) == 0 {
            fs::write(folder.join("elf-split.dwo"), damage::words(random, &self.split, 4))?;
        }
        let cpu = program.cpus.split(',').next().unwrap_or_default();
        let cpu = format!("--mcpu={cpu}");
        let words = |words: &[&str]| words.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        Ok(match random.below(8) {
            0 | 1 => {
                fs::write(folder.join("baseline"), &program.baseline)?;
                (words(&["check", "--baseline=baseline", "input.o"]), Expected::RefusedOrSame)
            }
            2 => {
                fs::write(folder.join("old.o"), &program.bytes)?;
                (words(&["diff", "old.o", "input.o", &cpu]), Expected::Unchanged)
            }
            3 => {
                let format = random.pick(&["--json", "--all", "--sort=cycles"]);
                (words(&["loops", "input.o", format, &cpu]), Expected::Any)
            }
            4 => (words(&["--html=-", "--source", "--loop=1", "input.o", &cpu]), Expected::Any),
            it => {
                let part = random.pick(&["--loop=1", "--function=*", "--line=sums.cpp:15"]);
                let mut arguments = words(&["-iterations=2", "--source", part, "input.o", &cpu]);
                arguments.extend((it == 5).then(|| "--json=full".to_owned()));
                (arguments, Expected::Any)
            }
        })
    }
}

impl DebugInformation {
    /// Returns a linked program with debug information that asks for much memory or is damaged.
    pub fn program(&self, random: &mut Random) -> Vec<u8> {
        let program = &self.forged[random.below(self.forged.len())];
        if random.below(8) == 0 { program.bytes.clone() } else { program.damaged(random) }
    }
}

impl Program {
    /// Returns the object with damage to one or two sections of its debug information.
    fn damaged(&self, random: &mut Random) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        for _ in 0..1 + random.below(2) {
            let range = self.debug[random.below(self.debug.len())].clone();
            let section = &bytes[range.clone()];
            let damaged = match random.below(4) {
                0 => damage::moved(random, section),
                1 => damage::words(random, section, 0),
                _ => damage::numbers(random, section),
            };
            bytes[range].copy_from_slice(&damaged);
        }
        bytes
    }
}

/// Returns the bytes of the file that are debug information.
fn debug_ranges(bytes: &[u8]) -> Result<Vec<Range<usize>>> {
    let file = object::File::parse(bytes)?;
    let is_debug = |name: &str| name.contains("debug_") && !name.starts_with(".rel");
    let ranges = file.sections().filter(|it| it.name().is_ok_and(is_debug));
    let ranges = ranges.filter_map(|it| it.file_range());
    let ranges = ranges.map(|(start, len)| start as usize..(start + len) as usize);
    Ok(ranges.filter(|it| !it.is_empty()).collect())
}

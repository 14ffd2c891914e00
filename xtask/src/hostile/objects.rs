//! Damaged object files, archives and baselines, and commands that read them.

use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};

use super::damage;
use crate::random::Random;

/// The folder with objects, below the workspace.
const FOLDER: &str = "crates/oxmca-object/tests/objects";
/// A baseline of `oxmca check`, below the workspace.
const BASELINE: &str = "tests/own/diff.baseline";
/// Bytes at the beginning of a file that say what it is, in which damage would end the reading at once.
const MAGIC_BYTES: usize = 4;

/// Files that are damaged.
pub struct Objects {
    files: Vec<ObjectFile>,
    baseline: Vec<u8>,
}

/// An object file or archive.
struct ObjectFile {
    bytes: Vec<u8>,
    /// CPUs that can run it.
    cpus: &'static [&'static str],
}

impl Objects {
    /// Reads the files.
    ///
    /// # Errors
    /// When there are none.
    pub fn read(top: &Path) -> Result<Objects> {
        let mut paths: Vec<_> = fs::read_dir(top.join(FOLDER))?
            .map(|entry| Ok(entry?.path()))
            .collect::<std::io::Result<_>>()?;
        paths.sort();
        let is_object = |path: &std::path::PathBuf| {
            let extension = path.extension().and_then(|it| it.to_str());
            extension.is_some_and(|it| matches!(it, "o" | "so" | "a" | "dwo" | "dll" | "dylib"))
        };
        let mut files = Vec::new();
        for path in paths.iter().filter(|path| is_object(path)) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_for = |words: &[&str]| words.iter().any(|word| name.contains(word));
            let cpus: &[&str] = match () {
                () if is_for(&["riscv"]) => &["sifive-u74", "sifive-p670", "sifive-x280"],
                () if is_for(&["aarch64", "arm64", "elf-data", "two.a", "thin.a"]) => {
                    &["cortex-a55", "neoverse-n1", "apple-a14"]
                }
                () => &["skylake", "znver4", "btver2", "atom"],
            };
            files.push(ObjectFile { bytes: fs::read(path)?, cpus });
        }
        ensure!(!files.is_empty(), "no objects in {FOLDER}");
        Ok(Objects { files, baseline: fs::read(top.join(BASELINE))? })
    }

    /// Writes a damaged object to a folder and returns the arguments of a command that reads it. `foreign` is something
    /// else than an object, and `cpu` may be one that cannot run it.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn input(
        &self,
        random: &mut Random,
        cpu: &str,
        foreign: &[u8],
        folder: &Path,
    ) -> Result<Vec<String>> {
        let file = &self.files[random.below(self.files.len())];
        fs::write(folder.join("input.o"), self.damaged(random, file, foreign))?;
        let mut arguments: Vec<String> = match random.below(5) {
            0 => vec!["loops".to_owned(), "input.o".to_owned()],
            1 => {
                fs::write(folder.join("new.o"), self.damaged(random, file, foreign))?;
                ["diff", "input.o", "new.o"].map(str::to_owned).to_vec()
            }
            2 => {
                fs::write(folder.join("baseline"), damage::bytes(random, &self.baseline))?;
                ["check", "--baseline=baseline", "input.o"].map(str::to_owned).to_vec()
            }
            _ => {
                let part = random.pick(&[
                    "--loop=1",
                    "--loop=sum",
                    "--loop=*#2",
                    "--function=*",
                    "--function=choice",
                    "--range=0x0-0xffffffffffffffff",
                    "--range=0x40-0x1080",
                    "--line=sums.cpp:15",
                    "--source",
                ]);
                vec!["-iterations=2".to_owned(), part.to_owned(), "input.o".to_owned()]
            }
        };
        arguments.extend(options(random, &arguments[0]));
        let own = random.pick(file.cpus);
        arguments.push(format!("--mcpu={}", if random.below(10) == 0 { cpu } else { own }));
        Ok(arguments)
    }

    fn damaged(&self, random: &mut Random, file: &ObjectFile, foreign: &[u8]) -> Vec<u8> {
        let file = &file.bytes;
        let other = &self.files[random.below(self.files.len())].bytes;
        match random.below(12) {
            0 => file[..random.below(file.len())].to_vec(),
            1 => [&file[..random.below(file.len())], &other[random.below(other.len())..]].concat(),
            2 => damage::bytes(random, file),
            3 => [&file[..random.below(file.len().min(64))], foreign].concat(),
            4 => file.repeat(2),
            5 => {
                // Words in the header and in tables, many of which are there.
                let mut file = file.to_vec();
                (0..8).for_each(|_| file = damage::words(random, &file, MAGIC_BYTES));
                file
            }
            6 | 7 => {
                let header = file.len().min(MAGIC_BYTES + 128);
                [&damage::words(random, &file[..header], MAGIC_BYTES), &file[header..]].concat()
            }
            _ => damage::words(random, file, MAGIC_BYTES),
        }
    }
}

/// Returns options that decide what is shown, of the command or of the program itself.
fn options(random: &mut Random, command: &str) -> Vec<String> {
    let choices: &[&str] = match command {
        "loops" => &["--all", "--json", "--sort=cycles", "--function=sum", "-j2"],
        "diff" => &["--functions", "--all", "--format=json", "--format=markdown", "--region=*"],
        "check" => &["--max-slowdown=2%", "-j2"],
        _ => &["--source", "--json=full", "-json", "--steady-state", "-timeline", "-show-encoding"],
    };
    let chosen = choices.iter().filter(|_| random.below(4) == 0);
    let mut chosen: Vec<String> = chosen.map(|it| (*it).to_owned()).collect();
    chosen.dedup_by(|a, b| a.split('=').next() == b.split('=').next());
    chosen
}

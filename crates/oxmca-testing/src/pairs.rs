//! Two versions of a loop that do the same work, and what a machine took for each: the files of `tests/pairs`.
//!
//! `x.pair` has lines `KEY: VALUE`, in this order:
//!
//! | key | value |
//! |---|---|
//! | `title` | what the versions differ in |
//! | `old`, `new` | a compiler with its arguments; the source stands beside the file, the assembly in `x-old.s`, `x-new.s` |
//! | `arrays` | the kinds of the three arrays, as `f32,i32,index`; those of the new version after a space if they differ |
//! | `measured` | cycles per element of the old version and of the new one, by `cargo xtask pairs --record` |
//! | `ratio` | the new version's cycles as a multiple of the old one's: that of all repeats, the least and the greatest of parts of them |
//! | `machine` | LLVM's name of the CPU, the kind of machine, the date |
//! | `deviates` | CPU and model (`llvm`, `hardware`): why the predicted ratio is farther from the measured one than [`TOLERANCE`]; any number of lines |
//! | `elsewhere` | CPU and model: why the version that was measured to be faster is not predicted to be faster there |
//!
//! Each version is a function `kernel(out, x, y, count)` in assembly for x86-64.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of the pairs, from the top of the repository.
pub const FOLDER: &str = "tests/pairs";
/// The share by which a predicted ratio may differ from the measured one.
pub const TOLERANCE: f64 = 0.15;

/// Two versions of a loop.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Pair {
    /// The name of the file without `.pair`.
    pub name: String,
    /// The property that the versions differ in.
    pub title: String,
    /// The old version and the new one.
    pub versions: [Version; 2],
    /// The last measurement, if there was one.
    pub measured: Option<Measured>,
    /// CPU and model, and the reason why predictions for them deviate.
    pub deviations: Vec<(String, String)>,
    /// The same where the version that was measured to be faster is not predicted to be faster.
    pub other_signs: Vec<(String, String)>,
}

/// One version of a loop.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Version {
    /// The compiler's name.
    pub compiler: String,
    /// Its arguments, the source among them.
    pub arguments: Vec<String>,
    /// Kinds of the arrays, as `f32,f32,index`.
    pub arrays: String,
    /// The path of the assembly.
    pub assembly: PathBuf,
}

/// A measurement of both versions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Measured {
    /// Cycles per element of the old version and of the new one.
    pub cycles: [f64; 2],
    /// The new version's cycles as a multiple of the old one's, and the least and the greatest of parts of the measurement.
    pub ratio: [f64; 3],
    /// LLVM's name of the CPU.
    pub cpu: String,
    /// The kind of machine and the date.
    pub machine: String,
}

impl Pair {
    /// Returns the number of elements of the smaller of two measured calls, so that arrays fit into the first cache.
    pub fn count(&self) -> usize {
        let bytes = |kind: &str| match kind {
            "u8" => 1,
            "f64" => 8,
            _ => 4,
        };
        let kinds = self.versions.iter().flat_map(|it| it.arrays.split(','));
        4096 / kinds.map(bytes).max().unwrap_or(8)
    }

    /// Returns the reason why the predictions by a CPU and model deviate.
    pub fn deviation(&self, setting: &str) -> Option<&str> {
        self.deviations.iter().find(|it| it.0 == setting).map(|it| &*it.1)
    }

    /// Returns the reason why a CPU and model does not favour the version that was measured to be faster.
    pub fn other_sign(&self, setting: &str) -> Option<&str> {
        self.other_signs.iter().find(|it| it.0 == setting).map(|it| &*it.1)
    }

    fn parse(name: &str, folder: &Path, text: &str) -> Result<Pair, String> {
        let mut pair = Pair { name: name.to_owned(), ..Pair::default() };
        let mut measured = Measured::default();
        for (number, line) in text.lines().enumerate() {
            let at_line = |message: &str| format!("{name}.pair:{}: {message}", number + 1);
            let (key, value) =
                line.split_once(": ").ok_or_else(|| at_line("expected `KEY: VALUE`"))?;
            match key {
                "title" => pair.title = value.to_owned(),
                "old" | "new" => {
                    let mut words = value.split_whitespace().map(str::to_owned);
                    let version = &mut pair.versions[usize::from(key == "new")];
                    version.compiler = words.next().unwrap_or_default();
                    version.arguments = words.collect();
                    version.assembly = folder.join(format!("{name}-{key}.s"));
                }
                "arrays" => {
                    let (old, new) = value.split_once(' ').unwrap_or((value, value));
                    for (version, arrays) in pair.versions.iter_mut().zip([old, new]) {
                        version.arrays = arrays.to_owned();
                    }
                }
                "measured" => {
                    measured.cycles =
                        numbers(value).ok_or_else(|| at_line("expected two numbers"))?;
                }
                "ratio" => {
                    measured.ratio =
                        numbers(value).ok_or_else(|| at_line("expected three numbers"))?;
                }
                "machine" => {
                    let (cpu, machine) =
                        value.split_once(", ").ok_or_else(|| at_line("expected `CPU, MACHINE`"))?;
                    (measured.cpu, measured.machine) = (cpu.to_owned(), machine.to_owned());
                    pair.measured = Some(measured.clone());
                }
                "deviates" | "elsewhere" => {
                    let (setting, reason) = value
                        .split_once(": ")
                        .ok_or_else(|| at_line("expected `SETTING: REASON`"))?;
                    let reasons = match key {
                        "deviates" => &mut pair.deviations,
                        _ => &mut pair.other_signs,
                    };
                    reasons.push((setting.to_owned(), reason.to_owned()));
                }
                _ => return Err(at_line("unknown key")),
            }
        }
        let is_whole = |it: &Version| !it.arguments.is_empty() && it.arrays.split(',').count() == 3;
        match pair.versions.iter().all(is_whole) {
            true => Ok(pair),
            false => Err(format!("{name}.pair: a version or its arrays are missing")),
        }
    }

    /// Returns the contents of its file.
    pub fn to_text(&self) -> String {
        let [old, new] = &self.versions;
        let mut text = format!("title: {}\n", self.title);
        for (key, it) in [("old", old), ("new", new)] {
            text.push_str(&format!("{key}: {} {}\n", it.compiler, it.arguments.join(" ")));
        }
        match old.arrays == new.arrays {
            true => text.push_str(&format!("arrays: {}\n", old.arrays)),
            false => text.push_str(&format!("arrays: {} {}\n", old.arrays, new.arrays)),
        }
        if let Some(it) = &self.measured {
            let [old, new] = it.cycles;
            let [ratio, least, greatest] = it.ratio;
            text.push_str(&format!("measured: {old:.4} {new:.4}\n"));
            text.push_str(&format!("ratio: {ratio:.4} {least:.4} {greatest:.4}\n"));
            text.push_str(&format!("machine: {}, {}\n", it.cpu, it.machine));
        }
        for (key, reasons) in [("deviates", &self.deviations), ("elsewhere", &self.other_signs)] {
            for (setting, reason) in reasons {
                text.push_str(&format!("{key}: {setting}: {reason}\n"));
            }
        }
        text
    }
}

/// Returns the numbers between spaces, if they are so many and positive.
fn numbers<const COUNT: usize>(text: &str) -> Option<[f64; COUNT]> {
    let numbers = text.split(' ').map(|it| it.parse().ok().filter(|it: &f64| *it > 0.0));
    numbers.collect::<Option<Vec<f64>>>()?.try_into().ok()
}

/// Returns the pairs of the repository at `top`, in the order of their names.
///
/// # Errors
/// A file cannot be read, or is not of the form.
pub fn find(top: &Path) -> io::Result<Vec<Pair>> {
    let folder = top.join(FOLDER);
    let mut pairs = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|it| it != "pair") {
            continue;
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let pair = Pair::parse(&name, &folder, &fs::read_to_string(&path)?);
        pairs.push(pair.map_err(io::Error::other)?);
    }
    pairs.sort_by(|one, two| one.name.cmp(&two.name));
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_written_as_it_was_read() {
        let text = "title: one, and two\n\
                    old: gcc -O2 a.c\n\
                    new: gcc -O3 -DX=1 a.c\n\
                    arrays: f32,f32,index f64,f64,index\n\
                    measured: 1.5000 0.7500\n\
                    ratio: 0.5000 0.4900 0.5100\n\
                    machine: znver4, AMD EPYC, Zen 4, 2026-11-24\n\
                    deviates: znver4 hardware: a reason: this\n\
                    elsewhere: skylake llvm: another reason\n";
        let pair = Pair::parse("a", Path::new("x"), text).unwrap();
        assert_eq!(pair.to_text(), text);
        assert_eq!(pair.count(), 512);
        assert_eq!(pair.deviation("znver4 hardware"), Some("a reason: this"));
        assert_eq!(pair.other_sign("skylake llvm"), Some("another reason"));
        assert_eq!(pair.other_sign("znver4 hardware"), None);
        assert_eq!(pair.versions[1].assembly, Path::new("x/a-new.s"));
        for wrong in ["title", "titel: x", "measured: 1", "ratio: 1 0 1", "machine: x"] {
            assert!(Pair::parse("a", Path::new("x"), wrong).is_err(), "{wrong}");
        }
        assert!(Pair::parse("a", Path::new("x"), "old: gcc -O2 a.c\n").is_err());
    }
}

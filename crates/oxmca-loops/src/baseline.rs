//! Baselines: the cycles that loops took when they were accepted, in a text that people can review.
//!
//! A line that begins with `#` is a comment. The first others say the version of the format, of the program and of its
//! models, the target triple of texts if one was given, and `hardware` if the cycles are
//! those of hardware mode, and `hardware-file CHECKSUM PATH` for data of the user's. After `cpu NAME` and `input NAME` follow
//! that input's loops on that CPU, one per line: cycles per iteration (an exact number or fraction), instructions, micro-ops,
//! shape, and name, which may contain spaces.

use std::fmt::{self, Write};

use oxmca::steady_state::Ratio;

use crate::item::{Item, fnv};

/// The version of the format.
const VERSION: u32 = 1;
/// The first word of a baseline.
const MAGIC: &str = "oxmca-baseline";

/// The loops of inputs on CPUs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Baseline {
    /// The version of the program that wrote it.
    pub program: String,
    /// The version of the models that it used.
    pub models: String,
    /// The target triple that was given; empty if none was.
    pub triple: String,
    /// Set if the cycles are those of hardware mode.
    pub is_of_hardware: bool,
    /// The hardware data of the user's that were used.
    pub hardware_files: Vec<BaselineFile>,
    /// The loops of each input on each CPU.
    pub inputs: Vec<BaselineInput>,
}

/// A file that cycles depend on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BaselineFile {
    /// Its path.
    pub path: String,
    /// A number that files with other contents do not share.
    pub checksum: u64,
}

impl BaselineFile {
    /// Describes a file.
    pub fn new(path: &str, contents: &[u8]) -> BaselineFile {
        BaselineFile { path: path.to_owned(), checksum: fnv(contents.iter().copied()) }
    }
}

/// The loops of one input on one CPU.
#[derive(Clone, PartialEq, Debug)]
pub struct BaselineInput {
    /// The CPU.
    pub cpu: String,
    /// The name of the input.
    pub name: String,
    /// Its loops.
    pub loops: Vec<BaselineLoop>,
}

/// A loop of a baseline.
#[derive(Clone, PartialEq, Debug)]
pub struct BaselineLoop {
    /// Its name.
    pub name: String,
    /// Cycles of an iteration.
    pub cycles: Ratio,
    /// Instructions.
    pub instructions: usize,
    /// Micro-ops.
    pub micro_ops: u32,
    /// A number that loops of the same mnemonics share.
    pub shape: u64,
}

/// A line of a baseline that is not understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BaselineError {
    /// The line, from 1.
    pub line: usize,
    /// The mistake.
    pub message: String,
}

impl fmt::Display for BaselineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}

impl std::error::Error for BaselineError {}

impl BaselineLoop {
    /// Returns the loop as it is now; `None` if its cost is not known.
    pub fn new(item: &Item) -> Option<BaselineLoop> {
        let cost = item.cost.as_ref().ok()?;
        Some(BaselineLoop {
            name: item.name(),
            cycles: cost.cycles,
            instructions: item.instructions.len(),
            micro_ops: cost.micro_ops,
            shape: item.shape(),
        })
    }
}

impl Baseline {
    /// Reads a baseline.
    ///
    /// # Errors
    /// When a line is not understood.
    pub fn parse(text: &str) -> Result<Baseline, BaselineError> {
        let mut baseline = Baseline::default();
        let mut cpu = String::new();
        let mut has_version = false;
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            let error =
                |message: &str| BaselineError { line: number + 1, message: message.to_owned() };
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let rest = rest.trim();
            match word {
                MAGIC if rest == VERSION.to_string() => has_version = true,
                MAGIC => {
                    return Err(error("another version of the format; write the baseline anew"));
                }
                _ if !has_version => return Err(error("this is no baseline of `oxmca check`")),
                "program" => baseline.program = rest.to_owned(),
                "models" => baseline.models = rest.to_owned(),
                "mtriple" => baseline.triple = rest.to_owned(),
                "hardware" => baseline.is_of_hardware = true,
                "hardware-file" => {
                    let file = rest.split_once(' ').and_then(|(checksum, path)| {
                        let checksum = u64::from_str_radix(checksum, 16).ok()?;
                        Some(BaselineFile { path: path.to_owned(), checksum })
                    });
                    let file = file.ok_or_else(|| error("expected checksum and path of a file"))?;
                    baseline.hardware_files.push(file);
                }
                "cpu" => cpu = rest.to_owned(),
                "input" => {
                    let (cpu, name) = (cpu.clone(), rest.to_owned());
                    baseline.inputs.push(BaselineInput { cpu, name, loops: Vec::new() });
                }
                _ => {
                    let input = baseline
                        .inputs
                        .last_mut()
                        .ok_or_else(|| error("a loop before any input"))?;
                    let found = parse_loop(line).ok_or_else(|| {
                        error("expected cycles, instructions, uops, shape and name of a loop")
                    })?;
                    input.loops.push(found);
                }
            }
        }
        match has_version {
            true => Ok(baseline),
            false => Err(BaselineError { line: 1, message: "the baseline is empty".to_owned() }),
        }
    }
}

impl fmt::Display for Baseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "# Cycles per iteration of loops. `oxmca check --write-baseline` writes this file anew."
        )?;
        writeln!(f, "{MAGIC} {VERSION}")?;
        writeln!(f, "program {}", self.program)?;
        writeln!(f, "models {}", self.models)?;
        if !self.triple.is_empty() {
            writeln!(f, "mtriple {}", self.triple)?;
        }
        if self.is_of_hardware {
            writeln!(f, "hardware")?;
        }
        for BaselineFile { path, checksum } in &self.hardware_files {
            let path = path.replace(['\n', '\r'], " ");
            writeln!(f, "hardware-file {checksum:016x} {path}")?;
        }
        let mut cpu = None;
        for input in &self.inputs {
            if cpu != Some(&input.cpu) {
                writeln!(f, "\ncpu {}", input.cpu)?;
                cpu = Some(&input.cpu);
            }
            writeln!(f, "\ninput {}", input.name)?;
            writeln!(f, "# cycles  instr.  uops  shape             loop")?;
            for it in &input.loops {
                let mut cycles = it.cycles.numerator().to_string();
                if it.cycles.denominator() != 1 {
                    let _ = write!(cycles, "/{}", it.cycles.denominator());
                }
                let BaselineLoop { instructions, micro_ops, shape, name, .. } = it;
                // Line breaks in a name would begin another loop.
                let name = name.replace(['\n', '\r'], " ");
                writeln!(
                    f,
                    "{cycles:>8}  {instructions:>6}  {micro_ops:>4}  {shape:016x}  {name}"
                )?;
            }
        }
        Ok(())
    }
}

fn parse_loop(line: &str) -> Option<BaselineLoop> {
    let mut rest = line;
    let mut word = || {
        let (word, after) = rest.trim_start().split_once(' ')?;
        rest = after;
        Some(word)
    };
    let (numerator, denominator) = {
        let cycles = word()?;
        cycles.split_once('/').unwrap_or((cycles, "1"))
    };
    let cycles =
        Ratio::new(numerator.parse().ok()?, denominator.parse().ok().filter(|it| *it > 0)?);
    let instructions = word()?.parse().ok()?;
    let micro_ops = word()?.parse().ok()?;
    let shape = u64::from_str_radix(word()?, 16).ok()?;
    let name = rest.trim().to_owned();
    Some(BaselineLoop { name, cycles, instructions, micro_ops, shape })
}

/// A loop beside its baseline.
#[derive(Clone, PartialEq, Debug)]
pub struct Checked<'a> {
    /// The loop now.
    pub item: &'a Item,
    /// The loop in the baseline; `None` if it is new.
    pub baseline: Option<&'a BaselineLoop>,
}

impl Checked<'_> {
    /// Returns how much slower the loop is, as a share, if cycles are known and rose by more than `limit`.
    pub fn slowdown(&self, limit: f64) -> Option<f64> {
        let before = self.baseline?.cycles.to_f64();
        let after = self.item.cost.as_ref().ok()?.cycles.to_f64();
        // A cost that was nothing must stay so.
        let slowdown = if before > 0.0 { after / before - 1.0 } else { after };
        (slowdown > limit).then_some(slowdown)
    }
}

impl BaselineInput {
    /// Sets loops beside those of the baseline: by name, and those whose names are gone by shape, and the loops of the
    /// baseline that are gone.
    pub fn check<'a>(&'a self, items: &'a [Item]) -> (Vec<Checked<'a>>, Vec<&'a BaselineLoop>) {
        let mut is_found = vec![false; self.loops.len()];
        let mut find = |is_it: &dyn Fn(&BaselineLoop) -> bool| {
            let at = (0..self.loops.len()).find(|at| !is_found[*at] && is_it(&self.loops[*at]))?;
            is_found[at] = true;
            Some(&self.loops[at])
        };
        let mut found: Vec<Option<&BaselineLoop>> =
            items.iter().map(|item| find(&|it| it.name == item.name())).collect();
        for (found, item) in found.iter_mut().zip(items).filter(|(found, _)| found.is_none()) {
            *found = find(&|it| it.shape == item.shape());
        }
        let checked = items.iter().zip(found);
        let checked = checked.map(|(item, baseline)| Checked { item, baseline }).collect();
        let gone = self.loops.iter().zip(is_found).filter(|it| !it.1).map(|it| it.0).collect();
        (checked, gone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::Cost;

    fn item(owner: &str, number: usize, instructions: &[&str], cycles: Ratio) -> Item {
        Item {
            owner: owner.to_owned(),
            number,
            line: None,
            instructions: instructions.iter().map(|it| (*it).to_owned()).collect(),
            length_bytes: None,
            cost: Ok(Cost {
                cycles,
                is_exact: true,
                micro_ops: 2,
                limits: Vec::new(),
                unexplained_cycles: None,
            }),
        }
    }

    fn baseline(items: &[Item]) -> Baseline {
        let loops = items.iter().filter_map(BaselineLoop::new).collect();
        let input = BaselineInput { cpu: "skylake".into(), name: "a b.o".into(), loops };
        let (program, models, triple) = ("1".into(), "2".into(), "x86_64".into());
        Baseline {
            program,
            models,
            triple,
            is_of_hardware: true,
            hardware_files: vec![BaselineFile::new("own data.tbl", b"x")],
            inputs: vec![input],
        }
    }

    #[test]
    fn a_baseline_is_read_as_it_was_written() {
        let items = [
            item("f(int, char)", 1, &["addl\t%eax, %ebx", "jne\tf"], Ratio::new(13, 8)),
            item("region", 0, &["ret"], Ratio::new(4, 1)),
        ];
        let written = baseline(&items);
        let text = written.to_string();
        assert_eq!(Baseline::parse(&text), Ok(written));
        assert!(text.contains("    13/8       2     2  "), "{text}");
        for cut in 0..text.len() {
            let _ = Baseline::parse(&text[..cut]);
        }
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        let error = |text: &str| Baseline::parse(text).unwrap_err().to_string();
        assert_eq!(error(""), "1: the baseline is empty");
        assert_eq!(error("\ncpu x"), "2: this is no baseline of `oxmca check`");
        assert_eq!(
            error("oxmca-baseline 9"),
            "1: another version of the format; write the baseline anew"
        );
        let loops = "oxmca-baseline 1\ninput a\n1/0 2 3 4 f";
        assert!(error(loops).starts_with("3: expected cycles"), "{}", error(loops));
        assert_eq!(error("oxmca-baseline 1\n1 2 3 4 f"), "2: a loop before any input");
    }

    #[test]
    fn loops_are_found_by_name_and_else_by_shape() {
        let old = [
            item("f", 1, &["a", "b"], Ratio::new(4, 1)),
            item("g", 1, &["c", "d"], Ratio::new(2, 1)),
            item("h", 1, &["e"], Ratio::new(2, 1)),
        ];
        let new = [
            item("k", 1, &["c x", "d y"], Ratio::new(3, 1)),
            item("f", 1, &["a", "a"], Ratio::new(81, 20)),
            item("m", 1, &["z"], Ratio::new(2, 1)),
        ];
        let baseline = baseline(&old);
        let (checked, gone) = baseline.inputs[0].check(&new);
        let names: Vec<Option<&str>> =
            checked.iter().map(|it| it.baseline.map(|it| it.name.as_str())).collect();
        assert_eq!(names, [Some("g: loop 1"), Some("f: loop 1"), None]);
        assert_eq!(gone.iter().map(|it| &it.name).collect::<Vec<_>>(), ["h: loop 1"]);
        assert_eq!(checked[0].slowdown(0.02), Some(0.5));
        assert_eq!(checked[1].slowdown(0.02), None);
        assert!(checked[1].slowdown(0.01).is_some() && checked[2].slowdown(0.0).is_none());
    }
}

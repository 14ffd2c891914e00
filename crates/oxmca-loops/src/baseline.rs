//! Baselines: the cycles that loops took when they were accepted, in a text that people can review.
//!
//! A line that begins with `#` is a comment. The first others say the version of the format, of the program and of its
//! models, the target triple of texts if one was given, and `hardware-file CHECKSUM PATH` for hardware data of the user's.
//! After `cpu NAME`, the line `model llvm` or `model hardware`, and `input NAME` follow
//! that input's loops on that CPU, one per line: cycles per iteration (an exact number or fraction, or `?`), instructions,
//! micro-ops, shape, work, and name, which may contain spaces. Work is streams as `64r64w64/4` (stride, bytes read, bytes
//! written, bytes of an element), the step of the counter as `+16`, accesses to other places as `?1`, and operations as
//! `f32*16`, separated by commas. The last line is `end`, so that a part of a baseline is none.

use std::collections::{HashMap, VecDeque};
use std::fmt::{self, Write};
use std::hash::Hash;

use oxmca::options::SimulationKind;
use oxmca::steady_state::Ratio;
use oxmca::work::{Incomparable, Work};

use crate::item::{Item, Portion, SAME, cycles_ratio, fnv, portion};
use crate::work_text;

/// The version of the format.
const VERSION: u32 = 3;
/// The last line.
const END: &str = "end";
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
    /// The simulation that the cycles are from.
    pub simulation: SimulationKind,
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
    /// Cycles of an iteration, if they were known.
    pub cycles: Option<Ratio>,
    /// Instructions.
    pub instructions: usize,
    /// Micro-ops.
    pub micro_ops: u32,
    /// A number that loops of the same mnemonics share.
    pub shape: u64,
    /// The work of an iteration, as far as it was known.
    pub work: Option<Work>,
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
    /// Creates the loop as it is now.
    pub fn new(item: &Item) -> BaselineLoop {
        let cost = item.cost.as_ref().ok();
        BaselineLoop {
            name: item.name(),
            cycles: cost.map(|it| it.cycles),
            instructions: item.instructions.len(),
            micro_ops: cost.map_or(0, |it| it.micro_ops),
            shape: item.shape(),
            work: item.work.clone(),
        }
    }

    /// Returns the function or region that its name says.
    fn owner(&self) -> &str {
        let numbered = self.name.rsplit_once('#');
        numbered.filter(|it| it.1.parse::<usize>().is_ok()).map_or(&self.name, |it| it.0)
    }
}

impl Baseline {
    /// Returns the simulation that the cycles on a CPU are from, if it has some.
    pub fn simulation_of(&self, cpu: &str) -> Option<SimulationKind> {
        self.inputs.iter().find(|it| it.cpu == cpu).map(|it| it.simulation)
    }

    /// Reads a baseline.
    ///
    /// # Errors
    /// When a line is not understood.
    pub fn parse(text: &str) -> Result<Baseline, BaselineError> {
        let mut baseline = Baseline::default();
        let (mut cpu, mut simulation) = (String::new(), None);
        let (mut has_version, mut has_end) = (false, false);
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            let error =
                |message: &str| BaselineError { line: number + 1, message: message.to_owned() };
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if has_end {
                return Err(error("a line after the end"));
            }
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let rest = rest.trim();
            match word {
                MAGIC if rest == VERSION.to_string() => has_version = true,
                MAGIC => {
                    return Err(error("another version of the format; write the baseline anew"));
                }
                _ if !has_version => return Err(error("this is no baseline of `oxmca check`")),
                END if rest.is_empty() => has_end = true,
                "program" => baseline.program = rest.to_owned(),
                "models" => baseline.models = rest.to_owned(),
                "mtriple" => baseline.triple = rest.to_owned(),
                "hardware-file" => {
                    let file = rest.split_once(' ').and_then(|(checksum, path)| {
                        let checksum = u64::from_str_radix(checksum, 16).ok()?;
                        Some(BaselineFile { path: path.to_owned(), checksum })
                    });
                    let file = file.ok_or_else(|| error("expected checksum and path of a file"))?;
                    baseline.hardware_files.push(file);
                }
                "cpu" => (cpu, simulation) = (rest.to_owned(), None),
                "model" => {
                    let found = SimulationKind::ALL.into_iter().find(|it| it.word() == rest);
                    simulation = Some(
                        found.ok_or_else(|| error("expected `model llvm` or `model hardware`"))?,
                    );
                }
                "input" => {
                    let simulation =
                        simulation.ok_or_else(|| error("an input before the model"))?;
                    let (cpu, name) = (cpu.clone(), rest.to_owned());
                    let loops = Vec::new();
                    baseline.inputs.push(BaselineInput { cpu, simulation, name, loops });
                }
                _ => {
                    let input = baseline
                        .inputs
                        .last_mut()
                        .ok_or_else(|| error("a loop before any input"))?;
                    let found = parse_loop(line).ok_or_else(|| {
                        error("expected cycles, instructions, uops, shape, work and name of a loop")
                    })?;
                    input.loops.push(found);
                }
            }
        }
        let error =
            |line: usize, message: &str| Err(BaselineError { line, message: message.to_owned() });
        match (has_version, has_end) {
            (true, true) => Ok(baseline),
            (true, false) => error(
                text.lines().count().max(1),
                "the baseline is cut off: its last line is not `end`",
            ),
            (false, _) => error(1, "the baseline is empty"),
        }
    }
}

impl fmt::Display for Baseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "# Cycles per iteration of loops, and their work. `oxmca check --write-baseline` writes this file anew."
        )?;
        writeln!(f, "{MAGIC} {VERSION}")?;
        writeln!(f, "program {}", self.program)?;
        writeln!(f, "models {}", self.models)?;
        if !self.triple.is_empty() {
            writeln!(f, "mtriple {}", self.triple)?;
        }
        for BaselineFile { path, checksum } in &self.hardware_files {
            let path = path.replace(['\n', '\r'], " ");
            writeln!(f, "hardware-file {checksum:016x} {path}")?;
        }
        let mut cpu = None;
        for input in &self.inputs {
            let group = Some((&input.cpu, input.simulation));
            if cpu != group {
                writeln!(f, "\ncpu {}\nmodel {}", input.cpu, input.simulation.word())?;
                cpu = group;
            }
            writeln!(f, "\ninput {}", input.name)?;
            writeln!(
                f,
                "# cycles  instr.  uops  shape             work                      loop"
            )?;
            for it in &input.loops {
                let mut cycles = it.cycles.map_or("?".to_owned(), |it| it.numerator().to_string());
                if let Some(known) = it.cycles.filter(|it| it.denominator() != 1) {
                    let _ = write!(cycles, "/{}", known.denominator());
                }
                let work = work_text::word(it.work.as_ref());
                let BaselineLoop { instructions, micro_ops, shape, name, .. } = it;
                // Line breaks in a name would begin another loop.
                let name = name.replace(['\n', '\r'], " ");
                writeln!(
                    f,
                    "{cycles:>8}  {instructions:>6}  {micro_ops:>4}  {shape:016x}  {work:24}  {name}"
                )?;
            }
        }
        writeln!(f, "\n{END}")
    }
}

fn parse_loop(line: &str) -> Option<BaselineLoop> {
    let mut rest = line;
    let mut word = || {
        let (word, after) = rest.trim_start().split_once(' ')?;
        rest = after;
        Some(word)
    };
    let cycles = match word()? {
        "?" => None,
        cycles => {
            let (numerator, denominator) = cycles.split_once('/').unwrap_or((cycles, "1"));
            let denominator = denominator.parse().ok().filter(|it| *it > 0)?;
            Some(Ratio::new(numerator.parse().ok()?, denominator))
        }
    };
    let instructions = word()?.parse().ok()?;
    let micro_ops = word()?.parse().ok()?;
    let shape = u64::from_str_radix(word()?, 16).ok()?;
    let work = work_text::parse(word()?)?;
    let name = rest.trim().to_owned();
    Some(BaselineLoop { name, cycles, instructions, micro_ops, shape, work })
}

/// A loop beside its baseline.
#[derive(Clone, PartialEq, Debug)]
pub struct Checked<'a> {
    /// The loop now.
    pub item: &'a Item,
    /// The loop in the baseline; `None` if it is new.
    pub baseline: Option<&'a BaselineLoop>,
}

/// The loops of an input beside those of its baseline.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckedInput<'a> {
    /// The loops that there are now.
    pub loops: Vec<Checked<'a>>,
    /// The loops of the baseline that are gone.
    pub gone: Vec<&'a BaselineLoop>,
}

/// The result of setting a loop beside its baseline.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// It is not in the baseline.
    New,
    /// It takes more cycles for the same work, by this factor; infinitely more if it took none.
    Slower(f64),
    /// It takes fewer cycles for the same work, by this factor.
    Faster(f64),
    /// It takes as many, or more by less than was allowed.
    Same,
    /// Its cycles were not known, and are not.
    StillUnknown,
    /// Its cycles are not known now.
    Unknown,
    /// Its cycles are known now, and were not.
    NewlyKnown,
    /// It is not known how much of the work an iteration does.
    Incomparable(Incomparable),
}

impl Checked<'_> {
    /// Returns how much of an iteration of the baseline an iteration does; `None` for loops that are new.
    ///
    /// # Errors
    /// When it is not known.
    pub fn portion(&self) -> Option<Result<Ratio, Incomparable>> {
        let before = self.baseline?;
        let (work, shape) = (before.work.as_ref(), before.shape);
        Some(portion(Portion { work, shape, is_once: false }, self.item.into()))
    }

    /// Returns how the loop is beside its baseline, where a share of `limit` more cycles is allowed.
    pub fn verdict(&self, limit: f64) -> Verdict {
        let Some(before) = self.baseline else { return Verdict::New };
        let (before, after) = match (before.cycles, &self.item.cost) {
            (Some(before), Ok(cost)) => (before.to_f64(), cost.cycles.to_f64()),
            (None, Err(_)) => return Verdict::StillUnknown,
            (Some(_), Err(_)) => return Verdict::Unknown,
            (None, Ok(_)) => return Verdict::NewlyKnown,
        };
        let factor = match self.portion() {
            Some(Ok(portion)) => cycles_ratio(before, portion, after),
            Some(Err(reason)) => return Verdict::Incomparable(reason),
            None => return Verdict::New,
        };
        if factor > 1.0 + limit.max(SAME) {
            Verdict::Slower(factor)
        } else if factor < 1.0 - SAME {
            Verdict::Faster(factor)
        } else {
            Verdict::Same
        }
    }
}

impl BaselineInput {
    /// Sets loops beside those of the baseline: those of the same name and shape first, then those of the same function
    /// and shape, of the same name, of the same function in their order, and of the same shape.
    pub fn check<'a>(&'a self, items: &'a [Item]) -> CheckedInput<'a> {
        let names: Vec<String> = items.iter().map(Item::name).collect();
        let shapes: Vec<u64> = items.iter().map(Item::shape).collect();
        let mut pairs = Pairs { old: vec![false; self.loops.len()], new: vec![None; items.len()] };
        let old = |at: usize| &self.loops[at];
        pairs.add(|at| (&*old(at).name, old(at).shape), |at| (&*names[at], shapes[at]));
        pairs.add(|at| (old(at).owner(), old(at).shape), |at| (&*items[at].owner, shapes[at]));
        pairs.add(|at| &*old(at).name, |at| &*names[at]);
        pairs.add(|at| old(at).owner(), |at| &*items[at].owner);
        pairs.add(|at| old(at).shape, |at| shapes[at]);
        let found = pairs.new.into_iter().map(|at| at.map(old));
        let loops = items.iter().zip(found);
        let loops = loops.map(|(item, baseline)| Checked { item, baseline }).collect();
        let gone = self.loops.iter().zip(pairs.old).filter(|it| !it.1).map(|it| it.0).collect();
        CheckedInput { loops, gone }
    }
}

/// Loops of a baseline and loops that there are, as they find each other.
struct Pairs {
    /// By loop of the baseline, whether it was found.
    old: Vec<bool>,
    /// By loop, the one of the baseline.
    new: Vec<Option<usize>>,
}

impl Pairs {
    /// Pairs loops that have the same key, in their order.
    fn add<K: Eq + Hash>(&mut self, of_old: impl Fn(usize) -> K, of_new: impl Fn(usize) -> K) {
        let mut left: HashMap<K, VecDeque<usize>> = HashMap::new();
        for at in (0..self.old.len()).filter(|at| !self.old[*at]) {
            left.entry(of_old(at)).or_default().push_back(at);
        }
        for (at, found) in self.new.iter_mut().enumerate().filter(|it| it.1.is_none()) {
            *found = left.get_mut(&of_new(at)).and_then(VecDeque::pop_front);
            if let Some(found) = *found {
                self.old[found] = true;
            }
        }
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
            is_once: false,
            work: None,
            remainders: Vec::new(),
        }
    }

    fn baseline(items: &[Item]) -> Baseline {
        let loops = items.iter().map(BaselineLoop::new).collect();
        let (cpu, name) = ("skylake".into(), "a b.o".into());
        let input = BaselineInput { cpu, simulation: SimulationKind::Hardware, name, loops };
        let (program, models, triple) = ("1".into(), "2".into(), "x86_64".into());
        Baseline {
            program,
            models,
            triple,
            hardware_files: vec![BaselineFile::new("own data.tbl", b"x")],
            inputs: vec![input],
        }
    }

    #[test]
    fn a_baseline_is_read_as_it_was_written() {
        let mut items = [
            item("f(int, char)", 1, &["addl\t%eax, %ebx", "jne\tf"], Ratio::new(13, 8)),
            item("region", 0, &["ret"], Ratio::new(4, 1)),
            item("unknown", 1, &["ud2"], Ratio::new(4, 1)),
        ];
        items[0].work = work_text::parse("4r4/4,+1,f32*1").unwrap();
        items[2].cost = Err(String::new());
        let written = baseline(&items);
        let text = written.to_string();
        assert_eq!(Baseline::parse(&text), Ok(written));
        assert!(text.contains("    13/8       2     2  "), "{text}");
        // Without its last line it is none.
        for cut in 0..text.trim_end().len() {
            assert!(Baseline::parse(&text[..cut]).is_err(), "{}", &text[..cut]);
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
        let loops = "oxmca-baseline 3\nmodel llvm\ninput a\n1/0 2 3 4 - f";
        assert!(error(loops).starts_with("4: expected cycles"), "{}", error(loops));
        assert_eq!(error("oxmca-baseline 3\n1 2 3 4 - f"), "2: a loop before any input");
        assert_eq!(
            error("oxmca-baseline 3\nmodel llvm\ninput a\n"),
            "3: the baseline is cut off: its last line is not `end`"
        );
        assert_eq!(error("oxmca-baseline 3\ninput a"), "2: an input before the model");
        assert!(error("oxmca-baseline 3\nmodel x").starts_with("2: expected `model llvm`"));
        assert_eq!(error("oxmca-baseline 3\nend\ninput a"), "3: a line after the end");
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
        let CheckedInput { loops, gone } = baseline.inputs[0].check(&new);
        let names: Vec<Option<&str>> =
            loops.iter().map(|it| it.baseline.map(|it| it.name.as_str())).collect();
        assert_eq!(names, [Some("g#1"), Some("f#1"), None]);
        assert_eq!(gone.iter().map(|it| &it.name).collect::<Vec<_>>(), ["h#1"]);
        assert_eq!(loops[0].verdict(0.02), Verdict::Slower(1.5));
        // Other instructions, whose work is not known.
        assert_eq!(loops[1].verdict(0.02), Verdict::Incomparable(Incomparable::Unknown));
        assert_eq!(loops[2].verdict(0.0), Verdict::New);
    }

    #[test]
    fn loops_of_one_name_and_shifted_ones_find_their_own() {
        let one = Ratio::new(1, 1);
        let old = [
            item("f", 1, &["a"], one),
            item("f", 1, &["b"], one),
            item("g", 1, &["c"], one),
            item("g", 2, &["d"], one),
        ];
        let new = [
            item("f", 1, &["x"], one),
            item("f", 1, &["a"], one),
            item("g", 1, &["new"], one),
            item("g", 2, &["c"], one),
            item("g", 3, &["d"], one),
        ];
        let baseline = baseline(&old);
        let checked = baseline.inputs[0].check(&new);
        let shapes = |at: usize| checked.loops[at].baseline.map(|it| it.shape);
        assert_eq!(shapes(0), Some(old[1].shape()));
        assert_eq!(shapes(1), Some(old[0].shape()));
        assert_eq!(shapes(2), None);
        assert_eq!((shapes(3), shapes(4)), (Some(old[2].shape()), Some(old[3].shape())));
        assert!(checked.gone.is_empty());
    }

    #[test]
    fn cycles_are_compared_for_the_same_work() {
        let with_work = |instructions: &[&str], cycles: u64, work: &str| {
            let mut found = item("f", 1, instructions, Ratio::new(cycles, 1));
            found.work = work_text::parse(work).unwrap();
            found
        };
        let old = [with_work(&["mulss"], 1, "4r4/4,f32*1")];
        let new = [with_work(&["mulps"], 4, "32r32/4,f32*8")];
        let verdict = |old: &[Item], new: &[Item], limit: f64| {
            baseline(old).inputs[0].check(new).loops[0].verdict(limit)
        };
        assert_eq!(verdict(&old, &new, 0.0), Verdict::Faster(0.5));
        assert_eq!(verdict(&new, &old, 0.0), Verdict::Slower(2.0));
        assert_eq!(verdict(&new, &old, 1.1), Verdict::Same);
        assert_eq!(verdict(&old, &old, 0.0), Verdict::Same);
    }
}

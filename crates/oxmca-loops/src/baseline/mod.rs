//! Baselines: the cycles that loops took when they were accepted, in a text that people can review.

mod format;

use std::fmt;

use oxmca::options::SimulationKind;
use oxmca::steady_state::Ratio;
use oxmca::work::Work;

use crate::comparison::Doubt;
use crate::item::{Digest, Item, Portion, SAME, cycles_ratio, portion};
use crate::matching::{Match, Traits, matches};
use crate::work_text;

/// The loops of inputs on CPUs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Baseline {
    /// The version of the program that wrote it.
    pub program: String,
    /// The version of the models that it used.
    pub models: String,
    /// The target triple that was given; empty if none was.
    pub triple: String,
    /// The files of the user's that cycles depend on.
    pub files: Vec<BaselineFile>,
    /// Other arguments that were given and that cycles depend on.
    pub settings: Vec<BaselineSetting>,
    /// The loops of each input on each CPU.
    pub inputs: Vec<BaselineInput>,
}

/// An argument that cycles depend on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BaselineSetting {
    /// Its name, with its dashes; without spaces.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// The argument that a file was given to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BaselineFileKind {
    /// `--hardware`.
    Hardware,
    /// `--model`.
    Model,
    /// `--initial-registers`.
    InitialRegisters,
}

impl BaselineFileKind {
    /// All of them.
    pub const ALL: [BaselineFileKind; 3] =
        [BaselineFileKind::Hardware, BaselineFileKind::Model, BaselineFileKind::InitialRegisters];

    /// Returns the argument.
    #[must_use]
    pub fn argument(self) -> &'static str {
        match self {
            BaselineFileKind::Hardware => "--hardware",
            BaselineFileKind::Model => "--model",
            BaselineFileKind::InitialRegisters => "--initial-registers",
        }
    }

    /// Returns the first word of the line of a baseline that names such a file.
    fn word(self) -> &'static str {
        match self {
            BaselineFileKind::Hardware => "hardware-file",
            BaselineFileKind::Model => "model-file",
            BaselineFileKind::InitialRegisters => "initial-registers-file",
        }
    }
}

/// A file that cycles depend on. Files of the same contents are the same, wherever they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BaselineFile {
    /// The argument that it was given to.
    pub kind: BaselineFileKind,
    /// Its path.
    pub path: String,
    /// A number that files with other contents do not share.
    pub checksum: u64,
}

impl BaselineFile {
    /// Describes a file.
    pub fn new(kind: BaselineFileKind, path: &str, contents: &[u8]) -> BaselineFile {
        BaselineFile { kind, path: path.to_owned(), checksum: Digest::of(contents) }
    }

    /// Returns whether it is for the same argument and has the same contents.
    #[must_use]
    pub fn is_same(&self, other: &BaselineFile) -> bool {
        (self.kind, self.checksum) == (other.kind, other.checksum)
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
    /// A number that loops of the same instructions share.
    pub identity: u64,
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
            identity: item.identity(),
            work: item.work.clone(),
        }
    }

    /// Returns the facts by which it is found.
    fn traits(&self) -> Traits<'_> {
        let (owner, number) = split_name(&self.name);
        Traits {
            owner,
            number,
            identity: self.identity,
            shape: self.shape,
            cycles: self.cycles,
            work: work_text::word(self.work.as_ref()),
            mnemonics: Vec::new(),
        }
    }
}

/// Returns the function or region that a name says, and the number of the loop there.
fn split_name(name: &str) -> (&str, usize) {
    let numbered =
        name.rsplit_once('#').and_then(|(owner, number)| Some((owner, number.parse().ok()?)));
    numbered.unwrap_or((name, 0))
}

impl Baseline {
    /// Returns the simulation that the cycles on a CPU are from, if it has some.
    pub fn simulation_of(&self, cpu: &str) -> Option<SimulationKind> {
        self.inputs.iter().find(|it| it.cpu == cpu).map(|it| it.simulation)
    }
}

/// A loop beside its baseline.
#[derive(Clone, PartialEq, Debug)]
pub struct Checked<'a> {
    /// The loop now.
    pub item: &'a Item,
    /// The loop in the baseline; `None` if it is new.
    pub baseline: Option<&'a BaselineLoop>,
    /// No other loop of the baseline could have become this one.
    pub is_certain: bool,
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
    /// It cannot be compared with the baseline.
    Incomparable(Doubt),
}

impl Checked<'_> {
    /// Returns how much of an iteration of the baseline an iteration does; `None` for loops that are new.
    ///
    /// # Errors
    /// When it is not known.
    pub fn portion(&self) -> Option<Result<Ratio, Doubt>> {
        let before = self.baseline?;
        if !self.is_certain {
            return Some(Err(Doubt::Pair));
        }
        let (work, shape) = (before.work.as_ref(), before.shape);
        let portion = portion(Portion { work, shape, is_once: false }, self.item.into());
        Some(portion.map_err(Doubt::Work))
    }

    /// Returns how the loop is beside its baseline, where a share of `limit` more cycles is allowed.
    pub fn verdict(&self, limit: f64) -> Verdict {
        let Some(before) = self.baseline else { return Verdict::New };
        let (before, after) = match (before.cycles, &self.item.cost) {
            (Some(before), Ok(cost)) => (before.to_f64(), cost.cycles.to_f64()),
            (None, Err(_)) if self.is_certain => return Verdict::StillUnknown,
            (_, Err(_)) => return Verdict::Unknown,
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

/// Sets loops beside those of the baseline.
pub fn check<'a>(known: &[&'a BaselineLoop], items: &[&'a Item]) -> CheckedInput<'a> {
    let names: Vec<String> = items.iter().map(|it| it.name()).collect();
    let old: Vec<Traits<'_>> = known.iter().map(|it| it.traits()).collect();
    // Both sides have names alone, and no mnemonics are kept.
    let new = items.iter().zip(&names).map(|(item, name)| {
        let (owner, number) = split_name(name);
        Traits { owner, number, mnemonics: Vec::new(), ..item.traits() }
    });
    let found = matches(&old, &new.collect::<Vec<_>>());
    let mut is_gone = vec![true; known.len()];
    found.iter().flatten().for_each(|it| is_gone[it.old] = false);
    let checked = |(item, found): (&&'a Item, &Option<Match>)| Checked {
        item,
        baseline: found.map(|it| known[it.old]),
        is_certain: found.is_some_and(|it| it.is_certain),
    };
    let loops = items.iter().zip(&found).map(checked).collect();
    let gone = known.iter().zip(is_gone).filter(|it| it.1).map(|it| *it.0).collect();
    CheckedInput { loops, gone }
}

#[cfg(test)]
mod tests {
    use oxmca::work::Incomparable;

    use super::*;
    use crate::cost::Cost;

    fn checked<'a>(baseline: &'a Baseline, items: &'a [Item]) -> CheckedInput<'a> {
        let known: Vec<&BaselineLoop> = baseline.inputs[0].loops.iter().collect();
        check(&known, &items.iter().collect::<Vec<_>>())
    }

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
            measured: None,
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
            files: vec![
                BaselineFile::new(BaselineFileKind::Hardware, "own data.tbl", b"x"),
                BaselineFile::new(BaselineFileKind::Model, "own model.tbl", b"y"),
            ],
            settings: vec![BaselineSetting { name: "--smt".into(), value: "true".into() }],
            inputs: vec![input],
        }
    }

    #[test]
    fn a_baseline_is_read_as_it_was_written() {
        let mut items = [
            item("f(int, char)", 1, &["addl\t%eax, %ebx", "jne\tf"], Ratio::new(13, 8)),
            item("region", 0, &["ret"], Ratio::new(4, 1)),
            item("\u{2003} a\nend\r\n\u{2028}\"\u{202e}", 1, &["ret"], Ratio::new(4, 1)),
            item("unknown", 1, &["ud2"], Ratio::new(4, 1)),
        ];
        items[0].work = work_text::parse("4r4/4,+1,f32*1").unwrap();
        items[3].cost = Err(String::new());
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
        let CheckedInput { loops, gone } = checked(&baseline, &new);
        let names: Vec<Option<&str>> =
            loops.iter().map(|it| it.baseline.map(|it| it.name.as_str())).collect();
        assert_eq!(names, [Some("g#1"), Some("f#1"), None]);
        assert_eq!(gone.iter().map(|it| &it.name).collect::<Vec<_>>(), ["h#1"]);
        assert_eq!(loops[0].verdict(0.02), Verdict::Slower(1.5));
        // Other instructions, whose work is not known.
        assert_eq!(
            loops[1].verdict(0.02),
            Verdict::Incomparable(Doubt::Work(Incomparable::Unknown))
        );
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
        let checked = checked(&baseline, &new);
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
            checked(&baseline(old), new).loops[0].verdict(limit)
        };
        assert_eq!(verdict(&old, &new, 0.0), Verdict::Faster(0.5));
        assert_eq!(verdict(&new, &old, 0.0), Verdict::Slower(2.0));
        assert_eq!(verdict(&new, &old, 1.1), Verdict::Same);
        assert_eq!(verdict(&old, &old, 0.0), Verdict::Same);
    }
}

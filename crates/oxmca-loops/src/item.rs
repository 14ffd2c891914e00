//! Parts of a program whose cost is compared: loops, functions, or the regions that a text marks.

use oxmca::steady_state::Ratio;
use oxmca::work::{Incomparable, Work, iterations_of};
use oxmca::{Options, Session, TextOptions};
use oxmca_asm::inst::Expr;
use oxmca_asm::region::Region;
use oxmca_asm::target::ControlFlow;
use oxmca_asm::{Dialect, Inst, Interrupt, Operand};
use oxmca_driver::Pool;
use oxmca_names::Pattern;
use twox_hash::XxHash3_64;

use crate::cost::Cost;
use crate::idle::Idle;
use crate::matching::Traits;
use crate::measured::{Measure, Measurement};
use crate::program::{Program, SourceLine};
use crate::selection::loop_name;
use crate::survey::{Survey, SurveyOptions, SurveyedLoop};
use crate::work_text;

/// A loop, function or region with its cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// The name of its function, or of the region.
    pub owner: String,
    /// The number of the loop in its function, from 1; 0 of a function as a whole, and of a region.
    pub number: usize,
    /// The line of the source that it begins at.
    pub line: Option<SourceLine>,
    /// Its instructions as text, without a tab at the beginning. Targets of jumps are called `target`.
    pub instructions: Vec<String>,
    /// Bytes of machine code; of a text, those that its instructions are encoded in, if they can be.
    pub length_bytes: Option<u64>,
    /// The cost of an iteration, or the reason why it is not known.
    pub cost: Result<Cost, String>,
    /// Set of a function as a whole, whose instructions run once. All else is the body of a loop.
    pub is_once: bool,
    /// The work of an iteration, as far as it is known.
    pub work: Option<Work>,
    /// The numbers of loops of its function that do what it leaves over.
    pub remainders: Vec<usize>,
    /// The time of an iteration on a machine; `None` if it was not asked for.
    pub measured: Option<Measurement>,
}

impl Item {
    /// Returns its name: the region's or function's, or `function#2` of a loop.
    pub fn name(&self) -> String {
        match self.number {
            0 => self.owner.clone(),
            number => loop_name(&self.owner, number),
        }
    }

    /// Returns the mnemonics of its instructions.
    pub fn mnemonics(&self) -> impl Iterator<Item = &str> {
        self.instructions.iter().map(|it| it.split(['\t', ' ']).next().unwrap_or_default())
    }

    /// Returns how much of an iteration of this loop one of `other` does: 8 if it does eight times as much.
    ///
    /// # Errors
    /// When what both work through does not tell.
    pub fn portion_of(&self, other: &Item) -> Result<Ratio, Incomparable> {
        portion(self.into(), other.into())
    }

    /// Returns a number that loops of the same mnemonics share, and hardly any others.
    pub fn shape(&self) -> u64 {
        Digest::of_lines(self.mnemonics())
    }

    /// Returns a number that loops of the same instructions share, and hardly any others.
    pub fn identity(&self) -> u64 {
        Digest::of_lines(self.instructions.iter().map(String::as_str))
    }

    /// Returns the facts by which it is found.
    pub(crate) fn traits(&self) -> Traits<'_> {
        Traits {
            owner: &self.owner,
            number: self.number,
            identity: self.identity(),
            shape: self.shape(),
            cycles: self.cost.as_ref().ok().map(|it| it.cycles),
            work: work_text::word(self.work.as_ref()),
            mnemonics: self.mnemonics().collect(),
        }
    }
}

/// The facts that tell how much work a loop does.
#[derive(Clone, Copy)]
pub(crate) struct Portion<'a> {
    pub(crate) work: Option<&'a Work>,
    pub(crate) shape: u64,
    pub(crate) is_once: bool,
}

impl<'a> From<&'a Item> for Portion<'a> {
    fn from(item: &'a Item) -> Self {
        Portion { work: item.work.as_ref(), shape: item.shape(), is_once: item.is_once }
    }
}

/// Returns how much of an iteration of one loop an iteration of another does. Loops of the same mnemonics do the same, unless
/// what they work through tells otherwise.
pub(crate) fn portion(one: Portion<'_>, two: Portion<'_>) -> Result<Ratio, Incomparable> {
    let same = Ratio::new(1, 1);
    if one.is_once && two.is_once {
        return Ok(same);
    }
    let found = match (one.work, two.work) {
        (Some(one), Some(two)) => iterations_of(one, two),
        _ => Err(Incomparable::Unknown),
    };
    if one.shape == two.shape { found.or(Ok(same)) } else { found }
}

/// Cycles that differ by less than this share are the same: they are quotients.
pub(crate) const SAME: f64 = 1e-9;

/// Returns the cycles of an iteration that does a portion of the work of another, as a multiple of those that the other takes
/// for that; infinitely many if it took none.
pub(crate) fn cycles_ratio(before: f64, portion: Ratio, after: f64) -> f64 {
    let expected = before * portion.to_f64();
    match (expected > 0.0, after > 0.0) {
        (true, _) => after / expected,
        (false, true) => f64::INFINITY,
        (false, false) => 1.0,
    }
}

/// A text of which a number is kept in baselines that hardly any other text shares.
#[derive(Default)]
pub(crate) struct Digest(Vec<u8>);

impl Digest {
    /// Returns the number of bytes.
    pub(crate) fn of(bytes: &[u8]) -> u64 {
        XxHash3_64::oneshot(bytes)
    }

    /// Returns the number of lines.
    fn of_lines<'a>(lines: impl Iterator<Item = &'a str>) -> u64 {
        let mut digest = Digest::default();
        lines.for_each(|line| digest.add_line(line));
        digest.value()
    }

    /// Appends a line to the text.
    pub(crate) fn add_line(&mut self, line: &str) {
        self.0.extend(line.as_bytes());
        self.0.push(b'\n');
    }

    /// Returns the number of the text so far.
    pub(crate) fn value(&self) -> u64 {
        Digest::of(&self.0)
    }
}

/// Options of finding items.
#[derive(Clone, Debug, Default)]
pub struct ItemOptions {
    /// Options of the simulation. Its views are of no consequence.
    pub simulation: Options,
    /// The dialect in which instructions are written.
    pub shown_dialect: Option<Dialect>,
    /// Only functions whose name or symbol matches one of these; all functions if there are none.
    pub functions: Vec<Pattern>,
}

/// Returns the innermost loops of a program, with their costs, and measured one after the other.
pub fn loops(
    session: &Session,
    program: &dyn Program,
    options: &ItemOptions,
    pool: &Pool,
    measure: &mut Measure<'_>,
) -> Vec<Item> {
    let survey_options = SurveyOptions {
        simulation: options.simulation.clone(),
        shown_dialect: options.shown_dialect,
        functions: options.functions.clone(),
        names_targets: true,
        ..SurveyOptions::default()
    };
    let survey = Survey::new(session, program, &survey_options, pool);
    let item = |it: SurveyedLoop| Item {
        owner: program.functions()[it.function].name.clone(),
        number: it.number_in_function,
        line: it.line,
        instructions: texts(session, &it.instructions, options),
        length_bytes: match program.has_addresses() {
            true => Some(it.length_bytes),
            false => encoded_bytes(session, &it.instructions),
        },
        cost: it.cost.unwrap_or_else(|| Err("not simulated".to_owned())),
        is_once: false,
        work: it.work,
        remainders: Vec::new(),
        measured: measure(&it.instructions),
    };
    survey.loops.into_iter().map(item).collect()
}

/// Returns the functions of a program as a whole: each instruction once, in order, as if they were the body of a loop.
/// Padding is left out.
pub fn functions(
    session: &Session,
    program: &dyn Program,
    options: &ItemOptions,
    pool: &Pool,
) -> Vec<Item> {
    let simulation = Cost::options(&options.simulation);
    let analyzers = Idle::new(|| session.analyzer(&simulation));
    let chosen = SurveyOptions { functions: options.functions.clone(), ..SurveyOptions::default() };
    let is_chosen = |index: &usize| chosen.choose(&program.functions()[*index]);
    let indices: Vec<usize> = (0..program.functions().len()).filter(is_chosen).collect();
    let found = pool.map(&indices, |index| {
        let mut listing = program.listing(*index);
        program.name_targets(&mut listing);
        let mut listed = listing.instructions;
        listed.retain(|it| !it.is_alignment);
        while listed.pop_if(|it| session.target().is_padding(&it.inst)).is_some() {}
        let address = listed.first()?.address;
        let length_bytes = listed.iter().map(|it| u64::from(it.length_bytes)).sum();
        let insts: Vec<Inst> = listed.into_iter().map(|it| it.inst).collect();
        let dialect = options.shown_dialect;
        let cost =
            analyzers.lend(|analyzer| Cost::of_instructions(session, &insts, analyzer, dialect));
        let item = Item {
            owner: program.functions()[*index].name.clone(),
            number: 0,
            line: None,
            instructions: texts(session, &insts, options),
            length_bytes: match program.has_addresses() {
                true => Some(length_bytes),
                false => encoded_bytes(session, &insts),
            },
            cost,
            is_once: true,
            work: None,
            remainders: Vec::new(),
            measured: None,
        };
        Some((address, item))
    });
    let (addresses, mut items): (Vec<u64>, Vec<Item>) = found.into_iter().flatten().unzip();
    let lines = program.source_lines(&addresses, &Interrupt::NEVER);
    items.iter_mut().zip(lines).for_each(|(item, line)| item.line = line);
    items
}

/// Returns the regions that a text marks, with their costs, and measured; none if it marks none.
pub fn marked_regions(
    code: &oxmca::Code,
    options: &ItemOptions,
    measure: &mut Measure<'_>,
) -> Vec<Item> {
    let session = code.session();
    let simulation = Cost::options(&options.simulation);
    let mut analyzer = session.analyzer(&simulation);
    let marked = code.regions().filter(|region| region.is_marked());
    let item = |(index, region): (usize, oxmca::CodeRegion<'_>)| {
        let cost = Cost::of_region(region, &mut analyzer, options.shown_dialect);
        let insts = region.instructions();
        let name = region.name();
        Item {
            owner: if name.is_empty() {
                format!("region {}", index + 1)
            } else {
                name.into_owned()
            },
            number: 0,
            line: None,
            instructions: texts(session, &insts, options),
            length_bytes: encoded_bytes(session, &insts),
            cost,
            is_once: false,
            work: Work::of_loop(session.target(), session.subtarget(), &insts).ok(),
            remainders: Vec::new(),
            measured: measure(&insts.to_vec().into()),
        }
    };
    marked.enumerate().map(item).collect()
}

fn texts(session: &Session, insts: &[Inst], options: &ItemOptions) -> Vec<String> {
    let region = Region::of_instructions(None, 0..insts.len());
    let text_options = TextOptions::with(|it| it.shown_dialect = options.shown_dialect);
    let Ok(code) = session.list(insts.to_vec(), vec![region], &text_options) else {
        return Vec::new();
    };
    let text = |inst: &Inst| {
        let mut text = String::new();
        code.print_inst(&without_target(session, inst), &mut text);
        text.trim_start().to_owned()
    };
    insts.iter().map(text).collect()
}

/// Returns bytes of the machine code of instructions, if all of them have some.
fn encoded_bytes(session: &Session, insts: &[Inst]) -> Option<u64> {
    let mut code = Vec::new();
    insts.iter().try_for_each(|inst| session.encode(inst, &mut code)).ok()?;
    Some(code.len() as u64)
}

/// Returns an instruction without the place that it jumps to, which changes with code elsewhere.
fn without_target(session: &Session, inst: &Inst) -> Inst {
    let target = session.target();
    let mut inst = inst.clone();
    let is_jump = matches!(target.control_flow(&inst), ControlFlow::Jump | ControlFlow::Branch);
    if is_jump && let Some(at) = target.relative_operand(&inst) {
        let name = Expr::Symbol { name: "target".into(), specifier: None };
        inst.operands[at] = Operand::Expr(Box::new(name));
    }
    inst
}

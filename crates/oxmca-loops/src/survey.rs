//! Finding the loops of a program, and the cost of each.

use std::ops::Range;
use std::sync::Arc;

use oxmca::analyze::Analyzer;
use oxmca::session::PredictionModel;
use oxmca::work::Work;
use oxmca::{Options, Session};
use oxmca_asm::{Dialect, Inst, Interrupt};
use oxmca_driver::Pool;
use oxmca_names::Pattern;
use oxmca_object::{ListedLoop, Listing};

use crate::cost::Cost;
use crate::equal_loops::EqualLoops;
use crate::idle::Idle;
use crate::measured::Measurement;
use crate::program::{Author, Function, Program, SourceLine};

/// The loops that a survey is about.
#[derive(Clone, Debug, Default)]
pub struct SurveyOptions {
    /// Only functions whose name or symbol matches one of these; all functions if there are none.
    pub functions: Vec<Pattern>,
    /// Only loops with code of an inlined function whose name matches one of these; all loops if there are none.
    pub inlined: Vec<Pattern>,
    /// Also loops that have loops within them.
    pub with_outer_loops: bool,
    /// The dialect in which registers are written.
    pub shown_dialect: Option<Dialect>,
    /// Gives branches and calls the names of the places that they lead to.
    pub names_targets: bool,
    /// Simulates nothing.
    pub omits_costs: bool,
    /// Looks for no lines of the source: of a large program that takes longer than all the rest.
    pub omits_lines: bool,
    /// Options of the simulation. Its views are of no consequence.
    pub simulation: Options,
    /// Stops the survey when it is requested.
    pub interrupt: Interrupt,
}

impl SurveyOptions {
    /// Returns whether a survey looks at a function.
    pub fn choose(&self, function: &Function) -> bool {
        let matches = |it: &Pattern| it.matches(&function.name) || it.matches(&function.symbol);
        self.functions.is_empty() || self.functions.iter().any(matches)
    }
}

/// A loop of a program.
#[derive(Clone, PartialEq, Debug)]
pub struct SurveyedLoop {
    /// Its number in the program, from 1, loops that are not shown included.
    pub number: usize,
    /// The index of its function.
    pub function: usize,
    /// Its number in the function, from 1, in the order of headers.
    pub number_in_function: usize,
    /// The place in its function at which it is entered.
    pub address: u64,
    /// The line of the source that its header has.
    pub line: Option<SourceLine>,
    /// Instructions of one way around it.
    pub instructions: Arc<[Inst]>,
    /// Their addresses, or their numbers in a text.
    pub addresses: Vec<u64>,
    /// Bytes of machine code of one way around it; 0 in a text.
    pub length_bytes: u64,
    /// The number of loops around it.
    pub depth: u32,
    /// Set if there are loops within it.
    pub has_inner_loops: bool,
    /// Set if there are other ways around it.
    pub is_one_of_several: bool,
    /// Calls on the way.
    pub calls: usize,
    /// The cost of an iteration, or the reason why it is not known; `None` if it was not asked for.
    pub cost: Option<Result<Cost, String>>,
    /// The work of an iteration, as far as it is known.
    pub work: Option<Work>,
    /// The time of an iteration on a machine; `None` if it was not asked for. The caller adds it.
    pub measured: Option<Measurement>,
}

impl SurveyedLoop {
    /// Returns cycles of a unit of work, where it is known.
    pub fn cycles_per_unit(&self) -> Option<f64> {
        let cycles = self.cost.as_ref()?.as_ref().ok()?.cycles.to_f64();
        Some(cycles / self.work.as_ref()?.amount().ok()?.count.to_f64())
    }

    /// Returns the index of its function and its number there, by which it is the same for all
    /// CPUs.
    pub(crate) fn key(&self) -> (usize, usize) {
        (self.function, self.number_in_function)
    }
}

/// The loops of a program.
#[derive(Debug, Default)]
pub struct Survey {
    /// The model that costs are from; `None` if nothing is simulated.
    pub model: Option<PredictionModel>,
    /// The loops, in the order of functions and headers.
    pub loops: Vec<SurveyedLoop>,
    /// Functions that were looked at.
    pub functions: usize,
    /// Instructions that were looked at.
    pub instructions: u64,
    /// Bytes that are no instructions.
    pub undecodable_bytes: u64,
    /// The indices of functions with cycles that are no natural loops.
    pub irreducible_functions: Vec<usize>,
    /// The indices of functions with so many ways that not all of their loops were looked for.
    pub tangled_functions: Vec<usize>,
    /// Jumps to addresses that are not known before the code runs. Loops through them are not found.
    pub indirect_jumps: u64,
    /// Set if it was stopped before all functions were looked at.
    pub is_interrupted: bool,
}

/// The findings about one function.
#[derive(Default)]
pub(crate) struct FunctionFindings {
    pub(crate) loops: Vec<SurveyedLoop>,
    instructions: u64,
    undecodable_bytes: u64,
    is_irreducible: bool,
    is_tangled: bool,
    indirect_jumps: u64,
    pub(crate) all_loops: usize,
    is_interrupted: bool,
}

impl Survey {
    /// Finds the loops of a program and, on the threads of `pool`, their costs on a session's CPU.
    pub fn new(
        session: &Session,
        program: &dyn Program,
        options: &SurveyOptions,
        pool: &Pool,
    ) -> Survey {
        Survey::observed(session, program, options, pool, &|| ())
    }

    /// Does the same as [`Survey::new`]; calls `on_function` when it has looked at a function.
    pub fn observed(
        session: &Session,
        program: &dyn Program,
        options: &SurveyOptions,
        pool: &Pool,
        on_function: &(dyn Fn() + Sync),
    ) -> Survey {
        let is_chosen: Vec<bool> =
            program.functions().iter().map(|function| options.choose(function)).collect();
        // Loops of functions before a chosen one are counted, so that a loop has one number, whatever is chosen.
        let counted = is_chosen.iter().rposition(|it| *it).map_or(0, |last| last + 1);
        let counted: Vec<usize> = (0..counted).collect();
        let simulation = Cost::options(&options.simulation);
        let analyzers = Idle::new(|| session.analyzer(&simulation));
        let equal_loops = EqualLoops::new();
        let inlined =
            match options.inlined.is_empty() {
                true => None,
                false => Some(program.inlined_code(&|name| {
                    options.inlined.iter().any(|pattern| pattern.matches(name))
                })),
            };
        let surveyor = Surveyor { session, program, options, inlined, analyzers, equal_loops };
        let found = pool.map(&counted, |index| {
            if !is_chosen[*index] {
                return surveyor.count(*index);
            }
            let findings = surveyor.function(*index);
            on_function();
            findings
        });
        let model = (!options.omits_costs)
            .then(|| session.prediction_model(options.simulation.simulation()));
        let functions = is_chosen.iter().filter(|it| **it).count();
        let mut survey = Survey { model, functions, ..Survey::default() };
        let mut number = 0;
        for (index, findings) in counted.into_iter().zip(found) {
            survey.instructions += findings.instructions;
            survey.undecodable_bytes += findings.undecodable_bytes;
            survey.indirect_jumps += findings.indirect_jumps;
            survey.is_interrupted |= findings.is_interrupted;
            if findings.is_irreducible {
                survey.irreducible_functions.push(index);
            }
            if findings.is_tangled {
                survey.tangled_functions.push(index);
            }
            survey.loops.extend(findings.loops.into_iter().map(|mut it| {
                it.number += number;
                it
            }));
            number += findings.all_loops;
        }
        if survey.is_interrupted {
            return survey;
        }
        if !options.omits_lines {
            add_lines(program, &mut survey.loops, &options.interrupt);
            survey.is_interrupted = options.interrupt.is_requested();
        }
        survey
    }
}

/// Adds the lines of the source to loops of a program, until `interrupt` is requested.
pub(crate) fn add_lines(program: &dyn Program, loops: &mut [SurveyedLoop], interrupt: &Interrupt) {
    let headers: Vec<u64> = loops.iter().map(|it| it.address).collect();
    let lines = program.source_lines(&headers, interrupt);
    let is_own = |line: &SourceLine| line.author() == Author::User;
    for (it, line) in loops.iter_mut().zip(lines) {
        // Assembly does not name the functions into which one of a library was inlined.
        let is_of_library = line.as_ref().is_some_and(|line| !is_own(line));
        let others = || {
            let lines = program.source_lines(&it.addresses, interrupt);
            lines.into_iter().flatten().find(is_own)
        };
        it.line = if is_of_library { others().or(line) } else { line };
    }
}

impl FunctionFindings {
    /// Finds the loops of a function, without their costs and lines.
    pub(crate) fn of(program: &dyn Program, options: &SurveyOptions, index: usize) -> Self {
        let mut listing = program.listing(index);
        let found = listing.loops();
        if !found.loops.is_empty() && options.names_targets {
            program.name_targets(&mut listing);
        }
        let mut headers: Vec<(usize, &ListedLoop)> =
            found.loops.iter().map(|it| (it.header, it)).collect();
        headers.sort_by_key(|it| it.0);
        let mut loops: Vec<SurveyedLoop> = Vec::new();
        for (at, (_, it)) in headers.iter().enumerate() {
            let is_wanted = !it.has_inner_loops || options.with_outer_loops;
            if is_wanted && !it.path.is_empty() {
                loops.push(surveyed(index, at + 1, &listing, it));
            }
        }
        FunctionFindings {
            is_interrupted: false,
            all_loops: found.loops.len(),
            loops,
            instructions: listing.instructions.len() as u64,
            undecodable_bytes: listing.undecodable_bytes,
            is_irreducible: found.has_other_cycles,
            is_tangled: found.is_too_tangled,
            indirect_jumps: listing.indirect_jumps() as u64,
        }
    }
}

/// The work of a survey on one function.
struct Surveyor<'a> {
    session: &'a Session,
    program: &'a dyn Program,
    options: &'a SurveyOptions,
    /// Ranges of addresses of which loops must have some code, if they must.
    inlined: Option<Vec<Range<u64>>>,
    analyzers: Idle<'a, Analyzer<'a>>,
    equal_loops: EqualLoops<(Result<Cost, String>, Option<Work>)>,
}

impl Surveyor<'_> {
    /// Counts the loops of a function.
    fn count(&self, index: usize) -> FunctionFindings {
        if self.options.interrupt.is_requested() {
            return FunctionFindings { is_interrupted: true, ..FunctionFindings::default() };
        }
        let all_loops = self.program.listing(index).loops().loops.len();
        FunctionFindings { all_loops, ..FunctionFindings::default() }
    }

    fn function(&self, index: usize) -> FunctionFindings {
        if self.options.interrupt.is_requested() {
            return FunctionFindings { is_interrupted: true, ..FunctionFindings::default() };
        }
        let mut findings = FunctionFindings::of(self.program, self.options, index);
        if let Some(inlined) = &self.inlined {
            let is_inlined = |address: &u64| {
                let next = inlined.partition_point(|it| it.end <= *address);
                inlined.get(next).is_some_and(|it| it.contains(address))
            };
            findings.loops.retain(|it| it.addresses.iter().any(is_inlined));
        }
        findings.is_interrupted = !self.options.omits_costs && !self.add_costs(&mut findings.loops);
        findings
    }

    /// Adds the costs of loops. Returns whether nothing stopped it.
    fn add_costs(&self, loops: &mut [SurveyedLoop]) -> bool {
        if loops.is_empty() {
            return true;
        }
        let (session, options) = (self.session, self.options);
        self.analyzers.lend(|analyzer| {
            for it in loops {
                if options.interrupt.is_requested() {
                    return false;
                }
                let instructions = Arc::clone(&it.instructions);
                let (cost, work) = self.equal_loops.answer(&mut it.instructions, || {
                    let dialect = options.shown_dialect;
                    let cost = Cost::of_instructions(session, &instructions, analyzer, dialect);
                    (cost, Work::of_loop(session.target(), session.subtarget(), &instructions).ok())
                });
                it.cost = Some(cost);
                it.work = work;
            }
            true
        })
    }
}

fn surveyed(function: usize, number: usize, listing: &Listing, it: &ListedLoop) -> SurveyedLoop {
    let listed = || it.path.iter().map(|at| &listing.instructions[*at]);
    SurveyedLoop {
        number,
        function,
        number_in_function: number,
        address: listing.instructions[it.header].address,
        line: None,
        instructions: listed().map(|it| it.inst.clone()).collect(),
        addresses: listed().map(|it| it.address).collect(),
        length_bytes: listed().map(|it| u64::from(it.length_bytes)).sum(),
        depth: it.depth,
        has_inner_loops: it.has_inner_loops,
        is_one_of_several: it.is_one_of_several,
        calls: it.calls,
        cost: None,
        work: None,
        measured: None,
    }
}

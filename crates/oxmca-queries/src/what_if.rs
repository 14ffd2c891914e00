//! Changes of a loop, simulated: other instructions, or results that come later.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use oxmca::{CodeRegion, Instrument, Session, TextOptions};
use oxmca_asm::region::Region;
use oxmca_asm::{Dialect, Inst, Interrupt};
use oxmca_loops::{Cost, Selection};

use crate::machine::{Machine, Machines};
use crate::program::LoadedFile;
use crate::text::TextOnMachine;

/// The most instructions of a loop after its changes.
const MAX_INSTRUCTIONS: usize = 1 << 14;
/// The highest latency that can be assumed.
const MAX_LATENCY_CYCLES: u32 = 10_000;
/// The most names in an error.
const MAX_NAMES: usize = 20;

/// A change of a loop. Numbers of instructions are those of the loop as it is, from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Instructions are left out, and those of a text of assembly stand in their place. Either may be none.
    Replace {
        /// The instructions that are left out; their start is the place of the others.
        instructions: Range<usize>,
        /// Assembly.
        text: String,
    },
    /// An instruction gives its results after so many cycles. By LLVM's model only: hardware mode has data of its own.
    Latency {
        /// The instruction.
        instruction: usize,
        /// Cycles after it begins to execute.
        cycles: u32,
    },
}

/// A loop after changes.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Instructions of an iteration.
    pub instructions: usize,
    /// The cost of an iteration, or the reason why it is not known.
    pub cost: Result<Cost, String>,
}

/// A loop, region or text that is changed.
pub struct ChangedLoop {
    machine: Arc<Machine>,
    name: String,
    dialect: Option<Dialect>,
    texts: Vec<String>,
    instructions: Vec<Inst>,
    /// One for each instruction.
    requests: Vec<Request>,
}

/// A request about an instruction that the instructions do not make themselves.
#[derive(Clone, Copy, PartialEq, Default)]
struct Request {
    /// By comments of the text, in a region that it marks.
    of_text: Option<Instrument>,
    latency_cycles: Option<u32>,
}

impl Request {
    fn apply(self, instrument: &mut Instrument) {
        *instrument = self.of_text.unwrap_or(*instrument);
        instrument.latency_cycles = self.latency_cycles.or(instrument.latency_cycles);
    }
}

impl fmt::Debug for ChangedLoop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChangedLoop").field("name", &self.name).finish_non_exhaustive()
    }
}

impl ChangedLoop {
    /// Takes the part of files that is chosen. If nothing is, it is the region that a text marks, else the only innermost
    /// loop, else all of a text.
    ///
    /// # Errors
    /// When there is no such part, or several.
    pub fn choose(
        files: Vec<LoadedFile>,
        selection: &Selection,
        interrupt: &Interrupt,
    ) -> Result<ChangedLoop, String> {
        let mut found: Option<ChangedLoop> = None;
        let mut names: Vec<String> = Vec::new();
        let mut problem = None;
        for file in files {
            let machine = Arc::clone(file.machine());
            // As `oxmca loops`, which simulates loops by their instructions alone.
            let is_whole = |it: &TextOnMachine| it.is_marked() || it.all_loops().is_empty();
            let has_comments = selection.is_empty() && file.text().is_some_and(is_whole);
            let code = match file.chosen(selection, interrupt) {
                Ok(code) => code,
                // Another object of an archive may have it.
                Err(reason) => {
                    problem = Some(reason);
                    continue;
                }
            };
            for region in code.regions() {
                names.push(name(&region));
                found.get_or_insert_with(|| {
                    ChangedLoop::new(Arc::clone(&machine), &region, has_comments)
                });
            }
        }
        match found {
            Some(_) if names.len() > 1 => {
                let left_out = names.len().saturating_sub(MAX_NAMES);
                names.truncate(MAX_NAMES);
                let rest =
                    if left_out > 0 { format!("; and {left_out} more") } else { String::new() };
                let names = names.join("; ");
                Err(format!("choose one loop, or mark one region; there are: {names}{rest}"))
            }
            Some(found) if found.instructions.len() > MAX_INSTRUCTIONS => {
                Err(format!("it has more than {MAX_INSTRUCTIONS} instructions: choose a loop"))
            }
            Some(found) => Ok(found),
            None => Err(problem.unwrap_or_else(|| "there are no instructions".to_owned())),
        }
    }

    /// Takes a region of a text. `has_comments` if comments of the text change what its instructions cost.
    pub(crate) fn new(
        machine: Arc<Machine>,
        region: &CodeRegion<'_>,
        has_comments: bool,
    ) -> ChangedLoop {
        let code = region.code();
        let dialects = machine.session().target().dialects();
        ChangedLoop {
            name: name(region),
            dialect: dialects.get(code.parsed().dialect).copied(),
            texts: (0..region.len())
                .map(|it| oxmca_names::plain(&region.text(it).replace('\t', " ")).into_owned())
                .collect(),
            requests: match has_comments {
                true => requests_of_text(machine.session(), region),
                false => vec![Request::default(); region.len()],
            },
            instructions: region.instructions().into_owned(),
            machine,
        }
    }

    /// Returns the machine that it is simulated on.
    pub fn machine(&self) -> &Arc<Machine> {
        &self.machine
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns its instructions as texts.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// Simulates the loop after some changes, or as it is if there are none.
    ///
    /// # Errors
    /// When a change cannot be made.
    pub fn variant(&self, machines: &Machines, changes: &[Change]) -> Result<Variant, String> {
        let (instructions, requests) = self.changed(changes)?;
        if instructions.is_empty() {
            return Err("no instruction is left".to_owned());
        }
        let count = instructions.len();
        let cost = match requests.iter().all(|it| *it == Request::default()) {
            true => Result::clone(&machines.cost(&self.machine, &instructions.into())),
            false => self.machine.with_analyzer(|analyzer| {
                let (session, dialect) = (self.machine.session(), self.machine.dialect());
                Cost::of_instrumented(session, &instructions, analyzer, dialect, |instruments| {
                    instruments
                        .iter_mut()
                        .zip(&requests)
                        .for_each(|(it, request)| request.apply(it));
                })
            }),
        };
        Ok(Variant { instructions: count, cost })
    }

    /// Simulates the loop without one of its instructions.
    ///
    /// # Errors
    /// When it has no other, or not this one.
    pub fn without(&self, machines: &Machines, instruction: usize) -> Result<Variant, String> {
        let instructions = instruction..instruction.saturating_add(1);
        self.variant(machines, &[Change::Replace { instructions, text: String::new() }])
    }

    /// Returns the instructions after some changes, with requests about each.
    fn changed(&self, changes: &[Change]) -> Result<(Vec<Inst>, Vec<Request>), String> {
        let count = self.instructions.len();
        let mut requests = self.requests.clone();
        let mut replacements: Vec<(&Range<usize>, Vec<Inst>)> = Vec::new();
        for change in changes {
            match change {
                Change::Replace { instructions, text } => {
                    if instructions.start > instructions.end || instructions.end > count {
                        return Err(format!("the loop has {count} instructions"));
                    }
                    replacements.push((instructions, self.read(text)?));
                }
                Change::Latency { .. } if self.machine.options().hardware.is_some() => {
                    return Err(
                        "hardware mode has latencies of its own: only LLVM's model takes others"
                            .to_owned(),
                    );
                }
                Change::Latency { cycles, .. } if *cycles > MAX_LATENCY_CYCLES => {
                    return Err(format!("a latency is at most {MAX_LATENCY_CYCLES} cycles"));
                }
                Change::Latency { instruction, cycles } => {
                    let request = requests.get_mut(*instruction);
                    let request =
                        request.ok_or_else(|| format!("the loop has {count} instructions"))?;
                    request.latency_cycles = Some(*cycles);
                }
            }
        }
        // Texts for one place keep the order in which they were given.
        replacements.sort_by_key(|(range, _)| (range.start, range.end));
        let mut changed: (Vec<Inst>, Vec<Request>) = Default::default();
        let mut next = 0;
        for (range, inserted) in replacements {
            if range.start < next {
                return Err(format!("another change leaves out instruction {}", range.start + 1));
            }
            changed.0.extend_from_slice(&self.instructions[next..range.start]);
            changed.1.extend_from_slice(&requests[next..range.start]);
            changed.1.resize(changed.1.len() + inserted.len(), Request::default());
            changed.0.extend(inserted);
            next = range.end;
        }
        changed.0.extend_from_slice(&self.instructions[next..]);
        changed.1.extend_from_slice(&requests[next..]);
        match changed.0.len() > MAX_INSTRUCTIONS {
            true => Err(format!("it would have more than {MAX_INSTRUCTIONS} instructions")),
            false => Ok(changed),
        }
    }

    /// Reads instructions, in the dialect of the code.
    fn read(&self, text: &str) -> Result<Vec<Inst>, String> {
        if text.trim_ascii().is_empty() {
            return Ok(Vec::new());
        }
        let options = TextOptions::with(|it| {
            it.name = "inserted".into();
            it.dialect = self.dialect;
            it.max_instructions = MAX_INSTRUCTIONS;
            it.instruments = false;
        });
        let code = self.machine.session().read(text, &options);
        let code = code.map_err(|_| "the text is too large".to_owned())?;
        match code.is_invalid() {
            true => Err(code.messages()),
            false => Ok(code.parsed().insts.clone()),
        }
    }
}

/// Returns the requests of a text about the instructions of a region, as far as these do not make them themselves.
fn requests_of_text(session: &Session, region: &CodeRegion<'_>) -> Vec<Request> {
    let instructions = region.instructions();
    let all = Region::of_instructions(None, 0..instructions.len());
    let listed = session.list(instructions.into_owned(), vec![all], &TextOptions::default());
    let own = listed.ok().and_then(|it| Some(it.first_region()?.instruments().into_owned()));
    let (own, of_text) = (own.unwrap_or_default(), region.instruments());
    let request = |at: usize| {
        let of_text = of_text.get(at).copied().unwrap_or_default();
        let is_own = own.get(at).copied().unwrap_or_default() == of_text;
        Request { of_text: Some(of_text).filter(|_| !is_own), latency_cycles: None }
    };
    (0..region.len()).map(request).collect()
}

/// Returns the name of a region for people.
fn name(region: &CodeRegion<'_>) -> String {
    match region.name() {
        name if !name.is_empty() => oxmca_names::plain(&name).into_owned(),
        _ if region.is_marked() => format!("region {}", region.index() + 1),
        _ => "all of it as the body of a loop".to_owned(),
    }
}

//! Choosing loops, functions and places of a program as regions.

use std::fmt;
use std::ops::RangeInclusive;

use oxmca::{Code, Session, TextOptions};
use oxmca_asm::region::Region;
use oxmca_asm::source::TooLarge;
use oxmca_asm::{Inst, Interrupt, lossless};
use oxmca_driver::Pool;
use oxmca_names::Pattern;

use crate::assembly::AssemblyText;
use crate::program::{Program, SourceLine};
use crate::survey::{Survey, SurveyOptions, SurveyedLoop, add_lines};

/// A loop, as a user names it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LoopName {
    /// By its number in a table of all loops.
    Number(usize),
    /// By its function, with `#` and its number there if wanted.
    Pattern(Pattern),
}

/// The parts of a program that are to become regions.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Selection {
    /// Loops.
    pub loops: Vec<LoopName>,
    /// Functions as a whole, if neither loops nor lines are chosen; otherwise the functions to look for them in.
    pub functions: Vec<Pattern>,
    /// Addresses; in a text, lines of it.
    pub ranges: Vec<RangeInclusive<u64>>,
    /// Innermost loops that have instructions of these source lines.
    pub lines: Vec<SourceLine>,
}

/// A part of a program that was chosen.
#[derive(Clone, PartialEq, Debug)]
pub struct SelectedRegion {
    /// Its name: function, loop and source line.
    pub name: String,
    /// Its instructions.
    pub instructions: Vec<Inst>,
    /// Their addresses, or their numbers in a text.
    pub addresses: Vec<u64>,
}

impl SelectedRegion {
    /// Returns a loop of a program as a region.
    pub fn of_loop(it: &SurveyedLoop, program: &dyn Program) -> SelectedRegion {
        SelectedRegion {
            name: region_name(it, program),
            instructions: it.instructions.to_vec(),
            addresses: it.addresses.clone(),
        }
    }
}

/// Puts parts of objects together as code with a region for each.
///
/// # Errors
/// When there are more instructions than code can have.
pub fn list(
    session: &Session,
    selected: Vec<SelectedRegion>,
    options: &TextOptions,
) -> Result<Code, TooLarge> {
    let mut insts: Vec<Inst> = Vec::new();
    let mut addresses = Vec::new();
    let mut regions = Vec::new();
    for it in selected {
        let first = insts.len();
        insts.extend(it.instructions);
        addresses.extend(it.addresses);
        let name = lossless::to_bytes(&it.name);
        regions.push(Region::of_instructions(Some(&name), first..insts.len()));
    }
    Ok(session.list(insts, regions, options)?.with_addresses(addresses))
}

/// The reason why nothing was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SelectionError {
    /// No function has such a name.
    NoFunction(String),
    /// No loop has this number or name. There are so many.
    NoLoop(String, usize),
    /// No loop has instructions of this line.
    NoLoopAtLine(SourceLine),
    /// Nothing is known of source lines.
    NoLines,
    /// There are no instructions at these addresses.
    NoAddresses(RangeInclusive<u64>),
    /// There are no instructions on these lines of a text.
    NoTextLines(RangeInclusive<u64>),
    /// The caller asked to stop.
    Interrupted,
}

impl fmt::Display for SelectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SelectionError::NoFunction(name) => write!(f, "no function is called '{name}'"),
            SelectionError::NoLoop(name, 0) => {
                write!(f, "there is no loop '{name}', and no other")
            }
            SelectionError::NoLoop(name, count) => {
                write!(f, "there is no loop '{name}'; `oxmca loops --all` lists all {count}")
            }
            SelectionError::NoLoopAtLine(line) => {
                write!(f, "no loop has instructions of line {line}")
            }
            SelectionError::NoLines => f.write_str("there is no information about source lines"),
            SelectionError::NoAddresses(range) => {
                let (first, last) = (range.start(), range.end());
                write!(f, "there are no instructions from {first:#x} to {last:#x}")
            }
            SelectionError::NoTextLines(range) => {
                let (first, last) = (range.start(), range.end());
                write!(f, "there are no instructions on lines {first} to {last}")
            }
            SelectionError::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for SelectionError {}

impl Selection {
    /// Returns whether nothing is chosen.
    pub fn is_empty(&self) -> bool {
        *self == Selection::default()
    }

    /// Returns the regions that are chosen, in the order of the program; loops before functions before ranges. The
    /// search for loops stops when `interrupt` is requested.
    ///
    /// # Errors
    /// When something is chosen that is not there, or it was stopped.
    pub fn regions(
        &self,
        session: &Session,
        program: &dyn Program,
        pool: &Pool,
        interrupt: &Interrupt,
    ) -> Result<Vec<SelectedRegion>, SelectionError> {
        let functions = self.functions(program)?;
        let mut regions = Vec::new();
        if !self.loops.is_empty() || !self.lines.is_empty() {
            let options = SurveyOptions {
                functions: self.functions_with_loops(),
                with_outer_loops: true,
                omits_costs: true,
                omits_lines: true,
                names_targets: true,
                interrupt: interrupt.clone(),
                ..SurveyOptions::default()
            };
            let found = |options: &SurveyOptions| {
                let survey = Survey::new(session, program, options, pool);
                match survey.is_interrupted {
                    true => Err(SelectionError::Interrupted),
                    false => self.chosen_loops(&survey, program, &functions, interrupt),
                }
            };
            regions = match found(&options) {
                // The error says what there is elsewhere.
                Err(_) if !options.functions.is_empty() => {
                    found(&SurveyOptions { functions: Vec::new(), ..options })
                }
                found => found,
            }?;
        } else if !self.functions.is_empty() {
            for index in functions {
                let name = oxmca_names::plain(&program.functions()[index].name).into_owned();
                let mut listing = program.listing(index);
                program.name_targets(&mut listing);
                let listed = listing.instructions;
                let addresses = listed.iter().map(|it| it.address).collect();
                let instructions = listed.into_iter().map(|it| it.inst).collect();
                regions.push(SelectedRegion { name, instructions, addresses });
            }
        }
        for range in &self.ranges {
            regions.push(in_range(program, range)?);
        }
        Ok(regions)
    }

    /// Returns the functions that chosen loops can be in; none if that may be any.
    fn functions_with_loops(&self) -> Vec<Pattern> {
        let mut of_loops = Vec::new();
        for name in &self.loops {
            // A number counts the loops of all functions.
            let LoopName::Pattern(pattern) = name else { return Vec::new() };
            of_loops.push(pattern.clone());
            of_loops.extend(pattern.as_str().rsplit_once('#').map(|it| Pattern::new(it.0)));
        }
        match (self.functions.is_empty(), self.lines.is_empty()) {
            (false, _) => self.functions.clone(),
            (true, true) => of_loops,
            (true, false) => Vec::new(),
        }
    }

    /// Does the same as [`Selection::regions`], of a text that was read with its layout. Without,
    /// nothing is found.
    ///
    /// # Errors
    /// As [`Selection::regions`].
    pub fn regions_of_text(&self, code: &Code, pool: &Pool) -> Result<Vec<Region>, SelectionError> {
        let Some(program) = AssemblyText::new(code) else { return Err(SelectionError::NoLines) };
        let region = |it: &SelectedRegion| {
            let indices = it.addresses.iter().map(|index| *index as usize);
            Region::of_instructions(Some(&lossless::to_bytes(&it.name)), indices)
        };
        let selected = self.regions(code.session(), &program, pool, &Interrupt::NEVER)?;
        Ok(selected.iter().map(region).collect())
    }

    /// Returns the functions that match, or all if none are named.
    fn functions(&self, program: &dyn Program) -> Result<Vec<usize>, SelectionError> {
        let all = program.functions();
        let matches = |pattern: &Pattern, index: usize| {
            pattern.matches(&all[index].name) || pattern.matches(&all[index].symbol)
        };
        for pattern in &self.functions {
            if !(0..all.len()).any(|index| matches(pattern, index)) {
                return Err(SelectionError::NoFunction(pattern.as_str().to_owned()));
            }
        }
        let is_chosen = |index: &usize| {
            self.functions.is_empty() || self.functions.iter().any(|it| matches(it, *index))
        };
        Ok((0..all.len()).filter(is_chosen).collect())
    }

    /// Returns the chosen loops of a survey.
    fn chosen_loops(
        &self,
        survey: &Survey,
        program: &dyn Program,
        functions: &[usize],
        interrupt: &Interrupt,
    ) -> Result<Vec<SelectedRegion>, SelectionError> {
        let in_functions = |it: &SurveyedLoop| functions.binary_search(&it.function).is_ok();
        let mut is_chosen = vec![false; survey.loops.len()];
        for name in &self.loops {
            let mut is_found = false;
            for (chosen, it) in is_chosen.iter_mut().zip(&survey.loops) {
                if in_functions(it) && is_named(name, it, program) {
                    (*chosen, is_found) = (true, true);
                }
            }
            if !is_found {
                let name = match name {
                    LoopName::Number(number) => number.to_string(),
                    LoopName::Pattern(pattern) => pattern.as_str().to_owned(),
                };
                return Err(SelectionError::NoLoop(name, survey.loops.len()));
            }
        }
        let lines_of_loops = match self.lines.is_empty() {
            true => Vec::new(),
            false => source_lines(survey, program, interrupt),
        };
        if interrupt.is_requested() {
            return Err(SelectionError::Interrupted);
        }
        let are_lines_known = lines_of_loops.iter().flatten().any(|it| !it.is_empty());
        for line in &self.lines {
            let mut is_found = false;
            let loops = survey.loops.iter().zip(&lines_of_loops);
            for (chosen, (it, lines)) in is_chosen.iter_mut().zip(loops) {
                let has_line = lines.iter().flatten().any(|found| is_line(line, found));
                if !it.has_inner_loops && in_functions(it) && has_line {
                    (*chosen, is_found) = (true, true);
                }
            }
            if !is_found {
                return Err(match are_lines_known {
                    true => SelectionError::NoLoopAtLine(line.clone()),
                    false => SelectionError::NoLines,
                });
            }
        }
        let chosen = survey.loops.iter().zip(is_chosen).filter(|(_, is_chosen)| *is_chosen);
        let mut chosen: Vec<SurveyedLoop> = chosen.map(|(it, _)| it.clone()).collect();
        add_lines(program, &mut chosen, interrupt);
        Ok(chosen.iter().map(|it| SelectedRegion::of_loop(it, program)).collect())
    }
}

/// Returns the source lines of the instructions of each loop, those of inlined functions and of the calls of these.
fn source_lines(
    survey: &Survey,
    program: &dyn Program,
    interrupt: &Interrupt,
) -> Vec<Vec<Vec<SourceLine>>> {
    let addresses: Vec<u64> =
        survey.loops.iter().flat_map(|it| it.addresses.iter().copied()).collect();
    let mut lines = program.all_source_lines(&addresses, interrupt).into_iter();
    survey.loops.iter().map(|it| lines.by_ref().take(it.addresses.len()).collect()).collect()
}

fn is_named(name: &LoopName, it: &SurveyedLoop, program: &dyn Program) -> bool {
    match name {
        LoopName::Number(number) => it.number == *number,
        LoopName::Pattern(pattern) => {
            let function = &program.functions()[it.function];
            let number = it.number_in_function;
            let of_function =
                pattern.as_str().strip_suffix(&format!("#{number}")).map(Pattern::new);
            [&function.name, &function.symbol].into_iter().any(|name| {
                // Without a number, innermost loops are meant. With one, the rest is a pattern for the function, whose name
                // may go on behind it, as in `dot(float*, int)`.
                !it.has_inner_loops && pattern.matches(name)
                    || of_function.as_ref().is_some_and(|it| it.matches(name))
            })
        }
    }
}

/// Returns whether a line is the wanted one. Of its path, the last parts may be given.
fn is_line(wanted: &SourceLine, found: &SourceLine) -> bool {
    let is_file = found.file.strip_suffix(&wanted.file);
    wanted.line == found.line
        && is_file.is_some_and(|it| it.is_empty() || it.ends_with(['/', '\\']))
}

/// Returns the name of a loop in its function, which chooses it, too: `dot#2`.
pub fn loop_name(function: &str, number_in_function: usize) -> String {
    format!("{function}#{number_in_function}")
}

/// Returns the name of a loop as a region: its number in the program, its name, and the source line.
pub fn region_name(it: &SurveyedLoop, program: &dyn Program) -> String {
    let name = loop_name(&program.functions()[it.function].name, it.number_in_function);
    let line = it.line.as_ref().map(|line| format!(", {line}"));
    let name = format!("loop {}: {name}{}", it.number, line.unwrap_or_default());
    oxmca_names::plain(&name).into_owned()
}

/// Returns the instructions of a range of addresses, or of lines of a text.
fn in_range(
    program: &dyn Program,
    range: &RangeInclusive<u64>,
) -> Result<SelectedRegion, SelectionError> {
    let mut found: Vec<(u64, Inst)> = Vec::new();
    let mut functions = Vec::new();
    for index in program.functions_between(range) {
        let before = found.len();
        let mut listing = program.listing(index);
        program.name_targets(&mut listing);
        let is_in = |address: u64| range.contains(&program.position(address));
        let within = listing.instructions.into_iter().filter(|it| is_in(it.address));
        found.extend(within.map(|it| (it.address, it.inst)));
        if found.len() > before {
            functions.push(program.functions()[index].name.as_str());
        }
    }
    found.sort_by_key(|it| it.0);
    // Functions can overlap.
    found.dedup_by_key(|it| it.0);
    if found.is_empty() {
        return Err(match program.has_addresses() {
            true => SelectionError::NoAddresses(range.clone()),
            false => SelectionError::NoTextLines(range.clone()),
        });
    }
    let places = match program.has_addresses() {
        true => format!("{:#x}-{:#x}", range.start(), range.end()),
        false => format!("lines {}-{}", range.start(), range.end()),
    };
    let (addresses, instructions) = found.into_iter().unzip();
    let name = format!("{}: {places}", functions.join(", "));
    let name = oxmca_names::plain(&name).into_owned();
    Ok(SelectedRegion { name, instructions, addresses })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use oxmca::SessionBuilder;
    use oxmca_object::Listing;

    use super::*;
    use crate::program::Function;

    /// A text that records whose lines are asked for.
    struct Asked<'t> {
        text: AssemblyText<'t>,
        addresses: Mutex<Vec<u64>>,
    }

    impl Asked<'_> {
        fn record(&self, addresses: &[u64]) {
            self.addresses.lock().unwrap().extend_from_slice(addresses);
        }
    }

    impl Program for Asked<'_> {
        fn functions(&self) -> &[Function] {
            self.text.functions()
        }

        fn listing(&self, function: usize) -> Listing {
            self.text.listing(function)
        }

        fn name_targets(&self, listing: &mut Listing) {
            self.text.name_targets(listing);
        }

        fn source_lines(
            &self,
            addresses: &[u64],
            interrupt: &Interrupt,
        ) -> Vec<Option<SourceLine>> {
            self.record(addresses);
            self.text.source_lines(addresses, interrupt)
        }

        fn all_source_lines(
            &self,
            addresses: &[u64],
            interrupt: &Interrupt,
        ) -> Vec<Vec<SourceLine>> {
            self.record(addresses);
            self.text.all_source_lines(addresses, interrupt)
        }

        fn functions_between(&self, range: &RangeInclusive<u64>) -> Vec<usize> {
            self.text.functions_between(range)
        }

        fn position(&self, address: u64) -> u64 {
            self.text.position(address)
        }

        fn has_addresses(&self) -> bool {
            self.text.has_addresses()
        }
    }

    #[test]
    fn a_loop_chosen_by_its_number_costs_the_lookup_of_one_line() {
        let session = SessionBuilder::new("x86_64-unknown-linux-gnu").cpu("skylake");
        let session = session.build().unwrap();
        let text: String = (0..50).map(|n| format!(".L{n}:\ndecq %rdi\njne .L{n}\n")).collect();
        let options = TextOptions::with(|it| it.collects_layout = true);
        let code = session.parse_with(text, &options).unwrap();
        let text = AssemblyText::new(&code).unwrap();
        let program = Asked { text, addresses: Mutex::default() };
        let mut selection = Selection::default();
        selection.add_loop("7").unwrap();
        let regions =
            |interrupt| selection.regions(&session, &program, &Pool::single(), &interrupt);
        assert_eq!(regions(Interrupt::NEVER).unwrap()[0].addresses, [12, 13]);
        assert_eq!(*program.addresses.lock().unwrap(), [12]);
        assert_eq!(regions(Interrupt::when(|| true)), Err(SelectionError::Interrupted));
        assert_eq!(*program.addresses.lock().unwrap(), [12]);
    }
}

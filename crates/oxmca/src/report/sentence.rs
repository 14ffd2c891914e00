//! Sentences of explanations in English, with the texts of a region.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use oxmca_tables::Reg;

use super::Printed;
use crate::explain::{Figure, Sentence};
use crate::source::{Place, SourceFrame};
use crate::steady_state::Ratio;

/// Instructions that a sentence names one by one; of more, the first ones are named and the others counted.
const MAX_NAMED: usize = 4;

/// The texts that sentences are put together from.
#[derive(Clone, Copy)]
pub(super) struct SentenceTexts<'a> {
    /// By instruction reported on: its index in the region as given.
    pub(super) sources: &'a [usize],
    /// Printed instructions of the region as given.
    pub(super) instructions: &'a Printed,
    /// Places of the instructions of the region as given.
    pub(super) places: &'a [Option<Place>],
    /// Places in the source of the instructions of the region as given, as debug information has them; the innermost
    /// inlined function first.
    pub(super) source_frames: &'a [&'a [SourceFrame]],
    /// Addresses of the instructions of the region as given.
    pub(super) addresses: Option<&'a [u64]>,
    /// Names of registers as the printer writes them.
    pub(super) register_name: &'a dyn Fn(Reg) -> String,
}

impl SentenceTexts<'_> {
    /// Returns a sentence as text.
    pub(super) fn sentence(&self, sentence: &Sentence) -> String {
        let mut text = String::new();
        let mut figures = sentence.figures.iter();
        for (number, part) in sentence.template.split("{}").enumerate() {
            if number > 0 {
                text.push_str(&figures.next().map(|it| self.figure(it)).unwrap_or_default());
            }
            text.push_str(part);
        }
        if let Some(outcome) = &sentence.outcome {
            let mut before = ": if ";
            for assumption in &outcome.assumptions {
                text.push_str(before);
                text.push_str(assumption);
                before = ", and if ";
            }
            text.push('.');
        }
        text
    }

    fn figure(&self, figure: &Figure) -> String {
        match figure {
            Figure::Cycles(cycles) => cycles_in_words(*cycles),
            Figure::Count(1, one, _) => format!("1 {one}"),
            // "At most" and its like stand before the number.
            Figure::Count(number, one, several) if one == several => format!("{several} {number}"),
            Figure::Count(number, _, several) => format!("{number} {several}"),
            Figure::Percent(share) => format!("{share:.1} %"),
            Figure::Register(reg) => (self.register_name)(*reg),
            Figure::Registers(regs) => {
                listed(&regs.iter().map(|reg| (self.register_name)(*reg)).collect::<Vec<_>>())
            }
            Figure::Resources(names) => listed(names),
            Figure::Instructions(instructions) => self.instructions(instructions),
            Figure::Words(words) => (*words).to_owned(),
            Figure::Name(name) => name.clone(),
        }
    }

    fn instructions(&self, instructions: &[u32]) -> String {
        // Instructions of one line of the source can have the same name.
        let (mut named, mut known) =
            (Vec::<(String, usize)>::new(), HashMap::<String, usize>::new());
        for at in instructions {
            match known.entry(self.name(*at)) {
                Entry::Occupied(place) => named[*place.get()].1 += 1,
                Entry::Vacant(place) => {
                    named.push((place.key().clone(), 1));
                    place.insert(named.len() - 1);
                }
            }
        }
        let shown = if named.len() > MAX_NAMED + 1 { MAX_NAMED } else { named.len() };
        let others: usize = named[shown..].iter().map(|it| it.1).sum();
        let text = |(name, count): &(String, usize)| match count {
            1 => format!("{name})"),
            count => format!("{name}, {count} times)"),
        };
        let mut names: Vec<String> = named[..shown].iter().map(text).collect();
        if others > 0 {
            names.push(format!("{others} others"));
        }
        listed(&names)
    }

    /// Returns the mnemonic of an instruction with its place, without the bracket that ends it.
    fn name(&self, instruction: u32) -> String {
        let place = self.source_line(instruction).unwrap_or_else(|| self.place(instruction));
        format!("{} ({place}", self.mnemonic(instruction))
    }

    /// Returns the mnemonic of an instruction.
    fn mnemonic(&self, instruction: u32) -> &str {
        let source = self.sources.get(instruction as usize).copied().unwrap_or_default();
        self.instructions.get(source).split_ascii_whitespace().next().unwrap_or_default()
    }

    /// Returns the line of the source that an instruction is of, if debug information has it: the innermost one that is not
    /// in a library.
    pub(super) fn source_line(&self, instruction: u32) -> Option<String> {
        let source = self.sources.get(instruction as usize).copied().unwrap_or_default();
        SourceFrame::innermost_own(self.source_frames.get(source)?).map(SourceFrame::short_name)
    }

    /// Returns the line of an instruction, else its address, else its number.
    pub(super) fn place(&self, instruction: u32) -> String {
        let source = self.sources.get(instruction as usize).copied().unwrap_or_default();
        let address = self.addresses.and_then(|addresses| addresses.get(source));
        match (self.places.get(source).copied().flatten(), address) {
            (_, Some(address)) => format!("{address:#x}"),
            (Some(place), None) => format!("line {}", place.line),
            (None, None) => format!("[{instruction}]"),
        }
    }
}

/// Returns a number of cycles with its unit.
pub(super) fn cycles_in_words(cycles: Ratio) -> String {
    match (cycles.numerator(), cycles.denominator()) {
        (1, 1) => "1 cycle".to_owned(),
        (_, 1) => format!("{cycles} cycles"),
        _ => format!("{} cycles", decimal(cycles)),
    }
}

/// Returns a number with at most three digits after its point.
fn decimal(ratio: Ratio) -> String {
    let text = format!("{:.3}", ratio.to_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Returns names with commas, and "and" before the last.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

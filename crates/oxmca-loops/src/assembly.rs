//! Functions of assembly.

use std::ops::{Range, RangeInclusive};

use oxmca::Code;
use oxmca_asm::{Interrupt, Layout, lossless};
use oxmca_object::{Listing, demangle};

use crate::program::{Function, Program, SourceLine};

/// A text that was read, with its layout.
#[derive(Debug)]
pub struct AssemblyText<'c> {
    code: &'c Code,
    layout: &'c Layout,
    functions: Vec<Function>,
    /// The instructions of each function: ranges in order and apart.
    instructions: Vec<Vec<Range<u32>>>,
}

impl<'c> AssemblyText<'c> {
    /// Returns the functions of a text; `None` if it was read without its layout. Code in no function counts as one
    /// that is named by its section.
    pub fn new(code: &'c Code) -> Option<AssemblyText<'c>> {
        let layout = code.layout()?;
        let mut found: Vec<(Function, Vec<Range<u32>>)> = Vec::new();
        let mut is_in_function = vec![false; code.parsed().insts.len()];
        for it in &layout.functions {
            let symbol = text(&layout.labels[it.label as usize].name);
            let name = demangle(&symbol);
            it.indices().for_each(|at| is_in_function[at as usize] = true);
            found.push((Function { name, symbol }, it.instructions.clone()));
        }
        for section in &layout.sections {
            let mut rest: Vec<Range<u32>> = Vec::new();
            let indices = section.instructions.iter().cloned().flatten();
            for at in indices.filter(|at| !is_in_function[*at as usize]) {
                match rest.last_mut() {
                    Some(last) if last.end == at => last.end += 1,
                    _ => rest.push(at..at + 1),
                }
            }
            if !rest.is_empty() {
                let name = text(&section.name);
                found.push((Function { name: name.clone(), symbol: name }, rest));
            }
        }
        found.sort_by_key(|it| it.1.first().map(|range| range.start));
        let (functions, instructions) = found.into_iter().unzip();
        Some(AssemblyText { code, layout, functions, instructions })
    }

    /// Returns the instructions of a function, by its index: ranges of numbers, in order and apart.
    pub fn instructions(&self, function: usize) -> &[Range<u32>] {
        &self.instructions[function]
    }
}

/// Returns a name as messages show it.
fn text(name: &[u8]) -> String {
    lossless::to_text(name).into_owned()
}

impl Program for AssemblyText<'_> {
    fn functions(&self) -> &[Function] {
        &self.functions
    }

    fn listing(&self, function: usize) -> Listing {
        let insts = &self.code.parsed().insts;
        let target = self.code.session().target();
        let ranges = self.instructions[function].iter();
        let indices = ranges.flat_map(|it| it.start as usize..it.end as usize);
        Listing::of_text(target, insts, indices, |at| {
            let operand = &insts[at].operands[target.relative_operand(&insts[at])?];
            self.layout.target(operand).map(|it| it as usize)
        })
    }

    fn name_targets(&self, _: &mut Listing) {}

    fn source_lines(&self, addresses: &[u64], _: &Interrupt) -> Vec<Option<SourceLine>> {
        let line = |address: &u64| {
            let found = self.layout.source_line(u32::try_from(*address).ok()?)?;
            let file = &self.layout.files[found.file? as usize];
            Some(SourceLine { file: text(&file.path()), line: found.line })
        };
        addresses.iter().map(line).collect()
    }

    fn all_source_lines(&self, addresses: &[u64], interrupt: &Interrupt) -> Vec<Vec<SourceLine>> {
        let lines = self.source_lines(addresses, interrupt).into_iter();
        lines.map(|line| line.into_iter().collect()).collect()
    }

    fn functions_between(&self, _: &RangeInclusive<u64>) -> Vec<usize> {
        (0..self.functions.len()).collect()
    }

    fn position(&self, address: u64) -> u64 {
        let location = self.code.parsed().locations.get(address as usize);
        let place = location.and_then(|location| self.code.place(*location));
        place.map_or(0, |place| place.line as u64)
    }

    fn has_addresses(&self) -> bool {
        false
    }
}

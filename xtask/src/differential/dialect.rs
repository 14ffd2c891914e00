//! Lines in another dialect, by our own parser and printer.

use oxmca_asm::printer::PrintOptions;
use oxmca_asm::source::LineIndex;
use oxmca_asm::triple::Triple;
use oxmca_asm::{Options, Sources, Subtarget, parse, target};

use super::compare;
use crate::target::{Dialect, Mode};

/// Returns the lines that are one instruction each, in a dialect. Others are left out.
pub fn rewrite(dialect: &Dialect, mode: Mode, lines: &[String]) -> Vec<String> {
    let Ok(target) = target::create(Triple::new(mode.triple)) else { return Vec::new() };
    let Some(subtarget) = Subtarget::resolve(&*target, "generic", []).0 else { return Vec::new() };
    let Ok(sources) = Sources::new("<stdin>", compare::join(lines)) else { return Vec::new() };
    let parsed = parse(&sources, &*target, subtarget, &Options::default());
    let index = LineIndex::new(&sources);
    let mut texts = vec![Vec::new(); lines.len()];
    let printing = PrintOptions { dialect: dialect.number, ..PrintOptions::default() };
    for (inst, loc) in parsed.insts.iter().zip(&parsed.locations) {
        let line = index.find(*loc).map_or(usize::MAX, |position| position.line - 1);
        let Some(texts) = texts.get_mut(line) else { continue };
        let mut text = String::new();
        target.print_inst(&subtarget, inst, &printing, &mut text);
        texts.push(text.trim().to_owned());
    }
    texts.into_iter().filter(|texts| texts.len() == 1).flatten().collect()
}

//! Completion of mnemonics, registers, directives and labels.

use std::collections::BTreeSet;

use gen_lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, Position, Range, TextEdit,
};
use oxmca::Session;
use oxmca_asm::parser::directive_names;
use oxmca_asm::printer::PrintOptions;
use oxmca_queries::Machine;
use oxmca_tables::Reg;

use crate::document::Document;
use crate::labels::{Names, is_name_byte};
use crate::positions::Encoding;

/// Most names that are offered at once. The client asks again when more is written.
const MAX_ITEMS: usize = 400;

/// Returns the names that can be at a position; `None` in comments.
pub fn at(
    document: &Document,
    machine: &Machine,
    position: Position,
    encoding: Encoding,
) -> Option<CompletionList> {
    let session = machine.session();
    let names = Names::new(&document.text, session.target().syntax());
    let line = document.text.line(position.line);
    let end = encoding.byte(line, position.character);
    if end > names.code_length(line) {
        return None;
    }
    let before = &line[..end];
    let is_part = |byte: &u8| is_name_byte(*byte) || *byte == b'%';
    let length = before.bytes().rev().take_while(is_part).count();
    let mut start = end - length;
    while !line.is_char_boundary(start) {
        start += 1;
    }
    let word = &line[start..end];
    let separator = session.target().syntax().separator;
    let statement = before[..start].rsplit([':', '{']).next().unwrap_or_default();
    let statement = match separator {
        "" => statement,
        separator => statement.rsplit(separator).next().unwrap_or_default(),
    };
    let dialect = dialect_at(document, machine, position.line);
    let mut found = Found { word, items: BTreeSet::new() };
    if statement.trim().is_empty() {
        match word.starts_with('.') {
            true => directives(session, &mut found),
            false => mnemonics(session, dialect, &mut found),
        }
    } else {
        registers(session, dialect, &mut found);
        let labels = names.labels(false);
        found.add(labels.iter().map(|it| names.text(it)), Kind::Label);
    }
    let range = Range {
        start: document.text.position(position.line, start, encoding),
        end: document.text.position(position.line, end, encoding),
    };
    let is_incomplete = found.items.len() >= MAX_ITEMS;
    let items = found.items.into_iter().map(|(kind, name)| {
        let mut item = CompletionItem { label: name.clone(), ..CompletionItem::default() };
        item.kind = Some(kind.kind());
        item.text_edit = Some(TextEdit { range, new_text: name }.into());
        item
    });
    Some(CompletionList { is_incomplete, items: items.collect(), ..CompletionList::default() })
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Register,
    Label,
    Mnemonic,
    Directive,
}

impl Kind {
    fn kind(self) -> CompletionItemKind {
        match self {
            Kind::Register => CompletionItemKind::Variable,
            Kind::Label => CompletionItemKind::Reference,
            Kind::Mnemonic => CompletionItemKind::Keyword,
            Kind::Directive => CompletionItemKind::Property,
        }
    }
}

/// Names that begin with a word.
struct Found<'w> {
    word: &'w str,
    items: BTreeSet<(Kind, String)>,
}

impl Found<'_> {
    fn add<'n>(&mut self, names: impl Iterator<Item = &'n str>, kind: Kind) {
        let word = self.word.as_bytes();
        for name in names {
            if self.items.len() >= MAX_ITEMS {
                return;
            }
            let begin = name.as_bytes().get(..word.len());
            if begin.is_some_and(|it| it.eq_ignore_ascii_case(word)) {
                self.items.insert((kind, name.to_owned()));
            }
        }
    }
}

/// Returns the number of the dialect on a line, by the directives before it.
fn dialect_at(document: &Document, machine: &Machine, line: u32) -> usize {
    let target = machine.session().target();
    let chosen =
        machine.dialect().and_then(|it| target.dialects().iter().position(|known| *known == it));
    let before = &document.text.text().as_bytes()[..document.text.start(line)];
    let directives = target.descriptor().dialect_directives.iter();
    let found = directives.filter_map(|(name, dialect)| {
        Some((memchr::memmem::rfind(before, name.as_bytes())?, *dialect))
    });
    let last = found.max_by_key(|it| it.0).map(|it| it.1);
    last.or(chosen).unwrap_or_else(|| target.default_dialect())
}

fn directives(session: &Session, found: &mut Found<'_>) {
    let target = session.target();
    found.add(directive_names(target.syntax()), Kind::Directive);
    let switches = target.descriptor().dialect_directives.iter();
    found.add(switches.map(|(name, _)| *name), Kind::Directive);
}

/// Adds the mnemonics that the CPU has.
fn mnemonics(session: &Session, dialect: usize, found: &mut Found<'_>) {
    let tables = session.tables();
    let held = tables.asm_features(&session.subtarget().features);
    let Some(variant) = tables.variants.get(dialect) else { return };
    let rows = tables.mnemonics[variant.mnemonics.range()].iter().filter(|row| {
        let mut entries = tables.match_entries[row.entries.range()].iter();
        entries.any(|entry| held.contains_all(tables.required(entry)))
    });
    found.add(rows.map(|row| tables.text(row.text)), Kind::Mnemonic);
}

fn registers(session: &Session, dialect: usize, found: &mut Found<'_>) {
    let tables = session.tables();
    let options = PrintOptions { dialect: dialect as u8, ..PrintOptions::default() };
    let names = tables.registers.iter().enumerate().skip(1).filter_map(|(index, row)| {
        if row.is_artificial != 0 || tables.text(row.asm_name).is_empty() {
            return None;
        }
        let mut name = String::new();
        session.target().print_register(Reg(u16::try_from(index).ok()?), &options, &mut name);
        Some(name)
    });
    let names: Vec<String> = names.collect();
    found.add(names.iter().map(String::as_str), Kind::Register);
}

//! The explanation section as text: one screen.

use std::fmt::Write;

use super::columns::TextColumns;
use super::fraction::fraction;
use super::steady_state::span;
use super::work::amount_line;
use super::{Context, RenderText};
use crate::explain::{Explanation, Holder, SentenceKind};
use crate::report::sentence::SentenceTexts;
use crate::steady_state::{Chain, LinkCause, limits_text};

/// Characters of a line of sentences at most.
const LINE_WIDTH: usize = 100;
/// Rows of the chain or of the users of ports that are listed.
const MAX_ROWS: usize = 12;

impl RenderText for Explanation {
    fn render_text(&self, context: &Context<'_>, out: &mut String) {
        let texts = context.sentence_texts();
        out.push_str("\n\nExplanation:\n");
        let cycles = fraction(self.cycles_per_iteration);
        let _ = writeln!(out, "Cycles per iteration:   {cycles}");
        let work = amount_line(self.amount, self.cycles_per_iteration.to_f64());
        let _ = writeln!(out, "Work per iteration:     {work}");
        let limits: Vec<_> =
            self.limits.iter().map(|limit| limit.words(texts.register_name)).collect();
        let _ = writeln!(out, "Limited by:             {}", limits_text(&limits));
        if let Some(chain) = &self.chain {
            context.chain_rows(chain, &texts, out);
        }
        if !self.holders.is_empty() {
            context.holder_rows(&self.holders, &texts, out);
        }
        let of_kind = |kind: SentenceKind| self.sentences.iter().filter(move |it| it.kind == kind);
        let facts: Vec<String> = of_kind(SentenceKind::Fact).map(|it| texts.sentence(it)).collect();
        out.push('\n');
        wrap(&facts.join(" "), "", out);
        let mut advice = of_kind(SentenceKind::Advice).peekable();
        if advice.peek().is_some() {
            out.push_str("\nWhat would help:\n");
        }
        advice.for_each(|it| wrap(&texts.sentence(it), "- ", out));
    }
}

impl Context<'_> {
    fn sentence_texts(&self) -> SentenceTexts<'_> {
        SentenceTexts {
            sources: &self.report.sources,
            instructions: self.texts.instructions,
            places: self.texts.places,
            source_frames: self.texts.source_frames,
            addresses: self.texts.addresses,
            register_name: self.texts.register_name,
        }
    }

    fn chain_rows(&self, chain: &Chain, texts: &SentenceTexts<'_>, out: &mut String) {
        let _ = writeln!(
            out,
            "\nSlowest loop-carried chain, {}:",
            span(chain.iterations, chain.cycles)
        );
        let is_shown = |cycles: u32, cause: LinkCause| cycles != 0 || cause != LinkCause::Order;
        let links: Vec<_> =
            chain.links.iter().filter(|it| is_shown(it.cycles, it.dependency)).collect();
        let mut columns = TextColumns::new(out);
        for link in links.iter().take(MAX_ROWS) {
            let through = match link.dependency {
                LinkCause::Register(reg) => format!("{} to ", (self.texts.register_name)(reg)),
                LinkCause::Memory => "memory to ".to_owned(),
                LinkCause::Order => "before ".to_owned(),
            };
            self.explanation_row(link.cycles, link.from_instruction, texts, &mut columns);
            columns.pad_to(58);
            columns.push(&through);
            columns.push(&texts.place(link.to_instruction));
            if let Some(line) = texts.source_line(link.from_instruction) {
                columns.pad_to(84);
                columns.push(&line);
            }
            columns.push("\n");
        }
        more(links.len(), &mut columns);
    }

    fn holder_rows(&self, holders: &[Holder], texts: &SentenceTexts<'_>, out: &mut String) {
        out.push_str("\nCycles of these ports:\n");
        let mut columns = TextColumns::new(out);
        for Holder { instruction, cycles } in holders.iter().take(MAX_ROWS) {
            self.explanation_row(*cycles, *instruction, texts, &mut columns);
            if let Some(line) = texts.source_line(*instruction) {
                columns.pad_to(58);
                columns.push(&line);
            }
            columns.push("\n");
        }
        more(holders.len(), &mut columns);
    }

    fn explanation_row(
        &self,
        cycles: u32,
        instruction: u32,
        texts: &SentenceTexts<'_>,
        columns: &mut TextColumns<'_>,
    ) {
        columns.format(format_args!("{cycles:6}  "));
        columns.push(&texts.place(instruction));
        columns.pad_to(18);
        columns.push(self.instructions.get(instruction as usize).copied().unwrap_or_default());
    }
}

/// Counts the rows that are not shown.
fn more(rows: usize, columns: &mut TextColumns<'_>) {
    if rows > MAX_ROWS {
        columns.format(format_args!("        ... and {} more\n", rows - MAX_ROWS));
    }
}

/// Appends text in lines that are not too long; `first` stands before it, and as much space before other lines.
fn wrap(text: &str, first: &str, out: &mut String) {
    let mut width = first.len();
    out.push_str(first);
    for (number, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if number > 0 && width + 1 + length > LINE_WIDTH {
            out.push('\n');
            out.push_str(&" ".repeat(first.len()));
            width = first.len();
        } else if number > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += length;
    }
    out.push('\n');
}

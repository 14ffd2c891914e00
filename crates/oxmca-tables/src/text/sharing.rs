//! Runs of rows that are parts of others take no space of their own.
//!
//! While files are read, equal runs are stored once. When all is known, the runs of a table are put together again, the
//! longest first, and what lies within that already is found there. It makes AArch64's syntax half as long.

use std::collections::HashMap;

use bytemuck::Pod;

use crate::image::TablesBuf;
use crate::schema::*;

/// Shares the runs of all tables that have many.
pub(super) fn share_runs(tables: &mut TablesBuf) {
    let t = tables;

    let spans = t.instructions.iter().map(|row| row.operands.into());
    let places = Places::share(&mut t.operands, spans);
    t.instructions.iter_mut().for_each(|row| places.apply_short(&mut row.operands));

    let syntaxes = t.instruction_syntaxes.iter().flat_map(|row| row.syntax).map(Span::from);
    let spans = syntaxes.chain(t.print_aliases.iter().map(|row| row.syntax));
    let places = Places::share(&mut t.asm_pieces, spans);
    let syntaxes = t.instruction_syntaxes.iter_mut().flat_map(|row| &mut row.syntax);
    syntaxes.for_each(|span| places.apply_short(span));
    t.print_aliases.iter_mut().for_each(|row| places.apply(&mut row.syntax));

    let relations = t.register_relations.iter().map(|row| Span::from(row.super_registers));
    let effects =
        t.instruction_effects.iter().flat_map(|row| [row.implicit_uses, row.implicit_defs]);
    let spans = relations.chain(effects.map(Span::from));
    let spans = spans.chain(t.register_classes.iter().map(|row| row.members));
    let spans = spans.chain(t.decoder_registers.iter().copied());
    let places = Places::share(&mut t.register_lists, spans);
    for row in &mut t.instruction_effects {
        places.apply_short(&mut row.implicit_uses);
        places.apply_short(&mut row.implicit_defs);
    }
    t.register_relations.iter_mut().for_each(|row| places.apply_short(&mut row.super_registers));
    t.register_classes.iter_mut().for_each(|row| places.apply(&mut row.members));
    t.decoder_registers.iter_mut().for_each(|span| places.apply(span));

    let places = Places::share(&mut t.register_bits, t.register_classes.iter().map(|row| row.bits));
    t.register_classes.iter_mut().for_each(|row| places.apply(&mut row.bits));

    let forms = t.match_entries.iter().map(|row| Span::from(row.classes));
    let spans = forms.chain(t.match_classes.iter().map(|row| row.supers));
    let places = Places::share(&mut t.match_class_lists, spans);
    t.match_entries.iter_mut().for_each(|row| places.apply_short(&mut row.classes));
    t.match_classes.iter_mut().for_each(|row| places.apply(&mut row.supers));

    let spans = t.match_entries.iter().map(|row| row.conversion.into());
    let places = Places::share(&mut t.convert_steps, spans);
    t.match_entries.iter_mut().for_each(|row| places.apply_short(&mut row.conversion));

    let forms = t.encoding_forms.iter().map(|row| row.fields);
    let spans = forms.chain(t.encodings.iter().map(|row| row.fields));
    let places = Places::share(&mut t.encoding_fields, spans);
    t.encoding_forms.iter_mut().for_each(|row| places.apply(&mut row.fields));
    t.encodings.iter_mut().for_each(|row| places.apply(&mut row.fields));

    let ways = t.decoding_ways.iter().map(|row| row.steps);
    let spans = ways.chain(t.decodings.iter().map(|row| row.steps)).map(Span::from);
    let places = Places::share(&mut t.decode_steps, spans);
    t.decoding_ways.iter_mut().for_each(|row| places.apply_short(&mut row.steps));
    t.decodings.iter_mut().for_each(|row| places.apply_short(&mut row.steps));
}

/// The new places of the runs of a table. Others stay where they are.
#[derive(Default)]
struct Places(HashMap<Span, Span>);

impl Places {
    /// Puts the runs of a table together again, unless that takes more space. `spans` are all that refer to it.
    fn share<T: Pod>(table: &mut Vec<T>, spans: impl Iterator<Item = Span>) -> Places {
        let mut spans: Vec<Span> = spans.filter(|span| span.len != 0).collect();
        // Of equal length, those that came first in the files stay neighbours.
        spans.sort_by_key(|span| (u32::MAX - span.len, span.start));
        spans.dedup();
        let mut shared = Shared { rows: Vec::new(), starts: HashMap::new() };
        let places: HashMap<Span, Span> =
            spans.into_iter().map(|span| (span, shared.place(&table[span.range()]))).collect();
        let end = Span { start: shared.rows.len() as u32, len: 0 };
        if shared.rows.len() >= table.len() || ShortSpan::new(end).is_none() {
            return Places::default();
        }
        *table = shared.rows;
        Places(places)
    }

    fn apply(&self, span: &mut Span) {
        match span.len {
            0 => *span = Span::default(),
            _ => *span = self.0.get(span).copied().unwrap_or(*span),
        }
    }

    /// Does the same for a short span.
    fn apply_short(&self, short: &mut ShortSpan) {
        let mut span = Span::from(*short);
        self.apply(&mut span);
        *short = ShortSpan::new(span).unwrap_or(*short);
    }
}

/// Runs that have been put together.
struct Shared<T> {
    rows: Vec<T>,
    /// The places of rows by their bytes: runs that begin with one can be there.
    starts: HashMap<Vec<u8>, Vec<u32>>,
}

impl<T: Pod> Shared<T> {
    /// Returns where a run is, which is appended unless it is there.
    fn place(&mut self, run: &[T]) -> Span {
        let bytes: &[u8] = bytemuck::cast_slice(run);
        let len = run.len() as u32;
        let known = self.starts.get(bytemuck::bytes_of(&run[0])).into_iter().flatten();
        let is_here = |start: &u32| {
            let rest: &[u8] = bytemuck::cast_slice(&self.rows[*start as usize..]);
            rest.starts_with(bytes)
        };
        if let Some(start) = known.copied().find(is_here) {
            return Span { start, len };
        }
        let start = self.rows.len() as u32;
        for (row, position) in run.iter().zip(start..) {
            self.starts.entry(bytemuck::bytes_of(row).to_vec()).or_default().push(position);
        }
        self.rows.extend_from_slice(run);
        Span { start, len }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_within_others_take_no_space() {
        let mut table = vec![1_u16, 2, 9, 1, 2, 3, 2, 3];
        let [short, long, end] = [(0, 2), (3, 3), (6, 2)].map(|(start, len)| Span { start, len });
        let places = Places::share(&mut table, [short, long, end, Span::default()].into_iter());
        assert_eq!(table, [1, 2, 3]);
        let moved = |mut span| {
            places.apply(&mut span);
            span
        };
        assert_eq!(moved(short), Span { start: 0, len: 2 });
        assert_eq!(moved(long), Span { start: 0, len: 3 });
        assert_eq!(moved(end), Span { start: 1, len: 2 });
        let mut short = ShortSpan::new(end).unwrap();
        places.apply_short(&mut short);
        assert_eq!(short.range(), 1..3);
    }
}

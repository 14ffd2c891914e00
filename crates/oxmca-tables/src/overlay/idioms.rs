//! `zero-idiom`, `dependency-breaking` and `optimizable-move` lines.

use super::selection::Selection;
use super::{Draft, ranged};
use crate::schema::*;
use crate::text::TextError;
use crate::text::lines::{Line, list};

/// Most idioms of a model.
const MAX_IDIOMS: usize = 100_000;

impl Draft<'_> {
    /// Parses `KIND [if PREDICATE] [independent=USE,...] for OPCODE...`: replaces what the model
    /// that is extended says of these opcodes.
    pub(super) fn idiom(&mut self, line: &Line<'_>, kind: u16) -> Result<(), TextError> {
        let end = line.words.iter().position(|word| matches!(&**word, "for" | "for-opcodes"));
        let end = end.ok_or_else(|| line.error("missing `for` and the opcodes it applies to"))?;
        let mut selection = Selection::default();
        for word in &line.words[end + 1..] {
            self.opcodes_of(line, word, &mut selection);
        }
        if end + 1 == line.words.len() {
            return Err(line.error_at(&line.words[end], "no opcode is named"));
        }
        let mut head = &line.words[1..end];
        let mut row = Idiom { kind, ..Idiom::default() };
        if let Some((uses, before)) = head.split_last()
            && let Some(uses) = uses.strip_prefix("independent=")
        {
            for item in list(uses) {
                row.independent_uses |= 1 << ranged::<u32>(line, item, 0..=63)?;
            }
            head = before;
        }
        if let Some((keyword, predicate)) = head.split_first() {
            if *keyword != *"if" {
                return Err(line.error_at(keyword, format!("expected `if`, not `{keyword}`")));
            }
            row.predicate = self.predicate(line, predicate)?;
        }
        if self.idioms.len() + selection.opcodes.len() > MAX_IDIOMS {
            return Err(line.error(format!("a model has at most {MAX_IDIOMS} idioms")));
        }
        let mut opcodes: Vec<Opcode> = selection.opcodes.iter().map(|it| it.opcode).collect();
        opcodes.sort_unstable();
        opcodes.dedup();
        self.idioms
            .retain(|idiom| idiom.kind != kind || opcodes.binary_search(&idiom.opcode).is_err());
        self.idioms.extend(opcodes.into_iter().map(|opcode| Idiom { opcode, ..row }));
        Ok(())
    }
}

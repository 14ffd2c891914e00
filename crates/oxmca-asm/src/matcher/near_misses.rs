//! The forms that a statement nearly has: those from which it differs in one way.

use oxmca_tables::schema::AsmFeatureSet;
use oxmca_tables::{MatchClassId, Tables};

use super::{MatchTarget, Matcher, Request, Search};

/// The one way in which a statement differs from a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NearMiss<R> {
    /// An operand is not of the form's class.
    Operand {
        /// The operand, from 0.
        operand: usize,
        /// The class of the form at its place.
        class: MatchClassId,
        /// The target's reason, if the class has one.
        reason: Option<R>,
    },
    /// The operand of that number, from 0, is one more than the form has.
    ExtraOperand(usize),
    /// There are fewer operands than classes.
    TooFewOperands,
    /// Conditions are missing: rows of the tables' `asm_features`.
    Features(AsmFeatureSet),
    /// The target does not admit the instruction.
    Rejected(R),
}

impl<P: Copy, R: Copy> Matcher<P, R> {
    /// Returns how a statement for which [`Matcher::find`] finds nothing differs from each form that differs in one
    /// way, in the order of the tables; if there is none, the first operand that does not fit of each form. `None` if
    /// no form has the mnemonic.
    pub fn near_misses<T: MatchTarget<Predicate = P, Render = R>>(
        &self,
        tables: &Tables<'_>,
        target: &T,
        request: &Request<'_>,
        operands: &[T::Operand],
    ) -> Option<Vec<NearMiss<T::Reason>>> {
        let holds = |alias: &_| request.conditions.hold(tables.alias_required(alias));
        let entries = tables.match_entries_meant(request.variant, request.mnemonic, holds);
        if entries.is_empty() {
            return None;
        }
        let search = Search { matcher: self, tables, target, request, operands, entries };
        let mut found = Vec::new();
        let mut first_of_several = Vec::new();
        for entry in entries {
            let classes = &tables.match_class_lists[entry.classes.range()];
            let (miss, has_several) = search.misses(classes);
            let missing = request.conditions.held.lacks(tables.required(entry));
            match miss {
                Some(miss) if has_several => first_of_several.push(miss),
                Some(miss) if missing.is_empty() => found.push(miss),
                None => match (search.admit(entry), missing.is_empty()) {
                    (Err(reason), true) => found.push(NearMiss::Rejected(reason)),
                    (Ok(()), false) => found.push(NearMiss::Features(missing)),
                    _ => {}
                },
                _ => {}
            }
        }
        Some(if found.is_empty() { first_of_several } else { found })
    }
}

impl<T: MatchTarget> Search<'_, T> {
    /// Returns the first difference between the operands and the classes of a form, and whether there are more.
    fn misses(&self, classes: &[MatchClassId]) -> (Option<NearMiss<T::Reason>>, bool) {
        let mut first = None;
        let mut at = 0;
        for &class in classes {
            let is_optional = self.matcher.is_optional(self.tables, class);
            let Some(operand) = self.operands.get(at) else {
                if is_optional {
                    continue;
                }
                match first {
                    None => first = Some(NearMiss::TooFewOperands),
                    Some(NearMiss::TooFewOperands) => {}
                    Some(_) => return (first, true),
                }
                continue;
            };
            if self.matches(operand, class) {
                at += 1;
                continue;
            }
            let has_diagnostic = self.tables.match_classes[class.index()].diagnostic.len != 0;
            if is_optional && !has_diagnostic {
                continue;
            }
            if first.is_some() {
                return (first, true);
            }
            let reason = self.reason(class, operand);
            first = Some(NearMiss::Operand { operand: at, class, reason });
            at += 1;
        }
        let extra = self.operands.len() - at;
        if extra == 0 {
            return (first, false);
        }
        if first.is_some() {
            return (first, true);
        }
        // A form that has as many classes as any is compared with no more operands than that.
        let has_several = extra > 1 && classes.len() < self.matcher.max_operands;
        (Some(NearMiss::ExtraOperand(at)), has_several)
    }
}

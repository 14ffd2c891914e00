//! Regions that were analyzed before, so that equal ones are analyzed once.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use oxmca::Instrument;
use oxmca_asm::Inst;

use super::outcome::Outcome;

/// Bytes of outcomes that are kept.
const CAPACITY: usize = 16 << 20;
/// What an entry takes beside its texts, about.
const ENTRY: usize = 200;

/// Everything that decides a region's outcome, when all are analyzed and shown in the same way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Question<'a> {
    /// The instructions.
    pub insts: Cow<'a, [Inst]>,
    /// Empty, or one for each instruction.
    pub instruments: Vec<Instrument>,
}

/// Forgets the questions that are asked only once: to keep their outcomes would cost memory, and the
/// time to get it.
pub fn keep_repeated(questions: &mut [Option<Question<'_>>]) {
    let hash = |question: &Option<Question<'_>>| {
        let mut hasher = DefaultHasher::new();
        question.hash(&mut hasher);
        hasher.finish()
    };
    let hashes: Vec<u64> = questions.iter().map(hash).collect();
    let mut seen = HashSet::new();
    let repeated: HashSet<u64> = hashes.iter().copied().filter(|it| !seen.insert(*it)).collect();
    for (question, hash) in questions.iter_mut().zip(hashes) {
        if !repeated.contains(&hash) {
            *question = None;
        }
    }
}

/// Where an outcome comes from.
pub enum Origin {
    /// It is known.
    Known(Arc<Outcome>),
    /// It will be that of this question among the new ones.
    New(usize),
}

/// Outcomes by question. All are forgotten when there are too many.
#[derive(Default)]
pub struct Known<'a> {
    outcomes: HashMap<Question<'a>, Arc<Outcome>>,
    size: usize,
}

impl<'a> Known<'a> {
    /// Where the outcomes of questions come from, and which of them are new: each once, and each
    /// that may not be compared, which is `None`, as often as it is there.
    pub fn origins(&self, questions: &[Option<Question<'a>>]) -> (Vec<Origin>, Vec<usize>) {
        let mut new = Vec::new();
        let mut asked = HashMap::new();
        let origin = |(at, question): (usize, &Option<Question<'a>>)| {
            let known = question.as_ref().and_then(|question| self.outcomes.get(question));
            if let Some(known) = known {
                return Origin::Known(Arc::clone(known));
            }
            let mut add = || {
                new.push(at);
                new.len() - 1
            };
            Origin::New(match question.clone() {
                Some(question) => *asked.entry(question).or_insert_with(add),
                None => add(),
            })
        };
        let origins = questions.iter().enumerate().map(origin).collect();
        (origins, new)
    }

    /// Keeps an outcome.
    pub fn keep(&mut self, question: Question<'a>, outcome: &Arc<Outcome>) {
        let size = outcome.size() + ENTRY;
        if self.size + size > CAPACITY {
            self.outcomes.clear();
            self.size = 0;
        }
        if size <= CAPACITY {
            self.size += size;
            self.outcomes.insert(question, Arc::clone(outcome));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reporter::outcome::Piece;

    fn question(flags: u32) -> Option<Question<'static>> {
        let insts = vec![Inst { flags, ..Inst::default() }].into();
        Some(Question { insts, instruments: Vec::new() })
    }

    fn outcome(bytes: usize) -> Arc<Outcome> {
        let piece = Piece::Text(" ".repeat(bytes));
        Arc::new(Outcome { said: Vec::new(), result: Ok(Some(piece)) })
    }

    fn is_known(known: &Known<'static>, flags: u32) -> bool {
        matches!(known.origins(&[question(flags)]).0[..], [Origin::Known(_)])
    }

    #[test]
    fn equal_questions_are_asked_once() {
        let mut known = Known::default();
        known.keep(question(7).unwrap(), &outcome(1));
        let questions = [question(1), None, question(7), question(2), question(1), None];
        let (origins, new) = known.origins(&questions);
        let from: Vec<Option<usize>> = origins
            .iter()
            .map(|origin| match origin {
                Origin::Known(_) => None,
                Origin::New(at) => Some(new[*at]),
            })
            .collect();
        assert_eq!(from, [Some(0), Some(1), None, Some(3), Some(0), Some(5)]);
    }

    #[test]
    fn what_is_asked_once_is_not_kept() {
        let mut questions = [question(1), question(2), None, question(3), question(1), question(3)];
        keep_repeated(&mut questions);
        assert_eq!(questions, [question(1), None, None, question(3), question(1), question(3)]);
    }

    #[test]
    fn instruments_tell_regions_apart() {
        let mut known = Known::default();
        known.keep(question(1).unwrap(), &outcome(1));
        let instruments = vec![Instrument { latency_cycles: Some(3), sched_class: None }];
        let other = Question { instruments, ..question(1).unwrap() };
        assert!(matches!(known.origins(&[Some(other)]).0[..], [Origin::New(0)]));
    }

    #[test]
    fn memory_is_bounded() {
        let mut known = Known::default();
        known.keep(question(1).unwrap(), &outcome(CAPACITY / 2));
        known.keep(question(2).unwrap(), &outcome(CAPACITY / 4));
        assert!(is_known(&known, 1) && is_known(&known, 2));
        known.keep(question(3).unwrap(), &outcome(CAPACITY / 2));
        assert!(!is_known(&known, 1) && is_known(&known, 3));
        known.keep(question(4).unwrap(), &outcome(CAPACITY + 1));
        assert!(!is_known(&known, 4) && known.size <= CAPACITY);
    }
}

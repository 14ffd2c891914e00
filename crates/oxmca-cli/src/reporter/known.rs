//! Regions that were analyzed before, so that equal ones are analyzed once.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use oxmca::Instrument;
use oxmca_asm::Inst;
use rustc_hash::{FxHashSet, FxSeededState};

/// Bytes of outcomes that are kept.
const CAPACITY: usize = 16 << 20;
/// What an entry takes beside its texts, about.
const ENTRY: usize = 200;

/// Everything that decides a region's outcome, when all are analyzed and shown in the same way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Question<'a> {
    /// Number of the CPU among those of the command line.
    pub cpu: usize,
    /// Dialect in which the text ends, which is that of the report.
    pub dialect: usize,
    /// The instructions.
    pub insts: Cow<'a, [Inst]>,
    /// Empty, or one for each instruction.
    pub instruments: Vec<Instrument>,
}

/// Forgets the questions that are asked only once: to keep their outcomes would cost memory, and the
/// time to get it.
pub fn keep_repeated(questions: &mut [Option<Question<'_>>]) {
    // Not predictable from outside, so that nobody can make regions that only seem to be equal.
    let seed = RandomState::new().hash_one(());
    let state = FxSeededState::with_seed(seed as usize);
    let hashes: Vec<u64> = questions.iter().map(|question| state.hash_one(question)).collect();
    let mut seen = FxHashSet::default();
    let repeated: FxHashSet<u64> = hashes.iter().copied().filter(|it| !seen.insert(*it)).collect();
    for (question, hash) in questions.iter_mut().zip(hashes) {
        if !repeated.contains(&hash) {
            *question = None;
        }
    }
}

impl Question<'_> {
    /// The question with instructions of its own.
    fn into_owned(self) -> Question<'static> {
        Question { insts: self.insts.into_owned().into(), ..self }
    }

    /// Bytes of it, about, if it has instructions of its own.
    fn size(&self) -> usize {
        self.insts.len() * size_of::<Inst>() + self.instruments.len() * size_of::<Instrument>()
    }
}

/// What is kept.
pub trait Kept {
    /// Bytes of its texts, about.
    fn size(&self) -> usize;
}

/// Where an outcome comes from.
pub enum Origin<T> {
    /// It is known.
    Known(Arc<T>),
    /// It will be that of this question among the new ones.
    New(usize),
}

/// Outcomes by question. All are forgotten when there are too many.
pub struct Known<'a, T> {
    outcomes: HashMap<Question<'a>, Arc<T>>,
    size: usize,
}

impl<T> Default for Known<'_, T> {
    fn default() -> Self {
        Known { outcomes: HashMap::new(), size: 0 }
    }
}

impl<'a, T: Kept> Known<'a, T> {
    /// Where the outcomes of questions come from, and which of them are new: each once, and each
    /// that may not be compared, which is `None`, as often as it is there.
    pub fn origins(&self, questions: &[Option<Question<'a>>]) -> (Vec<Origin<T>>, Vec<usize>) {
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
    pub fn keep(&mut self, question: Question<'a>, outcome: &Arc<T>) {
        let size = outcome.size() + question.size() + ENTRY;
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

/// Outcomes that the regions of several files, or of one for several CPUs, have in common.
pub struct Shared<T> {
    known: Mutex<Known<'static, T>>,
}

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Shared { known: Mutex::default() }
    }
}

impl<T: Kept> Shared<T> {
    /// The outcome of a question, from `find` if it is not known; two threads that ask at once may
    /// both have to find it.
    pub fn get_or(&self, question: Question<'_>, find: impl FnOnce() -> T) -> Arc<T> {
        let known = self.lock().outcomes.get(&question).cloned();
        known.unwrap_or_else(|| {
            let outcome = Arc::new(find());
            self.lock().keep(question.into_owned(), &outcome);
            outcome
        })
    }

    fn lock(&self) -> MutexGuard<'_, Known<'static, T>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reporter::outcome::{Outcome, Piece};

    fn question(flags: u32) -> Option<Question<'static>> {
        let insts = vec![Inst { flags, ..Inst::default() }].into();
        Some(Question { cpu: 0, dialect: 0, insts, instruments: Vec::new() })
    }

    fn outcome(bytes: usize) -> Arc<Outcome> {
        let piece = Piece::Text(" ".repeat(bytes));
        Arc::new(Outcome { said: Vec::new(), result: Ok(Some(piece)) })
    }

    fn is_known(known: &Known<'static, Outcome>, flags: u32) -> bool {
        matches!(known.origins(&[question(flags)]).0[..], [Origin::Known(_)])
    }

    #[test]
    fn equal_questions_are_asked_once() {
        let mut known: Known<'_, Outcome> = Known::default();
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
    fn files_share_what_is_equal() {
        let shared = Shared::default();
        let piece = |_| Outcome { said: b"a".to_vec(), result: Ok(None) };
        let ask = |question: Question<'_>, is_new: bool| {
            let mut is_asked = false;
            let found = shared.get_or(question, || {
                is_asked = true;
                piece(())
            });
            assert_eq!((found.said.as_slice(), is_asked), (&b"a"[..], is_new));
        };
        ask(question(1).unwrap(), true);
        ask(question(1).unwrap(), false);
        ask(Question { cpu: 1, ..question(1).unwrap() }, true);
        ask(Question { dialect: 1, ..question(1).unwrap() }, true);
        ask(question(1).unwrap(), false);
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

//! Answers given before, so that equal requests are analyzed once.

use std::collections::HashMap;
use std::mem;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};

use oxmca::oxmca_asm::Dialect;

/// Bytes of questions and answers that are kept for sure. Twice as many may be.
const CAPACITY: usize = 4 << 20;
/// Longer questions than this are not kept.
const MAX_QUESTION: usize = 64 << 10;
/// Memory of an entry in bytes, about, without its texts.
const ENTRY: usize = 100;

/// Everything that decides an answer but the assembly: the CPU, dialect and iterations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setting {
    /// Number of the prepared CPU.
    pub processor: u64,
    /// Dialect.
    pub dialect: Option<Dialect>,
    /// Iterations.
    pub iterations: Option<NonZero<u32>>,
}

type Answers = HashMap<(Setting, Box<str>), Arc<[u8]>>;

/// Answers by question. The older half is forgotten when the newer is full.
#[derive(Default)]
pub struct Known {
    generations: Mutex<Generations>,
}

#[derive(Default)]
struct Generations {
    newer: Answers,
    older: Answers,
    /// Bytes of the newer ones.
    size: usize,
}

impl Known {
    /// The answer to a question, from `answer` if it is not known.
    pub fn get_or(
        &self,
        setting: Setting,
        question: &str,
        answer: impl FnOnce() -> Vec<u8>,
    ) -> Arc<[u8]> {
        if question.len() > MAX_QUESTION {
            return answer().into();
        }
        let key = (setting, Box::from(question));
        if let Some(known) = self.lock().get(&key) {
            return known;
        }
        let answer: Arc<[u8]> = answer().into();
        self.lock().insert(key, Arc::clone(&answer));
        answer
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Generations> {
        self.generations.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Generations {
    fn get(&mut self, key: &(Setting, Box<str>)) -> Option<Arc<[u8]>> {
        if let Some(known) = self.newer.get(key) {
            return Some(Arc::clone(known));
        }
        // What is asked again is worth keeping for longer.
        let (key, known) = self.older.remove_entry(key)?;
        self.insert(key, Arc::clone(&known));
        Some(known)
    }

    fn insert(&mut self, key: (Setting, Box<str>), answer: Arc<[u8]>) {
        self.size += key.1.len() + answer.len() + ENTRY;
        self.newer.insert(key, answer);
        if self.size > CAPACITY {
            self.older = mem::take(&mut self.newer);
            self.size = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTING: Setting = Setting { processor: 0, dialect: None, iterations: None };

    #[test]
    fn equal_questions_are_answered_once() {
        let known = Known::default();
        let first = known.get_or(SETTING, "nop", || b"1".to_vec());
        assert_eq!(first, known.get_or(SETTING, "nop", || unreachable!()));
        let other = Setting { iterations: NonZero::new(1), ..SETTING };
        assert_eq!(&*known.get_or(other, "nop", || b"2".to_vec()), b"2");
    }

    #[test]
    fn memory_is_bounded_and_what_is_asked_again_is_kept() {
        let known = Known::default();
        known.get_or(SETTING, "nop", || b"1".to_vec());
        for number in 0..2_000 {
            known.get_or(SETTING, &format!("{number:030000}"), Vec::new);
            known.get_or(SETTING, "nop", || unreachable!());
        }
        let generations = known.lock();
        let kept = |answers: &Answers| answers.keys().map(|key| key.1.len()).sum::<usize>();
        assert!(kept(&generations.newer) <= CAPACITY);
        assert!(kept(&generations.older) <= CAPACITY + MAX_QUESTION);
    }
}

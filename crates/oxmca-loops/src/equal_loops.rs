//! Answers about loops, found once for all that have the same instructions.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use oxmca_asm::Inst;
use rustc_hash::FxHashMap;

/// The answer for each sequence of instructions that was asked about. Libraries have some loops more than once: of
/// functions that are compiled for several types, and of those that are inlined. They are in memory once then.
#[derive(Debug)]
pub(crate) struct EqualLoops<T> {
    answers: Mutex<Answers<T>>,
}

type Answers<T> = FxHashMap<Arc<[Inst]>, Arc<OnceLock<T>>>;

impl<T: Clone> EqualLoops<T> {
    /// Creates it without answers.
    pub(crate) fn new() -> Self {
        EqualLoops { answers: Mutex::default() }
    }

    /// Returns the answer for instructions, which `find` finds if nobody has asked before. A thread that asks while
    /// another one finds it waits for that one. Instructions that are known already become the known ones, so that
    /// they are in memory once.
    pub(crate) fn answer(&self, instructions: &mut Arc<[Inst]>, find: impl FnOnce() -> T) -> T {
        let cell = {
            let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
            match answers.get_key_value(&**instructions) {
                Some((known, cell)) => {
                    *instructions = Arc::clone(known);
                    Arc::clone(cell)
                }
                None => {
                    let cell = Arc::default();
                    answers.insert(Arc::clone(instructions), Arc::clone(&cell));
                    cell
                }
            }
        };
        cell.get_or_init(find).clone()
    }
}

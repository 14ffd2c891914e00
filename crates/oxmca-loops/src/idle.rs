//! Objects that threads take turns with.

use std::fmt;
use std::sync::{Mutex, PoisonError};

/// As many objects as have been wanted at once, so that each thread finds what another one has learned.
pub(crate) struct Idle<'a, T> {
    make: Box<dyn Fn() -> T + Sync + 'a>,
    idle: Mutex<Vec<T>>,
}

impl<T> fmt::Debug for Idle<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Idle").finish_non_exhaustive()
    }
}

impl<'a, T> Idle<'a, T> {
    /// Makes objects as they are wanted.
    pub(crate) fn new(make: impl Fn() -> T + Sync + 'a) -> Self {
        Idle { make: Box::new(make), idle: Mutex::default() }
    }

    /// Calls a function with an object that no other thread uses meanwhile.
    pub(crate) fn lend<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = idle().pop();
        let mut object = kept.unwrap_or_else(&self.make);
        let result = work(&mut object);
        idle().push(object);
        result
    }
}

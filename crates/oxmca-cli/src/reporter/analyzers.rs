//! Analyzers that threads take turns with, so that each finds what is known already.

use std::sync::{Mutex, PoisonError};

use oxmca::{Analyzer, Options, Processor};
use oxmca_asm::Target;

/// Analyzers that do the same, as many as have been wanted at once.
pub struct Analyzers<'a> {
    processor: &'a Processor<'a>,
    target: &'a dyn Target,
    options: &'a Options,
    idle: Mutex<Vec<Analyzer<'a>>>,
}

impl<'a> Analyzers<'a> {
    /// None so far.
    pub fn new(processor: &'a Processor<'_>, target: &'a dyn Target, options: &'a Options) -> Self {
        Analyzers { processor, target, options, idle: Mutex::default() }
    }

    /// The options of all analyzers.
    pub fn options(&self) -> &'a Options {
        self.options
    }

    /// Does something with an analyzer that nobody else uses meanwhile.
    pub fn with<R>(&self, act: impl FnOnce(&mut Analyzer<'a>) -> R) -> R {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let known = idle().pop();
        let mut analyzer =
            known.unwrap_or_else(|| Analyzer::new(self.processor, self.target, self.options));
        let result = act(&mut analyzer);
        idle().push(analyzer);
        result
    }
}

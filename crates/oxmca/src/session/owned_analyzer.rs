//! Analyzers that borrow nothing from their callers.

use std::fmt;

use self_cell::self_cell;

use super::Session;
use crate::analyze::Analyzer;
use crate::options::Options;

self_cell!(
    struct Owned {
        owner: (Session, Options),

        #[covariant]
        dependent: Analyzer,
    }
);

/// An [`Analyzer`] with a session and options of its own, for callers that keep it longer than they can lend
/// either: a server, or a library for another language. To keep one saves the making of it, which takes a fourth of the
/// time of analyzing ten instructions.
pub struct OwnedAnalyzer(Owned);

impl fmt::Debug for OwnedAnalyzer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OwnedAnalyzer").field(self.0.borrow_dependent()).finish()
    }
}

impl OwnedAnalyzer {
    /// Creates an analyzer for a session, with options that hold for all regions.
    pub fn new(session: Session, options: Options) -> OwnedAnalyzer {
        let owner = (session, options);
        OwnedAnalyzer(Owned::new(owner, |(session, options)| session.analyzer(options)))
    }

    /// Returns the options that hold for all regions.
    pub fn options(&self) -> &Options {
        &self.0.borrow_owner().1
    }

    /// Calls a function with the analyzer, e.g. one that calls
    /// [`CodeRegion::analyze_with`](super::CodeRegion::analyze_with).
    pub fn lend<R>(&mut self, work: impl FnOnce(&mut Analyzer<'_>) -> R) -> R {
        self.0.with_dependent_mut(|_, analyzer| work(analyzer))
    }
}

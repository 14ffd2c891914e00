//! Analyzers that a session keeps from one call to the next.

use std::sync::{Mutex, PoisonError};

use oxmca::{Analyzer, Options, OwnedAnalyzer, Session};

/// Idle analyzers that are kept: for a few threads, or a few sets of options in turn.
const MOST_KEPT: usize = 8;

/// The idle analyzers of a session, the one used last at the end.
#[derive(Default)]
pub struct Analyzers(Mutex<Vec<OwnedAnalyzer>>);

impl Analyzers {
    /// Calls a function with an analyzer for these options, which no other thread uses meanwhile. It is not kept if the
    /// function panics.
    pub fn lend<R>(
        &self,
        session: &Session,
        options: &Options,
        work: impl FnOnce(&mut Analyzer<'_>) -> R,
    ) -> R {
        let kept = {
            let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let place = idle.iter().rposition(|it| it.options() == options);
            place.map(|place| idle.remove(place))
        };
        let mut analyzer =
            kept.unwrap_or_else(|| OwnedAnalyzer::new(session.clone(), options.clone()));
        let result = analyzer.lend(work);
        let dropped = {
            let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            idle.push(analyzer);
            (idle.len() > MOST_KEPT).then(|| idle.remove(0))
        };
        drop(dropped);
        result
    }
}

//! Analyzers that a session keeps from one call to the next.

use std::sync::{Mutex, MutexGuard, TryLockError};

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
        let kept = self.idle().and_then(|mut idle| {
            let place = idle.iter().rposition(|it| it.options() == options);
            place.map(|place| idle.remove(place))
        });
        let mut analyzer =
            kept.unwrap_or_else(|| OwnedAnalyzer::new(session.clone(), options.clone()));
        let result = analyzer.lend(work);
        let surplus = self.idle().and_then(|mut idle| {
            idle.push(analyzer);
            (idle.len() > MOST_KEPT).then(|| idle.remove(0))
        });
        drop(surplus);
        result
    }

    /// Returns the idle analyzers, unless another thread looks at them. Nobody waits: after a fork, that thread may be
    /// no more.
    fn idle(&self) -> Option<MutexGuard<'_, Vec<OwnedAnalyzer>>> {
        match self.0.try_lock() {
            Ok(idle) => Some(idle),
            Err(TryLockError::Poisoned(idle)) => Some(idle.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

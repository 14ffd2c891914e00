//! The search for a steady state. When the machine is in the same state as some iterations before,
//! up to a shift in time and in dynamic indices, everything since then will repeat until
//! instructions run out. Whole repetitions are then added to the observers' counts instead of being
//! simulated.

use crate::simulation::event::Observer;
use crate::simulation::model::unit::state::{Comparer, Fingerprint, Recorder, StateSink};

/// The progress of the search: the recorded state, and when to record the next one.
#[derive(Clone, Debug, Default)]
pub(super) struct SteadyStateSearch {
    /// Set while fetch has to report when it comes to the start of the region.
    wants_boundaries: bool,
    /// Set until a repetition was found.
    is_watching: bool,
    /// Set if the observer is told at boundaries how many iterations there are.
    pub(super) reports_iterations: bool,
    /// Dynamic index from which the observer is told again.
    next_report: u32,
    /// Set once the observer wants to stop.
    pub(super) is_interrupted: bool,
    /// Set when fetch has come to the start of the region in this cycle, or to a stop within a long one.
    pub(super) at_boundary: bool,
    /// Set if it is a stop within the region.
    is_within_region: bool,
    /// Position at which fetch stops next.
    pub(super) next_stop: u32,
    /// Dynamic index that must have retired before the search begins.
    first_index: u32,
    /// Boundaries between iterations that were seen.
    boundaries: u32,
    /// Digests of the states at the last of them, by number of the boundary.
    digests: [u64; RECENT],
    /// Boundary at which the state is recorded next, whatever its digest.
    next_record: u32,
    /// Boundary up to which it is not recorded because of its digest.
    kept_until: u32,
    /// Boundaries for which a state recorded because of its digest is kept at least.
    patience_boundaries: u32,
    saved: Option<RecordedState>,
    /// Words of the recorded state.
    words: Vec<u64>,
    /// Words compared without success, to keep the cost of looking below that of simulating.
    wasted_words: u64,
    /// Cycles of long waits that are still simulated in search of a repetition.
    patience_cycles: u32,
}

/// Cycles of long waits to simulate before any is counted. Counting one means forgetting the
/// recorded state.
const PATIENCE_CYCLES: u32 = 1 << 17;

/// Dynamic instructions after which the observer is told how many iterations there are.
const REPORTED_INSTRUCTIONS: u32 = 1 << 11;

/// Instructions of long regions after which the observer can stop a run.
const INSTRUCTIONS_PER_STOP: u32 = 1 << 13;

/// Boundaries whose digests are remembered.
const RECENT: usize = 16;

/// Iterations that are hardly ever enough for a repetition.
const WARM_UP_BOUNDARIES: u32 = 32;

/// The point at which a state was recorded.
#[derive(Clone, Copy, Debug)]
struct RecordedState {
    digest: u64,
    fetched: u32,
}

/// A pipeline whose states can be compared.
pub(super) trait Machine {
    type Observer: Observer;

    /// Passes on a few facts that differ between most states.
    fn put_digest(&self, sink: &mut Fingerprint);

    /// Passes on everything that the future depends on, relative to the present.
    fn put_state(&self, sink: &mut impl StateSink);

    /// Returns the state of the run, with access to everything that changes when repetitions are
    /// counted.
    fn watched(&mut self) -> RunState<'_, Self::Observer>;

    /// Searches for a repetition. Called between cycles when fetch has come to the start of the
    /// region.
    #[cold]
    fn pass_boundary(&mut self) {
        let RunState { steady_state, observer, fetched, count, oldest, total } = self.watched();
        steady_state.at_boundary = false;
        if steady_state.reports_iterations && fetched >= steady_state.next_report {
            steady_state.next_report = fetched.saturating_add(REPORTED_INSTRUCTIONS);
            steady_state.is_interrupted = observer.on_iterations(fetched / count);
        }
        if std::mem::take(&mut steady_state.is_within_region) {
            return;
        }
        if !steady_state.is_watching || oldest < steady_state.first_index || fetched == *total {
            return;
        }
        steady_state.boundaries += 1;
        let mut digest = Fingerprint::default();
        self.put_digest(&mut digest);
        let digest = digest.value();
        if let Some(insts) = self.compare(digest, fetched) {
            // Leave some instructions to simulate.
            let RunState { observer, total, .. } = self.watched();
            let times = (*total - fetched - 1) / insts;
            if times != 0 {
                observer.repeat(times, insts);
                *total -= times * insts;
            }
        } else if self.watched().steady_state.is_to_record(digest) {
            self.record(digest, fetched);
        }
    }

    /// Compares the state with the recorded one. If they are equal, returns how many instructions
    /// ago that was.
    fn compare(&mut self, digest: u64, fetched: u32) -> Option<u32> {
        let steady_state = self.watched().steady_state;
        let saved = steady_state.saved.filter(|saved| {
            saved.digest == digest && steady_state.wasted_words <= 8 * u64::from(fetched)
        })?;
        let words = std::mem::take(&mut steady_state.words);
        let mut comparer = Comparer::new(&words);
        self.put_state(&mut comparer);
        let (is_equal, compared) = (comparer.is_equal(), comparer.position());
        let steady_state = self.watched().steady_state;
        steady_state.words = words;
        if !is_equal {
            steady_state.wasted_words += compared as u64;
            return None;
        }
        steady_state.is_watching = false;
        steady_state.wants_boundaries = steady_state.reports_iterations;
        Some(fetched - saved.fetched)
    }

    /// Records the state: later ones are compared with this one.
    fn record(&mut self, digest: u64, fetched: u32) {
        let words = std::mem::take(&mut self.watched().steady_state.words);
        let mut recorder = Recorder::new(words);
        self.put_state(&mut recorder);
        let RunState { steady_state, observer, .. } = self.watched();
        steady_state.words = recorder.into_words();
        steady_state.saved = Some(RecordedState { digest, fetched });
        observer.mark();
    }
}

/// The state of the run of a machine, as far as the search reads and changes it.
pub(super) struct RunState<'a, O> {
    pub(super) steady_state: &'a mut SteadyStateSearch,
    pub(super) observer: &'a mut O,
    /// Dynamic instructions fetched.
    pub(super) fetched: u32,
    /// Instructions of the region.
    pub(super) count: u32,
    /// Dynamic index of the oldest instruction in flight.
    pub(super) oldest: u32,
    /// Number of dynamic instructions to run.
    pub(super) total: &'a mut u32,
}

impl SteadyStateSearch {
    /// Returns whether to record the state now, at a boundary where its digest is `digest`.
    fn is_to_record(&mut self, digest: u64) -> bool {
        let boundary = self.boundaries;
        let ago = |ago: &u32| {
            let earlier = boundary.checked_sub(*ago).filter(|earlier| *earlier != 0);
            earlier.is_some_and(|earlier| self.digests[earlier as usize % RECENT] == digest)
        };
        let period = (1..RECENT as u32).find(ago);
        self.digests[boundary as usize % RECENT] = digest;
        if let Some(period) = period
            && boundary >= self.kept_until
        {
            // The state has probably come back, and will then do so again.
            self.kept_until = boundary + period.max(self.patience_boundaries) + 1;
            self.patience_boundaries *= 2;
        } else if boundary < self.next_record {
            return false;
        }
        // Later records come at growing distances, so that a period of any length fits between two
        // of them at last.
        self.next_record = boundary + (boundary / 4).max(WARM_UP_BOUNDARIES);
        true
    }

    /// Creates a search in a region of `count` instructions. It begins once instruction `first_index` has retired;
    /// `None` never searches.
    pub(super) fn new(count: u32, first_index: Option<u32>, reports_iterations: bool) -> Self {
        SteadyStateSearch {
            wants_boundaries: first_index.is_some() || reports_iterations,
            is_watching: first_index.is_some(),
            reports_iterations,
            next_report: 0,
            is_interrupted: false,
            at_boundary: false,
            is_within_region: false,
            next_stop: count.min(INSTRUCTIONS_PER_STOP),
            first_index: first_index.unwrap_or(0),
            boundaries: 0,
            digests: [0; RECENT],
            next_record: WARM_UP_BOUNDARIES,
            kept_until: 0,
            patience_boundaries: 1,
            saved: None,
            words: Vec::new(),
            wasted_words: 0,
            patience_cycles: PATIENCE_CYCLES,
        }
    }

    /// Notes that fetch has come to a stop of a region of `count` instructions. Returns its next position.
    #[inline]
    pub(super) fn stop(&mut self, count: u32) -> u32 {
        let stop = self.next_stop;
        self.at_boundary = self.wants_boundaries;
        self.is_within_region = stop != count;
        let position = if self.is_within_region { stop } else { 0 };
        self.next_stop = count.min(position + INSTRUCTIONS_PER_STOP);
        position
    }

    /// Records states into `words`, a buffer of an earlier search.
    pub(super) fn recording_into(self, words: Vec<u64>) -> Self {
        SteadyStateSearch { words, ..self }
    }

    /// Returns the buffer of recorded states.
    pub(super) fn into_recorded(self) -> Vec<u64> {
        self.words
    }

    /// Returns whether to simulate a cycle of a long wait instead of counting it.
    pub(super) fn is_patient(&mut self) -> bool {
        let is_patient = self.is_watching && self.patience_cycles != 0;
        self.patience_cycles -= u32::from(is_patient);
        is_patient
    }

    /// Drops the recorded state, because the observers' counts were marked again since.
    pub(super) fn forget(&mut self) {
        self.saved = None;
    }
}

//! Steady state: when the machine is in the same state as some iterations before, up to a shift in
//! time and in dynamic indices, everything since then will repeat until instructions run out.
//! Whole repetitions are then added to the observers' counts instead of being simulated.

use super::out_of_order::OutOfOrder;
use crate::event::Observer;
use crate::program::NONE32;
use crate::unit::state::{Comparer, Fingerprint, Recorder, StateSink, since};

/// Where to look for repetition, and what to compare with.
#[derive(Clone, Debug, Default)]
pub(super) struct SteadyState {
    /// Fetch is to say when it comes to the start of the region.
    pub(super) wants_boundaries: bool,
    /// Still looking.
    is_watching: bool,
    /// The observer is told at boundaries how many iterations there are.
    reports_iterations: bool,
    /// Fetch has come to the start of the region in this cycle.
    pub(super) at_boundary: bool,
    /// Dynamic index that must have retired before it makes sense to look.
    first_index: u32,
    /// Boundaries seen.
    boundaries: u32,
    /// Headers at the last of them, by number of the boundary.
    headers: [Header; RECENT],
    /// Boundary at which the state is recorded next, whatever its header.
    next_record: u32,
    /// Boundary up to which it is not recorded because of its header.
    kept_until: u32,
    /// Boundaries for which a state recorded because of its header is kept at least.
    patience_boundaries: u32,
    saved: Option<Saved>,
    /// Words compared without success, to keep the cost of looking below that of simulating.
    wasted_words: u64,
    /// Cycles of long waits that are still simulated in search of a repetition.
    patience_cycles: u32,
}

/// To count a long wait is to forget the recorded state, so some are simulated.
const PATIENCE_CYCLES: u32 = 1 << 17;

/// Boundaries whose headers are remembered.
const RECENT: usize = 16;

/// Iterations that are hardly ever enough for a repetition.
const WARM_UP_BOUNDARIES: u32 = 16;

/// A few facts that differ between most states.
pub(super) type Header = [u32; 7];

#[derive(Clone, Debug)]
struct Saved {
    header: Header,
    words: Vec<u64>,
    fetched: u32,
}

/// A pipeline whose states can be compared.
pub(super) trait Machine {
    /// Tells most states apart.
    fn header(&self) -> Header;

    /// Everything the future depends on, relative to the present.
    fn put_state(&self, sink: &mut impl StateSink);
}

/// What came of looking for a repetition.
pub(super) enum Found {
    /// Nothing.
    Nothing,
    /// Nothing; later states are compared with this one, so the observer is to mark its counts.
    Recorded,
    /// The state is the one recorded so many instructions ago.
    Repetition(u32),
}

impl SteadyState {
    /// Looks for a repetition at the start of an iteration, when `fetched` instructions have been
    /// fetched.
    pub(super) fn look(&mut self, machine: &impl Machine, fetched: u32) -> Found {
        self.boundaries += 1;
        let header = machine.header();
        if let Some(saved) = &self.saved
            && saved.header == header
            && self.wasted_words <= 8 * u64::from(fetched)
        {
            let mut comparer = Comparer::new(&saved.words);
            machine.put_state(&mut comparer);
            if comparer.is_equal() {
                self.is_watching = false;
                self.wants_boundaries = self.reports_iterations;
                return Found::Repetition(fetched - saved.fetched);
            }
            self.wasted_words += comparer.position() as u64;
        }
        if !self.is_to_record(header) {
            return Found::Nothing;
        }
        let words = self.saved.take().map_or_else(Vec::new, |saved| saved.words);
        let mut recorder = Recorder::new(words);
        machine.put_state(&mut recorder);
        self.saved = Some(Saved { header, words: recorder.into_words(), fetched });
        Found::Recorded
    }

    /// Whether to record the state now, at a boundary with that header.
    fn is_to_record(&mut self, header: Header) -> bool {
        let boundary = self.boundaries;
        let ago = |ago: &u32| {
            let earlier = boundary.checked_sub(*ago).filter(|earlier| *earlier != 0);
            earlier.is_some_and(|earlier| self.headers[earlier as usize % RECENT] == header)
        };
        let period = (1..RECENT as u32).find(ago);
        self.headers[boundary as usize % RECENT] = header;
        if let Some(period) = period
            && boundary >= self.kept_until
        {
            // The state may well have come back, and will then do so again.
            self.kept_until = boundary + period.max(self.patience_boundaries) + 1;
            self.patience_boundaries *= 2;
        } else if boundary < self.next_record {
            return false;
        }
        // Later records come at growing distances: a period of any length fits in sometime.
        self.next_record = boundary + (boundary / 4).max(WARM_UP_BOUNDARIES);
        true
    }

    /// Whether to look, now that what happened to the instructions before `oldest` is settled.
    pub(super) fn is_to_look(&self, oldest: u32) -> bool {
        self.is_watching && oldest >= self.first_index
    }

    /// Whether the observer is to be told how many iterations there are.
    pub(super) fn reports_iterations(&self) -> bool {
        self.reports_iterations
    }

    /// Starts looking once what happens to `first_index` is settled; `None` never looks.
    pub(super) fn new(first_index: Option<u32>, reports_iterations: bool) -> Self {
        SteadyState {
            wants_boundaries: first_index.is_some() || reports_iterations,
            is_watching: first_index.is_some(),
            reports_iterations,
            at_boundary: false,
            first_index: first_index.unwrap_or(0),
            boundaries: 0,
            headers: [[0; 7]; RECENT],
            next_record: WARM_UP_BOUNDARIES,
            kept_until: 0,
            patience_boundaries: 1,
            saved: None,
            wasted_words: 0,
            patience_cycles: PATIENCE_CYCLES,
        }
    }

    /// Whether a cycle of a long wait is to be simulated all the same.
    pub(super) fn is_patient(&mut self) -> bool {
        let is_patient = self.is_watching && self.patience_cycles != 0;
        self.patience_cycles -= u32::from(is_patient);
        is_patient
    }

    /// Drops the recorded state: the observers' counts were marked again since.
    pub(super) fn forget(&mut self) {
        self.saved = None;
    }
}

impl<O: Observer, const TRACKS_PRESSURE: bool> OutOfOrder<'_, O, TRACKS_PRESSURE> {
    /// Called between cycles when fetch has come to the start of the region.
    #[cold]
    pub(super) fn pass_boundary(&mut self) {
        self.steady_state.at_boundary = false;
        if self.steady_state.reports_iterations {
            self.observer.on_iterations(self.fetched / self.program.ops.len() as u32);
        }
        if self.steady_state.is_to_look(self.head) && self.fetched != self.total {
            self.look_for_repetition();
        }
    }

    fn look_for_repetition(&mut self) {
        let mut steady_state = std::mem::take(&mut self.steady_state);
        let found = steady_state.look(self, self.fetched);
        self.steady_state = steady_state;
        match found {
            Found::Nothing => {}
            Found::Recorded => self.observer.mark(),
            Found::Repetition(insts) => self.repeat(insts),
        }
    }

    /// Counts as many repetitions of the last `insts` instructions as leave some to simulate.
    fn repeat(&mut self, insts: u32) {
        let times = (self.total - self.fetched - 1) / insts;
        if times != 0 {
            self.observer.repeat(times, insts);
            self.total -= times * insts;
        }
    }
}

impl<O: Observer, const TRACKS_PRESSURE: bool> Machine for OutOfOrder<'_, O, TRACKS_PRESSURE> {
    fn header(&self) -> Header {
        let mut units = Fingerprint::default();
        self.resources.put_state(self.now, &mut units);
        self.stations.put_state(&mut units);
        [
            units.value(),
            self.fetch_position,
            self.fetched - self.head,
            self.dispatched - self.head,
            self.rob_free,
            self.carry_over,
            self.slots[self.slot_of(self.head) as usize].unresolved,
        ]
    }

    fn put_state(&self, sink: &mut impl StateSink) {
        let (now, head) = (self.now, self.head);
        for word in self.header() {
            sink.put(word.into());
        }
        if self.carry_over != 0 {
            sink.put(self.carried.index.wrapping_sub(head).into());
            sink.put(self.move_outcome.map_or(u64::MAX, u64::from));
        }
        self.stations.put_state(sink);
        self.resources.put_state(now, sink);
        for index in head..self.dispatched {
            if !sink.is_open() {
                return;
            }
            self.put_slot(self.slot_of(index), sink);
        }
        self.registers.put_state(head, self.dispatched, now, sink);
        let position = |slot: u32| self.slots[slot as usize].index.wrapping_sub(head);
        self.load_store.put_state(now, head, position, sink);
        if TRACKS_PRESSURE {
            sink.put(self.had_scheduler_stall.into());
            let sets = [self.sets.waiting.slots(), self.sets.pending.slots(), &self.sets.ready];
            for set in sets {
                sink.put(set.len() as u64);
                for slot in set {
                    sink.put(position(*slot).into());
                }
            }
        }
        self.observer.put_state(head, self.dispatched, &mut |word| sink.put(word));
    }
}

impl<O: Observer, const TRACKS_PRESSURE: bool> OutOfOrder<'_, O, TRACKS_PRESSURE> {
    fn put_slot(&self, slot: u32, sink: &mut impl StateSink) {
        let (now, head) = (self.now, self.head);
        let state = &self.slots[slot as usize];
        let what = state.state as u64 | u64::from(state.is_eliminated) << 8;
        // One cycle more than it takes is when the results have been written back.
        let written_back = i64::from(state.latency_cycles) + 1;
        let (waits_for, cycles) = match state.is_issued() {
            true => (0, (now as i64 - state.issued_at).min(written_back)),
            false => (state.unresolved, (state.ready_at - now as i64).max(0)),
        };
        let group = self.load_store.position(state.group);
        sink.put_all([what | u64::from(waits_for) << 16, cycles as u64, group]);
        // Of the rest, what waits for it follows from the region where dependencies are known.
        if state.is_issued() || self.dependencies.is_some() {
            return;
        }
        sink.put(state.users.into());
        let op = self.op(slot);
        for number in 0..op.writes.len() as u16 {
            let row = self.write_row(slot, number);
            let mut next = self.readers[row];
            while next != NONE32 {
                let edge = self.edges[next as usize];
                let reader = self.slots[edge.reader as usize].index - head;
                sink.put(u64::from(reader) << 32 | u64::from(edge.read));
                sink.put(edge.advance as u64);
                next = edge.next;
            }
            let merging = self.merging[row];
            sink.put(match merging {
                NONE32 => u64::MAX,
                merging => {
                    let younger =
                        self.slots[(merging / self.writes_per_slot) as usize].index - head;
                    u64::from(younger) << 32 | u64::from(merging % self.writes_per_slot)
                }
            });
        }
        if TRACKS_PRESSURE {
            sink.put(self.critical_resources[slot as usize]);
            let writes = (slot * self.writes_per_slot) as usize;
            let reads = (slot * self.reads_per_slot) as usize;
            let critical = self.critical_writes[writes..writes + op.writes.len()].iter();
            for critical in critical.chain(&self.critical_reads[reads..reads + op.reads.len()]) {
                sink.put(u64::from(critical.cycles) << 16 | u64::from(critical.reg.0));
                sink.put(since(head, critical.from, critical.cycles));
                sink.put(critical.until.saturating_sub(now));
            }
        }
    }
}

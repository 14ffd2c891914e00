//! Reservations of units for spans of time that may begin later.
//!
//! A unit serves an instruction from some cycle after its issue on, and others before. So a unit is
//! not free or busy as such, but for a span of cycles. Spans are half-open, `from..until`.

use smallvec::SmallVec;

use super::state::StateSink;

/// Spans of a unit that lie ahead, at most; a unit with that many is taken to be busy. Models of
/// CPUs need a few.
const MAX_SPANS: usize = 256;

/// The cycles for which a unit is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The first cycle.
    pub from: u64,
    /// The cycle after the last one.
    pub until: u64,
}

/// The reservations of all pipes: units, and groups as a whole.
#[derive(Clone, Debug)]
pub struct Segments {
    /// By pipe: spans that do not touch each other, the earliest first.
    spans: Vec<SmallVec<[Span; 2]>>,
    /// The most cycles from issue until a unit is taken.
    max_acquire_cycles: u64,
}

impl Segments {
    /// Creates pipes without reservations, for needs that begin up to the given number of cycles after issue.
    pub fn new(pipes: usize, max_acquire_cycles: u32) -> Self {
        let max_acquire_cycles = max_acquire_cycles.into();
        Segments { spans: vec![SmallVec::new(); pipes], max_acquire_cycles }
    }

    /// Returns the next cycle, from `now` on, in which an instruction may find a pipe free that did not
    /// before: one that needs it later can issue before the pipe is released.
    pub fn next_release(&self, now: u64) -> Option<u64> {
        let ends = self.spans.iter().flatten().map(|span| span.until);
        let end = ends.filter(|end| *end > now).min()?;
        Some(end.saturating_sub(self.max_acquire_cycles).max(now))
    }

    /// Returns whether in cycle `now` a pipe can be reserved for a span.
    pub fn is_free(&self, pipe: u32, span: Span, now: u64) -> bool {
        let Some(spans) = self.spans.get(pipe as usize) else { return false };
        let after = spans.partition_point(|it| it.until <= span.from);
        let has_room = spans.len() < MAX_SPANS
            || spans.len() - spans.partition_point(|it| it.until <= now) < MAX_SPANS;
        has_room && spans.get(after).is_none_or(|it| it.from >= span.until)
    }

    /// Reserves a pipe in cycle `now` for a span, or as soon after it as it is free for as long. Returns
    /// the cycle in which the reservation ends if the pipe had none before.
    pub fn reserve(&mut self, pipe: u32, span: Span, now: u64) -> Option<u64> {
        let spans = self.spans.get_mut(pipe as usize)?;
        let had_none = spans.is_empty();
        let ended = spans.partition_point(|it| it.until < now);
        spans.drain(..ended);
        let cycles = span.until.saturating_sub(span.from);
        if cycles == 0 {
            return None;
        }
        let mut from = span.from;
        let mut at = spans.partition_point(|it| it.until <= from);
        while let Some(next) = spans.get(at).filter(|it| it.from < from + cycles) {
            from = next.until;
            at += 1;
        }
        let new = Span { from, until: from + cycles };
        // Spans that touch become one.
        let joins_before = at > 0 && spans[at - 1].until == new.from;
        let joins_after = spans.get(at).is_some_and(|it| it.from == new.until);
        match (joins_before, joins_after) {
            (false, false) => spans.insert(at, new),
            (true, false) => spans[at - 1].until = new.until,
            (false, true) => spans[at].from = new.from,
            (true, true) => {
                spans[at - 1].until = spans[at].until;
                spans.remove(at);
            }
        }
        had_none.then_some(new.until)
    }

    /// Forgets the reservations of a pipe that end in a cycle, and returns the cycle in which the next
    /// one ends.
    pub fn expire(&mut self, pipe: u32, now: u64) -> Option<u64> {
        let spans = self.spans.get_mut(pipe as usize)?;
        let ended = spans.partition_point(|it| it.until <= now);
        spans.drain(..ended);
        spans.first().map(|it| it.until)
    }

    /// Passes on a few facts that differ for most states.
    pub fn put_digest(&self, now: u64, sink: &mut impl StateSink) {
        let mut digest = 0u64;
        for (pipe, spans) in self.spans.iter().enumerate() {
            for span in spans {
                let ahead =
                    span.from.saturating_sub(now) << 32 | (span.until - now.min(span.until));
                let mixed = (ahead ^ pipe as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                digest = digest.rotate_left(7) ^ mixed;
            }
        }
        sink.put(digest);
    }

    /// Passes on the state that later choices depend on, relative to cycle `now`.
    pub fn put_state(&self, now: u64, sink: &mut impl StateSink) {
        for spans in &self.spans {
            let ahead = spans.iter().filter(|it| it.until > now);
            sink.put(ahead.clone().count() as u64);
            for span in ahead {
                sink.put(span.from.saturating_sub(now));
                sink.put(span.until - now);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(from: u64, until: u64) -> Span {
        Span { from, until }
    }

    #[test]
    fn a_pipe_is_free_between_its_reservations() {
        let mut segments = Segments::new(1, 9);
        assert_eq!(segments.reserve(0, span(5, 7), 0), Some(7));
        assert_eq!(segments.reserve(0, span(1, 3), 0), None);
        for (from, until, is_free) in
            [(0, 1, true), (0, 2, false), (3, 5, true), (4, 6, false), (7, 99, true), (2, 8, false)]
        {
            assert_eq!(segments.is_free(0, span(from, until), 0), is_free, "{from}..{until}");
        }
        assert_eq!(segments.expire(0, 3), Some(7));
        assert_eq!(segments.expire(0, 7), None);
    }

    #[test]
    fn spans_that_touch_become_one() {
        let mut segments = Segments::new(1, 9);
        for (from, until) in [(1, 3), (5, 7), (3, 5), (9, 10), (8, 9), (10, 11)] {
            segments.reserve(0, span(from, until), 0);
        }
        assert_eq!(segments.spans[0][..], [span(1, 7), span(8, 11)]);
    }

    #[test]
    fn a_pipe_that_is_taken_is_reserved_as_soon_as_it_is_free_for_as_long() {
        let mut segments = Segments::new(1, 9);
        segments.reserve(0, span(1, 3), 0);
        segments.reserve(0, span(4, 6), 0);
        segments.reserve(0, span(2, 4), 0);
        assert_eq!(segments.spans[0][..], [span(1, 3), span(4, 8)]);
    }

    #[test]
    fn the_number_of_reservations_is_bounded() {
        let mut segments = Segments::new(1, 9);
        let mut reserved = 0;
        for number in 0..10_000 {
            let span = span(2 * number, 2 * number + 1);
            if segments.is_free(0, span, 0) {
                segments.reserve(0, span, 0);
                reserved += 1;
            }
        }
        assert_eq!(reserved, MAX_SPANS);
    }
}

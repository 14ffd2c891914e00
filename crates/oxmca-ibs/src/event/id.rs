//! Numbers of events, found by select code or name.

use super::definition::Event;
use super::table::{COUNT, EVENTS};

/// The number of events.
pub const EVENT_COUNT: usize = COUNT;

/// The number of events of the guide. They come first.
pub const GUIDE_EVENT_COUNT: usize = 63;

/// Place of an event in [`EVENTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EventId(pub(super) u8);

impl EventId {
    /// Returns all events, in the order of the table.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..EVENT_COUNT as u8).map(Self)
    }

    /// Returns the event's place in [`EVENTS`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the event.
    #[must_use]
    pub fn event(self) -> &'static Event {
        &EVENTS[self.index()]
    }

    /// Returns the event of a select code.
    #[must_use]
    pub const fn of_code(code: u16) -> Option<Self> {
        let mut index = 0;
        while index < GUIDE_EVENT_COUNT {
            if EVENTS[index].code == code {
                return Some(Self(index as u8));
            }
            index += 1;
        }
        None
    }

    /// Returns the event of a name for programs.
    #[must_use]
    pub const fn of_symbol(symbol: &str) -> Option<Self> {
        let mut index = 0;
        while index < EVENT_COUNT {
            if is_same(EVENTS[index].symbol, symbol) {
                return Some(Self(index as u8));
            }
            index += 1;
        }
        None
    }

    /// Returns the event of a select code that there is, for constants.
    ///
    /// # Panics
    /// When there is none: in a constant, the program does not compile.
    #[must_use]
    pub const fn coded(code: u16) -> Self {
        Self::of_code(code).expect("no event of this code")
    }

    /// Returns the event of a name that there is, for constants.
    ///
    /// # Panics
    /// When there is none: in a constant, the program does not compile.
    #[must_use]
    pub const fn named(symbol: &str) -> Self {
        Self::of_symbol(symbol).expect("no event of this name")
    }
}

const fn is_same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    let mut at = 0;
    while at < left.len() {
        if left[at] != right[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::definition::OURS;

    #[test]
    fn the_events_of_the_guide_come_first_by_code_and_names_are_unique() {
        let codes: Vec<u16> = EVENTS.iter().map(|it| it.code).collect();
        let (guide, ours) = codes.split_at(GUIDE_EVENT_COUNT);
        assert!(guide.is_sorted_by(|a, b| a < b));
        assert!(ours.iter().all(|code| *code == OURS));
        let in_range = |from, to| guide.iter().filter(|it| (from..=to).contains(*it)).count();
        assert_eq!(in_range(0xF000, 0xF0FF), 15);
        assert_eq!(in_range(0xF100, 0xF1FF), 10);
        assert_eq!(in_range(0xF200, 0xF23F), 25);
        assert_eq!(in_range(0xF240, 0xF24F), 13);
        for id in EventId::all() {
            assert_eq!(EventId::of_symbol(id.event().symbol), Some(id));
        }
        assert_eq!(
            EventId::of_code(0xF203).map(|it| it.event().symbol),
            Some("IBS_OP_L1_DTLB_HITS")
        );
        assert_eq!(EventId::of_code(OURS), None);
    }
}

//! The events that samples of one kind can count for, and which of them one does.

use super::definition::Quantity;
use super::id::EventId;
use super::table::{COUNT, EVENTS};

/// Returns the number of events that are about fetches or not, and latencies or not.
pub(crate) const fn count_of(is_fetch: bool, is_latency: bool) -> usize {
    let (mut index, mut count) = (0, 0);
    while index < COUNT {
        let event = &EVENTS[index];
        count += (event.is_fetch() == is_fetch && event.is_latency() == is_latency) as usize;
        index += 1;
    }
    count
}

/// The events about ops, or about fetches: first those that count samples, then those that sum up a
/// latency. Their flags are in the given number of bytes.
pub(crate) struct Selection<const EVENTS: usize, const BYTES: usize> {
    /// The numbers of the events.
    pub ids: [EventId; EVENTS],
    /// The places in a sample of the latencies that are summed up.
    pub latencies: [u8; EVENTS],
    /// For each byte of the flags and each of its values, the events that it rules out. A sample of a
    /// program has few combinations of flags, but a table by combination has no end.
    ruled_out: [[u64; 256]; BYTES],
}

impl<const N: usize, const BYTES: usize> Selection<N, BYTES> {
    /// Creates all events that are about fetches or not.
    pub const fn new(is_fetch: bool) -> Self {
        assert!(N <= u64::BITS as usize);
        let mut ids = [EventId(0); N];
        let mut latencies = [0; N];
        let mut count = 0;
        let mut pass = 0;
        while pass < 2 {
            let mut index = 0;
            while index < COUNT {
                let event = &EVENTS[index];
                if event.is_fetch() == is_fetch && event.is_latency() == (pass == 1) {
                    ids[count] = EventId(index as u8);
                    if let Quantity::Cycles(latency) = event.quantity {
                        latencies[count] = latency.place() as u8;
                    }
                    count += 1;
                }
                index += 1;
            }
            pass += 1;
        }
        assert!(count == N);
        Self { ids, latencies, ruled_out: ruled_out(&ids) }
    }

    /// Returns the events that a sample with these flags counts for, as bits.
    pub fn met(&self, flags: u64) -> u64 {
        let bytes = flags.to_le_bytes();
        let ruled_out = self.ruled_out.iter().zip(bytes);
        let any = ruled_out.fold(0, |any, (byte, value)| any | byte[usize::from(value)]);
        !any & (u64::MAX >> (u64::BITS as usize - N))
    }
}

const fn ruled_out<const BYTES: usize>(ids: &[EventId]) -> [[u64; 256]; BYTES] {
    let mut table = [[0; 256]; BYTES];
    let mut at = 0;
    while at < ids.len() {
        let (all, none) = EVENTS[ids[at].index()].masks();
        assert!(BYTES == 8 || (all | none) >> (BYTES * 8) == 0);
        let mut byte = 0;
        while byte < BYTES {
            let all = all >> (byte * 8) & 0xff;
            let none = none >> (byte * 8) & 0xff;
            let mut value = 0;
            while value < 256 {
                let is_ruled_out = value & all != all || value & none != 0;
                table[byte][value as usize] |= (is_ruled_out as u64) << at;
                value += 1;
            }
            byte += 1;
        }
        at += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_met_by_what_their_masks_say() {
        const COUNT: usize = count_of(false, false) + count_of(false, true);
        static OPS: Selection<COUNT, 6> = Selection::new(false);
        let mut flags = 1_u64;
        for _ in 0..10_000 {
            flags = flags.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            // Few flags, or many.
            for flags in [flags >> 16, (flags & flags << 21) >> 16, (flags | flags >> 19) >> 16] {
                let met = OPS.met(flags);
                for (at, id) in OPS.ids.iter().enumerate() {
                    let (all, none) = id.event().masks();
                    let expected = flags & all == all && flags & none == 0;
                    assert_eq!(met >> at & 1 != 0, expected, "{} {flags:b}", id.event().symbol);
                }
                assert_eq!(met >> OPS.ids.len(), 0);
            }
        }
    }
}

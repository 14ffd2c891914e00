//! Addresses as they follow each other, whatever they are.

use std::hash::Hasher;

use rustc_hash::FxHasher;
use smallvec::SmallVec;

use super::values::Value;

/// Symbols whose last addresses are remembered.
const MOST_SYMBOLS: usize = 16;

/// The first and the last address with a symbol.
#[derive(Clone, Copy, Debug)]
struct Addressed {
    first: Value,
    last: Value,
}

/// Addresses as they follow each other: how far each is from the last one with its symbol, how long ago that was, and where in a line
/// of the cache it is, if that matters. If all these come again, so does all that depends on addresses, except for pages.
#[derive(Default)]
pub(super) struct AddressTrace {
    /// The bits of an address that matter by themselves.
    in_line: u64,
    /// The symbols of the last addresses, the last one first.
    symbols: SmallVec<[Addressed; MOST_SYMBOLS]>,
    hasher: FxHasher,
}

impl AddressTrace {
    /// Creates a trace in which addresses are told apart as far as so many bytes, a power of two.
    pub fn new(bytes: u32) -> AddressTrace {
        AddressTrace { in_line: u64::from(bytes) - 1, ..AddressTrace::default() }
    }

    /// Takes the address of an access, if it is known.
    pub fn add(&mut self, address: Option<Value>) {
        let Some(address) = address else {
            self.hasher.write_u32(u32::MAX);
            return;
        };
        let mut symbols = self.symbols.iter().enumerate();
        let known = symbols.find_map(|(at, it)| Some((at, address.distance(it.last)?)));
        if let Some((at, distance)) = known {
            self.hasher.write_u64(distance as u64);
            self.symbols[at].last = address;
            self.symbols[..=at].rotate_right(1);
        } else {
            self.symbols.truncate(MOST_SYMBOLS - 1);
            self.symbols.insert(0, Addressed { first: address, last: address });
        }
        self.hasher.write_u32(known.map_or(MOST_SYMBOLS, |it| it.0) as u32);
        self.hasher.write_u64(address.offset() & self.in_line);
    }

    /// Returns a number for the addresses since it was asked for the last time.
    pub fn take(&mut self) -> u64 {
        std::mem::take(&mut self.hasher).finish()
    }

    /// Returns the bytes by which addresses have gone on.
    pub fn travelled_bytes(&self) -> u64 {
        let distance = |it: &Addressed| it.last.distance(it.first).map_or(0, i64::unsigned_abs);
        self.symbols.iter().map(distance).fold(0, u64::saturating_add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number for two streams that begin at some offsets, and go on by some bytes in each of four iterations.
    fn number(bytes_told_apart: u32, [one, two]: [u64; 2], bytes: u64) -> u64 {
        let mut trace = AddressTrace::new(bytes_told_apart);
        for at in 0..5 {
            if at == 1 {
                trace.take();
            }
            trace.add(Some(Value::constant(one + at * bytes)));
            trace.add(Some(Value::constant(two + at * bytes)));
            trace.add(None);
        }
        assert_eq!(trace.travelled_bytes(), two - one + 4 * bytes);
        trace.take()
    }

    #[test]
    fn addresses_that_keep_their_distance_are_alike() {
        let first = number(64, [0x1000, 0x1100], 24);
        assert_eq!(number(64, [0x9000, 0x9100], 24), first);
        assert_ne!(number(64, [0x1000, 0x1108], 24), first);
        assert_ne!(number(64, [0x1000, 0x1100], 32), first);
        // Other places in lines, which do not matter if there are none.
        assert_ne!(number(64, [0x1008, 0x1108], 24), first);
        assert_eq!(number(1, [0x1008, 0x1108], 24), number(1, [0x1000, 0x1100], 24));
    }
}

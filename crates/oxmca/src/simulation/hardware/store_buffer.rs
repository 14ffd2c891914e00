//! Stores between renaming and the cache.

use std::collections::VecDeque;

use super::code::Code;
use super::recurrence::Fingerprint;
use super::values::Value;
use super::watch::Watch;

/// Bytes of a word of the cache, of which other bytes have to be read before some are written.
/// Source: measured on Zen 3 (family 25, model 1) with stores of one, two and four bytes at all distances.
const WORD_BYTES: u32 = 4;

/// The place to which a store writes.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoreTarget {
    /// The address, if it is known.
    pub address: Option<Value>,
    pub bytes: u32,
    /// Its bytes are in two lines of the cache.
    pub crosses_line: bool,
    /// It has the bytes of a whole line.
    pub fills_line: bool,
    /// It is written twice.
    pub is_twice: bool,
}

/// The stores of a thread that have not been written.
#[derive(Debug)]
pub(super) struct StoreBuffer {
    /// All of them, oldest first.
    stores: VecDeque<StoreTarget>,
    /// The number of the oldest ones that have retired.
    retired: u32,
    /// The first cycle in which the next one can be written.
    next_cycle: u32,
    /// Two can be written in a cycle.
    writes_two: bool,
    /// Lines matter.
    has_lines: bool,
    /// The part of the oldest one that is in the first of two lines is written.
    is_begun: bool,
    /// Parts that were written not long ago; the last one last.
    written: VecDeque<Written>,
    /// The cycle in which the first of what was written last, one after the other to one line, was written.
    line_cycle: u32,
}

/// A part of a store that was written.
#[derive(Clone, Copy, Debug)]
struct Written {
    address: Option<Value>,
    bytes: u32,
    cycle: u32,
}

impl Written {
    /// Returns whether it is known to have some of the bytes of a word.
    fn is_in(&self, word: Value) -> bool {
        let distance = self.address.and_then(|it| it.distance(word));
        distance.is_some_and(|it| (1 - i64::from(self.bytes)..i64::from(WORD_BYTES)).contains(&it))
    }
}

impl StoreBuffer {
    pub fn new(writes_two: bool, has_lines: bool) -> StoreBuffer {
        StoreBuffer {
            stores: VecDeque::new(),
            retired: 0,
            next_cycle: 0,
            writes_two,
            has_lines,
            is_begun: false,
            written: VecDeque::new(),
            line_cycle: 0,
        }
    }

    pub fn len(&self) -> u32 {
        self.stores.len() as u32
    }

    /// Returns whether stores have retired faster than they are written, in a buffer of so many that has room for more.
    pub fn fills(&self, size: u32) -> bool {
        /// Stores that can wait for a while where they are written as fast as they retire.
        const FEW: u32 = 8;
        self.retired > FEW && self.len() + FEW < size
    }

    /// Adds stores that are renamed.
    pub fn extend(&mut self, stores: impl Iterator<Item = StoreTarget>) {
        self.stores.extend(stores);
    }

    /// Takes note that so many more have retired.
    pub fn retire(&mut self, count: u16) {
        self.retired += u32::from(count);
    }

    /// Returns the cycle in which the next one can be written, if one has retired.
    pub fn next_write(&self) -> Option<u32> {
        (self.retired > 0).then_some(self.next_cycle)
    }

    /// Adds what decides how it goes on.
    pub fn mark(&self, fingerprint: &mut Fingerprint) {
        fingerprint.add(self.len());
        fingerprint.add(2 * self.retired + u32::from(self.is_begun));
        fingerprint.add_until(self.next_cycle);
    }

    /// Writes stores that have retired to the cache: one, or two where there are two ports for data; some processors
    /// write two only to parts of one line, and take longer for one that is in two lines. Returns whether there was one.
    pub fn write<W: Watch>(&mut self, code: &Code<'_>, cycle: u32, watch: &mut W) -> bool {
        if self.retired == 0 || cycle < self.next_cycle {
            return false;
        }
        if code.policies.writes_stores_in_parts && self.has_lines {
            return self.write_parts(code, cycle, watch);
        }
        let Some(first) = self.take(cycle, watch) else { return false };
        if first.crosses_line {
            self.next_cycle = cycle + 1 + code.numbers.crossing_store_cycles;
        }
        if first.is_twice {
            self.next_cycle = self.next_cycle.max(cycle + 2);
            return true;
        }
        if self.writes_two
            && self.retired > 0
            && let Some(second) = self.stores.front()
        {
            let needs_line = code.policies.writes_stores_to_one_line && self.has_lines;
            let line_bytes = code.numbers.line_bytes;
            let are_near = are_in_line(first.address, second.address, line_bytes);
            let fit = are_near && !first.fills_line && !second.fills_line;
            let crosses = first.crosses_line || second.crosses_line;
            if (fit || !needs_line) && !crosses {
                self.take(cycle, watch);
            }
        }
        true
    }

    /// Writes parts of stores that are in one line each: as many as there are ports, of which one may be in another line
    /// than the part before. Returns whether there was one.
    fn write_parts<W: Watch>(&mut self, code: &Code<'_>, cycle: u32, watch: &mut W) -> bool {
        let line_bytes = code.numbers.line_bytes;
        let partial_cycles = code.numbers.partial_write_cycles;
        while self.written.front().is_some_and(|it| it.cycle + partial_cycles < cycle)
            && self.written.len() > 1
        {
            self.written.pop_front();
        }
        let mut has_changed = false;
        let parts = 1 + u32::from(self.writes_two);
        for number in 0..parts {
            let Some(first) = self.stores.front().filter(|_| self.retired > 0) else {
                return number > 0;
            };
            let bytes = first.bytes;
            let address = match self.is_begun {
                true => first.address.map(|it| it.in_next_line(line_bytes)),
                false => first.address,
            };
            let last = self.written.back().copied();
            let is_other_line = !are_in_line(last.and_then(|it| it.address), address, line_bytes);
            if is_other_line && has_changed {
                return number > 0;
            }
            let free_cycle = self.line_cycle + partial_cycles;
            let waits = is_other_line && !self.is_begun && cycle < free_cycle;
            if waits && self.has_part_of(address, bytes) {
                self.next_cycle = free_cycle;
                return number > 0;
            }
            if is_other_line {
                has_changed = true;
                self.line_cycle = cycle;
            }
            self.is_begun = first.crosses_line && !self.is_begun;
            self.written.push_back(Written { address, bytes, cycle });
            if !self.is_begun {
                self.take(cycle, watch);
            }
        }
        true
    }

    /// Returns whether bytes are a part of a word of which some were written not long ago.
    fn has_part_of(&self, address: Option<Value>, bytes: u32) -> bool {
        let words = address.map_or([None; 2], |it| it.partial_words(bytes, WORD_BYTES));
        words.into_iter().flatten().any(|word| self.written.iter().any(|it| it.is_in(word)))
    }

    /// Removes the oldest store, which is written.
    fn take<W: Watch>(&mut self, cycle: u32, watch: &mut W) -> Option<StoreTarget> {
        let first = self.stores.pop_front()?;
        self.retired -= 1;
        watch.written(cycle);
        Some(first)
    }
}

/// Returns whether addresses are known to be in one line of so many bytes.
fn are_in_line(one: Option<Value>, two: Option<Value>, line_bytes: u32) -> bool {
    matches!((one, two), (Some(one), Some(two)) if one.is_in_line_of(two, line_bytes))
}

//! Stores that later loads may depend on.

use std::collections::VecDeque;

use super::values::Value;
use super::watch::ResultId;
use crate::processor::hardware::{NO_SLOT, Slot};

/// The registers of a store's address with what they held; none for the stack, whose places processors know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StorePlace {
    pub registers: [(Slot, Option<ResultId>); 2],
}

impl StorePlace {
    /// The stack.
    pub const STACK: StorePlace = StorePlace { registers: [(NO_SLOT, None); 2] };
}

/// A store in flight, or one that has left not long ago.
#[derive(Clone, Copy, Debug)]
pub(super) struct Store {
    pub address: Value,
    pub bytes: u16,
    /// Its data.
    pub data: ResultId,
    /// The value itself, if the renamer can give it to loads from the same place.
    pub value: Option<ResultId>,
    /// The place by which the renamer knows it again.
    pub place: StorePlace,
    /// The offset of its instruction's end in the code.
    pub code_offset: u64,
    /// Its retirement.
    pub retirement: ResultId,
}

impl Store {
    /// Returns whether it is known to write some of so many bytes.
    fn overlaps(&self, load: Value, bytes: i64) -> bool {
        let distance = load.distance(self.address);
        distance.is_some_and(|it| it < i64::from(self.bytes.max(1)) && -bytes < it)
    }
}

/// The source of a load's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// No store that is known to be to the same bytes.
    Cache,
    /// The data of a store, which has all of its bytes.
    Forwarded {
        /// The data.
        data: ResultId,
        /// The value, if the load is of the first bytes and the renamer can give it.
        value: Option<ResultId>,
        /// The load is of all bytes.
        is_whole: bool,
        /// The place by which the renamer knows the store.
        place: StorePlace,
        /// Its instruction has not stored since.
        is_latest: bool,
    },
    /// A store, which has some of its bytes only.
    Blocked {
        /// The retirement.
        retirement: ResultId,
        /// The data, if the load begins where it does and no other store is known to have bytes of it.
        beginning: Option<ResultId>,
    },
    /// The retirement of a store to other bytes, whose address has the same last bits.
    Aliased(ResultId),
}

/// The stores that loads are compared with, youngest last.
#[derive(Debug, Default)]
pub(super) struct Stores(VecDeque<Store>);

/// Most stores that are compared: as many as any store buffer holds, about.
const MOST: usize = 96;

impl Stores {
    pub fn push(&mut self, store: Store) {
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back(store);
    }

    /// Forgets the oldest stores as long as `is_past`.
    pub fn forget(&mut self, is_past: impl Fn(&Store) -> bool) {
        while self.0.front().is_some_and(&is_past) {
            self.0.pop_front();
        }
    }

    /// Finds the youngest store that a load of `bytes` bytes depends on.
    /// Addresses at a distance of `alias_bytes`, a power of two, are taken for each other; `None` if none are.
    pub fn source(&self, load: Value, bytes: u16, alias_bytes: Option<u32>) -> Source {
        let bytes = i64::from(bytes.max(1));
        for (at, store) in self.0.iter().enumerate().rev() {
            let stored = i64::from(store.bytes.max(1));
            let Some(distance) = load.distance(store.address) else { continue };
            if store.overlaps(load, bytes) {
                let is_inside = distance >= 0 && distance + bytes <= stored;
                return match is_inside {
                    true => Source::Forwarded {
                        data: store.data,
                        value: store.value.filter(|_| distance == 0),
                        is_whole: bytes == stored,
                        place: store.place,
                        is_latest: {
                            let mut younger = self.0.range(at + 1..);
                            younger.all(|it| it.code_offset != store.code_offset)
                        },
                    },
                    false => Source::Blocked {
                        retirement: store.retirement,
                        beginning: {
                            let mut older = self.0.range(..at);
                            let is_alone = distance == 0
                                && !older.any(|it| {
                                    it.address != store.address && it.overlaps(load, bytes)
                                });
                            is_alone.then_some(store.data)
                        },
                    },
                };
            }
            if let Some(alias_bytes) = alias_bytes
                && let (Some(one), Some(two)) = (load.known(), store.address.known())
            {
                let low_bits = |address: u64| (address & u64::from(alias_bytes - 1)) as i64;
                let (one, two) = (low_bits(one), low_bits(two));
                if two < one + bytes && one < two + stored {
                    return Source::Aliased(store.retirement);
                }
            }
        }
        Source::Cache
    }
}

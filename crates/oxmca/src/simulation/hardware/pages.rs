//! Pages of memory that straight code comes to.

use rustc_hash::FxHashMap;

use super::code::Code;
use super::values::Value;
use super::{Delivery, HardwareOptions, HardwareParts};

const PAGE_BYTES: u64 = 4096;
/// New pages by which the pace can be told, if they matter: where they take less than this share of all cycles, they do not.
const ENOUGH_PAGES: u32 = 12;
const LEAST_PERCENT: u32 = 2;

/// Pages whose addresses the processor has at hand. Straight code comes to new ones if its addresses go on, as those of a
/// stack do that only grows; loops are thought to be at pages that they had before, as their data are in the cache. So are
/// addresses that nothing is known of.
#[derive(Debug, Default)]
pub(super) struct Pages {
    /// Cycles until accesses to a new page are not in vain; 0 if pages do not matter.
    cycles: u32,
    last: Option<(Value, PageId)>,
    /// Pages by their first byte, and symbols by the offset [`NO_PAGE`].
    known: FxHashMap<Value, PageId>,
    /// Stores to each new page.
    num_stores: Vec<u32>,
    thread: u32,
}

/// A new page of a thread, by its number, of which that of the thread is the last bit; 0 stands for all that are not new.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct PageId(u32);

/// No page begins there.
const NO_PAGE: u64 = u64::MAX;

impl Pages {
    pub fn new(
        code: &Code<'_>,
        delivery: Delivery,
        options: &HardwareOptions,
        thread: u32,
    ) -> Pages {
        // Addresses that stay the same come to no new ones.
        let matter = delivery == Delivery::Unrolled
            && options.has(HardwareParts::NEW_PAGES)
            && code.changes_addresses();
        let cycles = if matter { code.numbers.page_cycles } else { 0 };
        Pages { cycles, num_stores: vec![0], thread, ..Pages::default() }
    }

    /// Returns whether an address matters.
    pub const fn matter(&self) -> bool {
        self.cycles > 0
    }

    /// Returns whether, in so many cycles, enough new ones came to tell the pace.
    pub fn are_enough(&self, cycles: u32) -> bool {
        let num_new = self.num_stores.len() as u32 - 1;
        num_new >= ENOUGH_PAGES || 100 * num_new * self.cycles < LEAST_PERCENT * cycles
    }

    /// Returns whether new ones take less than half of the share of all cycles that matters where addresses go on by so many bytes in so
    /// many cycles.
    pub fn are_rare(&self, bytes: u64, cycles: u32) -> bool {
        let page_cycles = bytes.saturating_mul(self.cycles.into()) / PAGE_BYTES;
        2 * 100 * page_cycles <= u64::from(LEAST_PERCENT * cycles)
    }

    /// Returns the page of an address. The first one of each symbol is not new.
    pub fn of(&mut self, address: Option<Value>) -> PageId {
        let Some(address) = address.filter(|_| self.cycles > 0) else { return PageId::default() };
        let page = address.aligned(PAGE_BYTES);
        if let Some((last, id)) = self.last
            && last == page
        {
            return id;
        }
        let id = self.known.get(&page).copied().unwrap_or_else(|| {
            let is_first = self.known.insert(page.with_offset(NO_PAGE), PageId(0)).is_none();
            let id = match is_first {
                true => PageId(0),
                false => PageId(2 * self.num_stores.len() as u32 + self.thread % 2),
            };
            if !is_first {
                self.num_stores.push(0);
            }
            self.known.insert(page, id);
            id
        });
        self.last = Some((page, id));
        id
    }

    /// Returns whether a store to an address is one of the first to its page, which are written twice.
    pub fn is_early_store(&mut self, address: Option<Value>) -> bool {
        let PageId(id) = self.of(address);
        let count = &mut self.num_stores[id as usize / 2];
        *count += 1;
        id > 0 && *count <= self.cycles
    }
}

/// The cycles from which accesses to new pages are not in vain.
#[derive(Debug, Default)]
pub(super) struct PagesInFlight {
    cycles: u32,
    /// The first such cycle, by page.
    known_from: Vec<u32>,
}

impl PagesInFlight {
    pub const fn new(cycles: u32) -> PagesInFlight {
        PagesInFlight { cycles, known_from: Vec::new() }
    }

    /// Returns the cycle from which a page is known that a load asks for in a cycle.
    pub fn known_from(&mut self, PageId(page): PageId, cycle: u32) -> u32 {
        if page == 0 {
            return cycle;
        }
        let page = page as usize;
        if self.known_from.len() <= page {
            self.known_from.resize(page + 1, 0);
        }
        if self.known_from[page] == 0 {
            self.known_from[page] = cycle + self.cycles;
        }
        self.known_from[page]
    }
}

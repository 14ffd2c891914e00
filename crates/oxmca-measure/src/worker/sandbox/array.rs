//! Memory that code goes through.
#![allow(unsafe_code, reason = "memory is mapped, and is not given back")]

use std::ptr;
use std::slice;

use libc::c_void;

use crate::status;

/// Bytes of the largest pages that are asked for. Arrays begin at a multiple.
const HUGE_PAGE_BYTES: usize = 2 << 20;

/// An array of words, between memory that nothing may access.
pub(in crate::worker) struct Array {
    base: *mut u64,
    bytes: usize,
    bytes_per_fault: f64,
}

impl Array {
    /// Maps so many bytes at least, asks for huge pages, and touches all of them.
    ///
    /// # Errors
    /// The exit status that says that the system gives no such memory.
    pub fn new(bytes: u64) -> Result<Array, i32> {
        let bytes = usize::try_from(bytes).map_err(|_| status::NO_ARRAY)?;
        let bytes = bytes.checked_next_multiple_of(HUGE_PAGE_BYTES).ok_or(status::NO_ARRAY)?;
        let mapped_bytes = mapped_bytes(bytes).ok_or(status::NO_ARRAY)?;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping where the system chooses, which changes no other.
        let start = unsafe {
            libc::mmap(ptr::null_mut(), mapped_bytes, libc::PROT_NONE, flags, -1, 0).cast::<u8>()
        };
        if start.cast::<c_void>() == libc::MAP_FAILED {
            return Err(status::NO_ARRAY);
        }
        // At least one byte of the mapping stays closed before the array, and a huge page behind it.
        let offset = HUGE_PAGE_BYTES - start as usize % HUGE_PAGE_BYTES;
        // SAFETY: the offset is a huge page at the most, and the mapping is longer than the array by two.
        let base = unsafe { start.add(offset) };
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: the range is within the mapping, and nothing refers to it. The system may decline the advice.
        let is_open = unsafe {
            let is_open = libc::mprotect(base.cast(), bytes, access) == 0;
            libc::madvise(base.cast(), bytes, libc::MADV_HUGEPAGE);
            is_open
        };
        if !is_open {
            return Err(status::NO_ARRAY);
        }
        let mut array = Array { base: base.cast(), bytes, bytes_per_fault: 0.0 };
        array.touch();
        Ok(array)
    }

    /// Has the system give all pages, and notes how many faults that took.
    fn touch(&mut self) {
        const LEAST_PAGE_BYTES: usize = 4096;
        let before = faults();
        for word in self.words().iter_mut().step_by(LEAST_PAGE_BYTES / size_of::<u64>()) {
            *word = 1;
        }
        let count = faults().saturating_sub(before).max(1);
        self.bytes_per_fault = self.bytes as f64 / count as f64;
    }

    /// Returns the bytes that a fault gave when the memory was touched for the first time, as a mean.
    pub fn bytes_per_fault(&self) -> f64 {
        self.bytes_per_fault
    }

    /// Returns all bytes that are mapped for it.
    pub fn mapped_bytes(&self) -> usize {
        mapped_bytes(self.bytes).unwrap_or(self.bytes)
    }

    /// Returns the words.
    pub fn words(&mut self) -> &mut [u64] {
        // SAFETY: `new` mapped so many bytes for reading and writing, aligned as a huge page, and nothing unmaps them. Any bits
        // are numbers. The words are borrowed from the array, and code that could write them, too, runs only where they are not.
        unsafe { slice::from_raw_parts_mut(self.base, self.bytes / size_of::<u64>()) }
    }
}

/// Returns the bytes that are mapped for an array: it, up to a huge page before it, and one behind it.
fn mapped_bytes(bytes: usize) -> Option<usize> {
    bytes.checked_add(2 * HUGE_PAGE_BYTES)
}

/// Returns the faults of this process for which nothing was read.
fn faults() -> u64 {
    // SAFETY: the structure is plain memory, which outlives the call.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &raw mut usage);
        usage
    };
    u64::try_from(usage.ru_minflt).unwrap_or(0)
}

//! Limits on the time of requests.

use std::time::{Duration, Instant};

use oxmca::oxmca_asm::Interrupt;

/// The time that a request may take, by the caller's clock.
#[derive(Clone, Copy, Debug)]
pub struct Timeout {
    /// The most time from reading the assembly to the answer.
    pub limit: Duration,
    /// The clock, e.g. [`Instant::now`].
    pub clock: fn() -> Instant,
}

impl Timeout {
    /// Returns an interrupt that is requested when the time from now on is over.
    pub(crate) fn interrupt(self) -> Interrupt {
        match (self.clock)().checked_add(self.limit) {
            Some(deadline) => Interrupt::when(move || (self.clock)() >= deadline),
            None => Interrupt::NEVER,
        }
    }
}

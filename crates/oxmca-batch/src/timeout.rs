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
    /// Returns an interrupt that is requested when the time from now on is over, if there is a limit, or when `stop` is.
    pub(crate) fn interrupt_or(timeout: Option<Timeout>, stop: &Interrupt) -> Interrupt {
        let limited = timeout.and_then(|it| Some((it, (it.clock)().checked_add(it.limit)?)));
        match limited {
            Some((it, deadline)) if stop.is_possible() => {
                let stop = stop.clone();
                Interrupt::when(move || stop.is_requested() || (it.clock)() >= deadline)
            }
            Some((it, deadline)) => Interrupt::when(move || (it.clock)() >= deadline),
            None => stop.clone(),
        }
    }
}

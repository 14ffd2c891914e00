//! The progress of an analysis.

use std::sync::atomic::{AtomicU32, Ordering};

use oxmca_asm::Interrupt;

/// Counts the iterations of a region that have begun to enter the pipeline, for whoever watches from
/// another thread, and lets the caller stop the analysis. Iterations that repeat a steady state are not simulated and
/// not counted.
#[derive(Debug, Default)]
pub struct Progress {
    iterations: AtomicU32,
    interrupt: Interrupt,
}

/// For those who do not watch.
pub(crate) static NEVER: Interrupt = Interrupt::NEVER;

impl Progress {
    /// Returns a counter for an analysis that the caller may stop. It then fails with
    /// [`ErrorKind::Interrupted`](crate::ErrorKind::Interrupted).
    pub fn with_interrupt(interrupt: Interrupt) -> Progress {
        Progress { interrupt, ..Progress::default() }
    }

    /// Returns what the caller stops the analysis by.
    pub(crate) const fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Returns the iterations so far.
    pub fn iterations(&self) -> u32 {
        self.iterations.load(Ordering::Relaxed)
    }

    /// Says how many iterations there are so far.
    pub fn set(&self, iterations: u32) {
        self.iterations.store(iterations, Ordering::Relaxed);
    }

    /// Begins from 0.
    pub fn reset(&self) {
        self.set(0);
    }
}

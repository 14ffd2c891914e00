//! The progress of an analysis.

use std::sync::atomic::{AtomicU32, Ordering};

/// Counts the iterations of a region that have begun to enter the pipeline, for whoever watches from
/// another thread. Iterations that repeat a steady state are not simulated and not counted.
#[derive(Debug, Default)]
pub struct Progress {
    iterations: AtomicU32,
}

impl Progress {
    /// The iterations so far.
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

//! The threads of the program.

use std::num::NonZero;

use oxmca_driver::Pool;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Returns as many threads as `-j` asks for; 0 is one for each that the machine runs at once.
pub fn pool(wanted: u32) -> Pool {
    let count = match wanted {
        0 => std::thread::available_parallelism().map_or(1, NonZero::get),
        wanted => wanted as usize,
    };
    Pool::new(count, start)
}

fn start(count: usize) -> Option<ThreadPool> {
    // The parser descends into nested expressions as deeply as on the main thread.
    const STACK_BYTES: usize = 8 << 20;
    ThreadPoolBuilder::new().num_threads(count).stack_size(STACK_BYTES).build().ok()
}

//! Threads that all calls share.

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};

use oxmca_driver::Pool;
use rayon::ThreadPoolBuilder;

/// Threads by their number, and by the process that started them: threads do not survive a fork.
type Pools = HashMap<(u32, usize), Arc<Pool>>;

static POOLS: Mutex<Option<Pools>> = Mutex::new(None);

/// Returns the number of threads that 0 stands for: one for each core.
pub fn threads(asked: usize) -> usize {
    match asked {
        0 => std::thread::available_parallelism().map_or(1, NonZero::get),
        asked => asked,
    }
}

/// Returns `count` threads.
pub fn pool(count: usize) -> Arc<Pool> {
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let pools = pools.get_or_insert_default();
    let process = std::process::id();
    // Those of another process are never waited for.
    if pools.keys().any(|(owner, _)| *owner != process) {
        std::mem::forget(std::mem::take(pools));
    }
    let start =
        |count| ThreadPoolBuilder::new().num_threads(count).stack_size(8 << 20).build().ok();
    let pool = pools.entry((process, count)).or_insert_with(|| Arc::new(Pool::new(count, start)));
    Arc::clone(pool)
}

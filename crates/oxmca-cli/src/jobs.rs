//! Threads that share work. None is started before there is work for two.

use std::cell::OnceCell;
use std::num::NonZero;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// How much may be done at once.
pub struct Jobs {
    count: usize,
    /// The threads, once they are needed; `None` if there can be none.
    pool: OnceCell<Option<ThreadPool>>,
}

impl Jobs {
    /// As many threads as `-j` asks for; 0 is one for each that the machine runs at once.
    pub fn new(wanted: u32) -> Jobs {
        let count = match wanted {
            0 => std::thread::available_parallelism().map_or(1, NonZero::get),
            wanted => (wanted as usize).min(rayon::max_num_threads()),
        };
        Jobs { count, pool: OnceCell::new() }
    }

    /// The results for the items, in their order. Where no threads can be had, the caller does all.
    pub fn map<T: Sync, R: Send>(&self, items: &[T], act: impl Fn(&T) -> R + Sync) -> Vec<R> {
        let pool = match items.len() > 1 && self.count > 1 {
            true => self.pool.get_or_init(|| start(self.count)).as_ref(),
            false => None,
        };
        match pool {
            Some(pool) => pool.install(|| items.par_iter().with_max_len(8).map(&act).collect()),
            None => items.iter().map(act).collect(),
        }
    }
}

fn start(count: usize) -> Option<ThreadPool> {
    // The parser descends into nested expressions as deeply as on the main thread.
    const STACK_BYTES: usize = 8 << 20;
    ThreadPoolBuilder::new().num_threads(count).stack_size(STACK_BYTES).build().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_their_order() {
        let items: Vec<u32> = (0..1000).collect();
        for wanted in [0, 1, 2, 7] {
            let doubled = Jobs::new(wanted).map(&items, |item| item * 2);
            assert!(doubled.iter().enumerate().all(|(at, item)| *item == 2 * at as u32));
        }
        assert!(Jobs::new(u32::MAX).count > 0);
    }
}

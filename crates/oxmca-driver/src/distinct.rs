//! Items of which equal ones are worked on once.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::iter::{Enumerate, Peekable};
use std::sync::Arc;
use std::vec::IntoIter;

use rustc_hash::{FxHashSet, FxSeededState};

use crate::cache::ResultCache;
use crate::plan;
use crate::pool::Pool;

/// Groups of items that are begun for each thread before the first of them is taken.
const GROUPS_AHEAD: usize = 4;

/// Bytes of results that are kept for equal items further on.
const CACHE_BYTES: usize = 16 << 20;

/// The items of [`each_distinct`], and how many of them are shared out at once.
#[derive(Debug)]
pub struct Distinct<'a, T, K> {
    /// The items.
    pub items: &'a [T],
    /// Keys of the items. Items with equal keys have equal results; an item without a key is worked on by
    /// itself. Items beyond the last key have none.
    pub keys: &'a [Option<K>],
    /// Items that are shared out before others are looked at, at least 1.
    pub window: usize,
}

/// Works on items, once on those with equal keys, and calls `take` with the results in the order of the
/// items, each as soon as it and those before it are there.
///
/// # Errors
/// When `take` fails; then no more items are begun.
pub fn each_distinct<T, K, R, E>(
    pool: &Pool,
    distinct: &Distinct<'_, T, K>,
    work: impl Fn(&T) -> Arc<R> + Sync,
    size_bytes: impl Fn(&K, &R) -> usize,
    mut take: impl FnMut(&T, Arc<R>) -> Result<(), E>,
) -> Result<(), E>
where
    T: Sync,
    K: Hash + Eq + Clone + Sync,
    R: Send + Sync,
{
    let Distinct { items, keys, window } = *distinct;
    let is_repeated = repeated(keys);
    // To keep results that nobody asks for again would cost memory, and the time to get it.
    let key = |at: usize| keys.get(at)?.as_ref().filter(|_| is_repeated[at]);
    let keys: Vec<Option<&K>> = (0..items.len()).map(key).collect();
    let window = window.max(1);
    let mut cache = ResultCache::new(CACHE_BYTES);
    for (items, keys) in items.chunks(window).zip(keys.chunks(window)) {
        let (mut in_order, new) = InOrder::new(items, keys, &mut cache);
        let work_on = |group: &&[usize]| -> Vec<Arc<R>> {
            group.iter().map(|at| work(&items[*at])).collect()
        };
        let mut take_all = |in_order: &mut InOrder<'_, '_, T, K, R>| {
            in_order.try_for_each(|(item, result)| take(item, result))
        };
        take_all(&mut in_order)?;
        let group_size = plan::group(new.len(), pool.count());
        let groups: Vec<&[usize]> = new.chunks(group_size).collect();
        pool.in_order(&groups, GROUPS_AHEAD, work_on, |group, results| {
            for (at, result) in group.iter().zip(results) {
                if let Some(key) = keys[*at] {
                    cache.insert(key.clone(), &result, size_bytes(key, &result));
                }
                in_order.results.push(Some(result));
            }
            take_all(&mut in_order)
        })?;
    }
    Ok(())
}

/// Returns, for each key, whether another one may be equal.
fn repeated<K: Hash>(keys: &[Option<K>]) -> Vec<bool> {
    // Not predictable from outside, so that nobody can make items that only seem to be equal.
    let seed = RandomState::new().hash_one(());
    let state = FxSeededState::with_seed(seed as usize);
    let hashes: Vec<u64> = keys.iter().map(|key| state.hash_one(key)).collect();
    let mut seen = FxHashSet::default();
    let repeated: FxHashSet<u64> = hashes.iter().copied().filter(|it| !seen.insert(*it)).collect();
    hashes.iter().map(|hash| repeated.contains(hash)).collect()
}

/// The source of an item's result.
enum Origin<R> {
    /// It is known.
    Known(Arc<R>),
    /// It is that of this number among the new ones.
    New(usize),
}

/// Results come in the order of the items that have to be worked on, and leave in that of all items,
/// each as soon as it and those before it are there.
struct InOrder<'w, 'k, T, K, R> {
    items: &'w [T],
    keys: &'w [Option<&'k K>],
    /// Of the items that have not left.
    origins: Peekable<Enumerate<IntoIter<Origin<R>>>>,
    /// Of those that were worked on, unless they have left and nobody else wants them.
    results: Vec<Option<Arc<R>>>,
}

impl<'w, 'k, T, K: Hash + Eq, R> InOrder<'w, 'k, T, K, R> {
    /// Returns the order of some items; gives the numbers of those to be worked on, too: each new
    /// key once, and each item without a key.
    fn new(
        items: &'w [T],
        keys: &'w [Option<&'k K>],
        cache: &mut ResultCache<K, R>,
    ) -> (Self, Vec<usize>) {
        let mut new = Vec::new();
        let mut numbers = HashMap::new();
        let origin = |(at, key): (usize, &Option<&'k K>)| {
            if let Some(known) = key.and_then(|key| cache.get(key)) {
                return Origin::Known(known);
            }
            let mut add = || {
                new.push(at);
                new.len() - 1
            };
            Origin::New(match *key {
                Some(key) => *numbers.entry(key).or_insert_with(add),
                None => add(),
            })
        };
        let origins: Vec<_> = keys.iter().enumerate().map(origin).collect();
        let results = Vec::with_capacity(new.len());
        (InOrder { items, keys, origins: origins.into_iter().enumerate().peekable(), results }, new)
    }
}

impl<'w, T, K, R> Iterator for InOrder<'w, '_, T, K, R> {
    type Item = (&'w T, Arc<R>);

    /// Returns the next item whose result is there.
    fn next(&mut self) -> Option<Self::Item> {
        let found = self.results.len();
        let (at, origin) = self.origins.next_if(|(_, origin)| match origin {
            Origin::Known(_) => true,
            Origin::New(number) => *number < found,
        })?;
        let result = match origin {
            Origin::Known(result) => result,
            // Nobody else can want the result of an item without a key.
            Origin::New(number) if self.keys[at].is_none() => self.results[number].take()?,
            Origin::New(number) => self.results[number].clone()?,
        };
        Some((&self.items[at], result))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    fn run(keys: &[Option<u32>], window: usize, threads: usize) -> (Vec<usize>, Vec<usize>) {
        let items: Vec<usize> = (0..keys.len()).collect();
        let worked_on = Mutex::new(Vec::new());
        let mut taken = Vec::new();
        let work = |item: &usize| {
            worked_on.lock().unwrap().push(*item);
            Arc::new(keys[*item])
        };
        let pool = Pool::new(threads, |count| {
            rayon::ThreadPoolBuilder::new().num_threads(count).build().ok()
        });
        let distinct = Distinct { items: &items, keys, window };
        let done: Result<(), ()> = each_distinct(
            &pool,
            &distinct,
            work,
            |_, _| 4,
            |item, result| {
                assert_eq!(*result, keys[*item]);
                taken.push(*item);
                Ok(())
            },
        );
        assert!(done.is_ok());
        let mut worked_on = worked_on.into_inner().unwrap();
        worked_on.sort_unstable();
        (worked_on, taken)
    }

    #[test]
    fn equal_items_are_worked_on_once_and_leave_in_order() {
        let keys = [Some(1), None, Some(7), Some(2), Some(1), None, Some(7), Some(3)];
        for (window, threads) in [(1, 1), (3, 1), (3, 2), (100, 1), (100, 4)] {
            let (worked_on, taken) = run(&keys, window, threads);
            assert_eq!(worked_on, [0, 1, 2, 3, 5, 7], "window {window}, {threads} threads");
            assert_eq!(taken, [0, 1, 2, 3, 4, 5, 6, 7]);
        }
    }

    #[test]
    fn keys_that_are_there_once_are_told_apart() {
        assert_eq!(repeated(&[Some(1), Some(2), Some(1)]), [true, false, true]);
    }

    #[test]
    fn nothing_is_begun_after_a_failure() {
        let items: Vec<u32> = (0..100).collect();
        let keys: [Option<u32>; 0] = [];
        let begun = Mutex::new(0);
        let work = |item: &u32| {
            *begun.lock().unwrap() += 1;
            Arc::new(*item)
        };
        let distinct = Distinct { items: &items, keys: &keys, window: 2 };
        let pool = Pool::new(1, |_| None);
        let take = |item: &u32, _| if *item == 5 { Err(()) } else { Ok(()) };
        assert!(each_distinct(&pool, &distinct, work, |_, _| 4, take).is_err());
        assert!(begun.into_inner().unwrap() <= 6);
    }
}

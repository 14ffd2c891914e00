//! Results that were found before, by what decides them.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes of an entry beside its key and its result, about.
const ENTRY_BYTES: usize = 200;

/// Results by key. When they take more bytes than the cache may have, all are forgotten.
#[derive(Debug)]
pub struct ResultCache<K, R> {
    results: HashMap<K, Arc<R>>,
    size_bytes: usize,
    capacity_bytes: usize,
}

impl<K: Hash + Eq, R> ResultCache<K, R> {
    /// An empty cache for results of so many bytes, those of their keys included.
    pub fn new(capacity_bytes: usize) -> Self {
        ResultCache { results: HashMap::new(), size_bytes: 0, capacity_bytes }
    }

    /// The result of a key, if it is known.
    pub fn get(&self, key: &K) -> Option<&Arc<R>> {
        self.results.get(key)
    }

    /// Adds a result that takes `size_bytes` together with its key.
    pub fn insert(&mut self, key: K, result: &Arc<R>, size_bytes: usize) {
        let size_bytes = size_bytes + ENTRY_BYTES;
        if self.size_bytes + size_bytes > self.capacity_bytes {
            self.results.clear();
            self.size_bytes = 0;
        }
        if size_bytes <= self.capacity_bytes {
            self.size_bytes += size_bytes;
            self.results.insert(key, Arc::clone(result));
        }
    }
}

/// A [`ResultCache`] for several threads.
#[derive(Debug)]
pub struct SharedCache<K, R>(Mutex<ResultCache<K, R>>);

impl<K: Hash + Eq, R> SharedCache<K, R> {
    /// An empty cache for results of so many bytes, those of their keys included.
    pub fn new(capacity_bytes: usize) -> Self {
        SharedCache(Mutex::new(ResultCache::new(capacity_bytes)))
    }

    /// The result of a key, from `find` if it is not known. `size_bytes` gives the bytes of a result
    /// together with its key. Two threads that ask at once may both call `find`.
    pub fn get_or(
        &self,
        key: K,
        find: impl FnOnce() -> R,
        size_bytes: impl FnOnce(&K, &R) -> usize,
    ) -> Arc<R> {
        let known = self.lock().get(&key).cloned();
        known.unwrap_or_else(|| {
            let result = Arc::new(find());
            let size_bytes = size_bytes(&key, &result);
            self.lock().insert(key, &result, size_bytes);
            result
        })
    }

    fn lock(&self) -> MutexGuard<'_, ResultCache<K, R>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_result_is_not_looked_for_again() {
        let cache = SharedCache::new(1 << 10);
        let ask = |key: u32, is_new: bool| {
            let mut is_asked = false;
            let found = cache.get_or(
                key,
                || {
                    is_asked = true;
                    key * 2
                },
                |_, _| 8,
            );
            assert_eq!((*found, is_asked), (key * 2, is_new));
        };
        ask(1, true);
        ask(1, false);
        ask(2, true);
        ask(1, false);
    }

    #[test]
    fn memory_is_bounded() {
        let mut cache = ResultCache::new(1000);
        for key in 0..100 {
            cache.insert(key, &Arc::new(key), 100);
            assert!(cache.get(&key).is_some() && cache.size_bytes <= 1000);
        }
        assert!(cache.get(&0).is_none());
        cache.insert(100, &Arc::new(100), 1000);
        assert!(cache.get(&100).is_none());
    }
}

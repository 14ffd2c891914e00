//! Caches of results, by the key that decides a result.

use std::collections::HashMap;
use std::hash::Hash;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes of an entry beside its key and its result, about.
const ENTRY_BYTES: usize = 200;

/// Results by key, in bounded memory.
///
/// Entries are in two generations. When the newer one takes half of the memory, it becomes the older one,
/// and the older one is forgotten; a result that is asked for again is moved to the newer one. So results
/// in use are kept, however many others come.
#[derive(Debug)]
pub struct ResultCache<K, R> {
    newer: HashMap<K, Entry<R>>,
    older: HashMap<K, Entry<R>>,
    newer_bytes: usize,
    /// Bytes that a generation may take.
    max_generation_bytes: usize,
}

#[derive(Debug)]
struct Entry<R> {
    result: Arc<R>,
    size_bytes: usize,
}

impl<K: Hash + Eq, R> ResultCache<K, R> {
    /// Creates an empty cache. Keys and results take at most `capacity_bytes`; a result that takes more than
    /// half of that is not kept.
    pub fn new(capacity_bytes: usize) -> Self {
        ResultCache {
            newer: HashMap::new(),
            older: HashMap::new(),
            newer_bytes: 0,
            max_generation_bytes: capacity_bytes / 2,
        }
    }

    /// Returns the result of a key, if it is known.
    pub fn get(&mut self, key: &K) -> Option<Arc<R>> {
        if let Some(known) = self.newer.get(key) {
            return Some(Arc::clone(&known.result));
        }
        let (key, known) = self.older.remove_entry(key)?;
        let result = Arc::clone(&known.result);
        self.insert_entry(key, known);
        Some(result)
    }

    /// Adds a result that takes `size_bytes` together with its key.
    pub fn insert(&mut self, key: K, result: &Arc<R>, size_bytes: usize) {
        let size_bytes = size_bytes.saturating_add(ENTRY_BYTES);
        if size_bytes <= self.max_generation_bytes {
            self.insert_entry(key, Entry { result: Arc::clone(result), size_bytes });
        }
    }

    fn insert_entry(&mut self, key: K, entry: Entry<R>) {
        if self.newer_bytes + entry.size_bytes > self.max_generation_bytes {
            self.older = mem::take(&mut self.newer);
            self.newer_bytes = 0;
        }
        self.newer_bytes += entry.size_bytes;
        if let Some(replaced) = self.newer.insert(key, entry) {
            self.newer_bytes -= replaced.size_bytes;
        }
    }
}

/// A [`ResultCache`] for several threads.
#[derive(Debug)]
pub struct SharedCache<K, R>(Mutex<ResultCache<K, R>>);

impl<K: Hash + Eq, R> SharedCache<K, R> {
    /// Creates an empty cache, see [`ResultCache::new`].
    pub fn new(capacity_bytes: usize) -> Self {
        SharedCache(Mutex::new(ResultCache::new(capacity_bytes)))
    }

    /// Returns the result of a key, if it is known.
    pub fn get(&self, key: &K) -> Option<Arc<R>> {
        self.lock().get(key)
    }

    /// Returns the result of a key, which `find` finds if it is not known. `size_bytes` returns the bytes of a
    /// result together with its key. Two threads that ask at once may both call `find`.
    pub fn get_or(
        &self,
        key: K,
        find: impl FnOnce() -> R,
        size_bytes: impl FnOnce(&K, &R) -> usize,
    ) -> Arc<R> {
        let known = self.lock().get(&key);
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

    /// Returns the bytes of all entries, after a check that the newer ones are counted rightly.
    fn bytes(cache: &ResultCache<u32, u32>) -> usize {
        let sum = |entries: &HashMap<u32, Entry<u32>>| -> usize {
            entries.values().map(|entry| entry.size_bytes).sum()
        };
        assert_eq!(sum(&cache.newer), cache.newer_bytes);
        sum(&cache.newer) + sum(&cache.older)
    }

    #[test]
    fn memory_is_bounded() {
        let mut cache = ResultCache::new(2000);
        for key in 0..100 {
            cache.insert(key, &Arc::new(key), 100);
            cache.insert(key, &Arc::new(key), 100);
            assert!(cache.get(&key).is_some() && bytes(&cache) <= 2000);
        }
        assert!(cache.get(&0).is_none());
        cache.insert(100, &Arc::new(100), 1000);
        assert!(cache.get(&100).is_none() && cache.get(&99).is_some());
    }

    #[test]
    fn a_result_in_use_is_kept() {
        let mut cache = ResultCache::new(2000);
        cache.insert(0, &Arc::new(7), 100);
        for key in 1..100 {
            cache.insert(key, &Arc::new(key), 100);
            assert_eq!(cache.get(&0).as_deref(), Some(&7));
            assert!(bytes(&cache) <= 2000);
        }
    }
}

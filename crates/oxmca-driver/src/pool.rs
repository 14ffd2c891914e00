//! Threads that share work, with results in order.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError, mpsc};

use rayon::ThreadPool;
use rayon::prelude::*;

/// Threads that share work. They are started by the caller's function, once there is work for two.
pub struct Pool {
    count: usize,
    start: fn(usize) -> Option<ThreadPool>,
    /// The threads, once they are needed; `None` if there can be none.
    threads: OnceLock<Option<ThreadPool>>,
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").field("count", &self.count).finish_non_exhaustive()
    }
}

impl Pool {
    /// Creates a pool of at most `count` threads, which `start` starts. If it fails, the caller's thread does
    /// all work.
    pub fn new(count: usize, start: fn(usize) -> Option<ThreadPool>) -> Pool {
        Pool { count: count.clamp(1, rayon::max_num_threads()), start, threads: OnceLock::new() }
    }

    /// Creates a pool without threads: the caller's thread does all work.
    pub fn single() -> Pool {
        Pool::new(1, |_| None)
    }

    /// Returns how many threads there are at most.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the threads, if there is work for more than one and they can be started.
    fn pool(&self, items: usize) -> Option<&ThreadPool> {
        match items > 1 && self.count > 1 {
            true => self.threads.get_or_init(|| (self.start)(self.count)).as_ref(),
            false => None,
        }
    }

    /// Returns the results of `act` for the items, in their order. A panic of `act` is passed on.
    pub fn map<T: Sync, R: Send>(&self, items: &[T], act: impl Fn(&T) -> R + Sync) -> Vec<R> {
        match self.pool(items.len()) {
            Some(pool) => pool.install(|| items.par_iter().with_max_len(8).map(&act).collect()),
            None => items.iter().map(act).collect(),
        }
    }

    /// Calls `take` with the results of `act` for the items in their order, each as soon as it and those
    /// before it are there. For each thread, at most `ahead` items are begun and not taken. Called on one
    /// of the pool's own threads, which must not wait for the others, it works on all items first.
    ///
    /// # Errors
    /// When `take` fails; then no more items are begun.
    pub fn in_order<T: Sync, R: Send, E>(
        &self,
        items: &[T],
        ahead: usize,
        act: impl Fn(&T) -> R + Sync,
        mut take: impl FnMut(&T, R) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(pool) = self.pool(items.len()) else {
            return items.iter().try_for_each(|item| take(item, act(item)));
        };
        if pool.current_thread_index().is_some() {
            let results = self.map(items, act);
            return items.iter().zip(results).try_for_each(|(item, result)| take(item, result));
        }
        let ahead = self.count.saturating_mul(ahead);
        let (act, is_over) = (&act, &AtomicBool::new(false));
        pool.in_place_scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let begin = |at: usize| {
                let (sender, item) = (sender.clone(), &items[at]);
                scope.spawn(move |_| {
                    if !is_over.load(Ordering::Relaxed) {
                        let result = catch_unwind(AssertUnwindSafe(|| act(item)));
                        // When nobody receives, nobody wants to know.
                        let _ = sender.send((at, result));
                    }
                });
            };
            (0..items.len().min(ahead)).for_each(begin);
            let mut early = BTreeMap::new();
            for (at, item) in items.iter().enumerate() {
                while !early.contains_key(&at) {
                    early.extend(receiver.recv());
                }
                let Some(result) = early.remove(&at) else { continue };
                let result = result.unwrap_or_else(|panic| resume_unwind(panic));
                if let Err(error) = take(item, result) {
                    is_over.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                if at + ahead < items.len() {
                    begin(at + ahead);
                }
            }
            Ok(())
        })
    }

    /// Works on the items that `next` gives, and gives `take` each result as soon as it is there, in any order. For
    /// each thread, at most `ahead` items are begun and not taken. `next` may wait for items without keeping results
    /// back. A panic of `act` or `take` is passed on, once what is begun is over.
    ///
    /// # Errors
    /// When `take` fails; then no more items are begun.
    pub fn unordered<T: Send, R, E: Send>(
        &self,
        ahead: usize,
        mut next: impl FnMut() -> Option<T>,
        act: impl Fn(T) -> R + Sync,
        take: impl FnMut(R) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        let (act, taken) = (&act, &Mutex::new(Taken { take, begun: 0, end: None }));
        let Some(pool) = self.pool(usize::MAX) else {
            let mut taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
            while let Some(item) = next() {
                (taken.take)(act(item))?;
            }
            return Ok(());
        };
        let (most, is_taken) = (self.count.saturating_mul(ahead), &Condvar::new());
        pool.in_place_scope(|scope| {
            while let Some(item) = next() {
                let waiting = taken.lock().unwrap_or_else(PoisonError::into_inner);
                let waited = is_taken.wait_while(waiting, |it| it.begun >= most);
                let mut waited = waited.unwrap_or_else(PoisonError::into_inner);
                if waited.end.is_some() {
                    break;
                }
                waited.begun += 1;
                drop(waited);
                scope.spawn(move |_| {
                    let result = catch_unwind(AssertUnwindSafe(|| act(item)));
                    let mut taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
                    if taken.end.is_none() {
                        taken.end = taken.after(result);
                    }
                    taken.begun -= 1;
                    is_taken.notify_one();
                });
            }
        });
        let mut taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
        match taken.end.take() {
            None => Ok(()),
            Some(End::Failure(error)) => Err(error),
            Some(End::Panic(panic)) => resume_unwind(panic),
        }
    }
}

/// The state of [`Pool::unordered`].
struct Taken<F, E> {
    take: F,
    /// Items that are begun and not taken.
    begun: usize,
    /// The reason why nothing more is taken.
    end: Option<End<E>>,
}

enum End<E> {
    Failure(E),
    Panic(Box<dyn Any + Send>),
}

impl<F, E> Taken<F, E> {
    /// Takes a result. Returns whether that is the end.
    fn after<R>(&mut self, result: std::thread::Result<R>) -> Option<End<E>>
    where
        F: FnMut(R) -> Result<(), E>,
    {
        let take = &mut self.take;
        match result.and_then(|result| catch_unwind(AssertUnwindSafe(|| take(result)))) {
            Ok(taken) => taken.err().map(End::Failure),
            Err(panic) => Some(End::Panic(panic)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::time::Duration;

    use super::*;

    const COUNTS: [usize; 4] = [0, 1, 2, 7];

    fn pool(count: usize) -> Pool {
        Pool::new(count, |count| rayon::ThreadPoolBuilder::new().num_threads(count).build().ok())
    }

    #[test]
    fn results_keep_their_order() {
        let items: Vec<u32> = (0..1000).collect();
        for count in COUNTS {
            let doubled = pool(count).map(&items, |item| item * 2);
            assert!(doubled.iter().enumerate().all(|(at, item)| *item == 2 * at as u32));
        }
        assert!(pool(usize::MAX).count > 0);
    }

    #[test]
    fn results_are_taken_in_order_and_not_far_apart() {
        let items: Vec<u64> = (0..200).collect();
        for count in COUNTS {
            let pool = pool(count);
            let (begun, mut taken) = (AtomicUsize::new(0), Vec::new());
            let act = |item: &u64| {
                begun.fetch_add(1, Ordering::Relaxed);
                // The first of some is the last to be ready.
                std::thread::sleep(Duration::from_micros(if item.is_multiple_of(20) {
                    2000
                } else {
                    10
                }));
                *item
            };
            let most = pool.count * 3 + 1;
            let outcome: Result<(), ()> = pool.in_order(&items, 3, act, |item, result| {
                assert_eq!(*item, result);
                assert!(begun.load(Ordering::Relaxed) <= taken.len() + most);
                taken.push(result);
                Ok(())
            });
            assert!(outcome.is_ok() && taken == items);
        }
    }

    #[test]
    fn unordered_results_do_not_wait_for_each_other() {
        for count in COUNTS {
            let mut items = 0..200_u64;
            let mut taken = Vec::new();
            let act = |item: u64| {
                std::thread::sleep(Duration::from_millis(if item == 0 { 200 } else { 0 }));
                item
            };
            let outcome: Result<(), ()> = pool(count).unordered(
                2,
                || items.next(),
                act,
                |item| {
                    taken.push(item);
                    Ok(())
                },
            );
            assert_eq!(outcome, Ok(()));
            assert_eq!(taken.iter().position(|it| *it == 0) == Some(0), count < 2, "{count}");
            taken.sort_unstable();
            assert!(taken.into_iter().eq(0..200));
            let mut items = 0..10_000_u64;
            let take = |item| if item == 5 { Err("enough") } else { Ok(()) };
            assert_eq!(pool(count).unordered(2, || items.next(), |it| it, take), Err("enough"));
            assert!(items.next().is_some_and(|it| it < 5000));
        }
    }

    #[test]
    fn nothing_is_begun_after_a_failure() {
        let items: Vec<usize> = (0..10_000).collect();
        for count in COUNTS {
            let begun = AtomicUsize::new(0);
            let outcome = pool(count).in_order(
                &items,
                2,
                |_| begun.fetch_add(1, Ordering::Relaxed),
                |item, _| if *item == 5 { Err("enough") } else { Ok(()) },
            );
            assert_eq!(outcome, Err("enough"));
            assert!(begun.into_inner() < 1000);
        }
    }

    #[test]
    fn a_panic_is_passed_on() {
        let items: Vec<u32> = (0..1000).collect();
        let double = |item: &u32| if *item % 50 == 7 { panic!("mistake") } else { item * 2 };
        for count in COUNTS {
            let pool = pool(count);
            let is_mistake = |work: &mut dyn FnMut()| {
                let panic = catch_unwind(AssertUnwindSafe(work)).unwrap_err();
                assert_eq!(panic.downcast_ref::<&str>(), Some(&"mistake"), "{count}");
            };
            is_mistake(&mut || drop(pool.map(&items, double)));
            is_mistake(&mut || {
                let _ = pool.in_order(&items, 2, double, |_, _| Ok::<(), ()>(()));
            });
            is_mistake(&mut || {
                let mut items = items.iter();
                let _ = pool.unordered(2, || items.next(), double, |_| Ok::<(), ()>(()));
            });
            is_mistake(&mut || {
                let mut items = items.iter();
                let take = |_| -> Result<(), ()> { panic!("mistake") };
                let _ = pool.unordered(2, || items.next(), |item| item, take);
            });
            assert_eq!(pool.map(&items[..5], double), [0, 2, 4, 6, 8]);
        }
    }
}

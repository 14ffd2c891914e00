//! A progress bar on standard error for analyses that last.
//!
//! The analysis counts iterations; a thread looks at the count now and then and draws. Short work
//! has no thread, and the bar is gone before anything else is printed. Drawn by hand, since crates
//! that draw bars make every start a twentieth slower, by libraries to load and addresses to relocate.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use oxmca::Progress;

use crate::flags::args::When;
use crate::terminal;

/// Time after which work is worth a bar.
const PATIENCE: Duration = Duration::from_secs(2);
/// Time between two drawings of the bar.
const TICK: Duration = Duration::from_millis(100);
/// Work of fewer dynamic instructions than this is over long before a bar would appear.
const SHORT_WORK: u64 = 2_000_000;

/// Fewer functions than this are looked at long before a bar would appear.
const MANY_FUNCTIONS: u64 = 100;

/// Longest line that is drawn: the last column of a terminal may break the line.
const WIDTH: usize = 79;
/// Cells of the bar itself.
const CELLS: u128 = 16;

/// True while a bar is on the screen. Held while anything is written to standard error.
static IS_SHOWN: Mutex<bool> = Mutex::new(false);

/// The work ahead.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// Regions to analyze.
    pub regions: u64,
    /// Iterations of each.
    pub iterations: u64,
    /// Instructions of all regions together.
    pub instructions: u64,
}

/// Unit of the progress in reading a file: a MiB.
const BYTES_PER_STEP_LOG2: u32 = 20;

/// Watches work until it is dropped.
pub struct Watch {
    state: Arc<State>,
    thread: Option<JoinHandle<()>>,
}

struct State {
    task: Task,
    /// Regions, requests, functions or measurements that are done.
    count: AtomicU64,
    /// Iterations of the current region.
    iterations: Progress,
    /// Bytes of requests that are answered.
    bytes: AtomicU64,
    is_over: Mutex<bool>,
    over: Condvar,
}

/// Kinds of work.
#[derive(Clone, Copy, Debug)]
enum Task {
    /// Regions are analyzed, or a file is read.
    Work {
        work: Work,
        /// Name of an iteration.
        step: &'static str,
    },
    /// Requests are answered.
    Requests {
        /// Bytes of all, if they are known.
        bytes: Option<u64>,
    },
    /// Things are looked at one by one.
    Items {
        /// Number of all.
        all: u64,
        /// The name of these things, in the plural.
        nouns: &'static str,
    },
}

impl Watch {
    /// Begins to watch, if that is wanted.
    pub fn new(when: When, work: Work) -> Watch {
        Watch::of_steps(when, work, "iteration")
    }

    /// Begins to watch the reading of a file.
    pub fn reading(when: When, bytes: u64) -> Watch {
        let iterations = bytes >> BYTES_PER_STEP_LOG2;
        let work = Work { regions: 1, iterations, instructions: 1 << BYTES_PER_STEP_LOG2 };
        Watch::of_steps(when, work, "MiB")
    }

    /// Begins to watch the answering of requests, which have the given number of bytes together, if that is known.
    pub fn requests(when: When, bytes: impl FnOnce() -> Option<u64>) -> Watch {
        let is_wanted = when.decide(is_visible);
        let bytes = if is_wanted { bytes() } else { None };
        Watch::of_task(when, is_wanted, Task::Requests { bytes })
    }

    /// Begins to watch a look at the loops of the given number of functions.
    pub fn functions(when: When, all: u64) -> Watch {
        let is_wanted = when.decide(|| all >= MANY_FUNCTIONS && is_visible());
        Watch::of_task(when, is_wanted, Task::Items { all, nouns: "functions" })
    }

    /// Begins to watch measurements, each of which can take a second.
    pub fn measurements(when: When, all: u64) -> Watch {
        let is_wanted = when.decide(|| all > 1 && is_visible());
        Watch::of_task(when, is_wanted, Task::Items { all, nouns: "measured" })
    }

    /// Begins to watch long work on the given number of things of a name.
    pub fn things(when: When, all: u64, nouns: &'static str) -> Watch {
        Watch::of_task(when, when.decide(is_visible), Task::Items { all, nouns })
    }

    fn of_steps(when: When, work: Work, step: &'static str) -> Watch {
        let may_last = work.instructions.saturating_mul(work.iterations) >= SHORT_WORK;
        let is_wanted = when.decide(|| may_last && is_visible());
        Watch::of_task(when, is_wanted, Task::Work { work, step })
    }

    fn of_task(when: When, is_wanted: bool, task: Task) -> Watch {
        let state = Arc::new(State {
            task,
            count: AtomicU64::new(0),
            iterations: Progress::default(),
            bytes: AtomicU64::new(0),
            is_over: Mutex::new(false),
            over: Condvar::new(),
        });
        let mut patience = PATIENCE;
        if is_wanted && when == When::Always {
            // However short the work is.
            draw(&state.line(), &mut shown());
            patience = TICK;
        }
        let watched = Arc::clone(&state);
        let thread = is_wanted.then(move || {
            std::thread::Builder::new().spawn(move || watched.show_after(patience)).ok()
        });
        Watch { state, thread: thread.flatten() }
    }

    /// Returns the counter of iterations of the current region, if a bar shows it.
    pub fn iterations(&self) -> Option<&Progress> {
        self.thread.is_some().then_some(&self.state.iterations)
    }

    /// Takes note that a file is read up to a position.
    pub fn read(&self, bytes: u64) {
        let steps = u32::try_from(bytes >> BYTES_PER_STEP_LOG2).unwrap_or(u32::MAX);
        self.state.iterations.set(steps);
    }

    /// Counts another region that is done.
    pub fn region_done(&self) {
        self.state.count.fetch_add(1, Ordering::Relaxed);
        self.state.iterations.reset();
    }

    /// Counts another function or measurement that is done.
    pub fn item_done(&self) {
        self.state.count.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes note that so many things are done.
    pub fn things_done(&self, count: u64) {
        self.state.count.store(count, Ordering::Relaxed);
    }

    /// Counts `count` more answered requests, of `bytes` bytes together.
    pub fn requests_done(&self, count: u64, bytes: u64) {
        self.state.count.fetch_add(count, Ordering::Relaxed);
        self.state.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Returns bytes of the requests that are answered.
    pub fn bytes(&self) -> u64 {
        self.state.bytes.load(Ordering::Relaxed)
    }

    /// Takes note that all requests up to a position are answered.
    pub fn read_to(&self, bytes: u64) {
        self.state.bytes.store(bytes, Ordering::Relaxed);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let Some(thread) = self.thread.take() else { return clear(&mut shown()) };
        *self.state.is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.state.over.notify_all();
        // The thread removes the bar.
        let _ = thread.join();
    }
}

impl State {
    fn show_after(&self, patience: Duration) {
        let mut wait = patience;
        while !self.is_over_within(wait) {
            draw(&self.line(), &mut shown());
            wait = TICK;
        }
        clear(&mut shown());
    }

    fn is_over_within(&self, time: Duration) -> bool {
        let is_over = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.over.wait_timeout_while(is_over, time, |is_over| !*is_over);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Returns a bar, and in words where that is.
    fn line(&self) -> String {
        let mut line = match self.task {
            Task::Work { work, step } => self.line_of_work(work, step),
            Task::Requests { bytes } => self.line_of_requests(bytes),
            Task::Items { all, nouns } => self.line_of_items(all, nouns),
        };
        line.truncate(WIDTH);
        line
    }

    fn line_of_work(&self, work: Work, step: &str) -> String {
        let Work { regions, iterations, .. } = work;
        let done = self.count.load(Ordering::Relaxed).min(regions);
        let current = u64::from(self.iterations.iterations()).min(iterations);
        let all = u128::from(regions) * u128::from(iterations);
        let position = u128::from(done) * u128::from(iterations) + u128::from(current);
        let bar = bar(position.saturating_sub(1), all);
        let region = match regions {
            0 | 1 => String::new(),
            _ => format!("region {} of {regions}, ", (done + 1).min(regions)),
        };
        format!("{bar} {region}{step} {current} of {iterations}")
    }

    fn line_of_items(&self, all: u64, nouns: &str) -> String {
        let done = self.count.load(Ordering::Relaxed).min(all);
        let bar = bar(u128::from(done.saturating_sub(1)), all.into());
        format!("{bar} {done} of {all} {nouns}")
    }

    fn line_of_requests(&self, bytes: Option<u64>) -> String {
        let count = self.count.load(Ordering::Relaxed);
        let gap = match bytes {
            None => String::new(),
            Some(all) => {
                let done = self.bytes.load(Ordering::Relaxed).min(all);
                bar(u128::from(done.saturating_sub(1)), all.into()) + " "
            }
        };
        format!("{gap}{count} requests")
    }
}

/// Returns a bar that is as full as it is done, and the percentage.
fn bar(done: u128, all: u128) -> String {
    let share = |of: u128| done * of / all.max(1);
    let (bar, cells) = ("=".repeat(share(CELLS) as usize) + ">", CELLS as usize);
    format!("[{bar:cells$}] {:2}%", share(100))
}

fn shown() -> MutexGuard<'static, bool> {
    IS_SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn draw(line: &str, is_shown: &mut bool) {
    *is_shown = true;
    let _ = std::io::stderr().write_all(format!("\r{line:WIDTH$}").as_bytes());
}

fn clear(is_shown: &mut bool) {
    if std::mem::take(is_shown) {
        let _ = std::io::stderr().write_all(format!("\r{:WIDTH$}\r", "").as_bytes());
    }
}

/// Returns whether a bar can be seen.
fn is_visible() -> bool {
    terminal::is_stderr() && !is_dumb()
}

/// Returns whether the terminal cannot overwrite its text.
fn is_dumb() -> bool {
    cfg!(unix) && std::env::var_os("TERM").is_none_or(|name| name.is_empty() || name == "dumb")
}

/// Calls a function while no bar is on the screen.
pub fn hidden_while<R>(act: impl FnOnce() -> R) -> R {
    let mut is_shown = shown();
    clear(&mut is_shown);
    act()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORK: Work = Work { regions: 3, iterations: 100, instructions: 12 };

    #[test]
    fn regions_and_iterations_add_up() {
        let watch = Watch::new(When::Never, WORK);
        assert_eq!(watch.state.line(), "[>               ]  0% region 1 of 3, iteration 0 of 100");
        watch.region_done();
        watch.state.iterations.set(41);
        assert_eq!(watch.state.line(), "[=======>        ] 46% region 2 of 3, iteration 41 of 100");
        watch.region_done();
        watch.state.iterations.set(100);
        assert_eq!(
            watch.state.line(),
            "[===============>] 99% region 3 of 3, iteration 100 of 100"
        );
        let most = u64::from(u32::MAX);
        let watch = Watch::new(When::Never, Work { regions: most, iterations: most, ..WORK });
        watch.state.iterations.set(u32::MAX);
        assert!(watch.state.line().len() <= WIDTH);
    }

    #[test]
    fn files_are_measured_in_mebibytes() {
        let watch = Watch::reading(When::Never, 10 << 20);
        watch.read((5 << 20) + 1);
        assert_eq!(watch.state.line(), "[======>         ] 40% MiB 5 of 10");
        watch.read(u64::MAX);
        assert_eq!(watch.state.line(), "[==============> ] 90% MiB 10 of 10");
    }

    #[test]
    fn functions_are_counted() {
        let watch = Watch::functions(When::Never, 300);
        assert_eq!(watch.state.line(), "[>               ]  0% 0 of 300 functions");
        (0..300).for_each(|_| watch.item_done());
        assert_eq!(watch.state.line(), "[===============>] 99% 300 of 300 functions");
        assert!(Watch::functions(When::Auto, 3).thread.is_none());
    }

    #[test]
    fn requests_are_measured_in_bytes_if_those_are_known() {
        let watch = Watch::requests(When::Always, || Some(1000));
        watch.requests_done(3, 400);
        assert_eq!(watch.state.line(), "[======>         ] 39% 3 requests");
        watch.read_to(1000);
        assert_eq!(watch.state.line(), "[===============>] 99% 3 requests");
        watch.requests_done(1, 7);
        assert_eq!(watch.state.line(), "[===============>] 99% 4 requests");
        drop(watch);
        let watch = Watch::requests(When::Always, || None);
        watch.requests_done(12, 400);
        assert_eq!(watch.state.line(), "12 requests");
        assert!(Watch::requests(When::Never, || unreachable!()).thread.is_none());
    }

    #[test]
    fn short_work_and_unwanted_bars_have_no_thread() {
        assert!(Watch::new(When::Auto, WORK).thread.is_none());
        assert!(Watch::new(When::Never, Work { iterations: 1 << 40, ..WORK }).thread.is_none());
    }

    #[test]
    fn a_bar_that_is_wanted_at_once_ends_with_the_work() {
        let watch = Watch::new(When::Always, WORK);
        assert!(watch.thread.is_some());
        watch.region_done();
        drop(watch);
        assert!(!*shown());
    }
}

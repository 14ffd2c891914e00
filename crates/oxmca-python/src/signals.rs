//! Signals such as Ctrl-C, during long work without the interpreter's lock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use oxmca::oxmca_asm::Interrupt;
use pyo3::prelude::*;

use crate::errors;
use crate::unlocked::catch;

/// The time between two looks for signals.
const PERIOD: Duration = Duration::from_millis(20);

/// Looks for signals on the thread that works.
#[derive(Clone)]
pub struct Signals(Arc<Mutex<State>>);

struct State {
    next_look: Instant,
    raised: Option<PyErr>,
}

impl Signals {
    /// Returns a watch that begins now.
    pub fn new() -> Signals {
        let next_look = Instant::now() + PERIOD;
        Signals(Arc::new(Mutex::new(State { next_look, raised: None })))
    }

    /// Returns the interrupt that is requested once a signal's handler raises an exception.
    pub fn interrupt(&self) -> Interrupt {
        let signals = self.clone();
        Interrupt::when(move || signals.is_raised())
    }

    fn is_raised(&self) -> bool {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.raised.is_none() && Instant::now() >= state.next_look {
            state.raised = Python::attach(|python| python.check_signals()).err();
            state.next_look = Instant::now() + PERIOD;
        }
        state.raised.is_some()
    }

    /// Returns the result of work, or the exception that stopped it.
    ///
    /// # Errors
    /// A handler raised an exception, or the work did.
    pub fn check<T>(&self, result: PyResult<T>) -> PyResult<T> {
        match self.0.lock().unwrap_or_else(PoisonError::into_inner).raised.take() {
            Some(raised) => Err(raised),
            None => result,
        }
    }
}

/// Does work that cannot be stopped, on another thread, while this one looks for signals. After a signal's handler raises an
/// exception, the work goes on for itself.
///
/// # Errors
/// A handler raised an exception, or the work panicked.
pub fn wait<T: Send + 'static>(
    python: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    python.detach(|| {
        let (done, result) = mpsc::channel();
        let thread = std::thread::Builder::new().stack_size(8 << 20);
        thread.spawn(move || done.send(catch(work)))?;
        loop {
            match result.recv_timeout(PERIOD) {
                Ok(result) => return result,
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    return Err(errors::internal(&"a thread ended without a result"));
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    Python::attach(|python| python.check_signals())?;
                }
            }
        }
    })
}

/// Does work that has threads of its own, on another thread, while this one looks for signals.
///
/// # Errors
/// A handler raised an exception, and the work was stopped; or the work panicked, on whichever thread of its own.
pub fn watch<T: Send>(
    python: Python<'_>,
    work: impl FnOnce(&Interrupt) -> T + Send,
) -> PyResult<T> {
    let is_stopped = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&is_stopped);
    let stop = Interrupt::when(move || asked.load(Ordering::Relaxed));
    python.detach(|| {
        std::thread::scope(|scope| {
            let (done, result) = mpsc::channel();
            let stack = std::thread::Builder::new().stack_size(8 << 20);
            let stop = &stop;
            stack.spawn_scoped(scope, move || done.send(catch(|| work(stop))))?;
            let mut raised = None;
            loop {
                match result.recv_timeout(PERIOD) {
                    Ok(result) => return raised.map_or(result, Err),
                    Err(mpsc::RecvTimeoutError::Disconnected) => {
                        return Err(errors::internal(&"a thread ended without a result"));
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) if raised.is_none() => {
                        raised = Python::attach(|python| python.check_signals()).err();
                        is_stopped.store(raised.is_some(), Ordering::Relaxed);
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                }
            }
        })
    })
}

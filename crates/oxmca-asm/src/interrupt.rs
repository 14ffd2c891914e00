//! A way for callers to stop long work.

use std::fmt;
use std::sync::Arc;

/// A question that long work asks its caller from time to time: whether to stop. Libraries read no clock and handle no
/// signals; the caller's function may do either.
///
/// ```
/// use std::time::{Duration, Instant};
///
/// use oxmca_asm::Interrupt;
///
/// let deadline = Instant::now() + Duration::from_secs(10);
/// let interrupt = Interrupt::when(move || Instant::now() >= deadline);
/// assert!(!interrupt.is_requested());
/// assert!(!Interrupt::NEVER.is_requested());
/// ```
#[derive(Clone, Default)]
pub struct Interrupt(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Interrupt {
    /// Never stops anything.
    pub const NEVER: Interrupt = Interrupt(None);

    /// Stops work when `is_requested` returns true. It is asked every few thousand instructions or statements, on
    /// the thread that works.
    pub fn when(is_requested: impl Fn() -> bool + Send + Sync + 'static) -> Interrupt {
        Interrupt(Some(Arc::new(is_requested)))
    }

    /// Returns whether to stop.
    pub fn is_requested(&self) -> bool {
        self.0.as_ref().is_some_and(|is_requested| is_requested())
    }

    /// Returns whether this may ever stop anything.
    pub fn is_possible(&self) -> bool {
        self.0.is_some()
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interrupt").field("is_possible", &self.is_possible()).finish()
    }
}

/// Compares as equal to every other: an interrupt does not change the result that is asked for.
impl PartialEq for Interrupt {
    fn eq(&self, _: &Interrupt) -> bool {
        true
    }
}

impl Eq for Interrupt {}

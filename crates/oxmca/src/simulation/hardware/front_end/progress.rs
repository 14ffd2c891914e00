//! The places that front ends reach, by which it is seen that they repeat themselves.

use crate::ratio::Ratio;

/// Cycles after which a front end that has not repeated itself is taken to go on as it did.
const MOST_CYCLES: u32 = 100_000;

/// The place that a front end has reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::simulation::hardware) struct Progress {
    /// The iteration of the instruction that it delivers next.
    pub iteration: u32,
    /// All else that decides what it delivers from then on. At equal phases, it goes on alike.
    pub phase: [u32; 9],
}

impl Progress {
    pub fn new(iteration: u32, state: &[u32]) -> Progress {
        let mut phase = [0; 9];
        phase[..state.len()].copy_from_slice(state);
        Progress { iteration, phase }
    }
}

/// Returns the cycles of an iteration once a front end at a place repeats itself; `None` if it does not come to the end of an
/// iteration. `step` goes on by a cycle or more, and returns these cycles and the place that is reached.
///
/// # Errors
/// A step fails.
pub(in crate::simulation::hardware) fn cycles_per_iteration<E>(
    first: Progress,
    mut step: impl FnMut() -> Result<(u32, Progress), E>,
) -> Result<Option<Ratio>, E> {
    // Brent's search for a period: what is compared is kept twice as long each time.
    let (mut kept, mut kept_cycle, mut next_cycle, mut cycle) = (first, 0, 1, 0);
    while cycle < MOST_CYCLES {
        let (cycles, progress) = step()?;
        cycle += cycles;
        let iterations = progress.iteration - kept.iteration;
        let is_over = progress.phase == kept.phase || cycle >= MOST_CYCLES;
        if is_over && iterations > 0 {
            return Ok(Some(Ratio::new((cycle - kept_cycle).into(), iterations.into())));
        }
        if cycle >= next_cycle {
            (kept, kept_cycle, next_cycle) = (progress, cycle, 2 * cycle);
        }
    }
    Ok(None)
}

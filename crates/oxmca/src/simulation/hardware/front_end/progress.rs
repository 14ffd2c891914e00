//! The places that front ends reach, by which it is seen that they repeat themselves.

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

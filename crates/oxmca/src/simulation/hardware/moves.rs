//! Moves that the renamer does: places remember which registers share a result by them.

use smallvec::SmallVec;

use super::dataflow::Dataflow;
use super::recurrence::Fingerprint;
use super::watch::ResultId;
use crate::processor::hardware::Slot;

/// The places that remember moves which the renamer did.
#[derive(Debug)]
pub(super) struct Moves {
    places: Vec<Place>,
    /// The number of places that the processor has.
    most: usize,
}

/// A place that remembers that an eliminated move lets registers share a result.
#[derive(Clone, Debug)]
struct Place {
    registers: SmallVec<[Slot; 4]>,
    /// Once at most one register is left, the result with which the last one was overwritten.
    overwritten_by: Option<ResultId>,
}

impl Moves {
    pub fn new(most: u32) -> Moves {
        Moves { places: Vec::new(), most: most as usize }
    }

    /// Returns the place that remembers the registers that share the result of one, which becomes one of them; `None` if all
    /// are taken.
    pub fn place_of(&mut self, source: Slot, cycle: u32, dataflow: &Dataflow) -> Option<usize> {
        let holds = |it: &Place| it.registers.contains(&source);
        if let Some(found) = self.places.iter().position(holds) {
            return Some(found);
        }
        self.places.retain(|it| {
            let is_free = it.registers.len() < 2
                && it.overwritten_by.is_none_or(|result| dataflow.cycle(result) <= cycle);
            !is_free
        });
        if self.places.len() >= self.most {
            return None;
        }
        let registers = SmallVec::from_slice(&[source]);
        self.places.push(Place { registers, overwritten_by: None });
        Some(self.places.len() - 1)
    }

    /// Adds what decides how they go on.
    pub fn mark(&self, fingerprint: &mut Fingerprint) {
        fingerprint.add(self.places.len() as u32);
        self.places.iter().for_each(|it| fingerprint.add(it.registers.len() as u32));
    }

    /// Lets a register share the result of those of a place.
    pub fn share(&mut self, place: usize, slot: Slot) {
        if let Some(it) = self.places.get_mut(place) {
            it.registers.push(slot);
        }
    }

    /// Takes note that a register was overwritten, by a result unless it was by such a move.
    #[cold]
    pub fn forget(&mut self, slot: Slot, result: Option<ResultId>) {
        for it in &mut self.places {
            let Some(at) = it.registers.iter().position(|other| *other == slot) else { continue };
            it.registers.remove(at);
            if it.registers.len() < 2 {
                it.overwritten_by = result;
            }
        }
    }
}

//! Mixing of instructions that know the upper halves of vector registers and those that do not.

use oxmca_asm::target::hardware::VectorPart;

/// The upper halves of vector registers, all together.
///
/// Source: Intel 64 and IA-32 Architectures Optimization Reference Manual, "Mixing Intel AVX and Intel SSE": before
/// Skylake a change between the two last states takes time; later, instructions that keep the upper halves depend on what
/// they overwrite as long as any may be in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum UpperHalves {
    /// All are zero.
    #[default]
    Clear,
    /// Some are in use.
    InUse,
    /// Some are in use, and were saved so that others need not look at them.
    Saved,
}

impl UpperHalves {
    /// Returns the state after an instruction, and whether the processor has to save or to restore upper halves
    /// before it.
    pub const fn after(self, part: VectorPart) -> (UpperHalves, bool) {
        match (self, part) {
            (_, VectorPart::ClearsAll) => (UpperHalves::Clear, false),
            (UpperHalves::InUse, VectorPart::KeepsUpper) => (UpperHalves::Saved, true),
            (UpperHalves::Saved, VectorPart::Whole | VectorPart::ClearsUpper) => {
                (UpperHalves::InUse, true)
            }
            (UpperHalves::Clear, VectorPart::Whole) => (UpperHalves::InUse, false),
            _ => (self, false),
        }
    }

    /// Returns whether an instruction that keeps upper halves has to merge its result with what it overwrites, on
    /// processors that do not save them.
    pub const fn merges(self, part: VectorPart) -> bool {
        matches!((self, part), (UpperHalves::InUse, VectorPart::KeepsUpper))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transitions(parts: &[VectorPart]) -> usize {
        let mut state = UpperHalves::default();
        let changes = parts.iter().map(|part| {
            let (next, takes_time) = state.after(*part);
            state = next;
            takes_time
        });
        changes.filter(|takes_time| *takes_time).count()
    }

    #[test]
    fn only_changes_with_upper_halves_in_use_take_time() {
        use VectorPart::{ClearsAll, ClearsUpper, KeepsUpper, Whole};
        assert_eq!(transitions(&[KeepsUpper, ClearsUpper, KeepsUpper, ClearsUpper]), 0);
        assert_eq!(transitions(&[Whole, KeepsUpper, KeepsUpper, Whole, KeepsUpper]), 3);
        assert_eq!(transitions(&[Whole, KeepsUpper, ClearsUpper]), 2);
        assert_eq!(transitions(&[Whole, ClearsAll, KeepsUpper, Whole, ClearsAll, KeepsUpper]), 0);
    }
}

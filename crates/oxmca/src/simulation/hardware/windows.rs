//! Windows of the micro-op cache, as far as a cycle of the renamer takes micro-ops of few.

use super::code::{Code, Cursor};
use super::front_end::Supplier;

/// The windows that instructions are in.
#[derive(Debug, Default)]
pub(super) struct Windows {
    /// By instruction of all copies: whether it begins in another window than the one before ended in, and ends in another than it
    /// begins in. Empty where that does not matter.
    begun: Box<[[bool; 2]]>,
    num_instructions: usize,
    copies: u32,
    /// Windows that a cycle of the renamer takes micro-ops of.
    most: u32,
}

impl Windows {
    pub fn of(code: &Code<'_>, supplier: Supplier) -> Windows {
        let most = code.numbers.renamed_windows;
        if most == 0 || supplier != Supplier::Cache {
            return Windows::default();
        }
        let (mut address, mut last) = (0, None);
        let all = (0..code.copies).flat_map(|_| code.instructions);
        let begun = all.map(|it| {
            let bytes = match it.is_fused {
                // The one before it has its bytes.
                true => return [false; 2],
                false => u64::from(it.pair_bytes),
            };
            let first = code.window(address);
            let end = code.window(address + bytes.saturating_sub(1));
            address += bytes;
            let is_new = last != Some(first);
            last = Some(end);
            [is_new, first != end]
        });
        let begun = begun.collect();
        Windows { begun, num_instructions: code.instructions.len(), copies: code.copies, most }
    }

    /// Returns whether they can limit a cycle of the renamer.
    pub fn matter(&self) -> bool {
        !self.begun.is_empty()
    }

    /// Returns the windows of a cycle that has micro-ops of so many, once it takes an instruction; `None` if it cannot.
    pub fn with(&self, at: Cursor, windows: u32) -> Option<u32> {
        let copy = at.iteration.checked_rem(self.copies).unwrap_or(0) as usize;
        let number = copy * self.num_instructions + at.position as usize;
        let Some([is_new, has_second]) = self.begun.get(number) else { return Some(0) };
        let all = windows + u32::from(windows == 0 || *is_new) + u32::from(*has_second);
        (windows == 0 || all <= self.most).then_some(all)
    }
}

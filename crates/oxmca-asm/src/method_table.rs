//! MethodTable of a target that its tables name.

use std::sync::OnceLock;

/// A list of methods of a target, each looked up by its name when it is first needed: most inputs need
/// few, and to look up all takes longer than a small input.
#[derive(Debug)]
pub(crate) struct MethodTable<M>(Box<[OnceLock<Option<M>>]>);

impl<M: Copy> MethodTable<M> {
    /// Creates a list of that many methods.
    pub fn new(count: usize) -> Self {
        MethodTable((0..count).map(|_| OnceLock::new()).collect())
    }

    /// Returns the method at `index`; `find` looks for it, and gives `None` if the target does not
    /// know it.
    #[inline]
    pub fn get(&self, index: usize, find: impl FnOnce() -> Option<M>) -> Option<M> {
        *self.0[index].get_or_init(find)
    }
}

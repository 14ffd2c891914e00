//! The results of an instruction.

use super::instruction::ResultOf;
use super::watch::ResultId;

/// The results of an instruction.
#[derive(Debug)]
pub(super) struct Results {
    /// The result of all that it writes and that has no other one.
    pub main: ResultId,
    pub flags: Option<ResultId>,
    /// The results of its updates of bases of addresses, in their order.
    pub bases: Vec<ResultId>,
    /// The result of each load.
    pub loaded: Vec<ResultId>,
}

impl Results {
    pub const fn new() -> Results {
        Results { main: ResultId::PAST, flags: None, bases: Vec::new(), loaded: Vec::new() }
    }

    /// Returns one of them.
    pub fn of(&self, of: ResultOf) -> ResultId {
        match of {
            ResultOf::Main => self.main,
            ResultOf::Flags => self.flags.unwrap_or(self.main),
            ResultOf::BaseUpdate(at) => self.bases[usize::from(at)],
            ResultOf::Load(at) => {
                let last = self.loaded.last().unwrap_or(&self.main);
                *self.loaded.get(usize::from(at)).unwrap_or(last)
            }
        }
    }
}

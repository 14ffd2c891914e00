//! Banks of the first-level cache, in which few loads of a cycle can meet.

use super::values::Value;

/// The bytes that a load reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read {
    pub address: Value,
    pub bytes: u16,
}

/// The banks of the cache, in which only the given number of loads of a cycle may meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Banks {
    /// Bits of an address that choose the bank; 0 if there are no conflicts.
    pub bank: u64,
    /// Bits of an address that choose the set: loads of one set do not meet. 0 if they do.
    pub set: u64,
    /// Loads of a cycle in one bank.
    pub most_loads: u32,
}

impl Banks {
    pub const fn exist(self) -> bool {
        self.bank != 0
    }

    /// Returns whether a load waits for others, which begin in its cycle.
    pub fn delay(self, own: Read, others: &(impl Iterator<Item = Read> + Clone)) -> bool {
        let is_crowded = |meets: &dyn Fn(&Read) -> bool| {
            others.clone().filter(meets).count() as u32 >= self.most_loads
        };
        if self.set != 0 {
            return is_crowded(&|other| {
                let difference = own.address.difference(other.address);
                difference.is_some_and(|bits| bits & self.bank == 0 && bits & self.set != 0)
            });
        }
        // Nothing is known of the banks of different symbols.
        let is_near = |other: &Read| own.address.difference(other.address).is_some();
        if !is_crowded(&is_near) {
            return false;
        }
        let mut banks = self.read_by(own);
        while banks != 0 {
            let bank = banks & banks.wrapping_neg();
            if is_crowded(&|other| is_near(other) && self.read_by(*other) & bank != 0) {
                return true;
            }
            banks ^= bank;
        }
        false
    }

    /// Returns the banks that a load reads, if the symbol of its address is a multiple of a line's bytes.
    fn read_by(self, read: Read) -> u64 {
        let bytes_per_bank = self.bank & self.bank.wrapping_neg();
        let banks = (self.bank / bytes_per_bank + 1).min(u64::BITS.into());
        let first = read.address.offset() / bytes_per_bank % banks;
        let last = first
            + (read.address.offset() % bytes_per_bank + u64::from(read.bytes.max(1)) - 1)
                / bytes_per_bank;
        (first..=last).fold(0, |all, bank| all | 1 << (bank % banks))
    }
}

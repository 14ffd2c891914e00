//! Addresses of A32, and offsets.

use super::decoding::{Decoding, push};
use super::operands::offset_shift;
use crate::decoder::Operands;
use crate::target::arm::shift::{ByteOffset, MINUS_ZERO, ShiftedOffset};

/// Returns an offset with a sign; zero that is subtracted has a number of its own.
pub(super) fn offset(amount: u32, is_added: bool) -> i64 {
    match (amount, is_added) {
        (0, false) => MINUS_ZERO,
        (amount, false) => -i64::from(amount),
        (amount, true) => amount.into(),
    }
}

impl Decoding<'_, '_> {
    /// Adds a base and an offset of 12 bits.
    pub(in crate::target::arm) fn base_12(&self, value: u32, o: &mut Operands) -> Option<()> {
        self.general(value >> 13 & 15, o)?;
        // LLVM leaves the number without a sign, and therefore shows no `push`.
        push(offset(value & 0xfff, value >> 12 & 1 != 0) as u32, o);
        Some(())
    }

    /// Adds a base and an index that is shifted.
    pub(in crate::target::arm) fn base_and_shifted_index(
        &self,
        value: u32,
        o: &mut Operands,
    ) -> Option<()> {
        let amount = value >> 7 & 31;
        self.general(value >> 13 & 15, o)?;
        self.general(value & 15, o)?;
        let shift = offset_shift(value >> 5, amount);
        let is_negative = value >> 12 & 1 == 0;
        push(ShiftedOffset { is_negative, amount: amount.into(), shift }.pack(), o);
        Some(())
    }

    /// Adds a base and an offset of words or halves.
    pub(in crate::target::arm) fn mode_5(&self, value: u32, o: &mut Operands) -> Option<()> {
        self.general(value >> 9 & 15, o)?;
        let amount = i64::from(value & 0xff);
        push(ByteOffset { is_negative: value >> 8 & 1 == 0, amount }.pack(), o);
        Some(())
    }

    /// Adds a register that is added or subtracted.
    pub(in crate::target::arm) fn signed_register(
        &self,
        value: u32,
        o: &mut Operands,
    ) -> Option<()> {
        self.no_pc(value & 15, o)?;
        push(value >> 4 & 1, o);
        Some(())
    }
}

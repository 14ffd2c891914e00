//! Shifts and extends of register operands, and the immediates that hold them.

/// A shift or an extend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShiftExtend {
    Lsl,
    Lsr,
    Asr,
    Ror,
    Msl,
    Uxtb,
    Uxth,
    Uxtw,
    Uxtx,
    Sxtb,
    Sxth,
    Sxtw,
    Sxtx,
}

use ShiftExtend::*;

/// Shifts in the order of their codes.
const SHIFTS: [ShiftExtend; 5] = [Lsl, Lsr, Asr, Ror, Msl];

/// Extends in the order of their codes.
const EXTENDS: [ShiftExtend; 8] = [Uxtb, Uxth, Uxtw, Uxtx, Sxtb, Sxth, Sxtw, Sxtx];

impl ShiftExtend {
    /// Returns the name that assembly has for it.
    pub fn name(self) -> &'static str {
        match self {
            Lsl => "lsl",
            Lsr => "lsr",
            Asr => "asr",
            Ror => "ror",
            Msl => "msl",
            Uxtb => "uxtb",
            Uxth => "uxth",
            Uxtw => "uxtw",
            Uxtx => "uxtx",
            Sxtb => "sxtb",
            Sxth => "sxth",
            Sxtw => "sxtw",
            Sxtx => "sxtx",
        }
    }

    /// Returns the shift or extend of a name in any case.
    pub fn named(name: &[u8]) -> Option<Self> {
        let mut all = SHIFTS.into_iter().chain(EXTENDS);
        all.find(|it| it.name().as_bytes().eq_ignore_ascii_case(name))
    }

    /// Returns whether this is one of the shifts.
    pub fn is_shift(self) -> bool {
        SHIFTS.contains(&self)
    }

    /// Returns the code of an extend, from 0 to 7.
    fn extend_code(self) -> Option<i64> {
        EXTENDS.iter().position(|it| *it == self).map(|code| code as i64)
    }

    /// Returns the immediate for a shift by an amount of 0 to 63: 3 bits of shift above 6 of amount. `None` for
    /// extends.
    pub fn shifter_operand(self, amount: u32) -> Option<i64> {
        let code = SHIFTS.iter().position(|it| *it == self)?;
        Some((code as i64) << 6 | i64::from(amount & 0x3f))
    }

    /// Returns the shift and the amount of a [`shifter_operand`](Self::shifter_operand); the shift is
    /// `None` if the immediate has no valid one.
    pub fn of_shifter_operand(operand: i64) -> (Option<Self>, u32) {
        (SHIFTS.get((operand >> 6 & 7) as usize).copied(), (operand & 0x3f) as u32)
    }

    /// Returns the immediate for an extend with a shift to the left by 0 to 7, as arithmetic instructions have
    /// it: 3 bits of extend above 3 of amount. `None` for shifts.
    pub fn arith_extend_operand(self, amount: u32) -> Option<i64> {
        Some(self.extend_code()? << 3 | i64::from(amount & 7))
    }

    /// Returns the extend and the amount of an
    /// [`arith_extend_operand`](Self::arith_extend_operand).
    pub fn of_arith_extend_operand(operand: i64) -> (Self, u32) {
        (EXTENDS[(operand >> 3 & 7) as usize], (operand & 7) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_hold_shifts_and_extends() {
        assert_eq!(Lsl.shifter_operand(12), Some(12));
        assert_eq!(Msl.shifter_operand(16), Some(0x110));
        assert_eq!(Uxtw.shifter_operand(0), None);
        assert_eq!(ShiftExtend::of_shifter_operand(0xc7), (Some(Ror), 7));
        assert_eq!(ShiftExtend::of_shifter_operand(0x1c0).0, None);
        assert_eq!(Uxtx.arith_extend_operand(4), Some(0x1c));
        assert_eq!(Lsl.arith_extend_operand(1), None);
        assert_eq!(ShiftExtend::of_arith_extend_operand(0x33), (Sxtw, 3));
    }

    #[test]
    fn names_are_read_in_any_case() {
        for it in SHIFTS.into_iter().chain(EXTENDS) {
            assert_eq!(ShiftExtend::named(it.name().to_uppercase().as_bytes()), Some(it));
        }
        assert_eq!(ShiftExtend::named(b"rrx"), None);
        assert!(Msl.is_shift() && !Uxtb.is_shift());
    }
}

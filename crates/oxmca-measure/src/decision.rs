//! The number that decides whether a loop goes on, if that is a sum or difference of registers and constants.

use crate::registers::NUM_REGISTERS;

/// A number that is zero, or changes its sign, when flags change or a branch goes elsewhere: one value and a multiple of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Decision {
    pub one: Value,
    pub other: Value,
    pub factor: i64,
    /// Width of the operation.
    pub bits: u32,
}

/// A part of a [`Decision`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Register(usize),
    Number(i64),
}

impl Decision {
    /// Returns the number, by values of registers before the instruction.
    pub(crate) fn number(&self, registers: &[u64; NUM_REGISTERS]) -> i64 {
        let value = |it: Value| match it {
            Value::Register(number) => registers[number] as i64,
            Value::Number(number) => number,
        };
        let sum = value(self.one).wrapping_add(value(self.other).wrapping_mul(self.factor));
        let unused = 64 - self.bits;
        sum.wrapping_shl(unused).wrapping_shr(unused)
    }
}

//! Vector types: element width, group size and policies, as `vsetvli` takes them.

use std::fmt::Write as _;

/// A vector type as its register encodes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VectorType(pub u32);

/// The size of a register group: the given number of registers, or the fraction 1 over that many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupSize {
    pub registers: u32,
    pub is_fraction: bool,
}

impl GroupSize {
    /// A single register.
    pub const ONE: Self = Self { registers: 1, is_fraction: false };

    /// Returns whether there is a code for it.
    pub fn is_valid(self) -> bool {
        let least = if self.is_fraction { 2 } else { 1 };
        self.registers.is_power_of_two() && (least..=8).contains(&self.registers)
    }

    /// Returns the code of a valid size: three bits, fractions above.
    pub fn code(self) -> u32 {
        let log = self.registers.trailing_zeros();
        if self.is_fraction { 8 - log } else { log }
    }

    /// Returns the size with a code, unless that is reserved.
    pub fn of_code(code: u32) -> Option<Self> {
        match code & 7 {
            4 => None,
            log @ 0..4 => Some(Self { registers: 1 << log, is_fraction: false }),
            fraction => Some(Self { registers: 1 << (8 - fraction), is_fraction: true }),
        }
    }
}

/// Bit of a tail-agnostic type.
const TAIL_AGNOSTIC: u32 = 1 << 6;
/// Bit of a mask-agnostic type.
const MASK_AGNOSTIC: u32 = 1 << 7;
/// Bit of a type whose elements are in the other floating-point format of their width.
const ALTERNATIVE_FORMAT: u32 = 1 << 8;

/// Returns whether elements may have `bits` bits.
pub fn is_element_width(bits: u32) -> bool {
    bits.is_power_of_two() && (8..=64).contains(&bits)
}

impl VectorType {
    /// Encodes a vector type.
    pub fn new(
        element_bits: u32,
        group: GroupSize,
        is_tail_agnostic: bool,
        is_mask_agnostic: bool,
        is_alternative: bool,
    ) -> Self {
        let width = element_bits.trailing_zeros() - 3;
        let flag = |is_set, bit| if is_set { bit } else { 0 };
        Self(
            group.code()
                | width << 3
                | flag(is_tail_agnostic, TAIL_AGNOSTIC)
                | flag(is_mask_agnostic, MASK_AGNOSTIC)
                | flag(is_alternative, ALTERNATIVE_FORMAT),
        )
    }

    /// Encodes the type of SiFive's matrix instructions, whose elements are widened 1, 2 or 4 times.
    pub fn matrix(element_bits: u32, widening: u32, is_alternative: bool) -> Self {
        let width = element_bits.trailing_zeros() - 3;
        let format = if is_alternative { ALTERNATIVE_FORMAT } else { 0 };
        Self(width << 3 | (widening.trailing_zeros() + 1) << 9 | format)
    }

    /// Returns the width of an element in bits, which may be reserved: above 64.
    pub fn element_bits(self) -> u32 {
        8 << (self.0 >> 3 & 7)
    }

    /// Returns the group size, unless its code is reserved.
    pub fn group(self) -> Option<GroupSize> {
        GroupSize::of_code(self.0)
    }

    /// Returns whether elements are in the other format of their width.
    pub fn is_alternative(self) -> bool {
        self.0 & ALTERNATIVE_FORMAT != 0
    }

    /// Returns the times that elements of a matrix type are widened; `None` if it is no such type.
    pub fn widening(self) -> Option<u32> {
        let code = self.0 >> 9 & 3;
        let is_matrix = self.0 & !(0x7 << 3 | ALTERNATIVE_FORMAT | 3 << 9) == 0;
        let widening = (1 << code) >> 1;
        let is_valid = !self.is_alternative() || self.element_bits() <= 16;
        (is_matrix && is_valid && code != 0 && self.element_bits() * widening <= 64)
            .then_some(widening)
    }

    /// Appends the type as assembly shows it. A reserved type is shown as a number, which `push_number` appends.
    pub fn print(self, push_number: impl Fn(i64, &mut String), out: &mut String) {
        let is_reserved = self.element_bits() > 64
            || (self.is_alternative() && self.element_bits() > 16)
            || self.0 >> 9 != 0;
        let Some(group) = self.group().filter(|_| !is_reserved) else {
            return push_number(self.0.into(), out);
        };
        let alternative = if self.is_alternative() { "alt" } else { "" };
        let fraction = if group.is_fraction { "f" } else { "" };
        let tail = if self.0 & TAIL_AGNOSTIC != 0 { "ta" } else { "tu" };
        let mask = if self.0 & MASK_AGNOSTIC != 0 { "ma" } else { "mu" };
        let _ = write!(
            out,
            "e{}{alternative}, m{fraction}{}, {tail}, {mask}",
            self.element_bits(),
            group.registers
        );
    }
}

impl VectorType {
    /// Appends a type of SiFive's matrix instructions as assembly shows it.
    pub fn print_matrix(self, out: &mut String) {
        let alternative = if self.is_alternative() { "alt" } else { "" };
        let widening = self.widening().unwrap_or(0);
        let _ = write!(out, "e{}{alternative}, w{widening}", self.element_bits());
    }
}

/// The message for an operand that is no vector type.
pub const EXPECTED: &str =
    "operand must be e[8|8alt|16|16alt|32|64],m[1|2|4|8|f2|f4|f8],[ta|tu],[ma|mu]";

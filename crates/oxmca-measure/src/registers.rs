//! General purpose registers, by their numbers in machine code.

#[cfg(target_arch = "aarch64")]
pub(crate) use self::aarch64 as here;
// Builds for machines that no code can be measured on have some registers, too.
#[cfg(not(target_arch = "aarch64"))]
pub(crate) use self::x86_64 as here;

pub(crate) use self::here::NUM_REGISTERS;

/// Values of general purpose registers and of the stack pointer.
pub(crate) type Registers = [u64; NUM_REGISTERS];

/// Registers of x86-64.
#[cfg(any(test, not(target_arch = "aarch64")))]
#[cfg_attr(target_arch = "aarch64", allow(dead_code, reason = "tests need the numbers of one"))]
pub(crate) mod x86_64 {
    /// Registers that have a value.
    pub(crate) const NUM_REGISTERS: usize = 16;
    /// The register that is the stack pointer.
    pub(crate) const STACK_POINTER: usize = 4;
    /// The register that compilers use as the frame pointer.
    pub(crate) const FRAME_POINTER: usize = 5;
}

/// Registers of AArch64.
#[cfg(any(test, target_arch = "aarch64"))]
pub(crate) mod aarch64 {
    /// Registers that have a value: the general purpose registers and the stack pointer.
    pub(crate) const NUM_REGISTERS: usize = STACK_POINTER + 1;
    /// The stack pointer, which has the number after those of general purpose registers.
    pub(crate) const STACK_POINTER: usize = 31;
    /// The register that compilers use as the frame pointer.
    pub(crate) const FRAME_POINTER: usize = 29;
}

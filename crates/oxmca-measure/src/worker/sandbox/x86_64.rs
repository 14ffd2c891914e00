//! States of x86-64 processors.
#![allow(unsafe_code, reason = "states that are set are none of the language's")]

use std::arch::asm;

use libc::ucontext_t;
use seccompiler::TargetArch;

use super::super::program::Extensions;

/// The architecture, as filters of system calls name it.
pub(super) const ARCHITECTURE: TargetArch = TargetArch::x86_64;

/// Flush-to-zero, denormals are zero, no exceptions.
const CONTROL_OF_VECTORS: u32 = 0x9fc0;
static CONTROL: u32 = CONTROL_OF_VECTORS;

/// Returns the address of the instruction that a signal interrupted.
pub(super) fn instruction_address(context: &ucontext_t) -> usize {
    context.uc_mcontext.gregs[libc::REG_RIP as usize] as usize
}

/// Has the processor execute code that was written as data: nothing needs to be done.
pub(super) fn make_visible(_code: &[u8]) {}

/// Returns the time of the clock, in its ticks.
pub(in crate::worker) fn ticks() -> u64 {
    let (low, high): (u32, u32);
    // SAFETY: reads the clock, which changes nothing.
    unsafe {
        asm!("lfence", "rdtsc", out("eax") low, out("edx") high, options(nomem, nostack));
    }
    u64::from(high) << 32 | u64::from(low)
}

/// Sets the control registers of floating-point units, and clears upper halves.
pub(super) fn reset_units(extensions: Extensions) {
    // SAFETY: the values are those that the ABI asks for, but for denormals, which this process computes none with.
    unsafe {
        asm!("ldmxcsr [{}]", "fninit", "mfence", in(reg) &raw const CONTROL, options(nostack));
        if extensions.has_upper_halves {
            asm!("vzeroupper", out("xmm0") _, out("xmm1") _, options(nomem, nostack));
        }
    }
}

/// Calls a function of machine code, which returns ticks.
///
/// # Safety
/// At the address is a function that keeps the registers which its caller needs by the System V ABI.
pub(super) unsafe fn call(function: *const u8) -> u64 {
    // SAFETY: the caller says so.
    let function: extern "sysv64" fn() -> u64 = unsafe { std::mem::transmute(function) };
    function()
}

//! States of AArch64 processors.
#![allow(unsafe_code, reason = "states that are set are none of the language's")]

use std::arch::asm;

use libc::ucontext_t;
use seccompiler::TargetArch;

use super::super::program::Extensions;

/// The architecture, as filters of system calls name it.
pub(super) const ARCHITECTURE: TargetArch = TargetArch::aarch64;

/// Denormals, also of half precision, are zero, numbers are rounded to the nearest one, no exceptions.
const CONTROL_OF_FLOATS: u64 = 1 << 24 | 1 << 19;

/// Returns the address of the instruction that a signal interrupted.
pub(super) fn instruction_address(context: &ucontext_t) -> usize {
    context.uc_mcontext.pc as usize
}

/// Has the processor execute code that was written as data: caches of instructions do not follow those of data.
pub(super) fn make_visible(code: &[u8]) {
    let lines: u64;
    // SAFETY: reads the sizes of lines, which changes nothing.
    unsafe { asm!("mrs {}, ctr_el0", out(reg) lines, options(nomem, nostack)) };
    // Sizes are binary logarithms of words of four bytes.
    let [data_bytes, instruction_bytes] = [lines >> 16 & 15, lines & 15].map(|it| 4_usize << it);
    let start = code.as_ptr() as usize;
    let lines_of = |bytes: usize| (start & !(bytes - 1)..start + code.len()).step_by(bytes);
    for line in lines_of(data_bytes) {
        // SAFETY: writes a line back that has a byte of the slice, or is in its page. Nothing is changed.
        unsafe { asm!("dc cvau, {}", in(reg) line, options(nostack)) };
    }
    // SAFETY: waits.
    unsafe { asm!("dsb ish", options(nostack)) };
    for line in lines_of(instruction_bytes) {
        // SAFETY: forgets a line of the cache of instructions, which is fetched again where it is needed.
        unsafe { asm!("ic ivau, {}", in(reg) line, options(nostack)) };
    }
    // SAFETY: waits, and fetches instructions anew.
    unsafe { asm!("dsb ish", "isb", options(nostack)) };
}

/// Returns the time of the clock, in its ticks.
pub(in crate::worker) fn ticks() -> u64 {
    let ticks: u64;
    // SAFETY: reads the clock, which changes nothing.
    unsafe { asm!("isb", "mrs {}, cntvct_el0", out(reg) ticks, options(nomem, nostack)) };
    ticks
}

/// Sets the control register of floating-point units, and forgets exceptions.
pub(super) fn reset_units(_extensions: Extensions) {
    // SAFETY: the values are those that the ABI asks for, but for denormals, which this process computes none with.
    unsafe {
        asm!("msr fpcr, {}", "msr fpsr, xzr", "dsb ish", in(reg) CONTROL_OF_FLOATS, options(nostack));
    }
}

/// Calls a function of machine code, which returns ticks.
///
/// # Safety
/// At the address is a function that keeps the registers which its caller needs by the procedure call standard.
pub(super) unsafe fn call(function: *const u8) -> u64 {
    // SAFETY: the caller says so.
    let function: extern "C" fn() -> u64 = unsafe { std::mem::transmute(function) };
    function()
}

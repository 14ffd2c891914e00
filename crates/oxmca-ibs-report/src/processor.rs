//! The one place with facts about x86: triples of recorded programs, and the CPU that recorded.

use oxmca_ibs::Cpu;

/// A CPU whose tables know nearly all instructions of AMD processors. It reads and writes instructions if there
/// is no CPU to simulate.
pub const DEFAULT_CPU: &str = "znver4";

/// Returns the target triple of a program in 64-bit or 32-bit mode.
pub const fn triple(is_64_bit: bool) -> &'static str {
    if is_64_bit { "x86_64-unknown-unknown" } else { "i386-unknown-unknown" }
}

/// Returns the name of the CPU that recorded, if there is one for it.
pub fn cpu_name(cpu: &Cpu) -> Option<&'static str> {
    oxmca_asm::target::x86::host::amd_cpu_name(cpu.family, cpu.model)
}

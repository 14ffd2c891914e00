//! Tests of the tables by their public interface, in one program.

#[cfg(feature = "x86")]
mod add_a_cpu;
mod hardware_format;
mod sizes;
#[cfg(feature = "x86")]
mod x86_facts;

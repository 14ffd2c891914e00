//! Tests of the tables by their public interface, in one program.

#[cfg(all(feature = "text", feature = "x86"))]
mod add_a_cpu;
#[cfg(feature = "text")]
mod hardware_format;
#[cfg(feature = "x86")]
mod x86_facts;

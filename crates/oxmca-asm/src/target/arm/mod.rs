//! Arm's 32-bit architecture: the instruction sets A32 and Thumb.

pub(super) mod known_names;
pub mod descriptor;

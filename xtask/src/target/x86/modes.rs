//! The modes.

use crate::target::proved::Mode;

/// 64-bit mode.
pub const BITS_64: Mode = Mode { index: 0, triple: "x86_64-unknown-unknown", features: "" };
/// 32-bit mode.
pub const BITS_32: Mode = Mode { index: 1, triple: "i686-unknown-unknown", features: "" };
/// 16-bit mode.
pub const BITS_16: Mode = Mode { index: 2, triple: "i686-unknown-unknown-code16", features: "" };

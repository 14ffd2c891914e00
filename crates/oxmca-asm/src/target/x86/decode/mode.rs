//! The processor's mode.

/// The processor's mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Bits16,
    Bits32,
    Bits64,
}

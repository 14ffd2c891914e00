//! The mode and the state between statements.

use oxmca_tables::FeatureSet;

use crate::parser::Parser;
use crate::target::TargetState;
use crate::target::x86::X86;

/// State of x86 between the statements of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::target::x86) struct State {
    /// `.code16gcc` is in force.
    pub code_16_gcc: bool,
    /// A register `r16` to `r31` was named since the instruction began.
    pub names_apx_register: bool,
    /// `data32` came before this instruction.
    pub data_32: bool,
}

impl TargetState for State {
    fn is_initial(&self) -> bool {
        *self == State::default()
    }
}

/// Returns the state of x86 in a parser.
pub(in crate::target::x86) fn state(parser: &Parser<'_>) -> State {
    parser.target_state.get().copied().unwrap_or_default()
}

/// Changes the state of x86 in a parser.
pub(in crate::target::x86) fn set_state(parser: &mut Parser<'_>, change: impl FnOnce(&mut State)) {
    if let Some(state) = parser.target_state.get_mut() {
        change(state);
    }
}

/// The mode in force.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::target::x86) enum Mode {
    Bits16,
    Bits32,
    Bits64,
}

impl Mode {
    pub fn bits(self) -> u8 {
        match self {
            Mode::Bits16 => 16,
            Mode::Bits32 => 32,
            Mode::Bits64 => 64,
        }
    }
}

impl X86<'_> {
    /// Makes `mode` the one in force.
    pub(in crate::target::x86) fn set_mode(&self, features: &mut FeatureSet, mode: Mode) {
        for bit in [self.is_16_bit, self.is_32_bit, self.is_64_bit] {
            features.remove(bit);
        }
        features.insert(match mode {
            Mode::Bits16 => self.is_16_bit,
            Mode::Bits32 => self.is_32_bit,
            Mode::Bits64 => self.is_64_bit,
        });
    }
}

/// Returns the mode in force.
pub(in crate::target::x86) fn mode(x86: &X86<'_>, parser: &Parser<'_>) -> Mode {
    let features = parser.features();
    if features.contains(x86.is_64_bit) {
        Mode::Bits64
    } else if features.contains(x86.is_32_bit) {
        Mode::Bits32
    } else {
        Mode::Bits16
    }
}

/// Returns whether Intel syntax is in force.
pub(super) fn is_intel(parser: &Parser<'_>) -> bool {
    parser.dialect != 0
}

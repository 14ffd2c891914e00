//! An instruction as written.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::state::State;
use crate::source::Loc;
use crate::target::x86::operand::ParsedOperand;
use crate::target::x86::pseudo_prefixes::PseudoPrefixes;

/// The operands of an instruction, without its mnemonic.
pub(super) type Operands<'a> = SmallVec<[ParsedOperand<'a>; 6]>;

/// An instruction as written.
pub(super) struct Statement<'a, 'o> {
    /// The mnemonic to match: what was written, less what prefixes and fix-ups took from it.
    pub mnemonic: Cow<'a, [u8]>,
    /// Text that errors about the mnemonic underline begins here.
    pub mnemonic_loc: Loc,
    /// The number of its bytes that are underlined.
    pub mnemonic_bytes: usize,
    pub operands: &'o mut Operands<'a>,
    /// The requests of `{}` prefixes.
    pub pseudo_prefixes: PseudoPrefixes,
    /// The state after the operands.
    pub state: State,
    /// `lock`, `rep` and the like: bits of [`prefix`](crate::target::x86::prefix).
    pub flags: u32,
}

//! A statement while it is parsed.

use smallvec::SmallVec;

use crate::parser::ParseResult;
use crate::target::amdgpu::forced::Forced;
use crate::target::amdgpu::generation::Generation;
use crate::target::amdgpu::operand::ParsedOperand;
use crate::target::amdgpu::target::AmdGpu;

/// The operands of a statement.
pub type Operands<'a> = SmallVec<[ParsedOperand<'a>; 8]>;

/// The outcome of an attempt to parse an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attempt {
    Parsed,
    /// It is another kind of operand. Nothing was read.
    NoMatch,
}

/// The outcome, or an error that was reported.
pub type AttemptResult = ParseResult<Attempt>;

/// A statement while it is parsed.
pub struct Statement<'s> {
    pub gpu: &'s AmdGpu<'s>,
    pub generation: Generation<'s>,
    /// The mnemonic without its suffix, in lower case.
    pub name: &'s [u8],
    pub forced: Forced,
}

//! An x86 operand as written.

use oxmca_tables::Reg;

use crate::inst::Expr;
use crate::source::{Loc, LocRange};

/// An operand as written, or a part of one that the matcher treats as its own operand.
#[derive(Clone, Debug)]
pub struct ParsedOperand<'s> {
    /// Its kind.
    pub kind: OperandKind<'s>,
    /// Its text.
    pub range: LocRange,
}

/// Kinds of [`ParsedOperand`].
#[derive(Clone, Debug)]
pub enum OperandKind<'s> {
    /// Fixed text, e.g. `*` or `{1to8}`.
    Token(&'s [u8]),
    /// A register.
    Register(Reg),
    /// An immediate.
    Immediate(Expr),
    /// A memory reference.
    Memory(Memory),
    /// `(%dx)`, which `in` and `out` take for `%dx`.
    DxInParentheses,
}

/// A memory reference.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Segment override, or none.
    pub segment: Reg,
    /// Base, or none.
    pub base: Reg,
    /// Index, or none.
    pub index: Reg,
    /// The factor of the index.
    pub scale: u8,
    /// Displacement.
    pub displacement: Expr,
    /// Access size if it is known, else 0.
    pub size_bits: u16,
    /// Address size of the mode: 16, 32 or 64.
    pub mode_bits: u8,
    /// Set if an address alone may be where a branch goes, rather than where it finds that.
    pub may_be_target: bool,
}

impl<'s> ParsedOperand<'s> {
    /// Returns the fixed text at `loc`.
    pub fn token(text: &'s [u8], loc: Loc) -> Self {
        let range = LocRange::new(loc, loc.offset(text.len()));
        ParsedOperand { kind: OperandKind::Token(text), range }
    }

    /// Returns a register.
    pub fn register(reg: Reg, start: Loc, end: Loc) -> Self {
        ParsedOperand { kind: OperandKind::Register(reg), range: LocRange::new(start, end) }
    }

    /// Returns an immediate.
    pub fn immediate(value: Expr, start: Loc, end: Loc) -> Self {
        ParsedOperand { kind: OperandKind::Immediate(value), range: LocRange::new(start, end) }
    }

    /// Returns a memory reference.
    pub fn memory(memory: Memory, start: Loc, end: Loc) -> Self {
        ParsedOperand { kind: OperandKind::Memory(memory), range: LocRange::new(start, end) }
    }

    /// Returns the register, if this is one.
    #[inline]
    pub fn reg(&self) -> Option<Reg> {
        match self.kind {
            OperandKind::Register(reg) => Some(reg),
            _ => None,
        }
    }

    /// Returns the memory reference, if this is one.
    #[inline]
    pub fn mem(&self) -> Option<&Memory> {
        match &self.kind {
            OperandKind::Memory(memory) => Some(memory),
            _ => None,
        }
    }
}

impl Memory {
    /// Returns a reference by base register alone.
    pub fn at(base: Reg, mode_bits: u8) -> Memory {
        Memory { base, ..Memory::absolute(Expr::Constant(0), mode_bits) }
    }

    /// Returns a reference by displacement alone.
    pub fn absolute(displacement: Expr, mode_bits: u8) -> Memory {
        Memory {
            segment: Reg::NONE,
            base: Reg::NONE,
            index: Reg::NONE,
            scale: 1,
            displacement,
            size_bits: 0,
            mode_bits,
            may_be_target: true,
        }
    }

    /// Returns whether the displacement is the constant 0.
    pub fn has_zero_displacement(&self) -> bool {
        matches!(self.displacement, Expr::Constant(0))
    }
}

//! Decoders: from machine code to instructions.
//!
//! [`Target::decode`](crate::Target::decode) decodes one instruction. [`words`] serves targets whose tables describe
//! machine code as words with fixed bits.

pub mod words;

use std::fmt;

use smallvec::SmallVec;

use crate::inst::{Inst, Operand};

/// The operands of an instruction.
pub type Operands = SmallVec<[Operand; 8]>;

/// The instruction set of code, where a target has several that change within a section.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum InstructionSet {
    /// The one that the features choose.
    #[default]
    Usual,
    /// One of the target's, by its number.
    Other(u8),
}

/// The facts that the place of an instruction decides of it: none on most targets.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct DecodeContext {
    /// The instruction set.
    pub instruction_set: InstructionSet,
    /// The blocks that instructions before it have begun; zeros outside of blocks.
    pub(crate) blocks: [u64; 2],
}

impl DecodeContext {
    /// Returns the context at the beginning of code of an instruction set.
    pub fn of(instruction_set: InstructionSet) -> DecodeContext {
        DecodeContext { instruction_set, ..DecodeContext::default() }
    }
}

/// An instruction to decode into again and again, which saves time.
///
/// Decoders alone write to it, and none of their operands owns anything. It keeps the context, so that instructions are
/// decoded in their order.
#[derive(Clone, Default, Debug)]
pub struct DecodeBuffer {
    inst: Inst,
    /// The context of the next instruction.
    pub context: DecodeContext,
}

impl DecodeBuffer {
    /// Creates a buffer for an instruction in a context.
    pub fn in_context(context: DecodeContext) -> DecodeBuffer {
        DecodeBuffer { context, ..DecodeBuffer::default() }
    }

    /// Returns the instruction that was decoded last.
    pub fn inst(&self) -> &Inst {
        &self.inst
    }

    /// Returns the instruction that was decoded last, with its memory.
    pub fn into_inst(self) -> Inst {
        self.inst
    }

    /// Returns the context, and an instruction without operands and flags, to write the next one.
    #[inline]
    pub(crate) fn restart_in_context(&mut self) -> (&mut DecodeContext, &mut Inst) {
        self.restart();
        (&mut self.context, &mut self.inst)
    }

    /// Returns an instruction without operands and flags, to write the next one.
    #[inline]
    pub(crate) fn restart(&mut self) -> &mut Inst {
        self.inst.flags = 0;
        clear(&mut self.inst.operands);
        &mut self.inst
    }
}

/// Removes operands that own nothing: to drop them one by one would take longer than to decode one.
#[inline]
pub(crate) fn clear(operands: &mut Operands) {
    match operands.spilled() {
        true => *operands = Operands::new(),
        false => std::mem::forget(std::mem::take(operands)),
    }
}

/// An instruction that was decoded, and the length of its code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// The instruction.
    pub inst: Inst,
    /// The length of its code.
    pub length_bytes: usize,
    /// As in [`DecodedCode`].
    pub is_potentially_undefined: bool,
}

/// Facts about the code of an instruction that was decoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecodedCode {
    /// Its length.
    pub length_bytes: usize,
    /// Set if processors may do anything with this code, though it is an instruction: LLVM's disassembler warns of a
    /// potentially undefined encoding.
    pub is_potentially_undefined: bool,
}

/// The reason why bytes are no instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecodeError {
    /// No instruction of the CPU has this code.
    Unknown {
        /// LLVM's disassembler goes on this many bytes later; it takes 0 for 1.
        skip_bytes: usize,
    },
    /// The bytes end within an instruction.
    Truncated {
        /// LLVM's disassembler goes on this many bytes later; it takes 0 for 1.
        skip_bytes: usize,
    },
}

impl DecodeError {
    /// Returns the number of bytes after which LLVM's tools go on: 1 at least.
    pub fn skip_bytes(self) -> usize {
        match self {
            DecodeError::Unknown { skip_bytes } | DecodeError::Truncated { skip_bytes } => {
                skip_bytes.max(1)
            }
        }
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DecodeError::Unknown { .. } => "no instruction has this code",
            DecodeError::Truncated { .. } => "the code ends within an instruction",
        })
    }
}

impl std::error::Error for DecodeError {}

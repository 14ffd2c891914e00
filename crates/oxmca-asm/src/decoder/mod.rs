//! Decoders: from machine code to instructions.
//!
//! [`Target::decode`](crate::Target::decode) decodes one instruction. [`words`] serves targets whose tables describe
//! machine code as words with fixed bits.

pub mod words;

use std::fmt;

use crate::inst::Inst;

/// An instruction that was decoded, and the length of its code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// The instruction.
    pub inst: Inst,
    /// The length of its code.
    pub length_bytes: usize,
}

/// Why bytes are no instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecodeError {
    /// No instruction of the CPU has this code.
    Unknown {
        /// LLVM's disassembler goes on this many bytes later.
        skip_bytes: usize,
    },
    /// The bytes end within an instruction.
    Truncated,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DecodeError::Unknown { .. } => "no instruction has this code",
            DecodeError::Truncated => "the code ends within an instruction",
        })
    }
}

impl std::error::Error for DecodeError {}

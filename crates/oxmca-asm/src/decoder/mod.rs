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

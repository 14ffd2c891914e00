//! Texts of a region that its report does not have.

use oxmca_asm::Inst;
use oxmca_tables::{Opcode, Reg};

use crate::lower::Instrument;
use crate::report::Printed;
use crate::source::{Place, SourceFrame};

/// Texts and facts that the assembler supplies for one region's report. Lists have one entry per
/// instruction of the region as given, before any was left out.
#[derive(Clone, Copy)]
pub struct Texts<'a> {
    /// Name of the region, which may be empty and need not be UTF-8.
    pub name: &'a [u8],
    /// Set if markers delimit the region.
    pub is_marked: bool,
    /// The instructions.
    pub insts: &'a [Inst],
    /// Special treatment asked for: empty, or one entry per instruction.
    pub instruments: &'a [Instrument],
    /// Printed instructions.
    pub instructions: &'a Printed,
    /// Places in the input where the instructions begin.
    pub places: &'a [Option<Place>],
    /// Addresses of instructions of machine code.
    pub addresses: Option<&'a [u64]>,
    /// Encodings, if they are to be shown.
    pub encodings: Option<&'a [Vec<u8>]>,
    /// Source lines, shown with a source listing. May be empty. Of each instruction the place in the innermost inlined
    /// function comes first, then that in the function into which it was inlined, and so on.
    pub source_frames: &'a [&'a [SourceFrame]],
    /// Names of registers as the printer writes them.
    pub register_name: &'a dyn Fn(Reg) -> String,
    /// Names of opcodes.
    pub opcode_name: &'a dyn Fn(Opcode) -> String,
}

/// Returns bytes as text, with U+FFFD in place of those that are not UTF-8.
pub(super) fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

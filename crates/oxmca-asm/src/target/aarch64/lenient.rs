//! Statements of GNU's assembler and disassembler that LLVM's assembler does not read.

use crate::target::TextMarkers;

/// The markers of OSACA.
pub(super) const TEXT_MARKERS: TextMarkers = TextMarkers {
    begin: &["movx1,#111", "movx1,111", "movx1,#0x6f"],
    end: &["movx1,#222", "movx1,222", "movx1,#0xde"],
    bytes: &[&[213, 3, 32, 31]],
    disassembled: &[],
};

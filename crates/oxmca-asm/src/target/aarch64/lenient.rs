//! Statements of GNU's assembler and disassembler that LLVM's assembler does not read.

use crate::target::ByteMarkers;

/// The markers of OSACA.
pub(super) const BYTE_MARKERS: ByteMarkers = ByteMarkers {
    begin: &["movx1,#111", "movx1,111", "movx1,#0x6f"],
    end: &["movx1,#222", "movx1,222", "movx1,#0xde"],
    bytes: &[&[213, 3, 32, 31]],
    disassembled: &[],
};

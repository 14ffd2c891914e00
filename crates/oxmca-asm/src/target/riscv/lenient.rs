//! Statements of GNU's assembler and disassembler that LLVM's assembler does not read.

use crate::target::TextMarkers;

/// The markers of OSACA.
pub(super) const TEXT_MARKERS: TextMarkers = TextMarkers {
    begin: &["lia1,111", "lia1,0x6f"],
    end: &["lia1,222", "lia1,0xde"],
    bytes: &[&[19, 0, 0, 0], &[213, 3, 32, 31]],
    disassembled: &[],
};

//! The modes: widths of registers and orders of bytes, and embedded processors.

use oxmca_tables::Tables;
use oxmca_tables::schema::MatchEntry;

use crate::target::proved::Mode;

const LITTLE_64: Mode = Mode { index: 0, triple: "powerpc64le", features: "" };
const BIG_32: Mode = Mode { index: 1, triple: "powerpc", features: "" };
const BIG_64: Mode = Mode { index: 2, triple: "powerpc64-unknown-linux-gnu", features: "" };
const EMBEDDED: Mode = Mode { index: 3, triple: "powerpcle", features: "+booke,+spe" };
/// Code for Apple's systems.
const APPLE: Mode = Mode { index: 4, triple: "powerpc64-apple-darwin", features: "" };

/// All modes.
pub const MODES: &[Mode] = &[LITTLE_64, BIG_32, BIG_64, EMBEDDED, APPLE];

/// Returns whether form number `index` is tried in a mode: all with 64 and with 32 bits, elsewhere a sample.
pub fn tries(tables: &Tables<'_>, mode: Mode, entry: &MatchEntry, index: usize) -> bool {
    // LLVM takes any operands for those of a call of one function, and crashes on others.
    if tables.opcode_name(entry.opcode).contains("TLS") {
        return false;
    }
    match mode {
        LITTLE_64 | BIG_32 => true,
        BIG_64 => index.is_multiple_of(5),
        _ => index.is_multiple_of(11) || tables.opcode_name(entry.opcode).starts_with("DCBT"),
    }
}

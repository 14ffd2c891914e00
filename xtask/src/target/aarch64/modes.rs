//! The modes: byte orders and dialects, with all features and with none.

use oxmca_tables::Tables;
use oxmca_tables::schema::MatchEntry;

use crate::target::proved::Mode;

const ALL: &str = "+all";
/// Little-endian, in the generic dialect.
const GENERIC: Mode = Mode { index: 0, triple: "aarch64", features: ALL };
/// The dialect of Apple's systems.
const APPLE: Mode = Mode { index: 1, triple: "arm64-apple-macosx", features: ALL };
const BIG_ENDIAN: Mode = Mode { index: 2, triple: "aarch64_be", features: ALL };
/// Hardly more features than a CPU has.
const PLAIN: Mode = Mode { index: 3, triple: "aarch64", features: "+v8a" };
const WINDOWS: Mode = Mode { index: 4, triple: "aarch64-pc-windows-msvc", features: ALL };

/// All modes.
pub const MODES: &[Mode] = &[GENERIC, APPLE, BIG_ENDIAN, PLAIN, WINDOWS];

/// Returns the matcher's variant whose forms are tried in a mode.
pub fn variant(mode: Mode) -> usize {
    usize::from(mode == APPLE)
}

/// Returns whether form number `index` is tried in a mode: all in either dialect, elsewhere a sample, since nothing
/// else differs.
pub fn tries(tables: &Tables<'_>, mode: Mode, entry: &MatchEntry, index: usize) -> bool {
    // Apple's dialect has a few forms that lack their operands, on which LLVM crashes.
    if entry.classes.is_empty() && tables.instruction(entry.opcode).num_defs > 0 {
        return false;
    }
    match mode {
        GENERIC | APPLE => true,
        PLAIN => index.is_multiple_of(5),
        _ => index.is_multiple_of(31),
    }
}

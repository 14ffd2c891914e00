//! Object files with SystemZ code.

use crate::syntax::ObjectFormat::Elf;
use crate::target::object_facts::{DebugRelocation, ObjectCode, ObjectMachine};

/// `R_390_64`: an address.
const ADDRESS: u32 = 22;
/// `R_390_JMP_SLOT`.
const JUMP_SLOT: u32 = 11;

static CODE: ObjectCode =
    ObjectCode { table_relocations: &[ADDRESS, JUMP_SLOT], debug_relocation, ..ObjectCode::PLAIN };

/// The kinds of object files.
pub(super) static MACHINES: &[ObjectMachine] = &[ObjectMachine {
    format: Elf,
    machine: 22,
    submachine: None,
    class_bits: Some(64),
    is_little_endian: false,
    address_bits: 64,
    triple: "s390x-unknown-linux-gnu",
    code: &CODE,
}];

/// Returns what a relocation does to debug information, by its number in the ELF specification of s390x.
fn debug_relocation(kind: u32) -> Option<DebugRelocation> {
    let size_bits = match kind {
        1 => 8,
        3 => 16,
        4 => 32,
        ADDRESS => 64,
        _ => return None,
    };
    Some(DebugRelocation { size_bits: Some(size_bits), change: |_, value| value })
}

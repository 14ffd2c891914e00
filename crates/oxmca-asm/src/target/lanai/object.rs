//! Object files with Lanai code.

use crate::syntax::ObjectFormat::Elf;
use crate::target::object_facts::{DebugRelocation, ObjectCode, ObjectMachine};

/// `R_LANAI_32`, by its number in LLVM's `ELFRelocs/Lanai.def`: an address.
const ADDRESS: u32 = 4;

static CODE: ObjectCode = ObjectCode { debug_relocation, ..ObjectCode::PLAIN };

/// The kinds of object files.
pub(super) static MACHINES: &[ObjectMachine] = &[ObjectMachine {
    format: Elf,
    machine: 244,
    submachine: None,
    class_bits: Some(32),
    is_little_endian: false,
    address_bits: 32,
    triple: "lanai-unknown-unknown",
    code: &CODE,
}];

fn debug_relocation(kind: u32) -> Option<DebugRelocation> {
    let write = DebugRelocation { size_bits: Some(32), change: |_, value| value };
    (kind == ADDRESS).then_some(write)
}

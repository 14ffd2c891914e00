//! Object files with PowerPC's code.

use crate::syntax::ObjectFormat::Elf;
use crate::target::object_facts::{ObjectCode, ObjectMachine};

static CODE: ObjectCode = ObjectCode {
    // `R_PPC_GLOB_DAT` and `R_PPC_JMP_SLOT`, which have the same numbers with 64 bits.
    table_relocations: &[20, 21],
    ..ObjectCode::PLAIN
};

const ELF_64: ObjectMachine = ObjectMachine {
    format: Elf,
    machine: 21,
    submachine: None,
    class_bits: Some(64),
    is_little_endian: true,
    address_bits: 64,
    triple: "powerpc64le-unknown-linux-gnu",
    code: &CODE,
};

const ELF_32: ObjectMachine = ObjectMachine {
    machine: 20,
    class_bits: Some(32),
    is_little_endian: false,
    address_bits: 32,
    triple: "powerpc-unknown-linux-gnu",
    ..ELF_64
};

/// The kinds of object files.
pub(super) static MACHINES: &[ObjectMachine] = &[
    ELF_64,
    ObjectMachine { is_little_endian: false, triple: "powerpc64-unknown-linux-gnu", ..ELF_64 },
    ELF_32,
    ObjectMachine { is_little_endian: true, triple: "powerpcle-unknown-linux-gnu", ..ELF_32 },
];

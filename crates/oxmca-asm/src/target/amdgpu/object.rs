//! Object files with code of AMD's graphics processors. The flags of a file name its CPU; they are not read so far, so
//! that users name the CPU.

use crate::syntax::ObjectFormat::Elf;
use crate::target::object_facts::{ObjectCode, ObjectMachine};

static CODE: ObjectCode = ObjectCode::PLAIN;

/// The kinds of object files.
pub(super) static MACHINES: &[ObjectMachine] = &[ObjectMachine {
    format: Elf,
    machine: 224,
    submachine: None,
    class_bits: Some(64),
    is_little_endian: true,
    address_bits: 64,
    triple: "amdgcn-amd-amdhsa",
    code: &CODE,
}];

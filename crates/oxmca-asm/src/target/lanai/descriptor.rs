//! The facts that Lanai states about itself.

use super::object;
use crate::target::{Architecture, TargetDescriptor};

/// The facts.
pub static DESCRIPTOR: TargetDescriptor = TargetDescriptor {
    name: "lanai",
    architectures: &[Architecture {
        name: "lanai",
        spellings: &["lanai"],
        target_name: "lanai",
        address_bits: 32,
        is_little_endian: false,
        is_always_elf: true,
        is_main: true,
        file_formats: &[&["elf32-lanai"]],
        ..Architecture::LITTLE_64
    }],
    takes_any_dialect: false,
    object_machines: object::MACHINES,
    ..TargetDescriptor::PLAIN
};

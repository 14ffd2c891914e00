//! The facts that SystemZ states about itself.

use super::object;
use crate::target::{Architecture, TargetDescriptor};

/// The facts.
pub static DESCRIPTOR: TargetDescriptor = TargetDescriptor {
    name: "systemz",
    architectures: &[Architecture {
        name: "s390x",
        spellings: &["s390x", "systemz"],
        target_name: "systemz",
        is_little_endian: false,
        is_main: true,
        file_formats: &[&["elf64", "s390"]],
        directives: &[(".machinemode", "zarch")],
        ..Architecture::LITTLE_64
    }],
    object_machines: object::MACHINES,
    ..TargetDescriptor::PLAIN
};

//! The facts that AMD's graphics processors state about themselves.

use super::object;
use crate::target::{Architecture, TargetDescriptor};

/// The facts.
pub static DESCRIPTOR: TargetDescriptor = TargetDescriptor {
    name: "amdgpu",
    architectures: &[Architecture {
        name: "amdgcn",
        spellings: &["amdgcn", "amdgpu"],
        target_name: "amdgcn",
        is_always_elf: true,
        is_main: true,
        file_formats: &[&["elf64-amdgpu"]],
        ..Architecture::LITTLE_64
    }],
    object_machines: object::MACHINES,
    ..TargetDescriptor::PLAIN
};

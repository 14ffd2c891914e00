//! The facts that AMD's graphics processors state about themselves.

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
        ..Architecture::LITTLE_64
    }],
    ..TargetDescriptor::PLAIN
};

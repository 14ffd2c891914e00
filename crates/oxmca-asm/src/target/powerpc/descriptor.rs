//! The facts that PowerPC states about itself.

use super::{host, object};
use crate::target::{Architecture, HostFacts, TargetDescriptor};

/// An architecture with registers of 64 bits that stores the most significant byte first.
const BIG_64: Architecture = Architecture {
    name: "powerpc64",
    spellings: &["powerpc64", "ppc64", "ppu"],
    target_name: "ppc64",
    is_little_endian: false,
    file_formats: &[&["elf64-powerpc"], &["elf64-powerpcbe"]],
    ..Architecture::LITTLE_64
};

/// An architecture with registers of 32 bits that stores the most significant byte first.
const BIG_32: Architecture = Architecture {
    name: "powerpc",
    spellings: &["powerpc", "powerpcspe", "ppc", "ppc32"],
    target_name: "ppc32",
    address_bits: 32,
    file_formats: &[&["elf32-powerpc"]],
    ..BIG_64
};

/// The facts.
pub static DESCRIPTOR: TargetDescriptor = TargetDescriptor {
    name: "powerpc",
    architectures: &[
        Architecture {
            name: "powerpc64le",
            spellings: &["powerpc64le", "ppc64le"],
            target_name: "ppc64le",
            is_little_endian: true,
            is_always_elf: true,
            is_main: true,
            file_formats: &[&["elf64-powerpcle"]],
            ..BIG_64
        },
        BIG_64,
        BIG_32,
        Architecture {
            name: "powerpcle",
            spellings: &["powerpcle", "ppcle", "ppc32le"],
            target_name: "ppc32le",
            is_little_endian: true,
            is_always_elf: true,
            file_formats: &[&["elf32-powerpcle"]],
            ..BIG_32
        },
    ],
    object_machines: object::MACHINES,
    host: Some(HostFacts {
        rust_names: &["powerpc", "powerpc64"],
        triple_arch: |arch, _| match arch {
            "powerpc64" if cfg!(target_endian = "little") => "powerpc64le",
            arch => arch,
        },
        linux_vendor: "unknown",
        cpu_name: |read_cpuinfo| host::cpu_name(&read_cpuinfo()),
        features: Vec::new,
    }),
    ..TargetDescriptor::PLAIN
};

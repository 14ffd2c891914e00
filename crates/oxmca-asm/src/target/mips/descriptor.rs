//! The facts that Mips states about itself.

use super::object;
use crate::target::{Architecture, HostFacts, TargetDescriptor};

/// An architecture with registers of 32 bits that stores the most significant byte first.
const BIG_32: Architecture = Architecture {
    name: "mips",
    spellings: &["mips", "mipseb", "mipsallegrex", "mipsisa32r6", "mipsr6"],
    target_name: "mips",
    address_bits: 32,
    is_little_endian: false,
    file_formats: &[&["elf32-tradbigmips"], &["elf32-bigmips"]],
    ..Architecture::LITTLE_64
};

/// An architecture with registers of 64 bits that stores the most significant byte first.
const BIG_64: Architecture = Architecture {
    name: "mips64",
    spellings: &["mips64", "mips64eb", "mipsn32", "mipsisa64r6", "mips64r6", "mipsn32r6"],
    target_name: "mips64",
    address_bits: 64,
    file_formats: &[&["elf64-tradbigmips"], &["elf32-ntradbigmips"]],
    ..BIG_32
};

/// The facts.
pub static DESCRIPTOR: TargetDescriptor = TargetDescriptor {
    name: "mips",
    architectures: &[
        Architecture {
            name: "mips64el",
            spellings: &["mips64el", "mipsn32el", "mipsisa64r6el", "mips64r6el", "mipsn32r6el"],
            target_name: "mips64el",
            is_little_endian: true,
            is_main: true,
            file_formats: &[&["elf64-tradlittlemips"], &["elf32-ntradlittlemips"]],
            ..BIG_64
        },
        BIG_64,
        Architecture {
            name: "mipsel",
            spellings: &["mipsel", "mipsallegrexel", "mipsisa32r6el", "mipsr6el"],
            target_name: "mipsel",
            is_little_endian: true,
            file_formats: &[&["elf32-tradlittlemips"], &["elf32-littlemips"]],
            ..BIG_32
        },
        BIG_32,
    ],
    object_machines: object::MACHINES,
    host: Some(HostFacts {
        rust_names: &["mips", "mips64", "mips32r6", "mips64r6"],
        triple_arch: |arch, _| match (arch.starts_with("mips64"), cfg!(target_endian = "little")) {
            (true, true) => "mips64el",
            (true, false) => "mips64",
            (false, true) => "mipsel",
            (false, false) => "mips",
        },
        linux_vendor: "unknown",
        cpu_name: |_| "generic",
        features: Vec::new,
    }),
    ..TargetDescriptor::PLAIN
};

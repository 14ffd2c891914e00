//! The facts that RISC-V states about itself.

use oxmca_tables::Tables;

use super::lenient::TEXT_MARKERS;
use super::{hardware, host, object};
use crate::region::ByteMarkers;
use crate::target::{Architecture, HostFacts, TargetDescriptor};

/// An architecture with registers of 64 bits.
const RISCV_64: Architecture = Architecture {
    name: "riscv64",
    spellings: &["riscv64"],
    target_name: "riscv64",
    is_always_elf: true,
    is_main: true,
    file_formats: &[&["riscv"]],
    directives: &[(".attribute", "\"rv64")],
    ..Architecture::LITTLE_64
};

/// An architecture with registers of 32 bits.
const RISCV_32: Architecture = Architecture {
    name: "riscv32",
    spellings: &["riscv32"],
    target_name: "riscv32",
    address_bits: 32,
    is_main: false,
    file_formats: &[&["riscv", "elf32"], &["riscv32"]],
    directives: &[(".attribute", "\"rv32")],
    ..RISCV_64
};

/// The facts about RISC-V.
pub static DESCRIPTOR: TargetDescriptor = TargetDescriptor {
    name: "riscv",
    architectures: &[
        RISCV_32,
        RISCV_64,
        Architecture {
            name: "riscv32be",
            spellings: &["riscv32be"],
            target_name: "riscv32be",
            is_little_endian: false,
            file_formats: &[],
            directives: &[],
            ..RISCV_32
        },
        Architecture {
            name: "riscv64be",
            spellings: &["riscv64be"],
            target_name: "riscv64be",
            is_little_endian: false,
            is_main: false,
            file_formats: &[],
            directives: &[],
            ..RISCV_64
        },
    ],
    // `li` of 111 or 222 to `a1`, and a `nop`.
    byte_markers: Some(ByteMarkers {
        begin: &[0x93, 0x05, 0xf0, 0x06, 0x13, 0, 0, 0],
        end: &[0x93, 0x05, 0xe0, 0x0d, 0x13, 0, 0, 0],
    }),
    text_markers: TEXT_MARKERS,
    object_machines: object::MACHINES,
    instruction_traits: hardware::TRAITS,
    host: Some(HostFacts {
        rust_names: &["riscv32", "riscv64"],
        triple_arch: |arch, _| arch,
        linux_vendor: "unknown",
        cpu_name: |read_cpuinfo| match Tables::embedded("riscv") {
            Ok(tables) => host::cpu_name(&tables, &read_cpuinfo(), usize::BITS),
            Err(_) => "generic",
        },
        features: Vec::new,
    }),
    ..TargetDescriptor::PLAIN
};

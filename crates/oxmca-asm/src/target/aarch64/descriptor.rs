//! The facts that AArch64 states about itself.

use super::lenient::TEXT_MARKERS;
use super::{host, object};
use crate::region::ByteMarkers;
use crate::syntax::Dialect;
use crate::target::{Architecture, HostFacts, TargetDescriptor};

/// AArch64 as Arm writes it: `fadd v0.2s, v1.2s, v2.2s`.
pub const GENERIC: Dialect = Dialect::new("generic");
/// AArch64 as Apple writes it: `fadd.2s v0, v1, v2`.
pub const APPLE: Dialect = Dialect::new("apple");

/// The facts about AArch64.
pub static DESCRIPTOR: TargetDescriptor = TargetDescriptor {
    name: "aarch64",
    architectures: &[
        Architecture {
            name: "aarch64",
            spellings: &["aarch64", "aarch64_lfi", "arm64", "arm64e", "arm64ec"],
            target_name: "aarch64",
            other_target_names: &["arm64"],
            is_main: true,
            file_formats: &[&["aarch64"], &["arm64"]],
            directives: &[(".arch", "armv8"), (".arch", "armv9")],
            ..Architecture::LITTLE_64
        },
        Architecture {
            name: "aarch64_be",
            spellings: &["aarch64_be"],
            target_name: "aarch64_be",
            is_little_endian: false,
            ..Architecture::LITTLE_64
        },
        Architecture {
            name: "aarch64_32",
            spellings: &["aarch64_32", "arm64_32"],
            target_name: "aarch64_32",
            other_target_names: &["arm64_32"],
            address_bits: 32,
            ..Architecture::LITTLE_64
        },
    ],
    dialects: &[GENERIC, APPLE],
    takes_any_dialect: false,
    // `mov` of 111 or 222 to `x1`, and the bytes 213, 3, 32 and 31.
    byte_markers: Some(ByteMarkers {
        begin: &[0xe1, 0x0d, 0x80, 0xd2, 213, 3, 32, 31],
        end: &[0xc1, 0x1b, 0x80, 0xd2, 213, 3, 32, 31],
    }),
    text_markers: TEXT_MARKERS,
    object_machines: object::MACHINES,
    host: Some(HostFacts {
        rust_names: &["aarch64"],
        triple_arch: |arch, system| if system == "macos" { "arm64" } else { arch },
        linux_vendor: "unknown",
        cpu_name: |read_cpuinfo| match cfg!(target_os = "macos") {
            true => host::cpu_name_of_family(&read_cpuinfo()),
            false => host::cpu_name_of_cpuinfo(&read_cpuinfo()),
        },
        features: Vec::new,
    }),
    instruction_traits: super::hardware::TRAITS,
    ..TargetDescriptor::PLAIN
};

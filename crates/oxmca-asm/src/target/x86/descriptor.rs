//! The facts that x86 states about itself.

use super::lenient::TEXT_MARKERS;
use super::{hardware, host, object};
use crate::region::ByteMarkers;
use crate::syntax::Dialect;
use crate::target::{Architecture, HostFacts, TargetDescriptor};

/// x86 as AT&T wrote it: sources first, `%` before registers.
pub const ATT: Dialect = Dialect::new("att");
/// x86 as Intel writes it: destination first.
pub const INTEL: Dialect = Dialect::new("intel");

/// The facts about x86.
pub static DESCRIPTOR: TargetDescriptor = TargetDescriptor {
    name: "x86",
    architectures: &[
        Architecture {
            name: "i386",
            spellings: &["i386", "i486", "i586", "i686", "i786", "i886", "i986"],
            target_name: "x86",
            address_bits: 32,
            file_formats: &[&["i386"]],
            ..Architecture::LITTLE_64
        },
        Architecture {
            name: "x86_64",
            spellings: &["x86_64", "amd64", "x86_64_lfi", "x86_64h"],
            target_name: "x86-64",
            is_main: true,
            file_formats: &[&["x86-64"], &["x86_64"]],
            ..Architecture::LITTLE_64
        },
    ],
    dialects: &[ATT, INTEL],
    takes_any_dialect: false,
    dialect_directives: &[(".att_syntax", 0), (".intel_syntax", 1)],
    // `mov` of 111 or 222 to `ebx`, and a `nop` with two prefixes that change nothing.
    byte_markers: Some(ByteMarkers {
        begin: &[0xbb, 111, 0, 0, 0, 0x64, 0x67, 0x90],
        end: &[0xbb, 222, 0, 0, 0, 0x64, 0x67, 0x90],
    }),
    text_markers: TEXT_MARKERS,
    object_machines: object::MACHINES,
    host: Some(HostFacts {
        rust_names: &["x86", "x86_64"],
        triple_arch: |arch, _| if arch == "x86" { "i686" } else { arch },
        linux_vendor: "pc",
        cpu_name: |_| host::cpu_name().unwrap_or("generic"),
        features: host::features,
    }),
    instruction_traits: hardware::TRAITS,
};

//! The facts that Arm's 32-bit architecture states about itself.

use super::object;
use crate::target::{Architecture, TargetDescriptor};
use crate::triple::Triple;

/// Names that begin triples of the instruction set A32.
const ARM: &[&str] = &[
    "arm",
    "armv4",
    "armv4t",
    "armv5",
    "armv5e",
    "armv5t",
    "armv5te",
    "armv5tej",
    "armv6",
    "armv6hl",
    "armv6j",
    "armv6k",
    "armv6kz",
    "armv6m",
    "armv6s",
    "armv6sm",
    "armv6t2",
    "armv6z",
    "armv6zk",
    "armv7",
    "armv7a",
    "armv7e",
    "armv7em",
    "armv7hl",
    "armv7k",
    "armv7l",
    "armv7m",
    "armv7r",
    "armv7s",
    "armv7ve",
    "armv8",
    "armv8.1",
    "armv8.1a",
    "armv8.1m.main",
    "armv8.2",
    "armv8.2a",
    "armv8.3",
    "armv8.3a",
    "armv8.4",
    "armv8.4a",
    "armv8.5",
    "armv8.5a",
    "armv8.6",
    "armv8.6a",
    "armv8.7",
    "armv8.7a",
    "armv8.8",
    "armv8.8a",
    "armv8.9",
    "armv8.9a",
    "armv8a",
    "armv8l",
    "armv8m.base",
    "armv8m.main",
    "armv8r",
    "armv9",
    "armv9.1",
    "armv9.1a",
    "armv9.2",
    "armv9.2a",
    "armv9.3",
    "armv9.3a",
    "armv9.4",
    "armv9.4a",
    "armv9.5",
    "armv9.5a",
    "armv9.6",
    "armv9.6a",
    "armv9a",
    "iwmmxt",
    "iwmmxt2",
    "xscale",
];

/// The same with the least significant byte last.
const ARM_BE: &[&str] =
    &["armeb", "armebv7", "armebv7r", "armebv8", "armv6eb", "armv7eb", "armv8eb", "xscaleeb"];

/// Names that begin triples of Thumb.
const THUMB: &[&str] = &[
    "thumb",
    "thumbv4t",
    "thumbv5",
    "thumbv5te",
    "thumbv6",
    "thumbv6m",
    "thumbv6t2",
    "thumbv7",
    "thumbv7a",
    "thumbv7e",
    "thumbv7em",
    "thumbv7k",
    "thumbv7m",
    "thumbv7r",
    "thumbv7s",
    "thumbv7ve",
    "thumbv8",
    "thumbv8.1",
    "thumbv8.1a",
    "thumbv8.1m.main",
    "thumbv8.2",
    "thumbv8.2a",
    "thumbv8a",
    "thumbv8m.base",
    "thumbv8m.main",
    "thumbv8r",
    "thumbv9",
    "thumbv9a",
];

/// The same with the least significant byte last.
const THUMB_BE: &[&str] = &["thumbeb", "thumbebv7", "thumbebv8", "thumbv7eb", "thumbv8eb"];

const LITTLE_32: Architecture = Architecture { address_bits: 32, ..Architecture::LITTLE_64 };

/// The facts.
pub static DESCRIPTOR: TargetDescriptor = TargetDescriptor {
    name: "arm",
    architectures: &[
        Architecture {
            name: "arm",
            spellings: ARM,
            target_name: "arm",
            is_main: true,
            ..LITTLE_32
        },
        Architecture {
            name: "armeb",
            spellings: ARM_BE,
            target_name: "armeb",
            is_little_endian: false,
            ..LITTLE_32
        },
        Architecture { name: "thumb", spellings: THUMB, target_name: "thumb", ..LITTLE_32 },
        Architecture {
            name: "thumbeb",
            spellings: THUMB_BE,
            target_name: "thumbeb",
            is_little_endian: false,
            ..LITTLE_32
        },
    ],
    object_machines: object::MACHINES,
    ..TargetDescriptor::PLAIN
};

/// Returns features that a triple switches on.
pub fn mode_features(triple: &Triple) -> &'static [&'static str] {
    let is_thumb = triple.arch().is_some_and(|arch| arch.canonical().starts_with("thumb"));
    match (is_thumb, triple.system().starts_with("windows")) {
        (false, false) => &[],
        (true, false) => &["+thumb-mode", "+v4t"],
        (false, true) => &["+noarm"],
        (true, true) => &["+thumb-mode", "+v4t", "+noarm"],
    }
}

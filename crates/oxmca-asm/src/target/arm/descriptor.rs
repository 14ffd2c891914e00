//! The facts that Arm's 32-bit architecture states about itself.

use super::architecture::{self, Order};
use super::object;
use crate::target::{Architecture, TargetDescriptor};
use crate::triple::Triple;

const LITTLE_32: Architecture = Architecture { address_bits: 32, ..Architecture::LITTLE_64 };

/// The facts.
pub static DESCRIPTOR: TargetDescriptor = TargetDescriptor {
    name: "arm",
    architectures: &[
        Architecture {
            name: "arm",
            spellings: &["arm", "xscale"],
            spells: |name| is_name(name, false, false),
            target_name: "arm",
            is_main: true,
            ..LITTLE_32
        },
        Architecture {
            name: "armeb",
            spellings: &["armeb", "xscaleeb"],
            spells: |name| is_name(name, false, true),
            target_name: "armeb",
            is_little_endian: false,
            ..LITTLE_32
        },
        Architecture {
            name: "thumb",
            spellings: &["thumb"],
            spells: |name| is_name(name, true, false),
            target_name: "thumb",
            ..LITTLE_32
        },
        Architecture {
            name: "thumbeb",
            spellings: &["thumbeb"],
            spells: |name| is_name(name, true, true),
            target_name: "thumbeb",
            is_little_endian: false,
            ..LITTLE_32
        },
    ],
    takes_any_dialect: false,
    object_machines: object::MACHINES,
    ..TargetDescriptor::PLAIN
};

/// Returns whether a name is that of an architecture with this instruction set and byte order.
fn is_name(name: &str, is_thumb: bool, is_big_endian: bool) -> bool {
    architecture::order(name) == Some(Order { is_thumb, is_big_endian })
}

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

//! The facts that Arm's 32-bit architecture states about itself.

use super::object;
use crate::target::{Architecture, TargetDescriptor};
use crate::triple::Triple;

/// Declares the names that begin triples: of each version, those of A32 and Thumb, of either order of bytes. The
/// microcontrollers of version 6 have Thumb alone.
macro_rules! names {
    ($($version:literal)*; thumb: $($thumb_version:literal)*) => {
        const ARM: &[&str] =
            &["arm", "iwmmxt", "iwmmxt2", "xscale", $(concat!("arm", $version)),*];

        const ARM_BE: &[&str] = &[
            "armeb",
            "xscaleeb",
            $(concat!("armeb", $version), concat!("arm", $version, "eb")),*
        ];

        const THUMB: &[&str] = &[
            "thumb",
            $(concat!("thumb", $version),)*
            $(concat!("arm", $thumb_version), concat!("thumb", $thumb_version)),*
        ];

        const THUMB_BE: &[&str] = &[
            "thumbeb",
            $(concat!("thumbeb", $version), concat!("thumb", $version, "eb"),)*
            $(
                concat!("armeb", $thumb_version),
                concat!("arm", $thumb_version, "eb"),
                concat!("thumbeb", $thumb_version),
                concat!("thumb", $thumb_version, "eb")
            ),*
        ];
    };
}

names! {
    "v4" "v4t" "v5" "v5e" "v5t" "v5te" "v5tej"
    "v6" "v6hl" "v6j" "v6k" "v6kz" "v6s" "v6t2" "v6z" "v6zk"
    "v7" "v7a" "v7e" "v7em" "v7hl" "v7k" "v7l" "v7m" "v7r" "v7s" "v7ve"
    "v8" "v8a" "v8l" "v8r" "v8m.base" "v8m.main" "v8.1m.main"
    "v8.1" "v8.1a" "v8.2" "v8.2a" "v8.3" "v8.3a" "v8.4" "v8.4a" "v8.5" "v8.5a" "v8.6" "v8.6a"
    "v8.7" "v8.7a" "v8.8" "v8.8a" "v8.9" "v8.9a"
    "v9" "v9a" "v9.1" "v9.1a" "v9.2" "v9.2a" "v9.3" "v9.3a" "v9.4" "v9.4a" "v9.5" "v9.5a"
    "v9.6" "v9.6a" "v9.7" "v9.7a";
    thumb: "v6m" "v6sm"
}

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

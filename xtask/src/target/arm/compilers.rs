//! Compilers of C and C++, and their options.

use crate::target::proved::{Compilers, Elsewhere};

/// Clang, whose C++ has no headers for Arm by itself, and the cross compilers for Linux and for machines without a system.
pub const COMPILERS: Compilers = Compilers {
    c: &["clang-23 --target=armv7-linux-gnueabihf", "arm-linux-gnueabihf-gcc", "arm-none-eabi-gcc"],
    cxx: &["arm-linux-gnueabihf-g++"],
    flags: &[
        "-O2 -mthumb",
        "-O3 -g -march=armv7-a+fp -marm",
        "-Os -fPIC -march=armv7-a+fp -mthumb",
        "-O2 -marm",
        "-O3 -marm -mcpu=cortex-a57 -ffast-math",
        "-O1 -mthumb -mcpu=cortex-a9 -fverbose-asm",
    ],
    elsewhere: &[
        elsewhere("--target=thumbv8.1m.main-none-eabihf -mcpu=cortex-m55 -O3", "thumbv8.1m.main"),
        elsewhere("--target=thumbv7em-none-eabihf -mcpu=cortex-m7 -O2", "thumbv7em"),
        elsewhere("--target=thumbv6m-none-eabi -Os", "thumbv6m"),
        elsewhere("--target=armebv7-linux-gnueabihf -O2", "armebv7"),
        elsewhere("--target=armv7-linux-gnueabihf -fPIC -ftls-model=global-dynamic -O2", "armv7"),
        Elsewhere {
            only_first: false,
            ..elsewhere("-mcpu=cortex-m4 -mthumb -mfloat-abi=softfp -O2", "thumbv7em")
        },
        Elsewhere {
            only_first: false,
            ..elsewhere("-mcpu=cortex-m0 -mthumb -mfloat-abi=soft -O3", "thumbv6m")
        },
    ],
    kinds: KINDS,
    has_crates: false,
};

/// Words for Arm in first lines of sources.
const KINDS: &[&str] = &["non-x86", "32-bit"];

const fn elsewhere(flags: &'static str, triple: &'static str) -> Elsewhere {
    Elsewhere { flags, triple, kinds: KINDS, only_first: true }
}

//! The CPU of an AArch64 machine, in LLVM's names.

#[cfg(test)]
mod tests;

/// The name of a CPU that is not known.
const UNKNOWN: &str = "generic";

/// A company that designs cores, as `CPU implementer` numbers it, and its cores by `CPU part`.
struct Implementer {
    number: &'static str,
    cores: &'static [(&'static str, &'static str)],
}

const ARM: &str = "0x41";
const SAMSUNG: &str = "0x53";

/// The systems with cores of Arm's whose part is that of any of two kinds of core.
const MIXED_SYSTEMS: [&str; 2] = ["MSM8994", "MSM8996"];
/// The kinds of core that Linux reports of a system with big and little ones, and the name of the big one.
const BIG_AND_LITTLE: ([&str; 2], &str) = (["0xd85", "0xd87"], "cortex-x925");

const IMPLEMENTERS: [Implementer; 10] = [
    Implementer {
        number: ARM,
        cores: &[
            ("0xd02", "cortex-a34"),
            ("0xd03", "cortex-a53"),
            ("0xd04", "cortex-a35"),
            ("0xd05", "cortex-a55"),
            ("0xd06", "cortex-a65"),
            ("0xd07", "cortex-a57"),
            ("0xd08", "cortex-a72"),
            ("0xd09", "cortex-a73"),
            ("0xd0a", "cortex-a75"),
            ("0xd0b", "cortex-a76"),
            ("0xd0c", "neoverse-n1"),
            ("0xd0d", "cortex-a77"),
            ("0xd0e", "cortex-a76ae"),
            ("0xd14", "cortex-r82ae"),
            ("0xd15", "cortex-r82"),
            ("0xd40", "neoverse-v1"),
            ("0xd41", "cortex-a78"),
            ("0xd42", "cortex-a78ae"),
            ("0xd43", "cortex-a65ae"),
            ("0xd44", "cortex-x1"),
            ("0xd46", "cortex-a510"),
            ("0xd47", "cortex-a710"),
            ("0xd48", "cortex-x2"),
            ("0xd49", "neoverse-n2"),
            ("0xd4a", "neoverse-e1"),
            ("0xd4b", "cortex-a78c"),
            ("0xd4c", "cortex-x1c"),
            ("0xd4d", "cortex-a715"),
            ("0xd4e", "cortex-x3"),
            ("0xd4f", "neoverse-v2"),
            ("0xd80", "cortex-a520"),
            ("0xd81", "cortex-a720"),
            ("0xd82", "cortex-x4"),
            ("0xd83", "neoverse-v3ae"),
            ("0xd84", "neoverse-v3"),
            ("0xd85", "cortex-x925"),
            ("0xd87", "cortex-a725"),
            ("0xd88", "cortex-a520ae"),
            ("0xd89", "cortex-a720ae"),
            ("0xd8a", "c1-nano"),
            ("0xd8b", "c1-pro"),
            ("0xd8c", "c1-ultra"),
            ("0xd8e", "neoverse-n3"),
            ("0xd8f", "cortex-a320"),
            ("0xd90", "c1-premium"),
        ],
    },
    // Broadcom.
    Implementer { number: "0x42", cores: THUNDERX },
    // Cavium.
    Implementer { number: "0x43", cores: THUNDERX },
    // Fujitsu.
    Implementer { number: "0x46", cores: &[("0x001", "a64fx"), ("0x003", "fujitsu-monaka")] },
    // HiSilicon.
    Implementer { number: "0x48", cores: &[("0xd01", "tsv110"), ("0xd06", "hip12")] },
    // NVIDIA.
    Implementer {
        number: "0x4e",
        cores: &[
            ("0x004", "carmel"),
            ("0x10", "olympus"),
            ("0x010", "olympus"),
            ("0x11", "rigel"),
            ("0x011", "rigel"),
        ],
    },
    // Qualcomm.
    Implementer {
        number: "0x51",
        cores: &[
            ("0x001", "oryon-1"),
            ("0x201", "kryo"),
            ("0x205", "kryo"),
            ("0x211", "kryo"),
            ("0x800", "cortex-a73"),
            ("0x801", "cortex-a73"),
            ("0x802", "cortex-a75"),
            ("0x803", "cortex-a75"),
            ("0x804", "cortex-a76"),
            ("0x805", "cortex-a76"),
            ("0xc00", "falkor"),
            ("0xc01", "saphira"),
        ],
    },
    // Apple.
    Implementer {
        number: "0x61",
        cores: &[
            ("0x020", "apple-m1"),
            ("0x021", "apple-m1"),
            ("0x022", "apple-m1"),
            ("0x023", "apple-m1"),
            ("0x024", "apple-m1"),
            ("0x025", "apple-m1"),
            ("0x028", "apple-m1"),
            ("0x029", "apple-m1"),
            ("0x030", "apple-m2"),
            ("0x031", "apple-m2"),
            ("0x032", "apple-m2"),
            ("0x033", "apple-m2"),
            ("0x034", "apple-m2"),
            ("0x035", "apple-m2"),
            ("0x038", "apple-m2"),
            ("0x039", "apple-m2"),
            ("0x048", "apple-m3"),
            ("0x049", "apple-m3"),
        ],
    },
    // Microsoft.
    Implementer { number: "0x6d", cores: &[("0xd49", "neoverse-n2")] },
    // Ampere.
    Implementer {
        number: "0xc0",
        cores: &[
            ("0xac3", "ampere1"),
            ("0xac4", "ampere1a"),
            ("0xac5", "ampere1b"),
            ("0xac7", "ampere1c"),
        ],
    },
];

const THUNDERX: &[(&str, &str)] = &[
    ("0x516", "thunderx2t99"),
    ("0x0516", "thunderx2t99"),
    ("0xaf", "thunderx2t99"),
    ("0x0af", "thunderx2t99"),
    ("0xa1", "thunderxt88"),
    ("0x0a1", "thunderxt88"),
];

/// Variant, and part below it, of the only core of Samsung's that is not taken for `exynos-m3`.
const EXYNOS_M4: u32 = 0x1003;

/// Families of Apple's cores, as the system numbers them.
const APPLE_FAMILIES: [(u32, &str); 22] = [
    (0x37a0_9642, "apple-a7"),
    (0x2c91_a47e, "apple-a8"),
    (0x92fb_37c8, "apple-a9"),
    (0x67ce_ee93, "apple-a10"),
    (0xe81e_7ef6, "apple-a11"),
    (0x07d3_4b9f, "apple-a12"),
    (0x4625_04d2, "apple-a13"),
    (0x1b58_8bb3, "apple-m1"),
    (0xda33_d83d, "apple-m2"),
    (0x8765_edea, "apple-m3"),
    (0xfa33_415e, "apple-m3"),
    (0x7201_5832, "apple-m3"),
    (0x5f4d_ea93, "apple-m3"),
    (0x2876_f5b5, "apple-a17"),
    (0x6f51_29ac, "apple-m4"),
    (0x17d5_b93a, "apple-m4"),
    (0x75d4_acb9, "apple-m4"),
    (0x2045_26d0, "apple-m4"),
    (0x1d5a_87e8, "apple-m5"),
    (0xf76c_5b1a, "apple-m5"),
    (0xab34_5f09, "apple-m5"),
    (0x01d7_a72b, "apple-m5"),
];
/// The name of a newer family.
const NEWEST_APPLE: &str = "apple-m5";

/// Returns the CPU that the text of `/proc/cpuinfo` describes: by the implementer and the part of
/// its cores.
pub fn cpu_name_of_cpuinfo(cpuinfo: &str) -> &'static str {
    let implementer = values(cpuinfo, "CPU implementer").last().unwrap_or_default();
    let hardware = values(cpuinfo, "Hardware").last().unwrap_or_default();
    let part = values(cpuinfo, "CPU part").last().unwrap_or_default();
    if implementer == ARM {
        if MIXED_SYSTEMS.iter().any(|name| hardware.ends_with(name)) {
            return "cortex-a53";
        }
        let (kinds, name) = BIG_AND_LITTLE;
        let has = |kind| values(cpuinfo, "CPU part").any(|part| part == kind);
        if kinds.into_iter().all(has) && values(cpuinfo, "CPU part").all(|it| kinds.contains(&it)) {
            return name;
        }
    }
    if implementer == SAMSUNG {
        let variant = values(cpuinfo, "CPU variant").filter_map(number).last().unwrap_or(0);
        let core = variant.wrapping_shl(12) | number(part).unwrap_or(0);
        return if core == EXYNOS_M4 { "exynos-m4" } else { "exynos-m3" };
    }
    let known = IMPLEMENTERS.iter().find(|known| known.number == implementer);
    let cores = known.map_or(&[][..], |known| known.cores);
    cores.iter().find(|(known, _)| *known == part).map_or(UNKNOWN, |(_, name)| name)
}

/// Returns the CPU of a Mac, whose system gives the number `hw.cpufamily`, as text. Programs print it with or without
/// a sign.
pub fn cpu_name_of_family(text: &str) -> &'static str {
    let Ok(family) = text.trim().parse::<i64>() else { return UNKNOWN };
    let family = family as u32;
    if family == 0 {
        return UNKNOWN;
    }
    let known = APPLE_FAMILIES.iter().find(|(known, _)| *known == family);
    known.map_or(NEWEST_APPLE, |(_, name)| name)
}

/// Returns the values of the lines with a key.
fn values<'c>(cpuinfo: &'c str, key: &str) -> impl Iterator<Item = &'c str> {
    let rest = cpuinfo.split('\n').filter_map(move |line| line.strip_prefix(key));
    rest.map(|value| value.trim_start_matches(['\t', ' ', ':']))
}

/// Returns a number in decimal or after `0x`.
fn number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

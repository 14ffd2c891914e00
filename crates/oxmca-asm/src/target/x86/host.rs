//! The x86 CPU that the program runs on, in LLVM's names.

/// Returns the CPU that the program runs on, if it is an x86 one.
pub(crate) fn cpu_name() -> Option<&'static str> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        Some(cpuid::cpu_name())
    }
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    {
        None
    }
}

/// Returns features that came with some generation of CPUs, and whether the CPU that the program runs on has each.
pub(crate) fn features() -> Vec<(&'static str, bool)> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        cpuid::features()
    }
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    {
        Vec::new()
    }
}

/// Returns the name of an AMD CPU of family 10h or later, by family and model numbers.
pub fn amd_cpu_name(family: u32, model: u32) -> Option<&'static str> {
    Some(match (family, model) {
        (16 | 18, _) => "amdfam10",
        (20, _) => "btver1",
        (21, 0x60..=0x7f) => "bdver4",
        (21, 0x30..=0x3f) => "bdver3",
        (21, 0x02 | 0x10..=0x1f) => "bdver2",
        (21, _) => "bdver1",
        (22, _) => "btver2",
        (23, 0x30..=0x3f | 0x47 | 0x60..=0x7f | 0x84..=0x87 | 0x90..=0x9f | 0xa0..=0xaf) => {
            "znver2"
        }
        (23, _) => "znver1",
        (25, 0x10..=0x1f | 0x60..=0x7f | 0xa0..=0xaf) => "znver4",
        (25, _) => "znver3",
        (26, 0x50..=0x5f | 0x80..=0xcf | 0xd8..=0xe7) => "znver6",
        (26, _) => "znver5",
        _ => return None,
    })
}

/// Returns the name of a CPU of Hygon's, by family and model numbers.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn hygon_cpu_name(family: u32, model: u32) -> Option<&'static str> {
    Some(match (family, model) {
        (24, 4) => "c86-4g-m4",
        (24, 6) => "c86-4g-m6",
        (24, 7) => "c86-4g-m7",
        (24, 8) => "c86-4g-m8",
        _ => return None,
    })
}

/// Family, model and features of CPUs to names. The assignment is LLVM's (`Host.cpp`, 23.1.1);
/// family and model numbers are Intel's, AMD's and Hygon's.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod cpuid {
    use std::arch::is_x86_feature_detected as has;

    use raw_cpuid::CpuId;
    use raw_cpuid::native_cpuid::cpuid_count;

    /// A register of what `cpuid` says.
    #[derive(Clone, Copy)]
    enum Register {
        Eax,
        Ebx,
        Ecx,
        Edx,
    }
    use Register::{Eax, Ebx, Ecx, Edx};

    /// Features with their leaf, subleaf, register and bit (Intel's and AMD's manuals).
    const FEATURES: [(&str, u32, u32, Register, u32); 34] = [
        ("sse4.2", 1, 0, Ecx, 20),
        ("avx", 1, 0, Ecx, 28),
        ("f16c", 1, 0, Ecx, 29),
        ("avx2", 7, 0, Ebx, 5),
        ("adx", 7, 0, Ebx, 19),
        ("clflushopt", 7, 0, Ebx, 23),
        ("clwb", 7, 0, Ebx, 24),
        ("sha", 7, 0, Ebx, 29),
        ("avx512f", 7, 0, Ebx, 16),
        ("avx512ifma", 7, 0, Ebx, 21),
        ("avx512vbmi2", 7, 0, Ecx, 6),
        ("vaes", 7, 0, Ecx, 9),
        ("avx512vnni", 7, 0, Ecx, 11),
        ("movdiri", 7, 0, Ecx, 27),
        ("cldemote", 7, 0, Ecx, 25),
        ("avx512vp2intersect", 7, 0, Edx, 8),
        ("serialize", 7, 0, Edx, 14),
        ("amx-bf16", 7, 0, Edx, 22),
        ("avx512fp16", 7, 0, Edx, 23),
        ("amx-tile", 7, 0, Edx, 24),
        ("amx-int8", 7, 0, Edx, 25),
        ("sha512", 7, 1, Eax, 0),
        ("avxvnni", 7, 1, Eax, 4),
        ("avx512bf16", 7, 1, Eax, 5),
        ("amx-fp16", 7, 1, Eax, 21),
        ("avxifma", 7, 1, Eax, 23),
        ("avxvnniint8", 7, 1, Edx, 4),
        ("amx-complex", 7, 1, Edx, 8),
        ("prefetchi", 7, 1, Edx, 14),
        ("sse4a", 0x8000_0001, 0, Ecx, 6),
        ("xop", 0x8000_0001, 0, Ecx, 11),
        ("tbm", 0x8000_0001, 0, Ecx, 21),
        ("mwaitx", 0x8000_0001, 0, Ecx, 29),
        ("clzero", 0x8000_0008, 0, Ebx, 0),
    ];

    pub fn features() -> Vec<(&'static str, bool)> {
        let feature = |&(name, leaf, subleaf, register, bit): &(_, u32, u32, Register, u32)| {
            let last = cpuid_count(leaf & 0x8000_0000, 0).eax;
            let answer = cpuid_count(leaf, subleaf);
            let value = match register {
                Eax => answer.eax,
                Ebx => answer.ebx,
                Ecx => answer.ecx,
                Edx => answer.edx,
            };
            (name, leaf <= last && value >> bit & 1 != 0)
        };
        FEATURES.iter().map(feature).collect()
    }

    pub fn cpu_name() -> &'static str {
        let cpuid = CpuId::new();
        let (Some(vendor), Some(features)) = (cpuid.get_vendor_info(), cpuid.get_feature_info())
        else {
            return "generic";
        };
        let family = match features.base_family_id() {
            0xf => u32::from(features.extended_family_id()) + 0xf,
            base => u32::from(base),
        };
        let model = match features.base_family_id() {
            0x6 | 0xf => {
                u32::from(features.extended_model_id()) << 4 | u32::from(features.base_model_id())
            }
            _ => u32::from(features.base_model_id()),
        };
        let is_64_bit = cpuid
            .get_extended_processor_and_feature_identifiers()
            .is_some_and(|id| id.has_64bit_mode());
        match vendor.as_str() {
            "GenuineIntel" => {
                let clflushopt =
                    cpuid.get_extended_feature_info().is_some_and(|info| info.has_clflushopt());
                intel(family, model, features.has_mmx(), clflushopt, is_64_bit)
            }
            "AuthenticAMD" => amd(family, model),
            "HygonGenuine" => hygon(family, model),
            _ => "generic",
        }
    }

    fn intel(
        family: u32,
        model: u32,
        mmx: bool,
        clflushopt: bool,
        is_64_bit: bool,
    ) -> &'static str {
        match (family, model) {
            (0x3, _) => "i386",
            (0x4, _) => "i486",
            (0x5, _) if mmx => "pentium-mmx",
            (0x5, _) => "pentium",
            (0x6, 0x0f | 0x16) => "core2",
            (0x6, 0x17 | 0x1d) => "penryn",
            (0x6, 0x1a | 0x1e | 0x1f | 0x2e) => "nehalem",
            (0x6, 0x25 | 0x2c | 0x2f) => "westmere",
            (0x6, 0x2a | 0x2d) => "sandybridge",
            (0x6, 0x3a | 0x3e) => "ivybridge",
            (0x6, 0x3c | 0x3f | 0x45 | 0x46) => "haswell",
            (0x6, 0x3d | 0x47 | 0x4f | 0x56) => "broadwell",
            (0x6, 0x4e | 0x5e | 0x8e | 0x9e | 0xa5 | 0xa6) => "skylake",
            (0x6, 0xa7) => "rocketlake",
            (0x6, 0x55) if has!("avx512bf16") => "cooperlake",
            (0x6, 0x55) if has!("avx512vnni") => "cascadelake",
            (0x6, 0x55) => "skylake-avx512",
            (0x6, 0x66) => "cannonlake",
            (0x6, 0x7d | 0x7e) => "icelake-client",
            (0x6, 0x8c | 0x8d) => "tigerlake",
            (0x6, 0x97 | 0x9a) => "alderlake",
            (0x6, 0xbe) => "gracemont",
            (0x6, 0xb7 | 0xba | 0xbf) => "raptorlake",
            (0x6, 0xaa | 0xac) => "meteorlake",
            (0x6, 0xb5 | 0xc5) => "arrowlake",
            (0x6, 0xc6) => "arrowlake-s",
            (0x6, 0xbd) => "lunarlake",
            (0x6, 0xcc) => "pantherlake",
            (0x6, 0xd5) => "wildcatlake",
            (0x6, 0xad) => "graniterapids",
            (0x6, 0xae) => "graniterapids-d",
            (0x6, 0x6a | 0x6c) => "icelake-server",
            (0x6, 0xcf) => "emeraldrapids",
            (0x6, 0x8f) => "sapphirerapids",
            (0x6, 0x1c | 0x26 | 0x27 | 0x35 | 0x36) => "bonnell",
            (0x6, 0x37 | 0x4a | 0x4c | 0x4d | 0x5a | 0x5d) => "silvermont",
            (0x6, 0x5c | 0x5f) => "goldmont",
            (0x6, 0x7a) => "goldmont-plus",
            (0x6, 0x86 | 0x8a | 0x96 | 0x9c) => "tremont",
            (0x6, 0xaf) => "sierraforest",
            (0x6, 0xb6) => "grandridge",
            (0x6, 0xdd) => "clearwaterforest",
            (0x6, 0x57) => "knl",
            (0x6, 0x85) => "knm",
            (0x6, _) => intel_by_features(mmx, clflushopt, is_64_bit),
            (0xf, _) if is_64_bit => "nocona",
            (0xf, _) if has!("sse3") => "prescott",
            (0xf, _) => "pentium4",
            (0x12, 0x1 | 0x3) => "novalake",
            (0x13, 0x1) => "diamondrapids",
            _ => "generic",
        }
    }

    /// Returns a family 6 model that is not known by number.
    fn intel_by_features(mmx: bool, clflushopt: bool, is_64_bit: bool) -> &'static str {
        let newest_first: [(bool, &'static str); 21] = [
            (has!("avx512vp2intersect"), "tigerlake"),
            (has!("avx512vbmi2"), "icelake-client"),
            (has!("avx512vbmi"), "cannonlake"),
            (has!("avx512bf16"), "cooperlake"),
            (has!("avx512vnni"), "cascadelake"),
            (has!("avx512vl"), "skylake-avx512"),
            (clflushopt && has!("sha"), "goldmont"),
            (clflushopt, "skylake"),
            (has!("adx"), "broadwell"),
            (has!("avx2"), "haswell"),
            (has!("avx"), "sandybridge"),
            (has!("sse4.2") && has!("movbe"), "silvermont"),
            (has!("sse4.2"), "nehalem"),
            (has!("sse4.1"), "penryn"),
            (has!("ssse3") && has!("movbe"), "bonnell"),
            (has!("ssse3") || is_64_bit, "core2"),
            (has!("sse3"), "yonah"),
            (has!("sse2"), "pentium-m"),
            (has!("sse"), "pentium3"),
            (mmx, "pentium2"),
            (true, "pentiumpro"),
        ];
        newest_first.iter().find(|(present, _)| *present).map_or("generic", |(_, name)| name)
    }

    fn amd(family: u32, model: u32) -> &'static str {
        match (family, model) {
            (4, _) => "i486",
            (5, 6 | 7) => "k6",
            (5, 8) => "k6-2",
            (5, 9 | 13) => "k6-3",
            (5, 10) => "geode",
            (5, _) => "pentium",
            (6, _) if has!("sse") => "athlon-xp",
            (6, _) => "athlon",
            (15, _) if has!("sse3") => "k8-sse3",
            (15, _) => "k8",
            _ => crate::target::x86::host::amd_cpu_name(family, model).unwrap_or("generic"),
        }
    }

    fn hygon(family: u32, model: u32) -> &'static str {
        crate::target::x86::host::hygon_cpu_name(family, model).unwrap_or("generic")
    }

    #[cfg(test)]
    mod tests {
        use crate::target::x86::host::cpuid::{amd, hygon, intel};

        #[test]
        fn known_models_have_their_names() {
            assert_eq!(amd(25, 0x01), "znver3");
            assert_eq!(amd(25, 0x61), "znver4");
            assert_eq!(amd(26, 0x44), "znver5");
            assert_eq!(amd(26, 0xd0), "znver5");
            assert_eq!(amd(26, 0xd8), "znver6");
            assert_eq!(hygon(24, 8), "c86-4g-m8");
            assert_eq!(hygon(24, 5), "generic");
            assert_eq!(intel(6, 0x9e, true, true, true), "skylake");
            assert_eq!(intel(6, 0x8f, true, true, true), "sapphirerapids");
            assert_eq!(intel(0x13, 1, true, true, true), "diamondrapids");
        }
    }
}

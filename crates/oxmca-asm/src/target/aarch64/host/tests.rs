//! Texts of `/proc/cpuinfo`, in files whose names begin with the CPU they describe.

use super::*;
use crate::target::builtin_tables;
use crate::triple::Triple;

const FILES: [(&str, &str); 18] = [
    ("a64fx", include_str!("a64fx.txt")),
    ("ampere1a", include_str!("ampere1a.txt")),
    ("apple-m1-asahi", include_str!("apple-m1-asahi.txt")),
    ("cortex-a53-msm8996", include_str!("cortex-a53-msm8996.txt")),
    ("cortex-a72-raspberry-pi-4", include_str!("cortex-a72-raspberry-pi-4.txt")),
    ("cortex-a75-kryo-385", include_str!("cortex-a75-kryo-385.txt")),
    ("cortex-a76-big-little", include_str!("cortex-a76-big-little.txt")),
    ("cortex-x925-gb10", include_str!("cortex-x925-gb10.txt")),
    ("exynos-m3-s9", include_str!("exynos-m3-s9.txt")),
    ("exynos-m4-s10", include_str!("exynos-m4-s10.txt")),
    ("generic-phytium", include_str!("generic-phytium.txt")),
    ("neoverse-n1-graviton2", include_str!("neoverse-n1-graviton2.txt")),
    ("neoverse-n2-cobalt", include_str!("neoverse-n2-cobalt.txt")),
    ("neoverse-v2-grace", include_str!("neoverse-v2-grace.txt")),
    ("olympus", include_str!("olympus.txt")),
    ("oryon-1-snapdragon-x", include_str!("oryon-1-snapdragon-x.txt")),
    ("thunderx2t99", include_str!("thunderx2t99.txt")),
    ("tsv110-kunpeng-920", include_str!("tsv110-kunpeng-920.txt")),
];

#[test]
fn cpus_are_known_by_implementer_and_part() {
    for (file, text) in FILES {
        let name = cpu_name_of_cpuinfo(text);
        assert!(file.starts_with(name), "{file}: {name}");
    }
}

#[test]
fn other_texts_describe_no_known_cpu() {
    for text in
        ["", "CPU part", "CPU implementer\t: 0x41", "CPU implementer : 0x99\nCPU part : 0xd0c"]
    {
        assert_eq!(cpu_name_of_cpuinfo(text), "generic", "{text}");
    }
    // The part of a core that is not known, beside one that is.
    let parts = |parts: &[&str]| {
        let lines =
            parts.iter().map(|part| format!("CPU implementer\t: 0x41\nCPU part\t: {part}\n"));
        cpu_name_of_cpuinfo(&lines.collect::<String>())
    };
    assert_eq!(parts(&["0xd0c", "0xfff"]), "generic");
    assert_eq!(parts(&["0xfff", "0xd0c"]), "neoverse-n1");
    assert_eq!(parts(&["0xd85", "0xd87"]), "cortex-x925");
    assert_eq!(parts(&["0xd87"]), "cortex-a725");
    assert_eq!(parts(&["0xd85", "0xd80", "0xd87"]), "cortex-a725");
    let of_company = |company: &str, part: &str| {
        cpu_name_of_cpuinfo(&format!("CPU implementer\t: {company}\nCPU part\t: {part}\n"))
    };
    assert_eq!(of_company("0x4e", "0x011"), "rigel");
    assert_eq!(of_company("0x48", "0xd06"), "hip12");
    // Digits that are no number, and parts that do not fit.
    for part in ["0x", "zz", "0xffffffff", "99999999999"] {
        let text = format!("CPU implementer : 0x53\nCPU variant : {part}\nCPU part : {part}");
        assert_eq!(cpu_name_of_cpuinfo(&text), "exynos-m3");
    }
}

#[test]
fn macs_are_known_by_the_family_of_their_cores() {
    let families = [
        ("458787763\n", "apple-m1"),
        ("-634136515", "apple-m2"),
        ("3660830781", "apple-m2"),
        ("1912690738", "apple-m3"),
        ("1867590060", "apple-m4"),
        ("678884789", "apple-a17"),
        ("492472296", "apple-m5"),
        ("1", "apple-m5"),
        ("0", "generic"),
        ("", "generic"),
        ("hw.cpufamily: 1", "generic"),
    ];
    for (text, name) in families {
        assert_eq!(cpu_name_of_family(text), name, "{text}");
    }
}

#[test]
fn all_names_are_those_of_cpus() {
    let tables = builtin_tables(&Triple::new("aarch64")).unwrap();
    let tables = tables.tables();
    let cores = IMPLEMENTERS.iter().flat_map(|known| known.cores).map(|(_, name)| *name);
    for name in cores.chain(APPLE_FAMILIES.iter().map(|(_, name)| *name)).chain([UNKNOWN]) {
        assert!(tables.cpu_named(name).is_some(), "{name}");
    }
}

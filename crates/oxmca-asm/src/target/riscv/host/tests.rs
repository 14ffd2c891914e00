//! Texts of `/proc/cpuinfo`, in files whose names begin with the CPU they describe.

use super::*;
use crate::target::builtin_tables;
use crate::triple::Triple;

const FILES: [(&str, &str); 8] = [
    ("generic-rv64", include_str!("generic-rv64.txt")),
    ("sifive-p550-old", include_str!("sifive-p550-old.txt")),
    ("sifive-p550", include_str!("sifive-p550.txt")),
    ("sifive-u74-mixed", include_str!("sifive-u74-mixed.txt")),
    ("sifive-u74-unmatched", include_str!("sifive-u74-unmatched.txt")),
    ("sifive-u74", include_str!("sifive-u74.txt")),
    ("spacemit-x60", include_str!("spacemit-x60.txt")),
    ("veyron-v1", include_str!("veyron-v1.txt")),
];

#[test]
fn cpus_are_known_by_their_numbers_or_the_name_of_their_microarchitecture() {
    let tables = builtin_tables(&Triple::new("riscv64")).unwrap();
    for (file, text) in FILES {
        let name = cpu_name(&tables.tables(), text, 64);
        assert!(file.starts_with(name), "{file}: {name}");
    }
}

#[test]
fn unknown_cpus_are_those_of_their_width() {
    let tables = builtin_tables(&Triple::new("riscv64")).unwrap();
    for text in ["", "uarch", "uarch\t: sifive", "processor : 0\nmarchid : 0x", "mvendorid"] {
        assert_eq!(cpu_name(&tables.tables(), text, 32), "generic-rv32", "{text}");
        assert_eq!(cpu_name(&tables.tables(), text, 64), "generic-rv64", "{text}");
    }
}

#[test]
fn names_of_microarchitectures_are_those_of_cpus() {
    let tables = builtin_tables(&Triple::new("riscv64")).unwrap();
    for (microarchitecture, name) in MICROARCHITECTURES {
        let cpuinfo = format!("processor\t: 0\nuarch\t\t: {microarchitecture}\n");
        assert_eq!(cpu_name(&tables.tables(), &cpuinfo, 64), name);
        assert!(tables.tables().cpu_named(name).is_some(), "{name}");
    }
}

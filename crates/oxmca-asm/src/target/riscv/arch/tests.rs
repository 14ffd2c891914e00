//! Arch strings beside what `.attribute arch` of llvm-mc 23.1.1 makes of them.

use std::collections::BTreeSet;

use super::*;
use crate::target::builtin_tables;
use crate::target::riscv::RiscV;
use crate::triple::Triple;

/// Lines of an arch string and the string that LLVM completes it to, or `error: ` and LLVM's message.
const STRINGS: &str = include_str!("strings.txt");

/// Calls `body` with the extensions and profiles of the built-in tables.
fn with_catalog(body: impl FnOnce(&Catalog)) {
    let triple = Triple::new("riscv64");
    let tables = builtin_tables(&triple).unwrap();
    body(RiscV::new(triple, tables.tables()).catalog());
}

/// Returns the width and the extensions of a completed arch string: `rv64i2p1_m2p0`.
fn completed(text: &str) -> Arch {
    let (xlen_bits, extensions) = match text.strip_prefix("rv32") {
        Some(rest) => (32, rest),
        None => (64, text.strip_prefix("rv64").unwrap()),
    };
    let name = |it: &str| it[..name_len(it)].to_owned();
    Arch { xlen_bits, extensions: extensions.split('_').map(name).collect() }
}

#[test]
fn strings_are_read_as_llvm_mc_does() {
    with_catalog(|catalog| {
        let mut differences = Vec::new();
        for line in STRINGS.lines() {
            let (text, expected) = line.split_once(' ').unwrap();
            let expected = match expected.strip_prefix("error: ") {
                Some(message) => Err(ArchError(message.to_owned())),
                None => Ok(completed(expected)),
            };
            let found = catalog.read(text);
            if found != expected {
                differences.push(format!("{text}\n  found    {found:?}\n  expected {expected:?}"));
            }
        }
        assert!(differences.is_empty(), "{}", differences.join("\n"));
    });
}

#[test]
fn completed_strings_have_the_known_versions() {
    with_catalog(|catalog| {
        let lines = STRINGS.lines().filter_map(|line| line.split_once(' '));
        for (_, text) in lines.filter(|(_, text)| !text.starts_with("error: ")) {
            for written in text[4..].split('_') {
                let (name, version) = written.split_at(name_len(written));
                let Version { major, minor } = catalog.extension(name).unwrap().version;
                assert_eq!(version, format!("{major}p{minor}"), "{name}");
            }
        }
    });
}

#[test]
fn names_of_features_are_those_of_extensions() {
    with_catalog(|catalog| {
        let features = ["zba", "experimental-zvabd", "zvabd", "experimental-zba", "relax", ""];
        let known = features.map(|feature| catalog.is_extension_feature(feature));
        assert_eq!(known, [true, true, false, false, false, false]);
        let written = ["zba", "zba1p0", "zba2p0", "zvabd", "zvabd0p7", "zfoo", ""];
        let feature = |name: &str| catalog.feature_of(name).unwrap_or_default();
        let experimental = "experimental-zvabd";
        let expected = ["zba", "zba", "", experimental, experimental, "", ""];
        assert_eq!(written.map(feature), expected);
    });
}

#[test]
fn features_are_completed_and_checked() {
    with_catalog(|catalog| {
        let of = |names: &[&'static str]| catalog.of_features(64, names.iter().copied());
        let arch = of(&["d", "relax", "experimental-zicfilp", "c"]).unwrap();
        let expected = ["c", "d", "f", "i", "zca", "zcd", "zicfilp", "zicsr"];
        assert_eq!(arch.extensions, BTreeSet::from(expected.map(str::to_owned)));
        let error = of(&["f", "zfinx"]).unwrap_err();
        assert_eq!(error.to_string(), "'f' and 'zfinx' extensions are incompatible");
    });
}

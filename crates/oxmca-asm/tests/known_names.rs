//! Names in the tables that stand for code of a target: there is code behind each of them, and one behind which there
//! is none is found.

use std::fs;
use std::path::Path;

use oxmca_asm::target::known_names::NameKind;
use oxmca_asm::target::unknown_names::{UnknownName, unknown_names};
use oxmca_tables::text::{SourceFile, read};
use oxmca_tables::{OwnedTables, Tables};

const TARGETS: [&str; 3] = ["x86", "riscv", "aarch64"];

#[test]
fn every_name_of_the_tables_is_known() {
    for target in TARGETS {
        let tables = Tables::embedded(target).unwrap();
        let unknown = unknown_names(target, &tables).unwrap();
        assert!(unknown.is_empty(), "{target}: {unknown:#?}");
    }
    assert_eq!(unknown_names("other", &Tables::embedded("x86").unwrap()), None);
}

/// Makes names other names.
const SUFFIX: &str = "Changed";

/// Names of the tables, each by target, with what stands before it where it must be told from others, its kind, the file of the code behind it, and one of its users.
const NAMES: &[(&str, &str, NameKind, &str, &str)] = &[
    ("x86", "isMem32_RC128", NameKind::OperandPredicate, "x86/match_class.rs", "VGATHERDPSrm"),
    ("x86", "MaskPair", NameKind::RenderMethod, "x86/render.rs", "VP2INTERSECTDZrr"),
    ("x86", "printVKPair", NameKind::PrintMethod, "x86/print/method.rs", "VP2INTERSECTDZrr"),
    ("x86", "reg:debugreg", NameKind::OperandPlace, "x86/decode/place.rs", "MOV64dr"),
    ("x86", "evex.0f38", NameKind::OpcodeMap, "x86/decode/maps.rs", "evex.0f38Changed"),
    ("x86", "hasLockPrefix", NameKind::PredicateFunction, "x86/simulation.rs", "BtVer2Model"),
    ("riscv", "isFenceArg", NameKind::OperandPredicate, "riscv/predicate.rs", "FENCE"),
    ("riscv", "parseFenceArg", NameKind::OperandParser, "riscv/operand_parser.rs", "FENCE"),
    ("riscv", "defaultSMTVType", NameKind::DefaultOperand, "riscv/matching.rs", ""),
    ("riscv", "FenceArg", NameKind::RenderMethod, "riscv/render.rs", "FENCE"),
    ("riscv", "printFenceArg", NameKind::PrintMethod, "riscv/print_method.rs", "FENCE"),
    ("riscv", "custom:simm12_lo", NameKind::AliasOperandType, "riscv/print_method.rs", "ADDI"),
    (
        "riscv",
        "op1:GPRNoX0 simm6nonzero",
        NameKind::CompressionOperandType,
        "riscv/operand_type.rs",
        "ADDI",
    ),
    ("riscv", "getImmOpValueZibi", NameKind::EncoderMethod, "riscv/encode.rs", "BEQI"),
    ("riscv", "decodeVMaskReg", NameKind::DecoderMethod, "riscv/decoder_method.rs", "VADD_VV"),
    ("aarch64", "fixMOVZ", NameKind::PostEncoderMethod, "aarch64/encoder_method.rs", "MOVZWi"),
    ("aarch64", "getSVEIncDecImm", NameKind::EncoderMethod, "aarch64/encoder_method.rs", ""),
    ("aarch64", "isFpOrNEON", NameKind::PredicateFunction, "aarch64/simulation.rs", ""),
];

#[test]
fn names_without_code_are_found() {
    for target in TARGETS {
        let names: Vec<_> = NAMES.iter().filter(|it| it.0 == target).collect();
        let mut files = Vec::new();
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../oxmca-tables/data").join(target);
        read_files(&folder, "", &mut files);
        for (_, text) in &mut files {
            for (_, name, ..) in &names {
                *text = rename(text, name);
            }
        }
        let sources = files.iter().map(|(name, text)| SourceFile { name, text });
        let tables = read(&sources.collect::<Vec<_>>()).unwrap();
        let tables = OwnedTables::from_bytes(&tables.pack()).unwrap();
        let unknown = unknown_names(target, &tables.tables()).unwrap();
        for (_, name, kind, file, user) in &names {
            let name = name.rsplit("custom:").next().and_then(|it| it.split(' ').next_back());
            let name = format!("{}{SUFFIX}", name.unwrap());
            let name = match kind {
                // The tables have the part between these.
                NameKind::RenderMethod => format!("add{name}Operands"),
                _ => name,
            };
            let is_it = |it: &&UnknownName| it.kind == *kind && it.name == name;
            let found = unknown.iter().find(is_it);
            let found = found.unwrap_or_else(|| panic!("{name} of {target} is not found"));
            assert!(found.file.ends_with(&format!("src/target/{file}")), "{name}: {}", found.file);
            assert!(!found.users.is_empty(), "{name}");
            assert!(user.is_empty() || found.users.iter().any(|it| it == user), "{found:?}");
        }
        assert_eq!(unknown.len(), names.len(), "{unknown:#?}");
    }
}

/// Returns a text in which each word `name` has another name.
fn rename(text: &str, name: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let (before, after) = rest.split_at(at);
        let after = &after[name.len()..];
        let continues = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '<' | '.');
        let is_word = !before.ends_with(continues) && !after.starts_with(continues);
        out.push_str(before);
        out.push_str(name);
        if is_word {
            out.push_str(SUFFIX);
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

fn read_files(folder: &Path, prefix: &str, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type().unwrap().is_dir() {
            if name != "hardware" {
                read_files(&entry.path(), &format!("{name}/"), files);
            }
        } else if name.ends_with(".tbl") {
            files.push((name, fs::read_to_string(entry.path()).unwrap()));
        }
    }
    files.sort();
}

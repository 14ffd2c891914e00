//! The target of an object: its triple, and what its headers say of the instructions that it may use.

use object::read::File;
use object::{
    Architecture, BinaryFormat, FileFlags, Object, ObjectSection, SectionFlags, SubArchitecture,
    elf,
};

use super::error::ObjectError;

/// The target of an object.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub triple: &'static str,
    pub address_bits: u32,
    pub features: Vec<String>,
}

impl Target {
    pub fn of(file: &File<'_>) -> Result<Target, ObjectError> {
        let architecture = file.architecture();
        let is_little = file.is_little_endian();
        let machine = match file {
            File::Elf32(it) => Some(it.elf_header().e_machine.get(it.endian()).0),
            File::Elf64(it) => Some(it.elf_header().e_machine.get(it.endian()).0),
            _ => None,
        };
        use Architecture::{Aarch64, Aarch64_Ilp32, I386, Riscv32, Riscv64, X86_64, X86_64_X32};
        let (triple, address_bits) = match (file.format(), architecture, is_little) {
            (BinaryFormat::Elf, X86_64, true) => ("x86_64-unknown-linux-gnu", 64),
            (BinaryFormat::Elf, X86_64_X32, true) => ("x86_64-unknown-linux-gnux32", 32),
            (BinaryFormat::Elf, I386, true) => ("i386-unknown-linux-gnu", 32),
            (BinaryFormat::Elf, Aarch64, true) => ("aarch64-unknown-linux-gnu", 64),
            (BinaryFormat::Elf, Aarch64, false) => ("aarch64_be-unknown-linux-gnu", 64),
            (BinaryFormat::Elf, Aarch64_Ilp32, true) => ("aarch64-unknown-linux-gnu_ilp32", 32),
            (BinaryFormat::Elf, Aarch64_Ilp32, false) => ("aarch64_be-unknown-linux-gnu_ilp32", 32),
            (BinaryFormat::Elf, Riscv64, true) => ("riscv64-unknown-linux-gnu", 64),
            (BinaryFormat::Elf, Riscv64, false) => ("riscv64be-unknown-linux-gnu", 64),
            (BinaryFormat::Elf, Riscv32, true) => ("riscv32-unknown-linux-gnu", 32),
            (BinaryFormat::Elf, Riscv32, false) => ("riscv32be-unknown-linux-gnu", 32),
            (BinaryFormat::MachO, X86_64, true) => ("x86_64-apple-macosx", 64),
            (BinaryFormat::MachO, I386, true) => ("i386-apple-macosx", 32),
            (BinaryFormat::MachO, Aarch64, true) => match file.sub_architecture() {
                Some(SubArchitecture::Arm64E) => ("arm64e-apple-macosx", 64),
                _ => ("arm64-apple-macosx", 64),
            },
            (BinaryFormat::MachO, Aarch64_Ilp32, true) => ("arm64_32-apple-watchos", 32),
            (BinaryFormat::Coff | BinaryFormat::Pe, X86_64, true) => ("x86_64-pc-windows-msvc", 64),
            (BinaryFormat::Coff | BinaryFormat::Pe, I386, true) => ("i386-pc-windows-msvc", 32),
            (BinaryFormat::Coff | BinaryFormat::Pe, Aarch64, true) => {
                ("aarch64-pc-windows-msvc", 64)
            }
            _ => return Err(ObjectError::unsupported(architecture, machine)),
        };
        let features = match architecture {
            Riscv32 | Riscv64 => riscv_features(file),
            // No header says which ones are used.
            Aarch64 | Aarch64_Ilp32 => vec!["+all".to_owned()],
            _ => Vec::new(),
        };
        Ok(Target { triple, address_bits, features })
    }
}

/// The extensions that a RISC-V object says it uses.
fn riscv_features(file: &File<'_>) -> Vec<String> {
    let mut features = Vec::new();
    if let FileFlags::Elf { e_flags, .. } = file.flags() {
        if e_flags.contains(elf::EF_RISCV_RVC) {
            features.push("+zca".to_owned());
        }
        if e_flags.contains(elf::EF_RISCV_RVE) {
            features.push("+e".to_owned());
        }
    }
    let is_attributes = |it: &object::Section<'_, '_>| matches!(it.flags(), SectionFlags::Elf { sh_type, .. } if sh_type == elf::SHT_RISCV_ATTRIBUTES);
    let section = file.sections().find(is_attributes);
    let data = section.and_then(|it| it.data().ok()).unwrap_or_default();
    if let Some(name) = riscv_architecture(data) {
        features.extend(extensions(&name).map(|it| format!("+{it}")));
    }
    features
}

/// The architecture string of RISC-V's attributes (tag 5), as `rv64i2p1_m2p0_c2p0`.
fn riscv_architecture(data: &[u8]) -> Option<String> {
    const FILE_TAG: u64 = 1;
    const ARCHITECTURE_TAG: u64 = 5;
    /// More than all extensions together.
    const MAX_NAME_BYTES: usize = 1 << 14;
    let mut rest = data.strip_prefix(b"A")?.get(4..)?;
    rest = rest.strip_prefix(b"riscv\0")?;
    if uleb128(&mut rest)? != FILE_TAG {
        return None;
    }
    rest = rest.get(4..)?;
    loop {
        let tag = uleb128(&mut rest)?;
        // Even tags have a number, odd ones a text.
        if tag % 2 == 0 {
            uleb128(&mut rest)?;
            continue;
        }
        let len = rest.iter().position(|it| *it == 0)?;
        if tag == ARCHITECTURE_TAG {
            return String::from_utf8(rest.get(..len.min(MAX_NAME_BYTES))?.to_vec()).ok();
        }
        rest = &rest[len + 1..];
    }
}

/// The extensions of an architecture string, without their versions.
fn extensions(name: &str) -> impl Iterator<Item = &str> {
    let rest = name.get(4..).unwrap_or_default();
    let without_version = |it: &'_ str| -> usize {
        let minor = it.trim_end_matches(|it: char| it.is_ascii_digit());
        let major = minor.strip_suffix('p').unwrap_or(it);
        let end = major.trim_end_matches(|it: char| it.is_ascii_digit());
        if major.len() < it.len() && end.len() < major.len() { end.len() } else { it.len() }
    };
    rest.split('_').filter(|it| !it.is_empty()).map(move |it| &it[..without_version(it)])
}

fn uleb128(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0_u64;
    for shift in (0..63).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_have_names_and_versions() {
        let found: Vec<&str> =
            extensions("rv64i2p1_m2p0_zve32f1p0_zicsr2p0_zvl128b1p0_xfoo").collect();
        assert_eq!(found, ["i", "m", "zve32f", "zicsr", "zvl128b", "xfoo"]);
        let found: Vec<&str> = extensions("rv32").collect();
        assert!(found.is_empty());
    }

    #[test]
    fn the_architecture_is_found_among_attributes() {
        let mut data = b"A\x20\0\0\0riscv\0\x01\x16\0\0\0\x04\x10\x05rv32i2p1_m2p0\0".to_vec();
        assert_eq!(riscv_architecture(&data).as_deref(), Some("rv32i2p1_m2p0"));
        data.pop();
        assert_eq!(riscv_architecture(&data), None);
    }
}

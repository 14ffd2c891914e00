//! The object format and the architecture that a text is for.

use memchr::memmem;

use crate::syntax::ObjectFormat;
use crate::target::{self, Arch};

/// Bytes of a text that are looked at.
const MAX_LOOKED_AT: usize = 1 << 20;

/// Returns the object format that a text is for, by its first directive that only one format has, or by the first
/// lines of disassembly.
pub fn guess_format(text: &[u8]) -> Option<ObjectFormat> {
    let text = &text[..text.len().min(MAX_LOOKED_AT)];
    text.split(|byte| *byte == b'\n').find_map(format_of_line)
}

fn format_of_line(line: &[u8]) -> Option<ObjectFormat> {
    let line = line.trim_ascii();
    if let Some(name) = file_format(line) {
        return Some(match name {
            _ if name.starts_with(b"elf") => ObjectFormat::Elf,
            _ if name.starts_with(b"mach-o") => ObjectFormat::MachO,
            _ if name.starts_with(b"coff") || name.starts_with(b"pe") => ObjectFormat::Coff,
            _ => return None,
        });
    }
    if line.first() != Some(&b'.') {
        return None;
    }
    let end = line.iter().position(|byte| byte.is_ascii_whitespace()).unwrap_or(line.len());
    let (name, rest) = line.split_at(end);
    let has = |text: &str| memmem::find(rest, text.as_bytes()).is_some();
    match name {
        b".section" if has("__TEXT") || has("__DATA") || has("__DWARF") => {
            Some(ObjectFormat::MachO)
        }
        b".section" if has("@progbits") || has("%progbits") || has("@nobits") => {
            Some(ObjectFormat::Elf)
        }
        b".section" if has(",\"dr\"") || has(",\"xr\"") => Some(ObjectFormat::Coff),
        b".subsections_via_symbols"
        | b".build_version"
        | b".macosx_version_min"
        | b".ios_version_min"
        | b".zerofill"
        | b".private_extern"
        | b".weak_definition" => Some(ObjectFormat::MachO),
        b".def" | b".scl" | b".endef" | b".seh_proc" | b".secrel32" | b".linkonce" => {
            Some(ObjectFormat::Coff)
        }
        b".size" | b".hidden" | b".ident" => Some(ObjectFormat::Elf),
        b".type" if has("function") || has("object") => Some(ObjectFormat::Elf),
        _ => None,
    }
}

/// Returns the name that disassemblers give to the format of a file: `elf64-x86-64`.
fn file_format(line: &[u8]) -> Option<&[u8]> {
    const INTRODUCTION: &[u8] = b"file format ";
    let at = memmem::find(line, INTRODUCTION)?;
    Some(line[at + INTRODUCTION.len()..].trim_ascii())
}

/// Returns the architecture that a text is for, if the first lines of disassembly or a directive name it.
pub fn guess_arch(text: &[u8]) -> Option<Arch> {
    let text = &text[..text.len().min(MAX_LOOKED_AT)];
    text.split(|byte| *byte == b'\n').find_map(arch_of_line)
}

fn arch_of_line(line: &[u8]) -> Option<Arch> {
    let line = line.trim_ascii();
    let has = |text: &[u8], part: &str| memmem::find(text, part.as_bytes()).is_some();
    let mut architectures = target::architectures();
    if let Some(name) = file_format(line) {
        let is_named = |parts: &&[&str]| parts.iter().all(|part| has(name, part));
        return architectures.find(|arch| arch.facts().file_formats.iter().any(is_named));
    }
    if line.first() != Some(&b'.') {
        return None;
    }
    let is_meant =
        |(start, part): &(&str, &str)| line.starts_with(start.as_bytes()) && has(line, part);
    architectures.find(|arch| arch.facts().directives.iter().any(is_meant))
}

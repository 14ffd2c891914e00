//! The reasons for which a file is no object that can be read.

use object::{Architecture, FileKind};
use thiserror::Error;

/// The reason for which a file cannot be read as an object.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ObjectError {
    /// It is something else.
    #[error("not an object file, but {0}")]
    NotAnObject(&'static str),
    /// It has several objects: see [`members`](crate::members).
    #[error("{0} of several objects")]
    Container(&'static str),
    /// It is for a processor that has no target here.
    #[error("machine code for an unsupported architecture: {0}")]
    Architecture(String),
    /// It is an archive that names its objects and does not have them.
    #[error("a thin archive, which only names its objects: give those instead")]
    ThinArchive,
    /// It has too many objects.
    #[error("an archive of too many objects")]
    TooManyMembers,
    /// It is shorter than its headers say, or they contradict each other.
    #[error("damaged or truncated: {0}")]
    Damaged(String),
}

impl From<object::Error> for ObjectError {
    fn from(error: object::Error) -> Self {
        ObjectError::Damaged(error.to_string())
    }
}

impl ObjectError {
    /// Returns the error for an object of an architecture that has no target here.
    pub(super) fn unsupported(architecture: Architecture, machine: Option<u32>) -> ObjectError {
        ObjectError::Architecture(match (architecture, machine) {
            (Architecture::Unknown, Some(machine)) => format!("machine {machine}"),
            _ => format!("{architecture:?}"),
        })
    }
}

/// Returns the kind of an object file, by its first bytes.
pub(super) fn kind(bytes: &[u8]) -> Result<FileKind, ObjectError> {
    match FileKind::parse(bytes) {
        Ok(
            kind @ (FileKind::Elf32
            | FileKind::Elf64
            | FileKind::MachO32
            | FileKind::MachO64
            | FileKind::Pe32
            | FileKind::Pe64
            | FileKind::CoffBig),
        ) => Ok(kind),
        // Its first bytes are a number that a text may have as well.
        Ok(FileKind::Coff) if !is_text(bytes) => Ok(FileKind::Coff),
        Ok(FileKind::CoffImport) => {
            Err(ObjectError::NotAnObject("an entry of an import library, which has no code"))
        }
        Ok(FileKind::Archive) => Err(ObjectError::Container("an archive")),
        Ok(FileKind::MachOFat32 | FileKind::MachOFat64) if !is_java(bytes) => {
            Err(ObjectError::Container("a file"))
        }
        _ => Err(described(bytes)),
    }
}

/// Returns whether a file that begins as a Mach-O file for several processors is a class of Java's: that has a version
/// in place of a number of processors.
pub(crate) fn is_java(bytes: &[u8]) -> bool {
    bytes.get(7).is_some_and(|it| *it >= 43)
}

/// Returns the error for a file that is no object: names what it is, as far as its first bytes show
/// that.
fn described(bytes: &[u8]) -> ObjectError {
    /// First bytes of other files, and what these are.
    const KINDS: [(&[u8], &str); 14] = [
        (b"BC\xc0\xde", "LLVM bitcode: compile it without link-time optimization (`-fno-lto`)"),
        (
            b"\xde\xc0\x17\x0b",
            "LLVM bitcode: compile it without link-time optimization (`-fno-lto`)",
        ),
        (b"\0asm", "WebAssembly"),
        (b"\xca\xfe\xba\xbe", "a Java class"),
        (b"\xcf\xfa\xed\xfe", "the beginning of a Mach-O file"),
        (b"\xce\xfa\xed\xfe", "the beginning of a Mach-O file"),
        (b"\x7fELF", "the beginning of an ELF file"),
        (b"MZ", "a program for DOS, or the beginning of one for Windows"),
        (b"PERFILE2", "a recording of perf's: see `oxmca ibs`"),
        (b"\x1f\x8b", "a file compressed by gzip"),
        (b"\xfd7zXZ", "a file compressed by xz"),
        (b"\x28\xb5\x2f\xfd", "a file compressed by zstd"),
        (b"BZh", "a file compressed by bzip2"),
        (b"PK\x03\x04", "a zip archive"),
    ];
    let known = KINDS.iter().find(|it| bytes.starts_with(it.0)).map(|it| it.1);
    ObjectError::NotAnObject(known.unwrap_or(match bytes {
        [] => "an empty file",
        _ if is_text(bytes) => "a text",
        _ => "an unknown format",
    }))
}

/// Returns whether the first bytes are those of a text.
fn is_text(bytes: &[u8]) -> bool {
    /// Enough to tell a text from a header.
    const LOOKED_AT_BYTES: usize = 512;
    let is_printed =
        |it: &u8| matches!(it, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b | 0x20..=0x7e | 0x80..);
    bytes.iter().take(LOOKED_AT_BYTES).all(is_printed)
}

#[cfg(test)]
mod tests {
    use crate::ObjectFile;

    fn error(bytes: &[u8]) -> String {
        ObjectFile::parse(bytes).err().map(|it| it.to_string()).unwrap_or_default()
    }

    #[test]
    fn other_files_are_named() {
        assert_eq!(error(b""), "not an object file, but an empty file");
        assert_eq!(error(b"int main() { return 0; }\n"), "not an object file, but a text");
        assert_eq!(error(b"L\x01"), "not an object file, but an unknown format");
        assert_eq!(error(b"\0asm\x01\0\0\0"), "not an object file, but WebAssembly");
        assert!(
            error(b"BC\xc0\xde0123456789abcdef")
                .starts_with("not an object file, but LLVM bitcode")
        );
        assert!(error(b"!<arch>\nfoo.o/          ").starts_with("an archive of several objects"));
        assert!(error(b"\x7fELF\x02\x01\x01").contains("the beginning of an ELF file"));
        assert!(
            error(b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03").starts_with("damaged or truncated")
        );
        assert!(ObjectFile::is_object(b"!<arch>\nfoo.o/          "));
        // The first two bytes are those of an object.
        assert!(!ObjectFile::is_object(b"d\x86 in Latin-1: a text\n"));
    }
}

//! Files that have several objects: archives, and Mach-O files for several processors.

use object::FileKind;
use object::read::archive::ArchiveFile;
use object::read::macho::{FatArch, MachOFatFile32, MachOFatFile64};

use crate::file::{ObjectError, is_java};

/// The most objects of one file.
const MAX_MEMBERS: usize = 1 << 18;
/// The most bytes of all names of objects, which may share their text.
const MAX_NAMES_BYTES: usize = 1 << 26;

/// An object in a file of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member<'data> {
    /// The name in the archive; of a Mach-O file for several processors, the processor.
    pub name: String,
    /// The object. Archives have other files as well, as rustc's metadata: [`ObjectFile::is_object`] tells.
    ///
    /// [`ObjectFile::is_object`]: crate::ObjectFile::is_object
    pub bytes: &'data [u8],
}

/// Returns whether a file is an object for a linker, as compilers write them, by its first bytes: a program, a library and an
/// archive are none.
#[must_use]
pub fn is_relocatable(bytes: &[u8]) -> bool {
    const ET_REL: u16 = 1;
    const MH_OBJECT: u32 = 1;
    let two = |at: usize| bytes.get(at..at + 2).and_then(|it| <[u8; 2]>::try_from(it).ok());
    let four = |at: usize| bytes.get(at..at + 4).and_then(|it| <[u8; 4]>::try_from(it).ok());
    match FileKind::parse(bytes) {
        Ok(FileKind::Elf32 | FileKind::Elf64) => match bytes.get(5) {
            Some(2) => two(16).map(u16::from_be_bytes) == Some(ET_REL),
            _ => two(16).map(u16::from_le_bytes) == Some(ET_REL),
        },
        Ok(FileKind::MachO32 | FileKind::MachO64) => match bytes[0] {
            0xfe => four(12).map(u32::from_be_bytes) == Some(MH_OBJECT),
            _ => four(12).map(u32::from_le_bytes) == Some(MH_OBJECT),
        },
        Ok(FileKind::Coff | FileKind::CoffBig) => true,
        _ => false,
    }
}

/// Returns the objects in an archive or in a Mach-O file for several processors; `None` for other
/// files.
///
/// # Errors
/// [`ObjectError::ThinArchive`], [`ObjectError::Damaged`] and [`ObjectError::TooManyMembers`].
pub fn members(bytes: &[u8]) -> Result<Option<Vec<Member<'_>>>, ObjectError> {
    match FileKind::parse(bytes) {
        Ok(FileKind::Archive) => archive_members(bytes).map(Some),
        // Java's class files begin with the same four bytes.
        Ok(FileKind::MachOFat32) if !is_java(bytes) => {
            let file = MachOFatFile32::parse(bytes)?;
            slices(file.arches(), bytes).map(Some)
        }
        Ok(FileKind::MachOFat64) => {
            let file = MachOFatFile64::parse(bytes)?;
            slices(file.arches(), bytes).map(Some)
        }
        _ => Ok(None),
    }
}

fn archive_members(bytes: &[u8]) -> Result<Vec<Member<'_>>, ObjectError> {
    let archive = ArchiveFile::parse(bytes)?;
    if archive.is_thin() {
        return Err(ObjectError::ThinArchive);
    }
    let mut found = Vec::new();
    let mut names_bytes = 0;
    for member in archive.members() {
        let member = member?;
        names_bytes += member.name().len();
        if found.len() == MAX_MEMBERS || names_bytes > MAX_NAMES_BYTES {
            return Err(ObjectError::TooManyMembers);
        }
        let name = String::from_utf8_lossy(member.name()).into_owned();
        found.push(Member { name, bytes: member.data(bytes)? });
    }
    Ok(found)
}

fn slices<'data, Fat: FatArch>(
    arches: &[Fat],
    bytes: &'data [u8],
) -> Result<Vec<Member<'data>>, ObjectError> {
    let slice = |it: &Fat| {
        let name = format!("{:?}", it.architecture()).to_ascii_lowercase();
        Ok(Member { name, bytes: it.data(bytes)? })
    };
    arches.iter().take(MAX_MEMBERS).map(slice).collect()
}

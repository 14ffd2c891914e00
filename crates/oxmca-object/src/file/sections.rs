//! The sections of an object that have an address.

use std::ops::Range;

use object::read::{File, Section as ReadSection};
use object::{Object, ObjectKind, ObjectSection, ObjectSegment, SectionFlags, elf, macho, pe};

use super::error::ObjectError;

/// The most sections.
const MAX_SECTIONS: usize = 1 << 20;
/// The most bytes of all names of sections, which may share their text.
const MAX_NAMES_BYTES: usize = 1 << 26;
/// The most bytes between two sections of a relocatable object, whatever it says of their alignment.
const MAX_ALIGNMENT_BYTES: u64 = 1 << 12;
/// The least alignment of sections of a relocatable object.
const MIN_ALIGNMENT_BYTES: u64 = 16;

/// A section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The name.
    pub name: String,
    /// The address of its first byte. Sections of relocatable objects have none; here they follow each other.
    pub address: u64,
    /// The number of bytes.
    pub len_bytes: u64,
    /// Set if it has machine code.
    pub is_code: bool,
    /// Its address in the file: 0 in most relocatable objects.
    pub(super) file_address: u64,
    /// Its place in the file; empty if it has no contents there.
    pub(super) contents: Range<usize>,
}

impl Section {
    /// Returns the address after it.
    pub fn end(&self) -> u64 {
        self.address.saturating_add(self.len_bytes)
    }

    /// Returns whether it has a byte at an address.
    pub fn contains(&self, address: u64) -> bool {
        (self.address..self.end()).contains(&address)
    }

    /// Returns the address that bytes have which the file has at another one, if they belong to it.
    pub(super) fn moved(&self, file_address: u64) -> Option<u64> {
        let at = file_address.checked_sub(self.file_address).filter(|it| *it <= self.len_bytes)?;
        self.address.checked_add(at)
    }
}

/// The sections that have an address.
#[derive(Debug, Default)]
pub(super) struct Sections {
    all: Vec<Section>,
    /// For each section of the file its number in `all`.
    numbers: Vec<Option<u32>>,
    /// The numbers in `all` by address.
    by_address: Vec<u32>,
}

impl Sections {
    /// Finds the sections of a file. Addresses have `address_bits` bits.
    pub fn of(file: &File<'_>, bytes: &[u8], address_bits: u32) -> Result<Sections, ObjectError> {
        let is_placed = file.kind() != ObjectKind::Relocatable
            || matches!(file, File::MachO32(_) | File::MachO64(_));
        let last = if address_bits < u64::BITS { (1 << address_bits) - 1 } else { u64::MAX };
        let mut sections = Sections::default();
        let (mut names_bytes, mut free) = (0, 0_u64);
        // Code that sections share would be read as often as there are such sections.
        let mut code_left = bytes.len();
        for section in file.sections().take(MAX_SECTIONS) {
            let Ok(name) = section.name_bytes() else { continue };
            names_bytes += name.len();
            let Some(is_code) = usage(&section) else { continue };
            if names_bytes > MAX_NAMES_BYTES {
                break;
            }
            let alignment = section.align().clamp(MIN_ALIGNMENT_BYTES, MAX_ALIGNMENT_BYTES);
            let place = free.checked_next_multiple_of(alignment.next_power_of_two());
            let address = if is_placed { Some(section.address()) } else { place };
            let len_bytes = section.size();
            let Some((address, end)) =
                address.and_then(|it| Some((it, it.checked_add(len_bytes)?)))
            else {
                continue;
            };
            if end > last {
                continue;
            }
            free = end;
            let name = String::from_utf8_lossy(name).into_owned();
            let contents = contents(&section, bytes);
            if is_code {
                let Some(contents) = &contents else {
                    let message = format!("section {name} is not within the file");
                    return Err(ObjectError::Damaged(message));
                };
                code_left = code_left.checked_sub(contents.len()).ok_or_else(has_shared_code)?;
            }
            let index = section.index().0;
            if sections.numbers.len() <= index {
                sections.numbers.resize(index + 1, None);
            }
            sections.numbers[index] = Some(sections.all.len() as u32);
            sections.all.push(Section {
                name,
                address,
                len_bytes,
                is_code,
                file_address: section.address(),
                contents: contents.unwrap_or_default(),
            });
        }
        if is_placed && !sections.all.iter().any(|it| it.is_code) {
            sections.take_segments(file, bytes)?;
        }
        sections.by_address = (0..sections.all.len() as u32).collect();
        sections.by_address.sort_by_key(|it| sections.all[*it as usize].address);
        Ok(sections)
    }

    /// Takes parts of a program that are loaded and can be executed as sections, since it has no others with code.
    fn take_segments(&mut self, file: &File<'_>, bytes: &[u8]) -> Result<(), ObjectError> {
        /// The most loaded parts that are looked at.
        const MAX_SEGMENTS: usize = 1 << 10;
        let mut code_left = bytes.len();
        for (number, segment) in file.segments().take(MAX_SEGMENTS).enumerate() {
            let is_code = segment.permissions().executable();
            let (offset, len) = segment.file_range();
            let contents = range_within(bytes, offset, len);
            if let (true, Some(contents)) = (is_code, contents)
                && !contents.is_empty()
            {
                code_left = code_left.checked_sub(contents.len()).ok_or_else(has_shared_code)?;
                self.all.push(Section {
                    name: format!("segment {number}"),
                    address: segment.address(),
                    len_bytes: contents.len() as u64,
                    is_code,
                    file_address: segment.address(),
                    contents,
                });
            }
        }
        Ok(())
    }

    /// Returns the sections, in the order of the file.
    pub fn all(&self) -> &[Section] {
        &self.all
    }

    pub fn get(&self, number: u32) -> &Section {
        &self.all[number as usize]
    }

    /// Returns the number of a section, by its index in the file.
    pub fn number_of(&self, index: object::SectionIndex) -> Option<u32> {
        *self.numbers.get(index.0)?
    }

    /// Returns the number of the section that has an address.
    pub fn number_at(&self, address: u64) -> Option<u32> {
        let next = self.by_address.partition_point(|it| self.get(*it).address <= address);
        // Empty sections, and those that others begin in, may come after it.
        let before = self.by_address[..next].iter().rev().take(4);
        before.copied().find(|it| self.get(*it).contains(address))
    }
}

/// Returns the error of sections that together have more code than there are bytes.
fn has_shared_code() -> ObjectError {
    ObjectError::Damaged("sections have more code than the file".to_owned())
}

/// Returns whether a section has code; `None` if it is not loaded.
fn usage(section: &ReadSection<'_, '_>) -> Option<bool> {
    match section.flags() {
        SectionFlags::Elf { sh_type, sh_flags } => {
            let is_loaded = sh_flags.contains(elf::SHF_ALLOC);
            let is_thread_local = sh_flags.contains(elf::SHF_TLS) && sh_type == elf::SHT_NOBITS;
            (is_loaded && !is_thread_local).then(|| sh_flags.contains(elf::SHF_EXECINSTR))
        }
        SectionFlags::MachO { flags, .. } => {
            let is_debug = section.segment_name().ok().flatten() == Some("__DWARF");
            (!is_debug).then(|| flags.contains(macho::S_ATTR_PURE_INSTRUCTIONS))
        }
        SectionFlags::Coff { characteristics } => {
            let is_loaded = !characteristics.contains(pe::IMAGE_SCN_MEM_DISCARDABLE)
                && !characteristics.contains(pe::IMAGE_SCN_LNK_REMOVE);
            is_loaded.then(|| characteristics.contains(pe::IMAGE_SCN_CNT_CODE))
        }
        _ => None,
    }
}

/// Returns the place of a section's contents in the file; empty if it has none, `None` if they are not within
/// the file.
fn contents(section: &ReadSection<'_, '_>, bytes: &[u8]) -> Option<Range<usize>> {
    match section.file_range() {
        Some((offset, len)) => range_within(bytes, offset, len.min(section.size())),
        None => Some(0..0),
    }
}

/// Returns a range of a file, if it is within.
pub(super) fn range_within(bytes: &[u8], offset: u64, len: u64) -> Option<Range<usize>> {
    let start = usize::try_from(offset).ok()?;
    let end = start.checked_add(usize::try_from(len).ok()?)?;
    (end <= bytes.len()).then_some(start..end)
}

/// Creates one section with the given number of bytes of code.
#[cfg(test)]
pub(super) fn of_code(len_bytes: usize) -> Sections {
    let contents = 0..len_bytes;
    let (name, len_bytes) = (".text".to_owned(), len_bytes as u64);
    let section = Section { name, address: 0, len_bytes, is_code: true, file_address: 0, contents };
    Sections { all: vec![section], numbers: vec![Some(0)], by_address: vec![0] }
}

#[cfg(test)]
mod tests {
    use crate::ObjectFile;

    /// Returns an object of ELF for x86-64 with sections of code in the same place.
    fn with_shared_code(sections: u16, code_bytes: u64) -> Vec<u8> {
        let code = vec![0x90; code_bytes as usize];
        let names = 64 + code_bytes;
        let table = names + 16;
        let half = |it: u16| it.to_le_bytes().to_vec();
        let word = |it: u32| it.to_le_bytes().to_vec();
        let long = |it: u64| it.to_le_bytes().to_vec();
        let header = |name: u32, kind: u32, flags: u64, offset: u64, len: u64| {
            let parts = [word(name), word(kind), long(flags), long(0), long(offset), long(len)];
            [parts.concat(), vec![0; 8], long(1), long(0)].concat()
        };
        let mut bytes = [b"\x7fELF\x02\x01\x01".to_vec(), vec![0; 9], half(1), half(62)].concat();
        bytes.extend([word(1), vec![0; 16], long(table), word(0), half(64), vec![0; 4]].concat());
        bytes.extend([half(64), half(sections + 2), half(sections + 1)].concat());
        bytes.extend([code, b"\0.text\0.shstr\0\0\0".to_vec(), vec![0; 64]].concat());
        (0..sections).for_each(|_| bytes.extend(header(1, 1, 6, 64, code_bytes)));
        bytes.extend(header(7, 3, 0, names, 16));
        bytes
    }

    #[test]
    fn sections_may_not_share_code() {
        let object = ObjectFile::parse(with_shared_code(1, 4_000)).unwrap();
        assert_eq!(object.functions().len(), 1);
        let error = ObjectFile::parse(with_shared_code(8, 4_000)).unwrap_err().to_string();
        assert!(error.contains("sections have more code than the file"), "{error}");
    }
}

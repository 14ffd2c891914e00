//! Sections of debug information: decompressed, and with addresses of this object's code in relocatable ones.

use std::borrow::Cow;

use object::read::{File, Relocation, RelocationTarget};
use object::{
    BinaryFormat, CompressedData, CompressionFormat, Object, ObjectSection, ObjectSymbol,
    RelocationFlags, RelocationKind,
};

use oxmca_asm::target::object_facts::DebugRelocation;

use super::ObjectFile;

/// The most relocations of one section.
const MAX_RELOCATIONS: usize = 1 << 24;

impl ObjectFile<'_> {
    /// Parses the file's headers anew.
    pub(crate) fn reader(&self) -> Option<File<'_>> {
        File::parse(&*self.bytes).ok()
    }

    /// Returns the contents of a section of debug information; `None` if there is none that can be
    /// read.
    pub(crate) fn debug_section<'a>(
        &'a self,
        file: &File<'a>,
        name: &str,
    ) -> Option<Cow<'a, [u8]>> {
        let section = file.section_by_name(name)?;
        let contents = contents(section.compressed_data().ok()?)?;
        if !self.is_relocatable {
            return Some(contents);
        }
        let mut changed = contents.into_owned();
        for (offset, relocation) in section.relocations().take(MAX_RELOCATIONS) {
            let Ok(at) = usize::try_from(offset) else { continue };
            // A place past the end of a damaged section stays as it is.
            let _ = self.relocate(file, &relocation, &mut changed, at);
        }
        Some(changed.into())
    }

    fn relocate(
        &self,
        file: &File<'_>,
        relocation: &Relocation,
        contents: &mut [u8],
        at: usize,
    ) -> Option<()> {
        let value = match relocation.target() {
            RelocationTarget::Symbol(index) => {
                let symbol = file.symbol_by_index(index).ok()?;
                let section = symbol.section_index()?;
                match self.sections.number_of(section) {
                    Some(number) => self.sections.get(number).moved(symbol.address())?,
                    None => symbol.address(),
                }
            }
            // What is to be changed has the address already.
            RelocationTarget::Section(_) if self.format == BinaryFormat::MachO => return None,
            RelocationTarget::Section(index) => {
                self.sections.number_of(index).map_or(0, |it| self.sections.get(it).address)
            }
            _ => 0,
        };
        if relocation.subtractor().is_some() {
            return None;
        }
        let value = value.wrapping_add_signed(relocation.addend());
        let place = |size_bits: u8| at..at.saturating_add(usize::from(size_bits / 8));
        let endian = self.endian();
        if let RelocationFlags::Elf { r_type } = relocation.flags()
            && let Some(DebugRelocation { size_bits, change }) =
                (self.target.code.debug_relocation)(r_type.0)
        {
            let Some(size_bits) = size_bits else {
                return change_uleb128(contents.get_mut(at..)?, |old| change(old, value));
            };
            let place = contents.get_mut(place(size_bits))?;
            let old = endian.read(place);
            endian.write(place, change(old, value));
            return Some(());
        }
        let is_offset = relocation.kind() == RelocationKind::SectionOffset;
        if !is_offset && relocation.kind() != RelocationKind::Absolute {
            return None;
        }
        let place = contents.get_mut(place(relocation.size()))?;
        let old = if relocation.has_implicit_addend() { endian.read(place) } else { 0 };
        endian.write(place, old.wrapping_add(value));
        Some(())
    }

    pub(crate) fn endian(&self) -> ByteOrder {
        ByteOrder { is_little: self.is_little_endian }
    }
}

/// Reads and writes numbers in the byte order of an object.
#[derive(Clone, Copy)]
pub(crate) struct ByteOrder {
    pub is_little: bool,
}

impl ByteOrder {
    fn read(self, bytes: &[u8]) -> u64 {
        let digit = |value: u64, byte: &u8| value << 8 | u64::from(*byte);
        if self.is_little { bytes.iter().rev().fold(0, digit) } else { bytes.iter().fold(0, digit) }
    }

    fn write(self, bytes: &mut [u8], value: u64) {
        let len = bytes.len().min(8);
        let digits = value.to_le_bytes();
        for (at, digit) in digits.iter().take(len).enumerate() {
            bytes[if self.is_little { at } else { len - 1 - at }] = *digit;
        }
    }
}

/// Changes a number in ULEB128, whose length stays.
fn change_uleb128(bytes: &mut [u8], change: impl Fn(u64) -> u64) -> Option<()> {
    let len = bytes.iter().take(10).position(|it| it & 0x80 == 0)? + 1;
    let digit = |value: u64, byte: &u8| value << 7 | u64::from(byte & 0x7f);
    let mut value = change(bytes[..len].iter().rev().fold(0, digit));
    for (at, byte) in bytes[..len].iter_mut().enumerate() {
        *byte = (value & 0x7f) as u8 | if at + 1 < len { 0x80 } else { 0 };
        value >>= 7;
    }
    Some(())
}

/// Returns the contents of a section; `None` if they cannot be decompressed, or would take far more
/// memory than the file.
fn contents(data: CompressedData<'_>) -> Option<Cow<'_, [u8]>> {
    /// Debug information becomes a few times smaller.
    const MAX_RATIO: u64 = 128;
    /// Debug information of one kind, decompressed.
    const MAX_SECTION_BYTES: u64 = 1 << 28;
    let most = (data.data.len() as u64).saturating_mul(MAX_RATIO).min(MAX_SECTION_BYTES);
    let is_fit = data.format == CompressionFormat::None || data.uncompressed_size <= most;
    if is_fit { data.decompress().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_may_not_become_many_times_larger() {
        let zeros = |compressed, count| {
            let format = CompressionFormat::Zlib;
            contents(CompressedData { format, data: compressed, uncompressed_size: count })
                .map(|it| it.len())
        };
        let few = b"x\x9cc`\xa0=\0\0\0d\0\x01";
        assert_eq!(zeros(few, 100), Some(100));
        assert_eq!(zeros(few, 8 << 30), None);
        let many = b"x\xda\xed\xc1\x01\x01\0\0\0\x80\x90\xfe\xaf\xee\x08\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x18\x80\0\0\x01";
        assert_eq!(zeros(many, 32 << 10), None);
    }
}

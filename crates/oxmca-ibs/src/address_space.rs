//! The files that are mapped in a process, kept up to date while its records are read.

use std::sync::Arc;

/// A mapped range of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mapping {
    pub start: u64,
    /// The last address, so that the end of memory can be mapped.
    pub last: u64,
    /// The offset in the file of the first address.
    pub file_offset: u64,
    /// Index of the file.
    pub module: u32,
}

impl Mapping {
    /// Returns the offset in the file of an address.
    pub fn offset_of(&self, address: u64) -> u64 {
        (address - self.start).wrapping_add(self.file_offset)
    }
}

/// The mappings of a process, by address. A child shares its parent's until either changes.
#[derive(Clone, Debug, Default)]
pub struct AddressSpace(Arc<Vec<Mapping>>);

impl AddressSpace {
    /// Maps a range, in place of what was there.
    pub fn map(&mut self, new: Mapping) {
        let mappings = Arc::make_mut(&mut self.0);
        let first = mappings.partition_point(|it| it.last < new.start);
        let end = first + mappings[first..].partition_point(|it| it.start <= new.last);
        let mut kept = Vec::with_capacity(3);
        if let Some(left) = mappings[first..end].first()
            && left.start < new.start
        {
            kept.push(Mapping { last: new.start - 1, ..*left });
        }
        kept.push(new);
        if let Some(right) = mappings[first..end].last()
            && right.last > new.last
        {
            let start = new.last + 1;
            kept.push(Mapping { start, file_offset: right.offset_of(start), ..*right });
        }
        mappings.splice(first..end, kept);
    }

    /// Returns the mapping that has an address.
    pub fn find(&self, address: u64) -> Option<&Mapping> {
        let at = self.0.partition_point(|it| it.last < address);
        self.0.get(at).filter(|it| it.start <= address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_mappings_replace_parts_of_earlier_ones() {
        let mut space = AddressSpace::default();
        let mapping = |start, last, module| Mapping { start, last, file_offset: start, module };
        space.map(mapping(0x1000, 0x8fff, 1));
        let parent = space.clone();
        space.map(mapping(0x3000, 0x3fff, 2));
        space.map(mapping(0x8000, u64::MAX, 3));
        let at = |space: &AddressSpace, address| space.find(address).map(|it| it.module);
        let found: Vec<_> = (0..10).map(|page| at(&space, page * 0x1000 + 0x800)).collect();
        let expected = [0, 1, 1, 2, 1, 1, 1, 1, 3, 3].map(|it| (it > 0).then_some(it));
        assert_eq!(found, expected);
        assert_eq!(at(&space, u64::MAX), Some(3));
        assert_eq!(at(&parent, 0x3800), Some(1));
        let rest = space.find(0x4800).map(|it| (it.start, it.file_offset));
        assert_eq!(rest, Some((0x4000, 0x4000)));
        space.map(mapping(0, u64::MAX, 4));
        assert_eq!(space.0.len(), 1);
    }
}

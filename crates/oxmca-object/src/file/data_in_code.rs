//! Data between the code of Mach-O files, such as tables of jumps.

use object::read::File;
use object::read::macho::{MachHeader, MachOFile};
use object::{Object, ObjectKind, ObjectSegment, ReadRef, macho, pod};
use oxmca_asm::decoder::InstructionSet;

use super::code::Mark;

/// The most ranges of data.
const MAX_RANGES: usize = 1 << 20;

/// Returns where data begins and ends, in any order. Other formats have symbols for that, or nothing.
pub(super) fn marks(file: &File<'_>) -> Vec<Mark> {
    match file {
        File::MachO32(it) => marks_of(it).unwrap_or_default(),
        File::MachO64(it) => marks_of(it).unwrap_or_default(),
        _ => Vec::new(),
    }
}

fn marks_of<'data, Mach, R>(file: &MachOFile<'data, Mach, R>) -> Option<Vec<Mark>>
where
    Mach: MachHeader,
    R: ReadRef<'data>,
{
    // Offsets count from the header, which a linked file has at the beginning of this part; objects have addresses.
    let start = match file.kind() {
        ObjectKind::Relocatable => 0,
        _ => file.segments().find(|it| it.name() == Ok(Some("__TEXT")))?.address(),
    };
    let mut commands = file.macho_load_commands().ok()?;
    while let Ok(Some(command)) = commands.next() {
        if command.cmd() != macho::LC_DATA_IN_CODE {
            continue;
        }
        let table: &macho::LinkeditDataCommand<Mach::Endian> = command.data().ok()?;
        let data = table.data(file.endian(), file.data()).ok()?;
        let size = size_of::<macho::DataInCodeEntry<Mach::Endian>>();
        let whole = data.get(..data.len() / size * size)?;
        let entries =
            pod::slice_from_all_bytes::<macho::DataInCodeEntry<Mach::Endian>>(whole).ok()?;
        let mut marks = Vec::new();
        for entry in entries.iter().take(MAX_RANGES) {
            let (offset, len) = (entry.offset.get(file.endian()), entry.length.get(file.endian()));
            let Some(first) = start.checked_add(offset.into()) else { continue };
            let Some(end) = first.checked_add(len.into()) else { continue };
            if first < end {
                marks.push(mark(first, true));
                marks.push(mark(end, false));
            }
        }
        return Some(without_overlaps(marks));
    }
    None
}

fn mark(address: u64, is_data: bool) -> Mark {
    Mark { address, is_data, instruction_set: InstructionSet::Usual }
}

/// Leaves out the ends of ranges at which, or before which, another one begins that has not ended.
fn without_overlaps(mut marks: Vec<Mark>) -> Vec<Mark> {
    // At one address, ranges begin before others end.
    marks.sort_unstable_by_key(|it| (it.address, !it.is_data));
    let mut open = 0_usize;
    marks.retain(|it| {
        let before = open;
        open = if it.is_data { open + 1 } else { open.saturating_sub(1) };
        before == 0 || open == 0
    });
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_overlap_or_touch_are_one() {
        let ranges = [(4, 8), (8, 12), (6, 10), (20, 24)];
        let marks = ranges.iter().flat_map(|(first, end)| [mark(*first, true), mark(*end, false)]);
        let expected = [mark(4, true), mark(12, false), mark(20, true), mark(24, false)];
        assert_eq!(without_overlaps(marks.collect()), expected);
    }
}

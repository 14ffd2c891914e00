//! The entries of functions, measured before they are read.

use std::collections::HashMap;

use gimli::{Dwarf, RangeListsOffset, Unit};

use super::allowance::Allowance;
use super::reader::Reader;

/// The most levels of entries within each other, which are read by recursion. Compilers write some dozens.
pub(super) const MAX_DEPTH: isize = 1 << 9;

/// Bytes that a function, or one that was inlined, takes in tables of `addr2line`.
const FUNCTION_BYTES: u64 = 160;
/// Bytes that a range of its addresses takes.
const RANGE_BYTES: u64 = 64;

/// Measures what is read of functions. Returns `None` if it is more than is allowed, and if entries are within each other on
/// more levels than are read.
pub(super) fn measure(dwarf: &Dwarf<Reader>, allowance: &Allowance) -> Option<()> {
    let mut lists = HashMap::new();
    let mut units = dwarf.units();
    while let Ok(Some(header)) = units.next() {
        let Ok(abbreviations) = dwarf.abbreviations(&header) else { continue };
        let Ok(mut entries) = header.entries_raw(&abbreviations, None) else { continue };
        // Ranges are read once there are any.
        let mut unit = None;
        while !entries.is_empty() {
            let depth = entries.next_depth();
            let Ok(abbreviation) = entries.read_abbreviation() else { break };
            let Some(abbreviation) = abbreviation else { continue };
            if depth > MAX_DEPTH {
                return None;
            }
            // Attributes can have no bytes, and all of them are passed over.
            allowance.take(abbreviation.attributes().len() as u64)?;
            let is_function = matches!(
                abbreviation.tag(),
                gimli::DW_TAG_subprogram | gimli::DW_TAG_inlined_subroutine
            );
            if !is_function {
                if entries.skip_attributes(abbreviation.attributes()).is_err() {
                    break;
                }
                continue;
            }
            allowance.take(FUNCTION_BYTES)?;
            for attribute in abbreviation.attributes() {
                if attribute.name() != gimli::DW_AT_ranges {
                    if entries.skip_attributes(std::slice::from_ref(attribute)).is_err() {
                        break;
                    }
                    continue;
                }
                let Ok(attribute) = entries.read_attribute(*attribute) else { break };
                let unit = unit.get_or_insert_with(|| dwarf.unit(header.clone()).ok());
                if let Some(unit) = unit
                    && let Ok(Some(list)) = dwarf.attr_ranges_offset(unit, attribute.value())
                {
                    let count = *lists.entry(list).or_insert(None::<u64>);
                    let count = match count {
                        Some(count) => count,
                        None => count_ranges(dwarf, unit, list, allowance)?,
                    };
                    lists.insert(list, Some(count));
                    allowance.take_each(count, RANGE_BYTES)?;
                }
            }
        }
    }
    Some(())
}

/// Returns the number of ranges of a list.
fn count_ranges(
    dwarf: &Dwarf<Reader>,
    unit: &Unit<Reader>,
    list: RangeListsOffset,
    allowance: &Allowance,
) -> Option<u64> {
    let mut count = 0;
    let Ok(mut ranges) = dwarf.raw_ranges(unit, list) else { return Some(0) };
    while let Ok(Some(_)) = ranges.next() {
        allowance.take(1)?;
        count += 1;
    }
    Some(count)
}

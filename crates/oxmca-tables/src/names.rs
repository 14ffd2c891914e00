//! Hash tables of names, made when tables are packed and searched at run time.
//!
//! A table is open-addressed and a power of two in size. A slot holds 0 if it is free, otherwise 1
//! more than the index of the row with that name.

/// Bytes of a name that are hashed: no name in the tables needs more, but texts may ask for any.
const HASHED: usize = 40;

/// Number of names above which a table has fewer free slots.
const DENSE_COUNT: usize = 1 << 14;

/// Returns the hash of a name, for [`find`].
pub(crate) fn hash(name: &[u8]) -> usize {
    let hash = name
        .iter()
        .take(HASHED)
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
    (hash ^ hash >> 15) as usize
}

/// Returns the row of the name that has this hash; `name_of` gives the name of a row.
#[inline]
pub(crate) fn find<'n>(
    slots: &[u16],
    name: &[u8],
    hash: usize,
    name_of: impl Fn(usize) -> &'n [u8],
) -> Option<usize> {
    find_by(slots, hash, |index| name_of(index) == name)
}

/// Returns the row of the name that has this hash; `is_named` tells whether a row has that name.
#[inline]
pub(crate) fn find_by(
    slots: &[u16],
    hash: usize,
    is_named: impl Fn(usize) -> bool,
) -> Option<usize> {
    let mask = slots.len().checked_sub(1)?;
    let mut at = hash & mask;
    loop {
        let index = usize::from(slots[at].checked_sub(1)?);
        if is_named(index) {
            return Some(index);
        }
        at = (at + 1) & mask;
    }
}

/// Returns the row of that name in whatever case, if the slots are those of names in lower case.
pub(crate) fn find_folded<'n>(
    slots: &[u16],
    name: &[u8],
    name_of: impl Fn(usize) -> &'n [u8],
) -> Option<usize> {
    let hash = hash(&name.to_ascii_lowercase());
    find_by(slots, hash, |index| name_of(index).eq_ignore_ascii_case(name))
}

/// Returns the slots for rows of those names, at most 65,534. Of rows with the same name, the first
/// is found.
pub(crate) fn slots<'n>(names: impl ExactSizeIterator<Item = &'n [u8]>) -> Vec<u16> {
    let count = names.len();
    slots_of_rows(names.enumerate(), count)
}

/// Returns the slots for pairs of a row's number, at most 65,534, and a name of the row. Of rows with the same
/// name, the first is found. `count` says how many different names there are, or more.
pub(crate) fn slots_of_rows<'n>(
    names: impl Iterator<Item = (usize, &'n [u8])>,
    count: usize,
) -> Vec<u16> {
    // Very many names share less space.
    let wanted = if count > DENSE_COUNT { count + count / 4 } else { count * 2 };
    let len = wanted.next_power_of_two().max(2);
    let mut slots = vec![0; len];
    let mut taken: Vec<&[u8]> = vec![&[]; len];
    for (row, name) in names {
        let mut at = hash(name) & (len - 1);
        while slots[at] != 0 && taken[at] != name {
            at = (at + 1) & (len - 1);
        }
        if slots[at] == 0 {
            (slots[at], taken[at]) = (row as u16 + 1, name);
        }
    }
    slots
}

/// Returns whether every search in `slots` ends, and finds one of `rows` rows or none.
pub(crate) fn slots_ok(slots: &[u16], rows: usize) -> bool {
    let sound = |slot: &u16| usize::from(*slot) <= rows;
    slots.is_empty()
        || (slots.len().is_power_of_two() && slots.contains(&0) && slots.iter().all(sound))
}

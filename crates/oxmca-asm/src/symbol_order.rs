//! The order in which LLVM goes through its table of symbols.
//!
//! The table is open-addressed by the low half of each name's XXH3; messages about several symbols
//! come in the order of its buckets, which is rebuilt here when such messages are due.

use twox_hash::XxHash3_64;

/// Buckets of a table with its first name.
const FIRST_BUCKETS: usize = 16;

/// Returns the indices of the names, which were added in the order given, as the table's buckets
/// hold them.
pub(crate) fn table_order<'a>(names: impl Iterator<Item = &'a [u8]>) -> Vec<usize> {
    let mut buckets: Vec<Option<(usize, u32)>> = vec![None; FIRST_BUCKETS];
    for (index, name) in names.enumerate() {
        let item = (index, XxHash3_64::oneshot(name) as u32);
        place(&mut buckets, item);
        let count = index + 1;
        // Three quarters are filled at most.
        if count * 4 > buckets.len() * 3 {
            let mut wider = vec![None; buckets.len() * 2];
            buckets.into_iter().flatten().for_each(|item| place(&mut wider, item));
            buckets = wider;
        }
    }
    buckets.into_iter().flatten().map(|(index, _)| index).collect()
}

/// Puts an item into the first free bucket from its own on. Some bucket is free.
fn place(buckets: &mut [Option<(usize, u32)>], item: (usize, u32)) {
    let mask = buckets.len() - 1;
    let mut at = item.1 as usize & mask;
    while buckets[at].is_some() {
        at = (at + 1) & mask;
    }
    buckets[at] = Some(item);
}

//! The identity of the tables: a data set made with them can say so.

/// The LLVM release that the tables were imported from.
pub const LLVM_VERSION: &str = "23.1.1";

/// Returns the hash of a target's tables, by the name of their folder in `data`: 16 hexadecimal digits that differ if any
/// of its table files does. `None` if the target is not built in.
///
/// ```
/// use oxmca_tables::{embedded_targets, identity::tables_hash};
///
/// assert!(embedded_targets().all(|target| tables_hash(target).map(str::len) == Some(16)));
/// assert_eq!(tables_hash("pdp11"), None);
/// ```
pub fn tables_hash(target: &str) -> Option<&'static str> {
    crate::embedded::embedded_hash(target)
}

/// Returns the targets that are built in, sorted by name, with the hash of their tables.
pub fn all_tables_hashes() -> impl Iterator<Item = (&'static str, &'static str)> {
    crate::embedded_targets().filter_map(|target| Some((target, tables_hash(target)?)))
}

//! The files that `.file` directives have numbered.

use std::collections::HashSet;

/// The files `.file` directives have numbered.
#[derive(Debug)]
pub(super) struct LineTable {
    pub version: u16,
    pub numbers: HashSet<u32>,
    pub largest: u32,
    pub root: Option<(Vec<u8>, Option<u128>)>,
    pub all_md5: bool,
    pub any_md5: bool,
    pub reported_md5: bool,
}

impl LineTable {
    pub fn new() -> LineTable {
        LineTable {
            version: 4,
            numbers: HashSet::new(),
            largest: 0,
            root: None,
            all_md5: true,
            any_md5: false,
            reported_md5: false,
        }
    }

    pub fn track_md5(&mut self, used: bool) {
        self.all_md5 &= used;
        self.any_md5 |= used;
    }
}

//! Numbers that CodeView directives have given out.

use std::collections::HashSet;

/// Numbers given out so far.
#[derive(Debug, Default)]
pub(super) struct CodeView {
    pub files: HashSet<u32>,
    pub functions: HashSet<u32>,
}

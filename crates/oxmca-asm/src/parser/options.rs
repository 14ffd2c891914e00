//! Options of the parser.

/// Options of the parser.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The dialect to begin with (x86: 0 AT&T, 1 Intel).
    pub dialect: usize,
    /// Set if comments may give instruments; otherwise they are comments (`-disable-im`).
    pub instruments: bool,
    /// Set if numbers may end in a letter that gives their radix (`0fh`, `101b`, `17q`), as in
    /// llvm-mca but not in llvm-mc.
    pub radix_suffixes: bool,
    /// Most instructions; [`Parsed::is_cut_off`](super::Parsed::is_cut_off) says whether there are more.
    pub max_instructions: usize,
}

impl Default for Options {
    /// The target's first dialect, instruments understood, any number of instructions.
    fn default() -> Self {
        Options {
            dialect: 0,
            instruments: true,
            radix_suffixes: true,
            max_instructions: usize::MAX,
        }
    }
}

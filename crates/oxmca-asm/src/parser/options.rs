//! Options of the parser.

use crate::interrupt::Interrupt;

/// Most instructions of a text, unless the caller says otherwise.
pub const MAX_INSTRUCTIONS: usize = 1 << 20;
/// Most instructions of all regions of a text, unless the caller says otherwise. Regions may overlap.
pub const MAX_INSTRUCTIONS_IN_REGIONS: usize = 1 << 22;

/// Options of the parser.
#[derive(Clone, Debug)]
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
    /// Most instructions of all regions together, which may overlap.
    pub max_instructions_in_regions: usize,
    /// Reads on past statements that cannot be read: they are warned about, skipped and counted in
    /// [`Parsed::skipped`](super::Parsed::skipped). Line tables are read as compilers write them, and numbers have no
    /// suffixes. See [`lenient`](crate::lenient).
    pub lenient: bool,
    /// Collects [`Parsed::layout`](super::Parsed::layout).
    pub collects_layout: bool,
    /// Stops reading; [`Parsed::is_interrupted`](super::Parsed::is_interrupted) says whether it did.
    pub interrupt: Interrupt,
}

impl Default for Options {
    /// Creates the target's first dialect, instruments understood, [`MAX_INSTRUCTIONS`].
    fn default() -> Self {
        Options {
            dialect: 0,
            instruments: true,
            radix_suffixes: true,
            max_instructions: MAX_INSTRUCTIONS,
            max_instructions_in_regions: MAX_INSTRUCTIONS_IN_REGIONS,
            lenient: false,
            collects_layout: false,
            interrupt: Interrupt::NEVER,
        }
    }
}

//! Options of reading a text.

use oxmca_asm::parser::{MAX_INSTRUCTIONS, MAX_INSTRUCTIONS_IN_REGIONS};
use oxmca_asm::{Dialect, Interrupt};

/// Options of reading a text and of showing its instructions.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TextOptions {
    /// The name of the text in messages, e.g. a path. Bytes that are not UTF-8 are written as
    /// [`oxmca_asm::lossless`] writes them.
    pub name: Box<str>,
    /// The dialect in which the text begins; directives can switch to another. The triple's stands for none, and
    /// for one that the target does not have.
    pub dialect: Option<Dialect>,
    /// The dialect in which instructions are shown. Without one, or with one that the target does not
    /// have, it is that in which the text ends.
    pub shown_dialect: Option<Dialect>,
    /// Shows immediates in hexadecimal.
    pub hex_immediates: bool,
    /// Obeys comments `LLVM-MCA-<TYPE> <DATA>`, such as `LLVM-MCA-LATENCY 100`.
    pub instruments: bool,
    /// Most instructions; more make the text invalid.
    pub max_instructions: usize,
    /// Most instructions of all regions together, which may overlap; more make the text invalid.
    pub max_instructions_in_regions: usize,
    /// Reads what compilers and disassemblers write and llvm-mca refuses, and skips statements that cannot be read with
    /// a warning: see [`oxmca_asm::lenient`].
    pub lenient: bool,
    /// Collects labels, sections, functions and source lines: [`Code::layout`](super::Code::layout).
    pub collects_layout: bool,
    /// Stops reading, which makes the text invalid.
    pub interrupt: Interrupt,
    /// Leaves out lines that cannot be read, instead of making the text invalid.
    pub skip_invalid_lines: bool,
}

impl Default for TextOptions {
    fn default() -> Self {
        TextOptions {
            name: "<input>".into(),
            dialect: None,
            shown_dialect: None,
            hex_immediates: false,
            instruments: true,
            max_instructions: MAX_INSTRUCTIONS,
            max_instructions_in_regions: MAX_INSTRUCTIONS_IN_REGIONS,
            lenient: false,
            collects_layout: false,
            interrupt: Interrupt::NEVER,
            skip_invalid_lines: false,
        }
    }
}

impl TextOptions {
    /// Returns the default options after `change` has set some of them.
    #[must_use]
    pub fn with(change: impl FnOnce(&mut TextOptions)) -> TextOptions {
        let mut options = TextOptions::default();
        change(&mut options);
        options
    }
}

//! Blocks as values, for callers that have no JSON.

use std::borrow::Cow;

use oxmca::oxmca_asm::Dialect;

use crate::request::GivenOption;

/// A block of code to analyze. Values that are left out are those of [`Defaults`](crate::Defaults).
///
/// Fields may be added; [`Block::assembly`] and [`Block::new`] make a value.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Block<'a> {
    /// The code.
    pub code: BlockCode<'a>,
    /// CPU; empty for the default.
    pub cpu: &'a str,
    /// Target triple; empty for the default.
    pub triple: &'a str,
    /// Features to switch on or off, `+avx` or `-avx`, with commas between; empty for none.
    pub features: &'a str,
    /// Options that are not the defaults, with their values.
    pub options: Vec<GivenOption>,
    /// Dialect of assembly; `None` for the default.
    pub dialect: Option<Dialect>,
}

/// The code of a [`Block`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum BlockCode<'a> {
    /// There is none, which is an error.
    Absent,
    /// The caller cannot read the code or what belongs to it, for a reason that the answer's error has.
    Unreadable(Cow<'static, str>),
    /// Assembly.
    Assembly(&'a str),
    /// Machine code as hexadecimal digits.
    Hex {
        /// The digits, as in the member `hex` of requests.
        digits: &'a str,
        /// The address of the first byte.
        base_address: u64,
    },
    /// Machine code.
    MachineCode {
        /// The bytes.
        bytes: &'a [u8],
        /// The address of the first byte.
        base_address: u64,
    },
}

impl<'a> Block<'a> {
    /// Returns a block of code for which the defaults hold.
    pub fn new(code: BlockCode<'a>) -> Block<'a> {
        Block { code, cpu: "", triple: "", features: "", options: Vec::new(), dialect: None }
    }

    /// Returns a block of assembly for which the defaults hold.
    pub fn assembly(text: &'a str) -> Block<'a> {
        Block::new(BlockCode::Assembly(text))
    }
}

//! Macros and the expansions that are being read.

use std::collections::HashMap;

use crate::lexer::Token;
use crate::source::{Buffer, Loc};
use crate::symbols::NameMap;

/// Expansions that may be open at a time, if only macros are counted exactly as the reference does.
pub(super) const MAX_NESTING: usize = 20;
/// Expansions that may be open at a time in any case: repeated text between macros can step over
/// [`MAX_NESTING`].
pub(super) const MAX_OPEN: usize = 1000;
/// Bytes all expansions may have together.
pub(super) const MAX_EXPANDED_BYTES: usize = 64 << 20;
/// Bytes that an expansion counts for beside its text.
pub(super) const EXPANSION_BYTES: usize = 128;
/// Bytes of bodies that may be looked through to expand them: parameters may stand for nothing.
pub(super) const MAX_SCANNED_BYTES: usize = 256 << 20;
/// The most parameters that are looked through one by one to find a name.
const MAX_SEARCHED: usize = 8;

/// A parameter of a macro.
#[derive(Clone, Debug, Default)]
pub(super) struct Parameter<'a> {
    pub(super) name: &'a [u8],
    pub(super) default: Argument<'a>,
    pub(super) required: bool,
    /// Set if it takes the rest of the statement.
    pub(super) vararg: bool,
}

/// The tokens that a parameter stands for in one expansion.
pub(super) type Argument<'a> = Vec<Token<'a>>;

/// A macro, or text to repeat.
#[derive(Clone, Debug)]
pub(super) struct Macro<'a> {
    pub(super) name: &'a [u8],
    pub(super) parameters: Vec<Parameter<'a>>,
    pub(super) body: &'a [u8],
    /// The number of its expansions.
    pub(super) count: u32,
}

/// An expansion that is being read.
pub(super) struct Expansion<'a> {
    /// The statement that asked for it.
    pub(super) loc: Loc,
    /// The place to go on at after it.
    pub(super) exit_buffer: &'a Buffer,
    pub(super) exit: Loc,
    /// The number of conditions that were open before it.
    pub(super) condition_depth: usize,
}

/// Macros and expansions.
pub(crate) struct Macros<'a> {
    pub(super) defined: NameMap<Macro<'a>>,
    pub(super) open: Vec<Expansion<'a>>,
    /// Set if names of macros mean macros.
    pub(super) enabled: bool,
    /// Set if `.altmacro` is in force.
    pub(super) alternative: bool,
    /// The number of macros expanded.
    pub(super) count: u32,
    pub(super) expanded_bytes: usize,
    pub(super) scanned_bytes: usize,
}

impl Macros<'_> {
    pub fn new() -> Self {
        Macros {
            defined: NameMap::default(),
            open: Vec::new(),
            enabled: true,
            alternative: false,
            count: 0,
            expanded_bytes: 0,
            scanned_bytes: 0,
        }
    }

    /// Returns whether an expansion is being read.
    pub fn expanding(&self) -> bool {
        !self.open.is_empty()
    }

    /// Returns the statements that asked for the expansions being read, innermost first.
    pub fn open_locs(&self) -> impl Iterator<Item = Loc> {
        self.open.iter().rev().map(|expansion| expansion.loc)
    }

    /// Returns whether a name means a macro.
    #[inline]
    pub fn is_macro(&self, name: &[u8]) -> bool {
        self.enabled && !self.defined.is_empty() && self.defined.contains_key(name)
    }
}

/// The places of parameters by name.
pub(super) struct ParameterIndex<'p, 'a> {
    parameters: &'p [Parameter<'a>],
    /// Of all parameters, if there are many.
    by_name: HashMap<&'a [u8], usize>,
}

impl<'p, 'a> ParameterIndex<'p, 'a> {
    pub(super) fn new(parameters: &'p [Parameter<'a>]) -> Self {
        let mut by_name = HashMap::new();
        if parameters.len() > MAX_SEARCHED {
            by_name.extend(parameters.iter().enumerate().map(|(at, it)| (it.name, at)));
        }
        ParameterIndex { parameters, by_name }
    }

    /// Returns the place of the parameter of that name.
    pub(super) fn find(&self, name: &[u8]) -> Option<usize> {
        match self.by_name.is_empty() {
            true => self.parameters.iter().position(|known| known.name == name),
            false => self.by_name.get(name).copied(),
        }
    }
}

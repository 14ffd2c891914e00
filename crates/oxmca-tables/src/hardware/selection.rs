//! Rows that choose instructions by the names of their opcodes and by conditions.

use super::pattern;

/// Rows that say something about instructions, in the order of their file.
#[derive(Clone, Debug)]
pub(super) struct Rows<T> {
    rows: Vec<Row<T>>,
    /// The beginnings of all patterns of all rows that are no names, in order, by the first letter of the names that they can match.
    /// A pattern that begins with any character is among those of each letter.
    beginnings: [Vec<Beginning>; NUM_LETTERS + 1],
    /// The same of names in full, of which files have thousands, by other bytes of the name than the first.
    names: [Vec<Beginning>; NUM_DRAWERS],
    num_patterns: usize,
    num_names: usize,
}

/// Drawers of names.
const NUM_DRAWERS: usize = 256;
/// Bits of a number that tells the drawer of a name: the highest of a product.
const DRAWER_BITS: u32 = NUM_DRAWERS.ilog2();

/// Returns the drawer of a name: names of similar instructions differ anywhere.
fn drawer(name: &str) -> usize {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = name.as_bytes().chunks(8).fold(name.len() as u64, |all, part| {
        let mut bytes = [0; 8];
        bytes[..part.len()].copy_from_slice(part);
        (all ^ u64::from_le_bytes(bytes)).wrapping_mul(ODD).rotate_left(23)
    });
    (mixed.wrapping_mul(ODD) >> (u64::BITS - DRAWER_BITS)) as usize
}

/// Letters with which names of opcodes begin.
const NUM_LETTERS: usize = 26;

/// Returns the place of names that begin with a byte.
fn letter(first: u8) -> usize {
    usize::from(first.wrapping_sub(b'A')).min(NUM_LETTERS)
}

/// The characters that names must begin with for a pattern of a row to match. Of hundreds of patterns a few have those of
/// one name, and they are found without reading the patterns.
#[derive(Clone, Copy, Debug)]
struct Beginning {
    bytes: u64,
    /// The bits that are compared.
    mask: u64,
    row: u16,
    pattern: u16,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        let beginnings = Default::default();
        let names = std::array::from_fn(|_| Vec::new());
        Rows { rows: Vec::new(), beginnings, names, num_patterns: 0, num_names: 0 }
    }
}

impl<T> Rows<T> {
    /// Adds a row. A row has at least one pattern, and readers refuse files with more than some ten thousand of them.
    pub fn push(&mut self, added: Row<T>) {
        let row = self.rows.len() as u16;
        for (pattern, text) in added.selection.patterns.iter().enumerate() {
            let literal = text.bytes().take(8).take_while(|byte| !matches!(byte, b'*' | b'#'));
            let mask = u64::MAX.checked_shr(64 - 8 * literal.clone().count() as u32).unwrap_or(0);
            let bytes = first_bytes(text) & mask;
            let beginning = Beginning { bytes, mask, row, pattern: pattern as u16 };
            if pattern::is_name(text) {
                self.num_names += 1;
                self.names[drawer(text)].push(beginning);
                continue;
            }
            self.num_patterns += 1;
            match literal.clone().next() {
                Some(first) => self.beginnings[letter(first)].push(beginning),
                None => self.beginnings.iter_mut().for_each(|it| it.push(beginning)),
            }
        }
        self.rows.push(added);
    }

    /// Returns what rows say of an instruction of an opcode, in order. `holds` tells whether a condition holds for it.
    pub fn of<'a>(
        &'a self,
        opcode: &'a str,
        holds: &'a impl Fn(FormCondition) -> bool,
    ) -> impl Iterator<Item = &'a T> {
        let bytes = first_bytes(opcode);
        let mut last = None;
        let can_match = move |it: &&Beginning| bytes & it.mask == it.bytes;
        let patterns = self.beginnings[letter(bytes as u8)].iter().filter(can_match);
        let names = self.names[drawer(opcode)].iter().filter(can_match);
        let can_match = in_order(patterns, names, |it| it.row);
        can_match.filter_map(move |it| {
            let row = &self.rows[it.row as usize];
            let pattern = &row.selection.patterns[it.pattern as usize];
            let is_new = last != Some(it.row) && pattern::matches(pattern, opcode);
            if is_new {
                last = Some(it.row);
            }
            (is_new && row.selection.is_met(holds)).then_some(&row.says)
        })
    }

    /// Returns whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the number of patterns of all rows that are no names.
    pub fn num_patterns(&self) -> usize {
        self.num_patterns
    }

    /// Returns the number of names in full of all rows.
    pub fn num_names(&self) -> usize {
        self.num_names
    }
}

/// Returns the elements of two iterators, each in the order of a key, in its order.
fn in_order<T>(
    one: impl Iterator<Item = T>,
    two: impl Iterator<Item = T>,
    key: impl Fn(&T) -> u16,
) -> impl Iterator<Item = T> {
    let (mut one, mut two) = (one.peekable(), two.peekable());
    std::iter::from_fn(move || match (one.peek(), two.peek()) {
        (Some(first), Some(second)) if key(second) < key(first) => two.next(),
        (Some(_), _) => one.next(),
        (None, _) => two.next(),
    })
}

/// Returns the first eight bytes of a name, zeros after its end.
fn first_bytes(name: &str) -> u64 {
    let mut bytes = [0; 8];
    let length = name.len().min(8);
    bytes[..length].copy_from_slice(&name.as_bytes()[..length]);
    u64::from_le_bytes(bytes)
}

/// A row about instructions.
#[derive(Clone, Debug)]
pub(super) struct Row<T> {
    pub selection: Selection,
    /// The statement about them.
    pub says: T,
}

/// A choice of instructions.
#[derive(Clone, Debug)]
pub(super) struct Selection {
    /// Names of opcodes, with `*` for any characters and `#` for digits.
    pub patterns: Vec<String>,
    /// All of these hold.
    pub requirements: Vec<Requirement>,
}

/// A condition that holds, or one that does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Requirement {
    pub condition: FormCondition,
    pub holds: bool,
}

impl Selection {
    /// Returns whether an instruction of an opcode is among those that are chosen. `holds` tells whether a condition
    /// holds for it.
    pub fn has(&self, opcode: &str, holds: &impl Fn(FormCondition) -> bool) -> bool {
        // Most patterns differ from most names in their first letter.
        let first = opcode.as_bytes().first();
        let can_match = |pattern: &String| {
            let begin = pattern.as_bytes().first();
            begin == first || matches!(begin, Some(b'*' | b'#') | None)
        };
        let is_named = |pattern: &String| can_match(pattern) && pattern::matches(pattern, opcode);
        self.patterns.iter().any(is_named) && self.is_met(holds)
    }

    /// Returns whether all requirements hold.
    fn is_met(&self, holds: &impl Fn(FormCondition) -> bool) -> bool {
        self.requirements.iter().all(|it| holds(it.condition) == it.holds)
    }
}

/// A trait that instructions of a target can have, beside those that all targets know. Files name it as a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstructionTrait {
    /// Its name in files.
    pub name: &'static str,
    /// A sentence about the instructions that have it.
    pub doc: &'static str,
}

/// Declares conditions by their names.
macro_rules! conditions {
    ($($name:ident $text:literal, $doc:literal;)*) => {
        /// A condition on an instruction.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum FormCondition {
            $(#[doc = $doc] $name,)*
            /// It has a trait of its target, by the place of the trait in the target's list.
            Trait(u8),
        }

        impl FormCondition {
            /// All conditions that every target knows, with their names in files.
            pub const ALL: &'static [(&'static str, FormCondition)] =
                &[$(($text, FormCondition::$name)),*];
        }
    };
}

conditions! {
    SameSources "same-sources", "Its sources are one and the same register.";
    DifferentRegisters "different-registers", "Source and destination are different registers.";
    Indexed "indexed", "Its address has an index.";
    Scaled "scaled", "Its address has an index with a factor above 1.";
    ThreeComponents "three-components", "Its address has base, index and displacement.";
    RelativeAddress "relative", "Its address is relative to the next instruction.";
    Writes16 "16-bit", "It writes 16 bits of a register.";
    Writes32 "32-bit", "It writes 32 bits of a register.";
    Writes64 "64-bit", "It writes 64 bits of a register.";
    Locked "locked", "Its access is indivisible.";
    SeveralMicroOps "several-micro-ops", "The scheduling model has several micro-ops for it.";
}

//! The arithmetic of instructions, element by element.

/// The computation of an instruction on each element of its operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arithmetic {
    /// The kind of numbers.
    pub class: NumberClass,
    /// Bits of an element that it reads.
    pub source_bits: u16,
    /// Bits of an element of the result.
    pub result_bits: u16,
    /// Elements of the result; `None` if they depend on the length of vectors at run time.
    pub lanes: Option<u16>,
    /// Operations on each element: 2 for a product that is added, 0 for a conversion.
    pub operations: u8,
}

/// Kinds of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NumberClass {
    /// Floating-point numbers.
    Float,
    /// Integers.
    Integer,
}

impl Arithmetic {
    /// Creates an operation on elements of one width.
    pub const fn new(class: NumberClass, bits: u16, lanes: Option<u16>, operations: u8) -> Self {
        Arithmetic { class, source_bits: bits, result_bits: bits, lanes, operations }
    }
}

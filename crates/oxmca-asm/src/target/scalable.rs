//! Facts about instructions on vectors whose length the processor decides.
//!
//! Such a vector is as long as a number of *granules*, which is the same for all vectors of a processor: bytes of 16 each
//! in SVE, of 8 each in RISC-V's vectors. Numbers that the length decides are given for one granule.

use smallvec::SmallVec;

use super::arithmetic::NumberClass;
use super::hardware::{Address, RegisterPart};

/// The part of an instruction that depends on the length of vectors.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ScalableFacts {
    /// The first access that [`HardwareFacts`](super::HardwareFacts) list, which say nothing of its length.
    pub access: Option<ScalableAccess>,
    /// General purpose registers that become sums with the length of vectors, in place of other effects on them.
    pub sums: SmallVec<[ScalableSum; 1]>,
    /// The elements that it makes following instructions work on.
    pub elements: Option<ElementCount>,
    /// An operation on so many elements, and how many times each counts.
    pub operation: Option<(NumberClass, u8)>,
}

/// An access whose length or address depends on the length of vectors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScalableAccess {
    /// The address, but for the granules.
    pub address: Address,
    /// Bytes that are added to it, for each granule.
    pub displacement_bytes: i64,
    /// Its length.
    pub length: ScalableLength,
}

/// The length of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalableLength {
    /// So many bytes for each granule.
    Granules(u16),
    /// So many bytes for each [element](ElementCount) that instructions work on.
    Elements(u16),
}

/// A register that becomes the sum of another one and a multiple of the number of granules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScalableSum {
    /// The register.
    pub to: RegisterPart,
    /// The other one; `None` for zero.
    pub from: Option<RegisterPart>,
    /// The multiple.
    pub granules: i64,
}

/// The number of elements that following instructions work on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ElementCount {
    /// The elements of a group of registers, for each granule; `None` if the number of elements stays as it is.
    pub granules: Option<u16>,
    /// The number of elements that are asked for.
    pub asked: AskedElements,
    /// Bits of an element.
    pub element_bits: u16,
    /// The register that becomes the number of elements.
    pub to: Option<RegisterPart>,
}

impl ElementCount {
    /// Returns the register with the number of elements that are asked for.
    pub fn asked_in(&self) -> Option<RegisterPart> {
        match self.asked {
            AskedElements::Register(part) => Some(part),
            AskedElements::All | AskedElements::Constant(_) => None,
        }
    }
}

/// The number of elements that an instruction asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AskedElements {
    /// As many as there are in a group of registers.
    All,
    /// A constant number, or fewer.
    Constant(u16),
    /// The number in a register, or fewer.
    Register(RegisterPart),
}

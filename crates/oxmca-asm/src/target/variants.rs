//! Variants of instructions: the same instruction on other registers, addresses and constants, and others that do the
//! same work.
//!
//! They are for those who try changes of code. Each method gives a variant only where the target knows that it computes
//! what its description says.

use oxmca_tables::{FeatureSet, Reg};
use smallvec::SmallVec;

use crate::inst::Inst;

/// An operation whose results can be combined in any order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Combining {
    /// Sum; what is subtracted counts as negative.
    Sum,
    /// Product.
    Product,
    /// Least value.
    Minimum,
    /// Greatest value.
    Maximum,
    /// Bitwise operation: and, or, exclusive or.
    Bitwise(u8),
}

/// The way in which an instruction combines an operand with others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Combination {
    /// The operation.
    pub operation: Combining,
    /// Floating-point numbers: another order rounds differently.
    pub is_float: bool,
    /// Positions of the operands that can be the value combined so far.
    pub accumulators: SmallVec<[u8; 2]>,
    /// Position of the operand that a mask keeps elements of, which has to be the value combined so far, too.
    pub kept: Option<u8>,
}

/// A division, and the multiplication that takes its place if the divisor's reciprocal is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Division {
    /// Position of the divisor among the operands: a register, or the first operand of an address.
    pub divisor: u8,
    /// The multiplication, with the reciprocal where the divisor was.
    pub product: Inst,
}

/// A division of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntegerDivision {
    /// The widest register with the upper half of the dividend, and the remainder; `None` if it has neither.
    pub upper: Option<Reg>,
    /// Position of the operand that is the divisor.
    pub divisor: u8,
}

/// A simple copy between memory and a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transfer {
    /// Position of the operand that is the register.
    pub register: u8,
    /// It is a store.
    pub is_store: bool,
}

/// The way in which several iterations are done by vectors.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Packing {
    /// Iterations that are done at once.
    pub lanes: u16,
    /// Bits of the widest elements, which fill a vector.
    pub bits: u16,
    /// Widest registers, each with the widest register of the vector that takes its place; others are their own.
    pub registers: Vec<(Reg, Reg)>,
    /// Vectors for what is loaded apart, and for constants.
    pub spare: Vec<Reg>,
}

/// The variants of instructions that a target knows.
pub trait Variants {
    /// Returns the widest register that a register is a part of.
    fn whole(&self, reg: Reg) -> Reg;

    /// Returns whether a register is always zero, whatever is written to it.
    fn is_zero(&self, _reg: Reg) -> bool {
        false
    }

    /// Returns the part of another widest register that a register is of its own.
    fn counterpart(&self, reg: Reg, whole: Reg) -> Option<Reg>;

    /// Returns the widest registers that programs can use in place of a widest register, most usual ones first.
    fn interchangeable(&self, whole: Reg) -> Vec<Reg>;

    /// Returns an instruction with so much more in the constant of its address of that index.
    fn displaced(&self, inst: &Inst, address: usize, by: i64) -> Option<Inst>;

    /// Returns the instruction that adds so much to its register in place of what `inst` adds.
    fn stepping(&self, inst: &Inst, step: i64) -> Option<Inst>;

    /// Returns the instruction that adds so much to a widest register, where addresses often take instructions of their own.
    fn increment(&self, _whole: Reg, _step: i64) -> Option<Inst> {
        None
    }

    /// Returns the way in which an instruction combines operands.
    fn combination(&self, inst: &Inst) -> Option<Combination>;

    /// Returns the positions of the operands of a copy from register to register: destination and source.
    fn moved(&self, inst: &Inst) -> Option<(u8, u8)>;

    /// Returns whether the result depends on no register, whichever it names.
    fn ignores_registers(&self, inst: &Inst) -> bool;

    /// Returns the register of which an instruction keeps bits that it does not compute, and that its result does not
    /// depend on otherwise, though no operand is read.
    fn kept_rest(&self, inst: &Inst) -> Option<Reg>;

    /// Returns the instruction that makes a register zero without waiting for anything, in the way of `inst`.
    fn cleared(&self, reg: Reg, inst: &Inst) -> Option<Inst>;

    /// Returns whether an instruction is a load into a register or a store from one, and nothing else.
    fn transfer(&self, inst: &Inst) -> Option<Transfer>;

    /// Returns an instruction that takes its memory operand from a register instead, which is a part of `whole`; of a
    /// load and a store, the copy.
    fn in_register(&self, inst: &Inst, whole: Reg) -> Option<Inst>;

    /// Returns the multiplication that takes the place of a division of floating-point numbers.
    fn division(&self, _inst: &Inst) -> Option<Division> {
        None
    }

    /// Returns a division of integers without sign, whose divisor is a register.
    fn integer_division(&self, _inst: &Inst) -> Option<IntegerDivision> {
        None
    }

    /// Returns the instructions that take the place of an [integer division](Self::integer_division) whose dividend has no
    /// upper half, or one of zero. Of the widest registers `spare`, the first one holds a multiple of the reciprocal, which depends
    /// on the divisor alone; the second one is overwritten.
    fn integer_product(
        &self,
        _inst: &Inst,
        _spare: [Reg; 2],
        _needs_remainder: bool,
    ) -> Option<Vec<Inst>> {
        None
    }

    /// Returns instructions that compute the same with less work on many processors.
    fn cheaper(&self, _inst: &Inst) -> Option<Vec<Inst>> {
        None
    }

    /// Returns the division of numbers of half as many bits, and what prepares it.
    fn narrower_division(&self, _inst: &Inst) -> Option<Inst> {
        None
    }

    /// Returns the form of an instruction on vectors that clears the upper parts of its destination.
    fn newer_form(&self, _inst: &Inst) -> Option<Inst> {
        None
    }

    /// Returns the destination and the mask of a load of several elements from several addresses, which keeps the
    /// elements of its destination that the mask does not choose.
    fn gathered(&self, _inst: &Inst) -> Option<(Reg, Reg)> {
        None
    }

    /// Returns whether all bits of the result are set, whichever registers an instruction names.
    fn sets_all_bits(&self, _inst: &Inst) -> bool {
        false
    }

    /// Returns a load that makes the rest of its register zero, which is none to [`transfer`](Self::transfer).
    fn extending_load(&self, _inst: &Inst) -> Option<Transfer> {
        None
    }

    /// Returns the instruction that transfers twice as much as `inst` does, with `whole` as its register.
    fn twice_as_wide(&self, _inst: &Inst, _whole: Reg, _features: &FeatureSet) -> Option<Inst> {
        None
    }

    /// Returns a register of the kind that [`twice_as_wide`](Self::twice_as_wide) needs for a load; `None` if it is that of
    /// the load.
    fn wide_transfer_register(&self, _load: &Inst) -> Option<Reg> {
        None
    }

    /// Returns whether processors take much longer for denormal numbers.
    fn are_denormals_slow(&self) -> bool {
        false
    }

    /// Returns the bits of the widest vectors that instructions on packed numbers can have; 0 if there are none.
    fn vector_bits(&self, _needs_integers: bool, _features: &FeatureSet) -> u16 {
        0
    }

    /// Returns whether vectors can be loaded from and stored to places that are equally far from each other.
    fn has_strided_vectors(&self) -> bool {
        false
    }

    /// Returns a widest register that is a vector, of processors that have some.
    fn vector_register(&self, _features: &FeatureSet) -> Option<Reg> {
        None
    }

    /// Returns the instructions that do on vectors what an instruction does on one element.
    fn packed(
        &self,
        _inst: &Inst,
        _packing: &Packing,
        _features: &FeatureSet,
    ) -> Option<SmallVec<[Inst; 2]>> {
        None
    }
}

//! Facts about instructions for the front end and the memory units of a processor, which scheduling models do not have.

use std::hash::{DefaultHasher, Hash, Hasher};

use bitflags::bitflags;
use oxmca_tables::Reg;
use smallvec::SmallVec;

use crate::inst::{BinaryOp, Expr};

/// Facts about an instruction that follow from its code and its meaning.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HardwareFacts {
    /// Bytes before the first byte of the opcode, prefixes that hold a part of it included.
    pub opcode_offset_bytes: u8,
    /// A prefix changes the length of the immediate, which makes finding the end of the instruction slow.
    pub has_length_changing_prefix: bool,
    /// The addresses that it computes, as its operands write them or as its meaning implies them. All are those before
    /// any register changes.
    pub addresses: SmallVec<[Address; 1]>,
    /// Its accesses to memory, in order.
    pub accesses: SmallVec<[Access; 2]>,
    /// Constants of up to 32 bits in its code, displacement and immediate; one of 64 bits counts twice.
    pub constants: u8,
    /// Words of four bytes that its micro-ops carry: one for a displacement, or for an address by the stack pointer, and one for an
    /// immediate, two for one of eight bytes; 0 if it does nothing.
    pub constant_words: u8,
    /// It names a vector register.
    pub uses_vectors: bool,
    /// Bytes of the widest vector that it names or accesses; 0 if there is none, or the width is not known.
    pub vector_bytes: u16,
    /// Of an instruction on a group of vector registers whose size is a state of the processor, the eighths of a register that
    /// the group has; 0 for all others.
    pub vector_group_eighths: u8,
    /// The part of vector registers that it uses.
    pub vector_part: VectorPart,
    /// Its accesses are indivisible.
    pub is_locked: bool,
    /// Does nothing: it takes a place in the front end only.
    pub is_nop: bool,
    /// It takes operands from, or gives results to, a stack of registers without naming all of them, as x87 does.
    pub uses_register_stack: bool,
    /// The way in which it uses the stack without naming it.
    pub stack: StackUse,
    /// The values that it computes.
    pub effect: Effect,
    /// Parts of the status register that the result depends on.
    pub status_read: StatusParts,
    /// Parts of the status register that change.
    pub status_written: StatusParts,
    /// A register that keeps its value, though the tables have it among those that are written.
    pub unchanged: Option<Reg>,
    /// Some register is written in part only, and keeps the rest.
    pub merges_into_destination: bool,
    /// Traits that its target [lists](super::TargetDescriptor::instruction_traits): one bit for each, the first one in
    /// the lowest bit.
    pub traits: u32,
    /// Bits of a general purpose register that it writes; 0 for all others.
    pub written_bits: u8,
    /// A small constant that is added: the immediate of an addition or subtraction, or the displacement of an
    /// address of base and displacement.
    pub added_constant: Option<i64>,
}

/// The state of the processor in which an instruction executes, as [instruments](crate::region::Instrument) say it and its
/// target encodes it; the default if they say nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct InstrumentState(pub u16);

/// The part of vector registers that an instruction uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum VectorPart {
    /// It uses no vector registers that have parts.
    #[default]
    None,
    /// The lower part. The rest of what it writes stays as it is.
    KeepsUpper,
    /// The lower part. The rest of what it writes becomes zero.
    ClearsUpper,
    /// All.
    Whole,
    /// The upper parts of all registers become zero.
    ClearsAll,
}

/// Registers that have a part of their own in processors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HardwareRegisters {
    /// The status register, which is renamed in [parts](StatusParts).
    pub status: Reg,
    /// The stack pointer.
    pub stack_pointer: Reg,
    /// The frame pointer.
    pub frame_pointer: Reg,
}

bitflags! {
    /// Parts of the status register that processors rename apart from each other. Each target decides what they are.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct StatusParts: u8 {
        /// The first part.
        const FIRST = 1;
        /// The second part.
        const SECOND = 2;
        /// The third part.
        const THIRD = 4;
        /// The fourth part.
        const FOURTH = 8;
    }
}

impl StatusParts {
    /// Number of parts.
    pub const COUNT: usize = 4;
}

/// An access to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// Index among [`HardwareFacts::addresses`]; `None` if the address is not known.
    pub address: Option<u8>,
    /// The direction.
    pub direction: Direction,
    /// Bytes that are read or written; 0 if that is not known.
    pub bytes: u16,
}

/// The direction of an access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// From memory.
    Load,
    /// To memory.
    Store,
}

impl HardwareFacts {
    /// Returns whether it reads memory.
    pub fn loads(&self) -> bool {
        self.accesses.iter().any(|it| it.direction == Direction::Load)
    }

    /// Returns whether it writes memory.
    pub fn stores(&self) -> bool {
        self.accesses.iter().any(|it| it.direction == Direction::Store)
    }

    /// Returns the address of an access, if it is known.
    pub fn address_of(&self, access: &Access) -> Option<&Address> {
        self.addresses.get(usize::from(access.address?))
    }

    /// Returns the bytes of the largest access; 0 if there is none.
    pub fn access_bytes(&self) -> u16 {
        self.accesses.iter().map(|it| it.bytes).max().unwrap_or(0)
    }

    /// Returns whether an address has an index.
    pub fn has_index(&self) -> bool {
        self.addresses.iter().any(|it| it.index.is_some())
    }

    /// Returns whether an address has an index with a factor above 1.
    pub fn has_scaled_index(&self) -> bool {
        self.addresses.iter().any(|it| it.index.is_some() && it.scale > 1)
    }

    /// Returns whether an address is the sum of a base, an index and a displacement.
    pub fn has_three_components(&self) -> bool {
        let is_sum = |it: &Address| it.base.is_some() && it.index.is_some() && it.has_displacement;
        self.addresses.iter().any(is_sum)
    }
}

/// A general purpose register, or a part of one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RegisterPart {
    /// The widest register that it is a part of.
    pub root: Reg,
    /// Its width.
    pub bits: u8,
    /// Its first bit in the widest register.
    pub first_bit: u8,
    /// Bits of the widest register that are not its own.
    pub rest: Rest,
}

/// Bits of the widest register beside those of a part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rest {
    /// There are none.
    None,
    /// They become zero when the part is written.
    BecomesZero,
    /// They stay as they are when the part is written.
    Stays,
}

/// An address as instructions write it: base + index * scale + displacement.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Address {
    /// Positions of the machine operands that hold its registers; none for registers that are not among the operands.
    pub operands: [Option<u8>; 2],
    /// The base.
    pub base: Option<RegisterPart>,
    /// The index.
    pub index: Option<RegisterPart>,
    /// The index is a vector: there are several addresses.
    pub is_gather: bool,
    /// Factor of the index.
    pub scale: u8,
    /// The constant.
    pub displacement: i64,
    /// The code has a displacement, be it 0.
    pub has_displacement: bool,
    /// The instruction changes the base: to the address, or by a constant after the access.
    pub updates_base: bool,
    /// A number that is the same for the same symbol and no other; 0 if there is none.
    pub symbol: u64,
    /// The base is the address of the next instruction.
    pub is_relative_to_next: bool,
}

/// Uses of the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StackUse {
    /// None, or one that the operands show.
    #[default]
    None,
    /// Pushes a value of the given number of bytes.
    Push(u8),
    /// Pops a value of the given number of bytes.
    Pop(u8),
}

/// The place that a value comes from or goes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Place {
    /// Nowhere.
    #[default]
    None,
    /// A register.
    Register(RegisterPart),
    /// The memory of an access, by its index.
    Access(u8),
    /// A constant.
    Immediate(i64),
    /// An address itself, by its index.
    Address(u8),
}

impl Place {
    /// Returns whether it is the memory of an access.
    pub const fn is_memory(self) -> bool {
        matches!(self, Place::Access(_))
    }
}

/// The values that an instruction computes, as far as addresses may depend on them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Effect {
    /// Its results are not known.
    #[default]
    Unknown,
    /// These values, one after the other, and no other in general purpose registers or memory.
    Assigns(SmallVec<[Assignment; 1]>),
}

impl Effect {
    /// Creates the effect of an instruction that writes neither general purpose registers nor memory.
    pub fn none() -> Effect {
        Effect::Assigns(SmallVec::new())
    }

    /// Returns whether some place becomes a value with the sign of fewer bits.
    pub fn extends_sign(&self) -> bool {
        match self {
            Effect::Assigns(list) => {
                list.iter().any(|it| matches!(it.operation, Operation::SignExtend(_)))
            }
            Effect::Unknown => false,
        }
    }

    /// Returns the only assignment, if there is one and no other.
    pub fn only(&self) -> Option<&Assignment> {
        match self {
            Effect::Assigns(list) if list.len() == 1 => list.first(),
            _ => None,
        }
    }
}

/// A place that becomes the result of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// The place of the result.
    pub destination: Place,
    /// The operation.
    pub operation: Operation,
    /// The operands; the second is none for operations on one.
    pub sources: [Place; 2],
    /// Width of the operation.
    pub bits: u8,
}

impl Assignment {
    /// Returns a place that becomes a copy of another.
    pub const fn copy(destination: Place, source: Place, bits: u8) -> Assignment {
        let sources = [source, Place::None];
        Assignment { destination, operation: Operation::Copy, sources, bits }
    }

    /// Returns a register that becomes the sum of a register and a constant.
    pub const fn sum(to: RegisterPart, from: RegisterPart, constant: i64) -> Assignment {
        Assignment {
            destination: Place::Register(to),
            operation: Operation::Add,
            sources: [Place::Register(from), Place::Immediate(constant)],
            bits: to.bits,
        }
    }
}

/// Operations on values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// The value itself; the rest of the register becomes zero.
    Copy,
    /// The value of the given number of bits with its sign.
    SignExtend(u8),
    /// Sum.
    Add,
    /// Difference.
    Subtract,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift to the left by the lowest bits of the count, of which the given number counts.
    ShiftLeft {
        /// Bits of the count that matter.
        count_bits: u8,
    },
    /// Logical shift to the right.
    ShiftRight {
        /// Bits of the count that matter.
        count_bits: u8,
    },
    /// Arithmetic shift to the right.
    ShiftRightArithmetic {
        /// Bits of the count that matter.
        count_bits: u8,
    },
    /// Product.
    Multiply,
    /// The negative.
    Negate,
    /// Bitwise not.
    Not,
}

/// Takes the expression of an address apart into a [symbol](Address::symbol) and a constant.
pub(super) fn symbol_and_offset(expr: &Expr) -> (u64, i64) {
    let number = |expr: &Expr| {
        let mut hasher = DefaultHasher::new();
        expr.hash(&mut hasher);
        hasher.finish() | 1
    };
    match expr {
        Expr::Constant(value) => (0, *value),
        Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), pair) => match &**pair {
            (rest, Expr::Constant(value)) => {
                let (symbol, offset) = symbol_and_offset(rest);
                let value = if *op == BinaryOp::Sub { value.wrapping_neg() } else { *value };
                (symbol, offset.wrapping_add(value))
            }
            _ => (number(expr), 0),
        },
        _ => (number(expr), 0),
    }
}

//! Facts about instructions for the front end and the memory units of a processor. Scheduling models do not describe it.

use oxmca_tables::Reg;

/// Facts about an instruction that follow from its code and its meaning.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HardwareFacts {
    /// Bytes before the first byte of the opcode, prefixes that hold a part of it included.
    pub opcode_offset_bytes: u8,
    /// A prefix changes the length of the immediate, which makes finding the end of the instruction slow.
    pub has_length_changing_prefix: bool,
    /// The memory operand, or the address that is computed without an access (`lea`).
    pub address: Option<Address>,
    /// Bytes that are read or written at the address; 0 if it is not accessed.
    pub access_bytes: u16,
    /// Registers of the address: positions of the machine operands that hold them.
    pub address_operands: [Option<u8>; 2],
    /// Constants of up to 32 bits in its code, displacement and immediate; one of 64 bits counts twice.
    pub constants: u8,
    /// Accesses no memory, although the description says that it may.
    pub is_access_free: bool,
    /// It names a vector register.
    pub uses_vectors: bool,
    /// The part of vector registers that it uses.
    pub vector_part: VectorPart,
    /// Access is indivisible.
    pub is_locked: bool,
    /// Does nothing: it takes a place in the front end only.
    pub is_nop: bool,
    /// The way in which it uses the stack without naming it.
    pub stack: StackUse,
    /// The value that it computes.
    pub effect: Effect,
    /// Bits of [`flag_group`]: flags that the result depends on.
    pub flags_read: u8,
    /// Its condition asks for more than one flag.
    pub asks_for_several_flags: bool,
    /// Bits of [`flag_group`]: flags that change.
    pub flags_written: u8,
    /// Some register is written in part only, and keeps the rest.
    pub merges_into_destination: bool,
    /// The second byte of a register is among its sources.
    pub reads_high_byte: bool,
    /// Compares or computes so that a conditional branch right after it can become one micro-op with it.
    pub fuses_with: ConditionKinds,
    /// The flags that it asks for, if it is a conditional branch.
    pub branch_condition: ConditionKinds,
    /// Bits of a general purpose register that it writes; 0 for all others.
    pub written_bits: u8,
    /// Number of the first register among its operands, in its code.
    pub register_number: Option<u16>,
    /// A small constant that is added: the immediate of an addition or subtraction, or the displacement of an
    /// address of base and displacement.
    pub added_constant: Option<i64>,
}

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
    /// The arithmetic flags, which are renamed in [groups](flag_group).
    pub flags: Reg,
    /// The stack pointer.
    pub stack_pointer: Reg,
    /// The frame pointer.
    pub frame_pointer: Reg,
}

/// Groups of flags that processors rename together.
pub mod flag_group {
    /// The carry flag.
    pub const CARRY: u8 = 1;
    /// All other arithmetic flags.
    pub const OTHERS: u8 = 2;
    /// Both.
    pub const ALL: u8 = 3;
}

/// Kinds of conditions of branches, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ConditionKinds(pub u8);

impl ConditionKinds {
    /// Equal or not, which only ask for the zero flag; less or greater as signed numbers.
    pub const ZERO_OR_SIGNED: ConditionKinds = ConditionKinds(1);
    /// Below or above, as unsigned numbers.
    pub const CARRY: ConditionKinds = ConditionKinds(2);
    /// Sign, overflow, parity.
    pub const SIGN: ConditionKinds = ConditionKinds(4);
    /// All of them.
    pub const ALL: ConditionKinds = ConditionKinds(7);

    /// Returns whether a branch on these flags is among `fusible`.
    pub const fn is_in(self, fusible: ConditionKinds) -> bool {
        self.0 != 0 && self.0 & fusible.0 == self.0
    }
}

/// A part of a general purpose register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RegisterPart {
    /// The widest register that it is a part of.
    pub root: Reg,
    /// Its width.
    pub bits: u8,
    /// It is the second byte, not the first.
    pub is_high_byte: bool,
}

/// An address as instructions write it: base + index * scale + displacement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
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
    /// Pushes a value of so many bytes.
    Push(u8),
    /// Pops a value of so many bytes.
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
    /// The memory operand.
    Memory,
    /// A constant.
    Immediate(i64),
    /// The address of the memory operand itself.
    Address,
}

/// The value that an instruction computes, as far as addresses may depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effect {
    /// Its results are not known.
    #[default]
    Unknown,
    /// It writes neither general purpose registers nor memory.
    None,
    /// `destination` becomes the result of an operation on one or two values of so many bits.
    Compute {
        /// The operation.
        operation: Operation,
        /// The place of the result.
        destination: Place,
        /// The operands; the second is none for operations on one.
        sources: [Place; 2],
        /// Width of the operation.
        bits: u8,
    },
    /// A value is pushed on the stack.
    Push(Place),
    /// A value is taken from the stack.
    Pop(Place),
    /// The stack pointer becomes the frame pointer, which is then taken from the stack.
    Leave,
}

/// Operations on values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// The value itself; the rest of the register becomes zero.
    Copy,
    /// The value of so many bits with its sign.
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
    /// Shift to the left.
    ShiftLeft,
    /// Logical shift to the right.
    ShiftRight,
    /// Arithmetic shift to the right.
    ShiftRightArithmetic,
    /// Product.
    Multiply,
    /// The negative.
    Negate,
    /// Bitwise not.
    Not,
}

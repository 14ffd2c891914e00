//! The print methods of the tables.

/// A print method of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::target::x86) enum Method {
    /// A register or an immediate.
    Value,
    /// A memory reference.
    Memory(Size),
    /// The source of a string instruction.
    StringSource(Size),
    /// The destination of a string instruction.
    StringDestination(Size),
    /// An address alone.
    Offset(Size),
    /// A branch target.
    PcRelative,
    /// An immediate of 8 bits, unsigned.
    UnsignedByte,
    /// An x87 register.
    Stack,
    /// A condition code.
    Condition,
    /// The default flags of a conditional comparison.
    ConditionFlags,
    /// Rounding control.
    Rounding,
    /// A pair of mask registers.
    MaskPair,
}

/// The size of a memory access, which Intel syntax shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::target::x86) enum Size {
    /// Not said.
    Unsaid,
    /// 8 bits.
    Byte,
    /// 16 bits.
    Word,
    /// 32 bits.
    Dword,
    /// 64 bits.
    Qword,
    /// 80 bits.
    Tbyte,
    /// 128 bits.
    Xmmword,
    /// 256 bits.
    Ymmword,
    /// 512 bits.
    Zmmword,
}

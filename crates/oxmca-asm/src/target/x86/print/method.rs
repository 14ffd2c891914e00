//! The print methods of the tables.

use crate::target::known_names::Known;

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

/// The names that [`Method::named`] takes.
pub(in crate::target::x86) const KNOWN: Known =
    Known { knows: |_, it| Method::named(it.text).is_some(), file: file!() };

impl Method {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Method> {
        Some(match name {
            "printOperand" => Method::Value,
            "printMemReference" => Method::Memory(Size::Unsaid),
            "printbytemem" => Method::Memory(Size::Byte),
            "printwordmem" => Method::Memory(Size::Word),
            "printdwordmem" => Method::Memory(Size::Dword),
            "printqwordmem" => Method::Memory(Size::Qword),
            "printtbytemem" => Method::Memory(Size::Tbyte),
            "printxmmwordmem" => Method::Memory(Size::Xmmword),
            "printymmwordmem" => Method::Memory(Size::Ymmword),
            "printzmmwordmem" => Method::Memory(Size::Zmmword),
            "printSrcIdx8" => Method::StringSource(Size::Byte),
            "printSrcIdx16" => Method::StringSource(Size::Word),
            "printSrcIdx32" => Method::StringSource(Size::Dword),
            "printSrcIdx64" => Method::StringSource(Size::Qword),
            "printDstIdx8" => Method::StringDestination(Size::Byte),
            "printDstIdx16" => Method::StringDestination(Size::Word),
            "printDstIdx32" => Method::StringDestination(Size::Dword),
            "printDstIdx64" => Method::StringDestination(Size::Qword),
            "printMemOffs8" => Method::Offset(Size::Byte),
            "printMemOffs16" => Method::Offset(Size::Word),
            "printMemOffs32" => Method::Offset(Size::Dword),
            "printMemOffs64" => Method::Offset(Size::Qword),
            "printPCRelImm" => Method::PcRelative,
            "printU8Imm" => Method::UnsignedByte,
            "printSTiRegOperand" => Method::Stack,
            "printCondCode" => Method::Condition,
            "printCondFlags" => Method::ConditionFlags,
            "printRoundingControl" => Method::Rounding,
            "printVKPair" => Method::MaskPair,
            _ => return None,
        })
    }
}

//! Types of machine operands.

use oxmca_tables::schema::{OperandInfo, operand_type};

/// Declares the types in the order in which the importer numbers them.
macro_rules! operand_types {
    ($($name:ident,)*) => {
        /// A type of source operands of this target.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum OperandType { $($name,)* }

        const TYPES: &[OperandType] = &[$(OperandType::$name,)*];
    };
}

operand_types! {
    ImmInt32, ImmInt64, ImmInt16, ImmFp32, ImmFp64, ImmBf16, ImmFp16, ImmV2Bf16, ImmV2Fp16, ImmV2Fp16Splat,
    ImmV2Int16, ImmV2Int64, ImmNoInlineV2Fp16, ImmV2Int32, ImmV2Fp32, ImmV2Fp64, InlineInt16, InlineInt32,
    InlineInt64, InlineBf16, InlineFp16, InlineFp32, InlineFp64, InlineV2Int16, InlineV2Bf16, InlineV2Fp16,
    SplitBarrier, Kimm32, Kimm16, Kimm64, InlineAcInt32, InlineAcFp32, InlineAcFp64, InlineAv64, InputModifiers,
    SdwaVopcDst,
}

impl OperandType {
    /// Returns the type of an operand; `None` if it is none of this target's own.
    pub fn of(row: &OperandInfo) -> Option<OperandType> {
        TYPES.get(usize::from(row.kind.checked_sub(operand_type::FIRST_TARGET)?)).copied()
    }

    /// Returns whether constants of the type are encoded in a form of their own.
    pub fn is_source(self) -> bool {
        (self as u8) <= OperandType::InlineAcFp64 as u8
    }

    /// Returns whether it is one of real numbers of 64 bits.
    pub fn is_fp64(self) -> bool {
        matches!(self, Self::ImmFp64 | Self::InlineFp64 | Self::InlineAcFp64 | Self::ImmV2Fp64)
    }

    /// Returns whether it is one of integers of 64 bits.
    pub fn is_int64(self) -> bool {
        matches!(self, Self::ImmInt64 | Self::InlineInt64 | Self::ImmV2Int64)
    }

    /// Returns whether a constant is always a literal.
    pub fn is_mandatory(self) -> bool {
        matches!(self, Self::Kimm16 | Self::Kimm32 | Self::Kimm64)
    }

    /// Returns whether it is one of real numbers.
    pub fn is_real(self) -> bool {
        matches!(
            self,
            Self::ImmFp32
                | Self::ImmFp64
                | Self::ImmFp16
                | Self::ImmV2Fp16
                | Self::ImmV2Fp16Splat
                | Self::ImmNoInlineV2Fp16
                | Self::InlineFp32
                | Self::InlineFp64
                | Self::InlineFp16
                | Self::InlineV2Fp16
                | Self::InlineAcFp32
                | Self::ImmV2Fp32
                | Self::InlineAcFp64
                | Self::ImmV2Fp64
        )
    }

    /// Returns whether it is one of real numbers of which a `float`'s upper half is kept.
    pub fn is_bf16(self) -> bool {
        matches!(self, Self::ImmBf16 | Self::ImmV2Bf16 | Self::InlineBf16 | Self::InlineV2Bf16)
    }

    /// Returns the bits of a literal that are encoded.
    pub fn literal_bits(self, value: i64) -> i64 {
        match self {
            Self::ImmBf16 | Self::ImmFp16 | Self::InlineBf16 | Self::InlineFp16 => value & 0xffff,
            Self::ImmFp64 | Self::ImmV2Fp64 => (value as u64 >> 32) as i64,
            _ if self.size_bytes() == 8 || self == Self::ImmInt16 || self == Self::InlineInt16 => {
                value
            }
            _ => value & 0xffff_ffff,
        }
    }

    /// Returns the bytes of an operand to which modifiers of real numbers apply.
    pub fn size_bytes(self) -> u32 {
        match self {
            Self::ImmInt64
            | Self::ImmFp64
            | Self::ImmV2Int64
            | Self::ImmV2Fp64
            | Self::InlineInt64
            | Self::InlineFp64
            | Self::InlineAcFp64
            | Self::Kimm64
            | Self::InlineAv64 => 8,
            Self::ImmInt16
            | Self::ImmBf16
            | Self::ImmFp16
            | Self::InlineInt16
            | Self::InlineBf16
            | Self::InlineFp16
            | Self::ImmV2Bf16
            | Self::ImmV2Fp16
            | Self::ImmV2Fp16Splat
            | Self::ImmV2Int16
            | Self::ImmNoInlineV2Fp16
            | Self::InlineV2Int16
            | Self::InlineV2Bf16
            | Self::InlineV2Fp16 => 2,
            _ => 4,
        }
    }
}

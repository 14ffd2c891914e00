//! Methods of machine code, as the tables name them.

use super::template::Template;
use crate::target::known_names::Known;

/// A method that gives the value of an operand, or of several that are one field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncoderMethod {
    /// A number as it is.
    Value,
    /// A number in units of a power of two.
    Scaled {
        shift: u32,
        is_negated: bool,
    },
    /// The distance of a branch of A32 or Thumb-2.
    Branch,
    /// The distance of a call of Thumb.
    ThumbCall,
    /// The distance of a branch of Thumb-2 that has no condition.
    ThumbBranch,
    /// The distance to the instruction after a branch, from the branch.
    AfterBranch,
    /// The address of a label, as a number with a sign.
    Label,
    ThumbLabel,
    /// 1 if the flags are set.
    SetsFlags,
    /// One half of an address.
    Half,
    /// An immediate of Thumb-2.
    ThumbImmediate,
    /// The highest and lowest bit of a field.
    BitField,
    /// A number minus the value.
    From(i64),
    /// The value minus a number.
    Minus(i64),
    /// The number of the only bit that is set.
    PowerOfTwo,
    /// The width of an element and the amount by which it is shifted.
    LongShift,
    BlockMask,
    VectorBlockMask,
    RestrictedCondition,
    RegisterList,
    ShiftedByRegister,
    ShiftedByAmount,
    Base12,
    BaseAndShiftedIndex,
    Mode2Offset,
    Mode3,
    Mode3Offset,
    Mode5,
    SignedRegister,
    /// A base and an offset with a sign, which has so many bits.
    SignedOffset {
        width: u32,
        shift: u32,
    },
    /// An offset with a sign.
    OffsetAlone {
        width: u32,
        shift: u32,
    },
    /// The same, of words, with labels.
    SignedWords {
        width: u32,
    },
    UnsignedOffset,
    ThumbIndex,
    ThumbOffset,
    StackOffset,
    LiteralWords,
    BaseAndIndex,
    BaseAndVector,
    VectorBase {
        shift: u32,
    },
    /// A base and its alignment, by the way alignments are coded.
    Aligned(Alignment),
    AlignedOffset,
}

/// The way in which an alignment is coded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alignment {
    Vectors,
    Lane32,
    AllLanes,
}

/// The names that [`EncoderMethod::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| EncoderMethod::named(it.text).is_some(), file: file!() };

impl EncoderMethod {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        let it = Template::parse(name);
        let number = |index: usize| it.argument(index).parse::<u32>().ok();
        Some(match it.name {
            "getModImmOpValue" | "getThumbAdrLabelOpValue" => Self::Value,
            "getThumbBRTargetOpValue"
            | "getThumbBCCTargetOpValue"
            | "getThumbCBTargetOpValue"
            | "getARMBLXTargetOpValue" => Self::Scaled { shift: 1, is_negated: false },
            "getARMBranchTargetOpValue" | "getARMBLTargetOpValue" => {
                Self::Scaled { shift: 2, is_negated: false }
            }
            "getBFTargetOpValue" => Self::Scaled { shift: 1, is_negated: it.argument(0) == "true" },
            "getBranchTargetOpValue" => Self::Branch,
            "getThumbBLTargetOpValue" | "getThumbBLXTargetOpValue" => Self::ThumbCall,
            "getThumbBranchTargetOpValue" => Self::ThumbBranch,
            "getBFAfterTargetOpValue" => Self::AfterBranch,
            "getAdrLabelOpValue" => Self::Label,
            "getT2AdrLabelOpValue" => Self::ThumbLabel,
            "getCCOutOpValue" => Self::SetsFlags,
            "getHiLoImmOpValue" => Self::Half,
            "getT2SOImmOpValue" => Self::ThumbImmediate,
            "getBitfieldInvertedMaskOpValue" => Self::BitField,
            "getShiftRight8Imm" => Self::From(8),
            "getShiftRight16Imm" => Self::From(16),
            "getShiftRight32Imm" => Self::From(32),
            "getShiftRight64Imm" | "getNEONVcvtImm32OpValue" => Self::From(64),
            "getMVEPairVectorIndexOpValue" => Self::Minus(number(0)?.into()),
            "getPowerTwoOpValue" => Self::PowerOfTwo,
            "getMVEShiftImmOpValue" => Self::LongShift,
            "getITMaskOpValue" => Self::BlockMask,
            "getVPTMaskOpValue" => Self::VectorBlockMask,
            "getRestrictedCondCodeOpValue" => Self::RestrictedCondition,
            "getRegisterListOpValue" => Self::RegisterList,
            "getSORegRegOpValue" => Self::ShiftedByRegister,
            "getSORegImmOpValue" | "getT2SORegOpValue" => Self::ShiftedByAmount,
            "getAddrModeImm12OpValue" => Self::Base12,
            "getLdStSORegOpValue" => Self::BaseAndShiftedIndex,
            "getAddrMode2OffsetOpValue" => Self::Mode2Offset,
            "getAddrMode3OpValue" => Self::Mode3,
            "getAddrMode3OffsetOpValue" => Self::Mode3Offset,
            "getAddrMode5OpValue" | "getAddrMode5FP16OpValue" => Self::Mode5,
            "getPostIdxRegOpValue" => Self::SignedRegister,
            "getT2AddrModeImmOpValue" => {
                Self::SignedOffset { width: number(0)?, shift: number(1)? }
            }
            "getT2ScaledImmOpValue" => Self::OffsetAlone { width: number(0)?, shift: number(1)? },
            "getT2AddrModeImm8OffsetOpValue" => Self::OffsetAlone { width: 8, shift: 0 },
            "getT2AddrModeImm8s4OpValue" => Self::SignedWords { width: 8 },
            "getT2AddrModeImm7s4OpValue" => Self::SignedWords { width: 7 },
            "getT2AddrModeImm0_1020s4OpValue" => Self::UnsignedOffset,
            "getThumbAddrModeRegRegOpValue" => Self::ThumbIndex,
            "getAddrModeISOpValue" => Self::ThumbOffset,
            "getAddrModeThumbSPOpValue" => Self::StackOffset,
            "getAddrModePCOpValue" => Self::LiteralWords,
            "getT2AddrModeSORegOpValue" => Self::BaseAndIndex,
            "getMveAddrModeRQOpValue" => Self::BaseAndVector,
            "getMveAddrModeQOpValue" => Self::VectorBase { shift: number(0)? },
            "getAddrMode6AddressOpValue" => Self::Aligned(Alignment::Vectors),
            "getAddrMode6OneLane32AddressOpValue" => Self::Aligned(Alignment::Lane32),
            "getAddrMode6DupAddressOpValue" => Self::Aligned(Alignment::AllLanes),
            "getAddrMode6OffsetOpValue" => Self::AlignedOffset,
            _ => return None,
        })
    }
}

/// A method that makes the code of A32 that of Thumb-2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PostMethod {
    VectorData,
    VectorMemory,
    VectorDuplication,
    VectorV8,
    Float,
}

/// The names that [`PostMethod::named`] takes.
pub const KNOWN_POST: Known =
    Known { knows: |_, it| PostMethod::named(it.text).is_some(), file: file!() };

impl PostMethod {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "NEONThumb2DataIPostEncoder" => Self::VectorData,
            "NEONThumb2LoadStorePostEncoder" => Self::VectorMemory,
            "NEONThumb2DupPostEncoder" => Self::VectorDuplication,
            "NEONThumb2V8PostEncoder" => Self::VectorV8,
            "VFPThumb2PostEncoder" => Self::Float,
            _ => return None,
        })
    }

    /// Returns the code that Thumb-2 has for one of A32.
    pub fn of_thumb(self, code: u64) -> u64 {
        match self {
            Self::VectorData => code & 0xefff_ffff | (code & 1 << 24) << 4 | 0x0f00_0000,
            Self::VectorMemory => code & 0xf0ff_ffff | 0x0900_0000,
            Self::VectorDuplication => code & 0x00ff_ffff | 0xee00_0000,
            Self::VectorV8 => code | 0x0c00_0000,
            Self::Float => code & 0x0fff_ffff | 0xe000_0000,
        }
    }
}

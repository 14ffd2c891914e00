//! Methods that add machine operands, as the tables name them.

use crate::target::known_names::Known;

/// A method that adds machine operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Render {
    /// A register, an expression, or the number that a name stands for.
    Plain,
    /// A condition, and the flags unless it always holds.
    Condition,
    OppositeCondition,
    /// A predicate of vectors; with a register for lanes that are off, perhaps.
    VectorPredicate {
        has_inactive: bool,
    },
    List,
    ShiftedByRegister,
    ShiftedByAmount,
    Shifter,
    Rotation,
    Rotated(Change),
    BitField,
    /// A number plus another.
    Plus(i64),
    /// A number that is taken from another.
    From(i64),
    Divided(i64),
    /// The same with the opposite sign.
    NegativeDivided(i64),
    /// A number with 32 as 0.
    Modulo32,
    /// 32 bits of a number.
    Word(Change),
    Real,
    /// An address without its offset.
    Base,
    /// An offset without its base.
    OffsetOnly,
    Aligned,
    Mode3,
    Offset2,
    Offset3,
    /// A base and an offset with a sign, divided.
    Mode5(i64),
    /// A base and an offset, divided.
    BaseAndOffset(i64),
    TwoRegisters,
    RegisterOffset,
    ThumbRegisterOffset,
    /// An offset behind brackets, divided, with a bit for its sign.
    OffsetBehind(i64),
    RegisterBehind,
    ShiftedRegisterBehind,
    Vectors,
    MveVectors,
    VectorsWithLane,
    Byte,
    RepeatedByte {
        is_inverted: bool,
    },
    ByteOf16(Change),
    ByteOf32(Change),
    Element(Change),
    RepeatedHalf,
    Mask,
    Angle {
        first: i64,
        step: i64,
    },
    Saturation,
}

/// The number that is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    Same,
    Inverted,
    Negated,
}

impl Change {
    /// Applies it to a number.
    pub fn apply(self, value: i64) -> i64 {
        match self {
            Self::Same => value,
            Self::Inverted => !value,
            Self::Negated => value.wrapping_neg(),
        }
    }
}

/// The names that [`Render::named`] takes.
pub const KNOWN: Known = Known { knows: |_, it| Render::named(it.text).is_some(), file: file!() };

impl Render {
    /// Returns the method of a name.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.strip_prefix("add")?.strip_suffix("Operands")?;
        Some(match name {
            "Reg"
            | "Imm"
            | "CCOut"
            | "ITMask"
            | "ITCondCode"
            | "CoprocNum"
            | "CoprocReg"
            | "CoprocOption"
            | "MSRMask"
            | "BankedReg"
            | "ProcIFlags"
            | "MemBarrierOpt"
            | "InstSyncBarrierOpt"
            | "TraceSyncBarrierOpt"
            | "ARMBranchTarget"
            | "ThumbBranchTarget"
            | "AdrLabel"
            | "ConstPoolAsmImm"
            | "PowerTwo"
            | "Imm7s4"
            | "Imm8s4"
            | "Imm7Shift0"
            | "Imm7Shift1"
            | "Imm7Shift2"
            | "VectorIndex8"
            | "VectorIndex16"
            | "VectorIndex32"
            | "VectorIndex64"
            | "MVEVectorIndex"
            | "MVEPairVectorIndex" => Self::Plain,
            "CondCode" => Self::Condition,
            "ITCondCodeInv" => Self::OppositeCondition,
            "VPTPredN" => Self::VectorPredicate { has_inactive: false },
            "VPTPredR" => Self::VectorPredicate { has_inactive: true },
            "RegList" | "RegListWithAPSR" | "DPRRegList" | "SPRRegList" | "FPDRegListWithVPR"
            | "FPSRegListWithVPR" => Self::List,
            "RegShiftedReg" => Self::ShiftedByRegister,
            "RegShiftedImm" => Self::ShiftedByAmount,
            "ShifterImm" => Self::Shifter,
            "RotImm" => Self::Rotation,
            "ModImm" => Self::Rotated(Change::Same),
            "ModImmNot" => Self::Rotated(Change::Inverted),
            "ModImmNeg" => Self::Rotated(Change::Negated),
            "Bitfield" => Self::BitField,
            "Imm1_16" | "Imm1_32" => Self::Plus(-1),
            "FBits16" => Self::From(16),
            "FBits32" => Self::From(32),
            "Imm0_1020s4" | "Imm0_508s4" | "UnsignedOffset_b8s2" => Self::Divided(4),
            "Imm0_508s4Neg" => Self::NegativeDivided(4),
            "ImmThumbSR" | "PKHASRImm" => Self::Modulo32,
            "T2SOImmNot" => Self::Word(Change::Inverted),
            "T2SOImmNeg" | "Imm0_4095Neg" | "ThumbModImmNeg1_7" | "ThumbModImmNeg8_255" => {
                Self::Word(Change::Negated)
            }
            "FPImm" => Self::Real,
            "MemNoOffset" | "MemNoOffsetT" | "MemNoOffsetT2" | "MemNoOffsetT2NoSp" => Self::Base,
            "MemPCRelImm12" | "ThumbMemPC" => Self::OffsetOnly,
            "AlignedMemory"
            | "AlignedMemoryNone"
            | "AlignedMemory16"
            | "AlignedMemory32"
            | "AlignedMemory64"
            | "AlignedMemory64or128"
            | "AlignedMemory64or128or256"
            | "DupAlignedMemoryNone"
            | "DupAlignedMemory16"
            | "DupAlignedMemory32"
            | "DupAlignedMemory64"
            | "DupAlignedMemory64or128" => Self::Aligned,
            "AddrMode3" => Self::Mode3,
            "AM2OffsetImm" => Self::Offset2,
            "AM3Offset" => Self::Offset3,
            "AddrMode5" => Self::Mode5(4),
            "AddrMode5FP16" => Self::Mode5(2),
            "MemImmOffset" | "MemImm12Offset" | "MemUImm12Offset" | "MemImm8s4Offset"
            | "MemImm7s4Offset" | "MemThumbRIs1" => Self::BaseAndOffset(1),
            "MemThumbRIs2" => Self::BaseAndOffset(2),
            "MemImm0_1020s4Offset" | "MemThumbRIs4" | "MemThumbSPI" => Self::BaseAndOffset(4),
            "MemRegRQOffset" | "MemTBB" | "MemTBH" | "MemThumbRR" => Self::TwoRegisters,
            "MemRegOffset" => Self::RegisterOffset,
            "T2MemRegOffset" => Self::ThumbRegisterOffset,
            "PostIdxImm8" => Self::OffsetBehind(1),
            "PostIdxImm8s4" => Self::OffsetBehind(4),
            "PostIdxReg" => Self::RegisterBehind,
            "PostIdxRegShifted" => Self::ShiftedRegisterBehind,
            "VecList" => Self::Vectors,
            "MVEVecList" => Self::MveVectors,
            "VecListIndexed" => Self::VectorsWithLane,
            "NEONi8splat" => Self::Byte,
            "NEONvmovi8Replicate" => Self::RepeatedByte { is_inverted: false },
            "NEONinvi8Replicate" => Self::RepeatedByte { is_inverted: true },
            "NEONi16splat" => Self::ByteOf16(Change::Same),
            "NEONi16splatNot" => Self::ByteOf16(Change::Inverted),
            "NEONi32splat" => Self::ByteOf32(Change::Same),
            "NEONi32splatNot" => Self::ByteOf32(Change::Inverted),
            "NEONi32vmov" | "NEONvmovi32Replicate" => Self::Element(Change::Same),
            "NEONi32vmovNeg" => Self::Element(Change::Inverted),
            "NEONvmovi16Replicate" => Self::RepeatedHalf,
            "NEONi64splat" => Self::Mask,
            "ComplexRotationEven" => Self::Angle { first: 0, step: 90 },
            "ComplexRotationOdd" => Self::Angle { first: 90, step: 180 },
            "MveSaturate" => Self::Saturation,
            _ => return None,
        })
    }
}

//! Methods that decode operands, as the tables name them.

use super::registers::File;
use super::template::Template;
use crate::target::known_names::Known;

/// A decoder method of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecoderMethod {
    /// A register of a kind that has `count` of them.
    Register { file: File, count: u64 },
    /// A register whose number stands in two fields of five bits, of which LLVM takes the bits that are set in either.
    Twice { file: File },
    /// The first register of a pair: an even number.
    Pair,
    /// The only register that `rdhwr` reads in code.
    Hardware,
    /// A general register of as many bits as there are.
    Pointer,
    /// One of the eight registers of short instructions.
    Short,
    /// A distance of so many bits with sign, in units of `1 << shift` bytes, from `added` bytes behind the instruction.
    Distance { bits: u32, shift: u32, added: i64 },
    /// The target of a jump.
    JumpTarget { shift: u32 },
    /// A number without sign, multiplied, with an offset.
    Unsigned { bits: u32, offset: i64, factor: i64 },
    /// A number with sign.
    Signed { bits: u32 },
    /// The size of a field that is inserted, from its last bit.
    InsertedSize,
    /// The number by which the stack pointer changes.
    StackAdjustment,
    /// A constant of `addiur2`.
    Addend,
    /// A constant of `li16`.
    ShortConstant,
    /// The distance of a short shift.
    ShortShift,
    /// A constant of `andi16`.
    Mask,
    /// All operands of an instruction.
    Whole(Whole),
}

/// A method that makes all operands of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whole {
    /// A register and an address. The fields are where the first bit of each is.
    Memory {
        file: File,
        reg_bit: u32,
        base_bit: u32,
        offset: Offset,
    },
    /// An address and a number.
    Hint {
        base_bit: u32,
        number_bit: u32,
        offset: Offset,
    },
    /// An address alone.
    Address {
        base_bit: u32,
    },
    VectorMemory,
    /// An address of a short instruction.
    ShortMemory,
    StackMemory,
    GlobalMemory,
    /// A list of registers and an address on the stack.
    StackList,
    /// A list or a pair of registers and an address.
    ListMemory,
    MovedPair,
    InsertedElement,
    UpperParts,
    Checksum,
    ExtractedField,
    InsertedField,
    /// A branch whose registers decide which one it is.
    Branch(Group),
}

/// The bits of an offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offset {
    pub bit: u32,
    pub bits: u32,
}

/// A group of branches that share the highest bits of their code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// Branches on overflow, by the opcode of `addi` or `daddi`.
    Overflow { is_negated: bool, is_short: bool },
    /// Branches by one or two registers: those for the first one zero, for the same, for two others.
    Compared { names: [&'static str; 3], is_short: bool },
    /// The same in the place of `bgtz`.
    Greater { is_short: bool },
    /// The same in the place of `blez`.
    Less { is_short: bool },
}

/// The names that [`DecoderMethod::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| DecoderMethod::named(it.text).is_some(), file: file!() };

const LOW_16: Offset = Offset { bit: 0, bits: 16 };
const LOW_12: Offset = Offset { bit: 0, bits: 12 };
const LOW_11: Offset = Offset { bit: 0, bits: 11 };
const LOW_9: Offset = Offset { bit: 0, bits: 9 };
const HIGH_9: Offset = Offset { bit: 7, bits: 9 };

/// Returns a method for a register at one bit, a base at another.
const fn memory(file: File, reg_bit: u32, base_bit: u32, offset: Offset) -> DecoderMethod {
    DecoderMethod::Whole(Whole::Memory { file, reg_bit, base_bit, offset })
}

const fn hint(number_bit: u32, base_bit: u32, offset: Offset) -> DecoderMethod {
    DecoderMethod::Whole(Whole::Hint { base_bit, number_bit, offset })
}

const fn branch(group: Group) -> DecoderMethod {
    DecoderMethod::Whole(Whole::Branch(group))
}

const fn compared(names: [&'static str; 3], is_short: bool) -> DecoderMethod {
    branch(Group::Compared { names, is_short })
}

impl DecoderMethod {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "DecodeGPR32RegisterClass|5" => return Some(Self::Twice { file: File::General }),
            "DecodeGPR64RegisterClass|5" => return Some(Self::Twice { file: File::Wide }),
            _ => {}
        }
        if let Some(class) =
            name.strip_prefix("Decode").and_then(|it| it.strip_suffix("RegisterClass"))
        {
            return Self::of_class(class);
        }
        let it = Template::new(name)?;
        let distance = |bits, shift, added| Self::Distance { bits, shift, added };
        let whole = Self::Whole;
        let bits = it.bits();
        Some(match it.name.strip_prefix("Decode")? {
            "BranchTarget" => distance(16, 2, 4),
            "BranchTarget21" | "BranchTarget21MM" => distance(21, 2, 4),
            "BranchTarget26" => distance(26, 2, 4),
            "BranchTarget1SImm16" => distance(16, 1, 0),
            "BranchTarget7MM" => distance(7, 1, 0),
            "BranchTarget10MM" => distance(10, 1, 0),
            "BranchTargetMM" => distance(16, 1, 4),
            "BranchTarget26MM" => distance(26, 1, 0),
            "Simm19Lsl2" => distance(19, 2, 0),
            "Simm18Lsl3" => distance(18, 3, 0),
            "Simm23Lsl2" => distance(23, 2, 0),
            "JumpTarget" | "JumpTargetXMM" => Self::JumpTarget { shift: 2 },
            "JumpTargetMM" => Self::JumpTarget { shift: 1 },
            "UImmWithOffset" => Self::Unsigned { bits, offset: it.number(1), factor: 1 },
            "UImmWithOffsetAndScale" => {
                Self::Unsigned { bits, offset: it.number(1), factor: it.number(2) }
            }
            "SImmWithOffsetAndScale" => Self::Signed { bits },
            "InsSize" => Self::InsertedSize,
            "Simm9SP" => Self::StackAdjustment,
            "Addiur2Simm7" => Self::Addend,
            "Li16Imm" => Self::ShortConstant,
            "POOL16BEncodedField" => Self::ShortShift,
            "ANDI16Imm" => Self::Mask,
            "Mem" => memory(File::General, 16, 21, LOW_16),
            "MemEVA" | "Special3LlSc" => memory(File::General, 16, 21, HIGH_9),
            "LoadByte15" | "MemMMImm16" => memory(File::General, 21, 16, LOW_16),
            "MemMMImm9" => memory(File::General, 21, 16, LOW_9),
            "FMem" => memory(File::Double, 16, 21, LOW_16),
            "FMemMMR2" => memory(File::Double, 21, 16, LOW_16),
            "FMem2" => memory(File::Second, 16, 21, LOW_16),
            "FMem3" => memory(File::Third, 16, 21, LOW_16),
            "FMemCop2R6" => memory(File::Second, 16, 11, LOW_11),
            "FMemCop2MMR6" => memory(File::Second, 21, 16, LOW_11),
            "CacheOp" => hint(16, 21, LOW_16),
            "CacheOpMM" => hint(21, 16, LOW_12),
            "PrefeOpMM" => hint(21, 16, LOW_9),
            "CacheeOp_CacheOpR6" => hint(16, 21, HIGH_9),
            "SyncI" => whole(Whole::Address { base_bit: 21 }),
            "SyncI_MM" | "SynciR6" => whole(Whole::Address { base_bit: 16 }),
            "MSA128Mem" => whole(Whole::VectorMemory),
            "MemMMImm4" => whole(Whole::ShortMemory),
            "MemMMSPImm5Lsl2" => whole(Whole::StackMemory),
            "MemMMGPImm7Lsl2" => whole(Whole::GlobalMemory),
            "MemMMReglistImm4Lsl2" => whole(Whole::StackList),
            "MemMMImm12" => whole(Whole::ListMemory),
            "MovePOperands" => whole(Whole::MovedPair),
            "INSVE_DF" => whole(Whole::InsertedElement),
            "DAHIDATI" => whole(Whole::UpperParts),
            "CRC" => whole(Whole::Checksum),
            "DEXT" => whole(Whole::ExtractedField),
            "DINS" => whole(Whole::InsertedField),
            "AddiGroupBranch" => branch(Group::Overflow { is_negated: false, is_short: false }),
            "DaddiGroupBranch" => branch(Group::Overflow { is_negated: true, is_short: false }),
            "POP35GroupBranchMMR6" => branch(Group::Overflow { is_negated: false, is_short: true }),
            "POP37GroupBranchMMR6" => branch(Group::Overflow { is_negated: true, is_short: true }),
            "POP65GroupBranchMMR6" => compared(["BGTZC_MMR6", "BLTZC_MMR6", "BLTC_MMR6"], true),
            "POP75GroupBranchMMR6" => compared(["BLEZC_MMR6", "BGEZC_MMR6", "BGEC_MMR6"], true),
            "BlezlGroupBranch" => compared(["BLEZC", "BGEZC", "BGEC"], false),
            "BgtzlGroupBranch" => compared(["BGTZC", "BLTZC", "BLTC"], false),
            "BgtzGroupBranch" => branch(Group::Greater { is_short: false }),
            "BgtzGroupBranchMMR6" => branch(Group::Greater { is_short: true }),
            "BlezGroupBranch" => branch(Group::Less { is_short: false }),
            "BlezGroupBranchMMR6" => branch(Group::Less { is_short: true }),
            _ => return None,
        })
    }

    /// Returns the method of a class of registers.
    fn of_class(class: &str) -> Option<Self> {
        let (file, count) = match class {
            "GPR32" | "DSPR" => (File::General, 32),
            "GPR64" => (File::Wide, 32),
            "FGR32" | "FGR32CC" => (File::Single, 32),
            "FGR64" | "FGR64CC" => (File::Double, 32),
            "MSA128B" | "MSA128H" | "MSA128W" | "MSA128D" => (File::Vector, 32),
            "MSACtrl" => (File::VectorControl, 8),
            "COP0" => (File::System, 32),
            "COP2" => (File::Second, 32),
            "CCR" => (File::FloatControl, 32),
            "FCC" => (File::Condition, 8),
            "ACC64DSP" => (File::Accumulator, 4),
            "HI32DSP" => (File::High, 4),
            "LO32DSP" => (File::Low, 4),
            "AFGR64" => return Some(Self::Pair),
            "HWRegs" => return Some(Self::Hardware),
            "Ptr" => return Some(Self::Pointer),
            "GPRMM16" => return Some(Self::Short),
            _ => return None,
        };
        Some(Self::Register { file, count })
    }
}

//! Methods that decode operands, as the tables name them.

use super::registers::{File, Registers};
use crate::inst::Operand;
use crate::target::known_names::Known;

/// A decoder method of the tables.
#[derive(Clone, Copy, Debug)]
pub enum DecoderMethod {
    /// A register of a kind that has `count` of them.
    Register {
        file: File,
        count: u64,
    },
    /// The first register of a pair: an even number.
    Even {
        file: File,
        count: u64,
    },
    /// A pair of vectors, by half the number of the first.
    VectorPair,
    /// A number without sign of so many bits.
    Unsigned(u32),
    /// A number with sign of so many bits.
    Signed(u32),
    /// The same, and the bits below it that are zero.
    Scaled {
        bits: u32,
        shift: u32,
    },
    /// A number without sign and the bits below it.
    ScaledUnsigned {
        shift: u32,
    },
    /// The distance of a hash, which is negative.
    Hash,
    Zero,
    /// A condition field, by the mask with its bit.
    ConditionMask,
}

/// The names that [`DecoderMethod::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| DecoderMethod::named(it.text).is_some(), file: file!() };

impl DecoderMethod {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        if let Some(class) = name.strip_prefix("Decode") {
            let suffixes = ["RegisterClass", "RegClassByHwMode"];
            return Self::of_class(suffixes.iter().find_map(|it| class.strip_suffix(it))?);
        }
        let bits = |prefix: &str| name.strip_prefix(prefix)?.strip_suffix('>')?.parse().ok();
        if let Some(bits @ 1..64) = bits("decodeUImmOperand<") {
            return Some(Self::Unsigned(bits));
        }
        if let Some(bits @ 1..64) = bits("decodeSImmOperand<") {
            return Some(Self::Signed(bits));
        }
        Some(match name {
            "decodeCondBrTarget" => Self::Scaled { bits: 14, shift: 0 },
            "decodeDirectBrTarget" => Self::Scaled { bits: 24, shift: 0 },
            "decodeDispRIXOperand" => Self::Scaled { bits: 14, shift: 2 },
            "decodeDispRIX16Operand" => Self::Scaled { bits: 12, shift: 4 },
            "decodeDispSPE8Operand" => Self::ScaledUnsigned { shift: 3 },
            "decodeDispSPE4Operand" => Self::ScaledUnsigned { shift: 2 },
            "decodeDispSPE2Operand" => Self::ScaledUnsigned { shift: 1 },
            "decodeDispRIHashOperand" => Self::Hash,
            "decodeImmZeroOperand" => Self::Zero,
            "decodeVSRpEvenOperands" => Self::Even { file: File::VectorPair, count: 64 },
            "decodeCRBitMOperand" => Self::ConditionMask,
            _ => return None,
        })
    }

    /// Returns the method of a class of registers.
    fn of_class(class: &str) -> Option<Self> {
        let (file, count) = match class {
            "CRRC" => (File::ConditionField, 8),
            "CRBITRC" => (File::ConditionBit, 32),
            "F4RC" | "F8RC" => (File::Float, 32),
            "FpRC" => return Some(Self::Even { file: File::FloatPair, count: 31 }),
            "VFRC" => (File::VectorScalar, 32),
            "VRRC" => (File::Vector, 32),
            "VSRC" => (File::VectorScalars, 64),
            "VSFRC" | "VSSRC" => (File::Scalars, 64),
            // Classes by mode are those of the default mode, which alone exists.
            "GPRC" | "ptr_rc_idx_by_hwmode" => (File::General, 32),
            "GPRC_NOR0" | "ptr_rc_nor0_by_hwmode" => (File::GeneralOrZero, 32),
            "G8RC" | "G8pRC" => (File::Wide, 32),
            "G8RC_NOX0" => (File::WideOrZero, 32),
            "SPERC" => (File::Signal, 32),
            "VSRpRC" => return Some(Self::VectorPair),
            "ACCRC" => (File::Accumulator, 8),
            "WACCRC" => (File::WideAccumulator, 8),
            "WACC_HIRC" => (File::WideAccumulatorHigh, 8),
            "DMRROWRC" => (File::MatrixRow, 64),
            "DMRROWpRC" => (File::MatrixRowPair, 32),
            "DMRRC" => (File::Matrix, 8),
            "DMRpRC" => (File::MatrixPair, 4),
            _ => return None,
        };
        Some(Self::Register { file, count })
    }

    /// Returns the operand that a value stands for.
    pub fn operand(self, registers: &Registers, value: u64) -> Option<Operand> {
        let register = |file| Operand::Reg(registers.numbered(file, value as i64));
        Some(match self {
            Self::Register { file, count } if value < count => register(file),
            Self::Even { file, count } if value < count && value.is_multiple_of(2) => {
                register(file)
            }
            Self::VectorPair if value < 32 => {
                Operand::Reg(registers.numbered(File::VectorPair, 2 * value as i64))
            }
            Self::Register { .. } | Self::Even { .. } | Self::VectorPair => return None,
            Self::Unsigned(bits) if value >> bits == 0 => Operand::Imm(value as i64),
            Self::Signed(bits) if value >> bits == 0 => signed(value, bits),
            Self::Unsigned(_) | Self::Signed(_) => return None,
            Self::Scaled { bits, shift } => signed(value << shift, bits + shift),
            Self::ScaledUnsigned { shift } => Operand::Imm((value << shift) as i64),
            Self::Hash => signed((value & 0x3f) + 64, 7).imm().map(|it| Operand::Imm(it * 8))?,
            Self::Zero if value == 0 => Operand::Imm(0),
            Self::Zero => return None,
            Self::ConditionMask => match value.trailing_zeros() {
                bit @ 0..8 => {
                    Operand::Reg(registers.numbered(File::ConditionField, 7 - i64::from(bit)))
                }
                _ => return None,
            },
        })
    }
}

/// Returns a number of `bits` bits with sign.
fn signed(value: u64, bits: u32) -> Operand {
    Operand::Imm((value << (64 - bits)) as i64 >> (64 - bits))
}

//! Places of operands in the code, by their names in the tables.

use super::registers;
use crate::target::known_names::Known;

/// A kind of register, by its name in the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RegisterKind {
    Gr8,
    Gr16,
    Gr32,
    Gr64,
    /// A general register of the operand's size.
    OperandSized,
    Mmx,
    Xmm,
    Ymm,
    Zmm,
    Mask,
    MaskPair,
    Segment,
    Debug,
    Control,
    Tile,
}

/// The meaning of an immediate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ImmediateKind {
    /// A number whose sign is extended where its size is the code's, not the operand's.
    Number,
    /// A number without a sign.
    Unsigned,
    /// The displacement of a branch.
    Displacement,
    /// An absolute address, after which comes a segment.
    Address,
    /// A register in the high half of a byte; its place in the list of registers.
    Register(u16),
}

/// The number of bytes of an immediate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ImmediateSize {
    Bytes(u8),
    Operand,
    Address,
}

/// The place of an operand in the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// The operand at an index, again.
    Repeated(u8),
    /// The register field of the ModRM byte.
    Reg(RegisterKind),
    /// A register in the register-or-memory field.
    RmRegister(RegisterKind),
    /// Memory in that field; the shift of an 8-bit displacement under EVEX.
    RmMemory(u8),
    /// Memory that must have a SIB byte.
    SibMemory,
    /// Memory with a vector as index: its place in the list of registers, and the shift.
    VectorMemory(u16, u8),
    Vvvv(RegisterKind),
    /// A register in the low bits of the opcode; its size in bytes, or 0 for the operand's.
    OpcodeRegister(u8),
    Mask,
    Immediate(ImmediateSize, ImmediateKind),
    /// A condition in the low bits of the opcode, or in EVEX.
    Condition,
    /// The flags of a conditional comparison.
    ConditionFlags,
    Rounding,
    /// `st(i)` in the low bits of the ModRM byte.
    Stack,
    StringSource,
    StringDestination,
    /// A place that this decoder does not know. Codes of its instruction are refused.
    Unsupported,
}

/// The names that [`Place::named`] takes.
pub const KNOWN: Known = Known { knows: |_, it| Place::parse(it.text).is_some(), file: file!() };

impl Place {
    /// Returns the place with a name such as `rm*8:m`.
    pub fn named(name: &str) -> Place {
        Self::parse(name).unwrap_or(Place::Unsupported)
    }

    fn parse(name: &str) -> Option<Place> {
        if let Some(operand) = name.strip_prefix("dup") {
            return Some(Place::Repeated(operand.parse().ok()?));
        }
        let (place, kind) = name.split_once(':')?;
        let (place, scale) = place.split_once('*').unwrap_or((place, "1"));
        let shift = scale.parse::<u8>().ok()?.checked_ilog2()? as u8;
        let size = |bytes| {
            let kind = match kind {
                "imm" => ImmediateKind::Number,
                "uimm8" => ImmediateKind::Unsigned,
                "rel" => ImmediateKind::Displacement,
                "moffs" => ImmediateKind::Address,
                "xmm" => ImmediateKind::Register(registers::XMM as u16),
                "ymm" => ImmediateKind::Register(registers::YMM as u16),
                "zmm" => ImmediateKind::Register(registers::ZMM as u16),
                _ => return None,
            };
            Some(Place::Immediate(bytes, kind))
        };
        Some(match place {
            "reg" => Place::Reg(register_kind(kind)?),
            "rm" if kind == "m" => Place::RmMemory(shift),
            "rm" => Place::RmRegister(register_kind(kind)?),
            "sib" => Place::SibMemory,
            "vsib" => {
                let vectors = match kind {
                    "mvsibx" => registers::XMM,
                    "mvsiby" => registers::YMM,
                    "mvsibz" => registers::ZMM,
                    _ => return None,
                };
                Place::VectorMemory(vectors as u16, shift)
            }
            "vvvv" => Place::Vvvv(register_kind(kind)?),
            "writemask" => Place::Mask,
            "ib" => size(ImmediateSize::Bytes(1))?,
            "iw" => size(ImmediateSize::Bytes(2))?,
            "id" => size(ImmediateSize::Bytes(4))?,
            "io" => size(ImmediateSize::Bytes(8))?,
            "iv" => size(ImmediateSize::Operand)?,
            "ia" => size(ImmediateSize::Address)?,
            "rb" => Place::OpcodeRegister(1),
            "rw" => Place::OpcodeRegister(2),
            "rd" => Place::OpcodeRegister(4),
            "ro" => Place::OpcodeRegister(8),
            "rv" => Place::OpcodeRegister(0),
            "cc" => Place::Condition,
            "cf" => Place::ConditionFlags,
            "irc" => Place::Rounding,
            "fp" => Place::Stack,
            "si" => Place::StringSource,
            "di" => Place::StringDestination,
            _ => return None,
        })
    }
}

fn register_kind(name: &str) -> Option<RegisterKind> {
    Some(match name {
        "r8" => RegisterKind::Gr8,
        "r16" => RegisterKind::Gr16,
        "r32" => RegisterKind::Gr32,
        "r64" => RegisterKind::Gr64,
        "rv" => RegisterKind::OperandSized,
        "mm64" => RegisterKind::Mmx,
        "xmm" => RegisterKind::Xmm,
        "ymm" => RegisterKind::Ymm,
        "zmm" => RegisterKind::Zmm,
        "vk" => RegisterKind::Mask,
        "vk_pair" => RegisterKind::MaskPair,
        "segmentreg" => RegisterKind::Segment,
        "debugreg" => RegisterKind::Debug,
        "controlreg" => RegisterKind::Control,
        "tmm" => RegisterKind::Tile,
        _ => return None,
    })
}

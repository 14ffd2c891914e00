//! Operands of bits of machine code.

use oxmca_tables::{Reg, RegClassId};

use super::Decoding;
use crate::inst::Operand;
use crate::target::amdgpu::decoder_method::DecoderMethod;
use crate::target::amdgpu::inline_code::{LITERAL_32, LITERAL_64};
use crate::target::amdgpu::names::Name;
use crate::target::amdgpu::registers::RegisterKind;

/// The bit of a source that says that it is a vector register.
const VECTOR: u64 = 256;
/// The bit of a source that says that it is an accumulator.
const ACCUMULATOR: u64 = 512;

/// Registers of 32 bits that are no others, by their code.
const SPECIAL_32: &[(u64, &str)] = &[
    (102, "FLAT_SCR_LO"),
    (103, "FLAT_SCR_HI"),
    (104, "XNACK_MASK_LO"),
    (105, "XNACK_MASK_HI"),
    (106, "VCC_LO"),
    (107, "VCC_HI"),
    (108, "TBA_LO"),
    (109, "TBA_HI"),
    (110, "TMA_LO"),
    (111, "TMA_HI"),
    (126, "EXEC_LO"),
    (127, "EXEC_HI"),
    (230, "SRC_FLAT_SCRATCH_BASE_LO"),
    (231, "SRC_FLAT_SCRATCH_BASE_HI"),
    (235, "SRC_SHARED_BASE_LO"),
    (236, "SRC_SHARED_LIMIT_LO"),
    (237, "SRC_PRIVATE_BASE_LO"),
    (238, "SRC_PRIVATE_LIMIT_LO"),
    (239, "SRC_POPS_EXITING_WAVE_ID"),
    (251, "SRC_VCCZ"),
    (252, "SRC_EXECZ"),
    (253, "SRC_SCC"),
    (254, "LDS_DIRECT"),
];

/// The same of 64 bits.
const SPECIAL_64: &[(u64, &str)] = &[
    (102, "FLAT_SCR"),
    (104, "XNACK_MASK"),
    (106, "VCC"),
    (108, "TBA"),
    (110, "TMA"),
    (126, "EXEC"),
    (230, "SRC_FLAT_SCRATCH_BASE_LO"),
    (235, "SRC_SHARED_BASE"),
    (236, "SRC_SHARED_LIMIT"),
    (237, "SRC_PRIVATE_BASE"),
    (238, "SRC_PRIVATE_LIMIT"),
    (239, "SRC_POPS_EXITING_WAVE_ID"),
    (251, "SRC_VCCZ"),
    (252, "SRC_EXECZ"),
    (253, "SRC_SCC"),
];

impl Decoding<'_, '_> {
    /// Returns the operand that a method makes of a value.
    pub(super) fn operand(&mut self, method: DecoderMethod, value: u64) -> Option<Operand> {
        let g = self.generation;
        let mask_width = if g.is_wave32() { 32 } else { 64 };
        match method {
            DecoderMethod::Vector { kind, width, count } => {
                (value < count).then_some(())?;
                self.register(kind, width, value)
            }
            DecoderMethod::Source { width, added } => self.source(width, value | added),
            DecoderMethod::LaneMask => self.source(mask_width, value),
            DecoderMethod::Half => self.half(value & 0xff, value & ACCUMULATOR != 0),
            DecoderMethod::LowHalf => self.half(value & 0x7f, value & 0x80 != 0),
            DecoderMethod::HalfSource => match value & VECTOR {
                0 => self.scalar_source(16, value & 0xff),
                _ => self.half(value & 0xff, value & ACCUMULATOR != 0),
            },
            DecoderMethod::LowHalfSource => match value & VECTOR {
                0 => self.scalar_source(16, value & 0xff),
                _ => self.half(value & 0x7f, value & 0x80 != 0),
            },
            DecoderMethod::ScalarOffset => Some(Operand::Imm(match () {
                _ if g.is_gfx12_plus() => sign_extended(24, value as i64),
                _ if g.is_gfx8() => value as i64 & 0xf_ffff,
                _ => sign_extended(21, value as i64),
            })),
            DecoderMethod::FetchInactive => {
                matches!(value, 0xe9 | 0xea).then_some(Operand::Imm(value as i64))
            }
            DecoderMethod::Literal => self.set_literal(value & 0xffff_ffff),
            DecoderMethod::WideLiteral => self.set_wide_literal(value),
            DecoderMethod::SecondResult => {
                let first = self.operands.get(self.index(Name::VdstX)?)?.reg()?;
                let even = !self.gpu.tables.register(first).encoding & 1;
                self.register(RegisterKind::Vector, 32, value | u64::from(even))
            }
            DecoderMethod::PartSource { width } => self.part_source(width, value),
            DecoderMethod::PartResult => {
                if value & 0x80 == 0 {
                    let registers = &self.gpu.registers;
                    let vcc = if g.is_wave32() { registers.vcc_lo } else { registers.vcc };
                    return Some(self.encoded(vcc));
                }
                let value = value & 0x7f;
                match self.trap_number(value) {
                    Some(number) => self.aligned(RegisterKind::Trap, mask_width, number),
                    None if value > self.last_scalar() => self.special(mask_width, value),
                    None => self.aligned(RegisterKind::Scalar, mask_width, value),
                }
            }
            DecoderMethod::Branch => Some(Operand::Imm(value as i64)),
            DecoderMethod::Version => Some(super::literals::version(value as u32)),
        }
    }

    /// Returns the register of a class by its place there.
    pub(super) fn member(&self, class: RegClassId, place: u64) -> Option<Operand> {
        let tables = &self.gpu.tables;
        let members = tables.register_classes[class.index()].members;
        let members = &tables.register_lists[members.range()];
        Some(self.encoded(*members.get(usize::try_from(place).ok()?)?))
    }

    /// Returns the register of a kind and width by its place in its class.
    pub(super) fn register(&self, kind: RegisterKind, width: u32, place: u64) -> Option<Operand> {
        self.member(self.gpu.register_classes.of(kind, width)?, place)
    }

    /// Returns the scalar register that begins with a number.
    fn aligned(&self, kind: RegisterKind, width: u32, number: u64) -> Option<Operand> {
        let step = match width {
            16 | 32 => 1,
            64 => 2,
            _ => 4,
        };
        self.register(kind, width, number / step)
    }

    /// Returns a vector register of 16 bits.
    fn half(&self, number: u64, is_high: bool) -> Option<Operand> {
        self.member(self.gpu.registers.vgpr_16?, number * 2 + u64::from(is_high))
    }

    fn last_scalar(&self) -> u64 {
        if self.generation.is_gfx10_plus() { 105 } else { 101 }
    }

    fn trap_number(&self, value: u64) -> Option<u64> {
        let first = if self.generation.is_gfx9_plus() { 108 } else { 112 };
        (first..=123).contains(&value).then(|| value - first)
    }

    /// Returns a source: a register of any kind, or the code of a constant.
    fn source(&mut self, width: u32, value: u64) -> Option<Operand> {
        let kind = match value & ACCUMULATOR {
            0 => RegisterKind::Vector,
            _ => RegisterKind::Accumulator,
        };
        match value & VECTOR {
            0 => self.scalar_source(width, value & 0xff),
            _ => self.register(kind, width, value & 0xff),
        }
    }

    fn scalar_source(&mut self, width: u32, value: u64) -> Option<Operand> {
        if value <= self.last_scalar() {
            // No instruction reads six scalar registers.
            return (width != 192).then(|| self.aligned(RegisterKind::Scalar, width, value))?;
        }
        if let Some(number) = self.trap_number(value) {
            return self.aligned(RegisterKind::Trap, width, number);
        }
        match value {
            128..=208 | 240..=248 | LITERAL_32 => Some(Operand::Imm(value as i64)),
            LITERAL_64 if self.generation.has_literals64() => self.wide_literal(),
            _ => self.special(width, value),
        }
    }

    /// Returns a register that has no number.
    fn special(&self, width: u32, value: u64) -> Option<Operand> {
        let is_11_plus = self.generation.is_gfx11_plus();
        let (null, m0) = if is_11_plus { (124, 125) } else { (125, 124) };
        let registers = &self.gpu.registers;
        if value == null {
            return matches!(width, 16 | 32 | 64 | 96 | 128 | 192 | 256 | 512 | 1024)
                .then(|| self.encoded(registers.null));
        }
        let list = match width {
            16 | 32 if value == m0 => return Some(self.encoded(registers.m0)),
            16 | 32 => SPECIAL_32,
            // LLVM takes sources of 192 bits, which none of these has, for those of 64.
            64 | 192 => SPECIAL_64,
            _ => return None,
        };
        let (_, name) = list.iter().find(|it| it.0 == value)?;
        let reg: Reg = self.gpu.tables.register_named(name)?;
        Some(self.encoded(reg))
    }

    /// Returns a source of the encoding with parts of registers.
    fn part_source(&self, width: u32, value: u64) -> Option<Operand> {
        let g = self.generation;
        if !g.is_gfx9() && !g.is_gfx10() {
            return self.register(RegisterKind::Vector, width, value);
        }
        let Some(scalar) = value.checked_sub(VECTOR) else {
            return self.register(RegisterKind::Vector, width, value);
        };
        match scalar {
            _ if scalar <= self.last_scalar() => self.aligned(RegisterKind::Scalar, width, scalar),
            108..=123 => self.aligned(RegisterKind::Trap, width, scalar - 108),
            128..=208 | 240..=248 => Some(Operand::Imm(scalar as i64)),
            _ => self.special(32, scalar),
        }
    }
}

/// Returns the lowest bits of a value, as a number with sign.
fn sign_extended(bits: u32, value: i64) -> i64 {
    value << (64 - bits) >> (64 - bits)
}

//! Operands that follow from modifiers of sources, or that code does not have.

use oxmca_tables::Reg;

use super::Decoding;
use crate::inst::Operand;
use crate::target::amdgpu::flag;
use crate::target::amdgpu::names::Name;

/// Bits of the modifiers of a source.
mod modifier {
    pub const NEG: i64 = 1;
    pub const NEG_HIGH: i64 = 2;
    pub const HALF: i64 = 4;
    pub const OTHER_HALF: i64 = 8;
}

const SOURCES: [(Name, Name); 3] = [
    (Name::Src0, Name::Src0Modifiers),
    (Name::Src1, Name::Src1Modifiers),
    (Name::Src2, Name::Src2Modifiers),
];

impl Decoding<'_, '_> {
    /// Returns the bits of a modifier of all sources.
    fn modifiers(&self, bit: i64) -> i64 {
        let sources = SOURCES.iter().enumerate();
        sources.fold(0, |bits, (at, (_, name))| bits | i64::from(self.imm(*name) & bit != 0) << at)
    }

    /// Returns the bits of halves of an instruction whose result has one, too.
    fn halves(&self) -> i64 {
        let result = i64::from(self.imm(Name::Src0Modifiers) & modifier::OTHER_HALF != 0) << 3;
        self.modifiers(modifier::HALF) | result
    }

    /// Sets the halves of registers of 16 bits, which modifiers have.
    pub(super) fn set_halves(&mut self) {
        let Some(class) = self.gpu.registers.vgpr_16 else { return };
        let sources = SOURCES.map(|(name, modifiers)| (name, modifiers, modifier::HALF));
        let result = (Name::Vdst, Name::Src0Modifiers, modifier::OTHER_HALF);
        for (name, modifiers, bit) in sources.into_iter().chain([result]) {
            let (Some(at), Some(_)) = (self.index(name), self.index(modifiers)) else { continue };
            let Some(reg) = self.operands.get(at).and_then(Operand::reg) else { continue };
            if !self.gpu.tables.class_contains(class, reg) || self.imm(modifiers) & bit == 0 {
                continue;
            }
            let number = u64::from(self.gpu.tables.register(reg).encoding & 0x3ff);
            if let Some(high) = self.member(class, number * 2 + 1) {
                self.operands[at] = high;
            }
        }
    }

    /// Adds operands of an instruction that exchanges lanes.
    pub(super) fn complete_lanes(&mut self) {
        let rows = self.gpu.tables.operands(self.opcode);
        if self.index(Name::Old).is_some_and(|at| rows[at].tied_to == -1) {
            self.insert(Name::Old, Operand::Reg(Reg::NONE));
            self.insert(Name::Src2Modifiers, Operand::Imm(0));
        }
        if self.is_of(flag::VOP3P) {
            self.complete_packed();
        } else if self.is_of(flag::VOPC) {
            self.insert_missing(Name::Old, Operand::Reg(Reg::NONE));
            self.insert_missing(Name::Src0Modifiers, Operand::Imm(0));
            self.insert_missing(Name::Src1Modifiers, Operand::Imm(0));
        } else if self.is_wide_comparison() {
            self.set_halves();
            self.insert_halves();
        } else if self.has(Name::Dpp8) {
            self.insert_result();
            if self.operands.len() < self.described() && self.has(Name::OpSel) {
                self.set_halves();
                self.insert_halves();
            } else {
                self.insert_missing(Name::Src0Modifiers, Operand::Imm(0));
                self.insert_missing(Name::Src1Modifiers, Operand::Imm(0));
            }
        } else if self.is_of(flag::VOP3) {
            self.set_halves();
            self.insert_result();
            self.insert_halves();
        }
    }

    /// Returns whether it is a comparison in the encoding with three sources.
    fn is_wide_comparison(&self) -> bool {
        let name = self.gpu.tables.opcode_name(self.opcode);
        name.starts_with("V_CMP") && name.contains("_e64_dpp")
    }

    fn insert_halves(&mut self) {
        let halves = self.halves();
        self.insert_missing(Name::OpSel, Operand::Imm(halves));
    }

    /// Repeats the result as the old value.
    fn insert_result(&mut self) {
        if let Some(result) = self.operands.first().cloned() {
            self.insert(Name::VdstIn, result);
        }
    }

    fn complete_packed(&mut self) {
        let modifiers = [
            (Name::OpSel, modifier::HALF),
            (Name::OpSelHi, modifier::OTHER_HALF),
            (Name::NegLo, modifier::NEG),
            (Name::NegHi, modifier::NEG_HIGH),
        ];
        let values = modifiers.map(|(name, bit)| (name, self.modifiers(bit)));
        self.insert_missing(Name::VdstIn, Operand::Imm(0));
        for (name, value) in values {
            self.insert_missing(name, Operand::Imm(value));
        }
    }

    /// Adds operands of an instruction with parts of registers.
    pub(super) fn complete_parts(&mut self) {
        let g = self.generation;
        if g.is_gfx9() || g.is_gfx10() {
            if self.has(Name::Sdst) {
                self.insert(Name::Clamp, Operand::Imm(0));
            }
        } else if g.is_gfx8() {
            match self.has(Name::Sdst) {
                true => self.insert(Name::Sdst, self.encoded(self.gpu.registers.vcc)),
                false => self.insert(Name::OMod, Operand::Imm(0)),
            }
        }
    }
}

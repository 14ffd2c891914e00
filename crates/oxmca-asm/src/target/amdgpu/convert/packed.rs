//! Packed values, interpolation and matrices: `op_sel` and the like become modifiers of sources.

use super::Conversion;
use crate::inst::{Inst, Operand};
use crate::target::amdgpu::flag;
use crate::target::amdgpu::names::Name;
use crate::target::amdgpu::operand::{ImmKind, ParsedOperand, source_modifier};

/// Sources with their modifiers.
const SOURCES: [(Name, Name); 3] = [
    (Name::Src0, Name::Src0Modifiers),
    (Name::Src1, Name::Src1Modifiers),
    (Name::Src2, Name::Src2Modifiers),
];

/// Keywords of matrices in the order of their machine operands.
const MATRIX: [(Name, ImmKind); 8] = [
    (Name::MatrixAFmt, ImmKind::MatrixAFmt),
    (Name::MatrixBFmt, ImmKind::MatrixBFmt),
    (Name::MatrixAScale, ImmKind::MatrixAScale),
    (Name::MatrixBScale, ImmKind::MatrixBScale),
    (Name::MatrixAScaleFmt, ImmKind::MatrixAScaleFmt),
    (Name::MatrixBScaleFmt, ImmKind::MatrixBScaleFmt),
    (Name::MatrixAReuse, ImmKind::MatrixAReuse),
    (Name::MatrixBReuse, ImmKind::MatrixBReuse),
];

impl Conversion<'_, '_> {
    /// Returns the register of 16 bits at an index, with whether it is a high half.
    fn half_at(&self, index: usize) -> Option<bool> {
        let tables = &self.matching.gpu.tables;
        let reg = self.inst.operands.get(index)?.reg()?;
        let class = self.matching.gpu.registers.vgpr_16?;
        tables.class_contains(class, reg).then(|| is_high_half(tables.register(reg).encoding))
    }

    /// Adds the keywords of packed values, and the bits they set in the modifiers of sources.
    pub(super) fn packed(&mut self) {
        self.push_placeholder_source();
        if self.is_next(self.index(Name::VdstIn)) {
            self.repeat(0);
        }
        self.push_keyword_if(Name::BitOp3, ImmKind::BitOp3, 0);
        self.push_keyword_if(Name::OpSel, ImmKind::OpSel, 0);
        let default = if self.target_flags() & flag::IS_PACKED != 0 { -1 } else { 0 };
        self.push_keyword_if(Name::OpSelHi, ImmKind::OpSelHi, default);
        for (name, kind) in MATRIX {
            self.push_keyword_if(name, kind, 0);
        }
        self.push_keyword_if(Name::NegLo, ImmKind::NegLo, 0);
        self.push_keyword_if(Name::NegHi, ImmKind::NegHi, 0);
        let value = |name: Name| self.index(name).map_or(0, |index| self.imm_at(index));
        let bits = [
            (value(Name::OpSel), source_modifier::OP_SEL_0),
            (value(Name::OpSelHi), source_modifier::OP_SEL_1),
            (value(Name::NegLo), source_modifier::NEG),
            (value(Name::NegHi), source_modifier::NEG_HI),
        ];
        let accumulator = self.accumulator_modifiers().filter(|_| self.is_sum());
        for (number, (source, modifiers)) in SOURCES.into_iter().enumerate() {
            let Some(source) = self.index(source) else { break };
            let Some(modifiers) = self.index(modifiers) else { continue };
            // Those that exchange lanes encode a half of theirs.
            if accumulator == Some(modifiers) && self.target_flags() & flag::DPP == 0 {
                continue;
            }
            let half = self.half_at(source);
            let mut set = 0;
            for (row, (value, bit)) in bits.into_iter().enumerate() {
                let is_set = match half {
                    Some(is_high) if row == 0 => is_high,
                    _ => value >> number & 1 != 0,
                };
                set |= if is_set { bit } else { 0 };
            }
            self.set_bits(modifiers, set);
        }
    }

    /// Returns whether the instruction multiplies and adds to its result.
    fn is_sum(&self) -> bool {
        let name = self.matching.gpu.tables.opcode_name(self.inst.opcode);
        name.contains("MAC_") || name.starts_with("V_DOT")
    }

    /// Adds a third source that is not written, where its modifiers come next and it repeats the result.
    fn push_placeholder_source(&mut self) {
        let modifiers = self.index(Name::Src2Modifiers);
        if self.is_next(modifiers) && self.accumulator_modifiers() != modifiers {
            self.push_imm(0);
            self.repeat(0);
        }
    }

    /// Sets the bit by which the result is the high half of its register.
    pub(super) fn set_result_half(&mut self) {
        let Some(op_sel) = self.index(Name::OpSel) else { return };
        let sources =
            SOURCES.iter().take_while(|(source, _)| self.index(*source).is_some()).count();
        let (Some(result), Some(modifiers)) =
            (self.index(Name::Vdst), self.index(Name::Src0Modifiers))
        else {
            return;
        };
        let is_high =
            self.half_at(result).unwrap_or_else(|| self.imm_at(op_sel) >> sources & 1 != 0);
        if is_high {
            self.set_bits(modifiers, source_modifier::DST_OP_SEL);
        }
    }

    /// Sets the bits of `op_sel` in the modifiers of sources, its fourth for the result.
    fn set_op_sel(&mut self, op_sel: i64) {
        for (number, (source, modifiers)) in SOURCES.into_iter().enumerate() {
            if self.index(source).is_none() {
                continue;
            }
            let Some(index) = self.index(modifiers) else { continue };
            if op_sel >> number & 1 != 0 {
                self.set_bits(index, source_modifier::OP_SEL_0);
            }
            if number == 0 && op_sel >> 3 & 1 != 0 {
                self.set_bits(index, source_modifier::DST_OP_SEL);
            }
        }
    }

    pub(super) fn interp(&mut self) {
        self.push_results();
        while let Some(operand) = self.take() {
            let attribute = |it: &ParsedOperand<'_>| {
                let kinds = [ImmKind::InterpSlot, ImmKind::InterpAttr, ImmKind::InterpAttrChan];
                kinds.into_iter().find_map(|kind| it.imm_of(kind))
            };
            if self.next_is_modifiers() {
                self.push_with_modifiers(operand);
            } else if let Some(value) = attribute(operand) {
                self.push_imm(value);
            }
        }
        self.push_keyword_if(Name::High, ImmKind::High, 0);
        self.push_keyword_if(Name::Clamp, ImmKind::Clamp, 0);
        self.push_keyword_if(Name::OMod, ImmKind::OMod, 0);
        if let Some(index) = self.index(Name::OpSel) {
            self.push_keyword(ImmKind::OpSel, 0);
            self.set_op_sel(self.imm_at(index));
        }
    }

    pub(super) fn vinterp(&mut self) {
        self.push_results();
        while let Some(operand) = self.take() {
            if self.next_is_modifiers() {
                self.push_with_modifiers(operand);
            }
        }
        self.push_keyword(ImmKind::Clamp, 0);
        self.push_keyword_if(Name::OpSel, ImmKind::OpSel, 0);
        self.push_keyword(ImmKind::WaitExp, 0);
        if let Some(index) = self.index(Name::OpSel) {
            self.set_op_sel(self.imm_at(index));
        }
    }

    pub(super) fn scaled_matrix(&mut self) {
        self.push_results();
        let cbsz = self.index(Name::Cbsz);
        while let Some(operand) = self.take() {
            // They are written after the scales and come before them.
            if self.is_next(cbsz) {
                self.push_imm(0);
                self.push_imm(0);
            }
            if self.next_is_modifiers() {
                self.push_with_modifiers(operand);
            } else if !operand.is_keyword() {
                self.push(operand);
            }
        }
        for (name, kind) in [(Name::Cbsz, ImmKind::Cbsz), (Name::Blgp, ImmKind::Blgp)] {
            let value = self.keyword(kind, 0);
            set_imm(self.inst, self.index(name), value);
        }
        self.push_imm(0);
        self.push_imm(0);
        let (low, high) = (self.keyword(ImmKind::OpSel, 0), self.keyword(ImmKind::OpSelHi, 0));
        for (number, (_, modifiers)) in SOURCES.into_iter().take(2).enumerate() {
            let bit = |of: i64, bit: i64| if of >> number & 1 != 0 { bit } else { 0 };
            let value = bit(low, source_modifier::OP_SEL_0) | bit(high, source_modifier::OP_SEL_1);
            set_imm(self.inst, self.index(modifiers), value);
        }
    }

    pub(super) fn sparse_matrix(&mut self) {
        let [result, first, second, index, ..] = self.rest else { return };
        self.push(result);
        for (operand, modifiers) in [(first, Name::Src0Modifiers), (second, Name::Src1Modifiers)] {
            match self.index(modifiers) {
                Some(_) => self.push_with_modifiers(operand),
                None => self.push(operand),
            }
        }
        self.push(result);
        self.push(index);
        self.push_keyword_if(Name::IndexKey8, ImmKind::IndexKey8, 0);
        self.push_keyword_if(Name::IndexKey16, ImmKind::IndexKey16, 0);
        self.push_keyword_if(Name::IndexKey32, ImmKind::IndexKey32, 0);
        self.push_keyword_if(Name::Clamp, ImmKind::Clamp, 0);
        self.packed();
    }
}

fn set_imm(inst: &mut Inst, index: Option<usize>, value: i64) {
    if let Some(operand @ Operand::Imm(_)) = index.and_then(|index| inst.operands.get_mut(index)) {
        *operand = Operand::Imm(value);
    }
}

/// Returns whether the encoding of a register of 16 bits is that of a high half.
fn is_high_half(encoding: u16) -> bool {
    encoding >> 12 & 1 != 0
}

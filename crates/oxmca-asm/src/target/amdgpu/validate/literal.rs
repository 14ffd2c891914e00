//! Literals: how many, and which of them count as a scalar value.

use oxmca_tables::Reg;

use super::Check;
use crate::inst::Operand;
use crate::target::amdgpu::expression::literal;
use crate::target::amdgpu::flag;
use crate::target::amdgpu::immediate::{is_inline_16_of, is_inline_32, is_inline_64};
use crate::target::amdgpu::names::Name;
use crate::target::amdgpu::operand::Literal;
use crate::target::amdgpu::operand_type::OperandType;

/// Shifts of 64 bits, which take one scalar value everywhere.
const WIDE_SHIFTS: &[&str] =
    &["V_LSHLREV_B64", "V_LSHRREV_B64", "V_ASHRREV_I64", "V_LSHL_B64", "V_LSHR_B64", "V_ASHR_I64"];

impl Check<'_, '_> {
    fn kind(&self, index: usize) -> Option<OperandType> {
        self.tables().operands(self.inst.opcode).get(index).and_then(OperandType::of)
    }

    pub(super) fn is_pair(&self) -> bool {
        self.index(Name::Src0X).is_some()
    }

    /// Returns the bits of a constant, and the literal that is asked for.
    fn constant(&self, index: usize) -> Option<(i64, Option<Literal>)> {
        match self.inst.operands.get(index)? {
            Operand::Imm(value) => Some((*value, None)),
            Operand::Expr(expr) => literal(expr).map(|(literal, value)| (value, Some(literal))),
            Operand::Reg(_) => None,
        }
    }

    /// Returns whether an operand is a constant that needs no literal.
    pub(super) fn is_inline(&self, index: usize) -> bool {
        let Some((value, _)) = self.constant(index) else { return false };
        let Some(kind) = self.kind(index).filter(|it| it.is_source() && !it.is_mandatory()) else {
            return false;
        };
        let generation = self.matching.generation;
        let has_inv2pi = generation.has_inv2pi();
        match kind.size_bytes() {
            8 => is_inline_64(value, has_inv2pi),
            4 => is_inline_32(value as i32, has_inv2pi),
            _ => is_inline_16_of(kind, value, has_inv2pi, generation.is_gfx11_plus()),
        }
    }

    /// Returns the indices of sources, those that must be literals last.
    fn sources(&self, with_mandatory: bool) -> Vec<usize> {
        let names: &[Name] = match self.is_pair() {
            true => {
                &[Name::Src0X, Name::Vsrc1X, Name::Vsrc2X, Name::Src0Y, Name::Vsrc1Y, Name::Vsrc2Y]
            }
            false => &[Name::Src0, Name::Src1, Name::Src2],
        };
        let mandatory: &[Name] = match (with_mandatory, self.is_pair()) {
            (false, _) => &[],
            (true, true) => &[Name::ImmX, Name::Imm],
            (true, false) => &[Name::Imm],
        };
        names.iter().chain(mandatory).filter_map(|name| self.index(*name)).collect()
    }

    /// Checks that scalar instructions have one literal.
    pub(super) fn scalar_literals(&mut self) -> bool {
        if !self.is(flag::SOP2 | flag::SOPC) {
            return true;
        }
        let (mut expressions, mut literals) = (0, 0);
        let mut last = None;
        for name in [Name::Src0, Name::Src1] {
            let Some(index) = self.index(name) else { break };
            let Some(kind) = self.kind(index).filter(|it| it.is_source()) else { continue };
            match (&self.inst.operands[index], self.constant(index)) {
                (Operand::Expr(_), None) => expressions += 1,
                (_, Some((value, asked))) if !self.is_inline(index) => {
                    let value = match asked {
                        Some(_) if kind.is_fp64() => value,
                        _ => kind.literal_bits(value),
                    };
                    if last != Some(value) {
                        last = Some(value);
                        literals += 1;
                    }
                }
                _ => {}
            }
        }
        literals + expressions <= 1
            || self.fail(self.place(Name::Src1), "only one unique literal operand is allowed")
    }

    /// Checks that vector instructions have one literal, and one that can be encoded.
    pub(super) fn vector_literals(&mut self) -> bool {
        let has_mandatory = self.index(Name::Imm).is_some();
        if !self.is(flag::VOP3 | flag::VOP3P) && !has_mandatory && !self.is_pair() {
            return true;
        }
        let generation = self.matching.generation;
        let size_bytes = self.tables().instruction(self.inst.opcode).size_bytes;
        let mut known: Option<(usize, Option<i64>)> = None;
        for index in self.sources(has_mandatory) {
            let Some(kind) = self.kind(index).filter(|it| it.is_source()) else { continue };
            let constant = self.constant(index);
            let asked = constant.and_then(|it| it.1);
            let is_register = matches!(self.inst.operands[index], Operand::Reg(_));
            if is_register || asked.is_none() && self.is_inline(index) {
                continue;
            }
            let value = constant.map(|it| it.0);
            let mut is_another = true;
            let mut bits_32 = None;
            if let Some(value) = value {
                let is_forced =
                    kind == OperandType::Kimm64 || kind == OperandType::ImmFp64 && has_mandatory;
                let is_real = is_forced || kind.is_real() && kind.size_bytes() == 8;
                let is_32 = i32::try_from(value).is_ok() || u32::try_from(value).is_ok();
                let fits_32 = asked == Some(Literal::Bits32)
                    || if is_real { value as u32 == 0 } else { is_32 };
                let is_64 = asked == Some(Literal::Bits64);
                let is_wide = !fits_32 && !is_32 && !is_forced || is_64 && !has_mandatory;
                let is_too_wide = is_wide && (!generation.has_literals64() || size_bytes != 4);
                let is_misplaced =
                    !is_forced && (is_64 || !fits_32) && Some(index) != self.index(Name::Src0);
                if is_too_wide || is_misplaced {
                    return self.fail(self.place_at(index), "invalid operand for instruction");
                }
                let bits = match is_real && fits_32 && !is_forced {
                    true => (value as u64 >> 32) as i64,
                    false => value,
                };
                is_another = known.is_none_or(|(_, known)| known != Some(bits));
                bits_32 = Some(bits);
            }
            if is_another && !has_mandatory && !generation.has_vop3_literal() {
                return self.fail(self.place_at(index), "literal operands are not supported");
            }
            if let Some((other, _)) = known
                && is_another
            {
                let loc = self.place_at(index).max(self.place_at(other));
                return self.fail(loc, "only one unique literal operand is allowed");
            }
            if is_another {
                known = Some((index, bits_32));
            }
        }
        true
    }

    /// Returns the scalar register that the instruction reads beside its operands.
    fn implicit_scalar(&self) -> Option<Reg> {
        let registers = &self.matching.gpu.registers;
        let read = self.tables().implicit_uses(self.inst.opcode).iter().copied();
        let known = [
            registers.flat_scratch,
            registers.vcc,
            registers.vcc_lo,
            registers.vcc_hi,
            registers.m0,
        ];
        read.into_iter().find(|reg| known.contains(reg))
    }

    /// Checks the number of scalar values that a vector instruction reads.
    pub(super) fn constant_bus(&mut self) -> bool {
        let vector = flag::VOPC | flag::VOP1 | flag::VOP2 | flag::VOP3 | flag::VOP3P | flag::SDWA;
        if !self.is(vector) && !self.is_pair() || self.is_lane_write() {
            return true;
        }
        let registers = &self.matching.gpu.registers;
        let limit = match self.matching.generation.is_gfx10_plus() {
            true if !self.is_wide_shift() => 2,
            _ => 1,
        };
        let mut literals = 0;
        let mut literal_bytes = 0;
        if self.index(Name::Imm).is_some() {
            (literals, literal_bytes) = (1, 4);
        }
        let mut used: Vec<Reg> = self.implicit_scalar().into_iter().collect();
        for index in self.sources(false) {
            match &self.inst.operands[index] {
                Operand::Reg(reg) => {
                    let reg = registers.written(*reg);
                    if self.is_scalar(reg) && reg != registers.null && !used.contains(&reg) {
                        used.push(reg);
                    }
                }
                _ if self.is_inline(index) => {}
                _ => {
                    let Some(kind) = self.kind(index) else { continue };
                    let bytes = kind.size_bytes().max(4);
                    if literals == 0 {
                        (literals, literal_bytes) = (1, bytes);
                    } else if literal_bytes != bytes {
                        literals = 2;
                    }
                }
            }
            if used.len() + literals > limit {
                let message = "invalid operand (violates constant bus restrictions)";
                return self.fail(self.place_at(index), message);
            }
        }
        true
    }

    /// Returns whether a lane is written that `m0` selects, which does not count as a scalar value.
    fn is_lane_write(&self) -> bool {
        let registers = &self.matching.gpu.registers;
        let selector = self.inst.operands.get(2).and_then(Operand::reg);
        matches!(self.name, "V_WRITELANE_B32_gfx6_gfx7" | "V_WRITELANE_B32_vi")
            && selector.is_some_and(|reg| registers.written(reg) == registers.m0)
    }

    fn is_wide_shift(&self) -> bool {
        let is_exception = self.name.contains("_e32_gfx11")
            || self.name.contains("_dpp")
            || self.name.ends_with("_gfx1250")
            || self.name.ends_with("_gfx13");
        self.is_named(WIDE_SHIFTS) && !is_exception
    }
}

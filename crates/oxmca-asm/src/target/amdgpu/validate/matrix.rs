//! Products of matrices.

use super::Check;
use crate::target::amdgpu::flag;
use crate::target::amdgpu::format::MATRIX_FORMATS;
use crate::target::amdgpu::names::Name;
use crate::target::amdgpu::operand::ImmKind;
use crate::target::amdgpu::registers::share_part;

/// The code of the format of four bits.
const FP4: i64 = 4;

impl Check<'_, '_> {
    /// Checks that accumulators are written from vector registers.
    pub(super) fn accumulator_write(&mut self) -> bool {
        let message = "source operand must be either a VGPR or an inline constant";
        self.name != "V_ACCVGPR_WRITE_B32_vi"
            || self.matching.generation.is_gfx90a()
            || !self.reg(Name::Src0).is_some_and(|reg| self.is_scalar(reg))
            || self.fail(self.place(Name::Src0), message)
    }

    /// Checks that there is no constant where the processor gets it wrong.
    pub(super) fn matrix_inline(&mut self) -> bool {
        let Some(index) = self.index(Name::Src2) else { return true };
        !self.is(flag::IS_MAI)
            || !self.matching.generation.has_mfma_literal_bug()
            || !self.is_inline(index)
            || self.fail(self.place_at(index), "inline constants are not allowed for this operand")
    }

    /// Checks the sizes of the matrices, and that the sum does not overlap in part with the result.
    pub(super) fn matrix_registers(&mut self) -> bool {
        if !self.is(flag::IS_MAI) {
            return true;
        }
        if self.name.contains("F8F6F4")
            && let (Some(first), Some(second)) = (self.imm(Name::Cbsz), self.imm(Name::Blgp))
        {
            let mut is_fine = true;
            let sources = [(Name::Src0, first, "cbsz"), (Name::Src1, second, "blgp")];
            for (name, format, keyword) in sources {
                let words = match format {
                    2 | 3 => 6,
                    4 => 4,
                    _ => 8,
                };
                if self.reg(name).is_some_and(|reg| self.words(reg) != words) {
                    let message = format!("wrong register tuple size for {keyword} value {format}");
                    is_fine = self.fail(self.place(name), message);
                }
            }
            return is_fine;
        }
        let result = self.inst.operands.first().and_then(|it| it.reg());
        let (Some(sum), Some(result)) = (self.reg(Name::Src2), result) else { return true };
        let message = "source 2 operand must not partially overlap with dst";
        sum == result
            || self.words(result) <= 4
            || !share_part(self.tables(), sum, result)
            || self.fail(self.place(Name::Src2), message)
    }

    /// Checks which of `blgp` and `neg` is written.
    pub(super) fn matrix_negation(&mut self) -> bool {
        if self.index(Name::Blgp).is_none() {
            return true;
        }
        let mut operands = self.matching.operands.iter();
        let Some(written) = operands.find(|it| it.imm_of(ImmKind::Blgp).is_some()) else {
            return true;
        };
        let loc = written.loc;
        let is_negation = self.parser.text_from(loc).is_some_and(|it| it.starts_with(b"neg:"));
        let is_double = self.name.contains("gfx940")
            && self.is_named(&["V_MFMA_F64_16X16X4F64", "V_MFMA_F64_4X4X4F64"]);
        let takes_negation = self.matching.generation.is_gfx940() && is_double;
        let message = match takes_negation {
            true => "invalid modifier: blgp is not supported",
            false => "invalid modifier: neg is not supported",
        };
        is_negation == takes_negation || self.fail(loc, message)
    }

    /// Checks the sizes of matrices and the formats of their scales.
    pub(super) fn matrix_formats(&mut self) -> bool {
        let (Some(first), Some(second)) = (self.imm(Name::MatrixAFmt), self.imm(Name::MatrixBFmt))
        else {
            return true;
        };
        for (name, format) in [(Name::Src0, first), (Name::Src1, second)] {
            let words = match format {
                0 | 1 => 16,
                2 | 3 => 12,
                _ => 8,
            };
            if self.reg(name).is_some_and(|reg| self.words(reg) != words) {
                let format = MATRIX_FORMATS.get(format as usize).copied().unwrap_or_default();
                let message = format!("wrong register tuple size for {format}");
                return self.fail(self.place(name), message);
            }
        }
        let scales = (self.imm(Name::MatrixAScaleFmt), self.imm(Name::MatrixBScaleFmt));
        let (Some(first_scale), Some(second_scale)) = scales else { return true };
        let is_fine = |format, scale| format == FP4 || scale == 0;
        let is_right = is_fine(first, first_scale)
            && is_fine(second, second_scale)
            && (first != FP4 || second != FP4 || first_scale == second_scale);
        let message = "invalid matrix and scale format combination";
        is_right || self.fail(self.keyword(ImmKind::MatrixAFmt), message)
    }
}

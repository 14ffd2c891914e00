//! Sources of vector instructions, and what `op_sel`, `clamp` and lane controls say of them.

use super::Check;
use crate::target::amdgpu::flag;
use crate::target::amdgpu::names::Name;
use crate::target::amdgpu::operand::{ImmKind, source_modifier};
use crate::target::amdgpu::wide_lanes;

/// Operations on two floats at a time.
const PACKED_FLOATS: &[&str] = &[
    "V_PK_ADD_F32",
    "V_PK_ADD_F32_gfx12",
    "V_PK_MUL_F32",
    "V_PK_MUL_F32_gfx12",
    "V_PK_FMA_F32",
    "V_PK_FMA_F32_gfx12",
];

/// Stems of instructions whose operands are in the reverse order. They do not read from shared memory.
const REVERSED: &[&str] = &[
    "V_ASHRREV_I16",
    "V_ASHRREV_I32",
    "V_ASHRREV_I64",
    "V_LSHLREV_B16",
    "V_LSHLREV_B32",
    "V_LSHLREV_B64",
    "V_LSHRREV_B16",
    "V_LSHRREV_B32",
    "V_LSHRREV_B64",
    "V_PK_ASHRREV_I16",
    "V_PK_LSHLREV_B16",
    "V_PK_LSHRREV_B16",
    "V_SUBBREV_CO_U32",
    "V_SUBBREV_U32",
    "V_SUBREV_CO_CI_U32",
    "V_SUBREV_CO_U32",
    "V_SUBREV_F16",
    "V_SUBREV_F32",
    "V_SUBREV_I32",
    "V_SUBREV_NC_U32",
    "V_SUBREV_U16",
    "V_SUBREV_U32",
];

impl Check<'_, '_> {
    /// Checks sources that are read from shared memory.
    pub(super) fn lds_direct(&mut self) -> bool {
        let vector = flag::VOP1 | flag::VOP2 | flag::VOP3 | flag::VOPC | flag::VOP3P | flag::SDWA;
        if !self.is(vector) {
            return true;
        }
        for name in [Name::Src0, Name::Src1, Name::Src2] {
            if self.index(name).is_none() {
                break;
            }
            if self.reg(name) != Some(self.matching.gpu.registers.lds_direct) {
                continue;
            }
            let generation = self.matching.generation;
            let loc = self.place(name);
            if generation.is_gfx90a() || generation.is_gfx11_plus() {
                return self.fail(loc, "lds_direct is not supported on this GPU");
            }
            if self.is_named(REVERSED) || self.is(flag::SDWA) {
                return self.fail(loc, "lds_direct cannot be used with this instruction");
            }
            if name != Name::Src0 {
                return self.fail(loc, "lds_direct may be used as src0 only");
            }
        }
        true
    }

    /// Checks that `op_sel` chooses the halves that the names of registers choose.
    pub(super) fn true16_halves(&mut self) -> bool {
        let chosen = self.imm(Name::OpSel).unwrap_or(0);
        if !self.matching.generation.has_true16() || chosen == 0 {
            return true;
        }
        let halves = self.matching.gpu.registers.vgpr_16;
        let names = [Name::Src0, Name::Src1, Name::Src2, Name::Vdst];
        let there = names.into_iter().filter(|name| self.index(*name).is_some());
        let conflicts = there.enumerate().any(|(bit, name)| {
            let half = self.reg(name).filter(|reg| {
                halves.is_some_and(|class| self.tables().class_contains(class, *reg))
            });
            half.is_some_and(|reg| {
                let is_high = self.tables().printed_name(reg).ends_with(".h");
                is_high != (chosen >> bit & 1 != 0)
            })
        });
        let message = "op_sel operand conflicts with 16-bit operand suffix";
        !conflicts || self.fail(self.keyword(ImmKind::OpSel), message)
    }

    /// Checks that integers are clamped only where the processor can do so.
    pub(super) fn clamp(&mut self) -> bool {
        let is_clamped = self.imm(Name::Clamp).unwrap_or(0) != 0;
        !self.is(flag::INT_CLAMP)
            || self.matching.generation.has_int_clamp()
            || !is_clamped
            || self
                .fail(self.keyword(ImmKind::Clamp), "integer clamping is not supported on this GPU")
    }

    /// Checks what `op_sel` may choose.
    pub(super) fn op_sel(&mut self) -> bool {
        let generation = self.matching.generation;
        let chosen = self.imm(Name::OpSel);
        let high = self.imm(Name::OpSelHi);
        let is_permutation = self.is_named(&["V_PERMLANE16_B32", "V_PERMLANEX16_B32"])
            && !self.name.contains("dpp")
            || self.is_named(&["V_PERMLANE16_VAR_B32", "V_PERMLANEX16_VAR_B32"]);
        let is_wrong = is_permutation && chosen.is_some_and(|it| it & !3 != 0)
            || generation.is_gfx940()
                && self.is(flag::IS_DOT)
                && (chosen.is_some_and(|it| it != 0) || high.is_some_and(|it| it != -1))
            || generation.is_gfx11_plus()
                && self.is(flag::IS_DOT)
                && self.is(flag::VOP3)
                && !self.is(flag::VOP3P)
                && chosen.is_some_and(|it| it & 3 != 0)
            || generation.is_gfx12_plus()
                && PACKED_FLOATS.contains(&self.name)
                && self.reads_high_of_scalar(chosen.unwrap_or(0) | high.unwrap_or(0));
        !is_wrong || self.fail(self.keyword(ImmKind::OpSel), "invalid op_sel operand")
    }

    /// Returns whether a source is a scalar register of which more than the first is read.
    fn reads_high_of_scalar(&self, chosen: i64) -> bool {
        let sources = [Name::Src0, Name::Src1, Name::Src2].into_iter().enumerate();
        let mut high = sources.filter(|(bit, _)| chosen >> bit & 1 != 0);
        high.any(|(_, name)| {
            self.operand(name).and_then(|it| it.reg()).is_some_and(|reg| self.is_scalar(reg))
        })
    }

    /// Checks that only sources with modifiers are negated.
    pub(super) fn negation(&mut self, name: Name, kind: ImmKind, message: &str) -> bool {
        if !self.is(flag::IS_DOT | flag::IS_WMMA | flag::IS_SWMMAC) {
            return true;
        }
        let Some(negated) = self.imm(name) else { return true };
        let modifiers = [Name::Src0Modifiers, Name::Src1Modifiers, Name::Src2Modifiers];
        let is_wrong = modifiers
            .into_iter()
            .enumerate()
            .any(|(bit, name)| negated >> bit & 1 != 0 && self.index(name).is_none());
        !is_wrong || self.fail(self.keyword(kind), message)
    }

    /// Checks the control of lanes and the second source of instructions that exchange lanes.
    pub(super) fn lanes(&mut self) -> bool {
        let generation = self.matching.generation;
        let control = self.imm(Name::DppCtrl);
        let refusal = control.and_then(|control| {
            wide_lanes::refusal(self.matching.gpu, generation, self.inst.opcode, control)
        });
        if let Some(message) = refusal {
            return self.fail(self.keyword(ImmKind::DppCtrl), message);
        }
        let exchanges = control.is_some() || self.index(Name::Dpp8).is_some();
        if !exchanges || generation.has_dpp_src1_sgpr() {
            return true;
        }
        if self.reg(Name::Src1).is_some_and(|reg| self.is_scalar(reg)) {
            return self.fail(self.place(Name::Src1), "invalid operand for instruction");
        }
        self.imm(Name::Src1).is_none()
            || self.fail(self.loc, "src1 immediate operand invalid for instruction")
    }

    /// Checks that moves from relative registers have a vector register as their source.
    pub(super) fn relative_source(&mut self) -> bool {
        let is_move = [
            "V_MOVRELS_B32_sdwa_gfx10",
            "V_MOVRELSD_B32_sdwa_gfx10",
            "V_MOVRELSD_2_B32_sdwa_gfx10",
        ]
        .contains(&self.name);
        if !self.is(flag::SDWA) || !is_move {
            return true;
        }
        self.reg(Name::Src0).is_some_and(|reg| !self.is_scalar(reg))
            || self.fail(self.place(Name::Src0), "source operand must be a VGPR")
    }

    /// Checks that the scaling of divisions takes no absolute value.
    pub(super) fn division(&mut self) -> bool {
        let is_old = ["_gfx6_gfx7", "_vi", "_gfx10"].iter().any(|end| self.name.ends_with(end));
        if !is_old || !self.is_named(&["V_DIV_SCALE_F32", "V_DIV_SCALE_F64"]) {
            return true;
        }
        let modifiers = [Name::Src0Modifiers, Name::Src2Modifiers];
        let has_abs = modifiers
            .into_iter()
            .any(|name| self.imm(name).is_some_and(|it| it & source_modifier::ABS != 0));
        !has_abs || self.fail(self.loc, "ABS not allowed in VOP3B instructions")
    }

    /// Checks that waits for one counter name no register.
    pub(super) fn wait_register(&mut self) -> bool {
        let waits = [
            "S_WAITCNT_EXPCNT_gfx11",
            "S_WAITCNT_LGKMCNT_gfx11",
            "S_WAITCNT_VMCNT_gfx11",
            "S_WAITCNT_VSCNT_gfx11",
        ];
        !self.matching.generation.is_gfx11_plus()
            || !waits.contains(&self.name)
            || self.reg(Name::Sdst) == Some(self.matching.gpu.registers.null)
            || self.fail(self.place(Name::Sdst), "src0 must be null")
    }
}

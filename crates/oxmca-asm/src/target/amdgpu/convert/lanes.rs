//! Instructions whose lanes exchange values (DPP), and those on parts of registers (SDWA).

use oxmca_tables::schema::OperandInfo;

use super::Conversion;
use crate::inst::Operand;
use crate::target::amdgpu::flag;
use crate::target::amdgpu::names::Name;
use crate::target::amdgpu::operand::{ImmKind, ParsedOperand};
use crate::target::amdgpu::render::Sdwa;

/// The machine operand of `fi:1` with `dpp8`, and of none.
const DPP8_FI: [i64; 2] = [0xe9, 0xea];
/// The control of lanes that leaves all where they are.
const IDENTITY: i64 = 0xe4;
/// A whole register.
const DWORD: i64 = 6;
/// The rest of the result's register stays.
const UNUSED_PRESERVE: i64 = 2;

impl Conversion<'_, '_> {
    /// Returns whether an operand is the register that holds a condition per lane.
    fn is_vcc(&self, operand: &ParsedOperand<'_>) -> bool {
        let generation = self.matching.generation;
        let registers = &self.matching.gpu.registers;
        let Some(reg) = operand.plain_register() else { return false };
        generation.takes_wave64() && reg == registers.vcc
            || generation.takes_wave32() && reg == registers.vcc_lo
    }

    fn fetch_inactive(&self) -> i64 {
        self.keyword(ImmKind::DppFi, 0)
    }

    fn push_dpp_keywords(&mut self) {
        self.push_keyword(ImmKind::DppRowMask, 0xf);
        self.push_keyword(ImmKind::DppBankMask, 0xf);
        self.push_keyword(ImmKind::DppBoundCtrl, 0);
        self.push_keyword_if(Name::Fi, ImmKind::DppFi, 0);
    }

    fn push_dpp8_fetch(&mut self) {
        self.push_imm(DPP8_FI[usize::from(self.fetch_inactive() != 0)]);
    }

    pub(super) fn dpp(&mut self, is_dpp8: bool) {
        self.push_results();
        while let Some(operand) = self.take() {
            if let Some(tied) = self.next_tie() {
                self.repeat(tied);
            }
            if self.is_vcc(operand) {
                continue;
            }
            if operand.imm_of(ImmKind::Dpp8).is_some() && is_dpp8 {
                self.push(operand);
            } else if self.next_is_modifiers() {
                self.push_with_modifiers(operand);
            } else if operand.plain_register().is_some()
                || operand.imm_of(ImmKind::DppCtrl).is_some() && !is_dpp8
            {
                self.push(operand);
            }
        }
        match is_dpp8 {
            true => self.push_dpp8_fetch(),
            false => self.push_dpp_keywords(),
        }
    }

    pub(super) fn vop3_dpp(&mut self, is_dpp8: bool) {
        let rows = self.rows();
        let row = |index: Option<usize>| -> Option<&OperandInfo> { rows.get(index?) };
        let old = self.index(Name::Old);
        let third_modifiers = self.index(Name::Src2Modifiers);
        let result_again = self.index(Name::VdstIn);
        // Accumulators have an old value that is not described as the result's register.
        let accumulates = third_modifiers.is_some() && row(old).is_some_and(|it| it.tied_to == -1);
        // They are described with a third source that is not written.
        let third = self.index(Name::Src2);
        let omits_third = !accumulates
            && third_modifiers.is_some()
            && row(third).is_some_and(|it| it.tied_to == -1)
            && self.omits_third_source();
        self.push_results();
        while let Some(operand) = self.take() {
            if accumulates && self.is_next(old) {
                self.repeat(0);
            } else if accumulates && self.is_next(third_modifiers) {
                self.push_imm(0);
            }
            if self.is_next(result_again) {
                self.repeat(0);
            }
            if omits_third && self.is_next(third_modifiers) {
                self.push_imm(0);
                self.inst.operands.push(Operand::Reg(oxmca_tables::Reg::NONE));
            }
            if let Some(tied) = self.next_tie() {
                self.repeat(tied);
            }
            let takes_register =
                self.rows().get(self.inst.operands.len()).is_some_and(|it| it.reg_class != -1);
            if is_dpp8 && operand.imm_of(ImmKind::DppFi).is_some() {
                continue;
            }
            if self.next_is_modifiers() {
                self.push_with_modifiers(operand);
            } else if operand.plain_register().is_some()
                || operand.imm().is_some() && takes_register
            {
                self.push(operand);
            }
        }
        if !omits_third {
            self.push_keyword_if(Name::Clamp, ImmKind::Clamp, 0);
        }
        if self.index(Name::ByteSel).is_some() {
            if self.is_next(result_again) {
                self.repeat(0);
            }
            self.push_keyword(ImmKind::ByteSel, 0);
        }
        self.push_keyword_if(Name::OMod, ImmKind::OMod, 0);
        let flags = self.target_flags();
        if flags & flag::VOP3P != 0 {
            self.packed();
        } else if flags & flag::VOP3 != 0 {
            self.packed();
            self.set_result_half();
        } else {
            self.push_keyword_if(Name::OpSel, ImmKind::OpSel, 0);
        }
        if is_dpp8 {
            self.push_keyword(ImmKind::Dpp8, 0);
            self.push_dpp8_fetch();
        } else {
            self.push_keyword(ImmKind::DppCtrl, IDENTITY);
            self.push_dpp_keywords();
        }
    }

    /// Returns whether fewer sources are written than the instruction is described with.
    fn omits_third_source(&self) -> bool {
        let sources = self.matching.operands.iter().filter(|it| !it.is_keyword()).count();
        let results = self.matching.gpu.tables.instruction(self.inst.opcode).num_defs;
        sources == usize::from(results) + 2
    }

    pub(super) fn sdwa(&mut self, kind: Sdwa) {
        let registers = &self.matching.gpu.registers;
        let skips_result = match kind {
            Sdwa::Vop2Carry => true,
            Sdwa::Vopc => self.matching.generation.is_gfx8(),
            _ => false,
        };
        let skips_source = matches!(kind, Sdwa::Vop2Carry | Sdwa::Vop2CarryIn);
        let mut has_skipped = false;
        self.push_results();
        while let Some(operand) = self.take() {
            let reg = operand.plain_register();
            let is_vcc = reg == Some(registers.vcc) || reg == Some(registers.vcc_lo);
            let at = self.inst.operands.len();
            if (skips_result || skips_source) && !has_skipped && is_vcc {
                // Each source takes two machine operands.
                let is_skipped = match kind {
                    Sdwa::Vop1 => false,
                    Sdwa::Vopc => at == 0,
                    _ => skips_result && at == 1 || skips_source && at == 5,
                };
                if is_skipped {
                    has_skipped = true;
                    continue;
                }
            }
            if self.next_is_modifiers() {
                self.inst.operands.push(Operand::Imm(operand.modifiers.bits()));
                super::push(self.matching, operand, false, self.inst);
            }
            has_skipped = false;
        }
        if !self.rows().is_empty() {
            self.push_sdwa_keywords(kind);
        }
        // Accumulators have a third source that is the result's register.
        if let Some(third) = self.index(Name::Src2)
            && self.rows().get(third).is_some_and(|it| it.tied_to == 0)
            && let Some(result) = self.inst.operands.first().cloned()
            && third <= self.inst.operands.len()
        {
            self.inst.operands.insert(third, result);
        }
    }

    fn push_sdwa_keywords(&mut self, kind: Sdwa) {
        match kind {
            Sdwa::Vop2 | Sdwa::Vop2Carry | Sdwa::Vop2CarryIn => {
                self.push_keyword(ImmKind::Clamp, 0)
            }
            _ => self.push_keyword_if(Name::Clamp, ImmKind::Clamp, 0),
        }
        if kind != Sdwa::Vopc {
            self.push_keyword_if(Name::OMod, ImmKind::OMod, 0);
            self.push_keyword_if(Name::DstSel, ImmKind::SdwaDstSel, DWORD);
            self.push_keyword_if(Name::DstUnused, ImmKind::SdwaDstUnused, UNUSED_PRESERVE);
        }
        self.push_keyword(ImmKind::SdwaSrc0Sel, DWORD);
        if kind != Sdwa::Vop1 {
            self.push_keyword(ImmKind::SdwaSrc1Sel, DWORD);
        }
    }
}

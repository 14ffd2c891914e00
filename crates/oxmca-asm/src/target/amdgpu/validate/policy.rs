//! Cache policies.

use oxmca_tables::schema::instr_flag;

use super::Check;
use crate::source::Loc;
use crate::target::amdgpu::cache_policy as policy;
use crate::target::amdgpu::flag;
use crate::target::amdgpu::names::Name;
use crate::target::amdgpu::operand::ImmKind;

impl Check<'_, '_> {
    fn policy_place(&self) -> Loc {
        self.keyword(ImmKind::CPol)
    }

    /// Checks the bits of a cache policy.
    pub(super) fn cache_policy(&mut self) -> bool {
        let Some(bits) = self.imm(Name::CPol) else { return true };
        let generation = self.matching.generation;
        let loc = self.policy_place();
        if !generation.is_gfx1250_plus() {
            if bits & policy::SCALE_OFFSET != 0 {
                let loc = self.word(loc, "scale_offset");
                self.complain(loc, "scale_offset is not supported on this GPU");
            }
            if bits & policy::NON_VOLATILE != 0 {
                let loc = self.word(loc, "nv");
                self.complain(loc, "nv is not supported on this GPU");
            }
        }
        if bits & policy::SCALE_OFFSET != 0 && !self.takes_scaled_offset() {
            let loc = self.word(loc, "scale_offset");
            self.complain(loc, "scale_offset is not supported for this instruction");
        }
        match generation.is_gfx12_plus() {
            true => self.hint(bits),
            false => self.policy_bits(bits, loc),
        }
    }

    /// Returns whether an offset may be multiplied by the size of the data.
    fn takes_scaled_offset(&self) -> bool {
        let flags = self.tables().instruction(self.inst.opcode).flags;
        if self.is(flag::SMRD) {
            let loads = flags & instr_flag::MAY_LOAD != 0 && flags & instr_flag::MAY_STORE == 0;
            return loads && !self.is_scalar_buffer();
        }
        self.is(flag::FLAT)
            && self.index(Name::VAddr).is_some()
            && (self.is(flag::FLAT_SCRATCH) || self.index(Name::SAddr).is_some())
    }

    fn policy_bits(&mut self, bits: i64, loc: Loc) -> bool {
        let generation = self.matching.generation;
        if self.is(flag::SMRD) {
            if bits != 0 && (generation.is_gfx6() || generation.is_gfx7()) {
                return self.fail(loc, "cache policy is not supported for SMRD instructions");
            }
            if bits & !(policy::GLC | policy::DLC) != 0 {
                return self.fail(self.loc, "invalid cache policy for SMEM instruction");
            }
        }
        let is_gfx940 = generation.is_gfx940();
        let takes_scc = flag::MUBUF | flag::MTBUF | flag::MIMG | flag::FLAT;
        if generation.is_gfx90a() && !is_gfx940 && bits & policy::SCC != 0 && !self.is(takes_scc) {
            let message = "scc modifier is not supported for this instruction on this GPU";
            return self.fail(self.word(loc, "scc"), message);
        }
        let returns = bits & policy::GLC != 0;
        let keyword = if is_gfx940 { "sc0" } else { "glc" };
        if self.is(flag::ATOMIC_RETURN) {
            return self.is(flag::MIMG)
                || returns
                || self.fail(self.loc, format!("instruction must use {keyword}"));
        }
        !self.is(flag::ATOMIC_NO_RETURN)
            || !returns
            || self.fail(self.word(loc, keyword), format!("instruction must not use {keyword}"))
    }

    /// Checks the temporal hint and the scope.
    fn hint(&mut self, bits: i64) -> bool {
        let loc = self.policy_place();
        let (hint, scope) = (bits & policy::HINT, bits & policy::SCOPE);
        let returns = hint & policy::GLC != 0;
        if returns && self.is(flag::ATOMIC_NO_RETURN) {
            return self.fail(loc, "th:TH_ATOMIC_RETURN requires a destination operand");
        }
        if self.is(flag::ATOMIC_RETURN) && self.is(flag::FLAT | flag::MUBUF) && !returns {
            return self.fail(loc, "instruction must use th:TH_ATOMIC_RETURN");
        }
        if hint == 0 {
            return true;
        }
        if self.is(flag::SMRD) && matches!(hint, 4..=6) {
            return self.fail(loc, "invalid th value for SMEM instruction");
        }
        let is_bypass = bits & policy::BYPASS != 0;
        if hint == policy::HINT_BYPASS && (scope == policy::SCOPE_SYSTEM) != is_bypass {
            return self.fail(loc, "scope and th combination is not valid");
        }
        let (of, kind) = self.hint_kind();
        bits & of != 0 || self.fail(loc, format!("invalid th value for {kind} instructions"))
    }

    /// Returns which kind of hint the instruction takes.
    fn hint_kind(&self) -> (i64, &'static str) {
        let flags = self.tables().instruction(self.inst.opcode).flags;
        let loads = flags & instr_flag::MAY_LOAD != 0;
        let reads_lds = self.matching.gpu.stores_from_lds.contains(&self.inst.opcode);
        if self.is(flag::ATOMIC_RETURN | flag::ATOMIC_NO_RETURN) {
            (policy::OF_ATOMIC, "atomic")
        } else if flags & instr_flag::MAY_STORE != 0 && (reads_lds || !loads) {
            (policy::OF_STORE, "store")
        } else {
            (policy::OF_LOAD, "load")
        }
    }
}

//! Offsets, and registers of data.

use oxmca_tables::Reg;
use oxmca_tables::schema::instr_flag;

use super::Check;
use crate::source::Loc;
use crate::target::amdgpu::flag;
use crate::target::amdgpu::names::Name;
use crate::target::amdgpu::operand::{ImmKind, OperandKind};

fn is_unsigned(value: i64, bits: u32) -> bool {
    (0..1 << bits).contains(&value)
}

fn is_signed(value: i64, bits: u32) -> bool {
    (-(1 << (bits - 1))..1 << (bits - 1)).contains(&value)
}

impl Check<'_, '_> {
    /// Returns where an offset is written; if it is not, the end of the statement.
    fn offset_place(&self) -> Loc {
        let is_offset = |kind| kind == ImmKind::Offset || kind == ImmKind::InstOffset;
        let mut operands = self.matching.operands.iter();
        let found = operands.find(|it| it.imm().is_some_and(|imm| is_offset(imm.kind)));
        found.map_or(self.parser.tok().loc, |it| it.loc)
    }

    /// Checks the range of an offset.
    pub(super) fn offset(&mut self) -> bool {
        let Some(offset) = self.imm(Name::Offset) else { return true };
        if self.is(flag::FLAT) {
            return self.flat_offset(offset);
        }
        if self.is(flag::SMRD) {
            return self.scalar_offset(offset);
        }
        let is_buffer = self.is(flag::MUBUF | flag::MTBUF);
        let (bits, of) = match self.matching.generation.is_gfx12_plus() && is_buffer {
            true => (23, " for buffer ops"),
            false => (16, ""),
        };
        is_unsigned(offset, bits)
            || self.fail(self.offset_place(), format!("expected a {bits}-bit unsigned offset{of}"))
    }

    fn flat_offset(&mut self, offset: i64) -> bool {
        let generation = self.matching.generation;
        if !generation.has_flat_offsets() && offset != 0 {
            let message = "flat offset modifier is not supported on this GPU";
            return self.fail(self.offset_place(), message);
        }
        let bits = generation.flat_offset_bits();
        let takes_negative =
            self.is(flag::FLAT_GLOBAL | flag::FLAT_SCRATCH) || generation.is_gfx12_plus();
        if is_signed(offset, bits) && (takes_negative || offset >= 0) {
            return true;
        }
        let message = match takes_negative {
            true => format!("expected a {bits}-bit signed offset"),
            false => format!("expected a {}-bit unsigned offset", bits - 1),
        };
        self.fail(self.offset_place(), message)
    }

    /// Returns whether a scalar load is one from a buffer.
    pub(super) fn is_scalar_buffer(&self) -> bool {
        self.name.contains("_BUFFER_")
    }

    fn scalar_offset(&mut self, offset: i64) -> bool {
        let generation = self.matching.generation;
        if generation.is_gfx6() || generation.is_gfx7() {
            return true;
        }
        let is_buffer = self.is_scalar_buffer();
        let is_gfx12 = generation.is_gfx12_plus();
        let has_bytes = generation.has_gcn3_encoding() || generation.is_gfx10_plus();
        let is_legal = match is_gfx12 {
            true => is_unsigned(offset, 23) || is_signed(offset, 24) && !(is_buffer && offset < 0),
            false => {
                is_unsigned(offset, if has_bytes { 20 } else { 8 })
                    || !is_buffer && generation.is_gfx9_plus() && is_signed(offset, 21)
            }
        };
        let message = match (is_gfx12, is_buffer) {
            (true, true) => "expected a 23-bit unsigned offset for buffer ops",
            (true, false) => "expected a 24-bit signed offset",
            (false, true) => "expected a 20-bit unsigned offset",
            (false, false) if generation.is_gfx8() => "expected a 20-bit unsigned offset",
            (false, false) => "expected a 21-bit signed offset",
        };
        is_legal || self.fail(self.scalar_offset_place(), message)
    }

    /// Returns where the offset of a scalar load is written. It is not the first operand.
    fn scalar_offset_place(&self) -> Loc {
        let mut operands = self.matching.operands.iter().skip(1);
        let found = operands.find(|it| match &it.kind {
            OperandKind::Immediate(imm) => {
                imm.kind == ImmKind::None || imm.kind == ImmKind::SmemOffsetMod
            }
            _ => false,
        });
        found.map_or(self.parser.tok().loc, |it| it.loc)
    }

    /// Returns whether the register of a name is an accumulator.
    fn is_accumulator(&self, name: Name) -> Option<bool> {
        let reg = self.reg(name)?;
        Some(self.matching.gpu.registers.is_accumulator(self.tables(), reg))
    }

    /// Checks that data and result are of the same kind of registers.
    pub(super) fn accumulator_access(&mut self) -> bool {
        if !self.is(flag::FLAT | flag::MUBUF | flag::MTBUF | flag::MIMG | flag::DS) {
            return true;
        }
        let is_share = self.is(flag::DS);
        let data = self.is_accumulator(if is_share { Name::Data0 } else { Name::VData });
        let result = self.is_accumulator(Name::Vdst);
        let second = if is_share { self.is_accumulator(Name::Data1) } else { None };
        let is_gfx90a = self.matching.generation.is_gfx90a();
        let is_mixed =
            |one: Option<bool>, two: Option<bool>| one.is_some() && two.is_some() && one != two;
        let is_right = !is_mixed(data, second)
            && match is_gfx90a {
                true => !is_mixed(data, result),
                false => data != Some(true) && result != Some(true),
            };
        let message = match is_gfx90a {
            true => "invalid register class: data and dst should be all VGPR or AGPR",
            false => "invalid register class: agpr loads and stores not supported on this GPU",
        };
        is_right || self.fail(self.loc, message)
    }

    /// Checks that several vector registers together begin with an even one.
    pub(super) fn alignment(&mut self) -> bool {
        let generation = self.matching.generation;
        if !generation.has_aligned_vgprs()
            || generation.is_gfx90a() && self.name == "DS_READ_B96_TR_B6_vi"
        {
            return true;
        }
        let address = self.index(Name::VAddr);
        let is_global = self.name.starts_with("GLOBAL_LOAD_TR6_B96");
        let is_gfx1250 = generation.is_gfx1250_plus();
        let is_share = self.name.starts_with("DS_LOAD_TR6_B96");
        if is_gfx1250 && (is_share || is_global && self.name.contains("SADDR")) {
            return true;
        }
        let is_address_alone = is_gfx1250 && is_global;
        let message = "invalid register class: vgpr tuples must be 64 bit aligned";
        self.are_aligned(&|index| is_address_alone && Some(index) != address)
            || self.fail(self.loc, message)
    }

    fn are_aligned(&self, is_exempt: &dyn Fn(usize) -> bool) -> bool {
        let operands = self.inst.operands.iter().enumerate();
        let mut registers =
            operands.filter(|(index, _)| !is_exempt(*index)).filter_map(|(_, it)| it.reg());
        registers.all(|reg| {
            !self.is_vector_or_accumulator(reg)
                || self.words(reg) < 2
                || self.number(reg).is_none_or(|number| number & 1 == 0)
        })
    }

    fn is_vector_or_accumulator(&self, reg: Reg) -> bool {
        let registers = &self.matching.gpu.registers;
        registers.is_vector(self.tables(), reg) || registers.is_accumulator(self.tables(), reg)
    }

    /// Checks accesses of the global data share.
    pub(super) fn data_share(&mut self) -> bool {
        if !self.is(flag::DS) {
            return true;
        }
        let generation = self.matching.generation;
        if self.is(flag::GWS) {
            let names = ["DS_GWS_INIT_vi", "DS_GWS_BARRIER_vi", "DS_GWS_SEMA_BR_vi"];
            let is_odd = self
                .reg(Name::Data0)
                .and_then(|reg| self.number(reg))
                .is_some_and(|number| number & 1 != 0);
            return !generation.is_gfx90a()
                || !names.contains(&self.name)
                || !is_odd
                || self.fail(self.place(Name::Data0), "vgpr must be even aligned");
        }
        generation.has_gds()
            || self.imm(Name::Gds).unwrap_or(0) == 0
            || self.fail(self.keyword(ImmKind::Gds), "gds modifier is not supported on this GPU")
    }

    /// Checks that stores return no failure.
    pub(super) fn failure_result(&mut self) -> bool {
        let flags = self.tables().instruction(self.inst.opcode).flags;
        if flags & instr_flag::MAY_STORE == 0 || !self.is(flag::MUBUF | flag::MTBUF) {
            return true;
        }
        let loc = self.keyword(ImmKind::Tfe);
        loc == self.loc || self.fail(loc, "TFE modifier has no meaning for store instructions")
    }
}

//! Instructions of coprocessors, and registers of floating-point units.

use oxmca_tables::Reg;

use super::decoding::{Decoding, field, push};
use crate::decoder::Operands;
use crate::inst::Operand;
use crate::target::arm::feature_bits::Feature;
use crate::target::arm::shift::ByteOffset;

impl Decoding<'_, '_> {
    /// Decodes a load or store of a coprocessor.
    pub(in crate::target::arm) fn coprocessor_memory(
        &self,
        code: u32,
        o: &mut Operands,
    ) -> Option<()> {
        let (coprocessor, number) = (field(code, 8, 4), field(code, 0, 8));
        let is_added = field(code, 23, 1);
        let name = self.name();
        let way = name.rsplit('_').next()?;
        let is_thumb = name.starts_with("t2");
        let has_no_condition = name.contains("C2");
        // LLVM checks the numbers of others.
        let is_unchecked = way == "OPTION"
            && has_no_condition
            && !matches!(name, "t2LDC2_OPTION" | "t2STC2_OPTION");
        let is_float = matches!(coprocessor, 10 | 11);
        let is_reserved =
            self.has(Feature::V8_1mMainline) && matches!(coprocessor, 8..=11 | 14 | 15);
        if !is_unchecked && (is_float || is_reserved) || self.has(Feature::V8) && coprocessor != 14
        {
            return None;
        }
        push(coprocessor, o);
        push(field(code, 12, 4), o);
        self.general(field(code, 16, 4), o)?;
        let is_negative = is_added == 0;
        push(
            match way {
                "OFFSET" | "PRE" => ByteOffset { is_negative, amount: number.into() }.pack(),
                "POST" => i64::from(number | is_added << 8),
                _ => number.into(),
            },
            o,
        );
        if is_thumb {
            self.block_condition(o);
        } else if !has_no_condition {
            self.top_condition(code, o)?;
        }
        Some(())
    }

    /// Decodes a move of two registers to or from a coprocessor without a condition.
    pub(in crate::target::arm) fn coprocessor_pair(
        &self,
        code: u32,
        o: &mut Operands,
    ) -> Option<()> {
        let (first, second) = (field(code, 12, 4), field(code, 16, 4));
        let coprocessor = field(code, 8, 4);
        if coprocessor & !1 == 10 {
            return None;
        }
        self.doubt_if(first == second);
        let is_read = self.name() == "MRRC2";
        let add_registers = |o: &mut Operands| {
            self.no_pc(first, o)?;
            self.no_pc(second, o)
        };
        if is_read {
            add_registers(o)?;
        }
        push(coprocessor, o);
        push(field(code, 4, 4), o);
        if !is_read {
            add_registers(o)?;
        }
        push(field(code, 0, 4), o);
        Some(())
    }

    /// Decodes a move to or from a system register of floating-point units.
    pub(in crate::target::arm) fn float_status(&self, code: u32, o: &mut Operands) -> Option<()> {
        let registers = &self.arm.registers;
        let status = |name: &str| match name {
            "FPSCR_NZCVQC" => Some(registers.float_flags),
            "P0" => Some(registers.vpr),
            _ => None,
        };
        let name = self.name();
        if let Some(reg) = name.strip_prefix("VMSR_").and_then(status) {
            o.push(Operand::Reg(reg));
        }
        if name != "FMSTAT" {
            let number = field(code, 12, 4);
            let is_limited = self.is_thumb && !self.has(Feature::V8);
            self.doubt_if(number == 15 || number == 13 && is_limited);
            self.general(number, o)?;
        }
        if let Some(reg) = name.strip_prefix("VMRS_").and_then(status) {
            o.push(Operand::Reg(reg));
        }
        if self.is_thumb {
            self.no_condition(o);
            return Some(());
        }
        self.top_condition(code, o)
    }

    /// Decodes a load or store of a system register of floating-point units.
    pub(in crate::target::arm) fn float_status_memory(
        &self,
        code: u32,
        changes_base: bool,
        o: &mut Operands,
    ) -> Option<()> {
        let name = self.name();
        let register = name.get(5..)?;
        if register.starts_with("FPSCR") && !self.has(Feature::Mve) && !self.has(Feature::Vfp2) {
            return None;
        }
        let fixed = match register {
            _ if register.starts_with("P0_") => self.arm.registers.p0,
            _ if register.starts_with("FPSCR_NZCVQC_") => self.arm.registers.float_status,
            _ => Reg::NONE,
        };
        if fixed.is_some() {
            o.push(Operand::Reg(fixed));
        }
        let base = field(code, 16, 4);
        if changes_base {
            self.no_pc(base, o)?;
        }
        self.no_pc(base, o)?;
        self.word_offset(field(code, 0, 7) | field(code, 23, 1) << 7, 7, o)?;
        self.no_condition(o);
        Some(())
    }

    /// Decodes an instruction that clears floating-point registers.
    pub(in crate::target::arm) fn cleared_floats(&self, code: u32, o: &mut Operands) -> Option<()> {
        self.no_condition(o);
        let count = field(code, 0, 8);
        if count != 0 && self.name() == "VSCCLRMD" {
            self.double_list(count | field(code, 12, 4) << 8 | field(code, 22, 1) << 12, o)?;
        } else if count != 0 {
            let first = field(code, 12, 4) << 1 | field(code, 22, 1);
            let end = first + count;
            self.doubt_if(end > 64 || end > 32 && !end.is_multiple_of(2));
            (first..end.min(32)).try_for_each(|number| self.single(number, o))?;
            (16..(end / 2).min(32)).try_for_each(|number| self.double(number, o))?;
        }
        self.reg(self.arm.registers.vpr, o)
    }
}

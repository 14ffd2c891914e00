//! Registers, conditions and flags.

use oxmca_tables::Reg;
use oxmca_tables::schema::instr_flag;

use super::decoding::{ALWAYS, Decoding, push};
use crate::decoder::Operands;
use crate::inst::Operand;
use crate::target::arm::feature_bits::Feature;
use crate::target::arm::registers::Class;

/// Numbers of registers.
const SP: u32 = 13;
const PC: u32 = 15;

impl Decoding<'_, '_> {
    /// Adds a register; `None` if there is none.
    pub(in crate::target::arm) fn reg(&self, reg: Reg, o: &mut Operands) -> Option<()> {
        o.push(Operand::Reg(reg));
        reg.is_some().then_some(())
    }

    /// Adds a general register.
    pub(in crate::target::arm) fn general(&self, number: u32, o: &mut Operands) -> Option<()> {
        let number = u16::try_from(number).ok().filter(|number| *number <= 15)?;
        self.reg(self.arm.registers.general(number), o)
    }

    /// Adds a general register that should not be `pc`.
    pub(in crate::target::arm) fn no_pc(&self, number: u32, o: &mut Operands) -> Option<()> {
        self.doubt_if(number == PC);
        self.general(number, o)
    }

    /// Adds a general register that should not be `sp`.
    pub(in crate::target::arm) fn no_sp(&self, number: u32, o: &mut Operands) -> Option<()> {
        self.doubt_if(number == SP);
        self.general(number, o)
    }

    /// Adds a general register that should not be `pc`, nor `sp` before version 8.
    pub(in crate::target::arm) fn restricted(&self, number: u32, o: &mut Operands) -> Option<()> {
        self.doubt_if(number == PC || number == SP && !self.has(Feature::V8));
        self.general(number, o)
    }

    /// Adds one of `r0` to `r7`.
    pub(in crate::target::arm) fn low(&self, number: u32, o: &mut Operands) -> Option<()> {
        (number <= 7).then(|| self.general(number, o))?
    }

    /// Adds a general register, or the flags for `pc`.
    pub(in crate::target::arm) fn or_flags(&self, number: u32, o: &mut Operands) -> Option<()> {
        match number {
            PC => self.reg(self.arm.registers.apsr_nzcv, o),
            number => self.general(number, o),
        }
    }

    /// Adds a general register that should not be `sp`, or the flags for `pc`.
    pub(in crate::target::arm) fn flags_or_no_sp(
        &self,
        number: u32,
        o: &mut Operands,
    ) -> Option<()> {
        self.doubt_if(number == SP);
        self.or_flags(number, o)
    }

    /// Adds a general register that should not be `sp`, or zero for `pc`.
    pub(in crate::target::arm) fn or_zero(&self, number: u32, o: &mut Operands) -> Option<()> {
        match number {
            PC => self.reg(self.arm.registers.zero, o),
            number => self.no_sp(number, o),
        }
    }

    /// Adds the pair of general registers that begins at an even number.
    pub(in crate::target::arm) fn general_pair(&self, number: u32, o: &mut Operands) -> Option<()> {
        let first = u16::try_from(number).ok().filter(|number| *number <= 13)? & !1;
        let first = self.arm.registers.general(first);
        let pair =
            self.arm.registers.whole_of(&self.arm.tables, first, "gsub_0", Class::GeneralPair)?;
        self.reg(pair, o)
    }

    /// Adds a pair of general registers that should begin at an even number, and not include `sp`.
    pub(in crate::target::arm) fn pair_no_sp(&self, number: u32, o: &mut Operands) -> Option<()> {
        self.doubt_if(!number.is_multiple_of(2) || number > 10);
        self.general_pair(number, o)
    }

    /// Adds a register of a class that has so many numbers.
    fn numbered(&self, first: Reg, count: u32, number: u32, o: &mut Operands) -> Option<()> {
        (number < count).then(|| self.reg(Reg(first.0 + number as u16), o))?
    }

    pub(in crate::target::arm) fn single(&self, number: u32, o: &mut Operands) -> Option<()> {
        self.numbered(self.arm.registers.first_single, 32, number, o)
    }

    /// Returns the number of double registers that there are.
    pub(in crate::target::arm) fn doubles(&self) -> u32 {
        let has_all = self.has(Feature::D32) || matches!(self.name(), "VSCCLRMD" | "VSCCLRMS");
        if has_all { 32 } else { 16 }
    }

    pub(in crate::target::arm) fn double(&self, number: u32, o: &mut Operands) -> Option<()> {
        self.numbered(self.arm.registers.first_double, self.doubles(), number, o)
    }

    /// Adds a vector of NEON by the number of its first half.
    pub(in crate::target::arm) fn quad(&self, number: u32, o: &mut Operands) -> Option<()> {
        if !number.is_multiple_of(2) {
            return None;
        }
        self.numbered(self.arm.registers.first_quad, 16, number / 2, o)
    }

    /// Adds a vector of MVE.
    pub(in crate::target::arm) fn vector(&self, number: u32, o: &mut Operands) -> Option<()> {
        self.numbered(self.arm.registers.first_quad, 8, number, o)
    }

    /// Adds the register of several that begins with a vector of MVE.
    pub(in crate::target::arm) fn vectors(
        &self,
        number: u32,
        class: Class,
        o: &mut Operands,
    ) -> Option<()> {
        let first = (number < 8).then(|| Reg(self.arm.registers.first_quad.0 + number as u16))?;
        self.reg(self.arm.registers.whole_of(&self.arm.tables, first, "qsub_0", class)?, o)
    }

    /// Adds the register of two doubles that begins with one.
    pub(in crate::target::arm) fn doubles_of(
        &self,
        number: u32,
        class: Class,
        o: &mut Operands,
    ) -> Option<()> {
        let first =
            (number < 32).then(|| Reg(self.arm.registers.first_double.0 + number as u16))?;
        self.reg(self.arm.registers.whole_of(&self.arm.tables, first, "dsub_0", class)?, o)
    }

    /// Adds the condition of a code of A32.
    pub(in crate::target::arm) fn condition(&self, code: u32, o: &mut Operands) -> Option<()> {
        let code = i64::from(code);
        if code == 15 || code == ALWAYS && self.name() == "tBcc" {
            return None;
        }
        self.doubt_if(code != ALWAYS && !self.has_flag(instr_flag::PREDICABLE));
        self.push_condition(code, o);
        Some(())
    }

    /// Adds the condition of the block that the instruction is in.
    pub(in crate::target::arm) fn block_condition(&self, o: &mut Operands) {
        let condition = if self.is_thumb { self.blocks.get().condition() } else { ALWAYS };
        self.push_condition(condition, o);
    }

    /// Adds the condition that always holds.
    pub(in crate::target::arm) fn no_condition(&self, o: &mut Operands) {
        self.push_condition(ALWAYS, o);
    }

    fn push_condition(&self, condition: i64, o: &mut Operands) {
        push(condition, o);
        o.push(Operand::Reg(self.flags_of(condition)));
    }

    /// Adds whether the flags are set.
    pub(in crate::target::arm) fn sets_flags(&self, sets: bool, o: &mut Operands) {
        o.push(Operand::Reg(if sets { self.arm.registers.flags } else { Reg::NONE }));
    }

    /// Adds the flags, which instructions outside of blocks set.
    pub(in crate::target::arm) fn sets_flags_outside_blocks(&self, o: &mut Operands) {
        self.sets_flags(!self.blocks.get().is_in_conditions(), o);
    }

    /// Adds the predicate of the block of vector instructions.
    pub(in crate::target::arm) fn vector_predicate(&self, o: &mut Operands) {
        let predicate = self.blocks.get().vector_predicate();
        push(predicate, o);
        let register = if predicate == 0 { Reg::NONE } else { self.arm.registers.p0 };
        o.push(Operand::Reg(register));
        o.push(Operand::Reg(Reg::NONE));
    }

    /// Adds the same, and the register of which elements stay that are not written.
    pub(in crate::target::arm) fn vector_predicate_of_result(
        &self,
        o: &mut Operands,
    ) -> Option<()> {
        self.vector_predicate(o);
        let row = self.arm.tables.operands(self.opcode.get()).get(o.len())?;
        let inactive = o.get(usize::try_from(row.tied_to).ok()?)?.clone();
        o.push(inactive);
        Some(())
    }

    /// Adds the registers of a list of bits.
    pub(in crate::target::arm) fn register_list(&self, bits: u32, o: &mut Operands) -> Option<()> {
        let name = self.name();
        let is_cleared = name == "t2CLRM";
        let changes_base = name.ends_with("_UPD")
            && (name.starts_with("LDM") || name.starts_with("t2LDM") || name.starts_with("t2STM"));
        let base = if changes_base { o.first().and_then(Operand::reg) } else { None };
        if bits == 0 {
            return None;
        }
        for number in (0..16).filter(|number| bits >> number & 1 != 0) {
            match number {
                SP if is_cleared => return None,
                PC if is_cleared => self.reg(self.arm.registers.apsr, o)?,
                number => self.general(number, o)?,
            }
            self.doubt_if(base.is_some() && o.last().and_then(Operand::reg) == base);
        }
        Some(())
    }

    /// Adds the single registers of a list: the first one above their number.
    pub(in crate::target::arm) fn single_list(&self, value: u32, o: &mut Operands) -> Option<()> {
        let (first, count) = (value >> 8 & 0x1f, value & 0xff);
        let count = self.list_length(first, count, 32);
        (first..first + count).try_for_each(|number| self.single(number, o))
    }

    /// Adds the double registers of a list, whose number is doubled.
    pub(in crate::target::arm) fn double_list(&self, value: u32, o: &mut Operands) -> Option<()> {
        let (first, count) = (value >> 8 & 0x1f, value >> 1 & 0x7f);
        let count = self.list_length(first, count, self.doubles());
        (first..first + count).try_for_each(|number| self.double(number, o))
    }

    /// Returns the length of a list that is cut off where registers end.
    fn list_length(&self, first: u32, count: u32, most: u32) -> u32 {
        if count != 0 && first + count <= most {
            return count;
        }
        self.doubt_if(true);
        let rest = if first + count > most { most.saturating_sub(first) } else { count };
        rest.clamp(1, most)
    }
}

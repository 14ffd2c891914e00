//! Instructions of A32 that are decoded as a whole.

use super::decoding::{Decoding, field, push, signed};
use super::operands::offset_shift;
use crate::decoder::Operands;
use crate::inst::Operand;
use crate::target::arm::feature_bits::Feature;
use crate::target::arm::shift::{ByteOffset, Shift, ShiftedOffset};
use oxmca_tables::Reg;

/// The number of the program counter, and the condition of instructions that have none.
const PC: u32 = 15;
const UNCONDITIONAL: u32 = 15;

impl Decoding<'_, '_> {
    /// Adds the condition at the top of a code.
    pub(in crate::target::arm) fn top_condition(&self, code: u32, o: &mut Operands) -> Option<()> {
        self.condition(code >> 28, o)
    }

    /// Decodes a load or store whose index or offset is added afterwards.
    pub(in crate::target::arm) fn mode_2_behind(&self, code: u32, o: &mut Operands) -> Option<()> {
        let (base, data, index) = (field(code, 16, 4), field(code, 12, 4), field(code, 0, 4));
        let is_before = field(code, 24, 1) != 0;
        let changes_base = !is_before || field(code, 21, 1) != 0;
        let order = match self.name().starts_with("STR") {
            true => [base, data, base],
            false => [data, base, base],
        };
        order.into_iter().try_for_each(|number| self.general(number, o))?;
        self.doubt_if(changes_base && (base == PC || base == data));
        let is_negative = field(code, 23, 1) == 0;
        if field(code, 25, 1) != 0 {
            self.no_pc(index, o)?;
            let amount = field(code, 7, 5);
            let shift = offset_shift(field(code, 5, 2), amount);
            push(ShiftedOffset { is_negative, amount: amount.into(), shift }.pack(), o);
        } else {
            o.push(Operand::Reg(Reg::NONE));
            let amount = field(code, 0, 12).into();
            push(ShiftedOffset { is_negative, amount, shift: Shift::Lsl }.pack(), o);
        }
        self.top_condition(code, o)
    }

    /// Decodes loads and stores of halves, bytes with signs and pairs.
    pub(in crate::target::arm) fn mode_3(&self, code: u32, o: &mut Operands) -> Option<()> {
        let (base, data, index) = (field(code, 16, 4), field(code, 12, 4), field(code, 0, 4));
        let has_number = field(code, 22, 1) != 0;
        let (writes, is_before) = (field(code, 21, 1) != 0, field(code, 24, 1) != 0);
        let changes_base = writes || !is_before;
        let second = data + 1;
        let name = self.name();
        let (is_store, is_pair) = (name.starts_with("STR"), name.as_bytes().get(3) == Some(&b'D'));
        let is_base_pc = base == PC;
        if is_pair {
            self.doubt_if(!data.is_multiple_of(2));
        }
        self.doubt_if(match (is_store, is_pair) {
            (true, true) => {
                !is_before && writes
                    || changes_base && (is_base_pc || base == data || base == second)
                    || has_number && index == PC
                    || second == PC
                    || !has_number && field(code, 8, 4) != 0
            }
            (true, false) => {
                data == PC
                    || changes_base && (is_base_pc || base == data)
                    || !has_number && index == PC
            }
            (false, true) if has_number && is_base_pc => second == PC,
            (false, true) => {
                !is_before && writes
                    || !has_number
                        && (second == PC || index == PC || index == data || index == second)
                    || !has_number && changes_base && is_base_pc
                    || changes_base && (base == data || base == second)
            }
            (false, false) if has_number && is_base_pc => data == PC,
            (false, false) => {
                let is_signed = name.starts_with("LDRS");
                data == PC
                    || is_signed && has_number && changes_base && base == data
                    || !has_number && index == PC
                    || !has_number && changes_base && (is_base_pc || base == data)
            }
        });
        if changes_base && is_store {
            self.general(base, o)?;
        }
        self.general(data, o)?;
        if is_pair {
            self.general(second, o)?;
        }
        if changes_base && !is_store {
            self.general(base, o)?;
        }
        self.general(base, o)?;
        let is_negative = field(code, 23, 1) == 0;
        let amount = if has_number { field(code, 8, 4) << 4 | index } else { 0 };
        if has_number {
            o.push(Operand::Reg(Reg::NONE));
        } else {
            self.general(index, o)?;
        }
        push(ByteOffset { is_negative, amount: amount.into() }.pack(), o);
        self.top_condition(code, o)
    }

    /// Decodes a load as a program without privileges makes it, with an index.
    pub(in crate::target::arm) fn unprivileged_index(
        &self,
        code: u32,
        o: &mut Operands,
    ) -> Option<()> {
        let (base, data) = (field(code, 16, 4), field(code, 12, 4));
        self.doubt_if(field(code, 8, 4) != 0 || base == data);
        self.no_pc(data, o)?;
        self.no_pc(base, o)?;
        self.general(base, o)?;
        self.signed_register(field(code, 0, 4) | field(code, 23, 1) << 4, o)?;
        self.top_condition(code, o)
    }

    /// Decodes a load or store that changes its base before the access.
    pub(in crate::target::arm) fn mode_2_before(
        &self,
        code: u32,
        is_load: bool,
        has_index: bool,
        o: &mut Operands,
    ) -> Option<()> {
        let (base, data) = (field(code, 16, 4), field(code, 12, 4));
        let value = field(code, 0, 12) | field(code, 23, 1) << 12 | base << 13;
        self.doubt_if(base == PC || base == data);
        self.doubt_if(is_load && has_index && field(code, 0, 4) == PC);
        let order = if is_load { [data, base] } else { [base, data] };
        order.into_iter().try_for_each(|number| self.general(number, o))?;
        match has_index {
            true => self.base_and_shifted_index(value, o)?,
            false => self.base_12(value, o)?,
        }
        self.top_condition(code, o)
    }

    /// Decodes registers with a condition, or a change of the processor's state in their place.
    pub(in crate::target::arm) fn registers_or_state(
        &self,
        code: u32,
        places: &[u32],
        o: &mut Operands,
    ) -> Option<()> {
        if code >> 28 == UNCONDITIONAL {
            return self.state(code, o);
        }
        places.iter().try_for_each(|low| self.no_pc(field(code, *low, 4), o))?;
        self.top_condition(code, o)
    }

    /// Decodes a change of the processor's state.
    pub(in crate::target::arm) fn state(&self, code: u32, o: &mut Operands) -> Option<()> {
        let is_other =
            field(code, 5, 1) != 0 || field(code, 16, 1) != 0 || field(code, 20, 8) != 0x10;
        if is_other {
            return None;
        }
        let (effect, changes_mode) = (field(code, 18, 2), field(code, 17, 1) != 0);
        self.state_change("", effect, changes_mode, field(code, 6, 3), field(code, 0, 5), o)
    }

    /// Decodes an exchange of a register with memory.
    pub(in crate::target::arm) fn swap(&self, code: u32, o: &mut Operands) -> Option<()> {
        let (base, read, written) = (field(code, 16, 4), field(code, 0, 4), field(code, 12, 4));
        if code >> 28 != UNCONDITIONAL {
            self.doubt_if(base == read || base == written);
        }
        self.registers_or_state(code, &[12, 0, 16], o)
    }

    /// Decodes a test of bits, or a change of access to memory of users.
    pub(in crate::target::arm) fn test(&self, code: u32, o: &mut Operands) -> Option<()> {
        if code >> 28 != UNCONDITIONAL {
            self.general(field(code, 16, 4), o)?;
            self.general(field(code, 0, 4), o)?;
            return self.top_condition(code, o);
        }
        let is_known = self.has(Feature::V8) && self.has(Feature::V8_1a);
        if !is_known || code >> 20 != 0xf11 || field(code, 4, 4) != 0 {
            return None;
        }
        self.doubt_if(field(code, 10, 10) != 0 || field(code, 0, 4) != 0);
        self.rename("SETPAN")?;
        push(field(code, 9, 1), o);
        Some(())
    }

    /// Decodes a load or store of several registers that changes its base, or one of the state to return to.
    pub(in crate::target::arm) fn multiple(&self, code: u32, o: &mut Operands) -> Option<()> {
        let base = field(code, 16, 4);
        if code >> 28 != UNCONDITIONAL {
            self.general(base, o)?;
            self.general(base, o)?;
            self.top_condition(code, o)?;
            return self.register_list(field(code, 0, 16), o);
        }
        let name = self.name();
        let way = name.get(3..)?;
        match &name[..3] {
            "LDM" => self.rename(&format!("RFE{way}"))?,
            "STM" => self.rename(&format!("SRS{way}"))?,
            _ => return None,
        }
        if field(code, 20, 1) != 0 {
            return self.general(base, o);
        }
        if field(code, 22, 1) == 0 {
            return None;
        }
        push(field(code, 0, 4), o);
        Some(())
    }

    /// Decodes a hint.
    pub(in crate::target::arm) fn hint(&self, code: u32, o: &mut Operands) -> Option<()> {
        let hint = field(code, 0, 8);
        push(hint, o);
        self.top_condition(code, o)?;
        self.doubt_if(hint == 0x10 && code >> 28 != 14 && self.has(Feature::Ras));
        Some(())
    }

    /// Decodes a move of 16 bits.
    pub(in crate::target::arm) fn half_move(&self, code: u32, o: &mut Operands) -> Option<()> {
        let number = field(code, 12, 4);
        if self.name() == "MOVTi16" {
            self.no_pc(number, o)?;
        }
        self.no_pc(number, o)?;
        push(field(code, 0, 12) | field(code, 16, 4) << 12, o);
        self.top_condition(code, o)
    }

    /// Decodes a branch or call, or a call of Thumb.
    pub(in crate::target::arm) fn branch(&self, code: u32, o: &mut Operands) -> Option<()> {
        let distance = field(code, 0, 24) << 2;
        if code >> 28 == UNCONDITIONAL {
            self.rename("BLXi")?;
            push(signed(distance | field(code, 24, 1) << 1, 26), o);
            return Some(());
        }
        push(signed(distance, 26), o);
        match self.name() {
            "BL" => Some(()),
            _ => self.top_condition(code, o),
        }
    }

    /// Decodes an exclusive load of a pair.
    pub(in crate::target::arm) fn exclusive_pair_load(
        &self,
        code: u32,
        o: &mut Operands,
    ) -> Option<()> {
        let (base, data) = (field(code, 16, 4), field(code, 12, 4));
        self.doubt_if(base == PC || !data.is_multiple_of(2));
        self.general_pair(data, o)?;
        self.general(base, o)?;
        self.top_condition(code, o)
    }

    /// Decodes an exclusive store of a pair.
    pub(in crate::target::arm) fn exclusive_pair_store(
        &self,
        code: u32,
        o: &mut Operands,
    ) -> Option<()> {
        let (base, status, data) = (field(code, 16, 4), field(code, 12, 4), field(code, 0, 4));
        self.no_pc(status, o)?;
        self.doubt_if(
            base == PC || [base, data, data + 1].contains(&status) || !data.is_multiple_of(2),
        );
        self.general_pair(data, o)?;
        self.general(base, o)?;
        self.top_condition(code, o)
    }

    /// Decodes a move of two registers to or from two singles.
    pub(in crate::target::arm) fn two_singles(
        &self,
        code: u32,
        to_singles: bool,
        o: &mut Operands,
    ) -> Option<()> {
        let (first, second) = (field(code, 12, 4), field(code, 16, 4));
        let single = field(code, 5, 1) | field(code, 0, 4) << 1;
        self.doubt_if(first == PC || second == PC || single == 31);
        if !to_singles {
            self.general(first, o)?;
            self.general(second, o)?;
        }
        self.single(single, o)?;
        self.single(single + 1, o)?;
        if to_singles {
            self.general(first, o)?;
            self.general(second, o)?;
        }
        self.top_condition(code, o)
    }
}

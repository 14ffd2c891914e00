//! Instructions of Thumb that are decoded as a whole.

use super::decoding::{Decoding, field, push, signed};
use crate::decoder::Operands;
use crate::inst::Operand;
use crate::target::arm::feature_bits::Feature;

impl Decoding<'_, '_> {
    fn push_sp(&self, count: usize, o: &mut Operands) {
        o.extend((0..count).map(|_| Operand::Reg(self.arm.registers.sp())));
    }

    fn push_lr(&self, count: usize, o: &mut Operands) {
        o.extend((0..count).map(|_| Operand::Reg(self.arm.registers.lr())));
    }

    /// Decodes sums of the program counter or stack pointer and a number.
    pub(in crate::target::arm) fn special_sum(&self, code: u32, o: &mut Operands) -> Option<()> {
        self.low(field(code, 8, 3), o)?;
        match self.name() {
            "tADR" => {}
            "tADDrSPi" => self.push_sp(1, o),
            _ => return None,
        }
        push(field(code, 0, 8), o);
        self.block_condition(o);
        Some(())
    }

    /// Decodes changes of the stack pointer by a number.
    pub(in crate::target::arm) fn stack_sum(&self, code: u32, o: &mut Operands) -> Option<()> {
        self.push_sp(2, o);
        push(field(code, 0, 7), o);
        self.block_condition(o);
        Some(())
    }

    /// Decodes sums of the stack pointer and a register.
    pub(in crate::target::arm) fn stack_sum_of_register(
        &self,
        code: u32,
        o: &mut Operands,
    ) -> Option<()> {
        match self.name() {
            "tADDrSP" => {
                let number = field(code, 0, 3) | field(code, 7, 1) << 3;
                self.general(number, o)?;
                self.push_sp(1, o);
                self.general(number, o)?;
            }
            "tADDspr" => {
                self.push_sp(2, o);
                self.general(field(code, 3, 4), o)?;
            }
            _ => {}
        }
        self.block_condition(o);
        Some(())
    }

    /// Decodes sums of Thumb-2 that change the stack pointer.
    pub(in crate::target::arm) fn wide_stack_sum(&self, code: u32, o: &mut Operands) -> Option<()> {
        let is_subtraction = field(code, 21, 1) != 0;
        if is_subtraction != (field(code, 23, 1) != 0) {
            return None;
        }
        for low in [8, 16] {
            if field(code, low, 4) != 13 {
                return None;
            }
        }
        self.push_sp(2, o);
        let number = field(code, 26, 1) << 11 | field(code, 12, 3) << 8 | field(code, 0, 8);
        let stem = if is_subtraction { "t2SUBsp" } else { "t2ADDsp" };
        if field(code, 25, 1) != 0 {
            self.rename(&format!("{stem}Imm12"))?;
            push(number, o);
            self.block_condition(o);
        } else {
            self.rename(&format!("{stem}Imm"))?;
            self.thumb_immediate(number, o)?;
            self.block_condition(o);
            self.sets_flags(field(code, 20, 1) != 0, o);
        }
        Some(())
    }

    /// Decodes a change of the processor's state.
    pub(in crate::target::arm) fn thumb_state(&self, code: u32, o: &mut Operands) -> Option<()> {
        push(field(code, 4, 1) | 2, o);
        push(field(code, 0, 3), o);
        Some(())
    }

    /// Decodes a change of the processor's state of Thumb-2, or a hint.
    pub(in crate::target::arm) fn wide_state(&self, code: u32, o: &mut Operands) -> Option<()> {
        let (effect, changes_mode) = (field(code, 9, 2), field(code, 8, 1) != 0);
        let (flags, mode) = (field(code, 5, 3), field(code, 0, 5));
        if effect == 0 && !changes_mode {
            let hint = field(code, 0, 8);
            if hint > 4 {
                return None;
            }
            self.rename("t2HINT")?;
            push(hint, o);
            self.block_condition(o);
            return Some(());
        }
        self.state_change("t2", effect, changes_mode, flags, mode, o)
    }

    /// Adds the operands of a change of the processor's state, which choose the opcode.
    pub(in crate::target::arm) fn state_change(
        &self,
        prefix: &str,
        effect: u32,
        changes_mode: bool,
        flags: u32,
        mode: u32,
        o: &mut Operands,
    ) -> Option<()> {
        match (effect, changes_mode) {
            (1, _) => return None,
            (0, _) => {
                self.rename(&format!("{prefix}CPS1p"))?;
                self.doubt_if(!changes_mode || flags != 0);
                push(mode, o);
            }
            (_, true) => {
                self.rename(&format!("{prefix}CPS3p"))?;
                [effect, flags, mode].into_iter().for_each(|it| push(it, o));
            }
            (_, false) => {
                self.rename(&format!("{prefix}CPS2p"))?;
                self.doubt_if(mode != 0);
                [effect, flags].into_iter().for_each(|it| push(it, o));
            }
        }
        Some(())
    }

    /// Decodes hints, some of which have opcodes of their own.
    pub(in crate::target::arm) fn wide_hint(&self, code: u32, o: &mut Operands) -> Option<()> {
        let hint = field(code, 0, 8);
        let name = match hint {
            0x0d => "t2PACBTI",
            0x1d => "t2PAC",
            0x2d => "t2AUT",
            0x0f => "t2BTI",
            _ => {
                self.rename("t2HINT")?;
                push(hint, o);
                self.block_condition(o);
                return Some(());
            }
        };
        self.rename(name)
    }

    /// Decodes a move of 16 bits.
    pub(in crate::target::arm) fn wide_move(&self, code: u32, o: &mut Operands) -> Option<()> {
        let number = field(code, 8, 4);
        let value = field(code, 0, 8)
            | field(code, 12, 3) << 8
            | field(code, 26, 1) << 11
            | field(code, 16, 4) << 12;
        if self.name() == "t2MOVTi16" {
            self.restricted(number, o)?;
        }
        self.restricted(number, o)?;
        push(value, o);
        self.block_condition(o);
        Some(())
    }

    /// Decodes a sum of the program counter and a number.
    pub(in crate::target::arm) fn wide_address(&self, code: u32, o: &mut Operands) -> Option<()> {
        let is_subtraction = field(code, 21, 1) != 0;
        if is_subtraction != (field(code, 23, 1) != 0) {
            return None;
        }
        self.restricted(field(code, 8, 4), o)?;
        let value = field(code, 0, 8) | field(code, 12, 3) << 8 | field(code, 26, 1) << 11;
        if is_subtraction && value == 0 {
            self.rename("t2SUBri12")?;
            o.push(Operand::Reg(self.arm.registers.pc()));
        }
        let value = i64::from(value);
        push(if is_subtraction { -value } else { value }, o);
        self.block_condition(o);
        Some(())
    }

    /// Decodes a branch without a condition of its own.
    pub(in crate::target::arm) fn wide_branch(&self, code: u32, o: &mut Operands) -> Option<()> {
        let value = field(code, 26, 1) << 23
            | field(code, 13, 1) << 22
            | field(code, 11, 1) << 21
            | field(code, 16, 10) << 11
            | field(code, 0, 11);
        self.thumb_distance(value, o)?;
        self.block_condition(o);
        Some(())
    }

    /// Decodes a branch with a condition, or a barrier.
    pub(in crate::target::arm) fn wide_conditional_branch(
        &self,
        code: u32,
        o: &mut Operands,
    ) -> Option<()> {
        let condition = field(code, 22, 4);
        if condition >= 14 {
            self.rename(match code >> 4 {
                0x0f3b_f8f4 => "t2DSB",
                0x0f3b_f8f5 => "t2DMB",
                0x0f3b_f8f6 => "t2ISB",
                _ => return None,
            })?;
            push(field(code, 0, 4), o);
            return Some(());
        }
        let value = field(code, 0, 11) << 1
            | field(code, 16, 6) << 12
            | field(code, 13, 1) << 18
            | field(code, 11, 1) << 19
            | field(code, 26, 1) << 20;
        push(signed(value, 21), o);
        self.condition(condition, o)
    }

    /// Decodes the beginning of a block.
    pub(in crate::target::arm) fn block(&self, code: u32, o: &mut Operands) -> Option<()> {
        let mut condition = field(code, 4, 4);
        let mask = i64::from(field(code, 0, 4));
        if condition == 15 {
            condition = 14;
            self.doubt_if(true);
        }
        if mask == 0 {
            return None;
        }
        push(condition, o);
        let lowest = mask & -mask;
        push(if condition & 1 != 0 { mask ^ (0xf & -(lowest << 1)) } else { mask }, o);
        Some(())
    }

    /// Decodes a branch by a table.
    pub(in crate::target::arm) fn table_branch(&self, code: u32, o: &mut Operands) -> Option<()> {
        let base = field(code, 16, 4);
        self.doubt_if(base == 13 && !self.has(Feature::V8));
        self.general(base, o)?;
        self.restricted(field(code, 0, 4), o)?;
        self.block_condition(o);
        Some(())
    }

    /// Decodes a barrier of traces.
    pub(in crate::target::arm) fn trace_barrier(&self, o: &mut Operands) -> Option<()> {
        match self.name() {
            "TSB" => push(0, o),
            "t2TSB" => {
                push(0, o);
                self.block_condition(o);
            }
            _ => return None,
        }
        Some(())
    }

    /// Decodes the beginning or end of a loop of low overhead.
    pub(in crate::target::arm) fn hardware_loop(&self, code: u32, o: &mut Operands) -> Option<()> {
        const LEAVE: u32 = 0xf00f_e001;
        const UNUSED: u32 = 0x0030_0ffe;
        let distance = field(code, 11, 1) | field(code, 1, 10) << 1;
        let count = field(code, 16, 4);
        let distance = i64::from(distance << 1);
        match self.name() {
            "MVE_LCTP" => self.block_condition(o),
            "t2LE" => push(-distance, o),
            "t2LEUpdate" | "MVE_LETP" => {
                self.push_lr(2, o);
                push(-distance, o);
            }
            name if name == "t2WLS" || name.starts_with("MVE_WLSTP") => {
                self.push_lr(1, o);
                self.restricted(count, o)?;
                push(distance, o);
            }
            _ if count == 15 => {
                if code & !UNUSED != LEAVE {
                    return None;
                }
                self.doubt_if(code != LEAVE);
                self.rename("MVE_LCTP")?;
                self.block_condition(o);
            }
            _ => {
                self.push_lr(1, o);
                self.restricted(count, o)?;
            }
        }
        Some(())
    }

    /// Decodes a lazy load or store of the registers of floating-point numbers.
    pub(in crate::target::arm) fn lazy(&self, code: u32, o: &mut Operands) -> Option<()> {
        self.general(field(code, 16, 4), o)?;
        self.block_condition(o);
        push(0, o);
        Some(())
    }
}

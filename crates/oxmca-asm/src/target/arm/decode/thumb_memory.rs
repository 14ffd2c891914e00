//! Addresses of Thumb, and loads and stores whose registers choose another instruction.

use super::decoding::{Decoding, field, push};
use super::memory::offset;
use crate::decoder::Operands;
use crate::inst::Operand;
use crate::target::arm::feature_bits::Feature;

/// The number of the program counter.
const PC: u32 = 15;

/// Returns an offset of `width` bits with its sign above them, in units of a power of two.
fn with_sign(value: u32, width: u32, shift: u32) -> i64 {
    offset(field(value, 0, width) << shift, value >> width & 1 != 0)
}

impl Decoding<'_, '_> {
    /// Adds two registers of the first eight.
    pub(in crate::target::arm) fn low_index(&self, value: u32, o: &mut Operands) -> Option<()> {
        self.low(value & 7, o)?;
        self.low(value >> 3 & 7, o)
    }

    /// Adds a register of the first eight and an offset.
    pub(in crate::target::arm) fn low_offset(&self, value: u32, o: &mut Operands) -> Option<()> {
        self.low(value & 7, o)?;
        push(value >> 3 & 31, o);
        Some(())
    }

    /// Adds the stack pointer and an offset.
    pub(in crate::target::arm) fn stack_offset(&self, value: u32, o: &mut Operands) -> Option<()> {
        o.push(Operand::Reg(self.arm.registers.sp()));
        push(value, o);
        Some(())
    }

    /// Adds a base and an index.
    pub(in crate::target::arm) fn thumb_index(&self, value: u32, o: &mut Operands) -> Option<()> {
        let base = value >> 6 & 15;
        if base == PC && matches!(self.name(), "t2STRHs" | "t2STRBs" | "t2STRs") {
            return None;
        }
        self.general(base, o)?;
        self.restricted(value >> 2 & 15, o)?;
        push(value & 3, o);
        Some(())
    }

    /// Adds a base and an offset of 8 bits with a sign.
    pub(in crate::target::arm) fn thumb_offset_8(
        &self,
        value: u32,
        o: &mut Operands,
    ) -> Option<()> {
        let name = self.name();
        let is_unprivileged = name.ends_with('T') && !name.contains('_');
        let is_store = name.starts_with("t2STR");
        let base = value >> 9 & 15;
        if base == PC && is_store && (is_unprivileged || name.ends_with("i8")) {
            return None;
        }
        let value = if is_unprivileged { value | 0x100 } else { value };
        self.general(base, o)?;
        push(offset_of_9(value & 0x1ff), o);
        Some(())
    }

    /// Adds a base and an offset of 12 bits.
    pub(in crate::target::arm) fn thumb_offset_12(
        &self,
        value: u32,
        o: &mut Operands,
    ) -> Option<()> {
        let base = value >> 13 & 15;
        if base == PC && matches!(self.name(), "t2STRi12" | "t2STRBi12" | "t2STRHi12") {
            return None;
        }
        self.general(base, o)?;
        push(value & 0xfff, o);
        Some(())
    }

    /// Adds an offset of words.
    pub(in crate::target::arm) fn word_offset(
        &self,
        value: u32,
        width: u32,
        o: &mut Operands,
    ) -> Option<()> {
        push(with_sign(value, width, 2), o);
        Some(())
    }

    /// Adds an offset of 7 bits with a sign.
    pub(in crate::target::arm) fn offset_7(
        &self,
        value: u32,
        shift: u32,
        o: &mut Operands,
    ) -> Option<()> {
        push(with_sign(value, 7, shift), o);
        Some(())
    }

    /// Decodes a load from a place relative to the program counter, or a preload. The opcode is that of the load.
    pub(in crate::target::arm) fn literal(&self, code: u32, o: &mut Operands) -> Option<()> {
        let data = field(code, 12, 4);
        if data == PC {
            match self.name() {
                "t2LDRBpci" | "t2LDRHpci" => self.rename("t2PLDpci")?,
                "t2LDRSBpci" => self.rename("t2PLIpci")?,
                "t2LDRSHpci" => return None,
                _ => {}
            }
        }
        match self.name() {
            "t2PLDpci" => {}
            "t2PLIpci" if !self.has(Feature::V7) => return None,
            "t2PLIpci" => {}
            _ => self.general(data, o)?,
        }
        push(offset(field(code, 0, 12), field(code, 23, 1) != 0), o);
        self.block_condition(o);
        Some(())
    }

    /// Makes an opcode that of the same load relative to the program counter.
    fn become_literal(&self, suffix: &str) -> Option<()> {
        let stem = self.name().strip_suffix(suffix)?;
        let is_load = stem.starts_with("t2LDR") || matches!(stem, "t2PLD" | "t2PLI");
        let name = is_load.then(|| format!("{stem}pci"))?;
        self.rename(&name)
    }

    /// Decodes a load or preload with an index or an offset, as the suffix of its opcode says.
    pub(in crate::target::arm) fn load(
        &self,
        code: u32,
        suffix: &str,
        o: &mut Operands,
    ) -> Option<()> {
        let (base, data) = (field(code, 16, 4), field(code, 12, 4));
        if base == PC {
            self.become_literal(suffix)?;
            return self.literal(code, o);
        }
        let is_added = suffix == "i8" && field(code, 9, 1) != 0;
        if data == PC {
            match self.name().strip_suffix(suffix)? {
                "t2LDRSH" => return None,
                "t2LDRH" if !is_added => self.rename(&format!("t2PLDW{suffix}"))?,
                "t2LDRSB" => self.rename(&format!("t2PLI{suffix}"))?,
                _ => {}
            }
        }
        let (has_v7, has_mp) = (self.has(Feature::V7), self.has(Feature::Multiprocessing));
        match self.name().strip_suffix(suffix)? {
            "t2PLD" => {}
            "t2PLI" => has_v7.then_some(())?,
            "t2PLDW" => (has_v7 && has_mp).then_some(())?,
            _ => self.general(data, o)?,
        }
        match suffix {
            "s" => {
                let value = field(code, 4, 2) | field(code, 0, 4) << 2 | base << 6;
                self.thumb_index(value, o)?;
            }
            "i8" => {
                let value = field(code, 0, 8) | field(code, 9, 1) << 8 | base << 9;
                self.thumb_offset_8(value, o)?;
            }
            _ => self.thumb_offset_12(field(code, 0, 12) | base << 13, o)?,
        }
        self.block_condition(o);
        Some(())
    }

    /// Decodes a load as a program without privileges makes it.
    pub(in crate::target::arm) fn unprivileged_load(
        &self,
        code: u32,
        o: &mut Operands,
    ) -> Option<()> {
        let base = field(code, 16, 4);
        if base == PC {
            self.become_literal("T")?;
            return self.literal(code, o);
        }
        self.restricted(field(code, 12, 4), o)?;
        self.thumb_offset_8(field(code, 0, 8) | base << 9, o)?;
        self.block_condition(o);
        Some(())
    }

    /// Decodes a load or store that changes its base.
    pub(in crate::target::arm) fn with_base_change(
        &self,
        code: u32,
        o: &mut Operands,
    ) -> Option<()> {
        let (base, data) = (field(code, 16, 4), field(code, 12, 4));
        let is_load = field(code, 20, 1) != 0;
        if base == PC {
            let name = self.name();
            let stem = name.strip_suffix("_PRE").or_else(|| name.strip_suffix("_POST"))?;
            let literal = match stem {
                "t2LDRSB" if data == PC => "t2PLIpci".to_owned(),
                "t2LDR" | "t2LDRB" | "t2LDRH" | "t2LDRSB" | "t2LDRSH" => format!("{stem}pci"),
                _ => return None,
            };
            self.rename(&literal)?;
            return self.literal(code, o);
        }
        let order = if is_load { [data, base] } else { [base, data] };
        order.into_iter().try_for_each(|number| self.general(number, o))?;
        let value = field(code, 0, 8) | field(code, 9, 1) << 8 | base << 9;
        self.thumb_offset_8(value, o)?;
        self.block_condition(o);
        Some(())
    }

    /// Decodes a load or store of two registers that changes its base.
    pub(in crate::target::arm) fn pair_with_base_change(
        &self,
        code: u32,
        is_load: bool,
        o: &mut Operands,
    ) -> Option<()> {
        let (first, second, base) = (field(code, 12, 4), field(code, 8, 4), field(code, 16, 4));
        let changes_base = field(code, 21, 1) != 0 || field(code, 24, 1) == 0;
        self.doubt_if(changes_base && (base == first || base == second));
        self.doubt_if(is_load && first == second);
        let order = if is_load { [first, second, base] } else { [base, first, second] };
        order.into_iter().try_for_each(|number| self.restricted(number, o))?;
        self.general(base, o)?;
        self.word_offset(field(code, 0, 8) | field(code, 23, 1) << 8, 8, o)?;
        self.block_condition(o);
        Some(())
    }
}

/// Returns an offset of 8 bits with its sign above them, of which all zeros are a zero that is subtracted.
fn offset_of_9(value: u32) -> i64 {
    with_sign(value, 8, 0)
}

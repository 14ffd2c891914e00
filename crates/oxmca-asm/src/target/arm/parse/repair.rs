//! Changes of operands once all are read: forms with fewer registers, pairs of them, and mnemonics whose end was taken
//! for something else.

use super::mnemonic::{Mnemonic, Mode};
use super::statement::Statement;
use crate::parser::ParseResult;
use crate::source::Loc;
use crate::target::arm::condition::VectorPredicate;
use crate::target::arm::feature_bits::Feature;
use crate::target::arm::operand::{Offset, OperandKind, ParsedOperand};
use crate::target::arm::registers::Class;

/// Condition codes that were taken off a mnemonic by mistake.
const NOT_EQUAL: i64 = 1;
const LESS: i64 = 11;

/// Mnemonics of Thumb with a form of two operands.
const TWO_OPERANDS: [&[u8]; 12] = [
    b"add", b"sub", b"and", b"eor", b"lsl", b"lsr", b"asr", b"adc", b"sbc", b"ror", b"orr", b"bic",
];

/// Mnemonics of these whose sources may be exchanged.
const COMMUTATIVE: [&[u8]; 5] = [b"add", b"and", b"eor", b"adc", b"orr"];

/// Instructions of the custom datapath extension with two results.
const CUSTOM_DUAL: [&[u8]; 6] = [b"cx1d", b"cx1da", b"cx2d", b"cx2da", b"cx3d", b"cx3da"];

impl<'a> Statement<'_, 'a> {
    /// Makes the operands those of the form that is meant.
    pub fn repair(
        &mut self,
        mode: Mode,
        mnemonic: &Mnemonic<'_>,
        name: &[u8],
        loc: Loc,
    ) -> ParseResult {
        self.drop_repeated_register(mode, mnemonic.sets_flags);
        if mode.has_cde && CUSTOM_DUAL.contains(&&*self.mnemonic) {
            self.join_custom_pair()?;
        }
        let mut predicate = mnemonic.vector_predicate;
        if mode.has_mve {
            self.repair_vector(mode, mnemonic, name, loc, &mut predicate);
        }
        let is_used = |it: &ParsedOperand<'_>| matches!(it.kind, OperandKind::VectorPredicate(_));
        if predicate != VectorPredicate::None && !self.operands.iter().any(is_used) {
            // The letter is part of the mnemonic.
            self.mnemonic = name[..self.mnemonic.len() + 1].to_vec().into();
        }
        let explicit = self.operands.len() - self.ends;
        if !mode.is_thumb
            && &*self.mnemonic == b"blx"
            && explicit == 1
            && self.operands[self.ends].value().is_some()
        {
            // A call of a label has no condition.
            self.remove_end(|kind| matches!(kind, OperandKind::Condition(_)));
        }
        self.add_second_register(mode);
        self.join_exclusive_pair(mode)?;
        self.repair_return(mode, mnemonic.sets_flags);
        Ok(())
    }

    /// Returns the explicit operand of that number.
    fn explicit(&self, index: usize) -> Option<&ParsedOperand<'a>> {
        self.operands.get(self.ends + index)
    }

    /// Removes the first end of the mnemonic of a kind.
    fn remove_end(&mut self, is_meant: impl Fn(&OperandKind<'_>) -> bool) {
        let found = self.operands[..self.ends].iter().position(|it| is_meant(&it.kind));
        if let Some(index) = found {
            self.operands.remove(index);
            self.ends -= 1;
        }
    }

    /// Makes `adds r0, r0, #1` what `adds r0, #1` is.
    fn drop_repeated_register(&mut self, mode: Mode, sets_flags: bool) {
        let registers = &self.arm.registers;
        let (sp, pc) = (registers.sp(), registers.pc());
        let is_wide = self.operands[..self.ends].iter().any(|it| it.is_token(b".w"));
        if is_wide || self.operands.len() != self.ends + 3 || !mode.is_thumb {
            return;
        }
        let (at, name) = (self.ends, &*self.mnemonic);
        let [result, first, last] =
            [at, at + 1, at + 2].map(|index| self.operands[index].register());
        let (Some(result), Some(first)) = (result, first) else { return };
        let number = self.operands[at + 2].constant();
        let is_add = name == b"add";
        if !mode.is_thumb1 {
            let has = |reg| result == reg || first == reg || last == Some(reg);
            let is_small = number.is_some_and(|it| (0..=508).contains(&it) && it % 4 == 0);
            let adjusts_stack =
                result == sp && first == sp && self.operands[at + 2].value().is_some() && !is_small;
            if !is_add || !has(pc) && (!has(sp) || adjusts_stack) {
                return;
            }
        }
        if !TWO_OPERANDS.contains(&name) {
            return;
        }
        let swaps = result != first
            && last == Some(result)
            && COMMUTATIVE.contains(&name)
            && !(is_add && first == sp);
        if result != first && !swaps {
            return;
        }
        let last_is_register = swaps || last.is_some();
        if (is_add && sets_flags || name == b"sub") && last_is_register {
            return;
        }
        // Immediates of three bits have a form of three operands.
        let is_tiny = !swaps && number.is_some_and(|it| (0..8).contains(&it));
        if (is_add || name == b"sub") && is_tiny {
            return;
        }
        if swaps {
            self.operands.swap(at + 1, at + 2);
        }
        self.operands.remove(at);
    }

    /// Makes two registers in a row the pair that a custom instruction writes.
    fn join_custom_pair(&mut self) -> ParseResult {
        let at = self.ends + 1;
        if self.operands.len() < self.ends + 3 {
            return Ok(());
        }
        let (first, second) = (&self.operands[at], &self.operands[at + 1]);
        let (first_loc, second_loc) = (first.loc, second.loc);
        let registers = &self.arm.registers;
        let number = (0..11).step_by(2).find(|it| first.register() == Some(registers.general(*it)));
        let Some(number) = number else {
            return self.fail_at(
                first_loc,
                "operand must be an even-numbered register in the range [r0, r10]",
            );
        };
        if second.register() != Some(registers.general(number + 1)) {
            return self.fail_at(second_loc, "operand must be a consecutive register");
        }
        self.join_pair(at);
        Ok(())
    }

    /// Replaces two registers by their pair.
    fn join_pair(&mut self, at: usize) {
        let (tables, registers) = (&self.arm.tables, &self.arm.registers);
        let first = self.operands[at].register();
        let pair =
            first.and_then(|first| registers.whole_of(tables, first, "gsub_0", Class::GeneralPair));
        if let Some(pair) = pair {
            self.operands[at].kind = OperandKind::Register(pair);
            self.operands.remove(at + 1);
        }
    }

    /// Returns whether an instruction of vectors has no predicate of its own.
    fn has_no_vector_predicate(&self) -> bool {
        let name = &*self.mnemonic;
        if self.operands.len() <= self.ends {
            return true;
        }
        let begins = |starts: &[&[u8]]| starts.iter().any(|start| name.starts_with(start));
        if begins(&[b"vld2", b"vld4", b"vst2", b"vst4"]) {
            return true;
        }
        if begins(&[b"vctp", b"vpnot"]) {
            return false;
        }
        let is_lane = |it: &ParsedOperand<'_>| matches!(it.kind, OperandKind::Lane(_));
        let is_in =
            |it: &ParsedOperand<'_>, class| it.register().is_some_and(|reg| self.is_in(class, reg));
        if name.starts_with(b"vmov") && !begins(&[b"vmovl", b"vmovn", b"vmovx"]) {
            return self
                .operands
                .iter()
                .any(|it| is_lane(it) || is_in(it, Class::Single) || is_in(it, Class::Double));
        }
        !self.operands.iter().any(|it| is_lane(it) || is_in(it, Class::Quad))
    }

    /// Tells apart instructions of scalars and of vectors whose mnemonics are the same.
    fn repair_vector(
        &mut self,
        _: Mode,
        mnemonic: &Mnemonic<'_>,
        name: &[u8],
        loc: Loc,
        predicate: &mut VectorPredicate,
    ) {
        let is_scalar = self.has_no_vector_predicate();
        let stem = mnemonic.stem;
        let is_condition = |kind: &OperandKind<'_>| matches!(kind, OperandKind::Condition(_));
        let behind = |letters: usize| loc.offset(letters + usize::from(mnemonic.sets_flags));
        let rename = |this: &mut Self, name: &'static [u8], predicate| {
            this.remove_end(is_condition);
            this.mnemonic = name.into();
            if let Some(predicate) = predicate {
                let kind = OperandKind::VectorPredicate(predicate);
                let loc = behind(stem.len() - 1);
                this.operands.insert(0, ParsedOperand { kind, loc });
                this.ends += 1;
            }
        };
        let is_plain_conversion = stem.starts_with(b"vcvt")
            && ![&b"vcvta"[..], b"vcvtn", b"vcvtp", b"vcvtm"]
                .iter()
                .any(|start| stem.starts_with(start));
        if !is_scalar && stem == b"vmov" && mnemonic.condition == LESS {
            rename(self, b"vmovlt", Some(VectorPredicate::None));
        } else if !is_scalar && stem == b"vcvt" && mnemonic.condition == NOT_EQUAL {
            rename(self, b"vcvtn", Some(VectorPredicate::Else));
        } else if !is_scalar && stem == b"vmul" && mnemonic.condition == LESS {
            rename(self, b"vmullt", None);
        } else if is_plain_conversion {
            if is_scalar {
                return;
            }
            // Of half precision there is an instruction `vcvtt`.
            let is_float = |back: usize| {
                let index = self.ends.checked_sub(back);
                let token =
                    index.and_then(|index| self.operands.get(index)).and_then(|it| it.token());
                token.is_some_and(|text| text.starts_with(b".f"))
            };
            if stem.starts_with(b"vcvtt") && self.ends > 1 && !(is_float(2) && is_float(1)) {
                *predicate = VectorPredicate::Then;
                self.mnemonic = b"vcvt"[..].into();
            }
            let kind = OperandKind::VectorPredicate(*predicate);
            let loc = behind(self.mnemonic.len());
            self.operands.insert(0, ParsedOperand { kind, loc });
            self.ends += 1;
        } else if is_scalar
            && super::mnemonic::is_vector_predicable(self.mode(), stem, suffix(name))
        {
            self.remove_end(|kind| matches!(kind, OperandKind::VectorPredicate(_)));
        }
    }

    fn mode(&self) -> Mode {
        super::mode(self.arm, self.parser)
    }

    /// Adds the second register of two that are loaded or stored, which GNU assemblers let out.
    fn add_second_register(&mut self, mode: Mode) {
        let index = match &*self.mnemonic {
            b"ldrd" | b"strd" | b"ldrexd" | b"ldaexd" => 0,
            b"strexd" | b"stlexd" => 1,
            _ => return,
        };
        let (Some(first), Some(second)) = (self.explicit(index), self.explicit(index + 1)) else {
            return;
        };
        let (Some(reg), Some(memory)) = (first.register(), second.memory()) else { return };
        let registers = &self.arm.registers;
        let is_general = match memory.offset {
            Offset::Register { reg, .. } => self.is_in(Class::General, reg),
            _ => true,
        };
        if !is_general
            || !self.is_in(Class::General, memory.base)
            || !self.is_in(Class::General, reg)
        {
            return;
        }
        let number = self.arm.tables.register(reg).encoding;
        if !mode.is_thumb && !number.is_multiple_of(2) || number >= 14 {
            return;
        }
        let next = registers.general(number + 1);
        if next == registers.sp() && !self.has(Feature::V8) {
            return;
        }
        let kind = OperandKind::Register(next);
        let loc = first.loc;
        self.operands.insert(self.ends + index + 1, ParsedOperand { kind, loc });
    }

    /// Makes two registers that are loaded or stored exclusively a pair.
    fn join_exclusive_pair(&mut self, mode: Mode) -> ParseResult {
        let is_load = match &*self.mnemonic {
            b"ldrexd" | b"ldaexd" => true,
            b"strexd" | b"stlexd" => false,
            _ => return Ok(()),
        };
        let index = usize::from(!is_load);
        let at = self.ends + index;
        let (Some(first), Some(second)) = (self.explicit(index), self.explicit(index + 1)) else {
            return Ok(());
        };
        let Some(reg) = first.register().filter(|reg| self.is_in(Class::General, *reg)) else {
            return Ok(());
        };
        if mode.is_thumb {
            return Ok(());
        }
        let (first_loc, second_loc) = (first.loc, second.loc);
        let number = self.arm.tables.register(reg).encoding;
        let next = second.register().map(|reg| self.arm.tables.register(reg).encoding);
        let kind = if is_load { "destination" } else { "source" };
        if next != Some(number + 1) {
            return self.fail_at(second_loc, format!("{kind} operands must be sequential"));
        }
        if !number.is_multiple_of(2) {
            let message = format!("{kind} operands must start start at an even register");
            return self.fail_at(first_loc, message);
        }
        self.join_pair(at);
        Ok(())
    }

    /// Makes `subs pc, lr, #4` the return from an exception, which is an instruction of its own.
    fn repair_return(&mut self, mode: Mode, sets_flags: bool) {
        let registers = &self.arm.registers;
        let is_return = mode.is_thumb
            && !mode.is_thumb1
            && sets_flags
            && &*self.mnemonic == b"sub"
            && self.operands.len() == self.ends + 3
            && self.operands[self.ends].register() == Some(registers.pc())
            && self.operands[self.ends + 1].register() == Some(registers.lr())
            && self.operands[self.ends + 2].value().is_some();
        if is_return {
            self.mnemonic = b"subs"[..].into();
            self.remove_end(|kind| matches!(kind, OperandKind::SetsFlags(_)));
        }
    }
}

/// Returns what follows the first dot of a mnemonic.
fn suffix(name: &[u8]) -> &[u8] {
    let dot = name.iter().position(|byte| *byte == b'.').unwrap_or(name.len());
    &name[dot..]
}

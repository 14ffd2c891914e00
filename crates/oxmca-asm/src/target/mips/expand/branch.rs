//! Branches and jumps that take several instructions.

use oxmca_tables::Reg;

use super::Expander;
use super::kinds::Condition;
use crate::inst::{Inst, Operand};
use crate::parser::ParseResult;
use crate::target::mips::opcodes::Op;
use crate::target::mips::template::is_signed;
use crate::target::mips::treatment::Relation;

impl Expander<'_, '_> {
    /// Emits a jump through a register: `jal $4`.
    pub(super) fn jump_register(&mut self, inst: &mut Inst, has_link: bool) {
        let is_short = self.has(self.mips.bits.short);
        let is_restored = self.state().is_some_and(|it| it.restored_from.is_some());
        let op = match (has_link, is_short, is_restored) {
            (_, false, _) => Op::Jalr,
            (false, true, true) => Op::Jalrs16,
            (false, true, false) if self.has(self.mips.bits.mips_32_r6) => Op::Jalrc16,
            (false, true, false) => Op::Jalr16,
            (true, true, true) => Op::Jalrs,
            (true, true, false) => Op::JalrShort,
        };
        let mut operands = inst.operands.clone();
        if !has_link && !is_short {
            operands.insert(0, Operand::Reg(self.mips.registers.general(31, false)));
        }
        self.emit(op, &operands);
        let opcode = self.mips.opcodes().get(op);
        if self.fills_slot_of(opcode) {
            let is_short = self.has_short_slot(opcode, &operands);
            self.emit_delay_slot(is_short);
        }
    }

    /// Emits an unconditional branch of a short instruction set.
    pub(super) fn short_branch(&mut self, inst: &mut Inst) -> ParseResult {
        let target = inst.operands.first().cloned().unwrap_or(Operand::Imm(0));
        let zero = Operand::Reg(self.zero());
        let op = match target {
            Operand::Imm(distance) if is_signed(11, distance) => {
                if self.has(self.mips.bits.short) {
                    let is_revision_6 = self.has(self.mips.bits.mips_32_r6);
                    let op = if is_revision_6 { Op::Bc16 } else { Op::B16 };
                    inst.opcode = self.mips.opcodes().get(op);
                }
                self.parser.emit(inst.clone(), self.loc);
                None
            }
            Operand::Imm(distance) => {
                if !is_signed(17, distance) {
                    return Err(self.error("branch target out of range"));
                }
                if distance & 1 != 0 {
                    return Err(self.error("branch to misaligned address"));
                }
                Some(Op::BeqShort)
            }
            _ => Some(Op::BeqShort),
        };
        if let Some(op) = op {
            inst.opcode = self.mips.opcodes().get(op);
            inst.operands = [zero.clone(), zero, target].into_iter().collect();
            self.parser.emit(inst.clone(), self.loc);
        }
        if self.fills_slot_of(inst.opcode) {
            self.emit_delay_slot(true);
        }
        Ok(())
    }

    /// Emits a branch that compares a register with a constant.
    pub(super) fn branch_on_constant(
        &mut self,
        op: Op,
        is_likely: bool,
        reg: Reg,
        value: i64,
        target: &Operand,
    ) -> ParseResult {
        let zero = self.zero();
        let is_expr = matches!(target, Operand::Expr(_));
        if value == 0 {
            if is_likely && !is_expr {
                return Err(self.error("the target of this branch must be a symbol"));
            }
            self.emit_with(op, reg, zero, target.clone());
        } else {
            self.warn_of_macro();
            let own = self.own_register()?;
            let is_32_bit = !self.is_wide();
            self.load_immediate(value, own, None, is_32_bit, true)?;
            self.emit_with(op, reg, own, target.clone());
        }
        if is_likely && is_expr {
            self.emit_constant(Op::Sll, zero, zero, 0);
        }
        Ok(())
    }

    /// Emits a branch on a relation of two numbers.
    pub(super) fn conditional_branch(
        &mut self,
        condition: Condition,
        source: Reg,
        other: &Operand,
        target: &Operand,
    ) -> ParseResult {
        let zero = self.zero();
        let mut has_warned = false;
        let other = match *other {
            Operand::Imm(value) => {
                self.warn_of_macro();
                has_warned = true;
                let own = self.own_register()?;
                let is_32_bit = !self.is_wide();
                self.load_immediate(value, own, None, is_32_bit, false)?;
                own
            }
            Operand::Reg(reg) => reg,
            Operand::Expr(_) => zero,
        };
        if source == zero || other == zero {
            return self.branch_by_zero(condition, source, other, target);
        }
        let own = self.own_register()?;
        self.check_symbol(target)?;
        if !has_warned {
            self.warn_of_macro();
        }
        let compare = if condition.is_unsigned { Op::Sltu } else { Op::Slt };
        let is_reversed = matches!(condition.relation, Relation::LessEqual | Relation::Greater);
        let (left, right) = if is_reversed { (other, source) } else { (source, other) };
        self.emit_three(compare, own, left, right);
        let op = match (condition.is_likely, condition.accepts_equality()) {
            (true, true) => Op::Beql,
            (true, false) => Op::Bnel,
            (false, true) => Op::Beq,
            (false, false) => Op::Bne,
        };
        self.emit_with(op, own, zero, target.clone());
        Ok(())
    }

    /// Refuses a constant as the target of a branch that is emitted, on which LLVM crashes.
    fn check_symbol(&mut self, target: &Operand) -> ParseResult {
        match target {
            Operand::Expr(_) => Ok(()),
            _ => Err(self.error("the target of this branch must be a symbol")),
        }
    }

    /// Emits a branch on a relation of two numbers of which one or both are zero.
    fn branch_by_zero(
        &mut self,
        condition: Condition,
        source: Reg,
        other: Reg,
        target: &Operand,
    ) -> ParseResult {
        let zero = self.zero();
        let (is_first, is_second) = (source == zero, other == zero);
        let accepts_equality = condition.accepts_equality();
        let is_decided_by_one_register = if is_first && is_second {
            condition.is(condition.relation, false)
        } else {
            !condition.is_unsigned
        };
        let is_never_taken = match is_first && is_second {
            true => {
                let is_emitted =
                    is_decided_by_one_register || condition.is(Relation::Greater, true);
                !is_emitted && !accepts_equality
            }
            false => {
                is_first && condition.is(Relation::Greater, true)
                    || is_second && condition.is(Relation::Less, true)
            }
        };
        if is_never_taken {
            return Ok(());
        }
        self.check_symbol(target)?;
        let is_always_taken = match is_first && is_second {
            true => accepts_equality,
            false => {
                is_first && condition.is(Relation::LessEqual, true)
                    || is_second && condition.is(Relation::GreaterEqual, true)
            }
        };
        let reg = if is_first { other } else { source };
        if is_decided_by_one_register {
            // It is compared with zero on its right unless zero is on the left.
            let op = match (condition.relation, is_first && !is_second) {
                (Relation::Less, false) | (Relation::Greater, true) => Op::Bltz,
                (Relation::LessEqual, false) | (Relation::GreaterEqual, true) => Op::Blez,
                (Relation::GreaterEqual, false) | (Relation::LessEqual, true) => Op::Bgez,
                (Relation::Greater, false) | (Relation::Less, true) => Op::Bgtz,
            };
            self.emit(op, &[Operand::Reg(reg), target.clone()]);
        } else if is_always_taken {
            self.emit_with(Op::Beq, zero, zero, target.clone());
        } else {
            let op = if accepts_equality { Op::Beq } else { Op::Bne };
            self.emit_with(op, reg, zero, target.clone());
        }
        if is_always_taken {
            self.parser.warning(self.loc, "branch is always taken");
        }
        Ok(())
    }
}

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
        const ALWAYS: &str = "branch is always taken";
        let zero = self.zero();
        if !matches!(target, Operand::Expr(_)) {
            return Err(self.error("the target of this branch must be a symbol"));
        }
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
        let Condition { relation, is_unsigned, is_likely } = condition;
        let accepts_equality = condition.accepts_equality();
        let (when_first_is_zero, when_second_is_zero) = match relation {
            Relation::Less => (Op::Bgtz, Op::Bltz),
            Relation::LessEqual => (Op::Bgez, Op::Blez),
            Relation::GreaterEqual => (Op::Blez, Op::Bgez),
            Relation::Greater => (Op::Bltz, Op::Bgtz),
        };
        let one = |op: Op, reg: Reg, this: &mut Self| {
            this.emit(op, &[Operand::Reg(reg), target.clone()]);
        };
        match (source == zero, other == zero) {
            (true, true) => {
                let op = match relation {
                    Relation::Less => Op::Bltz,
                    Relation::LessEqual => Op::Blez,
                    Relation::GreaterEqual => Op::Bgez,
                    Relation::Greater => Op::Bgtz,
                };
                if condition.is(relation, false) {
                    one(op, zero, self);
                    if accepts_equality {
                        self.parser.warning(self.loc, ALWAYS);
                    }
                } else if condition.is(Relation::Greater, true) {
                    self.emit_with(Op::Bne, zero, zero, target.clone());
                } else if accepts_equality {
                    self.emit_with(Op::Beq, zero, zero, target.clone());
                    self.parser.warning(self.loc, ALWAYS);
                }
                return Ok(());
            }
            (false, false) => {}
            (is_first, is_second) => {
                let never = is_first && condition.is(Relation::Greater, true)
                    || is_second && condition.is(Relation::Less, true);
                let always = is_first && condition.is(Relation::LessEqual, true)
                    || is_second && condition.is(Relation::GreaterEqual, true);
                let reg = if is_first { other } else { source };
                if always {
                    self.emit_with(Op::Beq, zero, zero, target.clone());
                    self.parser.warning(self.loc, ALWAYS);
                } else if is_unsigned && !never {
                    let op = if accepts_equality { Op::Beq } else { Op::Bne };
                    self.emit_with(op, reg, zero, target.clone());
                } else if !never {
                    let op = if is_first { when_first_is_zero } else { when_second_is_zero };
                    one(op, reg, self);
                }
                return Ok(());
            }
        }
        let own = self.own_register()?;
        if !has_warned {
            self.warn_of_macro();
        }
        let compare = if is_unsigned { Op::Sltu } else { Op::Slt };
        let is_reversed = matches!(relation, Relation::LessEqual | Relation::Greater);
        let (left, right) = if is_reversed { (other, source) } else { (source, other) };
        self.emit_three(compare, own, left, right);
        let op = match (is_likely, accepts_equality) {
            (true, true) => Op::Beql,
            (true, false) => Op::Bnel,
            (false, true) => Op::Beq,
            (false, false) => Op::Bne,
        };
        self.emit_with(op, own, zero, target.clone());
        Ok(())
    }
}

//! Checks of an instruction that was found, and what is said about it.

use crate::inst::{Expr, Inst, Operand};
use crate::parser::ParseResult;
use crate::target::mips::encode::{MASKS, PAIRS};
use crate::target::mips::expand::Expander;
use crate::target::mips::opcodes::Op;
use crate::target::mips::template::is_signed;
use crate::target::mips::treatment::{Check, ShortRange};

const NO_IMMEDIATE: &str = "expected immediate operand kind";
const OUT_OF_RANGE: &str = "immediate operand value out of range";

impl Expander<'_, '_> {
    /// Checks an instruction as far as its form alone decides. It may become another one.
    pub(super) fn check(&mut self, check: Check, inst: &mut Inst) -> ParseResult {
        let is_octeon = self.has(self.mips.bits.octeon);
        match check {
            Check::Branch { operand, bits, shift, halves } => {
                let Some(Operand::Imm(distance)) = inst.operands.get(operand) else {
                    return Ok(());
                };
                let less = u32::from(halves && self.has(self.mips.bits.short));
                if !is_signed(bits - less, *distance) {
                    return self.refuse("branch target out of range");
                }
                if distance & !(-1 << (shift - less)) != 0 {
                    return self.refuse("branch to misaligned address");
                }
                Ok(())
            }
            Check::Deprecated => {
                if self.has(self.mips.bits.mips_32_r6) {
                    let name = match self.has(self.mips.bits.mips_64_r6) {
                        true => "MIPS64r6",
                        false => "MIPS32r6",
                    };
                    let message = format!(
                        "ssnop is deprecated for {name} and is equivalent to a nop instruction"
                    );
                    self.parser.warning(self.loc, message);
                }
                Ok(())
            }
            Check::Bit { most, upper } if is_octeon => {
                let Some(value) = inst.operands.get(1).and_then(Operand::imm) else {
                    return self.refuse(NO_IMMEDIATE);
                };
                let value = value as i32;
                if !(0..=most).contains(&value) {
                    return self.refuse(OUT_OF_RANGE);
                }
                if let Some(upper) = upper.filter(|_| value > 31) {
                    inst.opcode = self.mips.opcodes().get(upper);
                    inst.operands[1] = Operand::Imm(i64::from(value - 32));
                }
                Ok(())
            }
            Check::TenBits if is_octeon => match inst.operands.get(2).and_then(Operand::imm) {
                None => self.refuse(NO_IMMEDIATE),
                Some(value) if !is_signed(10, i64::from(value as i32)) => self.refuse(OUT_OF_RANGE),
                Some(_) => Ok(()),
            },
            Check::Bit { .. } | Check::TenBits => Ok(()),
            Check::ConstantDivisor => match inst.operands.get(2).and_then(Operand::imm) {
                None => self.refuse(NO_IMMEDIATE),
                Some(0) => {
                    self.warn_of_division(inst, 1);
                    Ok(())
                }
                Some(_) => Ok(()),
            },
            Check::Divisor { dividend } => {
                let divisor = inst.operands.get(dividend + 1).and_then(Operand::reg);
                if divisor.is_some_and(|reg| self.mips.registers.is_zero(reg)) {
                    self.warn_of_division(inst, dividend);
                }
                Ok(())
            }
            Check::Jump | Check::Call | Check::Short { .. } => Ok(()),
            Check::NotReturnAddress | Check::MovedPair => Ok(()),
        }
    }

    fn refuse(&mut self, message: &'static str) -> ParseResult {
        Err(self.parser.error(self.loc, message))
    }

    /// Warns of a division by zero.
    fn warn_of_division(&mut self, inst: &Inst, dividend: usize) {
        let dividend = inst.operands.get(dividend).and_then(Operand::reg);
        let is_zero = dividend.is_some_and(|reg| self.mips.registers.is_zero(reg));
        let message = if is_zero { "dividing zero by zero" } else { "division by zero" };
        self.parser.warning(self.loc, message);
    }

    /// Checks the constants and registers of a short instruction.
    pub(super) fn check_short(&mut self, check: Check, inst: &Inst) -> ParseResult {
        let number = |at: usize| {
            let reg = inst.operands.get(at).and_then(Operand::reg);
            reg.and_then(|reg| self.mips.registers.general_number(reg))
        };
        match check {
            Check::Short { operand, range } => {
                let Some(value) = inst.operands.get(operand).and_then(Operand::imm) else {
                    return self.refuse(NO_IMMEDIATE);
                };
                let value = i64::from(value as i32);
                let fits = match range {
                    ShortRange::StackAdjustment => {
                        (-1032..=1028).contains(&value)
                            && !(-11..8).contains(&value)
                            && value % 4 == 0
                    }
                    ShortRange::Within { least, most, step } => {
                        (i64::from(least)..=i64::from(most)).contains(&value)
                            && value % i64::from(step) == 0
                    }
                    ShortRange::Addend => {
                        matches!(value, 1 | -1) || value % 4 == 0 && (1..28).contains(&value)
                    }
                    ShortRange::Mask => MASKS.contains(&value),
                    ShortRange::Relative => value % 4 == 0 && is_signed(25, value),
                };
                if fits { Ok(()) } else { self.refuse(OUT_OF_RANGE) }
            }
            Check::NotReturnAddress if number(0) == Some(31) => {
                self.refuse("invalid operand for instruction")
            }
            Check::MovedPair => match number(0).zip(number(1)) {
                Some(pair) if PAIRS.contains(&pair) => Ok(()),
                _ => self.refuse("invalid operand for instruction"),
            },
            _ => Ok(()),
        }
    }

    /// Replaces a jump or call of code that is independent of its position. Returns whether it was a call.
    pub(super) fn replace_jump(&mut self, check: Check, inst: &mut Inst) -> ParseResult<bool> {
        let is_independent = self.state().is_some_and(|it| it.is_position_independent);
        if !is_independent {
            return Ok(false);
        }
        let is_short = self.has(self.mips.bits.short);
        let registers = &self.mips.registers;
        let general = |number| Operand::Reg(registers.general(number, false));
        match check {
            Check::Jump => {
                let target = inst.operands.first().cloned().unwrap_or(Operand::Imm(0));
                let op = if is_short { Op::BeqShort } else { Op::Beq };
                inst.opcode = self.mips.opcodes().get(op);
                inst.operands = [general(0), general(0), target].into_iter().collect();
                Ok(false)
            }
            Check::Call => {
                const FUNCTION: usize = 25;
                const RETURN_ADDRESS: usize = 31;
                self.warn_of_macro();
                let Some(Operand::Expr(function)) = inst.operands.first().cloned() else {
                    return Err(self.parser.error(self.loc, "unsupported constant in relocation"));
                };
                if count_symbols(&function) > 1 {
                    let message = "jal doesn't support multiple symbols in PIC mode";
                    return Err(self.parser.error(self.loc, message));
                }
                let is_32_bit = !self.has(self.mips.bits.wide);
                let (to, operand) = (registers.general(FUNCTION, false), Operand::Expr(function));
                self.load_address(to, None, &operand, is_32_bit)?;
                let is_restored = self.state().is_some_and(|it| it.restored_from.is_some());
                let op = match (is_short, is_restored) {
                    (true, true) => Op::Jalrs,
                    (true, false) => Op::JalrShort,
                    (false, _) => Op::Jalr,
                };
                let general = |number| Operand::Reg(self.mips.registers.general(number, false));
                inst.opcode = self.mips.opcodes().get(op);
                inst.operands = [general(RETURN_ADDRESS), general(FUNCTION)].into_iter().collect();
                Ok(true)
            }
            _ => Ok(false),
        }
    }
}

/// Returns the number of symbols in an expression.
fn count_symbols(expr: &Expr) -> u32 {
    match expr {
        Expr::Symbol { .. } => 1,
        Expr::Unary(_, operand) => count_symbols(operand),
        Expr::Binary(_, sides) => count_symbols(&sides.0) + count_symbols(&sides.1),
        Expr::Constant(_) | Expr::Register(_) | Expr::Specifier { .. } => 0,
    }
}

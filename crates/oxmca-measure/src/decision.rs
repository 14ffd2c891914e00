//! The number that flags of an instruction depend on, if that is a sum or difference of registers and constants.

use oxmca::{Inst, Session};
use oxmca_asm::Operand;
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::target::HardwareFacts;

use crate::start::NUM_REGISTERS;

/// A number that is zero, or changes its sign, when flags change: one value and a multiple of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Decision {
    one: Value,
    other: Value,
    factor: i64,
    /// Width of the operation.
    bits: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Register(usize),
    Number(i64),
}

impl Decision {
    /// Returns what the flags that an instruction writes depend on; `None` if that is not known.
    pub(crate) fn of(session: &Session, inst: &Inst, facts: &HardwareFacts) -> Option<Decision> {
        if !facts.addresses.is_empty() {
            return None;
        }
        let mut text = String::new();
        session.print_inst(inst, &PrintOptions::default(), &mut text);
        let mnemonic = text.split_ascii_whitespace().next()?;
        let name = mnemonic.trim_end_matches(['b', 'w', 'l', 'q']);
        let tables = session.tables();
        let num_defs = usize::from(tables.instruction(inst.opcode).num_defs);
        let opcode = tables.opcode_name(inst.opcode);
        let bits = [64, 32, 16, 8].into_iter().find(|it| opcode.contains(&it.to_string()))?;
        let mut values = inst.operands.iter().skip(num_defs).map(|operand| match operand {
            Operand::Imm(number) => Some(Value::Number(*number)),
            Operand::Reg(reg) => {
                let register = tables.register(*reg);
                // Upper halves of 16 bits have the numbers of other registers.
                let name = tables.text(register.name).to_ascii_lowercase();
                let is_upper = ["ah", "bh", "ch", "dh"].contains(&&*name);
                let number = usize::from(register.encoding);
                (!is_upper && number < NUM_REGISTERS).then_some(Value::Register(number))
            }
            Operand::Expr(_) => None,
        });
        let (one, other) = match (values.next()??, values.next().flatten()) {
            // The short code for the accumulator names a constant only.
            (constant @ Value::Number(_), None) => (Value::Register(0), Some(constant)),
            values => values,
        };
        let (other, factor) = match (name, other) {
            ("cmp" | "su" | "sub", Some(other)) => (other, -1),
            ("add" | "ad", Some(other)) => (other, 1),
            ("test", Some(other)) if other == one => (Value::Number(0), 1),
            ("dec", None) => (Value::Number(1), -1),
            ("inc", None) => (Value::Number(1), 1),
            _ => return None,
        };
        Some(Decision { one, other, factor, bits })
    }

    /// Returns the number, by values of registers before the instruction.
    pub(crate) fn number(&self, registers: &[u64; NUM_REGISTERS]) -> i64 {
        let value = |it: Value| match it {
            Value::Register(number) => registers[number] as i64,
            Value::Number(number) => number,
        };
        let sum = value(self.one).wrapping_add(value(self.other).wrapping_mul(self.factor));
        let unused = 64 - self.bits;
        sum.wrapping_shl(unused).wrapping_shr(unused)
    }
}

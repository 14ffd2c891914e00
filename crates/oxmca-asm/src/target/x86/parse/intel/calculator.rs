//! Arithmetic of Intel expressions: constants are folded as they are read.
//!
//! LLVM's way of converting to postfix order, which other assemblers do not share, decides what
//! unusual nestings of operators and parentheses mean.

use smallvec::SmallVec;

/// Operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    Or,
    Xor,
    And,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Not,
    Negate,
    CloseParen,
    OpenParen,
}

impl Operator {
    fn precedence(self) -> u8 {
        match self {
            Operator::Or => 0,
            Operator::Xor => 1,
            Operator::And => 2,
            Operator::ShiftLeft | Operator::ShiftRight => 4,
            Operator::Add | Operator::Subtract => 5,
            Operator::Multiply | Operator::Divide | Operator::Modulo => 6,
            Operator::Not => 7,
            Operator::Negate => 8,
            Operator::CloseParen => 9,
            Operator::OpenParen => 10,
        }
    }

    fn apply(self, left: i64, right: i64) -> i64 {
        match self {
            Operator::Or => left | right,
            Operator::Xor => left ^ right,
            Operator::And => left & right,
            Operator::ShiftLeft => left.wrapping_shl(right as u32),
            Operator::ShiftRight => left.wrapping_shr(right as u32),
            Operator::Add => left.wrapping_add(right),
            Operator::Subtract => left.wrapping_sub(right),
            Operator::Multiply => left.wrapping_mul(right),
            // LLVM does not survive a division by zero.
            Operator::Divide => left.checked_div(right).unwrap_or(0),
            Operator::Modulo => left.checked_rem(right).unwrap_or(0),
            Operator::Not | Operator::Negate | Operator::OpenParen | Operator::CloseParen => right,
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Item {
    /// A constant; registers and symbols count as 0.
    Value(i64),
    Operator(Operator),
}

/// An expression in the course of being read.
#[derive(Debug, Default)]
pub(super) struct Calculator {
    operators: SmallVec<[Operator; 8]>,
    postfix: SmallVec<[Item; 8]>,
}

impl Calculator {
    pub fn push_value(&mut self, value: i64) {
        self.postfix.push(Item::Value(value));
    }

    /// Takes back the newest operand; -1 if it is not a mere number.
    pub fn pop_value(&mut self) -> i64 {
        match self.postfix.pop() {
            Some(Item::Value(value)) => value,
            _ => -1,
        }
    }

    /// Takes back the newest operator.
    pub fn pop_operator(&mut self) {
        self.operators.pop();
    }

    pub fn push_operator(&mut self, operator: Operator) {
        let binds_tighter =
            |top: Operator| operator.precedence() > top.precedence() || top == Operator::OpenParen;
        if self.operators.last().is_some_and(|top| !binds_tighter(*top)) {
            self.reduce(operator.precedence());
        }
        self.operators.push(operator);
    }

    /// Moves operators that bind at least as tightly to the postfix order.
    fn reduce(&mut self, precedence: u8) {
        let mut closed = 0u32;
        while let Some(&top) = self.operators.last() {
            if closed == 0 && (top.precedence() < precedence || top == Operator::OpenParen) {
                break;
            }
            self.operators.pop();
            match top {
                Operator::CloseParen => closed += 1,
                Operator::OpenParen => closed -= 1,
                _ => self.postfix.push(Item::Operator(top)),
            }
        }
    }

    /// Returns the value of what has been read. Operands that are missing count as 0.
    pub fn value(mut self) -> i64 {
        while let Some(top) = self.operators.pop() {
            if !matches!(top, Operator::OpenParen | Operator::CloseParen) {
                self.postfix.push(Item::Operator(top));
            }
        }
        let mut values = SmallVec::<[i64; 8]>::new();
        for item in self.postfix {
            let value = match item {
                Item::Value(value) => value,
                Item::Operator(Operator::Negate) => values.pop().unwrap_or(0).wrapping_neg(),
                Item::Operator(Operator::Not) => !values.pop().unwrap_or(0),
                Item::Operator(operator) => {
                    let right = values.pop().unwrap_or(0);
                    operator.apply(values.pop().unwrap_or(0), right)
                }
            };
            values.push(value);
        }
        values.pop().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Calculator, Operator};

    #[test]
    fn operators_bind_as_in_llvm() {
        let value = |items: &[Result<i64, Operator>]| {
            let mut calculator = Calculator::default();
            for item in items {
                match item {
                    Ok(value) => calculator.push_value(*value),
                    Err(operator) => calculator.push_operator(*operator),
                }
            }
            calculator.value()
        };
        use Operator::{Add, CloseParen, Divide, Multiply, Negate, OpenParen, Or, ShiftLeft};
        assert_eq!(value(&[]), 0);
        assert_eq!(value(&[Ok(2), Err(Add), Ok(3), Err(Multiply), Ok(4)]), 14);
        let grouped =
            [Err(OpenParen), Ok(2), Err(Add), Ok(3), Err(CloseParen), Err(Multiply), Ok(4)];
        assert_eq!(value(&grouped), 20);
        assert_eq!(value(&[Ok(3), Err(Multiply), Err(Negate), Ok(4)]), -12);
        assert_eq!(value(&[Ok(1), Err(ShiftLeft), Ok(2), Err(Add), Ok(1)]), 8);
        assert_eq!(value(&[Ok(1), Err(Or), Ok(6), Err(Divide), Ok(0)]), 1);
    }
}

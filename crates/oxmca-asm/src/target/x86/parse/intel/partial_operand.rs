//! The parts of an Intel operand: registers, a symbol and a constant, in any order.

use oxmca_tables::Reg;

use super::calculator::{Calculator, Operator};
use crate::inst::Expr;
use crate::source::Loc;

/// The part that was read last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LastPart {
    Start,
    /// An operator between two operands that none of the others stands for.
    Binary,
    Plus,
    Minus,
    Multiply,
    Not,
    OpenBracket,
    CloseBracket,
    OpenParen,
    CloseParen,
    Register,
    Integer,
    Offset,
    Error,
}

/// An operand in the course of being read.
#[derive(Debug)]
pub(super) struct PartialOperand {
    state: LastPart,
    before: LastPart,
    newest: Reg,
    open_brackets: u32,
    /// The minus that what is being read is subtracted by.
    minus: Option<Loc>,
    calculator: Calculator,
    /// Added by `.` and a number.
    field_offset: i64,
    pub base: Reg,
    pub index: Reg,
    /// 0 if none was written.
    pub scale: u32,
    pub symbol: Option<Expr>,
    /// Set if this is a reference to memory rather than an immediate.
    pub is_memory: bool,
    pub has_brackets: bool,
    pub has_offset_operator: bool,
}

type PartResult = Result<(), &'static str>;

const TOO_MANY_REGISTERS: &str = "BaseReg/IndexReg already set!";
const NEGATIVE_SCALE: &str = "Scale can't be negative";

impl PartialOperand {
    pub fn new() -> PartialOperand {
        PartialOperand {
            state: LastPart::Start,
            before: LastPart::Error,
            newest: Reg::NONE,
            open_brackets: 0,
            minus: None,
            calculator: Calculator::default(),
            field_offset: 0,
            base: Reg::NONE,
            index: Reg::NONE,
            scale: 0,
            symbol: None,
            is_memory: false,
            has_brackets: false,
            has_offset_operator: false,
        }
    }

    /// Returns the constant part.
    pub fn constant(&mut self) -> i64 {
        std::mem::take(&mut self.calculator).value().wrapping_add(self.field_offset)
    }

    /// Returns whether the operand may end here.
    pub fn is_complete(&self) -> bool {
        use LastPart::{CloseBracket, CloseParen, Integer, Offset, Register};
        matches!(self.state, CloseBracket | CloseParen | Integer | Register | Offset)
    }

    /// Returns whether what was read last cannot stand where it does.
    pub fn failed(&self) -> bool {
        self.state == LastPart::Error
    }

    fn enter(&mut self, state: LastPart) {
        self.before = self.state;
        self.state = state;
    }

    /// Returns whether an operand may begin here, signs aside.
    fn expects_operand(&self) -> bool {
        use LastPart::{Binary, Minus, Multiply, Not, OpenBracket, OpenParen, Plus, Start};
        matches!(
            self.state,
            Plus | Minus | Not | Binary | Multiply | OpenParen | Start | OpenBracket
        )
    }

    /// Makes the register read last the base, or the index if there is a base. One that has been
    /// multiplied is the index already.
    fn assign_register(&mut self) -> PartResult {
        if self.state != LastPart::Register || self.before == LastPart::Multiply {
            return Ok(());
        }
        if !self.base.is_some() {
            self.base = self.newest;
            return Ok(());
        }
        self.set_index(self.newest)?;
        self.scale = 0;
        Ok(())
    }

    /// Returns the place of an error about what stands at `loc`: that of the minus before it, if there is one.
    pub fn error_loc(&self, loc: Loc) -> Loc {
        self.minus.unwrap_or(loc)
    }

    fn set_index(&mut self, reg: Reg) -> PartResult {
        if self.index.is_some() {
            return Err(TOO_MANY_REGISTERS);
        }
        if self.minus.is_some() {
            return Err(NEGATIVE_SCALE);
        }
        self.index = reg;
        Ok(())
    }

    fn set_scale(&mut self, scale: i64) -> PartResult {
        self.scale = scale as u32;
        super::memory::check_scale(self.scale).map(|_| ())
    }

    /// Parses `or`, `/`, `<<` and the like.
    pub fn binary(&mut self, operator: Operator) {
        let after_register = !matches!(operator, Operator::Divide | Operator::Modulo);
        match self.state {
            LastPart::Integer | LastPart::CloseParen => {}
            LastPart::Register if after_register => {}
            _ => return self.enter(LastPart::Error),
        }
        self.calculator.push_operator(operator);
        let multiplies = operator == Operator::Multiply;
        self.enter(if multiplies { LastPart::Multiply } else { LastPart::Binary });
    }

    pub fn plus(&mut self) -> PartResult {
        match self.state {
            LastPart::Integer | LastPart::CloseParen | LastPart::Register | LastPart::Offset => {}
            _ => {
                self.enter(LastPart::Error);
                return Ok(());
            }
        }
        self.calculator.push_operator(Operator::Add);
        self.minus = None;
        self.assign_register()?;
        self.enter(LastPart::Plus);
        Ok(())
    }

    pub fn minus(&mut self, loc: Loc) -> PartResult {
        match self.state {
            LastPart::Register
            | LastPart::CloseParen
            | LastPart::Integer
            | LastPart::CloseBracket
            | LastPart::Offset => {
                self.calculator.push_operator(Operator::Subtract);
                self.minus = None;
                self.assign_register()?;
                self.minus = Some(loc);
            }
            LastPart::Multiply if self.before == LastPart::Register => {
                return Err(NEGATIVE_SCALE);
            }
            LastPart::Minus | LastPart::Error => {
                self.enter(LastPart::Error);
                return Ok(());
            }
            _ => self.calculator.push_operator(Operator::Negate),
        }
        self.enter(LastPart::Minus);
        Ok(())
    }

    pub fn not(&mut self) {
        if !self.expects_operand() {
            return self.enter(LastPart::Error);
        }
        self.calculator.push_operator(Operator::Not);
        self.enter(LastPart::Not);
    }

    pub fn register(&mut self, reg: Reg) -> PartResult {
        match self.state {
            LastPart::Plus | LastPart::Minus | LastPart::OpenParen | LastPart::OpenBracket => {
                self.newest = reg;
                self.calculator.push_value(0);
            }
            // The product is no part of the constant.
            LastPart::Multiply if self.before == LastPart::Integer => {
                self.set_index(reg)?;
                let scale = self.calculator.pop_value();
                self.set_scale(scale)?;
                self.calculator.push_value(0);
                self.calculator.pop_operator();
            }
            _ => {
                self.enter(LastPart::Error);
                return Ok(());
            }
        }
        self.enter(LastPart::Register);
        Ok(())
    }

    pub fn symbol(&mut self, value: Expr) -> PartResult {
        if let Expr::Constant(value) = value {
            return self.integer(value);
        }
        match self.state {
            LastPart::Plus
            | LastPart::Minus
            | LastPart::Not
            | LastPart::Start
            | LastPart::OpenBracket
            | LastPart::OpenParen => {}
            _ => {
                self.enter(LastPart::Error);
                return Ok(());
            }
        }
        self.set_symbol(value)?;
        self.is_memory = true;
        self.calculator.push_value(0);
        self.enter(LastPart::Integer);
        Ok(())
    }

    fn set_symbol(&mut self, value: Expr) -> PartResult {
        if self.symbol.is_some() {
            return Err("cannot use more than one symbol in memory operand");
        }
        self.symbol = Some(value);
        Ok(())
    }

    pub fn integer(&mut self, value: i64) -> PartResult {
        if !self.expects_operand() {
            self.enter(LastPart::Error);
            return Ok(());
        }
        if self.state == LastPart::Multiply && self.before == LastPart::Register {
            self.set_index(self.newest)?;
            self.set_scale(value)?;
            self.calculator.pop_operator();
        } else {
            self.calculator.push_value(value);
        }
        self.enter(LastPart::Integer);
        Ok(())
    }

    /// Parses `offset` and what it applies to.
    pub fn offset(&mut self, value: Expr) -> PartResult {
        if !matches!(self.state, LastPart::Plus | LastPart::Start | LastPart::OpenBracket) {
            return Err("unexpected offset operator expression");
        }
        self.set_symbol(value)?;
        self.has_offset_operator = true;
        self.calculator.push_value(0);
        self.enter(LastPart::Offset);
        Ok(())
    }

    pub fn field(&mut self, offset: i64) {
        self.field_offset = self.field_offset.wrapping_add(offset);
    }

    pub fn open_bracket(&mut self) -> PartResult {
        if self.open_brackets != 0 {
            return Err("unexpected bracket encountered");
        }
        match self.state {
            LastPart::CloseBracket | LastPart::Integer | LastPart::CloseParen => {
                self.calculator.push_operator(Operator::Add);
                self.enter(LastPart::Plus);
            }
            LastPart::Start => self.enter(LastPart::OpenBracket),
            _ => self.enter(LastPart::Error),
        }
        self.is_memory = true;
        self.has_brackets = true;
        self.open_brackets += 1;
        Ok(())
    }

    pub fn close_bracket(&mut self) -> PartResult {
        match self.state {
            LastPart::Integer | LastPart::Offset | LastPart::Register | LastPart::CloseParen => {}
            _ => {
                self.enter(LastPart::Error);
                return Ok(());
            }
        }
        if self.open_brackets != 1 {
            return Err("unexpected bracket encountered");
        }
        self.open_brackets = 0;
        self.assign_register()?;
        self.minus = None;
        self.enter(LastPart::CloseBracket);
        Ok(())
    }

    pub fn open_paren(&mut self) {
        if !self.expects_operand() {
            return self.enter(LastPart::Error);
        }
        self.calculator.push_operator(Operator::OpenParen);
        self.enter(LastPart::OpenParen);
    }

    pub fn close_paren(&mut self) -> PartResult {
        match self.state {
            LastPart::Integer
            | LastPart::Offset
            | LastPart::Register
            | LastPart::CloseBracket
            | LastPart::CloseParen => {}
            _ => {
                self.enter(LastPart::Error);
                return Ok(());
            }
        }
        self.assign_register()?;
        self.calculator.push_operator(Operator::CloseParen);
        self.enter(LastPart::CloseParen);
        Ok(())
    }
}

//! Methods that print operands, as the tables name them.

use crate::target::known_names::Known;

/// A print method of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    Operand,
    /// A number without sign.
    Unsigned,
    /// A number of 5 bits with sign.
    Signed5,
    /// The lowest 8 bits.
    Byte,
    /// 16 bits with sign.
    SignedHalf,
    UnsignedHalf,
    /// A number or an expression.
    Number,
    BranchTarget,
    AbsoluteBranchTarget,
    /// The condition of a branch: a modifier says which part of it.
    Condition,
    /// The sign by which a branch says that it is taken or not.
    Hint,
    /// The mask with the bit of a condition field.
    ConditionMask,
    /// `offset(base)`
    Address,
    /// `offset(base)` whose base may be the register 0.
    WideAddress,
    /// `offset(0)`
    RelativeAddress,
    /// `base, index`
    IndexedAddress,
    /// A function and the symbol that it gets.
    ThreadCall,
}

/// The names that [`Method::named`] takes.
pub const KNOWN: Known = Known { knows: |_, it| Method::named(it.text).is_some(), file: file!() };

impl Method {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "printOperand" => Self::Operand,
            _ if name.starts_with("printUImmOperand<") => Self::Unsigned,
            "printImmZeroOperand" => Self::Unsigned,
            "printSImmOperand<5>" => Self::Signed5,
            "printU8ImmOperandTrunc" => Self::Byte,
            "printS16ImmOperand" => Self::SignedHalf,
            "printU16ImmOperand" => Self::UnsignedHalf,
            "printS32ImmOperand" | "printNegS32ImmOperand" | "printS34ImmOperand" => Self::Number,
            "printBranchOperand" => Self::BranchTarget,
            "printAbsBranchOperand" => Self::AbsoluteBranchTarget,
            "printPredicateOperand" => Self::Condition,
            "printATBitsAsHint" => Self::Hint,
            "printcrbitm" => Self::ConditionMask,
            "printMemRegImm" => Self::Address,
            "printMemRegImm34" | "printMemRegImmHash" => Self::WideAddress,
            "printMemRegImm34PCRel" => Self::RelativeAddress,
            "printMemRegReg" => Self::IndexedAddress,
            "printTLSCall" => Self::ThreadCall,
            _ => return None,
        })
    }
}

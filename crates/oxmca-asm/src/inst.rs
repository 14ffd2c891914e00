//! Machine instructions as the assembler builds them and the printer shows them.

use oxmca_tables::{Opcode, Reg};
use smallvec::SmallVec;

/// A machine instruction: an opcode and its operands in the order of the opcode's description.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Inst {
    /// The opcode.
    pub opcode: Opcode,
    /// Prefix bits, of the target's own meaning (x86: `lock`, `rep`, ...; see its `prefix` module).
    pub flags: u32,
    /// Machine operands, explicit ones only.
    pub operands: SmallVec<[Operand; 8]>,
}

/// A machine operand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// A register; [`Reg::NONE`] where a memory operand has no base, index or segment.
    Reg(Reg),
    /// A constant.
    Imm(i64),
    /// An expression whose value is not known at assembly time.
    Expr(Box<Expr>),
}

impl Operand {
    /// Returns the register, if this is one.
    #[inline]
    pub fn reg(&self) -> Option<Reg> {
        match self {
            Operand::Reg(reg) => Some(*reg),
            _ => None,
        }
    }

    /// Returns the constant, if this is one.
    #[inline]
    pub fn imm(&self) -> Option<i64> {
        match self {
            Operand::Imm(value) => Some(*value),
            _ => None,
        }
    }
}

/// An assembler expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    /// A constant.
    Constant(i64),
    /// A register: an operand that is one, a symbol assigned one, or part of an expression that
    /// no instruction can use but that x86 assemblers accept.
    Register(Reg),
    /// A symbol, with its relocation specifier as written (`GOTPCREL` of `foo@GOTPCREL`).
    Symbol {
        /// Name as the user wrote it, quotes removed; see [`crate::lossless`] for names that are
        /// no UTF-8.
        name: Box<str>,
        /// Relocation specifier without the `@`, in the spelling LLVM prints.
        specifier: Option<Box<str>>,
    },
    /// An operator before an expression.
    Unary(UnaryOp, Box<Expr>),
    /// An operator between two expressions.
    Binary(BinaryOp, Box<(Expr, Expr)>),
    /// A relocation specifier around an expression: `%hi(x + 4)`.
    Specifier {
        /// The way it is written.
        notation: SpecifierNotation,
        /// Its name in the spelling LLVM prints (`hi`).
        name: Box<str>,
        /// The expression it selects a part of.
        operand: Box<Expr>,
    },
}

/// Ways to write a specifier around an expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SpecifierNotation {
    /// `%hi(x)`
    Call,
    /// `:lo12:x`
    Colons,
    /// `x@ha`
    At,
    /// `hi(x)`
    Function,
}

/// Unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `!`
    LogicalNot,
    /// `-`
    Minus,
    /// `~`
    Not,
    /// `+`
    Plus,
}

/// Binary operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Mod,
    /// `&`
    And,
    /// `|`
    Or,
    /// `!` between two expressions
    OrNot,
    /// `^`
    Xor,
    /// `<<`
    Shl,
    /// `>>`, arithmetic
    AShr,
    /// `>>`, logical
    LShr,
    /// `&&`
    LogicalAnd,
    /// `||`
    LogicalOr,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

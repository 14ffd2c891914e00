//! Names in tables that stand for code of a target, and the ones among them that a target knows.

use oxmca_tables::Tables;
use oxmca_tables::schema::ImmediateRange;

/// A kind of names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum NameKind {
    /// A method that tells whether an operand is of a class.
    OperandPredicate,
    /// A method that parses operands of a class.
    OperandParser,
    /// A method that gives an operand of a class where none is written.
    DefaultOperand,
    /// A method that makes machine operands of a written one.
    RenderMethod,
    /// A method that shows an operand.
    PrintMethod,
    /// A type of operands that an alias of the printer asks for.
    AliasOperandType,
    /// A type of operands that a pattern of compression asks for.
    CompressionOperandType,
    /// A method that gives the value of an operand in machine code.
    EncoderMethod,
    /// A method that changes finished machine code.
    PostEncoderMethod,
    /// A method that makes an operand of bits of machine code.
    DecoderMethod,
    /// The place of an operand in machine code whose opcodes are bytes.
    OperandPlace,
    /// A map of opcodes.
    OpcodeMap,
    /// A function of instructions that scheduling models ask.
    PredicateFunction,
}

impl NameKind {
    /// Returns the words for it in messages.
    pub fn label(self) -> &'static str {
        match self {
            NameKind::OperandPredicate => "predicate of operands",
            NameKind::OperandParser => "parser of operands",
            NameKind::DefaultOperand => "default operand",
            NameKind::RenderMethod => "render method",
            NameKind::PrintMethod => "print method",
            NameKind::AliasOperandType => "operand type of aliases",
            NameKind::CompressionOperandType => "operand type of compression",
            NameKind::EncoderMethod => "encoder method",
            NameKind::PostEncoderMethod => "encoder method of the whole word",
            NameKind::DecoderMethod => "decoder method",
            NameKind::OperandPlace => "place of operands",
            NameKind::OpcodeMap => "opcode map",
            NameKind::PredicateFunction => "predicate function",
        }
    }

    /// Returns what uses such names.
    pub fn users(self) -> &'static str {
        match self {
            NameKind::OpcodeMap => "tables",
            NameKind::PredicateFunction => "scheduling models",
            _ => "instructions",
        }
    }
}

/// A name as the tables have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableName<'t> {
    /// The name.
    pub text: &'t str,
    /// Of an operand predicate, the constants that are of its class.
    pub range: ImmediateRange,
}

/// The names of a kind that a target knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// Returns whether code of the target stands behind a name.
    pub knows: fn(tables: &Tables<'_>, name: &TableName<'_>) -> bool,
    /// The file with that code.
    pub file: &'static str,
}

/// The names that a target knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownNames {
    /// Returns those of a kind; `None` if the target has none of that kind.
    pub of_kind: fn(kind: NameKind) -> Option<Known>,
    /// The file that lists them.
    pub file: &'static str,
}

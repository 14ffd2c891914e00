//! Assembler front end and printer.
//!
//! Text goes in; machine instructions, code regions and diagnostics come out. Which instructions
//! exist, how they are written and how written operands become machine operands is read from
//! [`oxmca_tables`]; what a target must hand-write is in its folder under `target`.
//!
//! Deliberately absent: cycles, files, printing to a terminal.

#![deny(missing_docs)]

pub mod bit_fields;
pub mod decoder;
pub mod diagnostic;
pub mod hex;
pub mod host;
pub mod inst;
pub mod interrupt;
pub mod layout;
pub mod lenient;
pub mod lexer;
pub mod lossless;
pub mod matcher;
mod method_table;
pub mod parser;
pub mod printer;
mod real;
pub mod region;
pub mod rewrite;
mod sections;
pub mod source;
pub mod spelling;
pub mod subtarget;
mod symbol_order;
pub mod symbols;
pub mod syntax;
pub mod target;
pub mod triple;

pub use decoder::{DecodeBuffer, DecodeError, Decoded, DecodedCode};
pub use diagnostic::{Diagnostic, Renderer, Severity};
pub use inst::{BinaryOp, Expr, Inst, Operand, UnaryOp};
pub use interrupt::Interrupt;
pub use layout::Layout;
pub use parser::{Options, Parsed, Parser, parse};
pub use region::{Instrument, Region};
pub use source::{Loc, Sources};
pub use subtarget::Subtarget;
pub use syntax::{Dialect, Syntax};
pub use target::Target;

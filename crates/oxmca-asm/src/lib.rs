//! Assembler front end and printer.
//!
//! Text goes in; machine instructions, code regions and diagnostics come out. Which instructions
//! exist, how they are written and how written operands become machine operands is read from
//! [`oxmca_tables`]; what a target must hand-write is in its folder under `target`.
//!
//! Deliberately absent: cycles, files, printing to a terminal.
//!
//! # Decisions
//!
//! - **Parser and target meet in one file.** Each calls the other, so `parser/interface.rs` defines both `Parser` and the
//!   hooks `TargetAsmParser`, and nothing else. The parser's state (frames, line tables, conditions, macros) is below it
//!   and knows neither; directives and statements are above it; `target/builtin.rs` alone names targets. The cost: the fields
//!   of `Parser` are visible in all of its folder.
//! - **Bytes and text.** Names are bytes, reports are text. Bytes that are no UTF-8 travel through text as private
//!   characters and become themselves again on output (`lossless`), so llvm-mca's bytes come out.
//! - **Lenient reading rewrites lines.** What other assemblers and disassemblers write becomes text that the parser takes,
//!   with the same line numbers, before it is parsed (`lenient`); targets rewrite their own statements. The parser itself
//!   only skips and counts what it cannot read. The cost: columns of messages can differ from those of the input.
//! - **Equal statements are parsed once.** In AT&T syntax, a line of registers, numbers and names of symbols means the same
//!   wherever it stands in one mode, as long as no symbol stands for an expression and the target has no state. Its
//!   instruction is copied, and so is its text in reports. The cost: a hash of each line.
//! - **Host detection** asks CPUID on x86, takes the text of `/proc/cpuinfo` elsewhere, and follows LLVM's assignment of
//!   numbers to names.

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

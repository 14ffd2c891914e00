//! What each target must hand-write, behind one trait.

pub mod x86;

use std::fmt;

use oxmca_tables::{ImageError, Opcode, Reg, Tables};

use crate::inst::{Expr, Inst};
use crate::lexer::{Token, TokenKind};
use crate::parser::{ParseResult, Parser};
use crate::printer::PrintOptions;
use crate::source::{Loc, LocRange};
use crate::subtarget::Subtarget;
use crate::symbols::SymbolId;
use crate::syntax::Syntax;
use crate::triple::{Arch, Triple};

/// How the simulator must treat an instruction beyond what the tables say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SimulationHints {
    /// Younger loads wait for this instruction.
    pub load_barrier: bool,
    /// Younger stores wait for this instruction.
    pub store_barrier: bool,
    /// A register whose first write is done outside the out-of-order engine (x86: the stack
    /// engine's update of the stack pointer) and is dropped.
    pub dropped_write: Option<Reg>,
}

/// Why an instruction cannot be encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncodeError {
    /// The operands are not those of the opcode's description, or no code exists for them together.
    /// The fault of whoever built the instruction: the assembler accepts none such.
    Operands,
    /// A register that exists only without a certain prefix, in an instruction that needs the prefix
    /// (x86: `ah` and its like with REX). The fault of whoever built the instruction.
    HighByteWithRex,
    /// The code is longer than the processor takes. The user's fault. The code was written all the
    /// same.
    TooLong {
        /// Most bytes an instruction may have.
        limit_bytes: usize,
    },
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodeError::Operands => f.write_str("operands cannot be encoded"),
            EncodeError::HighByteWithRex => {
                f.write_str("cannot encode high byte register in REX-prefixed instruction")
            }
            EncodeError::TooLong { limit_bytes } => {
                write!(f, "instruction length exceeds the limit of {limit_bytes}")
            }
        }
    }
}

impl std::error::Error for EncodeError {}

/// Whether a target understands an instrument: `# LLVM-MCA-LATENCY 100` and the like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InstrumentSupport {
    /// It does.
    Supported,
    /// There is no instrument of that kind.
    Unknown,
    /// The kind exists, but what follows it makes no sense.
    BadData,
}

/// A target's hand-written part.
pub trait Target: Sync {
    /// The tables of the target that are part of the program.
    ///
    /// # Errors
    /// When the image is damaged.
    fn tables(&self) -> Result<Tables<'static>, ImageError>;

    /// How assembly for a triple of this target is written.
    fn syntax(&self, triple: &Triple) -> Syntax;

    /// Features that a triple of this target switches on and off, as in `-mattr`.
    fn mode_features(&self, triple: &Triple) -> &'static [&'static str];

    /// Which definitions clear the rest of their widest super-register: one bit per definition,
    /// explicit ones first, then implicit ones.
    fn clears_super_registers(&self, subtarget: &Subtarget<'_>, inst: &Inst) -> u64;

    /// Evaluates the predicate function of that name (see `Tables::predicate_functions`).
    fn predicate(&self, name: &str, inst: &Inst) -> bool;

    /// Barriers and dropped writes.
    fn simulation_hints(&self, subtarget: &Subtarget<'_>, opcode: Opcode) -> SimulationHints;

    /// Appends an instruction's machine code to `out`, as it is before linking: what only the linker
    /// knows is zero. Instructions that expand to others have no code.
    ///
    /// # Errors
    /// [`EncodeError`]. Nothing is appended then, except with [`EncodeError::TooLong`].
    fn encode(
        &self,
        subtarget: &Subtarget<'_>,
        inst: &Inst,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError>;

    /// Parses one instruction up to and past the end of its statement and emits it. The mnemonic, as
    /// written, has been read already.
    ///
    /// # Errors
    /// When the instruction was reported as wrong. The rest of the statement is then skipped.
    fn parse_instruction<'a>(
        &self,
        parser: &mut Parser<'a>,
        mnemonic: &'a [u8],
        loc: Loc,
    ) -> ParseResult;

    /// Parses a directive of the target's own, up to and past the end of its statement, and says
    /// whether it is one; if it is not, nothing may be read. Its name, with its dot, has been read
    /// already.
    ///
    /// # Errors
    /// When the directive was reported as wrong.
    fn parse_directive<'a>(
        &self,
        parser: &mut Parser<'a>,
        name: &'a [u8],
        loc: Loc,
    ) -> ParseResult<bool>;

    /// Parses the name of a register, and says where it is.
    ///
    /// # Errors
    /// When there is none, which is then reported.
    fn parse_register(&self, parser: &mut Parser<'_>) -> ParseResult<(Reg, LocRange)>;

    /// Parses a primary expression only this target has, such as a register, and gives the position
    /// just past it. `None`, and nothing is read, if there is none here.
    ///
    /// # Errors
    /// When it was reported as wrong.
    fn parse_primary_expression(
        &self,
        _parser: &mut Parser<'_>,
    ) -> ParseResult<Option<(Expr, Loc)>> {
        Ok(None)
    }

    /// Appends an instruction to `out` as LLVM's printer shows it, without comments. It begins with a
    /// tab.
    fn print_inst(
        &self,
        subtarget: &Subtarget<'_>,
        inst: &Inst,
        options: &PrintOptions,
        out: &mut String,
    );

    /// Whether an instrument is understood. Every target has `LATENCY`, whatever follows it.
    fn instrument(&self, kind: &[u8], _data: &[u8]) -> InstrumentSupport {
        match kind {
            b"LATENCY" => InstrumentSupport::Supported,
            _ => InstrumentSupport::Unknown,
        }
    }

    /// Whether a colon after this token makes it a label.
    fn is_label(&self, _parser: &mut Parser<'_>, _first: Token<'_>) -> bool {
        true
    }

    /// Whether `name = value` sets a symbol.
    fn equal_is_assignment(&self) -> bool {
        true
    }

    /// Takes note of a label.
    fn label_parsed(&self, _parser: &mut Parser<'_>, _symbol: SymbolId) {}

    /// Appends the name of a register to `out` as instructions show it.
    fn print_register(
        &self,
        subtarget: &Subtarget<'_>,
        reg: Reg,
        options: &PrintOptions,
        out: &mut String,
    );

    /// Whether a token that is no name may begin an instruction (x86: `{` of `{vex}`).
    fn begins_statement(&self, _kind: TokenKind) -> bool {
        false
    }
}

/// The target of an architecture.
pub fn lookup(arch: Arch) -> &'static dyn Target {
    match arch {
        Arch::X86 | Arch::X86_64 => &x86::X86,
    }
}

//! The targets: what each of them hand-writes, behind one trait.
//!
//! A target is made for a triple by [`create`] or by an [`Implementation`], and owns its triple, tables and
//! syntax. The tables say which instructions exist; a target adds what operands look like, which
//! mnemonics the tables do not know, and what the simulator must know of instructions.

#[cfg(feature = "x86")]
pub mod x86;

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use oxmca_tables::schema::instr_flag;
use oxmca_tables::{ImageError, Opcode, OwnedTables, Reg, SchedClassId, Tables};

use crate::inst::{Expr, Inst};
use crate::lexer::{Token, TokenKind};
use crate::parser::{ParseResult, Parser};
use crate::printer::PrintOptions;
use crate::region::Instrument;
use crate::source::{Loc, LocRange};
use crate::subtarget::Subtarget;
use crate::symbols::SymbolId;
use crate::syntax::{Dialect, Syntax};
use crate::triple::{Arch, Triple};

/// Properties of an instruction that the simulator needs and the tables lack.
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
    /// The target has no code for operands that are each valid (x86: `ah` beside a register that
    /// needs a REX prefix). The fault of whoever built the instruction.
    Incompatible {
        /// The target's message.
        reason: &'static str,
    },
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
            EncodeError::Incompatible { reason } => f.write_str(reason),
            EncodeError::TooLong { limit_bytes } => {
                write!(f, "instruction length exceeds the limit of {limit_bytes}")
            }
        }
    }
}

impl std::error::Error for EncodeError {}

/// A target's answer about an instrument: `# LLVM-MCA-LATENCY 100` and the like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InstrumentSupport {
    /// It does.
    Supported,
    /// There is no instrument of that kind.
    Unknown,
    /// The kind exists, but what follows it makes no sense.
    BadData,
}

/// An instruction that has issued and not completed, as a [`HazardCheck`] sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExecutingInst {
    /// Its index in the region.
    pub index: usize,
    /// Cycles until it completes.
    pub cycles_left: u32,
}

/// A target's check for hazards in the in-order pipeline.
pub trait HazardCheck: fmt::Debug + Send + Sync {
    /// Returns how many cycles the instruction with number `index` of the region waits at least while
    /// others execute; 0 if nothing holds it back. The answer depends on the arguments alone.
    fn wait_cycles(&self, index: usize, executing: &[ExecutingInst]) -> u32;
}

/// State of a target between the statements of a text (x86: `.code16gcc`, `data32`).
pub trait TargetState: Any + fmt::Debug {
    /// Returns whether a statement means the same here as at the beginning of a text.
    fn is_initial(&self) -> bool;
}

impl dyn TargetState {
    /// The state as the type of one target; `None` if it belongs to another target.
    pub fn get<S: TargetState>(&self) -> Option<&S> {
        (self as &dyn Any).downcast_ref()
    }

    /// As `get`, to change it.
    pub fn get_mut<S: TargetState>(&mut self) -> Option<&mut S> {
        (self as &mut dyn Any).downcast_mut()
    }
}

/// The target of one triple: its tables, its syntax, and the part of it that is code.
pub trait Target: fmt::Debug + Send + Sync {
    /// The triple it was made for.
    fn triple(&self) -> &Triple;

    /// Its tables.
    fn tables(&self) -> &Tables<'_>;

    /// Lexical and syntactic choices of assembly for its triple.
    fn syntax(&self) -> &Syntax;

    /// Its dialects. LLVM's assembler and printer number them by their place here.
    fn dialects(&self) -> &'static [Dialect];

    /// Features that its triple switches on and off, as in `-mattr`.
    fn mode_features(&self) -> &'static [&'static str];

    /// The state at the beginning of a text.
    fn new_state(&self) -> Box<dyn TargetState>;

    /// Which definitions clear the rest of their widest super-register: one bit per definition,
    /// explicit ones first, then implicit ones.
    fn clears_super_registers(&self, inst: &Inst) -> u64;

    /// Evaluates the predicate function of that name (see `Tables::predicate_functions`).
    fn predicate(&self, name: &str, inst: &Inst) -> bool;

    /// Barriers and dropped writes.
    fn simulation_hints(&self, inst: &Inst) -> SimulationHints;

    /// Returns whether [`simulation_hints`](Self::simulation_hints) of an opcode's instructions
    /// differ by their operands. If not, they are asked for once per opcode.
    fn hints_depend_on_operands(&self, _opcode: Opcode) -> bool {
        false
    }

    /// Returns whether an instruction calls a function.
    fn is_call(&self, inst: &Inst) -> bool {
        self.tables().instruction(inst.opcode).flags & instr_flag::CALL != 0
    }

    /// Returns whether an instruction returns from a function.
    fn is_return(&self, inst: &Inst) -> bool {
        self.tables().instruction(inst.opcode).flags & instr_flag::RETURN != 0
    }

    /// Creates the check for hazards that neither registers nor resources explain, in a region of
    /// `insts`. The in-order pipeline asks it before it issues an instruction.
    fn hazard_check(&self, _insts: &[Inst]) -> Option<Arc<dyn HazardCheck>> {
        None
    }

    /// Returns the scheduling class that the instruments in force at an instruction choose for it,
    /// instead of its opcode's. They come in the order in which they begin.
    fn sched_class(&self, _inst: &Inst, _instruments: &[&Instrument]) -> Option<SchedClassId> {
        None
    }

    /// Returns whether any instruction begins instruments.
    fn has_instruments_of_insts(&self) -> bool {
        false
    }

    /// Passes the kind and the data of each instrument that an instruction begins to `begin`
    /// (RISC-V: `vsetvli` sets the vector length for what follows).
    fn begin_instruments(&self, _inst: &Inst, _begin: &mut dyn FnMut(&[u8], &[u8])) {}

    /// Appends an instruction's machine code to `out`, as it is before linking: what only the linker
    /// knows is zero. Instructions that expand to others have no code.
    ///
    /// # Errors
    /// [`EncodeError`]. Nothing is appended then, except with [`EncodeError::TooLong`].
    fn encode(
        &self,
        subtarget: &Subtarget,
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
        subtarget: &Subtarget,
        inst: &Inst,
        options: &PrintOptions,
        out: &mut String,
    );

    /// Returns whether an instrument is understood. Every target has `LATENCY`, whatever follows
    /// it.
    fn instrument(&self, kind: &[u8], _data: &[u8]) -> InstrumentSupport {
        match kind {
            b"LATENCY" => InstrumentSupport::Supported,
            _ => InstrumentSupport::Unknown,
        }
    }

    /// Returns whether a colon after this token makes it a label.
    fn is_label(&self, _parser: &mut Parser<'_>, _first: Token<'_>) -> bool {
        true
    }

    /// Returns whether `name = value` sets a symbol.
    fn equal_is_assignment(&self) -> bool {
        true
    }

    /// Parses a statement that no name at its start tells apart (ARM: `alias .req r0`), up to and
    /// past its end, and returns whether it was one; if not, nothing may be read. `name`, which begins
    /// the statement, has been read already, and is neither a label nor the name of a macro. Asked only
    /// if another name follows it.
    ///
    /// # Errors
    /// When the statement was reported as wrong.
    fn parse_statement<'a>(
        &self,
        _parser: &mut Parser<'a>,
        _name: &'a [u8],
        _loc: Loc,
    ) -> ParseResult<bool> {
        Ok(false)
    }

    /// Parses a value of a data directive such as `.word`, and returns the position just past it.
    ///
    /// # Errors
    /// When there is none, which is then reported.
    fn parse_data_expression(&self, parser: &mut Parser<'_>) -> ParseResult<(Expr, Loc)> {
        parser.parse_expression()
    }

    /// Returns the part of a constant that a specifier around it selects (`%hi(0x12345)`); `None` if
    /// only the linker knows.
    fn evaluate_specifier(&self, _name: &str, _value: i64) -> Option<i64> {
        None
    }

    /// Acts before a label is defined: instructions held back belong before it.
    fn label_begins(&self, _parser: &mut Parser<'_>) {}

    /// Acts after a label is defined.
    fn label_parsed(&self, _parser: &mut Parser<'_>, _symbol: SymbolId) {}

    /// Acts at the end of the text: emits instructions held back, reports what is unfinished.
    fn text_ends(&self, _parser: &mut Parser<'_>) {}

    /// Appends the name of a register to `out` as instructions show it.
    fn print_register(&self, reg: Reg, options: &PrintOptions, out: &mut String);

    /// Returns whether a token that is no name may begin an instruction (x86: `{` of `{vex}`).
    fn begins_statement(&self, _kind: TokenKind) -> bool {
        false
    }
}

/// Why there is no target for a triple.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TargetError {
    /// No target of that architecture exists. The fault of who chose the triple.
    Unknown {
        /// The triple as written.
        triple: String,
    },
    /// The target exists but was left out when the library was built: its Cargo feature is off.
    Disabled {
        /// The architecture.
        arch: Arch,
    },
    /// The tables are damaged, or were built for another machine than the program runs on.
    Tables(ImageError),
}

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TargetError::Unknown { triple } => write!(f, "no target for triple '{triple}'"),
            TargetError::Disabled { arch } => write!(
                f,
                "target '{}' was left out of this build: Cargo feature `{}` is off",
                arch.target_name(),
                arch.feature()
            ),
            TargetError::Tables(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TargetError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TargetError::Tables(error) => Some(error),
            _ => None,
        }
    }
}

/// The implementation of a target, for any triple and tables.
#[derive(Clone, Copy, Debug)]
pub struct Implementation {
    /// Makes the target of a triple with tables of that target.
    pub create: for<'t> fn(Triple, Tables<'t>) -> Box<dyn Target + 't>,
    /// Its dialects, as [`Target::dialects`] gives them.
    pub dialects: &'static [Dialect],
}

/// A target that is built in.
struct Builtin {
    tables: fn() -> Result<Tables<'static>, ImageError>,
    implementation: Implementation,
}

/// Names the folder of a target and the Cargo feature that builds it in; `None` where that is off.
macro_rules! builtin {
    ($feature:literal, $tables:path, $target:path) => {{
        #[cfg(feature = $feature)]
        let builtin = Some(Builtin {
            tables: $tables,
            implementation: Implementation {
                create: |triple, tables| Box::new(<$target>::new(triple, tables)),
                dialects: <$target>::DIALECTS,
            },
        });
        #[cfg(not(feature = $feature))]
        let builtin = None;
        builtin
    }};
}

impl Builtin {
    /// The target of an architecture. A new target has its line here.
    fn of(triple: &Triple) -> Result<Builtin, TargetError> {
        let unknown = || TargetError::Unknown { triple: triple.as_str().to_owned() };
        let arch = triple.arch().ok_or_else(unknown)?;
        let builtin = match arch {
            Arch::X86 | Arch::X86_64 => builtin!("x86", Tables::x86, x86::X86),
        };
        builtin.ok_or(TargetError::Disabled { arch })
    }
}

/// The tables of a triple's target that are built into the library.
///
/// # Errors
/// All of [`TargetError`].
pub fn builtin_tables(triple: &Triple) -> Result<OwnedTables, TargetError> {
    (Builtin::of(triple)?.tables)().map(OwnedTables::from).map_err(TargetError::Tables)
}

/// The built-in implementation of a triple's target.
///
/// # Errors
/// [`TargetError::Unknown`] and [`TargetError::Disabled`].
pub fn implementation(triple: &Triple) -> Result<Implementation, TargetError> {
    Ok(Builtin::of(triple)?.implementation)
}

/// Makes the target of a triple, with the tables that are built into the library.
///
/// # Errors
/// All of [`TargetError`].
pub fn create(triple: Triple) -> Result<Box<dyn Target>, TargetError> {
    let builtin = Builtin::of(&triple)?;
    let tables = (builtin.tables)().map_err(TargetError::Tables)?;
    Ok((builtin.implementation.create)(triple, tables))
}

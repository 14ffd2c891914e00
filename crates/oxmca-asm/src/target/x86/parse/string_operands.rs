//! The operands of string instructions, which are always the same and may be left out.

use std::borrow::Cow;

use oxmca_tables::Reg;
use smallvec::{SmallVec, smallvec};

use super::state::{Mode, is_intel, state};
use super::statement::Operands;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::x86::X86;
use crate::target::x86::operand::{Memory, OperandKind, ParsedOperand};
use crate::target::x86::registers::kind;

/// The registers string instructions use by default.
#[derive(Clone, Copy)]
pub(super) struct StringRegisters {
    source: Reg,
    destination: Reg,
    mode_bits: u8,
}

impl StringRegisters {
    pub fn new(x86: &X86<'_>, parser: &Parser<'_>, mode: Mode) -> StringRegisters {
        let named = &x86.registers.named;
        let (source, destination) = match mode {
            Mode::Bits64 => (named.rsi, named.rdi),
            Mode::Bits16 if !state(parser).code_16_gcc => (named.si, named.di),
            Mode::Bits16 | Mode::Bits32 => (named.esi, named.edi),
        };
        StringRegisters { source, destination, mode_bits: mode.bits() }
    }
}

/// Adds the operands a string instruction lacks, or turns those written into the ones it has.
pub(super) fn complete(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    registers: StringRegisters,
    name: &[u8],
    loc: Loc,
    mnemonic: &mut Cow<'_, [u8]>,
    operands: &mut Operands<'_>,
) -> ParseResult {
    let memory = |base| ParsedOperand::memory(Memory::at(base, registers.mode_bits), loc, loc);
    let source = || memory(registers.source);
    let destination = || memory(registers.destination);
    let dx = || ParsedOperand::register(x86.registers.named.dx, loc, loc);
    let mut usual: SmallVec<[ParsedOperand<'_>; 2]> = match name {
        b"ins" | b"insb" | b"insw" | b"insl" | b"insd" => smallvec![dx(), destination()],
        b"outs" | b"outsb" | b"outsw" | b"outsl" | b"outsd" => smallvec![source(), dx()],
        b"lods" | b"lodsb" | b"lodsw" | b"lodsl" | b"lodsd" | b"lodsq" => smallvec![source()],
        b"stos" | b"stosb" | b"stosw" | b"stosl" | b"stosd" | b"stosq" | b"scas" | b"scasb"
        | b"scasw" | b"scasl" | b"scasd" | b"scasq" => smallvec![destination()],
        b"cmps" | b"cmpsb" | b"cmpsw" | b"cmpsl" | b"cmpsd" | b"cmpsq" => {
            smallvec![destination(), source()]
        }
        b"movs" | b"movsb" | b"movsw" | b"movsl" | b"movsd" | b"movsq" | b"smov" | b"smovb"
        | b"smovw" | b"smovl" | b"smovd" | b"smovq" => {
            if name == b"movsd" && operands.is_empty() && !is_intel(parser) {
                *mnemonic = Cow::Borrowed(b"movsl");
            }
            smallvec![source(), destination()]
        }
        _ => return Ok(()),
    };
    if is_intel(parser) {
        usual.reverse();
    }
    if operands.is_empty() {
        operands.extend(usual);
        return Ok(());
    }
    if operands.len() != usual.len() {
        return Ok(());
    }
    adapt(x86, parser, registers.source, usual, operands)
}

/// Replaces operands as written by the usual ones, in the address size that was written. Leaves them
/// alone if they are of another kind, since the instruction may then be another one.
fn adapt<'a>(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    source: Reg,
    mut usual: SmallVec<[ParsedOperand<'a>; 2]>,
    operands: &mut Operands<'a>,
) -> ParseResult {
    let registers = &x86.registers;
    let mut size = None;
    let mut warnings: SmallVec<[(Loc, &str); 2]> = SmallVec::new();
    for (operand, written) in usual.iter_mut().zip(operands.iter()) {
        let memory = match &mut operand.kind {
            OperandKind::Register(reg) if written.reg() == Some(*reg) => continue,
            OperandKind::Memory(memory) => memory,
            _ => return Ok(()),
        };
        let Some(given) = written.mem() else { return Ok(()) };
        if size.is_some_and(|size| !registers.is(given.base, size)) {
            let message = "mismatching source and destination index registers";
            return Err(parser.error(written.range.start, message));
        }
        let sizes = [kind::GR64, kind::GR32, kind::GR16];
        let Some(of_base) = sizes.into_iter().find(|size| registers.is(given.base, *size)) else {
            return Ok(());
        };
        size = Some(of_base);
        let is_source = memory.base == source;
        memory.base = registers.resized(&x86.tables, memory.base, of_base);
        memory.segment = given.segment;
        memory.size_bits = given.size_bits;
        if memory.base != given.base {
            let message = if is_source {
                "memory operand is only for determining the size, ES:(R|E)SI will be used for the \
                 location"
            } else {
                "memory operand is only for determining the size, ES:(R|E)DI will be used for the \
                 location"
            };
            warnings.push((written.range.start, message));
        }
    }
    for (loc, message) in warnings {
        parser.warning(loc, message);
    }
    operands.clear();
    operands.extend(usual);
    Ok(())
}

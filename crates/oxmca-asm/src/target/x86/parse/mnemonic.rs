//! Mnemonics and operands that the tables do not know as they are often written.

use std::borrow::Cow;

use super::state::Mode;
use super::statement::Operands;
use crate::parser::Parser;
use crate::target::x86::X86;
use crate::target::x86::operand::{Memory, OperandKind, ParsedOperand};
use crate::target::x86::registers::kind;

/// Returns the first `len` bytes of a name.
pub(super) fn cut(name: Cow<'_, [u8]>, len: usize) -> Cow<'_, [u8]> {
    match name {
        Cow::Borrowed(text) => Cow::Borrowed(&text[..len]),
        Cow::Owned(mut text) => {
            text.truncate(len);
            Cow::Owned(text)
        }
    }
}

/// Returns whether `short` may follow in Intel syntax, where it says nothing.
pub(super) fn may_be_short(name: &[u8]) -> bool {
    const CONDITIONS: [&[u8]; 32] = [
        b"o", b"no", b"b", b"nae", b"ae", b"nb", b"e", b"z", b"ne", b"nz", b"be", b"na", b"a",
        b"nbe", b"s", b"ns", b"p", b"pe", b"np", b"po", b"l", b"nge", b"ge", b"nl", b"le", b"ng",
        b"g", b"nle", b"c", b"nc", b"cxz", b"ecxz",
    ];
    let Some(condition) = name.strip_prefix(b"j") else { return false };
    condition == b"mp" || CONDITIONS.contains(&condition)
}

/// Returns `setne` for `setneb`: the suffix says nothing, since only bytes can be set.
pub(super) fn without_set_suffix(name: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let suffixed = name.starts_with(b"set")
        && name.ends_with(b"b")
        && !matches!(&*name, b"setzub" | b"setzunb" | b"setb" | b"setnb");
    let len = name.len() - usize::from(suffixed);
    cut(name, len)
}

/// Changes mnemonic and operands that other assemblers accept to what the tables have. `name` is the
/// mnemonic as written.
pub(super) fn adjust(
    x86: &X86<'_>,
    mode: Mode,
    name: &mut Cow<'_, [u8]>,
    mnemonic: &mut Cow<'_, [u8]>,
    operands: &mut Operands<'_>,
) {
    // Without operands these pop the x87 stack.
    if operands.is_empty() {
        let popping: &'static [u8] = match &**name {
            b"fsub" => b"fsubp",
            b"fdiv" => b"fdivp",
            b"fsubr" => b"fsubrp",
            b"fdivr" => b"fdivrp",
            _ => return,
        };
        *mnemonic = Cow::Borrowed(popping);
        return;
    }
    let [first, second] = &mut operands[..] else { return };
    if matches!(&**name, b"mov" | b"movw" | b"movl") {
        move_to_segment(x86, mode, name, mnemonic, [first, second]);
    }
    let dx_operand = match &**name {
        b"out" | b"outb" | b"outw" | b"outl" | b"outs" | b"outsb" | b"outsw" | b"outsl" => second,
        b"in" | b"inb" | b"inw" | b"inl" | b"ins" | b"insb" | b"insw" | b"insl" => first,
        _ => return,
    };
    if matches!(dx_operand.kind, OperandKind::DxInParentheses) {
        dx_operand.kind = OperandKind::Register(x86.registers.named.dx);
    }
}

/// Shortens a move to a segment register, which has 16 bits: it is the same from a 16-bit or a 32-bit
/// register: takes the size that needs no prefix.
fn move_to_segment(
    x86: &X86<'_>,
    mode: Mode,
    name: &mut Cow<'_, [u8]>,
    mnemonic: &mut Cow<'_, [u8]>,
    [from, to]: [&mut ParsedOperand<'_>; 2],
) {
    let registers = &x86.registers;
    let (Some(source), Some(segment)) = (from.reg(), to.reg()) else { return };
    if !registers.is(segment, kind::SEGMENT) || !registers.is(source, kind::GR16 | kind::GR32) {
        return;
    }
    let (long, short, size): (&[u8], &'static [u8], _) = match mode {
        Mode::Bits16 => (b"movl", b"movw", kind::GR16),
        Mode::Bits32 | Mode::Bits64 => (b"movw", b"movl", kind::GR32),
    };
    if **name == *long {
        *name = Cow::Borrowed(short);
        *mnemonic = Cow::Borrowed(short);
    }
    let end = from.range.end;
    let source = registers.resized(&x86.tables, source, size);
    *from = ParsedOperand::register(source, end, end);
}

/// Drops the operand of `xlat`, which only gives the access size.
pub(super) fn adjust_xlat(
    parser: &mut Parser<'_>,
    name: &[u8],
    mnemonic: &mut Cow<'_, [u8]>,
    operands: &mut Operands<'_>,
) {
    if !matches!(name, b"xlat" | b"xlatb") {
        return;
    }
    let [operand] = &operands[..] else { return };
    let OperandKind::Memory(Memory { size_bits: 0 | 8, .. }) = operand.kind else { return };
    parser.warning(
        operand.range.start,
        "memory operand is only for determining the size, (R|E)BX will be used for the location",
    );
    operands.clear();
    *mnemonic = Cow::Borrowed(b"xlatb");
}

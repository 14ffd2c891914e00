//! The arithmetic of AArch64 instructions, by their mnemonics and the arrangement of their registers.

use oxmca_tables::schema::AsmPiece;

use super::super::AArch64;
use super::super::print_method::Method;
use super::address::{element_bytes, memory_bytes};
use super::mnemonic::mnemonic;
use super::register_part;
use crate::inst::{Inst, Operand};
use crate::target::arithmetic::{Arithmetic, NumberClass};

/// Operations on floating-point numbers.
const FLOAT: &[(&str, u8)] = &[
    ("fadd", 1),
    ("fsub", 1),
    ("fsubr", 1),
    ("fmul", 1),
    ("fmulx", 1),
    ("fnmul", 1),
    ("fdiv", 1),
    ("fdivr", 1),
    ("fsqrt", 1),
    ("fmin", 1),
    ("fmax", 1),
    ("fminnm", 1),
    ("fmaxnm", 1),
    ("fabd", 1),
    ("fabs", 1),
    ("fneg", 1),
    ("faddp", 1),
    ("fcmp", 1),
    ("fcmpe", 1),
    ("fcmeq", 1),
    ("fcmge", 1),
    ("fcmgt", 1),
    ("fcmle", 1),
    ("fcmlt", 1),
    ("frecpe", 1),
    ("frecps", 2),
    ("frsqrte", 1),
    ("frsqrts", 2),
    ("fmadd", 2),
    ("fmsub", 2),
    ("fnmadd", 2),
    ("fnmsub", 2),
    ("fmla", 2),
    ("fmls", 2),
    ("fmad", 2),
    ("fmsb", 2),
    ("fnmla", 2),
    ("fnmls", 2),
    ("fadda", 1),
    ("faddv", 1),
];

/// Operations on integers, in vectors or general purpose registers.
const INTEGER: &[(&str, u8)] = &[
    ("add", 1),
    ("adds", 1),
    ("adc", 1),
    ("sub", 1),
    ("subs", 1),
    ("sbc", 1),
    ("mul", 1),
    ("madd", 2),
    ("msub", 2),
    ("mla", 2),
    ("mls", 2),
    ("mad", 2),
    ("sdiv", 1),
    ("udiv", 1),
    ("smax", 1),
    ("smin", 1),
    ("umax", 1),
    ("umin", 1),
    ("abs", 1),
    ("neg", 1),
    ("sabd", 1),
    ("uabd", 1),
    ("shl", 1),
    ("sshl", 1),
    ("ushl", 1),
    ("sshr", 1),
    ("ushr", 1),
    ("cmeq", 1),
    ("cmge", 1),
    ("cmgt", 1),
    ("cmhi", 1),
    ("cmhs", 1),
    ("sqadd", 1),
    ("uqadd", 1),
    ("sqsub", 1),
    ("uqsub", 1),
    ("addp", 1),
    ("addv", 1),
    ("cnt", 1),
    ("clz", 1),
    ("rbit", 1),
    ("lslv", 1),
    ("lsrv", 1),
    ("asrv", 1),
    ("ubfm", 1),
    ("sbfm", 1),
];

/// Bitwise operations, which have elements in general purpose registers only.
const BITWISE: &[&str] = &["and", "ands", "orr", "eor", "bic", "bics", "orn", "eon"];

/// Operations whose result has longer or shorter elements than what they read.
const RESIZING: &[(&str, u8)] = &[
    ("fcvt", 0),
    ("fcvtl", 0),
    ("fcvtl2", 0),
    ("fcvtn", 0),
    ("fcvtn2", 0),
    ("scvtf", 0),
    ("ucvtf", 0),
    ("fcvtzs", 0),
    ("fcvtzu", 0),
    ("sshll", 0),
    ("sshll2", 0),
    ("ushll", 0),
    ("ushll2", 0),
    ("xtn", 0),
    ("xtn2", 0),
    ("uaddl", 1),
    ("uaddl2", 1),
    ("saddl", 1),
    ("saddl2", 1),
    ("uaddw", 1),
    ("uaddw2", 1),
    ("saddw", 1),
    ("saddw2", 1),
    ("smull", 1),
    ("smull2", 1),
    ("umull", 1),
    ("umull2", 1),
    ("smlal", 2),
    ("smlal2", 2),
    ("umlal", 2),
    ("umlal2", 2),
    ("uadalp", 1),
    ("sadalp", 1),
    ("udot", 8),
    ("sdot", 8),
    ("uaddlv", 1),
    ("saddlv", 1),
];

/// The width of an operand's elements, and how many there are.
#[derive(Clone, Copy)]
struct Shape {
    bits: u16,
    /// `None` for vectors whose length the processor decides.
    lanes: Option<u16>,
}

/// Returns what an instruction computes; `None` if it only moves values, or that is not known.
pub(in crate::target::aarch64) fn arithmetic(
    aarch64: &AArch64<'_>,
    inst: &Inst,
) -> Option<Arithmetic> {
    let name = mnemonic(&aarch64.tables, inst);
    let find = |list: &[(&str, u8)]| list.iter().find(|it| it.0 == name).map(|it| it.1);
    let (class, operations, is_resizing) = if let Some(operations) = find(FLOAT) {
        (NumberClass::Float, operations, false)
    } else if let Some(operations) = find(INTEGER) {
        (NumberClass::Integer, operations, false)
    } else if let Some(operations) = find(RESIZING) {
        let is_float = name.starts_with('f') || name.ends_with("cvtf");
        let class = if is_float { NumberClass::Float } else { NumberClass::Integer };
        (class, operations, true)
    } else if BITWISE.contains(&name) {
        (NumberClass::Integer, 1, false)
    } else {
        return scalable_transfer(aarch64, inst, name);
    };
    let shapes = shapes(aarch64, inst);
    let (result, source) = (shapes.first()?, shapes.last()?);
    let is_general = matches!(shapes_letter(aarch64, inst), Some(b'w' | b'x'));
    if BITWISE.contains(&name) && !is_general {
        return None;
    }
    let source_bits = if is_resizing { source.bits } else { result.bits };
    // A sum over a vector has one result, but an operation for each element.
    let lanes = if name.ends_with('v') && !is_general { source.lanes } else { result.lanes };
    Some(Arithmetic { class, source_bits, result_bits: result.bits, lanes, operations })
}

/// Returns the widths of elements in memory and in vectors whose length the processor decides.
fn scalable_transfer(aarch64: &AArch64<'_>, inst: &Inst, name: &str) -> Option<Arithmetic> {
    let is_load = name.starts_with("ld");
    if !is_load && !name.starts_with("st") {
        return None;
    }
    let row = aarch64.tables.instruction_syntax(inst.opcode);
    let pieces = &aarch64.tables.asm_pieces[row.syntax[0].range()];
    let mut operands = pieces.iter().filter(|piece| piece.method != AsmPiece::LITERAL);
    let list = operands.find_map(|piece| match aarch64.print_method(piece.method.into())? {
        Method::VectorList { lanes: 0, kind: Some(kind) } => {
            Some((inst.operands.get(usize::from(piece.operand))?.reg()?, kind))
        }
        _ => None,
    });
    let (reg, kind) = list?;
    let in_vector = 8 * element_bytes(kind as u8)?;
    let in_memory = (8 * memory_bytes(name)?).min(in_vector);
    let is_scalable = register_part::letter(aarch64, reg) == Some(b'z');
    let (source_bits, result_bits) =
        if is_load { (in_memory, in_vector) } else { (in_vector, in_memory) };
    let class = NumberClass::Integer;
    is_scalable.then_some(Arithmetic {
        class,
        source_bits,
        result_bits,
        lanes: None,
        operations: 0,
    })
}

/// Returns the letter of the first register.
fn shapes_letter(aarch64: &AArch64<'_>, inst: &Inst) -> Option<u8> {
    let first = inst.operands.iter().find_map(Operand::reg)?;
    register_part::letter(aarch64, first)
}

/// Returns the shapes of the register operands, in the order in which they are written.
fn shapes(aarch64: &AArch64<'_>, inst: &Inst) -> Vec<Shape> {
    let tables = &aarch64.tables;
    let row = tables.instruction_syntax(inst.opcode);
    let pieces = &tables.asm_pieces[row.syntax[0].range()];
    let mut found = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        if piece.method == AsmPiece::LITERAL {
            continue;
        }
        let reg = inst.operands.get(usize::from(piece.operand)).and_then(Operand::reg);
        let Some(letter) = reg.and_then(|reg| register_part::letter(aarch64, reg)) else {
            continue;
        };
        let method = aarch64.print_method(piece.method.into());
        let arrangement = pieces.get(at + 1).filter(|it| it.method == AsmPiece::LITERAL);
        let arrangement = arrangement.and_then(|it| arrangement_of(tables.text(it.text)));
        found.extend(match (method, arrangement, register_part::bits(letter)) {
            (Some(Method::SveRegister(Some(kind))), ..) => {
                register_part::bits(kind as u8).map(|bits| Shape { bits, lanes: None })
            }
            (_, Some(shape), _) => Some(shape),
            (_, None, Some(bits)) => Some(Shape { bits, lanes: Some(1) }),
            (_, None, None) => None,
        });
    }
    found
}

/// Returns the shape that follows a register: `.4s`.
fn arrangement_of(text: &str) -> Option<Shape> {
    let text = text.strip_prefix('.')?;
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let bits = register_part::bits(*text.as_bytes().get(digits)?)?;
    let lanes = match digits {
        0 => 1,
        _ => text[..digits].parse().ok()?,
    };
    Some(Shape { bits, lanes: Some(lanes) })
}

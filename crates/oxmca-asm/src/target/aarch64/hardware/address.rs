//! The memory operand of an instruction, by the brackets of its syntax.

use oxmca_tables::Reg;
use oxmca_tables::schema::AsmPiece;

use super::super::AArch64;
use super::super::print_method::Method;
use super::mnemonic::mnemonic;
use super::register_part::{self, GRANULE_BYTES};
use crate::inst::{Inst, Operand};
use crate::target::hardware::{Address, Place, symbol_and_offset};

/// A memory operand.
#[derive(Debug)]
pub(super) struct MemoryOperand {
    pub(super) address: Address,
    /// Lengths of what a register transfers that are added to the address.
    pub(super) displacement_vectors: i64,
    /// The transfer of vectors whose length the processor decides.
    pub(super) scalable: Option<ScalableTransfer>,
    /// Bytes of an access; 0 if they depend on the length of vectors.
    pub(super) bytes: u16,
    /// Accesses that follow each other in memory.
    pub(super) accesses: u16,
    /// By what the base changes, if it does.
    pub(super) base_step: Option<Place>,
    /// Positions of the operands that are loaded or stored.
    pub(super) data: Vec<usize>,
}

/// A transfer of vectors whose length the processor decides.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScalableTransfer {
    /// Bytes of each register, for each granule.
    pub(super) register_bytes: u16,
    pub(super) registers: u16,
}

/// An operand as the syntax has it.
struct Written<'i> {
    position: usize,
    operand: &'i Operand,
    method: Method,
}

/// The operands before, within and after the brackets.
#[derive(Default)]
struct Parts<'i> {
    before: Vec<Written<'i>>,
    within: Vec<Written<'i>>,
    after: Vec<Written<'i>>,
    /// An exclamation mark follows the brackets.
    has_mark: bool,
    /// The constant is in lengths of vectors.
    is_in_vectors: bool,
    /// The letter of elements after a vector register: `.4s`.
    element: Option<u8>,
}

/// Returns the memory operand of an instruction, if it has one.
pub(super) fn memory_operand(aarch64: &AArch64<'_>, inst: &Inst) -> Option<MemoryOperand> {
    let parts = parts(aarch64, inst)?;
    let (base, rest) = parts.within.split_first()?;
    let base_reg = base.operand.reg()?;
    let is_vector = |reg: Reg| register_part::is_vector(aarch64, reg);
    let mut address = Address {
        operands: [Some(base.position as u8), None],
        base: register_part::part(aarch64, base_reg),
        is_gather: is_vector(base_reg),
        scale: 1,
        ..Address::default()
    };
    let mut displacement_vectors = 0;
    for it in rest {
        match it.operand {
            Operand::Reg(reg) => {
                address.operands[1] = Some(it.position as u8);
                address.index = register_part::part(aarch64, *reg);
                address.is_gather |= is_vector(*reg);
                if let Method::RegWithShiftExtend { width_bits, .. } = it.method {
                    address.scale = scale(width_bits);
                }
            }
            Operand::Imm(value) => match it.method {
                Method::ImmScale { scale } if parts.is_in_vectors => {
                    displacement_vectors = value.wrapping_mul(scale);
                }
                _ if parts.is_in_vectors => displacement_vectors = *value,
                Method::MemExtend { width_bits, .. } => {
                    let shifts = inst.operands.get(it.position + 1).and_then(Operand::imm);
                    if shifts != Some(0) {
                        address.scale = scale(width_bits);
                    }
                }
                Method::UImm12Offset { scale } | Method::ImmScale { scale } => {
                    address.displacement = value.wrapping_mul(scale);
                }
                _ => address.displacement = *value,
            },
            Operand::Expr(expr) => {
                (address.symbol, address.displacement) = symbol_and_offset(expr);
            }
        }
    }
    address.has_displacement =
        address.displacement != 0 || address.symbol != 0 || displacement_vectors != 0;
    let data: Vec<&Written<'_>> =
        parts.before.iter().filter(|it| it.operand.reg().is_some()).collect();
    let (bytes, accesses) = accesses(aarch64, inst, &data, parts.element);
    let scalable = scalable_transfer(aarch64, inst, &data).filter(|_| !address.is_gather);
    let base_step = match parts.after.first() {
        Some(it) => Some(step(aarch64, it)),
        None if parts.has_mark => Some(Place::Immediate(address.displacement)),
        None => None,
    };
    address.updates_base = base_step.is_some();
    let data = data.into_iter().map(|it| it.position).collect();
    Some(MemoryOperand {
        address,
        displacement_vectors,
        scalable,
        bytes,
        accesses,
        base_step,
        data,
    })
}

/// Sorts the operands of an instruction by where its syntax has them; `None` if it has no brackets.
fn parts<'i>(aarch64: &AArch64<'_>, inst: &'i Inst) -> Option<Parts<'i>> {
    let tables = &aarch64.tables;
    let row = tables.instruction_syntax(inst.opcode);
    let mut parts = Parts::default();
    let (mut is_within, mut has_brackets) = (false, false);
    for piece in &tables.asm_pieces[row.syntax[0].range()] {
        if piece.method == AsmPiece::LITERAL {
            let text = tables.text(piece.text);
            match text.rfind(['[', ']']).map(|at| text.as_bytes()[at]) {
                Some(b'[') => (is_within, has_brackets) = (true, true),
                Some(_) => is_within = false,
                None => {}
            }
            parts.has_mark |= text.contains("]!");
            parts.is_in_vectors |= text.contains("mul vl");
            continue;
        }
        let method = aarch64.print_method(piece.method.into())?;
        let position = usize::from(piece.operand);
        let Some(operand) = inst.operands.get(position) else { continue };
        if let Method::VectorList { kind: Some(kind), .. } = method {
            parts.element = Some(kind as u8);
        }
        let written = Written { position, operand, method };
        match (is_within, has_brackets) {
            (true, _) => parts.within.push(written),
            (false, true) => parts.after.push(written),
            (false, false) => parts.before.push(written),
        }
    }
    has_brackets.then_some(parts)
}

/// Returns the factor of an index for elements of so many bits.
const fn scale(width_bits: u32) -> u8 {
    if width_bits < 8 { 1 } else { (width_bits / 8) as u8 }
}

/// Returns the constant or register after the brackets.
fn step(aarch64: &AArch64<'_>, it: &Written<'_>) -> Place {
    match (it.operand, it.method) {
        (Operand::Reg(reg), Method::PostIncrement { bytes })
            if register_part::is_zero(aarch64, *reg) =>
        {
            Place::Immediate(bytes)
        }
        (Operand::Reg(reg), _) => {
            register_part::part(aarch64, *reg).map_or(Place::None, Place::Register)
        }
        (Operand::Imm(value), Method::ImmScale { scale }) => {
            Place::Immediate(value.wrapping_mul(scale))
        }
        (Operand::Imm(value), _) => Place::Immediate(*value),
        (Operand::Expr(_), _) => Place::None,
    }
}

/// Returns the bytes of an access and the number of accesses: by the mnemonic, else by the registers.
fn accesses(
    aarch64: &AArch64<'_>,
    inst: &Inst,
    data: &[&Written<'_>],
    element: Option<u8>,
) -> (u16, u16) {
    let name = mnemonic(&aarch64.tables, inst);
    let Some((first, reg)) = data.iter().find_map(|it| Some((it, it.operand.reg()?))) else {
        return (0, 1);
    };
    if let Method::VectorList { lanes, kind } = first.method {
        let registers = register_part::count(aarch64, reg);
        let bytes = kind.and_then(|kind| register_part::bits(kind as u8)).unwrap_or(0) / 8;
        let elements = match lanes {
            _ if is_broadcast(name) && register_part::letter(aarch64, reg) == Some(b'z') => {
                let bytes = memory_bytes(name).unwrap_or(0);
                let times = if name.contains("rq") { 16 } else { 32 };
                let is_one = name.len() == "ld1rw".len() || name.starts_with("ld1rs");
                return (if is_one { bytes } else { times }, 1);
            }
            // One element of each register, or all of a vector whose length is not known.
            _ if name.ends_with('r') => 1,
            0 if register_part::letter(aarch64, reg) == Some(b'z') => 0,
            0 => 1,
            lanes => lanes as u16,
        };
        return (bytes * elements * registers, 1);
    }
    let short = match name.as_bytes() {
        [b'l' | b's', .., b's', b'w'] => Some(4),
        [.., b'b'] if element.is_none() => Some(1),
        [.., b'h'] if element.is_none() => Some(2),
        _ => None,
    };
    if let Some(bytes) = short {
        return (bytes, 1);
    }
    let bits = register_part::letter(aarch64, reg).and_then(register_part::bits);
    let is_pair = ["ldp", "stp", "ldnp", "stnp", "ldpsw"].contains(&name);
    (bits.unwrap_or(0) / 8, if is_pair { 2 } else { 1 })
}

/// Returns whether a load fills a vector with copies of what it loads.
fn is_broadcast(name: &str) -> bool {
    name.starts_with("ld1r")
}

/// Returns the bytes of an element in memory, by the last letter of the mnemonic.
pub(super) fn memory_bytes(name: &str) -> Option<u16> {
    Some(match name.as_bytes().last()? {
        b'b' => 1,
        b'h' => 2,
        b'w' => 4,
        b'd' => 8,
        b'q' => 16,
        _ => return None,
    })
}

/// Returns the bytes of an element of a vector that the processor makes as long as it has them, by its letter.
pub(super) fn element_bytes(letter: u8) -> Option<u16> {
    register_part::bits(letter).map(|bits| bits / 8)
}

/// Returns the transfer of registers whose length the processor decides.
fn scalable_transfer(
    aarch64: &AArch64<'_>,
    inst: &Inst,
    data: &[&Written<'_>],
) -> Option<ScalableTransfer> {
    let name = mnemonic(&aarch64.tables, inst);
    let (first, reg) = data.iter().find_map(|it| Some((it, it.operand.reg()?)))?;
    let letter = register_part::letter(aarch64, reg)?;
    let is_whole = matches!(name, "ldr" | "str");
    let register_bytes = match (letter, first.method) {
        (b'z', _) if is_whole => GRANULE_BYTES,
        (b'p', _) if is_whole => GRANULE_BYTES / 8,
        (b'z', Method::VectorList { kind: Some(kind), .. }) if !is_broadcast(name) => {
            GRANULE_BYTES / element_bytes(kind as u8)? * memory_bytes(name)?
        }
        _ => return None,
    };
    Some(ScalableTransfer { register_bytes, registers: register_part::count(aarch64, reg) })
}

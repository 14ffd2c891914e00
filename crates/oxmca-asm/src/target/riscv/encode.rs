//! Machine code.

use oxmca_tables::{Opcode, Reg};
use smallvec::SmallVec;

use super::capability_length;
use super::target::RiscV;
use crate::bit_fields::{self, EncoderMethods};
use crate::inst::{Inst, Operand};
use crate::subtarget::Subtarget;
use crate::syntax::ObjectFormat;
use crate::target::EncodeError;
use crate::target::known_names::Known;

/// Numbers of integer registers: the one that is zero, the one for return addresses, and those that `tail` uses,
/// without landing pads and with them.
const ZERO: u16 = 0;
const RETURN_ADDRESS: u16 = 1;
const TAIL_SCRATCH: u16 = 6;
const GUARDED_TAIL_SCRATCH: u16 = 7;

/// Appends the machine code of an instruction, little-endian on every triple.
pub(super) fn encode(
    riscv: &RiscV<'_>,
    subtarget: &Subtarget,
    inst: &Inst,
    out: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    let insts = expand(riscv, subtarget, inst);
    let insts = if insts.is_empty() { std::slice::from_ref(inst) } else { &insts[..] };
    let start = out.len();
    for inst in insts {
        let Some(code) = bit_fields::encode(&riscv.tables, riscv, inst) else {
            out.truncate(start);
            return Err(EncodeError::Operands);
        };
        out.extend(code.little_endian());
    }
    Ok(())
}

/// Returns the instructions whose machine code a pseudo-instruction has; none if `inst` is no
/// pseudo-instruction.
fn expand(riscv: &RiscV<'_>, subtarget: &Subtarget, inst: &Inst) -> SmallVec<[Inst; 2]> {
    let tables = &riscv.tables;
    if tables.encoding(inst.opcode).is_some() {
        return SmallVec::new();
    }
    let opcode = |name: &str| tables.opcode_named(name.as_bytes());
    let with = |opcode: Option<Opcode>, operands: &[&Operand]| {
        let operands = operands.iter().map(|operand| (*operand).clone()).collect();
        Some(Inst { opcode: opcode?, flags: 0, operands })
    };
    let is_mach_o = riscv.triple.object_format() == ObjectFormat::MachO;
    // The upper part of the distance goes to `scratch`, the jump keeps its return address in `link`.
    let jump = |link: u16, scratch: u16, symbol: &Operand| -> SmallVec<[Inst; 2]> {
        if is_mach_o {
            let link = Operand::Reg(riscv.registers.general_of(link));
            return with(Some(riscv.jal), &[&link, symbol]).into_iter().collect();
        }
        let [link, scratch] =
            [link, scratch].map(|it| Operand::Reg(riscv.registers.general_of(it)));
        let upper = with(opcode("AUIPC"), &[&scratch, symbol]);
        let jump = with(Some(riscv.jalr), &[&link, &scratch, &Operand::Imm(0)]);
        upper.into_iter().chain(jump).collect()
    };
    let number = |operand: &Operand| operand.reg().map(|reg| riscv.registers.number(reg));
    match (tables.opcode_name(inst.opcode), &inst.operands[..]) {
        ("PseudoCALL", [symbol]) => jump(RETURN_ADDRESS, RETURN_ADDRESS, symbol),
        ("PseudoCALLReg", [link, symbol]) => {
            let link = number(link).unwrap_or_default();
            jump(link, link, symbol)
        }
        ("PseudoTAIL", [symbol]) => {
            let is_guarded = tables.feature_bit("FeatureStdExtZicfilp");
            let is_guarded = is_guarded.is_some_and(|bit| subtarget.features.contains(bit));
            jump(ZERO, if is_guarded { GUARDED_TAIL_SCRATCH } else { TAIL_SCRATCH }, symbol)
        }
        ("PseudoJump", [scratch, symbol]) => {
            jump(ZERO, number(scratch).unwrap_or_default(), symbol)
        }
        ("PseudoAddTPRel", [sum, first, second, _]) => {
            with(opcode("ADD"), &[sum, first, second]).into_iter().collect()
        }
        ("PseudoTLSDESCCall", [link, address, offset, _]) => {
            with(Some(riscv.jalr), &[link, address, offset]).into_iter().collect()
        }
        // Only the linker reads the symbol.
        (name, [data, address, offset, _]) => match name.strip_prefix("PseudoQCAccess") {
            Some(access) => with(opcode(access), &[data, address, offset]).into_iter().collect(),
            None => SmallVec::new(),
        },
        _ => SmallVec::new(),
    }
}

/// A method of the tables that gives an operand's value.
#[derive(Clone, Copy, Debug)]
enum EncoderMethod {
    Value,
    WithoutLowBits(u32),
    Minus1,
    CapabilityLength,
    /// -1 and 0 are both 0.
    NegativeAsZero,
    /// One of eight masks.
    Mask8,
}

/// The names of methods that are known.
pub(super) const KNOWN: Known =
    Known { knows: |_, it| EncoderMethod::named(it.text).is_some(), file: file!() };

impl EncoderMethod {
    /// Returns the method of that name in the tables.
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "getImmOpValue" | "getRlistOpValue" | "getRlistS0OpValue" | "getVMaskReg" => {
                Self::Value
            }
            "getImmOpValueAsrN<1>" => Self::WithoutLowBits(1),
            "getImmOpValueAsrN<2>" => Self::WithoutLowBits(2),
            "getImmOpValueAsrN<3>" => Self::WithoutLowBits(3),
            "getImmOpValueMinus1" => Self::Minus1,
            "getYBNDSWImmOpValue" => Self::CapabilityLength,
            "getImmOpValueZibi" => Self::NegativeAsZero,
            "getImmOpValueSlist" => Self::Mask8,
            _ => return None,
        })
    }
}

impl EncoderMethods for RiscV<'_> {
    fn operand_value(&self, method: u16, inst: &Inst, operand: usize) -> Option<u64> {
        let operand = inst.operands.get(operand)?;
        let value = match operand {
            Operand::Imm(value) => *value,
            // The linker fills it in.
            Operand::Expr(_) => 0,
            Operand::Reg(reg) => i64::from(*reg == Reg::NONE),
        };
        let method = self.tables.text(self.tables.encoder_methods[usize::from(method)]);
        let value = match EncoderMethod::named(method)? {
            EncoderMethod::Value => value,
            EncoderMethod::WithoutLowBits(count) => value >> count,
            EncoderMethod::Minus1 => value - 1,
            EncoderMethod::CapabilityLength => capability_length::code_of(value)? as i64,
            EncoderMethod::NegativeAsZero => value.max(0),
            EncoderMethod::Mask8 => {
                [0, 1, 2, 4, 8, 16, 15, 31].iter().position(|known| *known == value)? as i64
            }
        };
        Some(value as u64)
    }
}

//! The operands of instructions that LLVM decodes by a method of the whole word: they follow from the encoding.

use anyhow::{Context, Result, bail};

use super::byte_code::Row;
use super::register_lists::{self, RegisterLists};
use super::source::Source;
use super::steps::{Bit, Step, code};
use crate::cxx::number;
use crate::encodings::Operands;

/// The file in which steps follow from the names of methods.
pub const FILE: &str = file!();

/// Methods whose operands follow from the encoding, with the conditions that are below.
const KNOWN: &[&str] = &[
    "DecodeAddSubERegInstruction",
    "DecodeAddSubImmShift",
    "DecodeAdrInstruction",
    "DecodeAuthLoadInstruction",
    "DecodeCPYMemOpInstruction",
    "DecodeExclusiveLdStInstruction",
    "DecodeFMOVLaneInstruction",
    "DecodeLogicalImmInstruction",
    "DecodeModImmInstruction",
    "DecodeModImmTiedInstruction",
    "DecodeMoveImmInstruction",
    "DecodePRFMRegInstruction",
    "DecodePairLdStInstruction",
    "DecodeSETMemGoOpInstruction",
    "DecodeSETMemOpInstruction",
    "DecodeSMESpillFillInstruction",
    "DecodeSVELogicalImmInstruction",
    "DecodeSignedLdStInstruction",
    "DecodeSyspXzrInstruction",
    "DecodeSystemPStateImm0_15Instruction",
    "DecodeSystemPStateImm0_1Instruction",
    "DecodeTestAndBranch",
    "DecodeThreeAddrSRegInstruction",
    "DecodeUnconditionalBranch",
    "DecodeUnsignedLdStInstruction",
];

/// Returns whether LLVM's method of that name does what is known here.
pub fn is_known(method: &str) -> bool {
    KNOWN.contains(&method)
}

/// Appends the steps for an instruction that has a method of the whole word.
pub fn steps(
    source: &Source<'_>,
    name: &str,
    row: &Row,
    method: &str,
    lists: &mut RegisterLists,
    out: &mut Vec<Step>,
) -> Result<()> {
    let operands = source.instructions.operands(name).context("no such instruction")?;
    let encoding = source.encodings.get(name).context("no encoding")?;
    checks(name, method, out);
    doubts(name, row, method, out)?;
    for (index, operand) in operands.iter().enumerate() {
        // `KIND:CLASS@TIED`, or a part of that.
        let parts = operand.split('@').next().unwrap_or("").split(':');
        let classes = parts.map(|part| (part, register_lists::members(source.registers, part)));
        if let Some((class, Ok(members))) = classes.into_iter().find(|(_, it)| it.is_ok()) {
            let bits = match register_bits(operands, encoding, index)? {
                _ if members.len() == 1 => Vec::new(),
                Some(bits) => bits,
                None if method == "DecodeSyspXzrInstruction" => code(4, 0),
                None => bail!("operand {index} is not in the encoding"),
            };
            lists.add(class, members.iter().cloned().map(Some).collect())?;
            out.push(Step::new(class, bits));
            continue;
        }
        let is_last = index + 1 == operands.len();
        out.push(immediate(name, method, encoding, index, is_last)?);
    }
    Ok(())
}

/// Appends the conditions on bits that an instruction's method has.
fn checks(name: &str, method: &str, out: &mut Vec<Step>) {
    let is_32_bit = name.contains('W');
    let is_sum = name.starts_with("ADD") || name.starts_with("SUB");
    let mut check = |step: &str, bits: Vec<Bit>| out.push(Step::new(step, bits));
    match method {
        "DecodeThreeAddrSRegInstruction" => {
            if is_sum {
                check("not<3>", code(23, 22));
            }
            if is_32_bit {
                check("is<0>", code(15, 15));
            }
        }
        "DecodeMoveImmInstruction" if is_32_bit => check("is<0>", code(22, 22)),
        "DecodeAddSubERegInstruction" => check("at-most<4>", code(12, 10)),
        "DecodeAddSubImmShift" => check("is<0>", code(23, 23)),
        "DecodePRFMRegInstruction" => check("not<3>", code(4, 3)),
        "DecodeSyspXzrInstruction" => check("is<31>", code(4, 0)),
        "DecodeCPYMemOpInstruction" | "DecodeSETMemOpInstruction" => {
            check("allDifferent<3>", [code(4, 0), code(9, 5), code(20, 16)].concat());
        }
        "DecodeSETMemGoOpInstruction" => {
            check("allDifferent<2>", [code(4, 0), code(9, 5)].concat());
        }
        _ => {}
    }
}

/// Appends the conditions without which a code is accepted, but may be undefined: a load to one register twice, or to
/// that of its address, which it changes.
fn doubts(name: &str, row: &Row, method: &str, out: &mut Vec<Step>) -> Result<()> {
    const NO_REGISTER: u8 = 32;
    const STACK_POINTER: u8 = 31;
    let (first, second, base) = (code(4, 0), code(14, 10), code(9, 5));
    let mut differ = |a: &[Bit], b: &[Bit], unless: u8| {
        out.push(Step::new(format!("should-differ-unless<{unless}>"), [a, b].concat()));
    };
    let writes_back = name.ends_with("pre") || name.ends_with("post");
    match method {
        "DecodeSignedLdStInstruction" => {
            let is_indexed = row.bit(10)? || row.bit(11)?;
            if row.bit(22)? && is_indexed && !row.bit(26)? {
                differ(&first, &base, STACK_POINTER);
            }
        }
        "DecodeExclusiveLdStInstruction" if name.starts_with("LD") && name.contains("XP") => {
            differ(&first, &second, NO_REGISTER);
        }
        "DecodePairLdStInstruction" => {
            if row.bit(22)? {
                differ(&first, &second, NO_REGISTER);
            }
            if writes_back && !row.bit(26)? {
                differ(&first, &base, STACK_POINTER);
                differ(&second, &base, STACK_POINTER);
            }
        }
        "DecodeAuthLoadInstruction" if name.ends_with("writeback") => {
            differ(&first, &base, STACK_POINTER);
        }
        _ => {}
    }
    Ok(())
}

/// Returns the bits that number the register of an operand: its own, or those of the one that it is
/// tied to.
fn register_bits(
    operands: &[String],
    encoding: &Operands,
    index: usize,
) -> Result<Option<Vec<Bit>>> {
    let tied = |at: usize| operands[at].split_once('@').map(|(_, tied)| number::<usize>(tied));
    let mut same = vec![index];
    for at in 0..operands.len() {
        if tied(at).transpose()? == Some(index) {
            same.push(at);
        }
    }
    same.extend(tied(index).transpose()?);
    let mut found = same.into_iter().map(|at| operand_bits(encoding, at));
    Ok(found.find(|bits| !bits.is_empty()))
}

/// Returns the bits of an operand's value, the lowest first.
fn operand_bits(encoding: &Operands, operand: usize) -> Vec<Bit> {
    let mut bits = Vec::new();
    for field in encoding.fields.iter().filter(|field| field.operand as usize == operand) {
        for at in 0..field.width {
            let place = (field.operand_bit + at) as usize;
            if bits.len() <= place {
                bits.resize(place + 1, Bit::Constant(false));
            }
            bits[place] = Bit::Code((field.code_bit + at) as u8);
        }
    }
    bits
}

/// Returns the step of an operand that is no register.
fn immediate(
    name: &str,
    method: &str,
    encoding: &Operands,
    index: usize,
    is_last: bool,
) -> Result<Step> {
    let bits = operand_bits(encoding, index);
    let field = encoding.fields.iter().find(|field| field.operand as usize == index);
    let encoder = field.map_or("", |field| field.method.as_str());
    let zero = Bit::Constant(false);
    let zeros = |bits: &[Bit]| Step::new("imm", [&[zero, zero, zero], bits].concat());
    Ok(match method {
        "DecodeSignedLdStInstruction"
        | "DecodePairLdStInstruction"
        | "DecodeAuthLoadInstruction"
        | "DecodeAdrInstruction"
        | "DecodeUnconditionalBranch"
        | "DecodeTestAndBranch"
            if is_last =>
        {
            Step::new("simm", bits)
        }
        // The highest bit of the number of a bit is also the width of the register.
        "DecodeTestAndBranch" => Step::new("imm", [code(23, 19), code(31, 31)].concat()),
        "DecodeAddSubImmShift" if !is_last => Step::new("imm", code(21, 10)),
        "DecodeAddSubImmShift" => Step::new("imm", [zero, zero, Bit::Code(22), Bit::Code(22)]),
        "DecodeLogicalImmInstruction" if name.contains('W') => {
            Step::new("decodeLogicalImmediate<32>", bits)
        }
        "DecodeLogicalImmInstruction" | "DecodeSVELogicalImmInstruction" => {
            Step::new("decodeLogicalImmediate<64>", bits)
        }
        "DecodeAddSubERegInstruction" => Step::new("imm", code(15, 10)),
        "DecodeFMOVLaneInstruction" => Step::new("imm", [Bit::Constant(true)]),
        "DecodePRFMRegInstruction" if index == 3 => Step::new("imm", code(15, 15)),
        "DecodePRFMRegInstruction" if index == 4 => Step::new("imm", code(12, 12)),
        "DecodeSMESpillFillInstruction" => Step::new("imm", code(3, 0)),
        "DecodeSystemPStateImm0_15Instruction" => state_field(method, index, code(11, 8), 0),
        "DecodeSystemPStateImm0_1Instruction" => state_field(method, index, code(8, 8), 3),
        _ => match encoder {
            "" => bail!("operand {index} is not in the encoding"),
            "getMachineOpValue" | "getMoveWideImmOpValue" => Step::new("imm", bits),
            "getVecShifterOpValue" => zeros(&bits),
            "getMoveVecShifterOpValue" => Step::new("decodeMoveVecShift", bits),
            _ if encoder.starts_with("getLdStUImm12OpValue") => Step::new("imm", bits),
            _ => bail!("operand {index} has the encoder method {encoder}"),
        },
    })
}

/// Returns the field of the processor's state that an instruction writes, `high` bits of which are beside its
/// value; or the value.
fn state_field(method: &str, index: usize, value: Vec<Bit>, high: u8) -> Step {
    if index == 1 {
        return Step::new("imm", value);
    }
    let beside = if high == 0 { Vec::new() } else { code(8 + high, 9) };
    Step::new(method, [code(7, 5), code(18, 16), beside].concat())
}

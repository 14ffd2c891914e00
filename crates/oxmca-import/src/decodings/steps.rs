//! The steps that make operands of bits of the machine code.

use std::collections::HashMap;
use std::fmt;

use anyhow::{Context, Result, bail, ensure};

use super::register_lists::{self, RegisterLists};
use super::source::Source;
use crate::cxx::{between, number};
use crate::words::method_name;

/// The file in which steps follow from the names of methods.
pub const FILE: &str = file!();

/// The source of a bit of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bit {
    /// A bit of the machine code, by its number.
    Code(u8),
    /// A constant.
    Constant(bool),
}

/// One step: what it does with a value, and the bits of the value, the lowest first.
#[derive(Clone)]
pub struct Step {
    pub name: String,
    pub bits: Vec<Bit>,
}

impl Step {
    pub fn new(name: impl Into<String>, bits: impl Into<Vec<Bit>>) -> Self {
        Step { name: name.into(), bits: bits.into() }
    }
}

impl fmt::Display for Step {
    /// Parses `NAME{PART,...}`: parts from the highest bits to the lowest, `HIGH:LOW`, `BIT` or
    /// `0bBITS`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{{", self.name)?;
        let mut bits = self.bits.iter().rev().copied().peekable();
        let mut separator = "";
        while let Some(bit) = bits.next() {
            f.write_str(separator)?;
            separator = ",";
            match bit {
                Bit::Code(high) => {
                    let mut low = high;
                    while low > 0 && bits.next_if_eq(&Bit::Code(low - 1)).is_some() {
                        low -= 1;
                    }
                    write!(f, "{high}")?;
                    if low < high {
                        write!(f, ":{low}")?;
                    }
                }
                Bit::Constant(first) => {
                    write!(f, "0b{}", u8::from(first))?;
                    while let Some(Bit::Constant(bit)) =
                        bits.next_if(|bit| matches!(bit, Bit::Constant(_)))
                    {
                        write!(f, "{}", u8::from(bit))?;
                    }
                }
            }
        }
        f.write_str("}")
    }
}

/// Returns the bits of the machine code from `low` to `high`, the lowest first.
pub fn code(high: u8, low: u8) -> Vec<Bit> {
    (low..=high).map(Bit::Code).collect()
}

/// A call that makes operands.
pub enum Call {
    /// Of a value put together from bits.
    OfBits { method: String, bits: Vec<Bit> },
    /// Of the whole machine code.
    OfInstruction { method: String },
}

/// The calls that make an instruction's operands.
#[derive(Default)]
pub struct Template {
    pub calls: Vec<Call>,
    /// Nothing else is tried where a call refuses its bits.
    pub is_final: bool,
}

/// Reads the cases of `decodeToMCInst`. Of a field that is in the code twice, methods get both, one above the other,
/// and `|WIDTH` is appended to their names.
pub fn templates(source: &str, width_bits: u16) -> Result<HashMap<u64, Template>> {
    // Some targets have a function for each width.
    let by_width = format!("InsnBitWidth<InsnType> == {width_bits},");
    let start = match source.contains(&by_width) {
        true => by_width.as_str(),
        false => "static DecodeStatus decodeToMCInst(",
    };
    let body = between(source, start, "\n}\n")?;
    let mut templates = HashMap::new();
    let mut current: Option<(u64, Template)> = None;
    let mut value: Vec<Bit> = Vec::new();
    // The width of a field that is in the code twice, and then of all bits that `value` has.
    let mut twice: Option<usize> = None;
    let cases = body.lines().map(str::trim).skip_while(|line| !line.starts_with("case "));
    for line in cases {
        if let Some(index) = line.strip_prefix("case ") {
            let index = number(index.trim_end_matches(':'))?;
            ensure!(current.is_none(), "a case has no end");
            current = Some((index, Template { calls: Vec::new(), is_final: true }));
            continue;
        }
        if line == "}" || line == "return MCDisassembler::Fail;" {
            continue;
        }
        let (_, template) = current.as_mut().context("statement outside a case")?;
        if line == "return S;" {
            templates.extend(current.take());
        } else if let Some(term) = line.strip_prefix("tmp = ") {
            (value, twice) = (bits_of(term)?, None);
        } else if let Some(term) = line.strip_prefix("tmp |= ") {
            let term = bits_of(term)?;
            if overlaps(&value, &term) {
                ensure!(twice.is_none() && value.len() == term.len(), "terms overlap");
                twice = Some(value.len());
                value.extend(term);
            } else {
                ensure!(twice.is_none(), "terms overlap");
                merge(&mut value, &term);
            }
        } else if line == "MI.addOperand(MCOperand::createImm(tmp));" {
            template.calls.push(Call::OfBits { method: "imm".to_owned(), bits: value.clone() });
        } else if let Some(call) = line.strip_prefix("if (!Check(S, ") {
            if line.contains("DecodeComplete = false") {
                template.is_final = false;
            }
            let (method, arguments) = call.split_once("(MI, ").context("decoder method")?;
            let method = method_name(method);
            let method = match twice {
                Some(width) if arguments.starts_with("tmp, ") => format!("{method}|{width}"),
                _ => method,
            };
            template.calls.push(match arguments {
                _ if arguments.starts_with("tmp, ") => Call::OfBits { method, bits: value.clone() },
                _ if arguments.starts_with("insn, ") => Call::OfInstruction { method },
                _ if arguments.starts_with("Decoder)") => Call::OfBits { method, bits: Vec::new() },
                _ => bail!("`{line}` is not understood"),
            });
        } else {
            bail!("`{line}` is not understood");
        }
    }
    Ok(templates)
}

/// Returns `0x..;` or `fieldFromInstruction(insn, START, WIDTH)[ << SHIFT];`.
fn bits_of(term: &str) -> Result<Vec<Bit>> {
    let term = term.strip_suffix(';').context("statement over several lines")?;
    let Some(field) = term.strip_prefix("fieldFromInstruction(insn, ") else {
        let value: u64 = number(term)?;
        let width = u64::BITS - value.leading_zeros();
        return Ok((0..width).map(|bit| Bit::Constant(value >> bit & 1 != 0)).collect());
    };
    let (field, shift) = field.split_once(')').context("end of a field")?;
    let (start, width) = field.split_once(", ").context("width of a field")?;
    let (start, width): (u8, u8) = (number(start)?, number(width)?);
    let shift = match shift.trim().strip_prefix("<< ") {
        Some(shift) => number(shift)?,
        None => 0,
    };
    let mut bits = vec![Bit::Constant(false); shift];
    bits.extend(code(start + width - 1, start));
    Ok(bits)
}

/// Returns whether a term has bits where a value has some, too.
fn overlaps(value: &[Bit], term: &[Bit]) -> bool {
    value
        .iter()
        .zip(term)
        .any(|pair| !matches!(pair, (Bit::Constant(false), _) | (_, Bit::Constant(false))))
}

/// Adds the bits of a term to a value, which has none there.
fn merge(value: &mut Vec<Bit>, term: &[Bit]) {
    if value.len() < term.len() {
        value.resize(term.len(), Bit::Constant(false));
    }
    for (bit, added) in value.iter_mut().zip(term) {
        if *added != Bit::Constant(false) {
            *bit = *added;
        }
    }
}

/// Appends the steps of a call with a value of bits.
pub fn of_bits(
    source: &Source<'_>,
    method: &str,
    bits: &[Bit],
    lists: &mut RegisterLists,
    out: &mut Vec<Step>,
) -> Result<()> {
    let (name, arguments) = match method.split_once('<') {
        Some((name, arguments)) => {
            (name, arguments.trim_end_matches('>').split(',').collect::<Vec<_>>())
        }
        None => (method, Vec::new()),
    };
    let numbers: Vec<usize> = arguments.iter().filter_map(|it| number(it).ok()).collect();
    let mut simple = |name: &str, bits: &[Bit]| out.push(Step::new(name, bits));
    match (name, &numbers[..]) {
        ("imm" | "decodeUImmOperand" | "DecodeUImm", _) => simple("imm", bits),
        ("decodeUImmNonZeroOperand", _) => {
            simple("not<0>", bits);
            simple("imm", bits);
        }
        ("decodeSImmOperand" | "DecodeSImm", [width]) => simple("simm", &extended(bits, *width)),
        ("decodeSImmNonZeroOperand", [width]) => {
            simple("not<0>", bits);
            simple("simm", &extended(bits, *width));
        }
        ("decodeSImmOperandAndLslN", [width, shift]) => {
            let bits = [&vec![Bit::Constant(false); *shift], bits].concat();
            simple("simm", &extended(&bits, *width));
        }
        ("DecodePCRelLabel19", _) => simple("simm", &extended(bits, 19)),
        ("DecodePCRelLabel9", _) => simple("simm", &extended(bits, 9)),
        ("DecodePCRelLabel16", _) => simple("minus-from<0>", bits),
        ("decodeUImmOperandGE", [_, least]) => {
            simple(&format!("at-least<{least}>"), bits);
            simple("imm", bits);
        }
        ("decodeUImmPlus1Operand" | "DecodeSVEIncDecImm", _) => simple("plus<1>", bits),
        ("decodeUImmPlus1OperandGE", [_, least]) => {
            simple(&format!("at-least<{}>", least - 1), bits);
            simple("plus<1>", bits);
        }
        ("decodeUImmLog2XLenNonZeroOperand", _) => {
            simple("not<0>", bits);
            simple("decodeUImmLog2XLenOperand", bits);
        }
        // Rounding modes 5 and 6 are reserved.
        ("decodeFRMArg", _) => {
            simple("not<5>", bits);
            simple("not<6>", bits);
            simple("imm", bits);
        }
        ("decodeImmThreeOperand", _) => simple("imm", &[Bit::Constant(true); 2]),
        ("decodeImmFourOperand", _) => {
            simple("imm", &[false, false, true].map(Bit::Constant));
        }
        ("decodeCLUIImmOperand", _) => {
            simple("not<0>", bits);
            simple("decodeCLUIImmOperand", bits);
        }
        ("decodeXqccmpRlistS0", _) => {
            simple("at-least<5>", bits);
            simple("decodeZcmpRlist", bits);
        }
        ("DecodeZeroImm", _) => simple("imm", &[]),
        ("DecodeMRSSystemRegister" | "DecodeMSRSystemRegister", _)
        | ("DecodeMatrixTileListRegisterClass", _) => simple("imm", bits),
        ("DecodeMemExtend", _) => {
            simple("imm", &[bit(bits, 1)]);
            simple("imm", &[bit(bits, 0)]);
        }
        ("DecodeImm8OptLsl", [width]) => {
            if *width == 8 {
                simple("is<0>", &[bit(bits, 8)]);
            }
            simple("imm", &extended(bits, 8));
            let zero = Bit::Constant(false);
            simple("imm", &[zero, zero, zero, bit(bits, 8)]);
        }
        _ if name.starts_with("DecodeFixedPointScaleImm") => {
            let with_high_bit = with_bit(bits, name.ends_with("32").then_some(5));
            simple("minus-from<64>", &with_high_bit);
        }
        _ if name.starts_with("DecodeVecShiftR") => {
            let width = name["DecodeVecShiftR".len()..].split("Imm").next().unwrap_or("");
            let width: usize = number(width)?;
            let high = name.ends_with("Narrow").then(|| (width / 2).ilog2() as usize);
            simple(&format!("minus-from<{width}>"), &with_bit(bits, high));
        }
        _ if name.starts_with("DecodeVecShiftL") => {
            let width = name["DecodeVecShiftL".len()..].split("Imm").next().unwrap_or("");
            let width: usize = number(width)?;
            simple("imm", &extended(bits, width.ilog2() as usize));
        }
        _ => match registers(source, name, &arguments, &numbers, bits.len())? {
            Some((list, registers)) => {
                let is_single = registers.len() == 1;
                lists.add(&list, registers)?;
                // A class of one register needs no number, whatever LLVM gives (2 for the stack pointer).
                simple(&list, if is_single { &[] } else { bits });
            }
            None => simple(method, bits),
        },
    }
    Ok(())
}

/// Returns the bit `at` of a value.
fn bit(bits: &[Bit], at: usize) -> Bit {
    bits.get(at).copied().unwrap_or(Bit::Constant(false))
}

/// Returns the lowest `width` bits of a value.
fn extended(bits: &[Bit], width: usize) -> Vec<Bit> {
    (0..width).map(|at| bit(bits, at)).collect()
}

/// Returns a value with one bit set.
fn with_bit(bits: &[Bit], at: Option<usize>) -> Vec<Bit> {
    let mut bits = bits.to_vec();
    if let Some(at) = at {
        bits = extended(&bits, bits.len().max(at + 1));
        bits[at] = Bit::Constant(true);
    }
    bits
}

/// Returns the name and the registers of a decoder method of registers with a value of `width_bits` bits; `None` of
/// any other method.
fn registers(
    source: &Source<'_>,
    name: &str,
    arguments: &[&str],
    numbers: &[usize],
    width_bits: usize,
) -> Result<Option<(String, Vec<Option<String>>)>> {
    let registers = source.registers;
    // Registers whose numbers follow each other.
    if let ("DecodeSimpleRegisterClass", [first, count, ..]) = (name, arguments)
        && !first.ends_with("RegClassID")
    {
        let list = register_lists::following(registers, first, number(count)?)?;
        let last = list.last().cloned().flatten().context("a list has no registers")?;
        return Ok(Some((format!("{first}-{last}"), list)));
    }
    if name == "DecodeSimpleRegisterClass" {
        let class = arguments.first().and_then(|it| it.strip_suffix("RegClassID"));
        let class = class.context("register class")?;
        let [first, count] = numbers else { bail!("arguments of {name}") };
        let all = register_lists::members(registers, class)?.len();
        // LLVM gives more numbers than a class has registers where the field cannot hold them.
        let count = all.saturating_sub(*first).min(*count);
        let list = register_lists::by_place(registers, class, count, |at| Some(first + at))?;
        let label = match count == all {
            true => class.to_owned(),
            false => format!("{class}.{first}-{}", first + count - 1),
        };
        return Ok(Some((label, list)));
    }
    let by_place = |label: &str, class: &str, count, place: &dyn Fn(usize) -> Option<usize>| {
        let list = register_lists::by_place(registers, class, count, place)?;
        anyhow::Ok(Some((label.to_owned(), list)))
    };
    let even_half = |number: usize| number.is_multiple_of(2).then_some(number / 2);
    match (name, numbers) {
        ("DecodeMulMinMaxRegisterClass", [factor, least, most]) => {
            let class = arguments.first().and_then(|it| it.strip_suffix("RegClassID"));
            let class = class.context("register class")?;
            let place = |number| Some(number * factor + least).filter(|it| it <= most);
            let label = format!("{class}Mul{factor}.{least}-{most}");
            by_place(&label, class, (most - least) / factor + 1, &place)
        }
        ("DecodeVectorRegisterClass", [count, _]) => {
            let class = arguments.first().and_then(|it| it.strip_suffix("RegClassID"));
            let class = class.context("register class")?;
            ensure!(*count == 1 << width_bits, "{width_bits} bits for {count} registers");
            let list = register_lists::by_encoding(registers, class, width_bits)?;
            Ok(Some((class.to_owned(), list)))
        }
        ("DecodeZPR2Mul2RegisterClass", [least, most]) => {
            let place = |number| Some(number * 2 + least).filter(|it| it <= most);
            by_place(&format!("ZPR2Mul2.{least}-{most}"), "ZPR2", (most - least) / 2 + 1, &place)
        }
        ("DecodeZPR4Mul4RegisterClass", _) => {
            by_place("ZPR4Mul4", "ZPR4", 8, &|number| Some(number * 4))
        }
        ("DecodePPR2Mul2RegisterClass", _) => {
            by_place("PPR2Mul2", "PPR2", 8, &|number| Some(number * 2))
        }
        ("DecodeZK", _) => by_place("ZPR_K", "ZPR_K", 8, &|number| Some(number)),
        ("DecodeGPR64x8ClassRegisterClass", _) => {
            by_place("GPR64x8Class", "GPR64x8Class", 23, &even_half)
        }
        ("DecodeWSeqPairsClassRegisterClass" | "DecodeXSeqPairsClassRegisterClass", _) => {
            let class = class_of(name).context("class of pairs")?;
            let count = 2 * register_lists::members(registers, class)?.len();
            by_place(class, class, count, &even_half)
        }
        ("DecodeZTRRegisterClass", _) => by_place("ZTR", "ZTR", 1, &|number| Some(number)),
        ("DecodeMPR8RegisterClass" | "DecodeMPRRegisterClass", _) => {
            let class = class_of(name).context("class of matrices")?;
            by_place(class, class, 1, &|number| Some(number))
        }
        (
            "DecodeMPR16RegisterClass"
            | "DecodeMPR32RegisterClass"
            | "DecodeMPR64RegisterClass"
            | "DecodeMPR128RegisterClass",
            _,
        ) => {
            let class = class_of(name).context("class of matrices")?;
            let count = register_lists::members(registers, class)?.len();
            by_place(class, class, count, &|number| Some(number))
        }
        // The compressed numbering of saved registers is none of encodings.
        ("DecodeSR07RegisterClass", _) => Ok(None),
        _ => {
            let Some(class) = class_of(name) else { return Ok(None) };
            if register_lists::members(registers, class)?.len() == 1 && width_bits != 1 {
                return by_place(class, class, 1, &Some);
            }
            let list = register_lists::by_encoding(registers, class, width_bits)?;
            Ok(Some((class.to_owned(), list)))
        }
    }
}

/// Returns the class of `DecodeCLASSRegisterClass`.
fn class_of(method: &str) -> Option<&str> {
    method.strip_prefix("Decode")?.strip_suffix("RegisterClass")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_put_together() {
        let source = "static DecodeStatus decodeToMCInst(x) {\n switch (Idx) {\n case 3:\n tmp = 0x0;\n \
             tmp |= fieldFromInstruction(insn, 2, 5);\n tmp |= fieldFromInstruction(insn, 12, 1) << 7;\n \
             if (!Check(S, decodeSImmOperand<8>(MI, tmp, Address, Decoder))) { return MCDisassembler::Fail; }\n \
             return S;\n }\n}\n";
        let templates = templates(source, 32).unwrap();
        let [Call::OfBits { method, bits }] = &templates[&3].calls[..] else { panic!() };
        assert_eq!(
            Step::new(method.as_str(), bits.clone()).to_string(),
            "decodeSImmOperand<8>{12,0b00,6:2}"
        );
        assert!(bits_of("fieldFromInstruction(insn, 2, 5) + 1").is_err());
    }
}

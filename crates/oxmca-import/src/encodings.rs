//! Machine code: fixed bits from the records, fields from the generated encoder.

use std::collections::HashMap;
use std::fmt::Write as _;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use super::cxx::{Lexer, after, between, number};
use super::dumps::Dumps;
use super::instructions::Instructions;
use super::target::TargetSpec;
use super::words::method_name;

/// The method of an operand that is a register or an immediate as it is.
const PLAIN_METHOD: &str = "getMachineOpValue";

/// A run of bits of an operand's value that is a run of bits of the machine code.
#[derive(Clone)]
pub struct Field {
    pub operand: u32,
    pub method: String,
    pub operand_bit: u32,
    pub code_bit: u32,
    pub width: u32,
}

/// The way operands get into the machine code.
#[derive(Clone, Default)]
pub struct Operands {
    pub fields: Vec<Field>,
    post_method: Option<String>,
}

/// One bit of a record's `Inst`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Bit {
    Fixed(u8),
    /// A bit of an operand.
    Variable(serde::de::IgnoredAny),
}

/// The bits of an encoding, the lowest first; those that are not set are `None`.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct EncodedRecord {
    inst: Vec<Option<Bit>>,
}

/// Returns the text of `encodings.tbl`; `None` if the dumps have no encoder.
pub fn text(
    spec: &TargetSpec,
    dumps: &Dumps,
    instructions: &Instructions,
) -> Result<Option<String>> {
    if dumps.emitter.is_empty() {
        return Ok(None);
    }
    let mut out = String::from(
        "# Machine code from the highest bit to the lowest: fixed bits (`?` is neither fixed nor used), and\n\
         # `n[high:low]`, bits of what the encoder method of operand n gives. After that, methods other than\n\
         # getMachineOpValue, which gives a register's encoding or an immediate as it is.\n",
    );
    let mut forms: HashMap<String, usize> = HashMap::new();
    if spec.shares_words {
        out.push_str(
            "# `form N` is machine code that several instructions have alike. `=` is a fixed bit whose value each has of its\n\
             # own: in the number behind `@N`.\n",
        );
    }
    let operands = operands(spec, &dumps.emitter)?;
    for (name, base) in base_bits(&dumps.emitter)? {
        let Some(size_bytes) = instructions.size_bytes(name) else {
            ensure!(spec.leaves_out_unwritten, "no size of {name}");
            continue;
        };
        let operands = operands.get(name).with_context(|| format!("no case of {name}"))?;
        let record = encoded_record(spec, dumps, name)?;
        let width = 8 * size_bytes;
        // Those that expand to several instructions have a size, but no code; others have no size.
        if width == 0 || width as usize > record.inst.len() {
            continue;
        }
        let code = code_text(base, operands, &record.inst, width, spec.shares_words)
            .with_context(|| format!("machine code of {name}"))?;
        if !spec.shares_words {
            let _ = writeln!(out, "{name}{code}");
            continue;
        }
        let next = forms.len();
        if !forms.contains_key(&code) {
            let _ = writeln!(out, "form {next}{code}");
        }
        let form = *forms.entry(code).or_insert(next);
        let _ = writeln!(out, "{name} @{form} {:#x}", base as u32);
    }
    Ok(Some(out))
}

/// Returns the record of an instruction.
fn encoded_record(spec: &TargetSpec, dumps: &Dumps, name: &str) -> Result<EncodedRecord> {
    let mut record: EncodedRecord = dumps.records.fields(name)?;
    if spec.first_bit_is_highest {
        record.inst.reverse();
    }
    Ok(record)
}

/// Returns each instruction's bits without its operands, in the order of opcodes.
fn base_bits(source: &str) -> Result<Vec<(&str, u128)>> {
    let rows = between(source, "InstBits[] = {", "};")?;
    rows.lines()
        .filter(|line| line.trim().starts_with("UINT64_C("))
        .map(|line| {
            let (words, name) = line.split_once("//").context("row of InstBits")?;
            let mut bits = 0;
            for (at, word) in words.split("UINT64_C(").skip(1).enumerate() {
                let (word, _) = word.split_once(')').context("word of InstBits")?;
                ensure!(at < 2, "machine code of more than 128 bits");
                bits |= u128::from(number::<u64>(word)?) << (64 * at);
            }
            Ok((name.trim(), bits))
        })
        .collect()
}

/// Returns the bits of an instruction's machine code that are fixed: their mask and their values.
pub fn fixed_bits(
    spec: &TargetSpec,
    dumps: &Dumps,
    instructions: &Instructions,
    name: &str,
) -> Result<(u128, u128)> {
    let record = encoded_record(spec, dumps, name)?;
    let width = 8 * instructions.size_bytes(name).context("size of an instruction")?;
    let mut fixed = (0, 0);
    for (at, bit) in record.inst.iter().take(width as usize).enumerate() {
        if let Some(Bit::Fixed(bit)) = bit {
            fixed.0 |= 1 << at;
            fixed.1 |= u128::from(*bit) << at;
        }
    }
    Ok(fixed)
}

/// Returns the fields of each instruction.
pub fn operands<'a>(spec: &TargetSpec, source: &'a str) -> Result<HashMap<&'a str, Operands>> {
    let body = after(source, "switch (opcode) {")?;
    let mut lexer = Lexer::new(body);
    let mut all = HashMap::new();
    while lexer.accept("case") {
        let mut names = vec![spec.unqualified(lexer.ident()?)?];
        lexer.expect(":")?;
        while lexer.accept("case") {
            names.push(spec.unqualified(lexer.ident()?)?);
            lexer.expect(":")?;
        }
        lexer.expect("{")?;
        let operands = statements(lexer.balanced()?).with_context(|| names.join(", "))?;
        for name in names {
            all.insert(name, operands.clone());
        }
    }
    Ok(all)
}

/// Returns `op = METHOD(...);`, `Value |= (op & MASK) << SHIFT;` and `Value = METHOD(MI, Value,
/// STI);`.
fn statements(text: &str) -> Result<Operands> {
    let mut operands = Operands::default();
    let mut current: Option<(String, u32)> = None;
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    for statement in lines.filter(|line| !line.is_empty() && *line != "break;") {
        let statement = statement.strip_suffix(';').context("statement over several lines")?;
        if let Some(call) = statement.strip_prefix("op = ") {
            current = Some(operand_of_call(call)?);
        } else if statement == "op.clearAllBits()" {
            current = None;
        } else if statement.ends_with(", op, Fixups, STI)") {
            current = Some(operand_of_call(statement)?);
        } else if let Some(bits) =
            statement.strip_prefix("Value.insertBits(op.extractBitsAsZExtValue(")
        {
            let (method, operand) = current.clone().context("field of no operand")?;
            let numbers = bits.split(|c: char| !c.is_ascii_digit()).filter(|it| !it.is_empty());
            let numbers = numbers.map(number::<u32>).collect::<Result<Vec<_>>>()?;
            let [width, operand_bit, code_bit, _] = numbers[..] else {
                bail!("`{statement}` is not understood");
            };
            operands.fields.push(Field { operand, method, operand_bit, code_bit, width });
        } else if let Some(bits) = statement.strip_prefix("Value |= (op & ") {
            let (mask, shift) = bits.split_once(')').context("mask of a field")?;
            let shift: i64 = match shift.trim().split_once(' ') {
                None => 0,
                Some(("<<", amount)) => number(amount)?,
                Some((">>", amount)) => -number::<i64>(amount)?,
                Some(_) => bail!("`{statement}` is not understood"),
            };
            let (method, operand) = current.clone().context("field of no operand")?;
            add_fields(&mut operands.fields, &method, operand, number(mask)?, shift)?;
        } else if let Some(call) = statement.strip_prefix("Value = ") {
            let (method, _) = call.split_once("(MI, Value").context("method of the whole word")?;
            operands.post_method = Some(method_name(method));
        } else {
            bail!("`{statement}` is not understood");
        }
    }
    Ok(operands)
}

/// Returns the method and the number of the operand of `METHOD(MI, MI.getOperand(N), ...)` or `METHOD(MI, N, ...)`.
fn operand_of_call(call: &str) -> Result<(String, u32)> {
    let (method, arguments) = call.split_once("(MI, ").context("encoder method")?;
    let operand = arguments.strip_prefix("MI.getOperand(").unwrap_or(arguments);
    let digits = operand.find(|c: char| !c.is_ascii_digit()).unwrap_or(operand.len());
    Ok((method_name(method), number(&operand[..digits])?))
}

/// Adds the runs of ones in `mask`, shifted left by `shift`.
fn add_fields(
    fields: &mut Vec<Field>,
    method: &str,
    operand: u32,
    mask: u64,
    shift: i64,
) -> Result<()> {
    let mut rest = mask;
    while rest != 0 {
        let operand_bit = rest.trailing_zeros();
        let width = (!(rest >> operand_bit)).trailing_zeros();
        let code_bit = u32::try_from(i64::from(operand_bit) + shift).context("shift of a field")?;
        fields.push(Field { operand, method: method.to_owned(), operand_bit, code_bit, width });
        let run = if width == 64 { u64::MAX } else { (1 << width) - 1 };
        rest &= !(run << operand_bit);
    }
    Ok(())
}

/// Returns the parts of machine code and the methods, and checks that encoder and record agree on each bit. With
/// `hides_low_bits`, the values of the lowest 32 bits are left open.
fn code_text(
    base: u128,
    operands: &Operands,
    bits: &[Option<Bit>],
    width: u32,
    hides_low_bits: bool,
) -> Result<String> {
    const LOW_BITS: u32 = 32;
    let out = &mut String::new();
    let mut fields = operands.fields.clone();
    fields.sort_by_key(|field| std::cmp::Reverse(field.code_bit));
    let mut next = fields.iter().peekable();
    let mut word = String::new();
    let mut at = width;
    while at > 0 {
        if let Some(field) = next.next_if(|field| field.code_bit + field.width == at) {
            for bit in &bits[field.code_bit as usize..at as usize] {
                ensure!(matches!(bit, Some(Bit::Variable(_))), "a field covers a fixed bit");
            }
            push_part(out, &mut word);
            let (high, low) = (field.operand_bit + field.width - 1, field.operand_bit);
            let _ = match high == low {
                true => write!(out, " {}[{high}]", field.operand),
                false => write!(out, " {}[{high}:{low}]", field.operand),
            };
            at = field.code_bit;
            continue;
        }
        at -= 1;
        let is_set = base >> at & 1 != 0;
        word.push(match bits[at as usize] {
            Some(Bit::Fixed(bit)) if is_set == (bit == 1) => match is_set {
                _ if hides_low_bits && at < LOW_BITS => '=',
                true => '1',
                false => '0',
            },
            None if !is_set => '?',
            // Bits of an operand that LLVM's encoder leaves out.
            Some(Bit::Variable(_)) if hides_low_bits && !is_set => '?',
            _ => bail!("encoder and record differ at bit {at}"),
        });
    }
    push_part(out, &mut word);
    ensure!(next.next().is_none(), "fields overlap");
    let mut methods: Vec<(u32, &str)> = Vec::new();
    for field in &operands.fields {
        let of_operand = (field.operand, field.method.as_str());
        ensure!(
            !methods.iter().any(|known| known.0 == of_operand.0 && known.1 != of_operand.1),
            "an operand has two methods"
        );
        if field.method != PLAIN_METHOD && !methods.contains(&of_operand) {
            methods.push(of_operand);
        }
    }
    methods.sort_unstable();
    for (operand, method) in methods {
        let _ = write!(out, " {operand}={method}");
    }
    if let Some(method) = &operands.post_method {
        let _ = write!(out, " post={method}");
    }
    Ok(std::mem::take(out))
}

/// Appends fixed bits.
fn push_part(out: &mut String, word: &mut String) {
    if !word.is_empty() {
        out.push(' ');
        out.push_str(word);
        word.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_an_operand() {
        let source = "// op: imm\n op = getImm<1>(MI, 1, Fixups, STI);\n Value |= (op & 0x20) << 7;\n \
                      Value |= (op & 0x1f);\n op = getMachineOpValue(MI, MI.getOperand(0), Fixups, STI);\n \
                      Value |= (op & 0xf0) >> 4;\n break;\n";
        let operands = statements(source).unwrap();
        let fields = operands.fields.iter();
        let fields: Vec<_> =
            fields.map(|it| (it.operand, it.operand_bit, it.code_bit, it.width)).collect();
        assert_eq!(fields, [(1, 5, 12, 1), (1, 0, 0, 5), (0, 4, 0, 4)]);
        assert_eq!(operands.fields[0].method, "getImm<1>");
        assert!(statements("Value += 1;").is_err());
    }
}

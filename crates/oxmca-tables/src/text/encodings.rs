//! `encodings.tbl`.

use super::builder::{Builder, Runs};
use super::error::{SourceFile, TextError};
use super::lines::{Line, Word, for_each_line};
use crate::schema::*;

/// The method of an operand for which no other is given.
const PLAIN_METHOD: &str = "getMachineOpValue";

/// Widest machine code of a line.
const MAX_WIDTH_BITS: u16 = EncodingForm::MAX_WIDTH_BITS;
/// The number of bits of a form whose values instructions have of their own.
const OWN_BITS: u16 = 32;

/// Parses lines of three kinds. `INSTRUCTION PART... [OPERAND=METHOD...] [post=METHOD]`: the parts of the machine code
/// from the highest bit to the lowest. A part is fixed bits (`0`, `1`, and `?` for one that is neither fixed nor in a
/// field), or `OPERAND[HIGH:LOW]` or `OPERAND[BIT]`, bits of the operand's value. `form NUMBER PART...`: the same of
/// several instructions, where `=` is a fixed bit whose value they have of their own. `INSTRUCTION @FORM BITS`: the
/// values of these bits.
pub(super) fn read_encodings(b: &mut Builder, file: &SourceFile<'_>) -> Result<(), TextError> {
    let mut runs = Runs::default();
    b.encoder_method(PLAIN_METHOD);
    for_each_line(file.name, file.text, |line| {
        let form = line.words.get(1).and_then(|word| word.strip_prefix('@'));
        if line.keyword() == "form" {
            let number: usize = line.number(line.word(1, "number")?)?;
            if number != b.tables.encoding_forms.len() || number >= usize::from(u16::MAX) {
                return Err(line.error("forms are numbered from 0 on"));
            }
            let form = form_of_line(b, line, &mut runs)?;
            b.tables.encoding_forms.push(form);
        } else if let Some(form) = form {
            instruction_of_form(b, line, form)?;
        } else {
            let row = encoding(b, line, &mut runs)?;
            b.tables.encodings.push(row);
        }
        Ok(())
    })?;
    b.tables.encodings.sort_by_key(|row| row.opcode);
    Ok(())
}

/// The code of a line.
struct Code {
    mask: u128,
    bits: u128,
    /// Bits that instructions have of their own.
    own: u128,
    fields: Span,
    width_bits: u16,
    post_method: u16,
}

fn encoding(b: &mut Builder, line: &Line<'_>, runs: &mut Runs) -> Result<Encoding, TextError> {
    let opcode = Opcode(b.instructions.find(line, line.keyword())?);
    let code = code(b, line, 1, runs)?;
    if code.width_bits > Encoding::MAX_WIDTH_BITS {
        return Err(line.error(format!("machine code cannot have {} bits", code.width_bits)));
    }
    if code.own != 0 {
        return Err(line.error("`=` is for forms"));
    }
    Ok(Encoding {
        fixed_mask: code.mask as u64,
        fixed_bits: code.bits as u64,
        fields: code.fields,
        opcode,
        width_bits: code.width_bits,
        post_method: code.post_method,
        reserved: 0,
    })
}

fn form_of_line(
    b: &mut Builder,
    line: &Line<'_>,
    runs: &mut Runs,
) -> Result<EncodingForm, TextError> {
    let code = code(b, line, 2, runs)?;
    let words = |bits: u128| std::array::from_fn(|at| (bits >> (32 * at)) as u32);
    let low = u128::from(u32::MAX);
    if code.own & !low != 0 || code.mask & low != code.own {
        return Err(
            line.error("the lowest 32 bits of a form, and no others, are `=` if they are fixed")
        );
    }
    Ok(EncodingForm {
        fixed_mask: words(code.mask),
        fixed_bits: words(code.bits),
        fields: code.fields,
        width_bits: code.width_bits,
        post_method: code.post_method,
    })
}

fn instruction_of_form(b: &mut Builder, line: &Line<'_>, form: &str) -> Result<(), TextError> {
    let opcode = Opcode(b.instructions.find(line, line.keyword())?);
    let form: u16 = line.number(form)?;
    let Some(row) = b.tables.encoding_forms.get(usize::from(form)) else {
        return Err(line.error(format!("no form {form} before this line")));
    };
    let bits: u32 = line.number(line.word(2, "bits")?)?;
    if bits & !row.fixed_mask[0] != 0 {
        return Err(line.error("bits that the form has not are set"));
    }
    b.tables.encoding_words.resize(b.tables.instructions.len(), 0);
    b.tables.encoding_words[opcode.index()] = bits;
    let form = b.code_form(line, CodeForm { form, way: CodeForm::NOT_DECODED })?;
    b.tables.instructions[opcode.index()].code_form = form;
    Ok(())
}

/// Reads the parts and methods of a line from a word on.
fn code(
    b: &mut Builder,
    line: &Line<'_>,
    first: usize,
    runs: &mut Runs,
) -> Result<Code, TextError> {
    let mut code = Code {
        mask: 0,
        bits: 0,
        own: 0,
        fields: Span::default(),
        width_bits: 0,
        post_method: Encoding::NO_METHOD,
    };
    let is_part = |word: &&Word<'_>| {
        let is_method =
            word.split_once('=').is_some_and(|(_, it)| it.contains(char::is_alphabetic));
        !is_method
    };
    let parts: Vec<&Word<'_>> = line.words[first..].iter().take_while(is_part).collect();
    let mut methods = Vec::new();
    for (operand, method) in line.pairs(first + parts.len()) {
        let method = b.encoder_method(method);
        match operand {
            "post" => code.post_method = method,
            operand => methods.push((line.number::<u8>(operand)?, method)),
        }
    }
    let mut fields = Vec::new();
    for part in parts.into_iter().rev() {
        match part.split_once('[') {
            Some((operand, bits)) => {
                let (high, low) = bits_range(line, bits)?;
                let operand = line.number(operand)?;
                let method = methods.iter().find(|(known, _)| *known == operand);
                fields.push(EncodingField {
                    method: method.map_or(0, |(_, method)| *method),
                    operand,
                    operand_bit: low,
                    code_bit: code.width_bits.min(255) as u8,
                    width_bits: high - low + 1,
                });
                code.width_bits += u16::from(high - low + 1);
            }
            None => {
                for bit in part.chars().rev() {
                    let place = 1u128.checked_shl(code.width_bits.into()).unwrap_or(0);
                    match bit {
                        '0' => code.mask |= place,
                        '1' => {
                            code.mask |= place;
                            code.bits |= place;
                        }
                        '=' if code.width_bits < OWN_BITS => {
                            code.mask |= place;
                            code.own |= place;
                        }
                        '?' => {}
                        _ => return Err(line.error_at(part, format!("`{bit}` is not a bit"))),
                    }
                    code.width_bits += 1;
                }
            }
        }
    }
    if code.width_bits > MAX_WIDTH_BITS || !code.width_bits.is_multiple_of(8) {
        return Err(line.error(format!("machine code cannot have {} bits", code.width_bits)));
    }
    fields.reverse();
    code.fields = runs.span(&mut b.tables.encoding_fields, &fields);
    Ok(code)
}

/// Returns the highest and lowest bit of `HIGH:LOW]` or `BIT]`.
fn bits_range(line: &Line<'_>, text: &str) -> Result<(u8, u8), TextError> {
    let inside = text.strip_suffix(']').unwrap_or(text);
    let (high, low) = inside.split_once(':').unwrap_or((inside, inside));
    let (high, low) = (line.number(high)?, line.number(low)?);
    let ordered = low <= high && high < 64;
    ordered
        .then_some((high, low))
        .ok_or_else(|| line.error_at(text, format!("`[{text}` is no range")))
}

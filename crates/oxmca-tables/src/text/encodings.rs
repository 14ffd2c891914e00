//! `encodings.tbl`.

use super::builder::{Builder, Runs};
use super::error::{SourceFile, TextError};
use super::lines::{Line, Word, for_each_line};
use crate::schema::*;

/// The method of an operand for which no other is given.
const PLAIN_METHOD: &str = "getMachineOpValue";

/// Parses `INSTRUCTION PART... [OPERAND=METHOD...] [post=METHOD]`: the parts of the machine code from the
/// highest bit to the lowest. A part is fixed bits (`0`, `1`, and `?` for one that is neither fixed nor in a
/// field), or `OPERAND[HIGH:LOW]` or `OPERAND[BIT]`, bits of the operand's value.
pub(super) fn read_encodings(b: &mut Builder, file: &SourceFile<'_>) -> Result<(), TextError> {
    let mut runs = Runs::default();
    b.encoder_method(PLAIN_METHOD);
    for_each_line(file.name, file.text, |line| {
        let row = encoding(b, line, &mut runs)?;
        b.tables.encodings.push(row);
        Ok(())
    })?;
    b.tables.encodings.sort_by_key(|row| row.opcode);
    Ok(())
}

fn encoding(b: &mut Builder, line: &Line<'_>, runs: &mut Runs) -> Result<Encoding, TextError> {
    let opcode = Opcode(b.instructions.find(line, line.keyword())?);
    let mut row = Encoding { opcode, post_method: Encoding::NO_METHOD, ..Encoding::default() };
    let is_part = |word: &&Word<'_>| !word.contains('=');
    let parts: Vec<&Word<'_>> = line.words[1..].iter().take_while(is_part).collect();
    let mut methods = Vec::new();
    for (operand, method) in line.pairs(1 + parts.len()) {
        let method = b.encoder_method(method);
        match operand {
            "post" => row.post_method = method,
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
                    code_bit: row.width_bits.min(255) as u8,
                    width_bits: high - low + 1,
                });
                row.width_bits += u16::from(high - low + 1);
            }
            None => {
                for bit in part.chars().rev() {
                    let place = 1u64.checked_shl(row.width_bits.into()).unwrap_or(0);
                    match bit {
                        '0' => row.fixed_mask |= place,
                        '1' => {
                            row.fixed_mask |= place;
                            row.fixed_bits |= place;
                        }
                        '?' => {}
                        _ => return Err(line.error_at(part, format!("`{bit}` is not a bit"))),
                    }
                    row.width_bits += 1;
                }
            }
        }
    }
    if row.width_bits > Encoding::MAX_WIDTH_BITS || !row.width_bits.is_multiple_of(8) {
        return Err(line.error(format!("machine code cannot have {} bits", row.width_bits)));
    }
    fields.reverse();
    row.fields = runs.span(&mut b.tables.encoding_fields, &fields);
    Ok(row)
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

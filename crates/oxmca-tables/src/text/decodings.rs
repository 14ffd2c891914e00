//! `decodings.tbl`.

use std::collections::HashMap;

use super::builder::{Builder, Runs, short_span};
use super::decision_tree::{self, Economy, Fixed};
use super::error::{SourceFile, TextError};
use super::lines::{Line, Word, for_each_line, list};
use crate::schema::*;

/// Widest machine code.
const MAX_WIDTH_BITS: u16 = EncodingForm::MAX_WIDTH_BITS;

/// Names and runs of rows while the file is read.
#[derive(Default)]
struct Reader {
    /// Rows of `decoder_registers` by name.
    registers: HashMap<String, u16>,
    operands: HashMap<String, ShortSpan>,
    methods: HashMap<String, u16>,
    step_runs: Runs,
    part_runs: Runs,
    /// Widths of the tables, and whether each is tried by itself.
    widths_bits: Vec<(u16, bool)>,
    /// Instructions with forms, by table.
    formed: Vec<Vec<u16>>,
}

/// Reads lines of four kinds: `registers NAME REGISTER...` with `-` for numbers without one, `operands NAME STEP...`,
/// `table WIDTH NAME [separate]`, and the rows of the table before them, `INSTRUCTION OPERANDS [if=CONDITION] [code=BITS/MASK]
/// [or-next]`. Rows of machine code that has forms are `INSTRUCTION @WAY`, and `way NUMBER OPERANDS [if=CONDITION]` is the
/// rest of such rows. A step is `NAME{PART,...}` with parts from the highest bits to the lowest, `HIGH:LOW`, `BIT` or
/// `0bCONSTANT`; its name is a list of registers, a kind of step, or a method of the target.
pub(super) fn read_decodings(b: &mut Builder, file: &SourceFile<'_>) -> Result<(), TextError> {
    let mut reader = Reader::default();
    for_each_line(file.name, file.text, |line| match line.keyword() {
        "registers" => reader.registers(b, line),
        "operands" => reader.operands(b, line),
        "way" => reader.way(b, line),
        "table" => {
            let width_bits = line.number(line.word(1, "width")?)?;
            if width_bits > MAX_WIDTH_BITS || !u16::is_multiple_of(width_bits, 8) || width_bits == 0
            {
                return Err(line.error(format!("machine code cannot have {width_bits} bits")));
            }
            let is_separate = match line.words.get(3).map(|word| &**word) {
                None => false,
                Some("separate") => true,
                Some(other) => {
                    return Err(line.error_at(other, format!("unknown property `{other}`")));
                }
            };
            reader.widths_bits.push((width_bits, is_separate));
            reader.formed.push(Vec::new());
            Ok(())
        }
        _ => reader.row(b, line),
    })?;
    let tables = reader.widths_bits.iter().enumerate();
    let mut decoders: Vec<(u16, u16)> = tables
        .map(|(number, (width_bits, is_separate))| {
            (*width_bits, if *is_separate { number as u16 + 1 } else { 0 })
        })
        .collect();
    let of_tables = decoders.clone();
    decoders.sort_unstable();
    decoders.dedup();
    let has_forms = !b.tables.encoding_forms.is_empty();
    let codes = codes(b, has_forms);
    let economy = if has_forms { Economy::SMALL } else { Economy::FAST };
    for decoder in decoders {
        let tables = of_tables.iter().enumerate().filter(|(_, it)| **it == decoder);
        let rows: Vec<u16> = match has_forms {
            true => tables.flat_map(|(table, _)| reader.formed[table].iter().copied()).collect(),
            false => (0..b.tables.decodings.len() as u16)
                .filter(|row| {
                    let table = b.tables.decodings[usize::from(*row)].table;
                    of_tables[usize::from(table)] == decoder
                })
                .collect(),
        };
        let (width_bits, separate) = decoder;
        let root = decision_tree::build(&mut b.tables, &codes, &rows, width_bits, economy);
        b.tables.decoders.push(Decoder { root, width_bits, separate });
    }
    Ok(())
}

/// Returns the fixed bits of the rows that trees have: opcodes, or those of `decodings`.
fn codes(b: &Builder, has_forms: bool) -> Vec<Fixed> {
    if !has_forms {
        let rows = b.tables.decodings.iter();
        return rows.map(|row| Fixed { mask: row.fixed_mask, bits: row.fixed_bits }).collect();
    }
    let words = b.tables.instructions.iter().zip(&b.tables.encoding_words);
    let fixed = |(row, word): (&InstructionRow, &u32)| {
        let Some(form) = row.code_form.checked_sub(1) else { return Fixed::default() };
        let form = b.tables.code_forms[usize::from(form)].form;
        let form = &b.tables.encoding_forms[usize::from(form)];
        Fixed {
            mask: EncodingForm::number(form.fixed_mask) as u64,
            bits: EncodingForm::number(form.fixed_bits) as u64 | u64::from(*word),
        }
    };
    words.map(fixed).collect()
}

impl Reader {
    fn registers(&mut self, b: &mut Builder, line: &Line<'_>) -> Result<(), TextError> {
        let name = line.word(1, "name")?;
        let register = |name: &Word<'_>| match &**name {
            "-" => Ok(Reg::NONE),
            name => Ok(Reg(b.registers.find(line, name)?)),
        };
        let registers = line.words[2..].iter().map(register).collect::<Result<Vec<_>, _>>()?;
        let span = b.register_list_runs.span(&mut b.tables.register_lists, &registers);
        let index = b.tables.decoder_registers.len() as u16;
        b.tables.decoder_registers.push(span);
        match self.registers.insert(name.to_owned(), index) {
            None => Ok(()),
            Some(_) => Err(line.error_at(name, format!("registers `{name}` are already listed"))),
        }
    }

    fn operands(&mut self, b: &mut Builder, line: &Line<'_>) -> Result<(), TextError> {
        let name = line.word(1, "name")?;
        let steps = line.words[2..]
            .iter()
            .map(|word| self.step(b, line, word))
            .collect::<Result<Vec<_>, _>>()?;
        let span = short_span(line, self.step_runs.span(&mut b.tables.decode_steps, &steps))?;
        match self.operands.insert(name.to_owned(), span) {
            None => Ok(()),
            Some(_) => Err(line.error_at(name, format!("operands `{name}` are already defined"))),
        }
    }

    fn step(
        &mut self,
        b: &mut Builder,
        line: &Line<'_>,
        word: &Word<'_>,
    ) -> Result<DecodeStep, TextError> {
        let wrong = || line.error_at(word, format!("`{word}` is no step NAME{{BITS}}"));
        let (name, bits) = word
            .split_once('{')
            .and_then(|(name, bits)| Some((name, bits.strip_suffix('}')?)))
            .ok_or_else(wrong)?;
        let (kind, argument) = self.kind(b, line, name)?;
        let mut parts = Vec::new();
        for part in list(bits) {
            code_parts(line, part, &mut parts)?;
        }
        parts.reverse();
        let width_bits: u16 = parts.iter().map(|part| u16::from(part.width_bits)).sum();
        if width_bits > 64 {
            return Err(line.error_at(word, format!("a value cannot have {width_bits} bits")));
        }
        // Most values have one part, which is part of the row.
        let is_first = |part: &CodePart| part.code_bit < CodePart::ZEROS && part.width_bits < 64;
        let (first, more) = match &*parts {
            [first, more @ ..] if is_first(first) => (*first, more),
            all => (CodePart::default(), all),
        };
        let more_parts = short_span(line, self.part_runs.span(&mut b.tables.code_parts, more))?;
        Ok(DecodeStep {
            more_parts,
            argument,
            kind,
            width_bits: width_bits as u8,
            code_bit: first.code_bit,
            first_width_bits: first.width_bits,
            reserved: 0,
        })
    }

    /// Returns the kind of a step and its argument.
    fn kind(
        &mut self,
        b: &mut Builder,
        line: &Line<'_>,
        name: &str,
    ) -> Result<(u8, u16), TextError> {
        if let Some(list) = self.registers.get(name) {
            return Ok((decode_step::REGISTER, *list));
        }
        match name {
            "imm" => return Ok((decode_step::IMM, 0)),
            "simm" => return Ok((decode_step::SIGNED_IMM, 0)),
            _ => {}
        }
        if let Some((kind, number)) = name.split_once('<')
            && let Some((_, kind)) =
                decode_step::OF_NUMBERS.iter().find(|(known, _)| *known == kind)
        {
            return Ok((*kind, line.number(number.trim_end_matches('>'))?));
        }
        let next = self.methods.len() as u16;
        let method = *self.methods.entry(name.to_owned()).or_insert(next);
        if method == next {
            let text = b.text(name);
            b.tables.decoder_methods.push(text);
        }
        Ok((decode_step::METHOD, method))
    }

    fn way(&mut self, b: &mut Builder, line: &Line<'_>) -> Result<(), TextError> {
        let number: usize = line.number(line.word(1, "number")?)?;
        if number != b.tables.decoding_ways.len() {
            return Err(line.error("ways are numbered from 0 on"));
        }
        let operands = line.word(2, "operands")?;
        let steps = self.operands.get(operands);
        let steps = *steps
            .ok_or_else(|| line.error_at(operands, format!("unknown operands `{operands}`")))?;
        let mut needed = ShortSpan::default();
        for (key, value) in line.pairs(3) {
            match key {
                "if" => needed = short_span(line, condition(b, line, value)?)?,
                _ => return Err(line.error_at(key, format!("unknown property `{key}`"))),
            }
        }
        b.tables.decoding_ways.push(DecodingWay { condition: needed, steps });
        Ok(())
    }

    /// Reads the row of an instruction whose machine code has a form.
    fn formed_row(&mut self, b: &mut Builder, line: &Line<'_>, way: &str) -> Result<(), TextError> {
        let opcode = b.instructions.find(line, line.keyword())?;
        let way: u16 = line.number(way)?;
        if usize::from(way) >= b.tables.decoding_ways.len() {
            return Err(line.error(format!("no way {way}")));
        }
        let form = b.tables.instructions[usize::from(opcode)].code_form.checked_sub(1);
        let form = form.map(|form| b.tables.code_forms[usize::from(form)].form);
        let form =
            form.ok_or_else(|| line.error("the machine code of the instruction has no form"))?;
        b.tables.instructions[usize::from(opcode)].code_form =
            b.code_form(line, CodeForm { form, way })?;
        match self.formed.last_mut() {
            Some(table) => table.push(opcode),
            None => return Err(line.error("no table before this row")),
        }
        Ok(())
    }

    fn row(&mut self, b: &mut Builder, line: &Line<'_>) -> Result<(), TextError> {
        if let Some(way) = line.words.get(1).and_then(|word| word.strip_prefix('@')) {
            return self.formed_row(b, line, way);
        }
        let opcode = Opcode(b.instructions.find(line, line.keyword())?);
        let table =
            self.widths_bits.len().checked_sub(1).and_then(|table| u8::try_from(table).ok());
        let table = table.ok_or_else(|| line.error("no table before this row, or too many"))?;
        let operands = line.word(1, "operands")?;
        let steps = self.operands.get(operands);
        let steps = *steps
            .ok_or_else(|| line.error_at(operands, format!("unknown operands `{operands}`")))?;
        let mut row = Decoding { opcode, steps, table, ..Decoding::default() };
        let mut code = None;
        for (key, value) in line.pairs(2) {
            match key {
                "if" => row.condition = condition(b, line, value)?,
                "or-next" => row.or_next = 1,
                "code" => {
                    let (bits, mask) = value.split_once('/').unwrap_or((value, ""));
                    code = Some((line.number(bits)?, line.number(mask)?));
                }
                _ => return Err(line.error_at(key, format!("unknown property `{key}`"))),
            }
        }
        (row.fixed_bits, row.fixed_mask) = match code {
            Some(code) => code,
            None => {
                let rows = &b.tables.encodings;
                let found = rows.binary_search_by_key(&opcode, |row| row.opcode);
                let found = found.map_err(|_| line.error("the instruction has no encoding"))?;
                (rows[found].fixed_bits, rows[found].fixed_mask)
            }
        };
        if row.fixed_bits & !row.fixed_mask != 0 {
            return Err(line.error("bits that are not compared are set"));
        }
        if b.tables.decodings.len() > usize::from(u16::MAX) {
            return Err(line.error("too many rows"));
        }
        b.tables.decodings.push(row);
        Ok(())
    }
}

/// Returns a list of conditions that must all hold: names of the assembler's features, or alternatives `A|!B` of
/// features.
fn condition(b: &mut Builder, line: &Line<'_>, text: &str) -> Result<Span, TextError> {
    let mut literals: Vec<FeatureLiteral> = Vec::new();
    for item in list(text) {
        let span = match b.asm_features.get(item) {
            Some(index) => b.tables.asm_features[usize::from(index)].condition,
            None => b.feature_condition(line, item)?,
        };
        let first = literals.last().map_or(0, |last| last.group + 1);
        for literal in &b.tables.feature_literals[span.range()] {
            literals.push(FeatureLiteral { group: first + literal.group, ..*literal });
        }
    }
    Ok(b.literal_runs.span(&mut b.tables.feature_literals, &literals))
}

/// Appends the part of a value that `HIGH:LOW`, `BIT` or `0bCONSTANT` is, from its highest bits to its lowest.
fn code_parts(line: &Line<'_>, text: &str, parts: &mut Vec<CodePart>) -> Result<(), TextError> {
    if let Some(constant) = text.strip_prefix("0b") {
        for bit in constant.chars() {
            let code_bit = match bit {
                '0' => CodePart::ZEROS,
                '1' => CodePart::ONES,
                _ => return Err(line.error_at(text, format!("`{bit}` is not a bit"))),
            };
            match parts.last_mut().filter(|last| last.code_bit == code_bit && last.width_bits < 64)
            {
                Some(last) => last.width_bits += 1,
                None => parts.push(CodePart { code_bit, width_bits: 1 }),
            }
        }
        return Ok(());
    }
    let (high, low) = text.split_once(':').unwrap_or((text, text));
    let (high, low): (u8, u8) = (line.number(high)?, line.number(low)?);
    if high < low || u16::from(high) >= MAX_WIDTH_BITS {
        return Err(line.error_at(text, format!("`{text}` is no range of bits")));
    }
    parts.push(CodePart { code_bit: low, width_bits: high - low + 1 });
    Ok(())
}

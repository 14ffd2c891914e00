//! The byte code of a decoder table, flattened.

use anyhow::{Context, Result, bail, ensure};

use crate::cxx::{between, number};

/// A way through the byte code to an instruction.
pub struct Row {
    /// Bits of the code that are compared.
    pub mask: u128,
    /// Their values.
    pub bits: u128,
    /// Numbers of the conditions that must hold.
    pub predicates: Vec<u64>,
    /// The instruction's number.
    pub opcode: u64,
    /// The number of the list of calls that make the operands.
    pub decoder: u64,
    /// Bits that should be 0 and bits that should be 1, though codes with others are accepted.
    pub should_be: (u64, u64),
}

impl Row {
    /// Returns the value of a bit that is compared.
    ///
    /// # Errors
    /// The bit is not compared.
    pub fn bit(&self, bit: u8) -> Result<bool> {
        ensure!(self.mask >> bit & 1 != 0, "bit {bit} is not compared");
        Ok(self.bits >> bit & 1 != 0)
    }
}

/// An element of the table: an operation, or a byte.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Element<'a> {
    Operation(&'a str),
    Byte(u8),
}

/// The comparisons on the way to a place in the byte code.
#[derive(Clone, Default)]
struct Path {
    mask: u128,
    bits: u128,
    predicates: Vec<u64>,
    should_be: (u64, u64),
    is_impossible: bool,
}

impl Path {
    /// Adds the comparison of a field with a value.
    fn compare(&mut self, start: u64, width: u64, value: u64) -> Result<()> {
        ensure!(width > 0 && width <= 64 && start + width <= 128, "field outside the code");
        let mask = u128::from(u64::MAX >> (64 - width)) << start;
        let bits = u128::from(value) << start;
        self.is_impossible |= (self.bits ^ bits) & self.mask & mask != 0;
        self.mask |= mask;
        self.bits |= bits;
        Ok(())
    }
}

/// Returns the names of all tables.
pub fn tables(source: &str) -> impl Iterator<Item = &str> {
    let declared = source.split("static const uint8_t DecoderTable").skip(1);
    declared.filter_map(|text| text.split_once('[')).map(|(name, _)| name)
}

/// Returns the rows of a table in the order in which they are tried.
pub fn rows(source: &str, table: &str) -> Result<Vec<Row>> {
    let body = between(source, &format!("static const uint8_t DecoderTable{table}["), "\n};")?;
    let (_, body) = body.split_once("{\n").context("table without elements")?;
    let mut elements = Vec::new();
    for line in body.lines() {
        let code = line.split("//").next().unwrap_or("");
        for word in code.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            elements.push(match word.strip_prefix("OPC_") {
                Some(name) => Element::Operation(name),
                None => Element::Byte(number(word)?),
            });
        }
    }
    let mut rows = Vec::new();
    let mut reader = Reader { elements: &elements, at: 0 };
    // Tables of a target with several widths begin with theirs.
    if let Some(Element::Byte(_)) = elements.first() {
        reader.number()?;
    }
    walk(&elements, reader.at, Path::default(), &mut rows)?;
    Ok(rows)
}

/// Appends the rows from a place in the byte code on.
fn walk(elements: &[Element<'_>], start: usize, path: Path, rows: &mut Vec<Row>) -> Result<()> {
    let mut reader = Reader { elements, at: start };
    let mut path = path;
    loop {
        match reader.operation()? {
            // The block is tried first, then what follows it.
            "Scope" => {
                let len = reader.number()? as usize;
                walk(elements, reader.at, path.clone(), rows)?;
                reader.at += len;
            }
            "SwitchField" => {
                let (field, width) = (reader.number()?, reader.byte()?);
                loop {
                    let (value, len) = (reader.number()?, reader.number()? as usize);
                    let mut case = path.clone();
                    case.compare(field, width.into(), value)?;
                    walk(elements, reader.at, case, rows)?;
                    if len == 0 {
                        return Ok(());
                    }
                    reader.at += len;
                }
            }
            "CheckField" => {
                let (field, width, value) = (reader.number()?, reader.byte()?, reader.number()?);
                path.compare(field, width.into(), value)?;
            }
            "CheckPredicate" => path.predicates.push(reader.number()?),
            // Codes with other bits are accepted with a warning.
            "SoftFail" => path.should_be = (reader.number()?, reader.number()?),
            "Decode" => {
                let (opcode, decoder) = (reader.number()?, reader.number()?);
                if !path.is_impossible {
                    let Path { mask, bits, predicates, should_be, .. } = path;
                    rows.push(Row { mask, bits, predicates, opcode, decoder, should_be });
                }
                return Ok(());
            }
            other => bail!("unknown operation `{other}`"),
        }
    }
}

struct Reader<'a> {
    elements: &'a [Element<'a>],
    at: usize,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Result<Element<'a>> {
        let element = self.elements.get(self.at).context("the table ends early")?;
        self.at += 1;
        Ok(*element)
    }

    fn operation(&mut self) -> Result<&'a str> {
        match self.next()? {
            Element::Operation(name) => Ok(name),
            Element::Byte(_) => bail!("a byte where an operation is expected"),
        }
    }

    fn byte(&mut self) -> Result<u8> {
        match self.next()? {
            Element::Byte(byte) => Ok(byte),
            Element::Operation(name) => bail!("`{name}` where a byte is expected"),
        }
    }

    /// Returns a number of 7 bits a byte, the lowest first.
    fn number(&mut self) -> Result<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        bail!("a number is too long")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_the_order_of_trial() {
        let source = "static const uint8_t DecoderTable16[9] = {\n\
             OPC_SwitchField, 13, 3, // switch\n 0, 19,\n OPC_Scope, 7,\n OPC_CheckField, 2, 2, 1,\n \
             OPC_Decode, 129, 1, 0,\n OPC_CheckPredicate, 5,\n OPC_Decode, 7, 2,\n 1, 0,\n OPC_Decode, 8, 3,\n};";
        // The lengths of blocks count their elements.
        let source = source.replace(" 0, 19,", " 0, 15,").replace("OPC_Scope, 7", "OPC_Scope, 8");
        let rows = rows(&source, "16").unwrap();
        let rows: Vec<_> =
            rows.iter().map(|it| (it.bits, it.mask, it.opcode, it.predicates.len())).collect();
        assert_eq!(rows, [(4, 0xe00c, 129, 0), (0, 0xe000, 7, 1), (0x2000, 0xe000, 8, 0)]);
    }
}

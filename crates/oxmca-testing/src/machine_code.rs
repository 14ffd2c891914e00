//! Files of instructions with their machine code.
//!
//! A file begins with comments (`#`), a line `triple NAME` and, if the triple is not enough, a line
//! `features +NAME,-NAME`. Then each line is one instruction: the bytes in hexadecimal, two spaces, the text. `?` in
//! place of the bytes waits to be recorded.

/// A file.
pub struct Rows {
    /// Comments, the triple and features, as they are.
    pub header: Vec<String>,
    /// The triple.
    pub triple: String,
    /// Features that are switched on or off, as `-mattr` takes them; empty for the triple's.
    pub features: String,
    /// The instructions.
    pub rows: Vec<Row>,
}

/// An instruction.
pub struct Row {
    /// Line in the file, from 1.
    pub line: usize,
    /// Its code as in the file.
    pub bytes: String,
    /// Its text.
    pub text: String,
}

impl Rows {
    /// Reads a file.
    ///
    /// # Errors
    /// The first line that has another form.
    pub fn parse(file: &str) -> Result<Rows, String> {
        let mut rows = Rows {
            header: Vec::new(),
            triple: String::new(),
            features: String::new(),
            rows: Vec::new(),
        };
        for (index, line) in file.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                if !rows.rows.is_empty() {
                    return Err(format!("line {}: comments come first", index + 1));
                }
                rows.header.push(line.to_owned());
            } else if let Some(triple) = line.strip_prefix("triple ") {
                rows.triple = triple.to_owned();
                rows.header.push(line.to_owned());
            } else if let Some(features) = line.strip_prefix("features ") {
                rows.features = features.to_owned();
                rows.header.push(line.to_owned());
            } else {
                let (bytes, text) =
                    line.split_once("  ").ok_or(format!("line {}: no text", index + 1))?;
                let (bytes, text) = (bytes.to_owned(), text.to_owned());
                rows.rows.push(Row { line: index + 1, bytes, text });
            }
        }
        if rows.triple.is_empty() {
            return Err("no triple".to_owned());
        }
        Ok(rows)
    }
}

/// Returns bytes as in a file.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

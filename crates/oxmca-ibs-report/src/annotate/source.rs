//! Lines of source files.

use std::collections::HashMap;

use oxmca_ibs::attribution::{Files, SourceLine};

/// Source files. Each is read when one of its lines is first asked for.
pub struct SourceFiles<'a> {
    files: &'a mut dyn Files,
    lines: HashMap<String, Vec<String>>,
}

impl<'a> SourceFiles<'a> {
    /// Returns the source files that a reader finds.
    pub fn new(files: &'a mut dyn Files) -> Self {
        Self { files, lines: HashMap::new() }
    }

    /// Returns the text of a line, without spaces around it; `None` if it is empty or cannot be read.
    pub fn text(&mut self, place: &SourceLine) -> Option<&str> {
        if !self.lines.contains_key(&place.file) {
            let bytes = self.files.read(&place.file).unwrap_or_default();
            let lines = bytes.split(|byte| *byte == b'\n');
            let lines = lines.map(|line| String::from_utf8_lossy(line).trim().to_owned());
            self.lines.insert(place.file.clone(), lines.collect());
        }
        let index = place.line.checked_sub(1)? as usize;
        let line = self.lines.get(&place.file)?.get(index)?;
        (!line.is_empty()).then_some(line)
    }
}

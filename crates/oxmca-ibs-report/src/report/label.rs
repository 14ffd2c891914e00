//! Names of rows.

use std::cell::RefCell;
use std::collections::HashMap;

use oxmca_ibs::attribution::{FunctionId, Lines, SourceLine};
use oxmca_ibs::{ModuleId, ProcessId};

use super::rows::{Row, RowKey};
use crate::layout::printable;
use crate::name::file_name;
use crate::recording::Recording;

/// The name of a row, in parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label<'a> {
    /// The number and name of a process.
    pub process: Option<(u32, &'a str)>,
    /// The path of a module, or a name in brackets.
    pub module: Option<&'a str>,
    /// The name of a function; `None` for code that no function has.
    pub function: Option<String>,
    /// The virtual address of an instruction.
    pub address: Option<u64>,
    /// The distance of an instruction from the function's start, in bytes.
    pub offset: Option<u64>,
    /// The source line of an instruction.
    pub line: Option<SourceLine>,
}

/// Finds the names of rows.
pub struct Labels<'a> {
    recording: &'a Recording,
    /// Debug information, read for the modules that need it.
    lines: RefCell<HashMap<ModuleId, Option<Lines>>>,
}

impl<'a> Labels<'a> {
    /// Returns the finder for a recording.
    pub fn new(recording: &'a Recording) -> Self {
        Self { recording, lines: RefCell::default() }
    }

    /// Returns the name of a row.
    pub fn of(&self, row: &Row) -> Label<'a> {
        match row.key {
            RowKey::Process(id) => Label { process: Some(self.process(id)), ..Label::default() },
            RowKey::Module(id) => Label { module: Some(self.module(id)), ..Label::default() },
            RowKey::Function(id) => self.function(id),
            RowKey::Instruction(place) => {
                let start = self.recording.attribution.function_start(place.function);
                Label {
                    address: Some(place.address),
                    offset: start.and_then(|it| place.address.checked_sub(it)),
                    line: self.line(place.function.module, place.address),
                    ..self.function(place.function)
                }
            }
        }
    }

    /// Returns a key that orders rows whose values are equal.
    pub fn order(&self, row: &Row) -> (&'a str, u64) {
        match row.key {
            RowKey::Process(id) => {
                let (pid, name) = self.process(id);
                (name, pid.into())
            }
            RowKey::Module(id) => (self.module(id), 0),
            RowKey::Function(id) => {
                let start = self.recording.attribution.function_start(id);
                (self.module(id.module), start.unwrap_or(0))
            }
            RowKey::Instruction(place) => (self.module(place.function.module), place.address),
        }
    }

    fn process(&self, id: ProcessId) -> (u32, &'a str) {
        let process = self.recording.profile.process(id);
        (process.pid, &process.name)
    }

    fn module(&self, id: ModuleId) -> &'a str {
        &self.recording.profile.module(id).path
    }

    fn function(&self, id: FunctionId) -> Label<'a> {
        let function = self.recording.attribution.function(id);
        Label {
            module: Some(self.module(id.module)),
            function: function.map(|it| it.name),
            ..Label::default()
        }
    }

    fn line(&self, module: ModuleId, address: u64) -> Option<SourceLine> {
        let mut lines = self.lines.borrow_mut();
        let lines = lines
            .entry(module)
            .or_insert_with(|| self.recording.attribution.loaded(module)?.lines());
        lines.as_ref()?.find(address)
    }
}

impl Label<'_> {
    /// Returns the name as one line of text. The last part may be long.
    #[must_use]
    pub fn text(&self) -> String {
        if let Some((pid, name)) = self.process {
            return printable(&format!("{pid} {name}"));
        }
        let module = self.module.unwrap_or_default();
        let Some(address) = self.address else {
            return printable(&match &self.function {
                Some(function) => format!("{function}  {}", bracketed(module)),
                None => module.to_owned(),
            });
        };
        let place = match (&self.function, self.offset) {
            (Some(function), Some(offset)) => {
                format!("{address:x}  {function}+{offset:#x}  {}", bracketed(module))
            }
            _ => format!("{address:x}  {module}"),
        };
        let line = self
            .line
            .as_ref()
            .map_or_else(String::new, |line| format!("  {}:{}", file_name(&line.file), line.line));
        printable(&(place + &line))
    }
}

/// Returns the file name of a module in brackets. Names of modules without a file have brackets already.
fn bracketed(module: &str) -> String {
    if module.starts_with('[') { module.to_owned() } else { format!("[{}]", file_name(module)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_name_places_and_escape_control_characters() {
        let label = Label {
            module: Some("/usr/bin/app"),
            function: Some("work(int)".to_owned()),
            address: Some(0x1139),
            offset: Some(9),
            line: Some(SourceLine { file: "/src/work.c".into(), line: 6 }),
            ..Label::default()
        };
        assert_eq!(label.text(), "1139  work(int)+0x9  [app]  work.c:6");
        let label = Label { module: Some("[kernel]"), ..Label::default() };
        assert_eq!(label.text(), "[kernel]");
        let label = Label { process: Some((7, "a\x1b[2Jb")), ..Label::default() };
        assert_eq!(label.text(), "7 a\\u{1b}[2Jb");
    }
}

//! How rows are called.

use std::cell::RefCell;
use std::collections::HashMap;

use oxmca_ibs::attribution::{FunctionId, Lines, SourceLine};
use oxmca_ibs::{ModuleId, ProcessId};

use super::recording::Recording;
use super::rows::{Key, Row};
use super::selection::file_name;

/// What a row stands for, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label<'a> {
    /// The number and name of a process.
    pub process: Option<(u32, &'a str)>,
    /// The path of a module, or a name in brackets.
    pub module: Option<&'a str>,
    /// The name of a function; `None` for code that no function has.
    pub function: Option<&'a str>,
    /// The virtual address of an instruction.
    pub address: Option<u64>,
    /// How far an instruction is from the function's start.
    pub offset: Option<u64>,
    /// The source line of an instruction.
    pub line: Option<SourceLine>,
}

/// Names rows.
pub struct Labels<'a> {
    recording: &'a Recording,
    /// Debug information, read for the modules that need it.
    lines: RefCell<HashMap<ModuleId, Option<Lines>>>,
}

impl<'a> Labels<'a> {
    /// Names rows of a recording.
    pub fn new(recording: &'a Recording) -> Self {
        Self { recording, lines: RefCell::default() }
    }

    /// What a row stands for.
    pub fn of(&self, row: &Row) -> Label<'a> {
        match row.key {
            Key::Process(id) => Label { process: Some(self.process(id)), ..Label::default() },
            Key::Module(id) => Label { module: Some(self.module(id)), ..Label::default() },
            Key::Function(id) => self.function(id),
            Key::Instruction(place) => {
                let function = self.recording.attribution.function(place.function);
                Label {
                    address: Some(place.address),
                    offset: function.and_then(|it| place.address.checked_sub(it.start)),
                    line: self.line(place.function.module, place.address),
                    ..self.function(place.function)
                }
            }
        }
    }

    /// Where a row belongs among those that are equal otherwise.
    pub fn order(&self, row: &Row) -> (&'a str, u64) {
        match row.key {
            Key::Process(id) => {
                let (pid, name) = self.process(id);
                (name, pid.into())
            }
            Key::Module(id) => (self.module(id), 0),
            Key::Function(id) => {
                let function = self.recording.attribution.function(id);
                (self.module(id.module), function.map_or(0, |it| it.start))
            }
            Key::Instruction(place) => (self.module(place.function.module), place.address),
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
            function: function.map(|it| it.name.as_str()),
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
    /// One line of text: what comes last may be long.
    pub fn text(&self) -> String {
        if let Some((pid, name)) = self.process {
            return printable(&format!("{pid} {name}"));
        }
        let module = self.module.unwrap_or_default();
        let Some(address) = self.address else {
            return printable(&match self.function {
                Some(function) => format!("{function}  {}", bracketed(module)),
                None => module.to_owned(),
            });
        };
        let place = match (self.function, self.offset) {
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

/// The file name of a module in brackets. What is no file has them already.
fn bracketed(module: &str) -> String {
    if module.starts_with('[') { module.to_owned() } else { format!("[{}]", file_name(module)) }
}

/// Text without characters that a terminal acts on. Names come from the recorded computer.
pub fn printable(text: &str) -> String {
    let escape = |character: char| match character.is_control() {
        true => character.escape_default().to_string(),
        false => character.to_string(),
    };
    text.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_say_where_and_hide_control_characters() {
        let label = Label {
            module: Some("/usr/bin/app"),
            function: Some("work(int)"),
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

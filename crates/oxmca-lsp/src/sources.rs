//! Sources in compiled languages: the loops of the objects that they became, by line.

use std::path::{Component, Path, PathBuf};

use gen_lsp_types::InlayHint;
use oxmca_asm::Interrupt;
use oxmca_driver::Pool;
use oxmca_loops::table::{counted, notes};
use oxmca_loops::{Survey, SurveyOptions, loop_name};
use oxmca_queries::{LoadedFile, MachineChoice, Machines};
use serde::Deserialize;

use crate::document::Document;
use crate::files::Files;
use crate::hints::{cost_text, new_hint};
use crate::positions::Encoding;

/// Folders above a source that are looked at.
const MAX_FOLDERS: usize = 32;
/// Objects of a Cargo project that are looked at.
const MAX_CARGO_OBJECTS: usize = 8;
/// Folders in which builds put `compile_commands.json`, beside the folder itself.
const BUILD_FOLDERS: [&str; 4] = ["", "build", "out", "builddir"];
/// Endings of names of objects that Cargo makes; programs have none.
const CARGO_ENDINGS: [&str; 6] = ["", "rlib", "so", "dylib", "exe", "o"];

/// The loops of an object whose lines are of one source.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SourceLoops {
    /// The path of the object.
    object: String,
    /// Set if the source was changed after the object.
    is_old: bool,
    /// The machine and the model that predict.
    model: String,
    loops: Vec<SourceLoop>,
}

/// A loop of an object.
#[derive(Clone, PartialEq, Debug)]
struct SourceLoop {
    /// The line of the source, from 1.
    line: u32,
    /// Its name.
    name: String,
    /// Its cost as a sentence.
    cost: String,
    /// The number of its instructions, and what is special about it.
    notes: String,
}

/// An entry of `compile_commands.json`.
#[derive(Deserialize)]
struct CompileCommand {
    directory: String,
    file: String,
    #[serde(default)]
    output: Option<String>,
    #[serde(default)]
    command: Option<String>,
    #[serde(default)]
    arguments: Option<Vec<String>>,
}

impl CompileCommand {
    fn object(&self) -> Option<PathBuf> {
        let after_o = |words: Vec<String>| {
            let mut words = words.into_iter();
            words.find(|word| word == "-o")?;
            words.next()
        };
        let named = || match (&self.arguments, &self.command) {
            (Some(arguments), _) => after_o(arguments.clone()),
            (None, Some(command)) => {
                let words = command.split_whitespace().map(|it| it.trim_matches('"').to_owned());
                after_o(words.collect())
            }
            _ => None,
        };
        let output = self.output.clone().or_else(named)?;
        Some(normal(&Path::new(&self.directory).join(output)))
    }
}

/// Returns a path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut found = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if found.file_name().is_some() => {
                found.pop();
            }
            part => found.push(part),
        }
    }
    found
}

/// Returns the objects that a source may have become, those first that are surest.
pub fn objects(
    files: &dyn Files,
    source: &str,
    named: &[String],
    folders: &[String],
) -> Vec<String> {
    let source = normal(Path::new(source));
    let mut found: Vec<PathBuf> = Vec::new();
    for path in named {
        let starts = folders.iter().map(|it| Path::new(it).join(path));
        found.extend(if Path::new(path).is_absolute() {
            vec![path.into()]
        } else {
            starts.collect()
        });
    }
    let above = || source.ancestors().skip(1).take(MAX_FOLDERS);
    for folder in above() {
        let places = BUILD_FOLDERS.map(|it| folder.join(it).join("compile_commands.json"));
        let database = places.iter().find_map(|it| files.read(it.to_str()?).ok());
        let Some(database) = database else { continue };
        let entries: Vec<CompileCommand> = serde_json::from_slice(&database).unwrap_or_default();
        let is_of_source =
            |it: &&CompileCommand| normal(&Path::new(&it.directory).join(&it.file)) == source;
        found.extend(entries.iter().filter(is_of_source).filter_map(CompileCommand::object));
        break;
    }
    found.push(source.with_extension("o"));
    if source.extension().is_some_and(|it| it == "rs") {
        let exists = |path: &Path| path.to_str().is_some_and(|it| files.modified(it).is_some());
        if let Some(folder) = above().find(|it| exists(&it.join("Cargo.toml"))) {
            // Members of a workspace have their target above.
            let roots = folder.ancestors().take(3);
            let listed =
                roots.flat_map(|root| ["release", "debug"].map(|it| root.join("target").join(it)));
            let mut of_cargo: Vec<PathBuf> = listed
                .flat_map(|it| files.list(it.to_str().unwrap_or_default()))
                .map(PathBuf::from)
                .filter(|it| {
                    let ending = it.extension().unwrap_or_default().to_str().unwrap_or("?");
                    CARGO_ENDINGS.contains(&ending)
                })
                .collect();
            of_cargo.sort_by_key(|it| {
                std::cmp::Reverse(files.modified(it.to_str().unwrap_or_default()))
            });
            found.extend(of_cargo.into_iter().take(MAX_CARGO_OBJECTS));
        }
    }
    let paths = found.into_iter().filter_map(|it| it.into_os_string().into_string().ok());
    let mut found: Vec<String> = Vec::new();
    for path in paths.filter(|it| files.modified(it).is_some()) {
        if !found.contains(&path) {
            found.push(path);
        }
    }
    found
}

/// Finds the loops of a source in the first object that has some of its lines.
///
/// # Errors
/// The reason why there are none.
pub fn find(
    files: &dyn Files,
    machines: &Machines,
    choice: &MachineChoice,
    source: &str,
    objects: &[String],
    interrupt: &Interrupt,
) -> Result<SourceLoops, String> {
    let mut problem = None;
    for object in objects {
        let read = files.read(object).map_err(|error| error.to_string());
        let loops =
            read.and_then(|bytes| LoadedFile::read_all(machines, choice, object, bytes, interrupt));
        let loaded = match loops {
            Ok(loaded) => loaded,
            Err(reason) => {
                problem.get_or_insert(format!("{object}: {reason}"));
                continue;
            }
        };
        let is_old = match (files.modified(source), files.modified(object)) {
            (Some(source), Some(object)) => source > object,
            _ => false,
        };
        let mut found = SourceLoops { object: object.clone(), is_old, ..SourceLoops::default() };
        for file in &loaded {
            found.model = file.machine().model().to_string();
            found.loops.extend(loops_of(file, machines, source, interrupt));
        }
        if !found.loops.is_empty() {
            found.loops.sort_by_key(|it| it.line);
            return Ok(found);
        }
    }
    Err(problem.unwrap_or_else(|| "no object with loops of this source was found".to_owned()))
}

/// Returns the loops of a file whose lines are of a source.
fn loops_of(
    file: &LoadedFile,
    machines: &Machines,
    source: &str,
    interrupt: &Interrupt,
) -> Vec<SourceLoop> {
    let machine = file.machine();
    let options = SurveyOptions {
        omits_costs: true,
        interrupt: interrupt.clone(),
        ..SurveyOptions::default()
    };
    file.with_program(|program| {
        let survey = Survey::new(machine.session(), program, &options, &Pool::single());
        let found = survey.loops.iter().filter_map(|it| {
            let line = it.line.as_ref().filter(|line| is_file(&line.file, source))?;
            let name = &program.functions()[it.function].name;
            let name = loop_name(&oxmca_names::plain(name), it.number_in_function);
            let cost = cost_text(&machines.cost(machine, &it.instructions));
            let count = it.instructions.len() as u64;
            let count = counted(count, "instruction", "instructions");
            let notes = [count, notes(it)].into_iter().filter(|it| !it.is_empty());
            let notes = notes.collect::<Vec<_>>().join(", ");
            Some(SourceLoop { line: line.line, name, cost, notes })
        });
        found.collect()
    })
}

/// Returns whether a path of debug information, which may be relative, is that of a source.
fn is_file(named: &str, source: &str) -> bool {
    let named = normal(Path::new(named));
    let parts = named.components().filter(|it| *it != Component::ParentDir);
    let named: PathBuf = parts.collect();
    normal(Path::new(source)).ends_with(&named) && named.file_name().is_some()
}

impl SourceLoops {
    /// Returns hints on lines from one to another, from 0.
    pub fn hints(
        &self,
        document: &Document,
        first: u32,
        last: u32,
        encoding: Encoding,
    ) -> Vec<InlayHint> {
        let count = document.text.line_count();
        let lines =
            self.loops.iter().filter(|it| (first + 1..=last.saturating_add(1)).contains(&it.line));
        let hint = |it: &SourceLoop| {
            let position = document.text.end_of(it.line - 1, encoding);
            let age = match (self.is_old, document.is_changed) {
                (true, _) => " (the object is older than this file)",
                (false, true) => " (as before the edits)",
                (false, false) => "",
            };
            let tooltip = format!("{}: {}\n{}\n{}", it.name, it.notes, self.object, self.model);
            new_hint(position, format!("{}{age}", it.cost), tooltip)
        };
        lines.filter(|it| it.line <= count).map(hint).collect()
    }
}

/// Returns the path of a file's address; `None` if it is no file.
pub fn path_of(uri: &str) -> Option<String> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after.get(..2).filter(|_| *first == b'%');
        let code = code
            .and_then(|it| std::str::from_utf8(it).ok())
            .and_then(|it| u8::from_str_radix(it, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/C:/x` on Windows.
    let drive = path.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    Some(if drive { path[1..].to_owned() } else { path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_files_have_paths() {
        assert_eq!(path_of("file:///a/b%20c.s").as_deref(), Some("/a/b c.s"));
        assert_eq!(path_of("file://host/a").as_deref(), Some("/a"));
        assert_eq!(path_of("file:///a%zz%4").as_deref(), Some("/a%zz%4"));
        for uri in ["untitled:1", "file://", "file:///%ff", ""] {
            assert_eq!(path_of(uri), None, "{uri}");
        }
    }

    #[test]
    fn paths_of_debug_information_are_those_of_sources() {
        assert!(is_file("/p/src/a.c", "/p/src/a.c"));
        assert!(is_file("../src/a.c", "/p/src/a.c"));
        assert!(is_file("./a.c", "/p/src/a.c"));
        assert!(
            !is_file("b.c", "/p/src/a.c") && !is_file("", "/p/a.c") && !is_file("/q/a.c", "/p/a.c")
        );
    }

    #[test]
    fn compile_commands_name_objects() {
        let read = |text: &str| serde_json::from_str::<CompileCommand>(text).unwrap().object();
        let object = Some(PathBuf::from("/b/o/a.o"));
        assert_eq!(read(r#"{"directory":"/b","file":"a.c","output":"o/a.o"}"#), object);
        assert_eq!(
            read(r#"{"directory":"/b/c","file":"a.c","command":"cc -c -o ../o/a.o a.c"}"#),
            object
        );
        assert_eq!(
            read(r#"{"directory":"/b","file":"a.c","arguments":["cc","-o","o/a.o"]}"#),
            object
        );
        assert_eq!(read(r#"{"directory":"/b","file":"a.c","command":"cc a.c"}"#), None);
    }
}

//! Files whose loops are looked at.

use oxmca::{Code, Session};
use oxmca_loops::{AssemblyText, ObjectCode, Program};
use oxmca_names::plain;
use oxmca_object::ObjectFile;

use crate::console::{Console, Failed};
use crate::flags::args::Args;
use crate::machine_arguments::MachineArguments;
use crate::{files, hints, language, objects, other_text, target};

/// A text or object that was read for a session.
pub struct Input {
    name: String,
    contents: Contents,
}

enum Contents {
    Text(Box<Code>),
    Object(Session, Box<ObjectFile<'static>>),
}

/// The name of standard input in messages.
const STANDARD_INPUT: &str = "<stdin>";

/// The contents of a file.
#[derive(Clone, Default)]
pub struct InputFile {
    name: String,
    bytes: Vec<u8>,
}

impl InputFile {
    /// Reads a file, or standard input for `-`.
    ///
    /// # Errors
    /// When it cannot be read, after a message that says so.
    pub fn read(path: &str, console: &mut dyn Console) -> Result<InputFile, Failed> {
        let bytes = files::read_at_most(path, objects::MAX_BYTES).map_err(|error| {
            console.failed(&format!("{}: {}", plain(path), files::describe(&error)))
        })?;
        let name = if path == "-" { STANDARD_INPUT } else { path };
        Ok(InputFile { name: name.to_owned(), bytes })
    }

    /// Takes the contents apart for one CPU: an archive gives one input for each of its members.
    ///
    /// # Errors
    /// When there is nothing to look at, after a message that says so.
    pub fn into_inputs(
        self,
        machine: &MachineArguments,
        console: &mut dyn Console,
    ) -> Result<Vec<Input>, Failed> {
        let InputFile { name, bytes } = self;
        let name = &*name;
        if !ObjectFile::is_object(&bytes) && is_binary(&bytes) {
            let error = ObjectFile::parse(bytes).err().map(|error| error.to_string());
            let reason = error.unwrap_or_else(|| "not an object file".to_owned());
            return Err(console.failed(&format!("{}: {reason}", plain(name))));
        }
        if !ObjectFile::is_object(&bytes) {
            let path = if name == STANDARD_INPUT { "-" } else { name };
            let command = machine.command.unwrap_or(language::LOOPS);
            if let Some(advice) = language::advice(path, &bytes, command) {
                return Err(console.failed(&advice));
            }
            let code = read_text(&machine.args(""), name, bytes, console)?;
            return Ok(vec![Input {
                name: name.to_owned(),
                contents: Contents::Text(code.into()),
            }]);
        }
        let mut inputs = Vec::new();
        for (name, object) in objects::read(name, bytes, console)? {
            let mut args = machine.args(object.triple());
            objects::take_stated_cpu(&mut args, &object);
            let session = objects::session(&args, &name, console)?;
            let contents = Contents::Object(session, Box::new(object));
            inputs.push(Input { name, contents });
        }
        Ok(inputs)
    }
}

impl Input {
    /// Returns the name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the session that it was read for.
    pub fn session(&self) -> &Session {
        match &self.contents {
            Contents::Text(code) => code.session(),
            Contents::Object(session, _) => session,
        }
    }

    /// Returns the text, if it is one.
    pub fn code(&self) -> Option<&Code> {
        match &self.contents {
            Contents::Text(code) => Some(code),
            Contents::Object(..) => None,
        }
    }

    /// Returns its functions.
    pub fn program(&self) -> Option<Box<dyn Program + '_>> {
        match &self.contents {
            Contents::Text(code) => Some(Box::new(AssemblyText::new(code)?)),
            Contents::Object(session, object) => Some(Box::new(ObjectCode::new(session, object))),
        }
    }
}

/// Returns whether a file cannot be a text, by its first bytes.
fn is_binary(bytes: &[u8]) -> bool {
    const LOOKED_AT_BYTES: usize = 1 << 10;
    const BITCODE: &[u8] = b"BC\xc0\xde";
    const ELF: &[u8] = b"\x7fELF";
    [BITCODE, ELF].into_iter().any(|it| bytes.starts_with(it))
        || bytes.iter().take(LOOKED_AT_BYTES).any(|byte| *byte == 0)
}

/// Reads assembly with its layout. Lines that cannot be read are left out, after warnings.
fn read_text(
    args: &Args,
    name: &str,
    bytes: Vec<u8>,
    console: &mut dyn Console,
) -> Result<Code, Failed> {
    let session = match target::args_for_text(args, &bytes) {
        Some(args) => objects::session(&args, name, console)?,
        None => {
            let builder = target::builder_for_command(args, console)?;
            target::session(&builder, args, console)?
        }
    };
    let mut options = target::text_options(args, session.target().dialects());
    options.name = name.into();
    options.collects_layout = true;
    options.lenient = true;
    let code = session
        .read(bytes, &options)
        .map_err(|_| console.failed(&format!("{}: File too large", plain(name))))?;
    console.text(&shown(&code.messages()));
    hints::skipped(code.parsed(), console);
    if code.parsed().skipped.total() > 0 {
        other_text::hint_target(args, &code, console);
    }
    if code.parsed().is_cut_off {
        return Err(1);
    }
    Ok(code)
}

/// Returns messages about a text, whose lines they have, with tabs as they are.
fn shown(messages: &str) -> String {
    let line = |line: &str| line.split('\t').map(plain).collect::<Vec<_>>().join("\t");
    messages.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

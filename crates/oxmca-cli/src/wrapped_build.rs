//! `oxmca build`: runs a build, keeps the names of the objects that it wrote, and shows their loops.
//!
//! Files are compared before and after the build. Neither compilers nor their options need to be known then, and nothing of the
//! build is changed. The cost: objects that the build itself removes are not found.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::SystemTime;

use clap::Parser;
use oxmca_asm::Severity;
use oxmca_loops::table::counted;
use oxmca_names::plain;
use oxmca_object::{ObjectFile, is_relocatable};

use crate::console::{self, Failed, failed, write_failed};
use crate::output::Output;
use crate::{command_line, files, loops};

/// The first argument that names the command.
pub const NAME: &str = "build";

/// The file with the names of objects, in the folder in which builds are run.
const LIST: &str = ".oxmca-objects";
/// A longer list is refused.
const MAX_LIST_BYTES: u64 = 1 << 26;
/// Folders and files that are looked at.
const MAX_FILES: usize = 1 << 22;
/// Folders within each other that are looked at.
const MAX_DEPTH: usize = 1 << 7;
/// Bytes of a file by which its format is known.
const HEAD_BYTES: u64 = 1 << 12;
/// The exit statuses that shells give for a command that cannot be run, and one that is not there.
const NOT_RUN: Failed = 126;
const NOT_FOUND: Failed = 127;

/// Runs a build, keeps the names of the objects that it wrote, and shows their loops.
///
/// Objects are those files below the current folder that are new or changed after the command; if there are none, programs
/// and libraries. Their names are kept in the file .oxmca-objects, with those of earlier builds that are still there. The exit
/// status is the command's. After --loops come options of `oxmca loops`.
#[derive(Parser, Debug)]
#[command(name = "oxmca build", bin_name = "oxmca build", disable_version_flag = true)]
#[command(override_usage = "\
oxmca build [--below=FOLDER] [--loops [OPTIONS OF oxmca loops]] -- COMMAND
       oxmca build --loops [OPTIONS OF oxmca loops]
       oxmca build --list")]
#[command(after_help = "\
Examples:
  oxmca build -- make -j
  oxmca build --loops                            of all objects that were kept
  oxmca build --loops --function=dot --mcpu=znver4
  oxmca build --loops -- cmake --build out       both
  oxmca build --below=../out -- ninja -C ../out")]
struct Options {
    /// The folder in which objects are looked for; the current one by default
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    below: String,
    /// Show the loops of all objects that were kept
    #[arg(long)]
    loops: bool,
    /// Print the names of all objects that were kept
    #[arg(long, conflicts_with = "loops")]
    list: bool,
    /// The command that builds
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// Returns the command line after `oxmca`, for documents about it.
pub fn command() -> clap::Command {
    <Options as clap::CommandFactory>::command()
}

/// Runs the command with the arguments after its name and gives the exit status.
pub fn run(arguments: &[String]) -> i32 {
    if let Some(word) = arguments.first().filter(|it| !it.starts_with('-')) {
        let word = plain(word);
        return failed(&format!("the command comes after `--`, as in `oxmca build -- {word}`"));
    }
    let end = arguments.iter().position(|it| it == "--").unwrap_or(arguments.len());
    let (own, build) = (&arguments[..end], arguments.get(end + 1..).unwrap_or_default());
    // What comes after is for another command.
    let is_loops = |it: &String| it == "--loops" || it == "-loops";
    let (own, of_loops) = match own.iter().position(is_loops) {
        Some(at) => (&own[..=at], &own[at + 1..]),
        None => (own, &[][..]),
    };
    let mut options: Options = match command_line::parse(NAME, own) {
        Ok(options) => options,
        Err(status) => return status,
    };
    options.command = build.to_vec();
    match wrap(&options) {
        Ok(objects) if options.loops => {
            let names: Vec<String> = objects.into_iter().collect();
            loops::run_on(&names, of_loops)
        }
        Ok(objects) if options.list => {
            console::print(&objects.iter().map(|it| format!("{}\n", plain(it))).collect::<String>())
        }
        Ok(_) => 0,
        Err(status) => status,
    }
}

/// Runs the build, if there is one, and keeps the names of its objects. Returns all that are known and there.
///
/// # Errors
/// The exit status: the build's, or another one after a message.
fn wrap(options: &Options) -> Result<BTreeSet<String>, Failed> {
    let is_shown = options.loops || options.list;
    if options.command.is_empty() && !is_shown {
        return Err(failed(
            "there is no command to run: `oxmca build -- make -j` runs `make -j`, and `oxmca build --loops` shows the loops of \
             the objects that were written then",
        ));
    }
    let known = read_list()?;
    let mut objects: BTreeSet<String> =
        known.iter().filter(|it| files::path_named(it).is_file()).cloned().collect();
    let mut status = 0;
    if !options.command.is_empty() {
        let written;
        (status, written) = build(options, objects.is_empty())?;
        report(&written, objects.len(), is_shown);
        objects.extend(written.names);
        if objects != known {
            write_list(&objects)?;
        }
    }
    match status {
        0 if is_shown && objects.is_empty() => Err(failed(
            "no objects are known here: `oxmca build -- COMMAND` runs a build and keeps the names of the objects that it writes",
        )),
        0 => Ok(objects),
        status => Err(status),
    }
}

/// The files with code that a build wrote.
struct Written {
    names: Vec<String>,
    /// Set if they are objects for a linker, and not what it makes of them.
    are_objects: bool,
}

/// Tells how many objects a build wrote.
fn report(written: &Written, known: usize, is_shown: bool) {
    let count = written.names.len();
    let text = match (count, known) {
        (0, 0) => "no objects were written here: what is up to date is not compiled, so clean the build, or name its folder with \
                   --below"
            .to_owned(),
        (0, known) => {
            let known = counted(known as u64, "is known", "are known");
            format!("no objects were written; {known} from before")
        }
        _ if written.are_objects => {
            format!("{} written", counted(count as u64, "object was", "objects were"))
        }
        _ => {
            let files = counted(count as u64, "program or library was", "programs and libraries were");
            format!("{files} written, and no objects")
        }
    };
    let hint = match is_shown || count + known == 0 {
        true => "",
        false => "; `oxmca build --loops` shows their loops",
    };
    console::message(Severity::Note, &format!("{text}{hint}"));
}

/// Runs the build. Returns its exit status, and the objects that it wrote; programs and libraries only if they may be.
///
/// # Errors
/// The exit status, when it could not be run.
fn build(options: &Options, may_be_programs: bool) -> Result<(Failed, Written), Failed> {
    let folder = files::path_named(&options.below);
    let cannot_look = |error: io::Error| {
        failed(&format!("{}: {}", plain(&options.below), files::describe(&error)))
    };
    let before = Files::below(&folder).map_err(cannot_look)?;
    let (program, arguments) = options.command.split_first().ok_or(NOT_RUN)?;
    let mut command = Command::new(files::path_named(program));
    command.args(arguments.iter().map(|it| files::path_named(it)));
    let status = command.status().map_err(|error| {
        let _ = failed(&format!("{}: {}", plain(program), files::describe(&error)));
        if error.kind() == io::ErrorKind::NotFound { NOT_FOUND } else { NOT_RUN }
    })?;
    let after = Files::below(&folder).map_err(cannot_look)?;
    let mut written = after.objects_since(&before);
    if !written.are_objects && !may_be_programs {
        // They are linked from objects that are known.
        written.names.clear();
    }
    Ok((number_of(status), written))
}

/// Returns the exit status that shells give for a command's.
fn number_of(status: ExitStatus) -> Failed {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return 128 + signal;
    }
    status.code().unwrap_or(1)
}

/// The files below a folder, each with its time and length.
#[derive(Default)]
struct Files(HashMap<PathBuf, (Option<SystemTime>, u64)>);

impl Files {
    /// Looks at all files below a folder. Links and git's folders are passed over.
    ///
    /// # Errors
    /// When the folder itself cannot be read, or there are too many files.
    fn below(folder: &Path) -> io::Result<Files> {
        let mut found = Files::default();
        let mut folders = vec![(folder.to_owned(), 0)];
        let mut count = 0;
        while let Some((path, depth)) = folders.pop() {
            let entries = match fs::read_dir(&path) {
                Ok(entries) => entries,
                Err(error) if depth == 0 => return Err(error),
                // Others' folders hold nothing that the build writes.
                Err(_) => continue,
            };
            for entry in entries.flatten() {
                count += 1;
                if count > MAX_FILES {
                    return Err(io::Error::other(format!("there are more than {MAX_FILES} files")));
                }
                let Ok(kind) = entry.file_type() else { continue };
                if kind.is_dir() && depth < MAX_DEPTH && entry.file_name() != ".git" {
                    folders.push((entry.path(), depth + 1));
                } else if kind.is_file()
                    && let Ok(metadata) = entry.metadata()
                {
                    found.0.insert(entry.path(), (metadata.modified().ok(), metadata.len()));
                }
            }
        }
        Ok(found)
    }

    /// Returns the objects that are new or changed; if there are none, programs and libraries.
    fn objects_since(&self, before: &Files) -> Written {
        let changed = self.0.iter().filter(|(path, state)| before.0.get(*path) != Some(state));
        let (mut objects, mut others) = (Vec::new(), Vec::new());
        for (path, _) in changed {
            let Ok(head) = head(path) else { continue };
            let name = files::argument_text(path.strip_prefix(".").unwrap_or(path).as_os_str());
            if name.contains('\n') {
                continue;
            }
            if is_relocatable(&head) {
                objects.push(name);
            } else if ObjectFile::is_object(&head) {
                others.push(name);
            }
        }
        match objects.is_empty() {
            true => Written { names: others, are_objects: false },
            false => Written { names: objects, are_objects: true },
        }
    }
}

/// Returns the first bytes of a file.
fn head(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(HEAD_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads the names of objects that were kept; none if nothing was.
fn read_list() -> Result<BTreeSet<String>, Failed> {
    match files::read_at_most(LIST, MAX_LIST_BYTES) {
        Ok(bytes) => {
            let text = oxmca_asm::lossless::to_text(&bytes);
            Ok(text.lines().filter(|it| !it.is_empty()).map(str::to_owned).collect())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(BTreeSet::new()),
        Err(error) => Err(failed(&format!("{LIST}: {}", files::describe(&error)))),
    }
}

fn write_list(objects: &BTreeSet<String>) -> Result<(), Failed> {
    let text: String = objects.iter().map(|it| format!("{it}\n")).collect();
    let output = Output::open(LIST)
        .map_err(|error| failed(&format!("{LIST}: {}", files::describe(&error))))?;
    let bytes = oxmca_asm::lossless::to_bytes(&text);
    output.finish(&bytes).map_err(|error| write_failed(&error))
}

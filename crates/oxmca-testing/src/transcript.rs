//! Documents with commands and what they print, which are carried out to see that it is so.
//!
//! A block that begins with ```` ```asm NAME ````, or another language and a name, is a file of that name, which is written
//! when the reader comes to it.
//! In a block that begins with ```` ```shell-session ````, a line that begins with `$ ` is a command for the shell; the
//! lines up to the next one are what it prints.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

/// Returns a document with what its commands print now. They run in `folder`, with the folder of `program` before all
/// others in the search for programs.
///
/// # Errors
/// A file cannot be written or a command not be run, or it prints something else than text.
pub fn replayed(document: &str, folder: &Path, program: &Path) -> io::Result<String> {
    let mut text = String::new();
    let mut lines = document.split_inclusive('\n');
    while let Some(line) = lines.next() {
        text.push_str(line);
        let Some(fence) = line.trim_end().strip_prefix("```") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| line.trim_end() != "```").collect();
        if let Some((_, name)) = fence.split_once(' ') {
            fs::write(folder.join(name), block.concat())?;
        }
        if fence == "shell-session" {
            for command in block.iter().filter_map(|line| line.strip_prefix("$ ")) {
                text.push_str("$ ");
                text.push_str(command);
                text.push_str(&output(command.trim_end(), folder, program)?);
            }
        } else {
            text.push_str(&block.concat());
        }
        text.push_str("```\n");
    }
    Ok(text)
}

/// Returns the output of a command, of both streams.
fn output(command: &str, folder: &Path, program: &Path) -> io::Result<String> {
    let programs = program.parent().unwrap_or(Path::new("."));
    let mut path = programs.as_os_str().to_owned();
    if let Some(others) = std::env::var_os("PATH") {
        path.push(":");
        path.push(others);
    }
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("exec 2>&1; {command}"));
    let output =
        shell.current_dir(folder).env("PATH", path).env_remove("GITHUB_ACTIONS").output()?;
    String::from_utf8(output.stdout)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

//! Response files: an argument `@file` stands for the arguments in that file.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use oxmca_asm::lossless;

use crate::files;

/// Most arguments that files may expand to. Files that name each other twice could grow without end.
const MAX_ARGUMENTS: usize = 1 << 20;
/// Most bytes of a file.
const MAX_BYTES: u64 = 1 << 26;
/// Most files open inside each other.
const MAX_DEPTH: usize = 256;

/// Replaces every `@file` by the arguments in the file, which may be of that kind themselves. Without
/// such a file the argument stays as it is. Names are relative to the current folder.
///
/// # Errors
/// The message when a file cannot be read or is part of its own expansion.
pub fn expand(arguments: Vec<String>) -> Result<Vec<String>, String> {
    let mut expansion = Expansion { arguments: Vec::new(), open: Vec::new() };
    expansion.add(arguments)?;
    Ok(expansion.arguments)
}

struct Expansion {
    arguments: Vec<String>,
    /// The files being expanded, outermost first.
    open: Vec<PathBuf>,
}

impl Expansion {
    fn add(&mut self, arguments: Vec<String>) -> Result<(), String> {
        for argument in arguments {
            match argument.strip_prefix('@') {
                Some(name) if self.add_file(name)? => {}
                _ => self.arguments.push(argument),
            }
            if self.arguments.len() > MAX_ARGUMENTS {
                return Err(format!("response files hold more than {MAX_ARGUMENTS} arguments"));
            }
        }
        Ok(())
    }

    /// Adds the arguments in a file. Returns whether there is such a file.
    fn add_file(&mut self, name: &str) -> Result<bool, String> {
        let path = absolute(name);
        let failed =
            |error| format!("cannot not open file '{}': {}", shown(&path), files::describe(&error));
        let file = match fs::canonicalize(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(failed(error)),
        };
        if self.open.contains(&file) || self.open.len() == MAX_DEPTH {
            return Err(format!("recursive expansion of: '{}'", shown(&path)));
        }
        let bytes = files::read_at_most(&shown(&path), MAX_BYTES).map_err(failed)?;
        let text = decode(&bytes)?;
        self.open.push(file);
        self.add(split(&text))?;
        self.open.pop();
        Ok(true)
    }
}

fn absolute(name: &str) -> PathBuf {
    let folder = std::env::current_dir().unwrap_or_default();
    if name.is_empty() { folder } else { folder.join(files::path_named(name)) }
}

fn shown(path: &Path) -> String {
    files::argument_text(path.as_os_str())
}

/// Returns the text of a file in UTF-16, if it has a byte order mark, or in bytes.
fn decode(bytes: &[u8]) -> Result<String, String> {
    let utf_16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let pairs = bytes.chunks_exact(2);
        let is_odd = !pairs.remainder().is_empty();
        let units: Vec<u16> = pairs.map(|pair| unit([pair[0], pair[1]])).collect();
        let text = String::from_utf16(&units).ok().filter(|_| !is_odd);
        text.ok_or_else(|| "Could not convert UTF16 to UTF8".to_owned())
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => utf_16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf_16(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => Ok(lossless::to_text(rest).into_owned()),
        _ => Ok(lossless::to_text(bytes).into_owned()),
    }
}

/// Splits text into arguments as GNU tools do. A backslash takes the character after it as it is,
/// inside quotes too; quotes may begin and end anywhere, and nothing between them is an empty argument. A NUL ends an
/// argument's text.
fn split(text: &str) -> Vec<String> {
    let mut arguments = Vec::new();
    let mut argument: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        if quote.is_none() && matches!(char, ' ' | '\t' | '\r' | '\n') {
            arguments.extend(argument.take());
            continue;
        }
        let argument = argument.get_or_insert_default();
        match (char, quote) {
            ('\\', _) if chars.peek().is_some() => argument.extend(chars.next()),
            ('"' | '\'', None) => quote = Some(char),
            (_, Some(open)) if char == open => quote = None,
            _ => argument.push(char),
        }
    }
    arguments.extend(argument);
    arguments.iter_mut().for_each(|argument| {
        argument.truncate(argument.find('\0').unwrap_or(argument.len()));
    });
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_split_as_gnu_tools_do() {
        assert_eq!(split(" -a  \"b c\"'d'\r\n\te\\ f "), ["-a", "b cd", "e f"]);
        assert_eq!(split("'a\\'b' \"\" x\\"), ["a'b", "", "x\\"]);
        assert_eq!(split("''-a ''''\n'"), ["-a", "", ""]);
        assert_eq!(split("'never closed x"), ["never closed x"]);
        assert_eq!(split("# a\\\nb"), ["#", "a\nb"]);
        assert_eq!(split("a\0b c"), ["a", "c"]);
    }

    #[test]
    fn byte_order_marks_choose_the_encoding() {
        assert_eq!(decode(b"\xff\xfea\0b\0").unwrap(), "ab");
        assert_eq!(decode(b"\xfe\xff\0a\0b").unwrap(), "ab");
        assert_eq!(decode(b"\xef\xbb\xbfab").unwrap(), "ab");
        assert!(decode(b"\xff\xfea\0b").is_err() && decode(b"\xff\xfe\0\xd8").is_err());
    }

    #[test]
    fn files_expand_in_place_and_not_into_themselves() {
        let folder = std::env::temp_dir().join(format!("oxmca-response-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let at = |name: &str| format!("@{}", folder.join(name).display());
        fs::write(folder.join("inner"), "b c").unwrap();
        fs::write(folder.join("outer"), format!("a '{}' {} d", at("inner"), at("missing")))
            .unwrap();
        fs::write(folder.join("loop"), at("loop")).unwrap();
        let expanded = expand(vec!["-x".to_owned(), at("outer"), "y".to_owned()]).unwrap();
        assert_eq!(expanded, ["-x", "a", "b", "c", &at("missing"), "d", "y"]);
        let error = expand(vec![at("loop")]).unwrap_err();
        assert!(error.starts_with("recursive expansion of: '"), "{error}");
        assert!(expand(vec![at("")]).unwrap_err().starts_with("cannot not open file '"));
        fs::remove_dir_all(&folder).unwrap();
    }
}

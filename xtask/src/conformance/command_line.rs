//! The part of the shell's language that LLVM's tests use: quoted words, `|`, `&&`, `;` and redirections.

use anyhow::{Context, Result, bail};

/// Commands whose standard output is the next one's standard input.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Pipeline {
    /// At least one.
    pub commands: Vec<Command>,
}

/// A program with its arguments.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// The program first.
    pub words: Vec<String>,
    /// The redirections, in the order in which they are written.
    pub redirections: Vec<Redirection>,
}

/// A redirection.
#[derive(Debug, PartialEq, Eq)]
pub enum Redirection {
    /// `< FILE`
    Input(String),
    /// `> FILE`
    Output(String),
    /// `2> FILE`
    Errors(String),
    /// `2>&1`
    ErrorsToOutput,
}

#[derive(Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Pipe,
    Next,
    Redirection(String),
}

/// Pipelines to be run one after the other, as long as each succeeds.
///
/// # Errors
/// A quote is not closed, or a construct is not understood.
pub fn parse(text: &str) -> Result<Vec<Pipeline>> {
    let mut pipelines = vec![Pipeline { commands: vec![Command::default()] }];
    let mut tokens = tokens(text)?.into_iter();
    while let Some(token) = tokens.next() {
        let commands = &mut pipelines.last_mut().context("a pipeline")?.commands;
        match token {
            Token::Pipe => commands.push(Command::default()),
            Token::Next => pipelines.push(Pipeline { commands: vec![Command::default()] }),
            Token::Word(word) => commands.last_mut().context("a command")?.words.push(word),
            Token::Redirection(sign) => {
                let mut file = || match tokens.next() {
                    Some(Token::Word(file)) => Ok(file),
                    _ => bail!("`{sign}` without a file in `{text}`"),
                };
                let redirection = match sign.as_str() {
                    "<" => Redirection::Input(file()?),
                    ">" => Redirection::Output(file()?),
                    "2>" => Redirection::Errors(file()?),
                    "2>&1" => Redirection::ErrorsToOutput,
                    _ => bail!("`{sign}` is not understood in `{text}`"),
                };
                commands.last_mut().context("a command")?.redirections.push(redirection);
            }
        }
    }
    if pipelines.iter().flat_map(|it| &it.commands).any(|it| it.words.is_empty()) {
        bail!("a command is missing in `{text}`");
    }
    Ok(pipelines)
}

fn tokens(text: &str) -> Result<Vec<Token>> {
    const REDIRECTIONS: [&str; 6] = ["2>&1", "2>>", "2>", ">>", ">", "<"];
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let sign = REDIRECTIONS.into_iter().find(|sign| rest.starts_with(sign));
        if let Some(sign) = sign {
            tokens.push(Token::Redirection(sign.to_owned()));
            rest = &rest[sign.len()..];
        } else if rest.starts_with("&&") || rest.starts_with(';') {
            tokens.push(Token::Next);
            rest = rest.trim_start_matches(['&', ';']);
        } else if let Some(after) = rest.strip_prefix('|') {
            tokens.push(Token::Pipe);
            rest = after;
        } else {
            let (word, after) = word(rest)?;
            tokens.push(Token::Word(word));
            rest = after;
        }
        rest = rest.trim_start();
    }
    Ok(tokens)
}

/// Returns the word at the start of a text, without its quotes, and the text after it.
fn word(text: &str) -> Result<(String, &str)> {
    let mut word = String::new();
    let mut quote = None;
    let mut chars = text.char_indices();
    while let Some((at, char)) = chars.next() {
        match (quote, char) {
            (Some(end), _) if char == end => quote = None,
            (Some('\''), _) => word.push(char),
            (_, '\\') => word.extend(chars.next().map(|(_, escaped)| escaped)),
            (Some(_), _) => word.push(char),
            (None, '"' | '\'') => quote = Some(char),
            (None, '|' | ';' | '<' | '>') => return Ok((word, &text[at..])),
            (None, '$' | '`' | '(' | ')' | '*') => bail!("`{char}` is not understood in `{text}`"),
            (None, _) if char.is_whitespace() => return Ok((word, &text[at..])),
            (None, _) => word.push(char),
        }
    }
    match quote {
        Some(_) => bail!("a quote is not closed in `{text}`"),
        None => Ok((word, "")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Command, Pipeline, Redirection, parse};

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|it| (*it).to_owned()).collect()
    }

    #[test]
    fn pipelines_have_commands_with_redirections() {
        let expected = Pipeline {
            commands: vec![
                Command {
                    words: words(&["not", "llvm-mca", "-mcpu=x"]),
                    redirections: vec![
                        Redirection::Input("a.s".to_owned()),
                        Redirection::ErrorsToOutput,
                    ],
                },
                Command { words: words(&["FileCheck", "a b"]), redirections: Vec::new() },
            ],
        };
        let found = parse("not llvm-mca -mcpu=x <a.s 2>&1 | FileCheck 'a b'").expect("a pipeline");
        assert_eq!(found, [expected]);
    }

    #[test]
    fn pipelines_follow_each_other() {
        let names = |text| -> Vec<String> {
            let pipelines = parse(text).expect("pipelines");
            pipelines.into_iter().map(|mut it| it.commands.remove(0).words.remove(0)).collect()
        };
        assert_eq!(names("a && b; c"), ["a", "b", "c"]);
    }

    #[test]
    fn other_constructs_are_errors() {
        for text in ["a 'b", "a $b", "a |", "a >", "a `b`", "a 2>> b"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}

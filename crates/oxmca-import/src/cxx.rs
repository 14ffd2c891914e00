//! The little of C++ that `llvm-tblgen` writes: tokens and brace initializers.

use anyhow::{Context, Result, bail};

/// A token; text is a slice of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// An identifier, qualified names as one token (`X86::RAX`).
    Ident(&'a str),
    /// A number with its suffix, or a character literal.
    Literal(&'a str),
    /// A string literal, quotes included, escapes as written.
    String(&'a str),
    /// An operator or bracket.
    Punct(&'a str),
}

impl<'a> Token<'a> {
    /// Returns the source text.
    pub fn text(self) -> &'a str {
        match self {
            Token::Ident(text)
            | Token::Literal(text)
            | Token::String(text)
            | Token::Punct(text) => text,
        }
    }
}

/// Reads tokens; comments and preprocessor lines are skipped.
#[derive(Clone, Copy)]
pub struct Lexer<'a> {
    source: &'a str,
    at: usize,
}

const PUNCTUATION: &[&str] =
    &["->", "==", "!=", "&&", "||", "<=", ">=", "<<", ">>", "++", "+=", "::"];

impl<'a> Lexer<'a> {
    /// Creates a lexer at the start of `source`.
    pub fn new(source: &'a str) -> Self {
        Lexer { source, at: 0 }
    }

    /// Skips blanks: moves to the next token.
    fn skip_blanks(&mut self) {
        loop {
            let rest = &self.source[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            let skipped = if trimmed.starts_with("//") || trimmed.starts_with('#') {
                trimmed.find('\n').unwrap_or(trimmed.len())
            } else if trimmed.starts_with("/*") {
                trimmed.find("*/").map_or(trimmed.len(), |end| end + 2)
            } else {
                return;
            };
            self.at += skipped;
        }
    }

    /// Returns the next token without taking it.
    pub fn peek(&self) -> Option<Token<'a>> {
        let mut copy = *self;
        copy.next()
    }

    /// Takes the next token if it is the punctuation or identifier `text`.
    pub fn accept(&mut self, text: &str) -> bool {
        let found = self.peek().is_some_and(|token| token.text() == text);
        if found {
            self.next();
        }
        found
    }

    /// Takes the next token, which must be `text`.
    pub fn expect(&mut self, text: &str) -> Result<()> {
        match self.next() {
            Some(token) if token.text() == text => Ok(()),
            Some(token) => bail!("expected `{text}`, found `{}`{}", token.text(), self.place()),
            None => bail!("expected `{text}` at the end"),
        }
    }

    /// Takes the next token, which must be an identifier.
    pub fn ident(&mut self) -> Result<&'a str> {
        match self.next() {
            Some(Token::Ident(name)) => Ok(name),
            Some(token) => bail!("expected a name, found `{}`{}", token.text(), self.place()),
            None => bail!("expected a name at the end"),
        }
    }

    /// Returns the text that follows, for messages.
    pub fn place(&self) -> String {
        let rest: String = self.source[self.at..].chars().take(80).collect();
        format!(" before `{}`", rest.replace('\n', " "))
    }

    /// Takes tokens up to the bracket that closes one already taken; gives the text in between.
    pub fn balanced(&mut self) -> Result<&'a str> {
        let start = self.at;
        let mut depth = 1;
        loop {
            self.skip_blanks();
            let end = self.at;
            match self.next().context("unbalanced brackets")?.text() {
                "(" | "{" | "[" => depth += 1,
                ")" | "}" | "]" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(&self.source[start..end]);
            }
        }
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.skip_blanks();
        let rest = &self.source[self.at..];
        let first = rest.chars().next()?;
        let token = if first.is_ascii_alphabetic() || first == '_' {
            Token::Ident(&rest[..qualified_name_len(rest)])
        } else if first.is_ascii_digit() {
            let len = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
            Token::Literal(&rest[..len])
        } else if first == '"' || first == '\'' {
            let mut escaped = false;
            let closing = rest[1..].char_indices().find(|&(_, c)| {
                let closes = c == first && !escaped;
                escaped = c == '\\' && !escaped;
                closes
            });
            let len = closing.map_or(rest.len(), |(at, _)| at + 2);
            if first == '"' { Token::String(&rest[..len]) } else { Token::Literal(&rest[..len]) }
        } else {
            let known = PUNCTUATION.iter().find(|text| rest.starts_with(**text));
            Token::Punct(&rest[..known.map_or(first.len_utf8(), |text| text.len())])
        };
        self.at += token.text().len();
        Some(token)
    }
}

/// Returns the length of the name at the start of `text`, `::` included.
fn qualified_name_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        while at < bytes.len() && (bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_') {
            at += 1;
        }
        match (bytes.get(at..at + 2), bytes.get(at + 2)) {
            (Some(b"::"), Some(next)) if next.is_ascii_alphabetic() || *next == b'_' => at += 2,
            _ => return at,
        }
    }
}

/// A value of a brace initializer.
#[derive(Clone, Debug)]
pub enum Init<'a> {
    /// An expression as written.
    Expr(&'a str),
    /// Braces.
    List(Vec<Init<'a>>),
}

impl<'a> Init<'a> {
    /// Returns the expression.
    pub fn expr(&self) -> Result<&'a str> {
        match self {
            Init::Expr(text) => Ok(text),
            Init::List(_) => bail!("expected a value, found braces"),
        }
    }

    /// Returns the values in braces.
    pub fn list(&self) -> Result<&[Init<'a>]> {
        match self {
            Init::List(items) => Ok(items),
            Init::Expr(text) => bail!("expected braces, found `{text}`"),
        }
    }

    /// Returns the expression as a number.
    pub fn number<T: TryFrom<i128>>(&self) -> Result<T> {
        number(self.expr()?)
    }
}

/// Returns a number as C++ writes it.
pub fn number<T: TryFrom<i128>>(text: &str) -> Result<T> {
    let digits = text.trim_end_matches(['U', 'L', 'u', 'l']);
    let positive = digits.strip_prefix('-').unwrap_or(digits);
    let value = match positive.strip_prefix("0x") {
        Some(hex) => i128::from_str_radix(hex, 16),
        None => positive.parse(),
    };
    let value = value.with_context(|| format!("`{text}` is not a number"))?;
    let value = if positive.len() < digits.len() { -value } else { value };
    T::try_from(value).ok().with_context(|| format!("`{text}` is out of range"))
}

/// Returns the source from just after `marker`, which must occur.
pub fn after<'a>(source: &'a str, marker: &str) -> Result<&'a str> {
    let (_, rest) = source.split_once(marker).with_context(|| format!("`{marker}` not found"))?;
    Ok(rest)
}

/// Returns the source between `start` and the next `end`.
pub fn between<'a>(source: &'a str, start: &str, end: &str) -> Result<&'a str> {
    let rest = after(source, start)?;
    let (inside, _) =
        rest.split_once(end).with_context(|| format!("`{end}` not found after `{start}`"))?;
    Ok(inside)
}

/// Returns the brace initializer that begins at the first `{` after `marker`.
pub fn initializer<'a>(source: &'a str, marker: &str) -> Result<Vec<Init<'a>>> {
    let rest = after(source, marker)?;
    let open = rest.find('{').with_context(|| format!("`{marker}` has no initializer"))?;
    let mut lexer = Lexer::new(&rest[open + 1..]);
    init_list(&mut lexer).with_context(|| format!("in the initializer of `{marker}`"))
}

/// Returns the values of a brace initializer from its text after the first `{`.
pub fn fields_of(text: &str) -> Result<Vec<Init<'_>>> {
    init_list(&mut Lexer::new(text))
}

/// Returns the string literal at the start of a comment, which tells the string that a number before it is the
/// offset of in a table of strings: `12 /* "ish" */`.
fn string_of_offset(rest: &str) -> Option<&str> {
    let comment = rest.trim_start().strip_prefix("/* ").filter(|it| it.starts_with('"'))?;
    let (text, _) = comment.split_once(" */")?;
    text.ends_with('"').then_some(text)
}

fn init_list<'a>(lexer: &mut Lexer<'a>) -> Result<Vec<Init<'a>>> {
    let mut items = Vec::new();
    loop {
        if lexer.accept("}") {
            return Ok(items);
        }
        if lexer.accept("{") {
            items.push(Init::List(init_list(lexer)?));
        } else {
            lexer.skip_blanks();
            let start = lexer.at;
            let mut end = start;
            let mut depth = 0;
            while let Some(token) = lexer.peek() {
                match token.text() {
                    "(" => depth += 1,
                    ")" => depth -= 1,
                    "," | "}" if depth == 0 => break,
                    _ => {}
                }
                lexer.next();
                end = lexer.at;
            }
            if end == start {
                bail!("empty value{}", lexer.place());
            }
            let value = &lexer.source[start..end];
            items.push(Init::Expr(string_of_offset(&lexer.source[end..]).unwrap_or(value)));
        }
        if !lexer.accept(",") && lexer.peek().map(Token::text) != Some("}") {
            bail!("expected `,` or `}}`{}", lexer.place());
        }
    }
}

/// Returns the bytes of string literals that follow each other, escapes resolved.
pub fn string_bytes(lexer: &mut Lexer<'_>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    while let Some(Token::String(text)) = lexer.peek() {
        lexer.next();
        let mut chars = text[1..text.len() - 1].bytes().peekable();
        while let Some(byte) = chars.next() {
            if byte != b'\\' {
                bytes.push(byte);
                continue;
            }
            let code = chars.next().context("lone backslash in a string")?;
            bytes.push(match code {
                b'0'..=b'7' => {
                    let mut value = code - b'0';
                    for _ in 0..2 {
                        let Some(digit) = chars.next_if(|c| (b'0'..=b'7').contains(c)) else {
                            break;
                        };
                        value = value.wrapping_mul(8).wrapping_add(digit - b'0');
                    }
                    value
                }
                b'n' => b'\n',
                b't' => b'\t',
                b'x' => {
                    let mut value = 0u8;
                    while let Some(digit) = chars.next_if(u8::is_ascii_hexdigit) {
                        let digit = char::from(digit).to_digit(16).unwrap_or(0);
                        value = value.wrapping_mul(16).wrapping_add(digit as u8);
                    }
                    value
                }
                b'\\' | b'"' | b'\'' => code,
                other => bail!("unknown escape `\\{}` in a string", other as char),
            });
        }
    }
    Ok(bytes)
}

/// Returns the bytes of the string that begins at an offset and that `\0` ends.
pub fn string_at(bytes: &[u8], offset: usize) -> Result<&[u8]> {
    let rest = bytes.get(offset..).context("string offset out of range")?;
    let len = rest.iter().position(|byte| *byte == 0).unwrap_or(rest.len());
    Ok(&rest[..len])
}

/// Returns the enumerators `NAME = VALUE` of an enumeration that begins at the first `{` after
/// `marker`; an enumerator without a value follows the one before.
pub fn enumerators<'a>(source: &'a str, marker: &str) -> Result<Vec<(&'a str, u32)>> {
    let mut names = Vec::new();
    let mut next = 0;
    for item in initializer(source, marker)? {
        let text = item.expr()?;
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (text, ""),
        };
        if !value.is_empty() {
            match number(value) {
                Ok(value) => next = value,
                Err(_) => {
                    let known = names.iter().rev().find(|(known, _)| *known == value);
                    next = known.with_context(|| format!("`{value}` is not an enumerator"))?.1;
                }
            }
        }
        names.push((name, next));
        next += 1;
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initializers_nest_and_ignore_comments() {
        let source =
            "int T[] = { { X86::A, 0|(1<<M::F), -1 }, // { no\n /* 1 */ F(1, 2), \"a,\\\"b\" };";
        let rows = initializer(source, "T[] =").unwrap();
        assert_eq!(rows.len(), 3);
        assert_eq!(rows[0].list().unwrap()[1].expr().unwrap(), "0|(1<<M::F)");
        assert_eq!(rows[0].list().unwrap()[2].number::<i64>().unwrap(), -1);
        assert_eq!(rows[1].expr().unwrap(), "F(1, 2)");
        assert_eq!(rows[2].expr().unwrap(), "\"a,\\\"b\"");
    }

    #[test]
    fn offsets_into_tables_of_strings_are_the_strings() {
        let rows =
            initializer("T[] = { { 12 /* \"ish\" */, 0x3 }, 4 /* adc */ }", "T[] =").unwrap();
        assert_eq!(rows[0].list().unwrap()[0].expr().unwrap(), "\"ish\"");
        assert_eq!(rows[1].expr().unwrap(), "4");
    }

    #[test]
    fn strings_resolve_escapes_and_join() {
        let bytes = string_bytes(&mut Lexer::new(r#""\003ab\011\0" "c\n\\";"#)).unwrap();
        assert_eq!(bytes, b"\x03ab\t\0c\n\\");
    }

    #[test]
    fn enumerators_count_on_and_refer_back() {
        let names = enumerators("enum E { A, B = 4, C, D = B, };", "enum E").unwrap();
        assert_eq!(names, [("A", 0), ("B", 4), ("C", 5), ("D", 4)]);
    }
}

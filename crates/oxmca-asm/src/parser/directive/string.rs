//! Strings with escapes.

use crate::lexer::TokenKind;

use crate::parser::error::ParseResult;
use crate::parser::interface::Parser;

impl Parser<'_> {
    /// Returns a string, its escapes replaced by what they stand for.
    ///
    /// # Errors
    /// If there is no string here or an escape is malformed.
    pub(crate) fn parse_escaped_string(&mut self) -> ParseResult<Vec<u8>> {
        if !self.at(TokenKind::String) {
            return Err(self.error(self.tok().loc, "expected string"));
        }
        let tok = self.tok();
        let text = tok.contents();
        let mut data = Vec::with_capacity(text.len());
        let mut at = 0;
        while at < text.len() {
            let byte = text[at];
            at += 1;
            if byte != b'\\' {
                if matches!(byte, b'\n' | b'\r') {
                    // A carriage return and line feed are one line break; only the first stays.
                    if byte == b'\n' && at >= 2 && text[at - 2] == b'\r' {
                        continue;
                    }
                    let loc = tok.loc.offset(at);
                    self.warning(loc, "unterminated string; newline inserted");
                }
                data.push(byte);
                continue;
            }
            let Some(&escape) = text.get(at) else {
                return Err(self.token_error("unexpected backslash at end of string"));
            };
            at += 1;
            let value = match escape {
                b'x' | b'X' => {
                    let digits = &text[at..];
                    let len = digits.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
                    if len == 0 {
                        return Err(self.token_error("invalid hexadecimal escape sequence"));
                    }
                    at += len;
                    digits[..len].iter().fold(0u8, |value, digit| {
                        let digit = char::from(*digit).to_digit(16).unwrap_or(0);
                        value.wrapping_mul(16).wrapping_add(digit as u8)
                    })
                }
                b'0'..=b'7' => {
                    let is_octal = |byte: &&u8| matches!(byte, b'0'..=b'7');
                    let more = text[at..].iter().take(2).take_while(is_octal).count();
                    let digits = &text[at - 1..at + more];
                    at += more;
                    let value = digits.iter().fold(0, |value, d| value * 8 + u32::from(d - b'0'));
                    let Ok(value) = u8::try_from(value) else {
                        let message = "invalid octal escape sequence (out of range)";
                        return Err(self.token_error(message));
                    };
                    value
                }
                b'b' => 8,
                b'f' => 12,
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'"' | b'\\' => escape,
                _ => {
                    let message = "invalid escape sequence (unrecognized character)";
                    return Err(self.token_error(message));
                }
            };
            data.push(value);
        }
        self.lex();
        Ok(data)
    }
}

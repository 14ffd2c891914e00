//! Putting arguments in place of parameters.

use crate::lexer::TokenKind;
use crate::source::TooLarge;

use crate::parser::interface::Parser;

use crate::parser::macro_state::{
    Argument, MAX_EXPANDED_BYTES, MAX_SCANNED_BYTES, Macro, Parameter, ParameterIndex,
};

/// Returns whether a byte may be part of a parameter's name. `@` and `?` may not.
pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.')
}

impl<'a> Parser<'a> {
    /// Appends the body of `called` to `text`, arguments in place of parameters. `\@` is the number of
    /// macros expanded before, if `has_number`, and `\+` how often this one was.
    pub(super) fn expand(
        &mut self,
        text: &mut Vec<u8>,
        called: &mut Macro<'a>,
        parameters: &[Parameter<'a>],
        arguments: &[Argument<'a>],
        has_number: bool,
    ) -> Result<(), TooLarge> {
        let limit = MAX_EXPANDED_BYTES.saturating_sub(self.macros.expanded_bytes);
        let darwin = self.syntax.darwin;
        let alternative = self.macros.alternative;
        let index = ParameterIndex::new(parameters);
        let find = |name: &[u8]| index.find(name);
        let body = called.body;
        self.macros.scanned_bytes = self.macros.scanned_bytes.saturating_add(body.len());
        if self.macros.scanned_bytes > MAX_SCANNED_BYTES {
            return Err(TooLarge);
        }
        let mut at = 0;
        while at < body.len() {
            if text.len() > limit {
                return Err(TooLarge);
            }
            let byte = body[at];
            let rest = &body[at + 1..];
            if byte == b'\\' && !rest.is_empty() {
                match rest {
                    [b'@', ..] if has_number => {
                        text.extend_from_slice(self.macros.count.to_string().as_bytes());
                        at += 2;
                        continue;
                    }
                    [b'+', ..] => {
                        text.extend_from_slice(called.count.to_string().as_bytes());
                        at += 2;
                        continue;
                    }
                    [b'(', b')', ..] => {
                        at += 3;
                        continue;
                    }
                    _ => {}
                }
                let name = leading_name(rest);
                at += 1 + name.len();
                if alternative && body.get(at) == Some(&b'&') {
                    at += 1;
                }
                match find(name) {
                    Some(index) => {
                        self.expand_argument(text, parameters, arguments, index);
                    }
                    None => {
                        text.push(b'\\');
                        text.extend_from_slice(name);
                    }
                }
                continue;
            }
            // Without parameters Darwin's macros take positional arguments.
            if byte == b'$' && darwin && parameters.is_empty() {
                match rest {
                    [b'$', ..] => {
                        text.push(b'$');
                        at += 2;
                        continue;
                    }
                    [b'n', ..] => {
                        text.extend_from_slice(arguments.len().to_string().as_bytes());
                        at += 2;
                        continue;
                    }
                    [digit @ b'0'..=b'9', ..] => {
                        let argument = arguments.get(usize::from(digit - b'0'));
                        for token in argument.into_iter().flatten() {
                            text.extend_from_slice(token.text);
                        }
                        at += 2;
                        continue;
                    }
                    _ => {}
                }
            }
            if darwin || !is_name_byte(byte) {
                text.push(byte);
                at += 1;
                continue;
            }
            let name = leading_name(&body[at..]);
            at += name.len();
            match find(name).filter(|_| alternative) {
                Some(index) => {
                    self.expand_argument(text, parameters, arguments, index);
                    if body.get(at) == Some(&b'&') {
                        at += 1;
                    }
                }
                None => text.extend_from_slice(name),
            }
        }
        called.count = called.count.wrapping_add(1);
        if text.len() > limit { Err(TooLarge) } else { Ok(()) }
    }

    fn expand_argument(
        &self,
        text: &mut Vec<u8>,
        parameters: &[Parameter<'a>],
        arguments: &[Argument<'a>],
        index: usize,
    ) {
        let is_vararg = index + 1 == parameters.len() && parameters[index].vararg;
        let alternative = self.macros.alternative;
        for token in arguments.get(index).into_iter().flatten() {
            let first = token.text.first();
            match token.kind {
                TokenKind::Integer if alternative && first == Some(&b'%') => {
                    text.extend_from_slice(token.value.to_string().as_bytes());
                }
                TokenKind::String if alternative && first == Some(&b'<') => {
                    let mut bytes = token.contents().iter();
                    while let Some(&byte) = bytes.next() {
                        let escaped = if byte == b'!' { bytes.next() } else { Some(&byte) };
                        text.extend(escaped);
                    }
                }
                TokenKind::String if !is_vararg => text.extend_from_slice(token.contents()),
                _ => text.extend_from_slice(token.text),
            }
        }
    }
}

pub(super) fn leading_name(text: &[u8]) -> &[u8] {
    let len = text.iter().take_while(|byte| is_name_byte(**byte)).count();
    &text[..len]
}

//! Numbers.

use super::{Lexer, Token, TokenKind};

/// An integer read digit by digit.
#[derive(Clone, Copy)]
struct Digits {
    value: u64,
    /// Set if the value needs more than 64 bits.
    big: bool,
}

/// Returns the value of `digits` in `radix`, or `None` if one is no digit of it or there are none.
fn parse_digits(digits: &[u8], radix: u32) -> Option<Digits> {
    if digits.is_empty() {
        return None;
    }
    let mut parsed = Digits { value: 0, big: false };
    for &byte in digits {
        let digit = char::from(byte).to_digit(radix)?;
        let (product, overflow) = parsed.value.overflowing_mul(u64::from(radix));
        let (sum, carry) = product.overflowing_add(u64::from(digit));
        parsed.value = sum;
        parsed.big |= overflow || carry;
    }
    Some(parsed)
}

/// Returns the value of an integer token of any size, as 128 bits; `None` when it needs more.
pub(crate) fn wide_value(text: &[u8]) -> Option<u128> {
    let (digits, radix): (&[u8], u32) = match text {
        [b'0', b'x' | b'X', rest @ ..] => {
            let len = rest.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
            (&rest[..len], 16)
        }
        [digits @ .., b'h' | b'H'] => (digits, 16),
        [digits @ .., b't' | b'T' | b'd' | b'D'] => (digits, 10),
        [digits @ .., b'o' | b'O' | b'q' | b'Q'] => (digits, 8),
        [digits @ .., b'y' | b'Y' | b'b' | b'B'] => (digits, 2),
        [b'0', b'b' | b'B', digits @ ..] => (digits, 2),
        [b'0', ..] => (text, 8),
        _ => (text, 10),
    };
    digits.iter().try_fold(0u128, |value, byte| {
        let digit = char::from(*byte).to_digit(radix)?;
        value.checked_mul(u128::from(radix))?.checked_add(u128::from(digit))
    })
}

fn radix_name(radix: u32) -> &'static str {
    match radix {
        2 => "invalid binary number",
        8 => "invalid octal number",
        16 => "invalid hexadecimal number",
        _ => "invalid decimal number",
    }
}

impl<'a> Lexer<'a> {
    /// Reads a number whose first digit is behind `pos`.
    pub(super) fn lex_number(&mut self, first: u8) {
        if self.radix_suffixes && self.lex_suffixed_number() {
            return;
        }

        if first != b'0' || self.next() == b'.' {
            while self.next().is_ascii_digit() {
                self.pos += 1;
            }
            match self.next() {
                b'.' => {
                    self.pos += 1;
                    return self.lex_fraction();
                }
                b'e' | b'E' => return self.lex_fraction(),
                _ => {}
            }
            let end = self.pos;
            return self.integer(self.token_start, end, 10, end);
        }

        match self.next() {
            b'b' | b'B' if !self.radix_suffixes => {
                // "0b" alone is a reference to the label 0.
                if !self.byte(self.pos + 1).is_ascii_digit() {
                    return self.set(TokenKind::Integer);
                }
                self.pos += 1;
                let digits = self.pos;
                while matches!(self.next(), b'0' | b'1') {
                    self.pos += 1;
                }
                let end = self.pos;
                self.integer(digits, end, 2, end)
            }
            b'x' | b'X' => self.lex_hexadecimal(),
            _ => {
                while self.next().is_ascii_digit() {
                    self.pos += 1;
                }
                let end = self.pos;
                self.integer(self.token_start, end, 8, end)
            }
        }
    }

    /// Returns a number with its radix as a suffix letter, if it is one; otherwise leaves `pos`
    /// alone.
    fn lex_suffixed_number(&mut self) -> bool {
        let start = self.token_start;
        let rest = &self.text[start..];
        let len = rest.iter().position(|byte| !byte.is_ascii_hexdigit()).unwrap_or(rest.len());
        let run = &rest[..len];
        let after = self.byte(start + len);
        if after == b'.' {
            self.pos = start + len + 1;
            self.lex_fraction();
            return true;
        }
        // "d" and "b" are hexadecimal digits too: they are suffixes only where nothing before them
        // forbids it and nothing follows.
        let last_is_first = |is_digit: fn(&u8) -> bool| {
            run.iter().position(|byte| !is_digit(byte)) == Some(len - 1)
        };
        let (radix, len) = match after {
            b'h' | b'H' => (16, len + 1),
            b't' | b'T' => (10, len + 1),
            b'o' | b'O' | b'q' | b'Q' => (8, len + 1),
            b'y' | b'Y' => (2, len + 1),
            _ => match run[len - 1] {
                b'd' | b'D' if last_is_first(u8::is_ascii_digit) => (10, len),
                b'b' | b'B' if last_is_first(|byte| matches!(byte, b'0' | b'1')) => (2, len),
                _ => return false,
            },
        };
        self.pos = start + len;
        self.integer(start, start + len - 1, radix, start + len);
        true
    }

    /// Parses `0x...`; `pos` is at the x.
    fn lex_hexadecimal(&mut self) {
        self.pos += 1;
        let digits = self.pos;
        while self.next().is_ascii_hexdigit() {
            self.pos += 1;
        }
        let end = self.pos;
        if matches!(self.next(), b'.' | b'p' | b'P') {
            return self.lex_hexadecimal_fraction(digits == end);
        }
        if digits == end {
            return self.fail(self.pos - 2, radix_name(16));
        }
        let parsed = parse_digits(&self.text[digits..end], 16);
        if self.radix_suffixes && matches!(self.next(), b'h' | b'H') {
            self.pos += 1;
        }
        self.skip_size_suffix();
        let end = self.pos;
        self.integer_token(parsed, 16, end)
    }

    /// Returns the integer written from `start` to `end`, whose token ends at `token_end`.
    fn integer(&mut self, start: usize, end: usize, radix: u32, token_end: usize) {
        let parsed = parse_digits(&self.text[start..end], radix);
        if parsed.is_some() {
            self.skip_size_suffix();
        }
        self.integer_token(parsed, radix, token_end)
    }

    fn integer_token(&mut self, parsed: Option<Digits>, radix: u32, end: usize) {
        let Some(Digits { value, big }) = parsed else {
            return self.fail(self.token_start, radix_name(radix));
        };
        let kind = if big { TokenKind::BigNum } else { TokenKind::Integer };
        let text = &self.text[self.token_start..end];
        let loc = self.loc_at(self.token_start);
        self.tok = Token { kind, loc, text, value: value as i64 };
    }

    /// Skips the C suffixes `U`, `L`, `LL`, `UL` and `ULL`, which mean nothing.
    fn skip_size_suffix(&mut self) {
        for letter in *b"ULL" {
            if self.next().eq_ignore_ascii_case(&letter) {
                self.pos += 1;
            }
        }
    }

    /// Reads the rest of a floating-point number; `pos` is within or just past its fraction.
    pub(super) fn lex_fraction(&mut self) {
        while self.next().is_ascii_digit() {
            self.pos += 1;
        }
        if matches!(self.next(), b'-' | b'+') {
            return self.fail(self.pos, "invalid sign in float literal");
        }
        if matches!(self.next(), b'e' | b'E') {
            self.pos += 1;
            if matches!(self.next(), b'-' | b'+') {
                self.pos += 1;
            }
            while self.next().is_ascii_digit() {
                self.pos += 1;
            }
        }
        self.set(TokenKind::Real)
    }

    /// Reads the rest of a hexadecimal floating-point number; `pos` is just past its integer part.
    fn lex_hexadecimal_fraction(&mut self, no_integer_digits: bool) {
        const PREFIX: &str = "invalid hexadecimal floating-point constant: ";
        let mut no_fraction_digits = true;
        if self.next() == b'.' {
            self.pos += 1;
            let start = self.pos;
            while self.next().is_ascii_hexdigit() {
                self.pos += 1;
            }
            no_fraction_digits = self.pos == start;
        }
        if no_integer_digits && no_fraction_digits {
            let message = format!("{PREFIX}expected at least one significand digit");
            return self.fail(self.token_start, message);
        }
        if !matches!(self.next(), b'p' | b'P') {
            return self.fail(self.token_start, format!("{PREFIX}expected exponent part 'p'"));
        }
        self.pos += 1;
        if matches!(self.next(), b'-' | b'+') {
            self.pos += 1;
        }
        let start = self.pos;
        while self.next().is_ascii_digit() {
            self.pos += 1;
        }
        if self.pos == start {
            let message = format!("{PREFIX}expected at least one exponent digit");
            return self.fail(self.token_start, message);
        }
        self.set(TokenKind::Real)
    }
}

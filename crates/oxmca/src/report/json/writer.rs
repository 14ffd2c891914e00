//! Writing JSON as LLVM does: two spaces per level, one value per line, doubles with 17 significant
//! digits, strings as UTF-8.

use std::fmt::Write;

/// Writes one document into a string. Members must be written in the order of their keys, which is
/// the order in which LLVM prints an object.
#[derive(Clone, Default, Debug)]
pub(super) struct Writer {
    out: String,
    depth: usize,
    /// Whether the innermost object or array has anything in it.
    has_members: bool,
}

impl Writer {
    /// A writer for what stands in so many objects and arrays that others write.
    pub fn at_depth(depth: usize) -> Writer {
        Writer { depth, ..Writer::default() }
    }

    /// The text written so far; what is written next goes on from there.
    pub fn take_text(&mut self) -> String {
        std::mem::take(&mut self.out)
    }

    /// A value, or a piece of one, that another writer wrote at the same depth.
    pub fn written(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// The text written so far.
    pub fn into_text(self) -> String {
        self.out
    }

    /// An object; `members` writes what is in it.
    pub fn object(&mut self, members: impl FnOnce(&mut Writer)) {
        self.nested('{', '}', members);
    }

    /// An array; `elements` writes what is in it, with [`Writer::element`] before each.
    pub fn array(&mut self, elements: impl FnOnce(&mut Writer)) {
        self.nested('[', ']', elements);
    }

    fn nested(&mut self, open: char, close: char, contents: impl FnOnce(&mut Writer)) {
        self.open(open);
        contents(self);
        self.close(close);
    }

    /// Begins an object or array that [`Writer::close`] ends.
    pub fn open(&mut self, bracket: char) {
        self.out.push(bracket);
        self.depth += 1;
        self.has_members = false;
    }

    /// Ends an object or array.
    pub fn close(&mut self, bracket: char) {
        self.depth = self.depth.saturating_sub(1);
        if self.has_members {
            self.new_line();
        }
        self.out.push(bracket);
        // Whatever this was is a member of what is around it.
        self.has_members = true;
    }

    /// Begins an element of an array.
    pub fn element(&mut self) {
        if self.has_members {
            self.out.push(',');
        }
        self.new_line();
        self.has_members = true;
    }

    /// Begins a member of an object.
    pub fn key(&mut self, key: &str) {
        self.element();
        self.string(key.as_bytes());
        self.out.push_str(": ");
    }

    /// A member that is an integer.
    pub fn integer(&mut self, key: &str, value: impl Into<i128>) {
        self.key(key);
        let _ = write!(self.out, "{}", value.into());
    }

    /// A member that is a double.
    pub fn double(&mut self, key: &str, value: f64) {
        self.key(key);
        double(value, &mut self.out);
    }

    /// A member that is true or false.
    pub fn boolean(&mut self, key: &str, value: bool) {
        self.key(key);
        self.out.push_str(if value { "true" } else { "false" });
    }

    /// A string. What is not UTF-8 becomes U+FFFD.
    pub fn string(&mut self, text: &[u8]) {
        self.out.push('"');
        for char in String::from_utf8_lossy(text).chars() {
            match char {
                '"' | '\\' => self.out.extend(['\\', char]),
                '\t' => self.out.push_str("\\t"),
                '\n' => self.out.push_str("\\n"),
                '\r' => self.out.push_str("\\r"),
                '\0'..'\x20' => {
                    let _ = write!(self.out, "\\u{:04x}", u32::from(char));
                }
                _ => self.out.push(char),
            }
        }
        self.out.push('"');
    }

    fn new_line(&mut self) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("  ", self.depth));
    }
}

/// Appends a double as C prints it with `%.17g`.
fn double(value: f64, out: &mut String) {
    const DIGITS: i32 = 17;
    if !value.is_finite() {
        let sign = if value.is_sign_negative() { "-" } else { "" };
        out.push_str(sign);
        out.push_str(if value.is_nan() { "nan" } else { "inf" });
        return;
    }
    if value == value.trunc() && value.abs() < 1e15 && !(value == 0.0 && value.is_sign_negative()) {
        let _ = write!(out, "{}", value as i64);
        return;
    }
    let text = format!("{value:.*e}", DIGITS as usize - 1);
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let without_zeros = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if (-4..DIGITS).contains(&exponent) {
        let decimals = (DIGITS - 1 - exponent) as usize;
        out.push_str(&without_zeros(&format!("{value:.decimals$}")));
    } else {
        let sign = if exponent < 0 { '-' } else { '+' };
        let _ = write!(out, "{}e{sign}{:02}", without_zeros(digits), exponent.unsigned_abs());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_have_seventeen_significant_digits() {
        let text = |value| {
            let mut out = String::new();
            double(value, &mut out);
            out
        };
        assert_eq!(text(0.4), "0.40000000000000002");
        assert_eq!(text(19.0), "19");
        assert_eq!(text(0.0), "0");
        assert_eq!(text(-0.0), "-0");
        assert_eq!(text(2.5), "2.5");
        assert_eq!(text(1.0 / 3.0 * 1e-4), "3.3333333333333335e-05");
        assert_eq!(text(1e-4), "0.0001");
        assert_eq!(text(1e17), "1e+17");
        assert_eq!(text(123_456_789_012_345_680.0), "1.2345678901234568e+17");
        assert_eq!(text(12_345_678_901_234_568.0), "12345678901234568");
        assert_eq!(text(1e100), "1e+100");
        assert_eq!(text(f64::INFINITY), "inf");
    }

    #[test]
    fn ties_go_to_even() {
        let mut out = String::new();
        // 0.500003814697265625 exactly: eighteen digits, the last a five.
        double(131_073.0 / 262_144.0, &mut out);
        assert_eq!(out, "0.50000381469726562");
    }

    #[test]
    fn strings_are_escaped_and_made_utf_8() {
        let mut writer = Writer::default();
        writer.string(b"a\"\\\t\n\r\x01\x7f/\xc3\xa9\xff\xed\xa0\x80\xe2\x82 ");
        assert_eq!(
            writer.into_text(),
            "\"a\\\"\\\\\\t\\n\\r\\u0001\x7f/\u{e9}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd} \""
        );
    }

    #[test]
    fn nothing_between_brackets_when_empty() {
        let mut writer = Writer::default();
        writer.object(|writer| {
            writer.key("a");
            writer.array(|_| {});
            writer.key("b");
            writer.object(|writer| writer.integer("c", -1));
        });
        assert_eq!(writer.into_text(), "{\n  \"a\": [],\n  \"b\": {\n    \"c\": -1\n  }\n}");
    }
}

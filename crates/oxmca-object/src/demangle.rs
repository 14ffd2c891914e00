//! Names as they were written.

use std::fmt;

/// A text of limited length: substitutions can make a short symbol a very long name.
struct Bounded(String);

impl fmt::Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        const MAX_LEN: usize = 1 << 16;
        if self.0.len() + text.len() > MAX_LEN {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

/// Returns a symbol's name as it was written, for Rust and C++; others as they are.
#[must_use]
pub fn demangle(symbol: &str) -> String {
    demangled(symbol).unwrap_or_else(|| symbol.to_owned())
}

/// Returns a symbol's name as it was written, in a format whose symbols have an underscore before
/// each name.
pub(crate) fn demangle_after_underscore(symbol: &str) -> String {
    match symbol.strip_prefix('_') {
        Some(name) => demangle(name),
        None => demangle(symbol),
    }
}

/// Returns a symbol's name as it was written, if it is one of Rust or C++.
fn demangled(symbol: &str) -> Option<String> {
    // What follows an `@` is a version.
    let (name, version) = match symbol.find('@') {
        Some(at) => symbol.split_at(at),
        None => (symbol, ""),
    };
    if let Ok(rust) = rustc_demangle::try_demangle(name) {
        return Some(format!("{rust:#}{version}"));
    }
    if name.starts_with("_Z") {
        // Compilers add suffixes for parts of functions and copies.
        let (name, suffix) = match name.find('.') {
            Some(at) => name.split_at(at),
            None => (name, ""),
        };
        let mut text = Bounded(String::new());
        let options = cpp_demangle::DemangleOptions::default();
        let symbol = cpp_demangle::Symbol::new(name).ok();
        if symbol.is_some_and(|it| it.structured_demangle(&mut text, &options).is_ok()) {
            let part = if suffix.is_empty() { String::new() } else { format!(" [{suffix}]") };
            return Some(format!("{}{part}{version}", text.0));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::demangle;

    #[test]
    fn names_of_three_languages() {
        assert_eq!(
            demangle("_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE"),
            "core::fmt::Write::write_fmt"
        );
        assert_eq!(demangle("_RNvC6_123foo3bar"), "123foo::bar");
        assert_eq!(
            demangle("_ZNSt6vectorIiSaIiEE9push_backEOi"),
            "std::vector<int, std::allocator<int> >::push_back(int&&)"
        );
        assert_eq!(demangle("_Z3addii.cold"), "add(int, int) [.cold]");
        assert_eq!(demangle("memcpy@GLIBC_2.14"), "memcpy@GLIBC_2.14");
        assert_eq!(demangle("main"), "main");
        assert_eq!(demangle("_Z!"), "_Z!");
    }
}

//! Statements of GNU's assembler that LLVM's assembler does not read.

/// Rewrites a statement that only GNU's assembler reads; `None` to leave it as it is.
pub(super) fn rewrite(statement: &[u8]) -> Option<Vec<u8>> {
    // GCC begins texts with the processor that it was asked for. Here the options say which it is.
    let option = statement.strip_prefix(b".module")?;
    let is_processor =
        [b"arch=", b"tune="].iter().any(|name| option.trim_ascii().starts_with(*name));
    is_processor.then(Vec::new)
}

#[cfg(test)]
mod tests {
    use super::rewrite;

    #[test]
    fn the_processor_of_a_text_says_nothing() {
        assert_eq!(rewrite(b".module\tarch=mips64r2"), Some(Vec::new()));
        assert_eq!(rewrite(b".module fp=64"), None);
        assert_eq!(rewrite(b".set arch=mips64r2"), None);
    }
}

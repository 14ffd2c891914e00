//! Statements of GNU's assembler that LLVM's assembler does not read.

/// Rewrites a statement that only GNU's assembler reads; `None` to leave it as it is.
pub(super) fn rewrite(statement: &[u8]) -> Option<Vec<u8>> {
    // GCC begins texts with it. Of the modes, only the one with registers of 64 bits has code here.
    let mode = statement.strip_prefix(b".machinemode")?;
    (mode.trim_ascii() == b"zarch").then(Vec::new)
}

#[cfg(test)]
mod tests {
    use super::rewrite;

    #[test]
    fn the_mode_of_the_machine_says_nothing() {
        assert_eq!(rewrite(b".machinemode zarch"), Some(Vec::new()));
        assert_eq!(rewrite(b".machinemode\tzarch"), Some(Vec::new()));
        assert_eq!(rewrite(b".machinemode esa"), None);
        assert_eq!(rewrite(b".machine \"z13\""), None);
    }
}

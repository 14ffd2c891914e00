//! Text between operands.

/// Returns the text before an operand: `line` is the text up to there, `predecessor` its last operand, empty if there is none.
pub fn separator(line: &str, predecessor: &str, operand: &str) -> &'static str {
    let in_mnemonic = !line.contains('\t');
    match operand.as_bytes() {
        // Parts of a mnemonic: a condition in angle brackets, and a type.
        [b'<' | b'.', ..] if in_mnemonic => "",
        _ if in_mnemonic => "\t",
        [b'!' | b'^' | b']' | b'}', ..] => "",
        // The register of a list, and its lane.
        _ if predecessor == "{" || predecessor == "[" => "",
        [b'['] => "",
        // The index of an element.
        [b'[', b'0'..=b'9', ..] if !predecessor.is_empty() => "",
        _ => ", ",
    }
}

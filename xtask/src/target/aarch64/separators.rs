//! Text between operands.

/// Returns the text before an operand: `line` is the text up to there, `predecessor` its last operand, empty if there is none.
pub fn separator(line: &str, predecessor: &str, operand: &str) -> &'static str {
    let in_mnemonic = !line.contains('\t');
    match (predecessor, operand) {
        // `b.eq` and `ld1.16b`.
        ("", _) if operand.starts_with('.') => "",
        (".", _) if in_mnemonic => "",
        _ if in_mnemonic => "\t",
        (_, "]" | "}" | "!" | "/") | ("[" | "{" | "/", _) => "",
        (_, "vl") | ("mul", _) => " ",
        // The type of elements, and the fraction of a number.
        _ if operand.starts_with('.') => "",
        (_, "[") if has_index(line, predecessor) => "",
        // The index of an element.
        (_, _) if operand.starts_with('[') && operand.len() > 1 => "",
        _ => ", ",
    }
}

/// Returns whether brackets after an operand hold its index, rather than an address.
fn has_index(line: &str, operand: &str) -> bool {
    let is_predicate = operand.starts_with('p') && operand.contains('.');
    let is_table = operand.starts_with("zt") && line.starts_with("movt\t");
    operand.starts_with("za") || is_predicate || is_table
}

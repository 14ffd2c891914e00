//! Opcodes whose numbers are compared together: encodings of one instruction, and its forms with an operand in memory.

/// Returns the name of all encodings of the instruction of an opcode, with masks and without.
pub fn encodings(name: &str) -> String {
    let mut name = name;
    for suffix in ["_REV", "_Int"] {
        name = name.strip_suffix(suffix).unwrap_or(name);
    }
    for branch in ["JCC_", "JMP_"] {
        if name.starts_with(branch) {
            return branch.to_owned();
        }
    }
    for (long, short) in [("ri32", "ri"), ("ri8", "ri")] {
        if let Some(start) = name.strip_suffix(long) {
            return format!("{start}{short}");
        }
    }
    // With a mask it is the same operation.
    let has_mask = name.starts_with('V') && name.contains('Z');
    let masked = name.strip_suffix("kz").or_else(|| name.strip_suffix('k'));
    masked.filter(|_| has_mask).unwrap_or(name).to_owned()
}

/// Returns the names that an opcode that reads memory and does not write it would have with a register instead.
pub fn with_register(name: &str) -> impl Iterator<Item = String> {
    let name = encodings(name);
    // A value that is loaded once for all elements.
    let name = name.strip_suffix("mb").map_or(name.clone(), |start| format!("{start}m"));
    let places: Vec<usize> = name.match_indices('m').map(|(at, _)| at).collect();
    places.into_iter().map(move |at| format!("{}r{}", &name[..at], &name[at + 1..]))
}

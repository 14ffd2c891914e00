//! Patterns of opcodes' names.

/// Returns whether a pattern is the name of one opcode.
pub(super) fn is_name(pattern: &str) -> bool {
    !pattern.contains(['*', '#'])
}

/// Returns whether a name is as a pattern says: `*` stands for any characters, `#` for one digit or more, all that there
/// are.
///
/// The time is at most the product of both lengths. Only the last `*` needs to be tried again: what stands before it is
/// matched as early as possible, and a later match of it ends no earlier, as `#` always takes all digits.
pub fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name) = (pattern.as_bytes(), name.as_bytes());
    let (mut at, mut in_name) = (0, 0);
    // The place after the last `*`, and the first place in the name that it has not been tried with.
    let mut retry = None;
    loop {
        let rest = &name[in_name..];
        let step = match pattern.get(at) {
            Some(b'*') => {
                at += 1;
                retry = Some((at, in_name + 1));
                continue;
            }
            None if rest.is_empty() => return true,
            None => None,
            Some(b'#') => {
                let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
                (digits > 0).then_some(digits)
            }
            Some(byte) => (rest.first() == Some(byte)).then_some(1),
        };
        match (step, retry) {
            (Some(length), _) => (at, in_name) = (at + 1, in_name + length),
            (None, Some((after, next))) if next <= name.len() => {
                (at, in_name) = (after, next);
                retry = Some((after, next + 1));
            }
            (None, _) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    /// Returns the definition, which takes exponential time.
    fn matches_by_definition(pattern: &[u8], name: &[u8]) -> bool {
        match pattern {
            [] => name.is_empty(),
            [b'*', rest @ ..] => {
                (0..=name.len()).any(|skipped| matches_by_definition(rest, &name[skipped..]))
            }
            [b'#', rest @ ..] => {
                let digits = name.iter().take_while(|byte| byte.is_ascii_digit()).count();
                digits > 0 && matches_by_definition(rest, &name[digits..])
            }
            [byte, rest @ ..] => {
                name.first() == Some(byte) && matches_by_definition(rest, &name[1..])
            }
        }
    }

    /// Returns all texts of so many letters at most.
    fn texts(letters: &str, longest: usize) -> Vec<String> {
        let mut texts = vec![String::new()];
        let mut begin = 0;
        for _ in 0..longest {
            let end = texts.len();
            for at in begin..end {
                let longer = letters.chars().map(|letter| format!("{}{letter}", texts[at]));
                texts.extend(longer.collect::<Vec<_>>());
            }
            begin = end;
        }
        texts
    }

    #[test]
    fn short_patterns_match_as_defined() {
        let names = texts("A12", 5);
        for pattern in texts("A1*#", 5) {
            for name in &names {
                let expected = matches_by_definition(pattern.as_bytes(), name.as_bytes());
                assert_eq!(matches(&pattern, name), expected, "{pattern} {name}");
            }
        }
    }

    #[test]
    fn many_stars_take_no_time() {
        let name = "A".repeat(2000);
        assert!(!matches(&"*A".repeat(500).replace("*A*A", "*A*A*#"), &name));
        assert!(matches(&"*A".repeat(500), &name));
    }
}

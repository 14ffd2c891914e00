//! Patterns that name some opcodes of all.

use std::collections::{BTreeMap, BTreeSet};

use super::pattern::matches;

/// Names that a pattern stands for, at least: files may have many more names than patterns.
const LEAST_NAMES: usize = 3;

/// Returns patterns that match all of the chosen names and no other ones, in order, and names for which there is none. `all` are
/// sorted.
pub(super) fn of(chosen: &BTreeSet<&str>, all: &[&str]) -> Vec<String> {
    let mut patterns = Vec::new();
    cover(chosen, all, 0, &mut patterns);
    let (names, mut patterns): (Vec<String>, Vec<String>) =
        patterns.into_iter().partition(|it| !it.contains('*'));
    // Names that differ in digits only.
    let mut groups = BTreeMap::<String, Vec<String>>::new();
    for name in names {
        groups.entry(with_any_digits(&name)).or_default().push(name);
    }
    for (pattern, names) in groups {
        let is_exact = || {
            let mut matched = all.iter().filter(|it| matches(&pattern, it));
            matched.all(|it| chosen.contains(it))
        };
        match names.len() >= LEAST_NAMES && is_exact() {
            true => patterns.push(pattern),
            false => patterns.extend(names),
        }
    }
    patterns.sort();
    patterns
}

/// Adds patterns for those of `all` that are chosen, which begin with the same `shared` bytes.
fn cover(chosen: &BTreeSet<&str>, all: &[&str], shared: usize, patterns: &mut Vec<String>) {
    let num_chosen = all.iter().filter(|it| chosen.contains(*it)).count();
    match all {
        _ if num_chosen == 0 => {}
        [name] => patterns.push((*name).to_owned()),
        [_, ..] if num_chosen == all.len() && num_chosen < LEAST_NAMES => {
            patterns.extend(all.iter().map(|it| (*it).to_owned()));
        }
        [first, ..] if num_chosen == all.len() && shared > 0 => {
            let last = all[all.len() - 1];
            let common = first.bytes().zip(last.bytes()).take_while(|(one, two)| one == two);
            patterns.push(format!("{}*", &first[..common.count()]));
        }
        _ => {
            let next = |name: &&str| name.as_bytes().get(shared).copied();
            for part in all.chunk_by(|one, two| next(one) == next(two)) {
                match next(&part[0]) {
                    // It ends here, and others go on.
                    None => patterns.extend(
                        part.iter().filter(|it| chosen.contains(*it)).map(|it| (*it).to_owned()),
                    ),
                    Some(_) => cover(chosen, part, shared + 1, patterns),
                }
            }
        }
    }
}

/// Returns a name with `#` for its numbers.
fn with_any_digits(name: &str) -> String {
    let mut pattern = String::new();
    for char in name.chars() {
        match char.is_ascii_digit() {
            true if pattern.ends_with('#') => {}
            true => pattern.push('#'),
            false => pattern.push(char),
        }
    }
    pattern
}

#[cfg(test)]
mod tests {
    #[test]
    fn patterns_name_what_is_chosen_and_nothing_else() {
        let all = ["ADD16rr", "ADD32ri", "ADD32rr", "ADD64rr", "AND32rr", "POR", "PORm", "SUB8r"];
        let of = |names: &[&'static str]| super::of(&names.iter().copied().collect(), &all);
        assert_eq!(of(&["ADD16rr", "ADD32rr", "ADD64rr"]), ["ADD#rr"]);
        assert_eq!(of(&["ADD16rr", "ADD32ri", "ADD32rr", "ADD64rr"]), ["ADD*"]);
        assert_eq!(of(&["ADD16rr", "ADD32rr"]), ["ADD16rr", "ADD32rr"]);
        assert_eq!(of(&["POR", "SUB8r"]), ["POR", "SUB8r"]);
        // Two are as short as a pattern.
        assert_eq!(of(&["POR", "PORm"]), ["POR", "PORm"]);
        assert_eq!(
            of(&["ADD64rr", "AND32rr", "POR", "PORm"]),
            ["ADD64rr", "AND32rr", "POR", "PORm"]
        );
    }
}

//! Names that resemble a misspelt one.

/// Most names that are suggested.
const MAX_NAMES: usize = 3;
/// Longest name that is compared.
const MAX_LEN: usize = 64;

/// Returns `; did you mean A or B?`, or nothing if no known name resembles `name`.
pub(crate) fn hint<'n>(name: &str, mut known: impl Iterator<Item = &'n str>) -> String {
    hint_of(name, &mut known)
}

/// Does the work of [`hint`] for any names, so that it is compiled once.
fn hint_of(name: &str, known: &mut dyn Iterator<Item = &str>) -> String {
    if name.is_empty() || name.len() > MAX_LEN {
        return String::new();
    }
    let most = 1 + name.len() / 5;
    let mut near: Vec<(usize, &str)> = Vec::new();
    for candidate in known.filter(|it| it.len().abs_diff(name.len()) <= most) {
        let distance = distance(name.as_bytes(), candidate.as_bytes());
        if distance > most || near.contains(&(distance, candidate)) {
            continue;
        }
        let at = near.partition_point(|other| *other < (distance, candidate));
        near.insert(at, (distance, candidate));
        near.truncate(MAX_NAMES);
    }
    // Names that differ only in case leave no doubt.
    let exact = near.partition_point(|(distance, _)| *distance == 0);
    near.truncate(if exact > 0 { exact } else { MAX_NAMES });
    let names: Vec<String> = near.iter().map(|(_, name)| format!("`{name}`")).collect();
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => format!("; did you mean {last}?"),
        Some((last, others)) => format!("; did you mean {} or {last}?", others.join(", ")),
    }
}

/// Returns letters to insert, remove or replace to make one of the other, where case makes no
/// difference.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, left) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, right) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(!left.eq_ignore_ascii_case(right));
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::hint;

    #[test]
    fn near_names_are_suggested_nearest_first() {
        let known = ["ADD64rr", "ADD64ri8", "SUB64rr", "ADC64rr", "VPADDQrr"];
        assert_eq!(
            hint("ADD64r", known.into_iter()),
            "; did you mean `ADD64rr`, `ADC64rr` or `ADD64ri8`?"
        );
        assert_eq!(hint("add64rr", known.into_iter()), "; did you mean `ADD64rr`?");
        assert_eq!(hint("nothing", known.into_iter()), "");
        assert_eq!(hint("", known.into_iter()), "");
    }
}

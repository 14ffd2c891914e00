//! Words that a misspelt one may have been meant to be.

/// Longer words than this are no misspelling of anything.
pub const MAX_WORD: usize = 48;
/// Most words suggested for one.
const MAX_SUGGESTIONS: usize = 3;
/// A word of this length that begins others may stand for them.
const MIN_PREFIX: usize = 3;

/// Returns the candidates nearest to a word, all at the same distance, at most three; in case there
/// are none near, those it begins. A third of its letters may be wrong; upper and lower case do not
/// count.
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str> + Clone) -> Vec<&'a str> {
    if word.is_empty() || word.len() > MAX_WORD {
        return Vec::new();
    }
    let word = word.to_ascii_lowercase();
    let mut least = (word.len() / 3).max(1);
    let mut found: Vec<&str> = Vec::new();
    for candidate in candidates.clone() {
        if candidate.len().abs_diff(word.len()) > least {
            continue;
        }
        let distance = strsim::osa_distance(&word, candidate);
        if distance < least {
            least = distance;
            found.clear();
        }
        if distance <= least && distance < candidate.len() && !found.contains(&candidate) {
            found.push(candidate);
        }
    }
    if found.is_empty() && word.len() >= MIN_PREFIX {
        found = candidates.filter(|candidate| candidate.starts_with(&word)).collect();
        found.dedup();
    }
    found.truncate(MAX_SUGGESTIONS);
    found
}

/// Returns the CPUs nearest to a name, or the one it is a nickname of.
pub fn nearest_cpu<'a>(name: &str, cpus: &'a [String]) -> Vec<&'a str> {
    let cpus = cpus.iter().map(String::as_str);
    match cpu_of_nickname(name).and_then(|meant| cpus.clone().find(|cpu| *cpu == meant)) {
        Some(cpu) => vec![cpu],
        None => nearest(name, cpus),
    }
}

/// Returns LLVM's name for a generation of AMD's Zen (`zen4`, `Zen 4`, `zen-4`; the first is also
/// `zen`).
pub fn cpu_of_nickname(name: &str) -> Option<String> {
    let generation = name.get(..3).filter(|zen| zen.eq_ignore_ascii_case("zen"))?;
    let generation = name[generation.len()..].trim_start_matches([' ', '-', '_']);
    match generation {
        "" | "+" => Some("znver1".to_owned()),
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(format!("znver{digits}"))
        }
        _ => None,
    }
}

/// Returns words in quotes, to choose from; `None` without any.
pub fn choice(words: &[&str]) -> Option<String> {
    let (last, others) = words.split_last()?;
    let others: Vec<String> = others.iter().map(|word| format!("'{word}'")).collect();
    Some(match others.is_empty() {
        true => format!("'{last}'"),
        false => format!("{} or '{last}'", others.join(", ")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near<'a>(word: &str, candidates: &[&'a str]) -> Vec<&'a str> {
        nearest(word, candidates.iter().copied())
    }

    #[test]
    fn slips_of_the_finger_are_found() {
        let cpus = ["btver2", "icelake-client", "icelake-server", "skylake", "znver3", "znver4"];
        assert_eq!(near("skylkae", &cpus), ["skylake"]);
        assert_eq!(near("ZNVER4", &cpus), ["znver4"]);
        assert_eq!(near("znver", &cpus), ["znver3", "znver4"]);
        assert_eq!(near("icelake", &cpus), ["icelake-client", "icelake-server"]);
        assert_eq!(near("pentium", &cpus), [""; 0]);
        assert_eq!(near("", &cpus), [""; 0]);
    }

    #[test]
    fn generations_of_zen_are_known_by_their_nicknames() {
        let cpus = ["sandybridge", "znver1", "znver4", "znver5"].map(str::to_owned);
        let cases = [
            ("zen", "znver1"),
            ("zen4", "znver4"),
            ("Zen 5", "znver5"),
            ("zen-4", "znver4"),
            ("znver44", "znver4"),
        ];
        for (nickname, cpu) in cases {
            assert_eq!(nearest_cpu(nickname, &cpus), [cpu], "{nickname}");
        }
        assert_eq!(nearest_cpu("zen9", &cpus), [""; 0]);
        assert_eq!(cpu_of_nickname("zenith"), None);
        assert_eq!(cpu_of_nickname("z\u{e9}n"), None);
    }

    #[test]
    fn there_are_few_suggestions_and_none_for_what_is_no_word() {
        assert_eq!(near("x", &["a", "xa", "xb", "xc", "xd"]), ["xa", "xb", "xc"]);
        assert_eq!(near("q", &["a", "b"]), [""; 0]);
        let long = "x".repeat(100_000_000);
        assert_eq!(near(&long, &["x", "xx"]), [""; 0]);
    }

    #[test]
    fn words_are_offered_as_a_choice() {
        assert_eq!(choice(&[]), None);
        assert_eq!(choice(&["a"]).unwrap(), "'a'");
        assert_eq!(choice(&["a", "b", "c"]).unwrap(), "'a', 'b' or 'c'");
    }
}

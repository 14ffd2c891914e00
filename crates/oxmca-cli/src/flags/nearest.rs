//! Flags that a misspelt one may have been meant to be.

use oxmca_asm::lossless;

use super::table::flags;
use super::{Flag, Origin, Value};
use crate::suggest;

/// The flags LLVM lists, in the order in which it compares them: of equally near ones it suggests the
/// first. Found by asking llvm-mca, so it holds as far as that told them apart.
const LLVM_ORDER: &[&str] = &[
    "noalias",
    "timeline",
    "dispatch",
    "output-asm-variant",
    "print-imm-hex",
    "register-file-size",
    "micro-op-queue-size",
    "march",
    "sched-model-reservation-station-scale-factor",
    "resource-pressure",
    "version",
    "timeline-max-cycles",
    "lqueue",
    "dispatch-stats",
    "disable-im",
    "h",
    "mcpu",
    "call-latency",
    "all-stats",
    "skip-unsupported-instructions",
    "instruction-tables",
    "mattr",
    "json",
    "help-hidden",
    "register-file-stats",
    "squeue",
    "all-views",
    "help",
    "instruction-info",
    "decoder-throughput",
    "bottleneck-analysis",
    "show-encoding",
    "summary-view",
    "show-barriers",
    "disable-cb",
    "retire-stats",
    "o",
    "mtriple",
    "timeline-max-iterations",
    "scheduler-stats",
    "iterations",
];

/// Returns the flag nearest to a misspelt one, with its value, spelled out. However far that is:
/// LLVM always suggests one of those it lists.
pub fn nearest(name: &str, value: Option<&str>) -> Option<String> {
    let whole = value.map_or_else(|| name.to_owned(), |value| format!("{name}={value}"));
    let listed =
        LLVM_ORDER.iter().filter_map(|name| flags().iter().find(|flag| flag.name == *name));
    let flag = listed.min_by_key(|flag| match permits_value(flag) {
        true => distance(name, flag.name),
        false => distance(&whole, flag.name),
    })?;
    Some(match value {
        // With a value it is longer than a letter, so it gets two dashes.
        Some(value) if permits_value(flag) && !value.is_empty() => {
            format!("--{}={value}", flag.name)
        }
        _ => flag.spelling(),
    })
}

fn permits_value(flag: &Flag) -> bool {
    !matches!(flag.value, Value::SpecialMode(_))
}

/// Returns Levenshtein distance in bytes, as LLVM counts.
fn distance(from: &str, to: &str) -> usize {
    strsim::generic_levenshtein(&lossless::to_bytes(from).into_owned(), &to.as_bytes().to_vec())
}

/// Returns the flags nearest to a misspelt one if LLVM lists none of them.
pub fn nearest_unlisted(name: &str) -> Option<String> {
    let near = suggest::nearest(name, flags().iter().map(|flag| flag.name));
    let is_listed =
        |near: &&str| flags().iter().any(|flag| flag.name == *near && flag.origin == Origin::Llvm);
    if near.is_empty() || near.iter().any(is_listed) {
        return None;
    }
    let spellings: Vec<String> = near.iter().map(|name| format!("--{name}")).collect();
    suggest::choice(&spellings.iter().map(String::as_str).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flag_that_llvm_lists_is_compared() {
        let mut listed: Vec<&str> =
            flags().iter().filter(|it| it.origin == Origin::Llvm).map(|flag| flag.name).collect();
        let mut ordered = LLVM_ORDER.to_vec();
        listed.sort_unstable();
        ordered.sort_unstable();
        assert_eq!(listed, ordered);
    }

    #[test]
    fn suggestions_are_llvms_even_among_equals() {
        let cases = [
            ("views", None, "--all-views"),
            ("q", None, "-h"),
            ("bogus", None, "--mcpu"),
            ("colour", Some("never"), "--noalias=never"),
            ("jskpn", Some("4"), "--json=4"),
            ("xqueun", Some("4"), "--lqueue=4"),
            ("timelin", Some(""), "--timeline"),
            ("generatex", None, "--timeline"),
            ("suyggestgkns", None, "--all-stats"),
        ];
        for (name, value, expected) in cases {
            assert_eq!(nearest(name, value).unwrap(), expected, "{name}");
        }
    }

    #[test]
    fn flags_of_ours_are_suggested_apart() {
        assert_eq!(nearest_unlisted("colour").unwrap(), "'--color'");
        assert_eq!(nearest_unlisted("timelin"), None);
        assert_eq!(nearest_unlisted("zzzz"), None);
    }
}

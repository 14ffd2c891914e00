//! Finding the functions that are meant.

use std::collections::BTreeMap;
use std::fmt::Write;

use oxmca_names::Pattern;

use crate::arguments::Arguments;
use crate::code::Code;
use crate::targets::ChosenTarget;

/// Functions that a list of those that may be meant has.
const MAX_LISTED: usize = 100;
/// Functions that are listed if none has the name.
const MAX_LISTED_OTHERS: usize = 20;
/// Functions that are named as having the code of one that was inlined.
const MAX_CONTAINERS: usize = 3;

/// A function that may be meant: all that has one name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Candidate {
    /// Its name.
    pub name: String,
    /// A line of it.
    pub line: Option<String>,
    /// Its symbols, of which copies in several objects have one each; none if it was inlined everywhere.
    pub symbols: Vec<String>,
    /// The functions that it was inlined into: their names and symbols.
    pub containers: Vec<(String, String)>,
    is_own: bool,
}

/// The functions that are shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// The functions.
    pub candidates: Vec<Candidate>,
    /// Set if their inlined copies are shown, in place of the functions.
    pub is_inlined: bool,
    /// Set if one was asked for.
    is_one: bool,
}

/// Returns the functions that arguments mean: those of the workspace if nothing is named.
///
/// # Errors
/// When there is none, or several have the name; the message lists them.
pub fn find(code: &Code, arguments: &Arguments, target: &ChosenTarget) -> Result<Found, String> {
    let all = candidates(code);
    let Some(query) = &arguments.function else {
        let is_shown = |it: &Candidate| it.is_own && (arguments.list || !it.symbols.is_empty());
        let own: Vec<Candidate> = all.into_iter().filter(is_shown).collect();
        if own.is_empty() {
            return Err(format!(
                "{} has no function of its own: generic and inlined functions are compiled where they are used{}",
                target.description(),
                elsewhere(target),
            ));
        }
        return Ok(Found { candidates: own, ..Found::default() });
    };
    let mut matching = matching(&all, query);
    if arguments.inlined && !matching.is_empty() {
        matching.retain(|it| !it.containers.is_empty());
        if matching.is_empty() {
            let query = oxmca_names::plain(query);
            return Err(format!("no function with '{query}' in its name was inlined anywhere"));
        }
    }
    if matching.is_empty() {
        return Err(format!(
            "{} has no function with '{}' in its name{}: generic and inlined functions are compiled where they are \
             used{}{}",
            target.description(),
            oxmca_names::plain(query),
            nearest(&all, query),
            elsewhere(target),
            others(&all),
        ));
    }
    let is_pattern = query.contains('*');
    let found = |candidates: Vec<Candidate>, is_one| {
        let is_inlined = arguments.inlined || candidates.iter().all(|it| it.symbols.is_empty());
        Found { candidates, is_inlined, is_one }
    };
    match (arguments.index, matching.len()) {
        (Some(index), count) if index >= count => Err(format!(
            "there is no function {index}; '{}' can be:\n{}",
            oxmca_names::plain(query),
            list(&matching, MAX_LISTED)
        )),
        (Some(index), _) => Ok(found(vec![matching.swap_remove(index)], true)),
        (None, 1) => Ok(found(matching, true)),
        (None, _) if is_pattern || arguments.list || arguments.diff.is_some() => {
            Ok(found(matching, false))
        }
        (None, count) => Err(format!(
            "'{0}' can be {count} functions; choose one by its number or whole name, or all that have it in their names \
             with '*{0}*':\n{1}",
            oxmca_names::plain(query),
            list(&matching, MAX_LISTED)
        )),
    }
}

/// Returns the list of the workspace's functions, for a message that none has a name.
fn others(all: &[Candidate]) -> String {
    let own: Vec<Candidate> = all.iter().filter(|it| it.is_own).cloned().collect();
    match own.is_empty() {
        true => String::new(),
        false => format!("\nIt has these:\n{}", list(&own, MAX_LISTED_OTHERS)),
    }
}

/// Returns a hint at other targets of the package.
fn elsewhere(target: &ChosenTarget) -> String {
    match &target.others[..] {
        [] => String::new(),
        others => format!("; other targets of package `{}`: {}", target.package, others.join(", ")),
    }
}

/// Returns a hint at the functions with the word that is most like the one that was asked for.
fn nearest(all: &[Candidate], query: &str) -> String {
    let own = all.iter().filter(|it| it.is_own);
    let words = own.map(|it| last_part(without_types(&it.name)));
    let mut near: Vec<&str> = words.filter(|it| is_near(it, last_part(query))).collect();
    near.sort_unstable();
    near.dedup();
    near.truncate(3);
    match near.is_empty() {
        true => String::new(),
        false => format!(" (did you mean {}?)", near.join(" or ")),
    }
}

/// Returns whether one word becomes another by a change of a character.
fn is_near(one: &str, two: &str) -> bool {
    let (one, two): (Vec<char>, Vec<char>) = (one.chars().collect(), two.chars().collect());
    let same_start = one.iter().zip(&two).take_while(|it| it.0 == it.1).count();
    let rest = (&one[same_start..], &two[same_start..]);
    match one.len().abs_diff(two.len()) {
        0 => {
            let swapped = matches!(rest, ([a, b, one @ ..], [c, d, two @ ..]) if a == d && b == c && one == two);
            swapped || rest.0.get(1..) == rest.1.get(1..)
        }
        1 if one.len() > two.len() => rest.0.get(1..) == Some(rest.1),
        1 => rest.1.get(1..) == Some(rest.0),
        _ => false,
    }
}

/// Returns all functions, by their names, those of the workspace first.
fn candidates(code: &Code) -> Vec<Candidate> {
    let mut by_name: BTreeMap<(bool, &str), Candidate> = BTreeMap::new();
    let mut is_own: BTreeMap<&str, bool> = BTreeMap::new();
    for it in &code.functions {
        let own = *is_own.entry(&it.name).or_insert(it.is_own);
        let new = || Candidate::new(&it.name, it.line.as_deref(), own);
        by_name.entry((!own, &it.name)).or_insert_with(new).symbols.push(it.symbol.clone());
    }
    for it in &code.inlined {
        let own = *is_own.entry(&it.name).or_insert(it.is_own);
        let new = || Candidate::new(&it.name, it.line.as_deref(), own);
        let containers = it.containers.iter().map(|at| &code.functions[*at]);
        let known = by_name.entry((!own, &it.name)).or_insert_with(new);
        known.containers.extend(containers.map(|it| (it.name.clone(), it.symbol.clone())));
    }
    by_name.into_values().collect()
}

/// Returns the functions that a query means: of the workspace if it has any. Those whose last name it is come before those
/// that have it within a longer one, and these before those that have it elsewhere in their path.
fn matching(all: &[Candidate], query: &str) -> Vec<Candidate> {
    let pattern = Pattern::new(query);
    let (own, others): (Vec<&Candidate>, Vec<&Candidate>) = all.iter().partition(|it| it.is_own);
    for group in [own, others] {
        let is_symbol = |it: &&&Candidate| it.symbols.iter().any(|it| it == query);
        let tests: [&dyn Fn(&&&Candidate) -> bool; 5] = [
            &|it| it.name == query,
            &is_symbol,
            &|it| {
                let path = without_types(&it.name);
                path.strip_suffix(query).is_some_and(|it| it.is_empty() || it.ends_with("::"))
            },
            &|it| last_part(without_types(&it.name)).contains(query),
            &|it| pattern.matches(&it.name),
        ];
        for is_meant in tests {
            let found: Vec<Candidate> =
                group.iter().filter(is_meant).map(|it| (*it).clone()).collect();
            if !found.is_empty() {
                return found;
            }
        }
    }
    Vec::new()
}

/// Returns a name without the types of a generic instance at its end.
fn without_types(name: &str) -> &str {
    if !name.ends_with('>') {
        return name;
    }
    let mut depth = 0;
    for (at, char) in name.char_indices().rev() {
        match char {
            '>' if !name[..at].ends_with('-') => depth += 1,
            '<' => depth -= 1,
            _ => {}
        }
        if depth == 0 && char == '<' {
            return name[..at].strip_suffix("::").unwrap_or(&name[..at]);
        }
    }
    name
}

/// Returns the last name of a path.
fn last_part(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

/// Returns functions as a table, of at most so many lines: numbers, names and lines, and what has the code of those that were
/// inlined.
pub fn list(candidates: &[Candidate], most: usize) -> String {
    let widest = candidates.iter().map(|it| it.name.chars().count()).max().unwrap_or(0).min(60);
    let mut text = String::new();
    for (index, it) in candidates.iter().take(most).enumerate() {
        let mut line =
            format!("{index:>4}  {:widest$}  {}", it.name, it.line.as_deref().unwrap_or(""));
        if it.symbols.is_empty() {
            let _ = write!(line, ", inlined in {}", it.names_of_containers());
        }
        let _ = writeln!(text, "{}", oxmca_names::plain(line.trim_end()));
    }
    if candidates.len() > most {
        let _ = writeln!(text, "      ... and {} more", candidates.len() - most);
    }
    text
}

impl Candidate {
    fn new(name: &str, line: Option<&str>, is_own: bool) -> Candidate {
        let (name, line) = (name.to_owned(), line.map(str::to_owned));
        Candidate { name, line, is_own, ..Candidate::default() }
    }

    fn names_of_containers(&self) -> String {
        let mut names: Vec<&str> = self.containers.iter().map(|it| it.0.as_str()).collect();
        names.dedup();
        let more = if names.len() > MAX_CONTAINERS { ", ..." } else { "" };
        names.truncate(MAX_CONTAINERS);
        format!("{}{more}", names.join(", "))
    }
}

impl Found {
    /// Says on standard error which function is shown, with its whole name.
    pub fn announce(&self) {
        let is_left_out = |it: &&Candidate| !self.is_inlined && it.symbols.is_empty();
        let left_out: Vec<&Candidate> = self.candidates.iter().filter(is_left_out).collect();
        if let [first, ..] = left_out[..] {
            let text = format!(
                "{} of these {} inlined everywhere and left out: name one of them alone, as '{}'",
                left_out.len(),
                if left_out.len() == 1 { "is" } else { "are" },
                first.name
            );
            eprintln!("{}", oxmca_names::plain(&text));
        }
        let [it] = &self.candidates[..] else { return };
        if !self.is_one {
            return;
        }
        let line = it.line.as_deref().map(|it| format!(" ({it})")).unwrap_or_default();
        let inlined = match (self.is_inlined, it.containers.is_empty()) {
            (true, _) => format!(", inlined in {}", it.names_of_containers()),
            (false, true) => String::new(),
            (false, false) => {
                format!("; `--inlined` shows its copies inlined in {}", it.names_of_containers())
            }
        };
        eprintln!("{}", oxmca_names::plain(&format!("{}{line}{inlined}", it.name)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[&str]) -> Vec<Candidate> {
        let candidate = |name: &&str| Candidate {
            name: (*name).to_owned(),
            symbols: vec![format!("_{name}")],
            is_own: !name.starts_with("core"),
            ..Candidate::default()
        };
        names.iter().map(candidate).collect()
    }

    fn found(query: &str) -> String {
        let all = named(&[
            "it::dot_f32",
            "it::dot::<f32>",
            "it::dot::<u64>",
            "it::dots",
            "<it::V as core::ops::Neg>::neg",
            "core::sort::dot",
            "core::sort::heap::<it::V, fn() -> bool>",
        ]);
        matching(&all, query).iter().map(|it| it.name.clone()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_query_means_the_nearest_names() {
        assert_eq!(found("dot"), "it::dot::<f32> it::dot::<u64>");
        assert_eq!(found("it::dot::<u64>"), "it::dot::<u64>");
        assert_eq!(found("_it::dots"), "it::dots");
        assert_eq!(found("do"), "it::dot_f32 it::dot::<f32> it::dot::<u64> it::dots");
        assert_eq!(found("ot"), found("do"));
        assert_eq!(found("*::dot*"), found("do"));
        assert_eq!(found("neg"), "<it::V as core::ops::Neg>::neg");
        assert_eq!(found("t"), "it::dot_f32 it::dot::<f32> it::dot::<u64> it::dots");
        assert_eq!(found("heap"), "core::sort::heap::<it::V, fn() -> bool>");
        assert_eq!(found("sort::dot"), "core::sort::dot");
        assert_eq!(found("none"), "");
        assert_eq!(
            found(""),
            found("*it::*").replace(" core::sort::heap::<it::V, fn() -> bool>", "")
        );
    }

    #[test]
    fn types_at_the_end_of_a_name_are_no_part_of_its_path() {
        assert_eq!(without_types("a::b"), "a::b");
        assert_eq!(without_types("a::b::<c::D<e>>"), "a::b");
        assert_eq!(without_types("<a as b<c>>::d::<fn() -> e>"), "<a as b<c>>::d");
        assert_eq!(without_types("a>"), "a>");
    }

    #[test]
    fn words_with_one_typing_error_are_near() {
        assert!(is_near("scale", "scael") && is_near("scale", "scal") && is_near("dot", "dat"));
        assert!(is_near("dot", "doot") && !is_near("dot", "sum") && !is_near("dot", "d"));
    }
}

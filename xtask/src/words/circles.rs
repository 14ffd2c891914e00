//! Circles among the files of a crate: each imports from the next, and the last from the first.
//!
//! A file imports from the file in which an item is defined: re-exports are followed, and are no imports of the
//! file that has them. Test modules do not count.

use std::collections::{BTreeMap, BTreeSet};

/// A file as a module.
#[derive(Default)]
struct Module {
    /// Paths that imports and expressions name, as written.
    paths: BTreeSet<Vec<String>>,
    /// Names that `use` brings in, with their paths.
    imports: BTreeMap<String, Vec<String>>,
}

/// Modules by path, as in `["view", "timeline"]`; the root of the crate is empty.
type Modules = BTreeMap<Vec<String>, Module>;

/// Groups of files that all import each other, directly or through others of the group.
pub fn find(files: &[(String, String)]) -> Vec<Vec<String>> {
    let mut modules = Modules::new();
    let mut names = BTreeMap::new();
    for (name, text) in files {
        let path = module_path(name);
        if path.iter().any(|part| part == "tests") {
            continue;
        }
        names.insert(path.clone(), name.clone());
        modules.insert(path, parse(text));
    }
    let edges: BTreeMap<&Vec<String>, BTreeSet<&Vec<String>>> = modules
        .iter()
        .map(|(path, module)| {
            let found = module.paths.iter().filter_map(|it| resolve(&modules, path, it, 0));
            (path, found.filter(|it| *it != path).collect())
        })
        .collect();
    let reachable: BTreeMap<&Vec<String>, BTreeSet<&Vec<String>>> =
        modules.keys().map(|path| (path, reachable_from(path, &edges))).collect();
    let mut components: Vec<Vec<String>> = Vec::new();
    let mut seen = BTreeSet::new();
    for path in modules.keys() {
        let is_mutual = |other: &&&Vec<String>| reachable[**other].contains(path);
        let component: Vec<&Vec<String>> =
            reachable[path].iter().filter(is_mutual).copied().collect();
        if component.len() > 1 && seen.insert(component.clone()) {
            components.push(component.into_iter().map(|it| names[it].clone()).collect());
        }
    }
    components
}

/// The module of a file.
fn module_path(name: &str) -> Vec<String> {
    let name = name.trim_end_matches(".rs");
    let mut path: Vec<String> = name.split('/').map(str::to_owned).collect();
    if path.last().is_some_and(|it| ["mod", "lib", "main"].contains(&it.as_str())) {
        path.pop();
    }
    path
}

fn reachable_from<'m>(
    start: &'m Vec<String>,
    edges: &BTreeMap<&'m Vec<String>, BTreeSet<&'m Vec<String>>>,
) -> BTreeSet<&'m Vec<String>> {
    let mut found = BTreeSet::new();
    let mut rest = vec![start];
    while let Some(path) = rest.pop() {
        for next in &edges[path] {
            if found.insert(*next) {
                rest.push(next);
            }
        }
    }
    found
}

/// The module in which the item with a path is defined, as seen from a module.
fn resolve<'m>(
    modules: &'m Modules,
    from: &[String],
    path: &[String],
    depth: usize,
) -> Option<&'m Vec<String>> {
    /// Longest chain of re-exports.
    const MAX_DEPTH: usize = 8;
    if depth > MAX_DEPTH {
        return None;
    }
    let mut at = from.to_vec();
    let mut is_inside = false;
    for (index, name) in path.iter().enumerate() {
        match name.as_str() {
            "crate" => at.clear(),
            "super" => drop(at.pop()),
            "self" => {}
            name => {
                let child = [at.as_slice(), &[name.to_owned()]].concat();
                if modules.contains_key(&child) {
                    at = child;
                } else if let Some(import) = modules.get(&at)?.imports.get(name) {
                    let target = [import.as_slice(), &path[index + 1..]].concat();
                    return resolve(modules, &at, &target, depth + 1);
                } else {
                    // Of another crate, if nothing of this one was named before.
                    return is_inside.then(|| modules.get_key_value(&at))?.map(|(path, _)| path);
                }
            }
        }
        is_inside = true;
    }
    modules.get_key_value(&at).map(|(path, _)| path)
}

/// Reads the paths and imports of a file.
fn parse(text: &str) -> Module {
    // Tests that are written out come last.
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let tokens = tokens(text);
    let mut module = Module::default();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at] == "use" {
            let is_export = at > 0 && (tokens[at - 1] == "pub" || tokens[at - 1] == ")");
            let mut found = Vec::new();
            at = use_tree(&tokens, at + 1, &[], &mut found);
            for (name, path) in found {
                if !is_export {
                    module.paths.insert(path.clone());
                }
                module.imports.insert(name, path);
            }
            continue;
        }
        // The path of `pub(in path)` imports nothing.
        let is_visibility = tokens[..at].ends_with(&["(".to_owned(), "in".to_owned()]);
        let is_start = at == 0 || tokens[at - 1] != "::" && !is_visibility;
        if is_start && is_name(&tokens[at]) && tokens.get(at + 1).is_some_and(|it| it == "::") {
            let mut path = vec![tokens[at].clone()];
            while tokens.get(at + 1).is_some_and(|it| it == "::")
                && tokens.get(at + 2).is_some_and(|it| is_name(it))
            {
                path.push(tokens[at + 2].clone());
                at += 2;
            }
            module.paths.insert(path);
        }
        at += 1;
    }
    module
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Reads a tree of imports: names with their paths. Returns the position after it.
fn use_tree(
    tokens: &[String],
    mut at: usize,
    prefix: &[String],
    found: &mut Vec<(String, Vec<String>)>,
) -> usize {
    let mut path = prefix.to_vec();
    while let Some(token) = tokens.get(at) {
        match token.as_str() {
            "{" => {
                at += 1;
                while tokens.get(at).is_some_and(|it| it != "}") {
                    at = use_tree(tokens, at, &path, found);
                    at += usize::from(tokens.get(at).is_some_and(|it| it == ","));
                }
                return at + 1;
            }
            "as" => {
                let alias = tokens.get(at + 1).cloned().unwrap_or_default();
                found.push((alias, path));
                return at + 2;
            }
            "*" => {
                found.push(("*".to_owned(), path));
                return at + 1;
            }
            "::" => at += 1,
            name if is_name(name) => {
                // `a::{self}` names `a`.
                if name != "self" || path.is_empty() {
                    path.push(name.to_owned());
                }
                at += 1;
            }
            _ => break,
        }
    }
    if let Some(name) = path.last() {
        found.push((name.clone(), path.clone()));
    }
    at
}

/// Words and marks of Rust text, without comments and literals.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
        } else if char == '"' {
            rest = after_string(&rest[1..]);
        } else if char.is_alphanumeric() || char == '_' {
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            tokens.push(rest[..end].to_owned());
            rest = &rest[end..];
        } else if let Some(after) = rest.strip_prefix("::") {
            tokens.push("::".to_owned());
            rest = after;
        } else {
            // Quotes of characters and lifetimes would not hide names that matter.
            if let Some(after) = rest.strip_prefix("'\"'") {
                rest = after;
                continue;
            }
            if !char.is_whitespace() {
                tokens.push(char.to_string());
            }
            rest = &rest[char.len_utf8()..];
        }
    }
    tokens
}

/// The text after the end of a string.
fn after_string(text: &str) -> &str {
    let mut is_escaped = false;
    for (at, char) in text.char_indices() {
        match char {
            '"' if !is_escaped => return &text[at + 1..],
            '\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::find;

    fn circles(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let files: Vec<(String, String)> =
            files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        find(&files)
    }

    #[test]
    fn imports_go_to_the_file_that_defines_an_item() {
        let root = ("lib.rs", "mod a;\nmod b;\npub use b::B;\n");
        let b = ("b.rs", "use crate::a::A;\npub struct B;\n");
        let a = ("a.rs", "use crate::B;\npub struct A;\n");
        assert_eq!(circles(&[root, a, b]), [["a.rs", "b.rs"]]);
        let a = ("a.rs", "pub struct A;\n");
        assert!(circles(&[root, a, b]).is_empty());
    }

    #[test]
    fn parents_and_children_are_a_circle_if_each_uses_the_other() {
        let parent = ("a/mod.rs", "mod c;\nfn f() { c::g(); }\n");
        let child = ("a/c.rs", "use super::T;\n");
        assert_eq!(circles(&[("lib.rs", ""), parent, child]), [["a/mod.rs", "a/c.rs"]]);
        let child = ("a/c.rs", "pub(in crate::a) fn g() {}\n");
        assert!(circles(&[("lib.rs", ""), parent, child]).is_empty());
        let child = ("a/c.rs", "#[cfg(test)]\nmod tests;\nuse super::T;\n");
        assert_eq!(circles(&[("lib.rs", ""), parent, child]).len(), 1);
        let child = ("a/c.rs", "#[cfg(test)]\nmod tests {\nuse super::super::T;\n}\n");
        assert!(circles(&[("lib.rs", ""), parent, child]).is_empty());
    }
}

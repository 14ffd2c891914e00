//! Circles among the files and among the folders of a crate: each imports from the next, and the last from the first.
//!
//! A file imports from the file in which an item is defined: re-exports are followed, and are no imports of the
//! file that has them. Test modules do not count. A folder imports what its files import. It is compared with the
//! folders and files beside it.

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

/// The circles of a crate. Members of each are sorted.
#[derive(Debug, Default, PartialEq)]
pub struct Circles {
    /// Groups of files that all import each other, directly or through others of the group.
    pub files: Vec<Vec<String>>,
    /// Groups of folders and files beside each other, of which all import each other likewise and at least one is a folder.
    pub folders: Vec<Vec<String>>,
    /// Direct imports within the groups of folders: the importing file and the imported one.
    pub imports: Vec<(String, String)>,
}

/// Imports between nodes: from each node those that it imports from.
type Edges<'m> = BTreeMap<&'m [String], BTreeSet<&'m [String]>>;

/// Finds the circles of a crate, whose files are given with their path below the folder of sources.
pub fn find(files: &[(String, String)]) -> Circles {
    let mut modules = Modules::new();
    let mut names = BTreeMap::new();
    for (name, text) in files {
        let path = module_path(name);
        if path.iter().any(|part| part == "tests") {
            continue;
        }
        names.insert(path.clone(), name.as_str());
        modules.insert(path, parse(text));
    }
    let mut edges = Edges::new();
    for (path, module) in &modules {
        let found = module.paths.iter().filter_map(|it| resolve(&modules, path, it, 0));
        edges.insert(path, found.filter(|it| *it != path).map(Vec::as_slice).collect());
    }
    let mut circles = Circles::default();
    for component in components(&edges) {
        circles.files.push(component.into_iter().map(|it| names[it].to_owned()).collect());
    }
    let beside = folder_edges(&edges);
    let is_folder =
        |path: &[String]| modules.keys().any(|it| it.len() > path.len() && it.starts_with(path));
    for component in components(&beside) {
        if !component.iter().any(|path| is_folder(path)) {
            // A circle of files, which is found already.
            continue;
        }
        for (from, to) in imports(&edges) {
            let pair = siblings(from, to);
            if pair.is_some_and(|(from, to)| component.contains(from) && component.contains(to)) {
                circles.imports.push((names[from].to_owned(), names[to].to_owned()));
            }
        }
        circles.folders.push(component.into_iter().map(|it| it.join("/")).collect());
    }
    circles
}

/// Returns each import with the module that has it.
fn imports<'e, 'm>(
    edges: &'e Edges<'m>,
) -> impl Iterator<Item = (&'m [String], &'m [String])> + 'e {
    edges.iter().flat_map(|(from, to)| to.iter().map(|to| (*from, *to)))
}

/// Returns the imports between folders and files that stand in the same folder.
fn folder_edges<'m>(edges: &Edges<'m>) -> Edges<'m> {
    let mut beside = Edges::new();
    for (from, to) in imports(edges).filter_map(|(from, to)| siblings(from, to)) {
        beside.entry(from).or_default().insert(to);
        beside.entry(to).or_default();
    }
    beside
}

/// Returns the folders or files of two modules that stand beside each other, unless one module is within the other.
fn siblings<'m>(from: &'m [String], to: &'m [String]) -> Option<(&'m [String], &'m [String])> {
    let shared = from.iter().zip(to).take_while(|(from, to)| from == to).count();
    Some((from.get(..=shared)?, to.get(..=shared)?))
}

/// Returns groups of nodes that all reach each other.
fn components<'m>(edges: &Edges<'m>) -> Vec<BTreeSet<&'m [String]>> {
    let reachable: Edges<'m> =
        edges.keys().map(|path| (*path, reachable_from(path, edges))).collect();
    let mut components = Vec::new();
    for path in edges.keys() {
        let is_mutual = |other: &&&[String]| reachable[**other].contains(path);
        let component: BTreeSet<&[String]> =
            reachable[path].iter().filter(is_mutual).copied().collect();
        if component.len() > 1 && !components.contains(&component) {
            components.push(component);
        }
    }
    components
}

/// Returns the module of a file.
fn module_path(name: &str) -> Vec<String> {
    let name = name.trim_end_matches(".rs");
    let mut path: Vec<String> = name.split('/').map(str::to_owned).collect();
    if path.last().is_some_and(|it| ["mod", "lib", "main"].contains(&it.as_str())) {
        path.pop();
    }
    path
}

fn reachable_from<'m>(start: &'m [String], edges: &Edges<'m>) -> BTreeSet<&'m [String]> {
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

/// Returns the module in which the item with a path is defined, as seen from a module.
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

/// Returns words and marks of Rust text, without comments and literals.
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

/// Returns the text after the end of a string.
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
    use super::{Circles, find};

    fn all_circles(files: &[(&str, &str)]) -> Circles {
        let files: Vec<(String, String)> =
            files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        find(&files)
    }

    fn circles(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        all_circles(files).files
    }

    #[test]
    fn folders_are_a_circle_if_files_of_each_use_the_other() {
        let files = [
            ("lib.rs", "mod a;\nmod b;\nmod c;\n"),
            ("a/mod.rs", "mod one;\nmod two;\n"),
            ("a/one.rs", "use crate::b::B;\n"),
            ("a/two.rs", "pub struct Two;\n"),
            ("b.rs", "pub struct B;\nfn f(it: crate::a::two::Two) {}\n"),
            ("c.rs", "use crate::b::B;\n"),
        ];
        let found = all_circles(&files);
        assert!(found.files.is_empty());
        assert_eq!(found.folders, [["a", "b"]]);
        let import = |from: &str, to: &str| (from.to_owned(), to.to_owned());
        assert_eq!(found.imports, [import("a/one.rs", "b.rs"), import("b.rs", "a/two.rs")]);
        let without = [&files[..4], &[("b.rs", "pub struct B;\n")]].concat();
        assert_eq!(all_circles(&without), Circles::default());
    }

    #[test]
    fn circles_of_files_are_none_of_folders() {
        let root = ("lib.rs", "mod a;\nmod b;\n");
        let found =
            all_circles(&[root, ("a.rs", "use crate::b::B;\n"), ("b.rs", "use crate::a::A;\n")]);
        assert_eq!((found.files.len(), found.folders.len()), (1, 0));
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

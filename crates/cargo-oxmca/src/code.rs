//! The functions of a program or library that was built.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use oxmca_object::{FunctionOrigin, Lines, ObjectFile, SourceLine, members};

use crate::workspace::Workspace;

/// A function that was compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompiledFunction {
    /// Its name, as it was written.
    pub name: String,
    /// Its name in the object.
    pub symbol: String,
    /// The line at which its code begins, as messages show it.
    pub line: Option<String>,
    /// Set if it was written in the workspace.
    pub is_own: bool,
}

/// A function that was inlined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InlinedFunction {
    /// Its name, as it was written.
    pub name: String,
    /// A line of it.
    pub line: Option<String>,
    /// Set if it was written in the workspace.
    pub is_own: bool,
    /// The indices of the functions that have its code.
    pub containers: Vec<usize>,
}

/// The functions of a program, or of all objects of a library.
#[derive(Clone, Default, Debug)]
pub struct Code {
    /// Functions that were compiled, in the order of their code.
    pub functions: Vec<CompiledFunction>,
    /// Functions that were inlined anywhere, by their names.
    pub inlined: Vec<InlinedFunction>,
}

/// The parts of paths and names by which code of the workspace is told from other code.
struct Own<'a> {
    root: &'a str,
    /// Beginnings of paths in crates of the workspace, as `kernels::`.
    crates: Vec<String>,
}

impl Own<'_> {
    /// Returns whether a function was written in the workspace: by the file of its line or, if that is not known, by its
    /// name.
    fn is_own(&self, line: Option<&SourceLine>, name: &str) -> bool {
        match line {
            // The standard library's paths do not begin at a folder of this machine, and those of the compiler's machine begin
            // with this.
            Some(line) => {
                let path = Path::new(&line.file);
                path.starts_with(self.root)
                    || path.is_relative() && !line.file.starts_with("library/")
            }
            None => self.crates.iter().any(|it| has_path(name, it)),
        }
    }

    /// Returns a line as messages show it: below the workspace, its path there.
    fn shown(&self, line: &SourceLine) -> String {
        let path = Path::new(&line.file);
        let path = path.strip_prefix(self.root).unwrap_or(path);
        format!("{}:{}", path.display(), line.line)
    }
}

/// Returns whether a name has a path that begins like this.
fn has_path(name: &str, path: &str) -> bool {
    let is_start = |at: usize| {
        let before = name[..at].chars().next_back();
        before.is_none_or(|it| !(it.is_alphanumeric() || matches!(it, '_' | ':')))
    };
    name.match_indices(path).any(|it| is_start(it.0))
}

impl Code {
    /// Reads the functions of a file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(path: &Path, workspace: &Workspace) -> Result<Code, String> {
        let shown = path.display();
        let bytes = fs::read(path).map_err(|error| format!("{shown}: {error}"))?;
        let targets = workspace.packages().into_iter().flat_map(|it| &it.targets);
        let crates = targets.map(|it| format!("{}::", it.name.replace('-', "_"))).collect();
        let own = Own { root: workspace.root().as_str(), crates };
        let mut code = Code::default();
        let failed = |error| format!("{shown}: {error}");
        match members(&bytes).map_err(failed)? {
            Some(members) => {
                let objects = members.into_iter().map(|it| ObjectFile::parse(it.bytes));
                // Others of an archive are metadata and indices.
                objects.flatten().for_each(|it| code.add(&it, &own));
                if code.functions.is_empty() && is_bitcode(&bytes) {
                    return Err(format!(
                        "{shown} has no machine code, only what a linker compiles later (`lto` of the profile): \
                         look at a program or example that uses it"
                    ));
                }
            }
            None => {
                let object = ObjectFile::parse(&*bytes).map_err(failed)?;
                code.add(&object, &own);
            }
        }
        Ok(code)
    }

    fn add(&mut self, object: &ObjectFile<'_>, own: &Own<'_>) {
        let lines = object.lines();
        let first = self.functions.len();
        let functions: Vec<&oxmca_object::Function> = object
            .functions()
            .iter()
            .filter(|it| matches!(it.origin, FunctionOrigin::Symbol))
            .collect();
        for it in &functions {
            let name = it.name();
            let line = lines.as_ref().and_then(|lines| own_line(lines, it.start));
            let is_own = own.is_own(line.as_ref(), &name);
            let line = line.map(|it| own.shown(&it));
            let symbol = it.symbol.clone();
            self.functions.push(CompiledFunction { name, symbol, line, is_own });
        }
        let Some(lines) = lines else { return };
        let mut inlined: BTreeMap<String, InlinedFunction> =
            std::mem::take(&mut self.inlined).into_iter().map(|it| (it.name.clone(), it)).collect();
        for it in lines.inlined_functions() {
            let mut containers: Vec<usize> =
                it.ranges.iter().filter_map(|range| container(&functions, range)).collect();
            containers.sort_unstable();
            containers.dedup();
            // Other copies were removed by the linker.
            let Some(range) = it.ranges.iter().find(|it| container(&functions, it).is_some())
            else {
                continue;
            };
            let line = line_within(&lines, range.start, &it.name);
            let is_own = own.is_own(line.as_ref(), &it.name);
            let name = it.name.to_string();
            let known = inlined.entry(name.clone()).or_insert_with(|| InlinedFunction {
                name,
                line: line.map(|it| own.shown(&it)),
                is_own,
                containers: Vec::new(),
            });
            known.containers.extend(containers.into_iter().map(|it| first + it));
        }
        self.inlined = inlined.into_values().collect();
    }
}

/// Returns whether an archive has bitcode of LLVM in it.
fn is_bitcode(archive: &[u8]) -> bool {
    const BITCODE: &[u8] = b"BC\xc0\xde";
    members(archive).ok().flatten().into_iter().flatten().any(|it| it.bytes.starts_with(BITCODE))
}

/// Returns the line of a function at an address: not that of a function that was inlined there.
fn own_line(lines: &Lines, address: u64) -> Option<SourceLine> {
    let outermost = lines.frames(address, &mut |_| None).pop();
    outermost.and_then(|it| it.place).or_else(|| lines.find(address))
}

/// Returns the line of an inlined function at an address.
fn line_within(lines: &Lines, address: u64, name: &str) -> Option<SourceLine> {
    let frames = lines.frames(address, &mut |_| None);
    frames.into_iter().find(|it| it.function.as_deref() == Some(name))?.place
}

/// Returns the index of the function that has code at these addresses.
fn container(functions: &[&oxmca_object::Function], range: &Range<u64>) -> Option<usize> {
    let after = functions.partition_point(|it| it.start <= range.start);
    let before = after.checked_sub(1)?;
    (range.start < functions[before].end()).then_some(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_crate_begin_with_it() {
        assert!(has_path("kernels::dot", "kernels::"));
        assert!(has_path("<kernels::V as core::ops::Neg>::neg", "kernels::"));
        assert!(!has_path("my_kernels::dot", "kernels::"));
        assert!(!has_path("other::kernels::dot", "kernels::"));
        assert!(has_path("other::f::<kernels::V>", "kernels::"));
    }

    #[test]
    fn own_code_is_below_the_workspace() {
        let own = Own { root: "/home/me/it", crates: vec!["it::".to_owned()] };
        let line = |file: &str| Some(SourceLine { file: file.to_owned(), line: 1 });
        let is_own = |file: &str| own.is_own(line(file).as_ref(), "f");
        assert!(is_own("/home/me/it/src/lib.rs") && is_own("src/lib.rs"));
        assert!(!is_own("/rustc/0123/library/core/src/lib.rs") && !is_own("/home/me/its/lib.rs"));
        assert!(!is_own("library/std/src/rt.rs"));
        assert!(own.is_own(None, "it::f") && !own.is_own(None, "std::f"));
    }
}

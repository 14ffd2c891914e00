//! Programs as lists of functions.

use std::fmt;
use std::ops::{Range, RangeInclusive};

use oxmca_asm::Interrupt;
use oxmca_object::Listing;

/// A function of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name, demangled.
    pub name: String,
    /// Its name in the program.
    pub symbol: String,
}

/// A line of a source file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SourceLine {
    /// The path of the file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// The author of a line, as far as its path tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Author {
    /// The author of the program.
    User,
    /// The author of a package that the program uses.
    Package,
    /// The authors of the language's standard library.
    StandardLibrary,
}

/// Parts of paths in which standard libraries are.
const STANDARD: &[&str] = &[
    "/rustc/",
    "/rustlib/src/rust/library/",
    "library/core/src/",
    "library/alloc/src/",
    "library/std/src/",
    "/include/c++/",
    "/usr/include/",
    "/lib/gcc/",
    "/lib/clang/",
    "/VC/Tools/MSVC/",
    "/Windows Kits/",
];
/// Parts of paths in which cargo keeps packages.
const PACKAGES: &[&str] = &["/.cargo/registry/src/", "/.cargo/git/checkouts/"];

impl SourceLine {
    /// Returns the author of the line by its path.
    pub fn author(&self) -> Author {
        let file = self.file.replace('\\', "/");
        let is_in = |parts: &[&str]| parts.iter().any(|part| file.contains(part));
        if is_in(STANDARD) {
            Author::StandardLibrary
        } else if is_in(PACKAGES) {
            Author::Package
        } else {
            Author::User
        }
    }

    /// Returns the innermost line that the program's author wrote, else that of a package's; `lines` begin with the
    /// innermost.
    pub(crate) fn innermost_of_author(lines: &[SourceLine]) -> Option<&SourceLine> {
        lines.iter().min_by_key(|line| line.author())
    }
}

impl fmt::Display for SourceLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// A program, library, object file or assembly, whose functions can be listed one by one.
pub trait Program: Sync {
    /// Returns its functions, in their order.
    fn functions(&self) -> &[Function];

    /// Returns the instructions of a function, by its index.
    fn listing(&self, function: usize) -> Listing;

    /// Gives branches and calls in a listing the names of the places that they lead to, where they have distances.
    fn name_targets(&self, listing: &mut Listing);

    /// Returns the source lines of instructions at these addresses, which [`Listing`] gives: of each the innermost one
    /// that its [author wrote](SourceLine::author), if it is in inlined functions. Once `interrupt` is requested, the
    /// rest have none.
    fn source_lines(&self, addresses: &[u64], interrupt: &Interrupt) -> Vec<Option<SourceLine>>;

    /// Returns all source lines of instructions at these addresses: of each that of the innermost inlined function first,
    /// then that of the call in the function into which it was inlined, and so on. Once `interrupt` is requested, the rest
    /// have none.
    fn all_source_lines(&self, addresses: &[u64], interrupt: &Interrupt) -> Vec<Vec<SourceLine>>;

    /// Returns the addresses of the code of inlined functions whose names are wanted, in rising order and apart from each other;
    /// none if nothing is known of inlined functions.
    fn inlined_code(&self, is_wanted: &dyn Fn(&str) -> bool) -> Vec<Range<u64>> {
        let _ = is_wanted;
        Vec::new()
    }

    /// Returns the functions that may have instructions in a range of
    /// [positions](Program::position).
    fn functions_between(&self, range: &RangeInclusive<u64>) -> Vec<usize>;

    /// Returns the position of an instruction that ranges are given by: its address, or its line in
    /// a text.
    fn position(&self, address: u64) -> u64;

    /// Returns whether addresses are those of machine code; otherwise they are numbers of instructions.
    fn has_addresses(&self) -> bool;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_line_of_the_author_is_found() {
        let line = |file: &str| SourceLine { file: file.to_owned(), line: 1 };
        let rust = "/rustc/59807616e1fa/library/core/src/slice/iter/macros.rs";
        let package = "/home/me/.cargo/registry/src/index-1/crate-1.0/src/lib.rs";
        let found = |files: &[&str]| {
            let lines: Vec<SourceLine> = files.iter().map(|file| line(file)).collect();
            SourceLine::innermost_of_author(&lines).map(|it| it.file.clone())
        };
        assert_eq!(
            found(&[rust, package, "src/it.rs", "src/main.rs"]).as_deref(),
            Some("src/it.rs")
        );
        assert_eq!(found(&[rust, package]).as_deref(), Some(package));
        assert_eq!(found(&["/usr/include/c++/12/vector", "a.cpp"]).as_deref(), Some("a.cpp"));
        assert_eq!(found(&[rust, "library/std/src/rt.rs"]).as_deref(), Some(rust));
        assert_eq!(found(&[]), None);
    }
}

//! Shared code names no target: it asks the descriptors. The names that are looked for are those that descriptors state,
//! so that a new target is looked for, too.
//!
//! Comments and their examples may name targets, as may tests, data and the folders of the targets.

use std::fs;
use std::path::{Path, PathBuf};

use oxmca_asm::target::{architectures, descriptors};

/// A place that names targets: the file or folder, the text of the line, and the reason.
struct Allowed {
    path: &'static str,
    text: &'static str,
    reason: &'static str,
}

const ALLOWED: &[Allowed] = &[
    allowed("crates/oxmca-asm/src/target/builtin.rs", "", "the list of targets"),
    allowed(
        "crates/oxmca-asm/src/target/mod.rs",
        "pub mod ",
        "modules are declared by their parent",
    ),
    allowed("crates/oxmca-tables/Cargo.toml", "", "a Cargo feature per target embeds its tables"),
    allowed("crates/oxmca-asm/Cargo.toml", "", "a Cargo feature per target; the host's CPUID"),
    allowed("crates/oxmca/Cargo.toml", "", "the same features for users of the library"),
    allowed(
        "crates/oxmca-fuzz/Cargo.toml",
        "",
        "a Cargo feature per target outside the default build",
    ),
    allowed("crates/oxmca-cli/Cargo.toml", "keywords", "a word that people search for"),
    allowed(
        "crates/oxmca-import/src/target/mod.rs",
        "",
        "the list of targets that can be imported",
    ),
    allowed(
        "crates/oxmca-import/src/instructions.rs",
        "(x86:",
        "an example in a comment that is written",
    ),
    allowed("crates/oxmca-fuzz/src/target/mod.rs", "", "the list of targets that are fuzzed"),
    allowed("crates/oxmca-fuzz/src/objects.rs", "", "names of test files"),
    allowed("crates/oxmca-fuzz/src/editors.rs", "", "targets that are fuzzed"),
    allowed(
        "crates/oxmca-characterize/src/target/mod.rs",
        "",
        "the list of targets that can be characterized",
    ),
    allowed("crates/oxmca-lsp/src/labels.rs", ".thumb_set", "a directive"),
    allowed("crates/oxmca-object/src/lines/inlined.rs", "DW_AT_MIPS", "DWARF's own name"),
    allowed("crates/oxmca-queries/src/target_of_text.rs", "x86-asm-syntax", "an option of LLVM's"),
    allowed("crates/oxmca-fuzz/src/hardware.rs", "", "the target that has hardware files"),
    allowed("crates/oxmca-testing/src/perf_data", "", "test data: recordings of AMD's processors"),
    allowed("crates/oxmca-ibs/src", "", "AMD's processors, which alone have IBS, are x86"),
    allowed("crates/oxmca-ibs-report", "", "AMD's processors, which alone have IBS, are x86"),
    allowed(
        "crates/oxmca-measure",
        "",
        "runs code on this machine, between machine code of its own",
    ),
    allowed(
        "crates/oxmca-cli/Cargo.toml",
        "amdgpu = ",
        "the feature of a target that is not in the default build",
    ),
    allowed(
        "crates/oxmca-cli/Cargo.toml",
        "lanai = ",
        "the feature of a target that is not in the default build",
    ),
    allowed(
        "crates/oxmca-cli/Cargo.toml",
        "mips = ",
        "the feature of a target that is not in the default build",
    ),
    allowed("crates/oxmca-cli/Cargo.toml", "target_arch = ", "the machines that run code"),
    allowed(
        "crates/oxmca-wasm/Cargo.toml",
        "",
        "a Cargo feature per target outside the default build",
    ),
    allowed(
        "crates/oxmca-python/Cargo.toml",
        "every-target = ",
        "the targets outside the default build",
    ),
    allowed("crates/oxmca-cli/src", "x86-asm-syntax", "an option of LLVM's"),
    allowed("crates/oxmca-cli/src", "x86_asm_syntax", "an option of LLVM's"),
    allowed(
        "crates/oxmca-cli/src/flags/table.rs",
        "Syntax of x86 input",
        "the help of LLVM's option",
    ),
    allowed(
        "crates/oxmca-cli/src/machine_arguments.rs",
        "Syntax of x86",
        "the help of LLVM's option",
    ),
    allowed("crates/oxmca-cli/src", "aarch64-neon-syntax", "an option of LLVM's"),
    allowed("crates/oxmca-cli/src/flags/table.rs", "print AArch64", "the help of LLVM's option"),
    allowed("crates/oxmca-cli/src/flags/table.rs", "doc: \"Arm's\"", "the help of LLVM's option"),
    allowed("crates/oxmca-cli/src/target.rs", "clang --target=aarch64", "LLVM's text"),
];

const fn allowed(path: &'static str, text: &'static str, reason: &'static str) -> Allowed {
    Allowed { path, text, reason }
}

#[test]
fn shared_code_names_no_target() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let names = names();
    let mut used = vec![false; ALLOWED.len()];
    let mut found = Vec::new();
    for path in sources(&top) {
        let name = path.strip_prefix(&top).unwrap().to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&path).unwrap();
        for (number, line) in code_lines(&name, &text) {
            if !names.iter().any(|it| has_word(&line, it)) {
                continue;
            }
            let is_of = |it: &Allowed| name.starts_with(it.path) && line.contains(it.text);
            match ALLOWED.iter().position(is_of) {
                Some(at) => used[at] = true,
                None => found.push(format!("{name}:{number}: {}", line.trim())),
            }
        }
    }
    assert!(found.is_empty(), "shared code that names targets:\n{}", found.join("\n"));
    for (it, is_used) in ALLOWED.iter().zip(used) {
        assert!(is_used, "nothing in {} needs to be allowed any more ({})", it.path, it.reason);
    }
}

/// The names of all targets and architectures, in lower case.
fn names() -> Vec<String> {
    let mut names: Vec<String> = descriptors().map(|it| it.name.to_owned()).collect();
    for facts in architectures().map(|it| it.facts()) {
        let others = facts.spellings.iter().chain(facts.other_target_names);
        names.extend([facts.name, facts.target_name].iter().chain(others).map(|it| (*it).into()));
    }
    names.iter_mut().for_each(|name| *name = plain(name));
    names.sort();
    names.dedup();
    assert!(names.len() >= 15, "{names:?}");
    names
}

/// Returns a text in lower case without what separates the parts of names: `X86_64` and `x86-64` are the same.
fn plain(text: &str) -> String {
    text.chars().filter(|it| !matches!(it, '_' | '-')).collect::<String>().to_ascii_lowercase()
}

/// Returns whether a line has a name as a word or as a part of an identifier.
fn has_word(line: &str, name: &str) -> bool {
    // Three letters stand in many words: only where a word of an identifier begins and ends.
    if name.len() <= 3 && name.bytes().all(|it| it.is_ascii_lowercase()) {
        return line.to_ascii_lowercase().match_indices(name).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            let after = line[at + name.len()..].chars().next();
            !before.is_some_and(|it| it.is_ascii_alphabetic())
                && !after.is_some_and(|it| it.is_ascii_lowercase())
        });
    }
    let line = plain(line);
    line.match_indices(name).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        // `0x86` is a number.
        before.is_none_or(|it| !it.is_ascii_digit())
    })
}

/// The lines of code with their numbers: without comments and, at the end of a file, tests.
fn code_lines(name: &str, text: &str) -> Vec<(usize, String)> {
    let mut lines = Vec::new();
    // Tests that are written out come last, below their condition.
    let code = text.split("\nmod tests {").next().unwrap_or_default();
    let code = match code.rfind("\n#[cfg(") {
        Some(at) if code.len() < text.len() => &code[..at],
        _ => code,
    };
    for (index, line) in code.lines().enumerate() {
        let comment = if name.ends_with(".toml") { "#" } else { "//" };
        let is_url = |at: usize| line[..at].ends_with(':');
        let mut starts = line.match_indices(comment).map(|(at, _)| at);
        let end = starts.find(|at| !is_url(*at)).unwrap_or(line.len());
        lines.push((index + 1, line[..end].to_owned()));
    }
    lines
}

/// Rust files and manifests of all crates that are not a target's own.
fn sources(top: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut rest = vec![top.join("crates")];
    while let Some(path) = rest.pop() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_targets = descriptors().any(|it| it.name == name.trim_end_matches(".rs"));
        let is_test = ["tests", "tests.rs", "examples", "benches", "data"].contains(&name.as_str());
        if is_test || is_targets && path.parent().is_some_and(|it| it.ends_with("src/target")) {
            continue;
        }
        if path.is_dir() {
            rest.extend(fs::read_dir(&path).unwrap().map(|it| it.unwrap().path()));
        } else if name.ends_with(".rs") || name == "Cargo.toml" {
            found.push(path);
        }
    }
    found.sort();
    assert!(found.len() > 500, "{} files", found.len());
    found
}

//! The manual page and the completions, as the programs that read them take them. A program that is
//! not installed is said to be missing.

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn document(kind: &str) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_oxmca"))
        .arg(format!("--generate={kind}"))
        .output()
        .unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{kind}");
    output.stdout
}

/// What a program makes of a text on standard input, if it is installed.
fn feed(program: &str, arguments: &[&str], text: &[u8]) -> Option<Output> {
    let child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match child {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("{program} is not installed: not checked with it");
            return None;
        }
        other => other.unwrap(),
    };
    let mut stdin = child.stdin.take().unwrap();
    let text = text.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&text));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    Some(output)
}

fn check(program: &str, arguments: &[&str], text: &[u8]) {
    if let Some(output) = feed(program, arguments, text) {
        let said = [output.stdout.as_slice(), &output.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        assert!(output.status.success() && said.is_empty(), "{program}: {said}");
    }
}

#[test]
fn the_manual_page_is_good_roff() {
    let page = document("man");
    check("groff", &["-ww", "-man", "-z"], &page);
    check("mandoc", &["-Tlint", "-Werror"], &page);
}

#[test]
fn shells_read_their_completions() {
    for shell in ["bash", "zsh", "fish"] {
        check(shell, &["-n"], &document(shell));
    }
}

/// What bash offers for the words of a line, the last of which is being typed.
fn offered_by_bash(line: &str) -> Option<String> {
    let words: Vec<String> = line.split(' ').map(|word| format!("'{word}'")).collect();
    let mut script = document("bash");
    script.extend(
        format!(
            "COMP_WORDS=({}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _oxmca; echo \"${{COMPREPLY[@]}}\"",
            words.join(" ")
        )
        .bytes(),
    );
    let output = feed("bash", &["--norc"], &script)?;
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap().trim_end().to_owned())
}

#[test]
fn bash_completes_flags_and_values() {
    let cases = [
        ("oxmca -mcp", "-mcpu"),
        ("oxmca --timeline-m", "--timeline-max-iterations --timeline-max-cycles"),
        ("oxmca -mcpu = znver", "znver1 znver2 znver3 znver4 znver5 znver6"),
        ("oxmca --mcpu skylake-", "skylake-avx512"),
        ("oxmca -mcpu=alder", "-mcpu=alderlake"),
        ("oxmca --color =", "auto always never"),
        ("oxmca -skip-unsupported-instructions = parse", "parse-failure"),
        ("oxmca -timeline Cargo.t", "Cargo.toml"),
        ("oxmca -iterations = 1", ""),
        ("oxmca ib", "ibs"),
        ("oxmca mod", "models"),
        ("oxmca models --js", "--json"),
        ("oxmca models --model = Cargo.t", "Cargo.toml"),
        ("oxmca models --model Cargo.t", "Cargo.toml"),
        ("oxmca models Cargo.t", ""),
        ("oxmca models --view", ""),
        ("oxmca -model Cargo.t", "Cargo.toml"),
        ("oxmca ibs rep", "report"),
        ("oxmca ibs report --symb", "--symbol"),
        ("oxmca ibs report --by instr", "instruction"),
        ("oxmca ibs report --view = data-c", "data-cache"),
        ("oxmca ibs report --format=c", "--format=csv"),
        ("oxmca ibs report -o Cargo.t", "Cargo.toml"),
        ("oxmca ibs report Cargo.t", "Cargo.toml"),
        ("oxmca ibs report -mcp", ""),
    ];
    for (line, expected) in cases {
        let Some(offered) = offered_by_bash(line) else { return };
        assert_eq!(offered, expected, "{line}");
    }
}

#[test]
fn fish_completes_flags_and_values() {
    let cases = [
        ("oxmca --mcpu=alder", "--mcpu=alderlake"),
        ("oxmca -mcpu alder", "alderlake"),
        (
            "oxmca --skip-unsupported-instructions=parse",
            "--skip-unsupported-instructions=parse-failure",
        ),
        ("oxmca ib", "ibs"),
        ("oxmca ibs ", "report"),
        ("oxmca mod", "models"),
        ("oxmca models --js", "--json"),
        ("oxmca ibs report --by=", "--by=function"),
        ("oxmca ibs report --view data-s", "data-source-latency"),
    ];
    for (line, expected) in cases {
        let script = [document("fish"), format!("complete -C '{line}'\n").into_bytes()].concat();
        let Some(output) = feed("fish", &["--no-config"], &script) else { return };
        let offered = String::from_utf8_lossy(&output.stdout).into_owned();
        let words: Vec<&str> = offered.lines().filter_map(|it| it.split('\t').next()).collect();
        assert!(words.contains(&expected), "{line}: {offered}");
    }
}

/// Transcripts in the README and in `docs`: in blocks of `console`, lines after `$ oxmca ` are commands,
/// and what follows is their output, in which `...` stands for any lines.
#[test]
fn transcripts_of_the_documentation_are_true() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = vec![repository.join("README.md")];
    let docs = std::fs::read_dir(repository.join("docs")).unwrap();
    let docs = docs.map(|entry| entry.unwrap().path());
    pages.extend(docs.filter(|path| path.extension().is_some_and(|it| it == "md")));
    let mut commands = 0;
    for path in pages {
        let page = std::fs::read_to_string(&path).unwrap();
        for block in page.split("```console\n").skip(1) {
            let block = block.split("```").next().unwrap();
            for transcript in block.split("$ oxmca ").skip(1) {
                let (command, expected) = transcript.split_once('\n').unwrap();
                let output = Command::new(env!("CARGO_BIN_EXE_oxmca"))
                    .args(command.split(' '))
                    .current_dir(&repository)
                    .output()
                    .unwrap();
                let stderr = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success() && stderr.is_empty(), "{command}: {stderr}");
                let found = String::from_utf8(output.stdout).unwrap();
                if !expected.is_empty() {
                    assert!(is_elided(&found, expected), "{}: {command}", path.display());
                }
                commands += 1;
            }
        }
    }
    assert!(commands >= 8, "{commands} commands");
}

/// Returns whether a text becomes the other one when lines are replaced by `...`.
fn is_elided(text: &str, elided: &str) -> bool {
    let mut rest = text;
    let mut pieces = elided.split("...\n");
    let Some(first) = pieces.next().and_then(|first| rest.strip_prefix(first)) else {
        return false;
    };
    rest = first;
    let mut last = None;
    for piece in pieces {
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
        last = Some(piece);
    }
    // What the elided text ends with must be the end, unless it ends with an omission.
    rest.is_empty() || last.is_some_and(str::is_empty)
}

/// The first number after a word that stands before a `)`, also with its unit.
fn count_after(text: &str, word: &str) -> usize {
    let (_, rest) = text.split_once(word).unwrap();
    let mut counts = rest.split(')').filter_map(|part| {
        let digits = part.strip_suffix(" scheduling models").unwrap_or(part);
        digits.rsplit([' ', '(', '\n']).next()?.parse().ok()
    });
    counts.next().unwrap()
}

#[test]
fn readme_counts_the_models_that_are_simulated() {
    let readme = include_str!("../../../README.md");
    let (_, section) = readme.split_once("## What works").unwrap();
    let (section, _) = section.split_once("A hundred instructions").unwrap();
    let targets = [
        ("x86 (", "x86_64"),
        ("RISC-V (", "riscv64"),
        ("AArch64", "aarch64"),
        ("32-bit Arm", "armv8"),
        ("PowerPC (", "powerpc64le"),
        ("SystemZ (", "s390x"),
        ("graphics processors (", "amdgcn"),
        ("Mips (", "mips"),
        ("Lanai (", "lanai"),
    ];
    for (word, triple) in targets {
        // Some are not in every build.
        let Ok(catalog) = oxmca::SessionBuilder::new(triple).catalog() else { continue };
        assert_eq!(count_after(section, word), catalog.models.len(), "{triple}");
    }
}

//! Names of functions and of members of archives that would be something else in what the program prints.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The symbol that is replaced by other names in a recorded object.
const SYMBOL: &str = "_ZNK6ValuesIiE3sumEv";
/// Names that are no longer than the symbol.
const NAMES: [&str; 12] = [
    "\n::stop-commands::x",
    "::stop-commands::x",
    "\u{1b}[8mx\u{1b}]0;t\u{7}",
    "\u{202e}a\u{2066}b\u{9b}2J",
    "\n# a|b\n|-|\n",
    "<!--`|[a](b)@x\\",
    "  lead\r\n ",
    "\u{2003}em\u{2028}\u{85}",
    "end\nend 1 0",
    "\"#1\n input \"x\"",
    "<b>&amp;\u{fffe}'\"",
    "=1+1",
];

/// A folder that no other test has.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("oxmca-names-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.0.join(name), bytes).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_oxmca"));
        command.args(arguments).current_dir(&self.0).env("GITHUB_ACTIONS", "true");
        command.output().unwrap()
    }

    /// Returns what a command prints, which ends with a status.
    #[track_caller]
    fn text(&self, status: i32, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {text}");
        text
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn recorded(name: &str) -> Vec<u8> {
    let objects = Path::new(env!("CARGO_MANIFEST_DIR")).join("../oxmca-object/tests/objects");
    fs::read(objects.join(name)).unwrap()
}

/// Returns an object whose only loop is in a function of this name.
fn object(name: &str) -> Vec<u8> {
    assert!(name.len() <= SYMBOL.len(), "{name:?}");
    let mut bytes = recorded("elf-x86-64.o");
    let mut at = 0;
    while let Some(found) = bytes[at..].windows(SYMBOL.len()).position(|it| it == SYMBOL.as_bytes())
    {
        at += found;
        bytes[at..at + SYMBOL.len()].fill(0);
        bytes[at..at + name.len()].copy_from_slice(name.as_bytes());
    }
    bytes
}

/// Checks that a text has as many lines as it has with another name, and that none is a command or steers a terminal.
#[track_caller]
fn check_lines(text: &str, expected: &str) {
    let is_harmless = |it: char| {
        it == '\n'
            || it == '\t'
            || !it.is_control() && !"\u{202e}\u{2066}\u{2028}\u{fffe}".contains(it)
    };
    assert!(text.chars().all(is_harmless), "{text:?}");
    let is_command = |line: &str| line.trim_start().starts_with("::") || line.contains("##[");
    assert!(!text.lines().any(is_command), "{text}");
    assert_eq!(text.lines().count(), expected.lines().count(), "{text}");
}

#[test]
fn every_command_shows_names_as_names() {
    let folder = Folder::new("shown");
    folder.write("plain.o", &object("function"));
    let commands: [&[&str]; 6] = [
        &["loops", "--mcpu=skylake", "OBJECT"],
        &["diff", "--mcpu=skylake", "--all", "--region=*", "OBJECT", "OBJECT"],
        &["diff", "--mcpu=skylake", "--all", "--region=*", "--format=markdown", "OBJECT", "OBJECT"],
        &["--mcpu=skylake", "--loop=1", "OBJECT"],
        &["--mcpu=skylake", "--loop=1", "--dot", "OBJECT"],
        &["explain", "--mcpu=skylake", "--loop=1", "OBJECT"],
    ];
    for name in NAMES {
        folder.write("hostile.o", &object(name));
        for command in commands {
            let run = |object: &str| {
                let arguments: Vec<&str> =
                    command.iter().map(|it| if *it == "OBJECT" { object } else { it }).collect();
                folder.text(0, &arguments)
            };
            check_lines(&run("hostile.o"), &run("plain.o"));
        }
        let svg =
            folder.text(0, &["--mcpu=skylake", "--loop=1", "--timeline", "--svg", "hostile.o"]);
        assert!(!svg.contains(['\u{fffe}', '\u{202e}', '\u{1b}']) && !svg.contains("<b>"), "{svg}");
        let json = folder.text(0, &["loops", "--mcpu=skylake", "--json", "hostile.o"]);
        let document: serde_json::Value = serde_json::from_str(&json).unwrap();
        let function = &document["files"][0]["loops"][0]["function"];
        assert!(function.as_str().is_some_and(|it| it.starts_with(name)), "{function}");
    }
}

#[test]
fn a_baseline_survives_every_name() {
    let folder = Folder::new("baseline");
    for name in NAMES {
        folder.write("a.o", &object(name));
        let arguments = ["check", "--baseline=base.txt", "a.o"];
        folder.text(0, &[&arguments[..], &["--write-baseline", "--mcpu=skylake"]].concat());
        let text = folder.text(0, &arguments);
        assert!(text.ends_with("\n1 loop checked: nothing changed.\n"), "{name:?}: {text}");
        let baseline = fs::read_to_string(folder.0.join("base.txt")).unwrap();
        assert_eq!(baseline.lines().filter(|it| it.starts_with("input")).count(), 1, "{baseline}");
    }
}

#[test]
fn members_of_archives_write_no_lines() {
    let folder = Folder::new("members");
    let object = object("function");
    let archive = |names: &[&str]| {
        let mut bytes = b"!<arch>\n".to_vec();
        for name in names {
            let size = name.len() + object.len();
            let short = format!("#1/{}", name.len());
            bytes.extend(
                format!("{short:<16}{:<12}{:<6}{:<6}{:<8}{size:<10}`\n", 0, 0, 0, 644).bytes(),
            );
            bytes.extend(name.bytes());
            bytes.extend(&object);
            bytes.extend(vec![b'\n'; size % 2]);
        }
        bytes
    };
    let names =
        ["a.o\ninput \"b.o\"\n1 1 1 0 0 - \"f\"", "\u{1b}[8m\n::stop-commands::x", "plain.o"];
    folder.write("all.a", &archive(&names));
    let arguments = ["check", "--baseline=base.txt", "all.a"];
    folder.text(0, &[&arguments[..], &["--write-baseline", "--mcpu=skylake"]].concat());
    let baseline = fs::read_to_string(folder.0.join("base.txt")).unwrap();
    assert_eq!(baseline.lines().filter(|it| it.starts_with("input")).count(), 3, "{baseline}");
    assert!(folder.text(0, &arguments).ends_with("\n3 loops checked: nothing changed.\n"));
    folder.write("all.a", &archive(&names[2..]));
    let text = folder.text(4, &arguments);
    check_lines(&text, &text);
    let table = folder.text(0, &["loops", "--mcpu=skylake", "all.a"]);
    check_lines(&table, &table);
    folder.write("all.a", &archive(&names));
    let table = folder.text(0, &["loops", "--mcpu=skylake", "all.a"]);
    check_lines(&table, &table);
}

#[test]
fn loops_of_overloaded_functions_are_chosen_by_their_plain_name() {
    let folder = Folder::new("chosen");
    let text = "\
.type _Z3dotPfi,@function
_Z3dotPfi:
.L1:
 addl (%rdi), %eax
 jne .L1
.L2:
 imull (%rdi), %eax
 jne .L2
 retq
.size _Z3dotPfi, .-_Z3dotPfi
";
    folder.write("dot.s", text.as_bytes());
    let target = ["--mtriple=x86_64-linux-gnu", "--mcpu=skylake", "dot.s"];
    for name in ["dot#2", "dot*#2", "dot(float*, int)#2", "_Z3dotPfi#2"] {
        let report = folder.text(0, &[&target[..], &[&format!("--loop={name}")]].concat());
        assert!(report.starts_with("\n[0] Code Region - loop 2: dot(float*, int)#2\n"), "{report}");
    }
    folder.text(1, &[&target[..], &["--loop=dot#3"]].concat());
}

#[test]
fn loops_behind_data_are_found() {
    let folder = Folder::new("data");
    folder.write("a.o", &recorded("jump-over-data.o"));
    folder.write("a.s", &recorded("jump-over-data.s"));
    let loops = |input: &str| {
        let target = ["loops", "--mtriple=x86_64-linux-gnu", "--mcpu=skylake", "--json", input];
        let document: serde_json::Value = serde_json::from_str(&folder.text(0, &target)).unwrap();
        let loops = document["files"][0]["loops"].as_array().unwrap().clone();
        let described =
            loops.iter().map(|it| format!("{}: {}", it["function"], it["instructions"]));
        described.collect::<Vec<_>>()
    };
    // The jump to the function itself is a loop in both, too.
    assert_eq!(loops("a.o").len(), 2, "{:?}", loops("a.o"));
    assert_eq!(loops("a.o"), loops("a.s"));
}

#[test]
fn options_of_hardware_mode_are_not_ignored_in_silence() {
    let folder = Folder::new("silence");
    folder.write("a.s", b"addl %eax, %ebx\n");
    let target = ["--mtriple=x86_64-linux-gnu", "--mcpu=skylake", "a.s"];
    let warning = |more: &[&str]| {
        let output = folder.run(&[&target[..], more].concat());
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(
        warning(&["--smt"]),
        "warning: --smt has no effect on skylake without hardware mode, which --hardware switches on\n"
    );
    assert!(
        warning(&["--initial-registers=equal", "--smt"])
            .starts_with("warning: --smt and --initial-registers have")
    );
    assert_eq!(warning(&["--smt", "--hardware"]), "");
    assert_eq!(warning(&[]), "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_without_lines_ends_a_validation() {
    let folder = Folder::new("device");
    folder.write("a.jsonl", b"{\"code\": \"01d8\", \"cycles\": 1}\n");
    let text = folder.text(1, &["validate", "--mcpu=skylake", "--compare=/dev/zero", "a.jsonl"]);
    assert!(text.contains("/dev/zero: a line is longer than 256 MiB"), "{text}");
}

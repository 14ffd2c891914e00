//! What people see beside or in place of what scripts see: colours, hints, a progress bar. The
//! coloured texts are llvm-mca's.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The hint about a target that there is not.
const TARGETS: &str = "\nnote: this build has the targets 'x86', 'x86-64', 'riscv32', 'riscv64', 'riscv32be', \
                       'riscv64be', 'aarch64', 'aarch64_be', 'aarch64_32', \
                       'arm', 'armeb', 'thumb', 'thumbeb', 'ppc64le', 'ppc64', 'ppc32', 'ppc32le', 'systemz'\n";

const TARGET: [&str; 2] = ["-mtriple=x86_64-unknown-linux", "-mcpu=btver2"];

const BAD: &str = "\taddl %eax, %ebx\n\tfrob %eax\n.warning \"hm\"\naddl %zz, %eax\n";

const BAD_IN_COLOUR: &str = "\
\x1b[1m<stdin>:2:2: \x1b[0m\x1b[0;1;31merror: \x1b[0m\x1b[1minvalid instruction mnemonic 'frob'
\x1b[0m        frob %eax
\x1b[0;1;32m        ^~~~
\x1b[0m\x1b[1m<stdin>:3:1: \x1b[0m\x1b[0;1;35mwarning: \x1b[0m\x1b[1mhm
\x1b[0m.warning \"hm\"
\x1b[0;1;32m^
\x1b[0m\x1b[1m<stdin>:4:6: \x1b[0m\x1b[0;1;31merror: \x1b[0m\x1b[1minvalid register name
\x1b[0maddl %zz, %eax
\x1b[0;1;32m     ^~~
\x1b[0m\x1b[0;1;31merror: \x1b[0mAssembly input parsing had errors, use -skip-unsupported-instructions=parse-failure to drop failing lines from the input.
";

fn run(text: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oxmca"));
    command.args(TARGET).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text = text.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    // The program may end without reading.
    let _ = writer.join().unwrap();
    output
}

fn messages(text: &str, arguments: &[&str]) -> String {
    String::from_utf8(run(text, arguments).stderr).unwrap()
}

#[test]
fn messages_are_coloured_as_llvm_colours_them() {
    assert_eq!(messages(BAD, &["-color"]), BAD_IN_COLOUR);
    assert_eq!(messages(BAD, &["--color=always"]), BAD_IN_COLOUR);
    assert_eq!(
        messages("retq\n", &["-color", "-o", "/dev/null"]),
        "\x1b[0;1;35mwarning: \x1b[0mfound a return instruction in the input assembly sequence.\n\
         \x1b[0;1;30mnote: \x1b[0mprogram counter updates are ignored.\n"
    );
    for argument in ["-color=0", "--color=never", "--color=auto"] {
        assert!(!messages(BAD, &[argument]).contains('\x1b'), "{argument}");
    }
}

#[test]
fn a_pipe_gets_no_hints_unless_it_asks_for_them() {
    let misspelt = "adddl %eax, %ebx\nmvo %eax, %ebx\nvadpps %xmm0, %xmm1, %xmm2\n";
    assert!(!messages(misspelt, &[]).contains("did you mean"));
    let hints = messages(misspelt, &["-suggestions"]);
    let hints: Vec<&str> = hints.lines().filter(|line| line.starts_with("note: ")).collect();
    assert_eq!(
        hints,
        [
            "note: did you mean 'aaddl' or 'addl'?",
            "note: did you mean 'mov'?",
            "note: did you mean 'vaddps' or 'vdpps'?"
        ]
    );
    let cases: &[(&[&str], &str)] = &[
        (&["-mcpu=znver44"], "note: did you mean 'znver4'?\n"),
        (&["-mattr=-avx51f", "-o", "/dev/null"], "note: did you mean '-avx512f'?\n"),
        (&["-mcpu=zen4"], "note: did you mean 'znver4'?\n"),
        (&["-mcpu=Zen5"], "note: did you mean 'znver5'?\n"),
        (&["-march=x86_64"], "\nnote: did you mean 'x86-64'?\n"),
        (&["-march=skylake"], "\nnote: did you mean '-mcpu=skylake'?\n"),
        (&["-march=zen3"], "\nnote: did you mean '-mcpu=znver3'?\n"),
        (&["-march=native"], "\nnote: did you mean '-mcpu=native'?\n"),
        (&["-march=sparc"], TARGETS),
        (&["-mtriple=sparc-linux-gnu"], TARGETS),
        (&["--batch", "-march=sparc"], TARGETS.trim_start()),
        (&["-color=alway"], "oxmca: Did you mean 'always'?\n"),
        (&["-instruction-tables=ful"], "oxmca: Did you mean 'full'?\n"),
    ];
    for (arguments, hint) in cases {
        let with = messages("nop\n", &[*arguments, &["-suggestions"]].concat());
        let without = messages("nop\n", arguments);
        assert!(with.ends_with(hint), "{arguments:?}: {with}");
        assert_eq!(with.strip_suffix(hint), Some(without.as_str()));
    }
}

#[test]
fn hints_are_few_and_quick_whatever_the_input() {
    let mut text = String::new();
    for number in 0..2_000 {
        text.push_str(&format!("addx{number} %eax, %ebx\n"));
    }
    text.push_str(&"x".repeat(20_000_000));
    let hints = messages(&text, &["-suggestions"]);
    assert!(hints.matches("did you mean").count() <= 20);
}

/// Runs the program on a terminal, if there is a program to make one; gives what the terminal got.
fn on_terminal(
    name: &str,
    text: &str,
    arguments: &[&str],
    environment: &[(&str, &str)],
) -> Option<String> {
    let folder = std::env::temp_dir().join(format!("oxmca-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let input: PathBuf = folder.join("in.s");
    fs::write(&input, text).unwrap();
    let words = [&TARGET, arguments].concat().join(" ");
    let line = format!("'{}' {words} '{}'", env!("CARGO_BIN_EXE_oxmca"), input.display());
    let mut script = Command::new("script");
    script.args(["-qec", &line, "/dev/null"]).stdin(Stdio::null());
    script.env_remove("NO_COLOR").envs(environment.iter().copied());
    let output = script.output();
    fs::remove_dir_all(&folder).unwrap();
    match output {
        Ok(output) if !output.stdout.is_empty() => {
            Some(String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n"))
        }
        _ => {
            eprintln!("util-linux's script is not installed: not checked on a terminal");
            None
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_decides_by_its_name() {
    let cases: &[(&[(&str, &str)], bool)] = &[
        (&[("TERM", "xterm-256color")], true),
        (&[("TERM", "foot")], false),
        (&[("TERM", "dumb")], false),
        (&[("TERM", "xterm"), ("NO_COLOR", "1")], false),
        (&[("TERM", "xterm"), ("NO_COLOR", "")], true),
    ];
    for (environment, is_coloured) in cases {
        let Some(text) = on_terminal("colour", "adddl\n", &[], environment) else { return };
        assert_eq!(text.contains('\x1b'), *is_coloured, "{environment:?}: {text}");
        assert!(text.contains("did you mean 'aaddl' or 'addl'?\n"), "{text}");
    }
}

/// Control characters of the input in a report, a quoted line, a message and a name.
#[cfg(target_os = "linux")]
#[test]
fn control_characters_are_shown_on_terminals_and_sent_into_pipes() {
    let region = "# LLVM-MCA-BEGIN n\x1b[2Jame\nnop\n# LLVM-MCA-END\n";
    let text = format!("{region}fr\x1b]0;title\x07ob %eax\n.warning \"\x1b[8m\u{9b}8m\"\n");
    let arguments = ["-skip-unsupported-instructions=parse-failure"];
    let arguments: &[&str] = &arguments;
    for (term, colours) in [("dumb", false), ("xterm", true)] {
        let Some(shown) = on_terminal("controls", &text, arguments, &[("TERM", term)]) else {
            return;
        };
        let left = shown.replace("\x1b[0m", "").replace("\x1b[1m", "").replace("\x1b[0;1;", "");
        let left = left.replace("31merror", "error").replace("35mwarning", "warning");
        assert!(!left.replace("32m", "").contains(['\x1b', '\x07', '\u{9b}']), "{left:?}");
        assert_eq!(shown.contains("\x1b[0;1;35mwarning"), colours, "{shown:?}");
        for quoted in ["n^[[2Jame", "^[]0;title^G", "^[[8mM-^[8m"] {
            assert!(shown.contains(quoted), "{quoted}: {shown:?}");
        }
    }
    let piped = run(&text, arguments);
    assert!(String::from_utf8(piped.stdout).unwrap().contains("n\x1b[2Jame"));
    let piped = String::from_utf8(piped.stderr).unwrap();
    assert!(piped.contains("\x1b[8m\u{9b}8m") && !piped.contains("^["), "{piped:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_progress_bar_goes_before_anything_is_printed() {
    let mut text = "imull %eax, %ebx\naddl %ebx, %ecx\n".repeat(500);
    text = (0..4).map(|n| format!("# LLVM-MCA-BEGIN r{n}\n{text}retq\n# LLVM-MCA-END\n")).collect();
    let arguments = [
        "--progress=always",
        "-mcpu=atom",
        "-iterations=200",
        // So that there is time to show it on a busy machine.
        "-detect-steady-state=false",
        "-instruction-info=0",
        "-resource-pressure=0",
    ];
    let environment = [("TERM", "xterm"), ("NO_COLOR", "1")];
    let Some(shown) = on_terminal("progress", &text, &arguments, &environment) else { return };
    assert!(shown.contains(" of 4, iteration "), "{shown}");
    let (_, report) = shown.split_once("[0] Code Region").unwrap();
    assert!(!report.contains(" of 200"), "{report}");
    // A bar is overwritten, by another or with blanks, before its line ends.
    for line in shown.lines() {
        let left = line.rsplit('\r').next().unwrap();
        assert!(!left.contains(" of 200"), "{line:?}");
        assert!(!line.contains("warning") || left.starts_with("warning: "), "{line:?}");
    }
    let quiet = on_terminal("quiet", &text, &["-iterations=2", "-color=0"], &environment).unwrap();
    assert!(!quiet.contains("iteration "), "{quiet}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_bar_shows_how_many_requests_are_answered() {
    let request = |number: u32| {
        let asm = "imull %eax, %ebx\\naddl %ebx, %ecx\\n".repeat(30);
        format!("{{\"id\":{number},\"asm\":\"{asm}\",\"iterations\":{}}}\n", 500 + number)
    };
    let text: String = (0..400).map(request).collect();
    let environment = [("TERM", "xterm"), ("NO_COLOR", "1")];
    let shown = |name: &str, arguments: &[&str]| {
        let arguments = [&["--batch", "-mcpu=atom"], arguments].concat();
        on_terminal(name, &text, &arguments, &environment)
    };
    // Answers are on lines of their own, whatever the bar does.
    let Some(both) = shown("batch", &["--progress=always"]) else { return };
    let (answers, rest) = both.rsplit_once('\n').unwrap();
    assert_eq!(answers.lines().count(), 400);
    // A bar drawn after the last one is wiped out.
    assert!(rest.is_empty() || rest.ends_with('\r'), "{rest:?}");
    for (number, line) in answers.lines().enumerate() {
        let left = line.rsplit('\r').next().unwrap();
        assert!(
            left.starts_with(&format!("{{\"id\":{number},")) && left.ends_with('}'),
            "{line:?}"
        );
    }
    let bar = shown("batch-bar", &["--progress=always", "-o", "/dev/null"]).unwrap();
    assert!(bar.contains("% ") && bar.contains(" requests") && bar.ends_with('\r'), "{bar:?}");
}

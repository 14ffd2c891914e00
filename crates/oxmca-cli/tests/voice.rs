//! Messages of our own commands: one line, with what was probably meant, in pipes as on terminals.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

const LOOPS: &str = "\
	.type f,@function
f:
.L1:
	addss (%rdi), %xmm0
	addq $4, %rdi
	cmpq %rsi, %rdi
	jne .L1
	ret
	.type g,@function
g:
.L2:
	incq %rax
	cmpq %rsi, %rax
	jne .L2
	ret
";

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_oxmca")).args(arguments).output().unwrap()
}

fn written(name: &str, text: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("oxmca-voice-{}-{name}", std::process::id()));
    fs::write(&path, text).unwrap();
    path
}

fn model() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/models/my-zen.tbl");
    path.to_string_lossy().into_owned()
}

#[test]
fn what_was_not_meant_is_one_error_with_the_nearest_name() {
    let text = written("loops.s", LOOPS).to_string_lossy().into_owned();
    let source = written("kernel.c", "int f(void);").to_string_lossy().into_owned();
    let triple = "--mtriple=x86_64-linux-gnu";
    let compile = format!(
        "error: {source} is C source: compile it first: gcc -O3 -S -o - {source} | oxmca loops -\n"
    );
    let cases: [(&[&str], &str); 8] = [
        (
            &["loops", triple, "--mcpu=skylke", &text],
            "error: 'skylke' is no CPU of x86-64; did you mean 'skylake'?\n",
        ),
        (
            &["explain", triple, "-mcpu=zen4", &text],
            "error: 'zen4' is no CPU of x86-64; did you mean 'znver4'?\n",
        ),
        (
            &["models", triple, "-mcpu=apple-m1"],
            "error: 'apple-m1' is no CPU of x86-64; it is one of aarch64\n",
        ),
        (
            &["loops", "-fnction=f", &text],
            "error: oxmca loops takes no option '--fnction'; did you mean '--function'?\n",
        ),
        (&["ibs", "reprt"], "error: oxmca ibs has no command 'reprt'; did you mean 'report'?\n"),
        (
            &["lops", &text],
            "error: there is no command or file 'lops'; did you mean 'oxmca loops'?\n",
        ),
        (&["loops", &source], &compile),
        (&["lops"], "error: lops: No such file or directory\n"),
    ];
    for (arguments, expected) in cases {
        let output = run(arguments);
        assert_eq!(String::from_utf8_lossy(&output.stderr), expected, "{arguments:?}");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_model_that_is_not_used_is_named() {
    let text = written("model.s", LOOPS).to_string_lossy().into_owned();
    let (triple, model) = ("--mtriple=x86_64-linux-gnu", format!("--model={}", model()));
    let note = "describes 'myzen', and -mcpu names 'znver4'\n";
    for command in [&["loops"][..], &[]] {
        let with = |cpu: &str| {
            let cpu = format!("--mcpu={cpu}");
            let arguments = [command, &[triple, &model, &cpu, &text]].concat();
            let output = run(&arguments);
            assert!(output.status.success(), "{arguments:?}");
            String::from_utf8_lossy(&output.stderr).into_owned()
        };
        assert!(with("znver4").contains(note), "{command:?}");
        for cpu in ["myzen", "MyZen", "znver4,myzen"] {
            assert!(!with(cpu).contains("is not used"), "{command:?} {cpu}");
        }
    }
}

#[test]
fn a_loop_has_one_number_whatever_is_listed() {
    let text = written("number.s", LOOPS).to_string_lossy().into_owned();
    let machine = ["--mtriple=x86_64-linux-gnu", "--mcpu=skylake"];
    let output = |arguments: &[&str]| {
        let output = run(&[arguments, &machine, &[&text]].concat());
        assert!(output.status.success());
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let listed = output(&["loops", "--function=g"]);
    assert!(listed.lines().any(|it| it.starts_with("2 ") && it.ends_with("g#1")), "{listed}");
    for choice in ["--loop=2", "--loop=g#1", "--function=g"] {
        let explained = output(&["explain", choice]);
        assert!(explained.contains("Code Region - loop 2: g#1\n"), "{choice}: {explained}");
    }
}

#[test]
fn lines_of_our_commands_have_a_hundred_columns() {
    let text = written("wide.s", LOOPS).to_string_lossy().into_owned();
    let cpus = "--mcpu=skylake,haswell,alderlake,btver2,znver1,znver2,znver3,znver4,sapphirerapids";
    let triple = "--mtriple=x86_64-linux-gnu";
    let cases: [&[&str]; 6] = [
        &["loops", triple, cpus, &text],
        &["diff", triple, cpus, "--all", &text, &text],
        &["models", triple],
        &["--help"],
        &["loops", "--help"],
        &["check", "--help"],
    ];
    for arguments in cases {
        let output = run(arguments);
        assert!(output.status.success(), "{arguments:?}");
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert!(stdout.lines().count() > 5, "{arguments:?}");
        let wide = stdout.lines().find(|line| line.chars().count() > 100);
        assert_eq!(wide, None, "{arguments:?}");
    }
}

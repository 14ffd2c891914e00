//! Loops of object files, and files that are none.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn oxmca(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_oxmca")).args(arguments).output().unwrap()
}

fn object(name: &str) -> String {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    top.join("oxmca-object/tests/objects").join(name).to_string_lossy().into_owned()
}

fn stdout(arguments: &[&str]) -> String {
    let output = oxmca(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn error(arguments: &[&str]) -> String {
    let output = oxmca(arguments);
    // A baseline that cannot be used has a status of its own.
    let status = if arguments.contains(&"--baseline=absent") { 2 } else { 1 };
    assert_eq!((output.status.code(), output.stdout.len()), (Some(status), 0), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// A file that no other test has.
fn written(name: &str, bytes: &[u8]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("oxmca-loops-{}-{name}", std::process::id()));
    fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn an_object_needs_no_triple_and_its_loops_can_be_chosen() {
    let path = object("elf-x86-64.o");
    let table = stdout(&["loops", "--mcpu=skylake", &path]);
    let count =
        table.lines().filter(|line| line.starts_with(|it: char| it.is_ascii_digit())).count();
    assert!(count >= 1, "{table}");
    let number = table
        .lines()
        .skip_while(|line| !line.starts_with("Loop "))
        .nth(1)
        .and_then(|line| line.split_whitespace().next())
        .unwrap();
    let report = stdout(&["-mcpu=skylake", &format!("--loop={number}"), &path]);
    assert!(report.starts_with("\n[0] Code Region - "), "{report}");
    let refused = error(&["-mcpu=skylake", &path]);
    assert!(refused.contains("`oxmca loops "), "{refused}");
    assert_eq!(refused.lines().count(), 1, "{refused}");
}

#[test]
fn what_is_no_object_is_named() {
    let cases: [(&str, &[u8], &str); 3] = [
        ("bitcode.o", b"BC\xc0\xde\x35\x14", "bitcode"),
        ("module.o", b"\0asm\x01\0\0\0", "WebAssembly"),
        ("short.o", b"\x7fELF\x02\x01\x01", "the beginning of an ELF file"),
    ];
    for (name, bytes, expected) in cases {
        let path = written(name, bytes);
        let message = error(&["loops", "--mcpu=skylake", &path.to_string_lossy()]);
        assert!(message.contains(expected), "{name}: {message}");
        assert_eq!(message.lines().count(), 1, "{name}: {message}");
        fs::remove_file(path).unwrap();
    }
    let folder = error(&["loops", "--mcpu=skylake", &std::env::temp_dir().to_string_lossy()]);
    assert!(folder.contains("directory") || folder.contains("denied"), "{folder}");
    let absent = error(&["check", "--baseline=absent", "--mcpu=skylake", "absent.s"]);
    assert!(absent.contains("absent: "), "{absent}");
}

/// A check takes the arguments that the baseline was written with, and tells which others it got.
#[test]
fn a_baseline_of_hardware_mode_is_checked_in_hardware_mode() {
    let text = "\n.L1:\n addss (%rdi), %xmm0\n addq $4, %rdi\n cmpq %rsi, %rdi\n jne .L1\n";
    let input = written("check.s", text.as_bytes()).to_string_lossy().into_owned();
    let baseline = written("check.txt", b"").to_string_lossy().into_owned();
    let argument = format!("--baseline={baseline}");
    let triple = "--mtriple=x86_64-unknown-linux-gnu";
    let check = |more: &[&str]| stdout(&[&["check", &argument, &input], more].concat());
    check(&["--write-baseline", "--hardware", triple, "--mcpu=skylake"]);
    assert!(fs::read_to_string(&baseline).unwrap().contains("\nmodel hardware\n"));
    assert!(check(&[]).ends_with("\n\n1 loop checked: nothing changed.\n"));
    let told = check(&["--mtriple=x86_64-apple-macos"]);
    assert!(told.contains("written with --mtriple=x86_64-unknown-linux-gnu"), "{told}");
    check(&["--write-baseline", "--model-of=llvm", triple, "--mcpu=skylake"]);
    assert!(check(&[]).ends_with("\n\n1 loop checked: nothing changed.\n"));
    let output = oxmca(&["check", &argument, &input, "--hardware"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("written with --model-of=llvm for skylake"), "{told}");
    assert_eq!(output.status.code(), Some(2));
}

/// A check takes the files that the baseline was written with; others, and changed ones, are an error.
#[test]
fn a_baseline_remembers_files() {
    let text = "\n.L1:\n addss (%rdi), %xmm0\n addq $4, %rdi\n cmpq %rsi, %rdi\n jne .L1\n";
    let path = |name: &str, contents: &[u8]| written(name, contents).to_string_lossy().into_owned();
    let input = path("data.s", text.as_bytes());
    let own = b"hardware Slow based-on Skylake\ncpus skylake\nform latency=9 for ADDSSrm*\n";
    let data = path("data.tbl", own);
    let argument = format!("--baseline={}", path("data.txt", b""));
    let check = |more: &[&str]| oxmca(&[&["check", &argument, &input], more].concat());
    let told = |more: &[&str]| String::from_utf8(check(more).stdout).unwrap();
    let hardware = format!("--hardware={data}");
    told(&["--write-baseline", &hardware, "--mtriple=x86_64-unknown-linux-gnu", "--mcpu=skylake"]);
    assert!(told(&[]).ends_with("\n\n1 loop checked: nothing changed.\n"));
    written("data.tbl", &own.map(|byte| if byte == b'9' { b'8' } else { byte }));
    let refused = |more: &[&str]| {
        let output = check(more);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let changed = refused(&[]);
    let said = format!("was written with other contents of --hardware={data}, so its cycles");
    assert!(changed.contains(&said), "{changed}");
    let other = path("other.tbl", b"hardware Fast based-on Skylake\ncpus skylake\n");
    let others = refused(&[&format!("--hardware={other}")]);
    let said = format!("with the contents of --hardware={data} and without --hardware={other}, so");
    assert!(others.contains(&said), "{others}");
    // The same contents at another place are the same.
    let copy = path("copy.tbl", own);
    assert!(told(&[&format!("--hardware={copy}")]).ends_with("1 loop checked: nothing changed.\n"));

    let model = path("model.tbl", b"model Slow extends skylake load-latency=7\n");
    let arguments = ["--write-baseline", "--mtriple=x86_64-unknown-linux-gnu", "--mcpu=Slow"];
    let written_with = check(&[&arguments[..], &[&format!("--model={model}")]].concat());
    assert_eq!(written_with.status.code(), Some(0), "{written_with:?}");
    assert!(told(&[]).ends_with("1 loop checked: nothing changed.\n"));
    let copy = path("model-copy.tbl", &fs::read(&model).unwrap());
    assert!(told(&[&format!("--model={copy}")]).ends_with("1 loop checked: nothing changed.\n"));
    written("model.tbl", &[&fs::read(&model).unwrap()[..], b"# changed\n"].concat());
    assert!(refused(&[]).contains(&format!("other contents of --model={model}, so")));
    fs::remove_file(&model).unwrap();
    let lost = check(&[]);
    assert_eq!(lost.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&lost.stderr).contains("model.tbl: "), "{lost:?}");
}

/// Loops of iterators are at lines of their author, and are found by any line of theirs.
#[test]
fn loops_of_inlined_functions_are_at_their_authors_lines() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/objects/iterators.o");
    let document = stdout(&["loops", "--json", "--mcpu=skylake", path]);
    let document: serde_json::Value = serde_json::from_str(&document).unwrap();
    let loops = document["files"][0]["loops"].as_array().unwrap();
    let sources: Vec<(&str, u64)> = loops
        .iter()
        .map(|it| &it["source"])
        .map(|it| (it["file"].as_str().unwrap(), it["line"].as_u64().unwrap()))
        .collect();
    assert_eq!(sources, [("./iterators.rs", 10), ("./iterators.rs", 17)]);
    for (line, function) in [(9, "sum"), (10, "sum"), (17, "largest")] {
        let report = stdout(&["-mcpu=skylake", &format!("--line=iterators.rs:{line}"), path]);
        assert!(report.contains(&format!("iterators::{function}#1")), "{line}: {report}");
    }
    let inlined = stdout(&["-mcpu=skylake", "--line=slice/iter/macros.rs:279", path]);
    assert!(inlined.contains("iterators::sum#1"), "{inlined}");
}

/// Long names are shortened in tables, and whole in JSON.
#[test]
fn tables_have_a_hundred_columns() {
    let name = "n".repeat(300);
    let text = format!(
        ".type {name},@function\n{name}:\n.L1:\n addl (%rdi), %eax\n addq $4, %rdi\n cmpq %rsi, %rdi\n jne .L1\n ret\n"
    );
    let input = written("long.s", text.as_bytes()).to_string_lossy().into_owned();
    let machine = ["--mtriple=x86_64-linux-gnu", "--mcpu=skylake"];
    let table = stdout(&[&["loops"][..], &machine, &[&input]].concat());
    assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
    assert!(table.contains("nnn...nnn"), "{table}");
    let json = stdout(&[&["loops", "--json"][..], &machine, &[&input]].concat());
    assert!(json.contains(&name));
    let changed = written("longer.s", text.replace("addl", "orl").as_bytes());
    let changed = changed.to_string_lossy().into_owned();
    let table = stdout(&[&["diff", "--all"][..], &machine, &[&input, &changed]].concat());
    assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
}

/// Options are taken with one dash or two, before a command or after it.
#[test]
fn options_may_be_spelled_as_llvm_mcas() {
    let path = object("elf-x86-64.o");
    let table = stdout(&["loops", "--mcpu=skylake", "--all", &path]);
    assert_eq!(stdout(&["loops", "-mcpu=skylake", "-all", &path]), table);
    assert_eq!(stdout(&["-mcpu=skylake", "loops", &path, "--all"]), table);
    let wrong = error(&["loops", "--mcpuu=skylake", &path]);
    assert!(wrong.contains("--mcpu"), "{wrong}");
}

#[test]
fn one_function_is_chosen_by_its_whole_name_or_symbol() {
    let path = object("elf-x86-64.o");
    let json = stdout(&["loops", "--mcpu=skylake", "--json", &path]);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    let first = &value["files"][0]["loops"][0];
    for key in ["function", "symbol"] {
        let name = format!("--function=={}", first[key].as_str().unwrap());
        let table = stdout(&["loops", "--mcpu=skylake", &name, &path]);
        assert!(table.contains(" in 1 function, "), "{table}");
    }
    let part = &first["symbol"].as_str().unwrap()[1..];
    let refused = error(&["loops", "--mcpu=skylake", &format!("--function=={part}"), &path]);
    assert_eq!(refused, format!("error: no function is called '={part}'\n"));
    // Response files hold arguments of commands, too.
    let file = written(
        "arguments",
        format!("--function==\"{}\"", first["symbol"].as_str().unwrap()).as_bytes(),
    );
    let table = stdout(&["loops", "--mcpu=skylake", &format!("@{}", file.display()), &path]);
    assert!(table.contains(" in 1 function, "), "{table}");
    fs::remove_file(file).unwrap();
}

#[test]
fn loops_with_inlined_code_are_chosen_by_its_function() {
    // The loop of `sum` has `square` in it; see sums.cpp.
    let path = object("elf-x86-64.o");
    let rows = |arguments: &[&str]| {
        let table = stdout(&[&["loops", "--mcpu=skylake"][..], arguments, &[&path]].concat());
        table.lines().filter(|it| it.starts_with(|it: char| it.is_ascii_digit())).count()
    };
    assert_eq!(rows(&["--inlined=square"]), rows(&["--function=sum", "--inlined=squ*re*"]));
    assert!(rows(&["--inlined=square"]) > 0);
    assert_eq!(
        stdout(&["loops", "--mcpu=skylake", "--inlined=nothing", &path]).matches("#").count(),
        0
    );
}

#[test]
fn versions_are_compared_by_function() {
    let path = object("elf-x86-64.o");
    let whole = stdout(&["diff", "--mcpu=skylake", "--all", &path, &path]);
    let one = stdout(&["diff", "--mcpu=skylake", "--all", "--function=sum", &path, &path]);
    assert!(one.lines().count() <= whole.lines().count() && one.contains("sum"), "{one}");
    let refused = error(&["diff", "--mcpu=skylake", "--function=nothing", &path, &path]);
    assert_eq!(refused, "error: neither version has a function 'nothing'\n");
}

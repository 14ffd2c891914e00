//! Explanations: limits against those that were written by hand, and advice against kernels that follow it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Folders of kernels, with how many of the limits written by hand must be found.
const FOLDERS: [(&str, usize); 2] = [("tests/limits", 62), ("tests/limits/unseen", 32)];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// The files of a folder that end in `.s`, in order.
fn files(name: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(name)).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|it| it == "s")).collect();
    files.sort();
    files
}

/// A region of a file, with its comments of the form `name: value`.
struct Kernel {
    name: String,
    comments: BTreeMap<String, String>,
}

fn kernels(text: &str) -> Vec<Kernel> {
    let mut kernels: Vec<Kernel> = Vec::new();
    for line in text.lines() {
        let Some(comment) = line.strip_prefix("# ").or_else(|| line.strip_prefix("// ")) else {
            continue;
        };
        if let Some(name) = comment.strip_prefix("LLVM-MCA-BEGIN ") {
            kernels.push(Kernel { name: name.to_owned(), comments: BTreeMap::new() });
        } else if let (Some((name, value)), Some(kernel)) =
            (comment.split_once(": "), kernels.last_mut())
        {
            kernel.comments.insert(name.to_owned(), value.to_owned());
        }
    }
    kernels
}

/// The full document of a file, by the options that it names.
fn document(path: &Path, text: &str) -> Value {
    document_with(path, text, &[])
}

fn document_with(path: &Path, text: &str, more: &[&str]) -> Value {
    let options = text.lines().find_map(|line| line.split_once("oxmca: ")).unwrap().1;
    let output = Command::new(env!("CARGO_BIN_EXE_oxmca"))
        .args(options.split_whitespace())
        .args(more)
        .args(["-all-views=false", "-explain", "-steady-state", "-json=full"])
        .arg(path)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", path.display());
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The limits that an explanation names.
fn limits(region: &Value) -> Vec<String> {
    let limits = region["explanation"]["limits"].as_array().unwrap();
    limits.iter().map(|limit| limit["text"].as_str().unwrap().to_owned()).collect()
}

/// Returns whether a limit is the expected one. Of a chain and of results, one register is expected.
fn is_limit(expected: &str, found: &str) -> bool {
    let is_one_of = |prefix: &str| match (expected.strip_prefix(prefix), found.strip_prefix(prefix))
    {
        (Some(register), Some(registers)) => registers.split(", ").any(|it| it == register),
        _ => false,
    };
    // A chain without a name is any one.
    let is_any_chain = expected == "chain" && found.starts_with("chain through ");
    expected == found || is_any_chain || is_one_of("chain through ") || is_one_of("results in ")
}

#[test]
fn limits_are_those_written_by_hand() {
    FOLDERS.into_iter().for_each(|(folder, least_right)| check_limits(folder, least_right));
}

fn check_limits(folder: &str, least_right: usize) {
    let (mut right, mut all) = (0, 0);
    let mut wrong = Vec::new();
    for path in files(folder) {
        let text = fs::read_to_string(&path).unwrap();
        let document = document(&path, &text);
        let regions = document["regions"].as_array().unwrap();
        let kernels = kernels(&text);
        assert_eq!(kernels.len(), regions.len(), "{}", path.display());
        for (kernel, region) in kernels.iter().zip(regions) {
            let found = limits(region);
            let expected: Vec<&str> = kernel.comments["limit"].split(" and ").collect();
            let is_right = expected.len() == found.len()
                && expected.iter().zip(&found).all(|(expected, found)| is_limit(expected, found));
            all += 1;
            right += usize::from(is_right);
            let found = found.join(" and ");
            // Of another one, the file says what is found, and why.
            let is_discussed = kernel.comments.get("found") == Some(&found)
                && kernel.comments.contains_key("because");
            if is_right == is_discussed {
                wrong.push(format!("{} {}: {found}", path.display(), kernel.name));
            }
        }
    }
    println!("{folder}: {right} of {all} right");
    assert!(
        wrong.is_empty(),
        "{folder}: {right} of {all} right; undiscussed:\n{}",
        wrong.join("\n")
    );
    assert!(right >= least_right, "{folder}: {right} of {all}");
}

/// Part by which the cycles that an advice promises may differ from those of the kernel that follows it by hand.
const TOLERANCE: f64 = 0.1;

/// Of each pair, the first kernel gets the advice that its comment names; the second follows it by hand, and takes about as
/// many cycles for the work that one iteration of the first does as the advice says.
#[test]
fn advice_helps() {
    let mut advised = BTreeMap::new();
    for path in files("tests/limits/advice") {
        let text = fs::read_to_string(&path).unwrap();
        for (mode, options) in [("model", &[][..]), ("hardware", &["-hardware"])] {
            let document = document_with(&path, &text, options);
            let regions = document["regions"].as_array().unwrap();
            for (kernels, regions) in kernels(&text).chunks(2).zip(regions.chunks(2)) {
                let [before, after] = kernels else { panic!("{}: no pair", path.display()) };
                if before.comments.get("modes").is_some_and(|modes| modes != mode) {
                    continue;
                }
                let rule = &before.comments["advice"];
                let at = format!("{} {} ({mode})", path.display(), before.name);
                let sentences = regions[0]["explanation"]["sentences"].as_array().unwrap();
                let found = sentences.iter().find(|it| it["rule"] == **rule);
                let found = found.unwrap_or_else(|| panic!("{at}: no {rule} in {sentences:#?}"));
                assert_eq!(found["kind"], "advice", "{at}");
                let changed = &found["changed_code"]["cycles_per_iteration"]["value"];
                let work: f64 = after.comments.get("work").map_or(1.0, |it| it.parse().unwrap());
                let by_hand = &regions[1]["steady_state"]["cycles_per_iteration"]["value"];
                let (changed, by_hand) =
                    (changed.as_f64().unwrap(), by_hand.as_f64().unwrap() / work);
                assert!(
                    (changed - by_hand).abs() <= TOLERANCE * by_hand,
                    "{at}: {changed} cycles are said, and {by_hand} follow: {found}"
                );
                *advised.entry((mode, rule.clone())).or_insert(0) += 1;
            }
        }
    }
    let rules_of = |mode: &str| -> Vec<String> {
        advised.keys().filter(|it| it.0 == mode).map(|it| it.1.clone()).collect()
    };
    let of_both = [
        "accumulators",
        "cheaper_instruction",
        "false_dependency",
        "hoist",
        "merge_accesses",
        "reciprocal",
        "unroll",
        "value_in_register",
        "vectorize",
    ];
    assert_eq!(rules_of("model"), of_both, "every rule that gives advice has a pair");
    let mut of_hardware: Vec<&str> = of_both.into_iter().collect();
    of_hardware.extend(["narrower_division", "newer_forms"]);
    of_hardware.sort_unstable();
    assert_eq!(rules_of("hardware"), of_hardware, "every rule that gives advice has a pair");
}

/// Runs `oxmca explain` on a text: its exit status, output and messages.
fn explain(name: &str, text: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let path = std::env::temp_dir().join(format!("oxmca-explain-{}-{name}", std::process::id()));
    fs::write(&path, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_oxmca"));
    let output = command.arg("explain").args(arguments).arg(&path).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_target_of_a_text_is_guessed() {
    let aarch64 = ".L1:\n add x4, x4, #1\n subs x2, x2, #1\n b.ne .L1\n";
    let (status, output, _) = explain("cpu.s", aarch64, &["--mcpu=cortex-a55"]);
    assert!(status == Some(0) && output.contains("Limited by:"), "{output}");
    let riscv = ".attribute 5, \"rv64i2p1_m2p0\"\n.L1:\n mul a0, a0, a1\n bnez a2, .L1\n";
    let (status, output, _) = explain("attribute.s", riscv, &["--mcpu=sifive-u74"]);
    assert!(status == Some(0) && output.contains("chain through a0"), "{output}");
    let (status, _, messages) = explain("no-cpu.s", riscv, &[]);
    assert!(status == Some(1) && messages.contains("choose a CPU with -mcpu"), "{messages}");
}

#[test]
fn a_file_gets_all_explanations_or_none() {
    let text = ".L1:\n imulq %rax, %rax\n jne .L1\n";
    let path = std::env::temp_dir().join(format!("oxmca-explain-{}.txt", std::process::id()));
    let output = format!("--output={}", path.display());
    let target = "--mtriple=x86_64-unknown-linux-gnu";
    let (status, printed, _) =
        explain("whole.s", text, &[target, "--mcpu=skylake,znver3", &output]);
    assert!((status, printed.as_str()) == (Some(0), ""), "{printed}");
    let written = fs::read_to_string(&path).unwrap();
    assert_eq!(written.matches("Limited by:             chain through %rax").count(), 2);
    let (status, ..) = explain("none.s", text, &[target, "--mcpu=znver3,absent", &output]);
    assert_eq!((status, fs::read_to_string(&path).unwrap()), (Some(1), written));
}

#[test]
fn texts_without_instructions_and_long_ones() {
    let options = ["--mtriple=x86_64-unknown-linux-gnu", "--mcpu=skylake"];
    for text in ["", "# LLVM-MCA-BEGIN a\n# LLVM-MCA-END\n"] {
        let (status, _, messages) = explain("empty.s", text, &options);
        assert_eq!(status, Some(1));
        assert_eq!(messages, "error: no assembly instructions found.\n");
    }
    let part = "# LLVM-MCA-BEGIN a\n# LLVM-MCA-END\n# LLVM-MCA-BEGIN b\nnop\n# LLVM-MCA-END\n";
    let (status, output, _) = explain("part.s", part, &options);
    assert!(status == Some(0) && output.matches("Explanation:").count() == 1, "{output}");
    let long =
        format!(".L1:\n{} jne .L1\n", " mulss (%rdi), %xmm0\n addq %rax, %rbx\n".repeat(3000));
    let (status, output, _) = explain("long.s", &long, &options);
    assert!(status == Some(0) && output.lines().count() < 60, "{output}");
}

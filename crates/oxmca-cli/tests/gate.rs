//! Ways in which `oxmca check` could pass without checking: none does.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use oxmca::steady_state::Ratio;
use oxmca_loops::baseline::Baseline;

/// Adds the elements of a stream, one at a time.
const SCALAR: &str = "\
.type NAME,@function
NAME:
.LNAME:
 vaddss (%rdi,%rax,4), %xmm0, %xmm0
 vmovss %xmm0, (%rsi,%rax,4)
 incq %rax
 cmpq %rdx, %rax
 jne .LNAME
 retq
.size NAME, .-NAME
";

/// Multiplies eight at once, with two instructions more than it needs.
const VECTOR: &str = "\
.type NAME,@function
NAME:
.LNAME:
 vmulps (%rdi,%rax,4), %ymm1, %ymm0
 vmovups %ymm0, (%rsi,%rax,4)
 nop
 nop
 addq $8, %rax
 cmpq %rdx, %rax
 jne .LNAME
 retq
.size NAME, .-NAME
";

/// Walks through a list.
const LIST: &str = "\
.type NAME,@function
NAME:
.LNAME:
 movq (%rdi), %rdi
 testq %rdi, %rdi
 jne .LNAME
 retq
.size NAME, .-NAME
";

fn function(name: &str, text: &str) -> String {
    text.replace("NAME", name)
}

/// A folder with inputs and a baseline.
struct Gate {
    folder: PathBuf,
}

impl Gate {
    fn new(name: &str) -> Gate {
        let folder = std::env::temp_dir().join(format!("oxmca-gate-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Gate { folder }
    }

    fn write(&self, name: &str, text: &str) -> &Gate {
        fs::write(self.folder.join(name), text).unwrap();
        self
    }

    /// Runs a check in the folder: its status and what it said.
    fn check(&self, arguments: &[&str]) -> (i32, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_oxmca"))
            .args(["check", "--baseline=base.txt", "--mtriple=x86_64-linux-gnu"])
            .args(arguments)
            .current_dir(&self.folder)
            .env_remove("GITHUB_ACTIONS")
            .output()
            .unwrap();
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        // Long lines go on below.
        (output.status.code().unwrap(), text.replace("\n  ", " "))
    }

    fn accept(&self, inputs: &[&str]) -> &Gate {
        let (status, text) =
            self.check(&[&["--write-baseline", "--mcpu=skylake"], inputs].concat());
        assert_eq!(status, 0, "{text}");
        self
    }

    /// Checks, and expects a status and a part of what is said.
    #[track_caller]
    fn expect(&self, arguments: &[&str], status: i32, part: &str) {
        let (found, text) = self.check(arguments);
        assert!(found == status && text.contains(part), "status {found}:\n{text}");
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn cycles_are_compared_for_the_same_work() {
    let gate = Gate::new("work");
    gate.write("a.s", &function("f", VECTOR)).accept(&["a.s"]);
    gate.write("a.s", &function("f", &SCALAR.replace("vaddss", "vmulss")));
    gate.expect(&["a.s"], 3, "that does 0.125 times the work (+1500.0");
    gate.accept(&["a.s"]).write("a.s", &function("f", VECTOR));
    gate.expect(&["a.s"], 0, "1 loop checked: 1 faster.");
}

#[test]
fn what_does_other_work_is_not_comparable_unless_allowed_by_name() {
    let gate = Gate::new("incomparable");
    gate.write("a.s", &function("f", SCALAR)).accept(&["a.s"]);
    gate.write("a.s", &function("f", LIST));
    gate.expect(&["a.s"], 4, "not comparable: f#1 on skylake: only one of them goes on");
    gate.expect(&["a.s", "--allow-incomparable=g"], 4, "1 not comparable.");
    gate.expect(&["a.s", "--allow-incomparable=f"], 0, "1 not comparable.");
}

#[test]
fn new_and_gone_loops_fail_unless_allowed() {
    let gate = Gate::new("new");
    gate.write("a.s", &[function("f", SCALAR), function("g", LIST)].concat()).accept(&["a.s"]);
    gate.write("a.s", &function("f", SCALAR));
    gate.expect(&["a.s"], 4, "gone: g#1 in a.s on skylake\n");
    gate.expect(&["a.s", "--allow-new"], 4, "1 gone.");
    gate.expect(&["a.s", "--allow-gone"], 0, "1 loop checked: 1 gone.");
    gate.accept(&["a.s"]).write("a.s", &[function("f", SCALAR), function("g", LIST)].concat());
    gate.expect(&["a.s"], 4, "new: g#1 in a.s on skylake\n");
    gate.expect(&["a.s", "--allow-gone"], 4, "1 new.");
    gate.expect(&["a.s", "--allow-new"], 0, "1 loop checked: 1 new.");
}

#[test]
fn nothing_checked_fails_whatever_is_allowed() {
    let gate = Gate::new("nothing");
    gate.write("a.s", &function("f", SCALAR)).accept(&["a.s"]);
    gate.write("a.s", "f:\n retq\n");
    gate.expect(&["a.s", "--allow-gone", "--allow-new"], 4, "Nothing was checked.");
    gate.expect(&["a.s", "--write-baseline", "--mcpu=skylake"], 1, "there is no loop");
    gate.write("b.s", &function("h", LIST));
    gate.expect(
        &["b.s", "--allow-gone", "--allow-new"],
        4,
        "b.s on skylake is not in the baseline.",
    );
    gate.expect(&["b.s", "--mcpu=znver4", "--allow-new"], 4, "Not checked on skylake");
}

#[test]
fn inputs_of_the_baseline_must_be_given() {
    let gate = Gate::new("inputs");
    gate.write("a.s", &function("f", SCALAR)).write("b.s", &function("g", LIST));
    gate.accept(&["a.s", "b.s"]);
    gate.expect(&["a.s"], 4, "b.s on skylake is in the baseline, and was not given.");
    gate.expect(&["b.s", "a.s"], 0, "2 loops checked: nothing changed.");
}

#[test]
fn a_path_may_be_spelled_otherwise() {
    let gate = Gate::new("paths");
    gate.write("a.s", &function("f", SCALAR)).accept(&["a.s"]);
    gate.expect(&["./a.s"], 0, "1 loop checked: nothing changed.");
    let absolute = gate.folder.join("a.s").to_string_lossy().into_owned();
    gate.expect(&[&absolute], 0, "1 loop checked: nothing changed.");
    fs::create_dir_all(gate.folder.join("sub")).unwrap();
    gate.write("sub/a.s", &function("f", SCALAR).replace("vaddss", "vdivss"));
    gate.expect(&["sub/a.s"], 3, "sub/a.s is checked as a.s of the baseline.");
}

#[test]
fn renamed_functions_are_found_by_their_instructions() {
    let gate = Gate::new("renamed");
    gate.write("a.s", &[function("f", SCALAR), function("g", LIST)].concat()).accept(&["a.s"]);
    gate.write("a.s", &[function("x", LIST), function("y", SCALAR)].concat());
    gate.expect(&["a.s"], 0, "2 loops checked: nothing changed.");
}

/// Returns a region named `same` with the instructions of a loop.
fn region(text: &str) -> String {
    let body = function("x", text);
    let body: Vec<&str> =
        body.lines().filter(|line| line.starts_with(' ') && !line.contains("ret")).collect();
    let body = body.join("\n").replace("jne .Lx", "jne 0");
    format!("# LLVM-MCA-BEGIN same\n{body}\n# LLVM-MCA-END\n")
}

#[test]
fn loops_of_one_name_are_all_checked() {
    let gate = Gate::new("names");
    gate.write("a.s", &[region(SCALAR), region(LIST)].concat()).accept(&["a.s"]);
    gate.write("a.s", &[region(LIST), region(SCALAR)].concat());
    gate.expect(&["a.s"], 0, "2 loops checked: nothing changed.");
    gate.write("a.s", &[region(LIST), region(LIST)].concat());
    gate.expect(&["a.s"], 4, "not comparable: same");
}

#[test]
fn members_of_one_name_are_all_checked() {
    let gate = Gate::new("members");
    let objects = concat!(env!("CARGO_MANIFEST_DIR"), "/../oxmca-object/tests/objects/");
    let object = fs::read(format!("{objects}elf-x86-64.o")).unwrap();
    let archive = |count: usize| {
        let header =
            format!("{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", "same.o/", 0, 0, 0, 644, object.len());
        let padding = vec![b'\n'; object.len() % 2];
        let member = [header.as_bytes(), &object, &padding].concat();
        [b"!<arch>\n".to_vec(), member.repeat(count)].concat()
    };
    fs::write(gate.folder.join("two.a"), archive(2)).unwrap();
    gate.accept(&["two.a"]);
    gate.expect(&["two.a"], 0, "nothing changed.");
    fs::write(gate.folder.join("two.a"), archive(1)).unwrap();
    gate.expect(
        &["two.a"],
        4,
        "two.a(same.o) on skylake is in the baseline 2 times, and was given 1 time.",
    );
    fs::write(gate.folder.join("two.a"), archive(3)).unwrap();
    gate.expect(
        &["two.a"],
        4,
        "two.a(same.o) on skylake is in the baseline 2 times, and was given 3 times.",
    );
}

#[test]
fn a_baseline_that_is_empty_cut_off_or_changed_is_none() {
    let gate = Gate::new("cut");
    gate.write("a.s", &[function("f", SCALAR), function("g", LIST)].concat()).accept(&["a.s"]);
    let text = fs::read_to_string(gate.folder.join("base.txt")).unwrap();
    gate.write("base.txt", text.split("\nend").next().unwrap());
    gate.expect(&["a.s"], 2, "the baseline is cut off");
    gate.write("base.txt", "");
    gate.expect(&["a.s"], 2, "the baseline is empty");
    gate.write("base.txt", "oxmca-baseline 3\nend\n");
    gate.expect(
        &["a.s", "--allow-new"],
        2,
        "another version of the format; write the baseline anew",
    );
    // Without a line, with other cycles, and for other CPUs.
    let without: String =
        text.lines().filter(|it| !it.contains("\"g#1\"")).map(|it| format!("{it}\n")).collect();
    gate.write("base.txt", &without);
    gate.expect(&["a.s", "--allow-new"], 2, "the baseline has 1 loop, and 2 were written");
    for (from, to) in
        [("       4  ", "      99  "), ("cpu skylake", "cpu haswell"), ("\"f#1", "\"x#1")]
    {
        assert!(text.contains(from), "{text}");
        gate.write("base.txt", &text.replacen(from, to, 1));
        gate.expect(&["a.s"], 2, "the baseline was changed after it was written");
    }
    // No list of CPUs is printed.
    gate.write("base.txt", &text.replacen("cpu skylake", "cpu help", 1));
    gate.expect(&["a.s"], 2, "expected the name of a CPU");
    gate.write("base.txt", &text);
    gate.expect(&["a.s"], 0, "nothing changed");
    gate.expect(&["a.s", "--model-of=llvm"], 2, "was written with --model-of=hardware");
}

#[test]
fn cycles_of_other_models_are_not_compared() {
    let gate = Gate::new("models");
    gate.write("a.s", &[function("f", SCALAR), function("g", LIST)].concat()).accept(&["a.s"]);
    let text = fs::read_to_string(gate.folder.join("base.txt")).unwrap();
    let mut baseline = Baseline::parse(&text).unwrap();
    baseline.models = "LLVM 21.0.0".to_owned();
    gate.write("base.txt", &baseline.to_string());
    gate.expect(&["a.s"], 0, "The baseline has the models of LLVM 21.0.0, and this program those");
    gate.expect(&["a.s"], 0, "2 loops checked: nothing changed.");
    for cycles in [1, 99] {
        baseline.inputs[0].loops[0].cycles = Some(Ratio::new(cycles, 1));
        gate.write("base.txt", &baseline.to_string());
        let reason = format!(
            "not comparable: f#1 on skylake: {cycles}.00 cycles per iteration before, 4.00 now"
        );
        gate.expect(&["a.s"], 4, &reason);
        gate.expect(&["a.s"], 4, "2 loops checked: 1 not comparable.");
        gate.expect(&["a.s", "--allow-incomparable=f"], 0, "1 not comparable.");
    }
}

#[test]
fn other_arguments_than_the_baselines_are_an_error() {
    let gate = Gate::new("settings");
    gate.write("a.s", &function("f", SCALAR)).accept(&["a.s"]);
    gate.expect(&["a.s"], 0, "nothing changed");
    // What is said anew is no difference.
    gate.expect(&["a.s", "--noalias=true"], 0, "nothing changed");
    for (arguments, said) in [
        (
            &["--mattr=-avx512f"][..],
            "was written without --mattr=-avx512f, so its cycles may be others",
        ),
        (&["--hardware", "--smt"], "was written without --smt=true"),
        (&["--dispatch=1"], "was written without --dispatch=1"),
        (&["--x86-asm-syntax=intel"], "was written without --x86-asm-syntax=intel"),
    ] {
        gate.expect(&[&["a.s"], arguments].concat(), 2, said);
    }
    gate.accept(&["a.s", "--mattr=-avx512f", "--noalias=false"]);
    gate.expect(&["a.s", "--mattr=-avx512f", "--noalias=false"], 0, "nothing changed");
    gate.expect(&["a.s"], 2, "was written with --mattr=-avx512f --noalias=false, so its cycles");
    let now = ["a.s", "--noalias=false", "--mattr=-avx"];
    gate.expect(&now, 2, "with --mattr=-avx512f and without --mattr=-avx, so");
    let text = fs::read_to_string(gate.folder.join("base.txt")).unwrap();
    assert!(text.contains("\nsetting --mattr \"-avx512f\"\n"), "{text}");
}

#[test]
fn costs_that_are_not_known_any_more_fail_unless_allowed() {
    let gate = Gate::new("unknown");
    // More instructions than hardware mode takes.
    let long = LIST.replace(" testq", &(" incl %eax\n".repeat(17_000) + " testq"));
    gate.write("a.s", &[function("f", LIST), function("g", SCALAR)].concat()).accept(&["a.s"]);
    let known = fs::read_to_string(gate.folder.join("base.txt")).unwrap();
    gate.write("a.s", &[function("f", &long), function("g", SCALAR)].concat());
    gate.expect(&["a.s"], 4, "not known: f#1 on skylake: ");
    gate.expect(&["a.s"], 4, "2 loops checked: 1 not known.");
    gate.expect(&["a.s", "--allow-unknown=g"], 4, "1 not known.");
    gate.expect(&["a.s", "--allow-incomparable=f"], 4, "1 not known.");
    gate.expect(&["a.s", "--allow-unknown=f"], 0, "1 not known.");
    // It was not known, and still is not.
    gate.accept(&["a.s"]);
    gate.expect(&["a.s"], 0, "1 loop checked: 1 still not known.");
    gate.write("a.s", &[function("f", LIST), function("g", SCALAR)].concat());
    gate.expect(&["a.s"], 4, "not known: f#1 on skylake: it was not known for the baseline");
    gate.write("base.txt", &known);
    gate.expect(&["a.s"], 0, "nothing changed");
    gate.write("a.s", &function("f", &long)).accept(&["a.s"]);
    gate.expect(&["a.s"], 4, "0 loops checked: 1 still not known.\nNothing was checked.");
}

/// Three loops of one function, each with a way of its own to add.
fn three(name: &str, bodies: [&str; 3]) -> String {
    let part = |at: usize| {
        format!(
            ".L{name}{at}:\n {}\n addq $4, %rdi\n cmpq %rsi, %rdi\n jne .L{name}{at}\n",
            bodies[at]
        )
    };
    format!(
        ".type {name},@function\n{name}:\n{}{}{} retq\n.size {name}, .-{name}\n",
        part(0),
        part(1),
        part(2)
    )
}

#[test]
fn loops_that_moved_within_their_function_are_the_same() {
    let gate = Gate::new("moved");
    let (a, b, c, d) = (
        "vaddss (%rdi), %xmm0, %xmm0",
        "vmulss (%rdi), %xmm1, %xmm1\n vaddss %xmm1, %xmm2, %xmm2",
        "addl (%rdi), %eax",
        "vdivss (%rdi), %xmm3, %xmm3",
    );
    gate.write("a.s", &three("f", [a, b, c])).accept(&["a.s"]);
    gate.write("a.s", &three("f", [b, c, d]));
    gate.expect(&["a.s"], 4, "2 loops checked: 1 new, 1 gone.");
    gate.write("a.s", &three("f", [c, a, b]));
    gate.expect(&["a.s"], 0, "3 loops checked: nothing changed.");
    let slower = b.replace("vaddss", "vdivss");
    gate.write("a.s", &three("f", [a, &slower, c]));
    gate.expect(&["a.s"], 3, "slower: f#2 on skylake");
}

#[test]
fn functions_of_one_name_are_told_apart_by_their_instructions() {
    let gate = Gate::new("namesakes");
    let divided = SCALAR.replace("vaddss", "vdivss");
    gate.write("a.s", &[region(SCALAR), region(&divided), region(VECTOR)].concat())
        .accept(&["a.s"]);
    gate.write("a.s", &[region(&divided), region(VECTOR), region(SCALAR)].concat());
    gate.expect(&["a.s"], 0, "3 loops checked: nothing changed.");
    // The one that is left is slower, whichever place it has.
    let root = SCALAR
        .replace("vaddss (%rdi,%rax,4), %xmm0", "vdivss (%rdi,%rax,4), %xmm0")
        .replace("vmovss", "vsqrtss %xmm0, %xmm0, %xmm0\n vmovss");
    gate.write("a.s", &[region(&root), region(VECTOR), region(SCALAR)].concat());
    gate.expect(&["a.s"], 3, "slower: same on skylake");
    // Of two it is not known which is which.
    gate.write("a.s", &[region(&root), region(VECTOR), region(&root)].concat());
    gate.expect(
        &["a.s"],
        4,
        "not comparable: same on skylake: it is not certain which loop it was before",
    );
    gate.expect(&["a.s", "--allow-incomparable=same"], 0, "2 not comparable.");
}

#[test]
fn renamed_functions_with_equal_mnemonics_find_their_own() {
    let gate = Gate::new("equal");
    let chain = SCALAR.replace("%xmm0, %xmm0", "%xmm1, %xmm0");
    gate.write("a.s", &[function("f", SCALAR), function("g", &chain)].concat()).accept(&["a.s"]);
    gate.write("a.s", &[function("x", &chain), function("y", SCALAR)].concat());
    gate.expect(&["a.s"], 0, "2 loops checked: nothing changed.");
}

#[test]
fn thousands_of_renamed_loops_are_checked_at_once() {
    let gate = Gate::new("many");
    let all = |prefix: &str| -> String {
        let body = |at: usize| LIST.replace("testq", &format!("addq ${at}, %rax\n testq"));
        (0..1500).map(|at| function(&format!("{prefix}{at}"), &body(at))).collect()
    };
    gate.write("a.s", &all("f")).accept(&["a.s", "--model-of=llvm"]);
    gate.write("a.s", &all("g"));
    let start = std::time::Instant::now();
    gate.expect(&["a.s"], 0, "1500 loops checked: nothing changed.");
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn results_are_written_for_comments_and_code_quality() {
    let gate = Gate::new("formats");
    let fast = function("sum", SCALAR) + &function("walk", LIST);
    gate.write("a.s", &fast).accept(&["a.s"]);
    let files = ["--markdown=a.md", "--code-quality=a.json", "a.s"];
    let read = |name: &str| fs::read_to_string(gate.folder.join(name));
    assert_eq!(gate.check(&files).0, 0);
    assert_eq!(
        read("a.md").unwrap(),
        "### oxmca: no loop is slower\n\n2 loops checked: nothing changed.\n"
    );
    assert_eq!(read("a.json").unwrap(), "[]\n");
    // Names of symbols are no Markdown, and what they hold is no sentence of ours.
    let slow = function("sum", SCALAR).replace("\n incq", "\n vsqrtss %xmm0, %xmm0, %xmm0\n incq")
        + &function("\"@all | <b>\"", VECTOR).replace(".L\"@all | <b>\"", ".Lall");
    gate.write("a.s", &slow);
    assert_eq!(gate.check(&files).0, 3);
    let markdown = read("a.md").unwrap();
    assert!(markdown.starts_with("### oxmca: 1 loop is slower\n\n| Loop | CPU | "), "{markdown}");
    assert!(markdown.contains("\n| `sum#1` (`a.s`) | `skylake` | "), "{markdown}");
    assert!(!markdown.contains("@all | <b>"), "{markdown}");
    assert!(
        markdown.contains("To accept this, run the same with `--write-baseline`"),
        "{markdown}"
    );
    let issues: serde_json::Value = serde_json::from_str(&read("a.json").unwrap()).unwrap();
    assert_eq!(issues.as_array().unwrap().len(), 1);
    assert_eq!(issues[0]["location"]["path"], "a.s");
    assert!(issues[0]["description"].as_str().unwrap().starts_with("sum#1 on skylake: "));
    // A check that has no result leaves what was there.
    assert_eq!(gate.check(&["--markdown=a.md", "absent.s"]).0, 1);
    assert_eq!(read("a.md").unwrap(), markdown);
    let (status, text) = gate.check(&["--markdown=absent/a.md", "a.s"]);
    assert!(status == 1 && text.contains("absent/a.md: No such file or directory"), "{text}");
}

//! Code that runs: what it takes, and that it can do no harm.

use std::process::{Command, Output, Stdio};
use std::time::Instant;
use std::{env, fs, io::Write};

use serde_json::Value;

/// Returns whether this machine is one on which code can be measured.
pub fn is_here() -> bool {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return false;
    }
    let reason = refusal("nop", &[]);
    let is_refused = reason.contains("give up its rights");
    if is_refused {
        eprintln!("not tested: {reason}");
    }
    !is_refused
}

fn oxmca(arguments: &[&str], input: &str) -> Output {
    let mut process = Command::new(env!("CARGO_BIN_EXE_oxmca"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that finds a mistake in its arguments reads nothing.
    let _ = process.stdin.take().unwrap().write_all(input.as_bytes());
    process.wait_with_output().unwrap()
}

/// Returns the document about a text, with as few processes as there can be.
fn measured(text: &str, options: &[&str]) -> Value {
    let arguments =
        [&["measure", "--json", "--processes=1", "--mtriple=x86_64", "--mcpu=skylake"], options]
            .concat();
    let output = oxmca(&arguments, text);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 3)), "{text}: {errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Returns why the first region of a text is not measured; empty if it is, or if the machine was too busy to tell.
pub fn refusal(text: &str, options: &[&str]) -> String {
    let document = measured(text, options);
    reason(&document["regions"][0]).to_owned()
}

/// Returns why a region or loop is not measured; empty if it is, or if the machine was too busy to tell.
pub fn reason(region: &Value) -> &str {
    let reason = region["not_measured"].as_str().unwrap_or_default();
    let is_busy = reason.starts_with("unsteady") || reason.starts_with("the machine is busy");
    if is_busy { "" } else { reason }
}

/// Checks that a region or loop took about four cycles, as four `xor` do that wait for each other, or that the machine was
/// too busy to tell.
fn check_four_cycles(region: &Value) {
    match region["measured"]["cycles"].as_f64() {
        Some(cycles) => {
            assert!((3.6..4.6).contains(&cycles), "{region}");
            assert!(region["measured"]["spread"].as_f64().unwrap() <= 0.02, "{region}");
        }
        None => {
            eprintln!("not measured: {region}");
            assert_eq!(reason(region), "");
        }
    }
}

/// A loop that takes four cycles wherever it was measured: `xor` of registers takes one, and these wait for each other.
const FOUR_CYCLES: &str = "four:\n.L1:\n xorq %rsi, %rdi\n xorq %rsi, %rdi\n xorq %rsi, %rdi\n xorq %rsi, %rdi\n \
                           incq %rax\n cmpq %rcx, %rax\n jne .L1\n ret\n";
/// A loop that data end.
const ENDED_BY_DATA: &str = "list:\n.L2:\n movq (%rdi), %rdi\n testq %rdi, %rdi\n jne .L2\n ret\n";
const NOT_KNOWN: &str =
    "the loop's end is decided by data, or by more than a register that goes on by the same amount";

#[test]
fn a_chain_takes_its_latency() {
    if !is_here() {
        return;
    }
    let chain = "xorq %rsi, %rdi\n".repeat(4);
    // A loop that is left in its middle goes around as often.
    let left_in_the_middle = FOUR_CYCLES.replace("jne .L1\n ret", "je .L2\n jmp .L1\n.L2:\n ret");
    for (text, options) in [
        (&*chain, &[][..]),
        (&*chain, &["--delivery=unrolled"]),
        (FOUR_CYCLES, &[]),
        (&*left_in_the_middle, &[]),
    ] {
        check_four_cycles(&measured(text, options)["regions"][0]);
    }
}

#[test]
fn loops_are_ended_by_their_own_branches() {
    if !is_here() {
        return;
    }
    for body in [
        "addss (%rdi), %xmm0\n addq $4, %rdi\n decq %rsi\n jne .L1",
        "addss (%rdi), %xmm0\n addq $4, %rdi\n cmpq %rsi, %rdi\n jne .L1",
        "addss (%rdi), %xmm0\n addq $4, %rdi\n cmpq %rsi, %rdi\n jb .L1",
        "addss (%rdi,%rax,4), %xmm0\n incq %rax\n cmpl %eax, %edx\n jg .L1",
        "addss -4(%rdi,%rax,4), %xmm0\n subq $1, %rax\n jne .L1",
        "addss (%rdi,%rax), %xmm0\n addq $4, %rax\n jne .L1",
        "leal 1(%rax), %ecx\n movl %ecx, %eax\n cmpl $1000, %eax\n jl .L1",
        "addss (%rdi,%rax,4), %xmm0\n incq %rax\n cmpq %rax, %rdx\n je .L2\n jmp .L1\n.L2:",
    ] {
        assert_eq!(refusal(&format!(".L1:\n {body}\n ret\n"), &[]), "", "{body}");
    }
    // Short branches do not reach that far.
    let long = "imulq %rdx, %rdi\n".repeat(40);
    for body in [
        format!("{long} decq %rsi\n jne .L1"),
        format!("testq %rdx, %rdx\n je .L2\n {long} decq %rsi\n jne .L1\n.L2:"),
    ] {
        assert_eq!(refusal(&format!(".L1:\n {body}\n ret\n"), &[]), "", "{body}");
    }
}

/// A register that goes on from what memory holds counts what runs before have stored there, too.
#[test]
fn iterations_are_not_counted_by_memory() {
    if !is_here() {
        return;
    }
    let body = "movq (%rsi), %rax\n incq %rax\n movq %rax, (%rsi)\n decq %r15\n jne .L1";
    let document = measured(&format!(".L1:\n {body}\n ret\n"), &["--initial-registers=equal"]);
    let region = &document["regions"][0];
    match region["measured"]["cycles"].as_f64() {
        Some(cycles) => {
            assert!(cycles > 0.9, "no branch is taken more than once a cycle: {region}")
        }
        None => assert_eq!(reason(region), ""),
    }
}

#[test]
fn what_could_do_harm_does_not_run_or_ends_its_process_only() {
    if !is_here() {
        return;
    }
    let system = "only the system may run it, or it has effects beyond registers and memory";
    let leaves = "it leaves the code that is measured";
    let changes = "it changes what the measuring process needs to go on";
    let no_address =
        "it accesses memory where there can be none, or where it is not aligned as it must be";
    for (text, expected) in [
        ("syscall", system),
        ("int $0x80", system),
        ("sysenter", system),
        ("hlt", system),
        ("wrgsbase %rax", system),
        ("cli", system),
        ("inb %dx, %al", system),
        ("wrmsr", system),
        ("swapgs", system),
        ("int3", system),
        ("monitorx", system),
        ("ret", leaves),
        ("call foo", leaves),
        ("jmp *%rax", leaves),
        ("call *(%rax)", leaves),
        ("ud2", leaves),
        ("popfq", changes),
        ("std", changes),
        ("ldmxcsr (%rdi)", changes),
        ("movq %fs:0, %rax", "it accesses memory of the thread"),
        ("movq 0, %rax", no_address),
        ("movq $0, 8", no_address),
        ("movabsq $0x8000000000000000, %rax\n movq (%rax), %rcx", no_address),
        ("movq $-1, %rax\n movb $0, (%rax)", no_address),
        ("leaq 0(%rip), %rax\n andq $-4096, %rax\n movb $0x90, (%rax)", no_address),
        ("xorl %ecx, %ecx\n divl %ecx", "a division by zero, or with a result that is too large"),
        (".L1:\n addq $64, %rdi\n cmpq $0, (%rdi)\n jne .L1", NOT_KNOWN),
        (".L1:\n jmp .L1", NOT_KNOWN),
        (".L1:\n xorq %rax, %rax\n testq %rax, %rax\n je .L1", NOT_KNOWN),
        ("movq %rdi, %rsp\n pushq %rax\n popq %rcx", ""),
        ("xorl %esp, %esp\n pushq %rax", no_address),
        ("movaps 1(%rdi), %xmm0", no_address),
        ("cmpxchg16b 1(%rdi)", no_address),
        ("lock incq (%rdi)", ""),
        (
            "movq $1, %rcx\n jrcxz 1f\n addq %rax, %rcx\n1: nop",
            "a short branch out of it does not reach the end of its copies",
        ),
        // This one has a near form.
        ("subq %rax, %rax\n jne 1f\n addq %rax, %rcx\n1: nop", ""),
        ("movq %rax, %cr0", system),
        ("movl $57, %eax\n syscall", system),
        ("movl $62, %eax\n movl $1, %ebx\n int $0x80", system),
        ("int $3", system),
        ("sysretq", system),
        ("movw %ax, %ds", system),
        ("movw %ax, %ss", system),
        ("wrpkru", system),
        ("lgdt (%rdi)", system),
        ("invlpg (%rdi)", system),
        ("vmcall", system),
        ("mwait", system),
        ("iretq", leaves),
        ("lretq", leaves),
        ("lcallq *(%rax)", leaves),
        ("leaq 0(%rip), %rax\n jmp *%rax", leaves),
        ("pushq $0x10000\n popfq", changes),
        ("fldcw (%rdi)", changes),
        ("xrstor (%rdi)", changes),
        ("enter $0xffff, $31", "it touches more than 64 pages, which caches may not hold"),
        (
            "movq %rsp, %rdi\n movq $-1, %rcx\n rep stosq",
            "it touches more than 64 pages, which caches may not hold",
        ),
        ("movq $-1, %rcx\n rep movsb", "it touches more than 64 pages, which caches may not hold"),
        ("rep stosb", "it touches more than 64 pages, which caches may not hold"),
        (
            "addq $4096, %rdi\n movq %rax, (%rdi)",
            "it touches more than 64 pages, which caches may not hold",
        ),
    ] {
        let began = Instant::now();
        assert_eq!(refusal(text, &[]), expected, "{text}");
        assert!(began.elapsed().as_secs() < 60, "{text}");
    }
}

const MACHINE: [&str; 2] = ["--mtriple=x86_64", "--mcpu=skylake"];

#[test]
fn listed_loops_are_measured_too() {
    let text = [FOUR_CYCLES, ENDED_BY_DATA].concat();
    let listed = |options: &[&str]| {
        let output = oxmca(&[&["loops", "--measure", "-"], &MACHINE[..], options].concat(), &text);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let table = listed(&[]);
    let titles = table.lines().find(|it| it.starts_with("Loop")).unwrap();
    let titles: Vec<&str> = titles.split_whitespace().collect();
    assert_eq!(titles[..3], ["Loop", "Cycles", "Measured"], "{table}");
    assert!(table.contains("not measured: "), "{table}");
    assert!(table.lines().all(|it| it.chars().count() <= 100), "{table}");
    if !is_here() {
        return;
    }
    let document: Value = serde_json::from_str(&listed(&["--json"])).unwrap();
    assert!(document["host_cpu"].is_string());
    let loops = &document["files"][0]["loops"];
    check_four_cycles(&loops[0]);
    assert_eq!(loops[1]["not_measured"], NOT_KNOWN);
}

#[test]
fn explained_loops_are_measured_too() {
    let text = [FOUR_CYCLES, ENDED_BY_DATA].concat();
    let output = oxmca(&[&["explain", "--measure", "-"], &MACHINE[..]].concat(), &text);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let sections: Vec<&str> = text.split("\nMeasured on ").collect();
    assert_eq!(sections.len(), 3, "{text}");
    assert!(sections[0].contains("\nExplanation:\n"), "{text}");
    let lines: Vec<&str> = sections[1].lines().collect();
    assert!(lines[0].ends_with(':'), "{text}");
    assert!(lines[2].starts_with("Hardware mode:          4.00"), "{text}");
    assert!(lines[3].starts_with("LLVM's model:           4.00"), "{text}");
    assert!(sections[2].contains("\n- not measured: "), "{text}");
    if is_here() {
        let cycles = lines[1].strip_prefix("Cycles per iteration:").unwrap().trim();
        let cycles = cycles.split(' ').next().unwrap();
        assert!(cycles == "-" || cycles.starts_with("4.") || cycles.starts_with("3.9"), "{text}");
    }
}

#[test]
fn versions_are_measured_too() {
    // They go on by the same amount, so that they are compared.
    let chain = |count: usize| {
        let chain = " xorq %rsi, %rdi\n".repeat(count);
        format!(
            "chain:\n.L1:\n movl (%rdx), %ecx\n{chain} addq $4, %rdx\n cmpq %r8, %rdx\n jne .L1\n ret\n"
        )
    };
    let (old, new) = (chain(6), chain(4));
    let refused = "other:\n.L3:\n rdpru\n decq %rdi\n jne .L3\n ret\n";
    let folder = env::temp_dir();
    let file = |name: &str, text: &str| {
        let path = folder.join(format!("oxmca-measure-{}-{name}", std::process::id()));
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let (old, new) = (file("old.s", &(old + ENDED_BY_DATA)), file("new.s", &(new + refused)));
    let diff = |options: &[&str]| {
        let output =
            oxmca(&[&["diff", "--measure", &old, &new], &MACHINE[..], options].concat(), "");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let text = diff(&[]);
    let titles: Vec<&str> =
        text.lines().find(|it| it.contains("Measured")).unwrap().split_whitespace().collect();
    assert_eq!(titles[..5], ["Cycles", "Work", "Change", "Measured", "Change"], "{text}");
    assert!(text.contains("\nNot measured: "), "{text}");
    assert!(diff(&["--format=markdown"]).contains(" | Measured | Change | "));
    if is_here() {
        let document: Value = serde_json::from_str(&diff(&["--format=json"])).unwrap();
        assert!(document["host_cpu"].is_string());
        let row = &document["comparisons"][0]["loops"][0];
        check_four_cycles(&row["new"]);
        if let Some(ratio) = row["measured_ratio"].as_f64() {
            assert!((0.6..0.75).contains(&ratio), "{row}");
            assert_eq!(row["is_measured_otherwise"], false, "{row}");
        } else {
            assert!(row["old"]["measured"].is_null() || row["new"]["measured"].is_null(), "{row}");
        }
    }
    for path in [old, new] {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn predictions_for_several_cpus_are_not_measured() {
    for command in [&["loops", "-"][..], &["explain", "-"], &["diff", "old.s", "new.s"]] {
        let arguments = [command, &["--measure", "--mcpu=skylake,znver3"]].concat();
        let output = oxmca(&arguments, FOUR_CYCLES);
        assert_eq!(output.status.code(), Some(1));
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains("this machine has one CPU"), "{message}");
    }
    let output = oxmca(&["explain", "--measure", "--json", "-"], FOUR_CYCLES);
    assert!(String::from_utf8(output.stderr).unwrap().contains("cannot be used with"));
}

#[test]
fn blocks_are_measured_and_kept() {
    let path = env::temp_dir().join(format!("oxmca-measured-{}.jsonl", std::process::id()));
    let keep = format!("--keep={}", path.display());
    let text = [
        r#"{"id":"chain","asm":"xorq %rsi, %rdi\nxorq %rsi, %rdi","cycles":90}"#,
        r#"{"id":"refused","hex":"0f05"}"#,
        r#"{"id":"wrong","asm":"frob"}"#,
        r#"{"id":"nothing"}"#,
    ]
    .join("\n");
    let validate = [&["validate", "-", "--measure", &keep][..], &MACHINE].concat();
    let output = oxmca(&validate, &text);
    let errors = String::from_utf8_lossy(&output.stderr);
    // The last line is no block.
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("<stdin>:4: error: there is no \"hex\" and no \"asm\""), "{errors}");
    let kept = fs::read_to_string(&path).unwrap();
    let lines: Vec<Value> = kept.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    let ids: Vec<&str> = lines.iter().map(|it| it["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["chain", "refused", "wrong"], "{kept}");
    assert!(lines[1]["cycles"].is_null());
    assert_eq!(lines[2]["not_measured"], "invalid instruction mnemonic 'frob'");
    if is_here()
        && let Some(cycles) = lines[0]["cycles"].as_f64()
    {
        assert!((1.8..2.3).contains(&cycles), "{kept}");
        let report = String::from_utf8(output.stdout).unwrap();
        assert!(report.contains("\nNot measured on this machine: 2\n"), "{report}");
        // What was kept is validated as it was.
        let again = [&["validate", path.to_str().unwrap()][..], &MACHINE].concat();
        let again = String::from_utf8(oxmca(&again, "").stdout).unwrap();
        let scores =
            |text: &str| text.lines().find(|it| it.starts_with("skylake  ")).map(str::to_owned);
        assert_eq!(scores(&again), scores(&report));
        assert!(scores(&again).is_some(), "{again}");
    }
    fs::remove_file(&path).unwrap();
    let output = oxmca(&validate[..3], r#"{"hex":"0f05"}"#);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(errors.ends_with("error: no block was measured\n"), "{errors}");
}

#[test]
fn measured_regions_are_kept_as_blocks() {
    let path = env::temp_dir().join(format!("oxmca-kept-{}.jsonl", std::process::id()));
    let keep = format!("--keep={}", path.display());
    let kept = |options: &[&str], text: &str| -> Vec<Value> {
        let arguments = [&["measure", "--processes=1", &keep], options, &MACHINE].concat();
        let output = oxmca(&arguments, text);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 3)), "{errors}");
        let lines = fs::read_to_string(&path).unwrap();
        lines.lines().map(|it| serde_json::from_str(it).unwrap()).collect()
    };
    let [line] = &kept(&["--hex=48 31 f7 48 31 f7"], "")[..] else { panic!() };
    assert_eq!((&line["hex"], &line["base"]), (&"4831f74831f7".into(), &0.into()), "{line}");
    let lines = kept(&[], &format!("{FOUR_CYCLES}{ENDED_BY_DATA}"));
    let [four, list] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!(four["asm"].as_array().unwrap().len(), 7, "{four}");
    assert_eq!(four["asm"][0], "xorq\t%rsi, %rdi");
    assert!(list["cycles"].is_null());
    if is_here() {
        assert_eq!(list["not_measured"], NOT_KNOWN);
    }
    // They are what is validated.
    let validate = [&["validate", "--draws=0", path.to_str().unwrap()][..], &MACHINE].concat();
    let output = oxmca(&validate, "");
    if let Some(cycles) = four["cycles"].as_f64() {
        assert!((3.6..4.6).contains(&cycles), "{four}");
        let report = String::from_utf8(output.stdout).unwrap();
        assert!(report.contains("Without measured cycles on skylake: 1"), "{report}");
    }
    fs::remove_file(&path).unwrap();
}

#[test]
fn long_names_do_not_widen_the_table() {
    let text = format!("# LLVM-MCA-BEGIN {}\nret\n# LLVM-MCA-END\n", "a name ".repeat(40));
    let output = oxmca(&["measure", "--mtriple=x86_64", "--mcpu=skylake", "-"], &text);
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.lines().all(|it| it.chars().count() <= 100), "{shown}");
}

#[test]
fn random_code_ends_no_process_but_its_own() {
    if !is_here() {
        return;
    }
    // Bytes of a congruential generator: most are refused or fault, some run.
    let mut state = 12345_u64;
    let mut byte = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    for _ in 0..60 {
        let hex: String = (0..6).map(|_| format!("{:02x} ", byte())).collect();
        let output = oxmca(
            &[
                "measure",
                "--processes=1",
                "--mtriple=x86_64",
                "--mcpu=skylake",
                &format!("--hex={hex}"),
            ],
            "",
        );
        assert!(matches!(output.status.code(), Some(0 | 1 | 3)), "{hex}: {output:?}");
    }
}

#[test]
fn the_worker_takes_no_nonsense() {
    let output = oxmca(&["measure-worker"], "{}");
    assert!(output.status.code().is_some_and(|it| it >= 40), "{output:?}");
    assert!(output.stdout.is_empty());
}

#[test]
fn arguments_are_checked_and_files_are_written_whole() {
    let output = oxmca(&["measure", "--mcpu=skylake,znver3", "-"], "nop\n");
    assert_eq!(output.status.code(), Some(1));
    let output =
        oxmca(&["measure", "--mtriple=aarch64", "--mcpu=neoverse-n1", "-"], "add x0, x0, x1\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("cannot be measured") || text.contains("x86-64 only"), "{text}");
    let path = env::temp_dir().join(format!("oxmca-measure-{}", std::process::id()));
    let file = format!("--output={}", path.display());
    let output = oxmca(&["measure", &file, "--mtriple=x86_64", "no such file.s"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(fs::metadata(&path).is_err());
}

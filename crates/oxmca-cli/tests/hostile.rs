//! Inputs and surroundings meant to break the program: bytes that are no text,
//! sizes without bound, outputs that cannot be written. What must come out was compared with llvm-mca
//! 22.1.8 where it says anything sensible; the tests need no LLVM.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const TARGET: [&str; 2] = ["-mtriple=x86_64-unknown-linux", "-mcpu=btver2"];

fn oxmca(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oxmca"));
    command.args(TARGET).args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program on a text from standard input.
fn run_on(text: &[u8], arguments: &[&str]) -> Output {
    let mut child = oxmca(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text = text.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&text));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    output
}

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("oxmca-hostile-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn check(text: &[u8], status: i32, stderr: &[u8]) {
    let output = run_on(text, &[]);
    let found = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{text:?}: {found}");
    assert_eq!(output.stderr, stderr, "{text:?}: {found}");
    assert_eq!(output.stdout.is_empty(), status != 0, "{text:?}");
}

#[test]
fn bytes_that_are_no_text_are_reported_as_llvm_mca_reports_them() {
    let cases: &[(&[u8], i32, &[u8])] = &[
        (b"n\xffop\n", 1, b"<stdin>:1:2: error: invalid character in input\nn\xffop\nerror: Assembly input parsing had errors, use -skip-unsupported-instructions=parse-failure to drop failing lines from the input.\n"),
        (b"\tfoo\xff %eax, %ebx\n", 1, b"<stdin>:1:5: error: invalid character in input\n        foo\xff %eax, %ebx\nerror: Assembly input parsing had errors, use -skip-unsupported-instructions=parse-failure to drop failing lines from the input.\n"),
        (b"addl \xff, %eax\n", 1, b"<stdin>:1:6: error: invalid character in input\naddl \xff, %eax\nerror: Assembly input parsing had errors, use -skip-unsupported-instructions=parse-failure to drop failing lines from the input.\n"),
        (b"nop # \xff\xfe\n/* \xff */ nop\n", 0, b""),
        (b".ascii \"\xff\xfe\"\nnop\n", 0, b""),
        (b"\xff\xfe:\nnop\n", 1, b"<stdin>:1:1: error: invalid character in input\n\xff\xfe:\n<stdin>:1:1: error: unexpected token at start of statement\n\xff\xfe:\nerror: Assembly input parsing had errors, use -skip-unsupported-instructions=parse-failure to drop failing lines from the input.\n"),
        (b"f\xc3\xa9:\nnop\n", 1, b"<stdin>:1:2: error: invalid character in input\nf\xc3\xa9:\nerror: Assembly input parsing had errors, use -skip-unsupported-instructions=parse-failure to drop failing lines from the input.\n"),
        (b"jmp f\xff\n", 1, b"<stdin>:1:6: error: unexpected token in argument list\njmp f\xff\nerror: Assembly input parsing had errors, use -skip-unsupported-instructions=parse-failure to drop failing lines from the input.\n"),
        (b"\xef\xbb\xbfnop\n", 1, b"<stdin>:1:1: error: invalid character in input\n\xef\xbb\xbfnop\n<stdin>:1:1: error: unexpected token at start of statement\n\xef\xbb\xbfnop\nerror: Assembly input parsing had errors, use -skip-unsupported-instructions=parse-failure to drop failing lines from the input.\n"),
        (b"nop\x00\nnop\n", 0, b""),
        (b"\x00nop\n", 0, b""),
        (b"nop # a\x00b\nnop\n", 0, b""),
        (b"add\x00l %eax,%ebx\n", 0, b""),
        (b".ascii \"a\x00b\"\nnop\n", 0, b""),
        (b"nop\n\x00frob\n", 1, b"<stdin>:2:2: error: invalid instruction mnemonic 'frob'\n\x00frob\n ^~~~\nerror: Assembly input parsing had errors, use -skip-unsupported-instructions=parse-failure to drop failing lines from the input.\n"),
        (b"# a\n", 1, b"error: no assembly instructions found.\n"),
        (b"", 1, b"error: no assembly instructions found.\n"),
    ];
    for (text, status, stderr) in cases {
        check(text, *status, stderr);
    }
}

#[test]
fn sizes_without_bound_end_in_a_report_or_a_message() {
    let most = u32::MAX;
    let refused = [
        format!("-iterations={most}"),
        "-iterations=100000 -timeline -timeline-max-iterations=100000 -timeline-max-cycles=0"
            .into(),
    ];
    for arguments in refused {
        let output = run_on(b"addl %eax, %ebx\n", &arguments.split(' ').collect::<Vec<_>>());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments}: {stderr}");
        assert!(stderr.starts_with("error: ") && stderr.contains("too "), "{arguments}: {stderr}");
    }
    for flag in ["dispatch", "lqueue", "squeue", "register-file-size", "micro-op-queue-size"] {
        let output = run_on(b"addl (%rsi), %ebx\n", &[&format!("-{flag}={most}"), "-all-stats"]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{flag}: {stderr}");
    }
}

/// Texts that would not fit in memory are refused before they are there.
#[cfg(target_os = "linux")]
#[test]
fn texts_that_are_too_large_are_refused() {
    let refuse = |text: &[u8], message: &str| {
        let output = run_within(256, text, &[]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(stderr.contains(message), "{message}: {stderr}");
    };
    refuse(b".rept 1000000\nnop\n.endr\n", "error: a region has more than 262144 instructions\n");
    refuse(&b"nop;".repeat(3_000_000), "error: more than 1048576 instructions\n");
    refuse(b".rept 4000000000\n\n.endr\n", "error: macro expansion is too large\n");
    let folder = folder("large");
    let path = folder.join("sparse");
    fs::File::create(&path).unwrap().set_len(20 << 30).unwrap();
    let path = path.to_str().unwrap();
    let response = format!("@{path}");
    for argument in [path, &response, "/dev/zero", "@/dev/zero"] {
        let output = run_within(512, b"", &[argument]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{argument}: {stderr}");
        assert!(stderr.contains("File too large"), "{argument}: {stderr}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// Anything that took time in proportion to the square of a length would take hours here.
#[test]
fn regions_of_hardware_mode_are_bounded() {
    let machine = ["-mtriple=x86_64-unknown-unknown", "-mcpu=skylake"];
    let hardware = [machine[0], machine[1], "--hardware", "-iterations=1"];
    let longest = run_on(b".rept 16384\nimulq %rcx, %rax\n.endr\n", &hardware);
    assert!(longest.status.success());
    let cycles = b"Cycles per iteration:   49152\n";
    assert!(longest.stdout.windows(cycles.len()).any(|it| it == cycles));
    let longer = run_on(b".rept 16385\nimulq %rcx, %rax\n.endr\n", &hardware);
    assert_eq!(longer.status.code(), Some(1));
    assert_eq!(longer.stderr, b"error: hardware mode takes no more than 16384 instructions\n");
}

#[test]
fn long_lines_take_time_in_proportion_to_their_length() {
    const BYTES: usize = 2 << 20;
    const LIMIT: Duration = Duration::from_secs(60);
    let names: String = (0..BYTES / 8).map(|number| format!("a{number} ")).collect();
    let parameters = format!(".macro m {names}\n.endm\nnop\n");
    let lines = [
        ("", "x", "\n"),
        ("", "x", ":\nnop\n"),
        ("", "a:", "\n"),
        ("", "1:", "\n"),
        ("", "(", "\n"),
        ("", "\t", "x\n"),
        ("", "/* x", "\n"),
        ("", "\"", "\n"),
        ("", ".if 1;", "\n"),
        ("", "{evex}", "nop\n"),
        ("# LLVM-MCA-BEGIN ", "x", "\nnop\n"),
        ("# LLVM-MCA-LATENCY ", "7", "\nnop\n"),
        (".macro ", "m", "\n.endm\nnop\n"),
        (".macro m a\n.ascii \"", "\\a", "\"\n.endm\nm x\nnop\n"),
        (".irp x,", "a,", "\n.endr\nnop\n"),
        (".byte 1", ",1", "\nnop\n"),
        ("jmp ", "x", "\n"),
        ("addl $", "7", ", %eax\n"),
        ("addl $", "(", "1, %eax\n"),
        ("addl $1", "+1", ", %eax\n"),
        ("nop ", "%eax,", "%eax\n"),
        (".float 1e", "7", "\nnop\n"),
        (".intel_syntax noprefix\nmov eax, ", "[", "\n"),
        (".intel_syntax noprefix\nmov eax, 1", "+1", "\n"),
    ];
    let repeated = |(before, unit, after): (&str, &str, &str)| {
        [before, &unit.repeat(BYTES / unit.len()), after].concat()
    };
    for text in lines.map(repeated).into_iter().chain([parameters]) {
        let start = Instant::now();
        let output = run_on(text.as_bytes(), &["-instruction-tables"]);
        let shown = &text[..text.len().min(40)];
        assert!(output.status.code().is_some(), "{shown}...");
        assert!(start.elapsed() < LIMIT, "{shown}...: {:?}", start.elapsed());
    }
}

#[test]
fn a_failed_analysis_leaves_the_output_file_alone() {
    let folder = folder("output");
    let kept = folder.join("kept");
    let kept_text = kept.to_str().unwrap();
    fs::write(&kept, "before").unwrap();
    for text in ["frobnicate\n", "# nothing\n"] {
        assert_eq!(run_on(text.as_bytes(), &["-o", kept_text]).status.code(), Some(1));
        assert_eq!(fs::read_to_string(&kept).unwrap(), "before");
    }
    let missing = folder.join("missing/report");
    let output = run_on(b"nop\n", &["-o", missing.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stderr, b"error: No such file or directory\n");
    let output = run_on(b"nop\n", &["-o", folder.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stderr, b"error: Is a directory\n");
    assert_eq!(run_on(b"nop\n", &["-o", kept_text]).status.code(), Some(0));
    assert!(fs::read_to_string(&kept).unwrap().starts_with("Iterations:"));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn input_that_cannot_be_read_is_said_to_be_so() {
    let folder = folder("input");
    for (name, message) in [("", "Is a directory"), ("missing", "No such file or directory")] {
        let path = folder.join(name);
        let path = path.to_str().unwrap();
        let output = oxmca(&[path]).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("error: {path}: {message}\n"));
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error() {
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut to_stdout = oxmca(&["-instruction-tables"]);
    to_stdout.stdin(Stdio::piped()).stdout(full());
    let mut child = to_stdout.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"nop\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        output.stderr,
        b"LLVM ERROR: IO failure on output stream: No space left on device\n"
    );
    assert_eq!(output.status.code(), Some(1));
    let output = run_on(b"nop\n", &["-o", "/dev/full"]);
    assert_eq!(
        output.stderr,
        b"LLVM ERROR: IO failure on output stream: No space left on device\n"
    );
    assert_eq!(output.status.code(), Some(1));
    let output = oxmca(&["--version"]).stdout(full()).output().unwrap();
    assert_eq!(
        output.stderr,
        b"LLVM ERROR: IO failure on output stream: No space left on device\n"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_ends_the_program_quietly() {
    let mut child = oxmca(&["-"]).stdin(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(b"nop\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(141));
}

/// Runs the program on a text with so much address space.
#[cfg(target_os = "linux")]
fn run_within(max_mebibytes: u32, text: &[u8], arguments: &[&str]) -> Output {
    let kibibytes = max_mebibytes << 10;
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {kibibytes}; exec \"$0\" \"$@\"")])
        .arg(env!("CARGO_BIN_EXE_oxmca"))
        .args(TARGET)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text = text.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&text));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    output
}

#[cfg(target_os = "linux")]
#[test]
fn timelines_are_written_while_they_are_rendered() {
    let arguments =
        "-iterations=9000 -timeline -timeline-max-iterations=9000 -timeline-max-cycles=0 -o";
    let folder = folder("timeline");
    let path = folder.join("report");
    for path in ["-", path.to_str().unwrap()] {
        let arguments: Vec<&str> = arguments.split(' ').chain([path]).collect();
        let output = run_within(96, b"addl %eax, %eax\n", &arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{stderr}");
        let written = if path == "-" { output.stdout } else { fs::read(path).unwrap() };
        assert!(written.len() > 80_000_000, "{} bytes", written.len());
    }
    // Of these, only some are shown.
    let arguments = ["-iterations=9000000", "-timeline", "-timeline-max-iterations=9000000"];
    let output = run_within(96, b"addl %eax, %eax\n", &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    fs::remove_dir_all(&folder).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn tables_of_debug_information_follow_the_size_of_the_file() {
    let folder = folder("debug");
    let path = folder.join("program");
    let path = path.to_str().unwrap();
    for forged in oxmca_testing::forged_debug::all() {
        assert!(forged.bytes.len() < 1 << 20, "{}", forged.name);
        fs::write(path, forged.bytes).unwrap();
        for arguments in [&["loops", path][..], &["--loop=1", "--source", "--iterations=1", path]] {
            let start = Instant::now();
            let output = run_within(256, b"", arguments);
            let found = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{} {arguments:?}: {found}", forged.name);
            let taken = start.elapsed();
            assert!(taken < Duration::from_secs(10), "{} {arguments:?}: {taken:?}", forged.name);
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn long_waits_of_hardware_mode_are_passed_over() {
    let start = Instant::now();
    for (cpu, code, cycles) in [
        ("-mcpu=znver5", "mfence", "Total Cycles:      3399989\n"),
        ("-mcpu=skylake", "mfence", "Total Cycles:"),
        ("-mcpu=skylake", "lock; xaddl %eax, (%rdi)", "Total Cycles:"),
    ] {
        let text = format!("{code}\n").repeat(2_000);
        let output = run_on(text.as_bytes(), &[cpu, "--hardware", "-iterations=100"]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{cpu} {code}: {stderr}");
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert!(stdout.contains(cycles), "{}", stdout.get(..500).unwrap_or_default());
    }
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}

#[test]
fn long_regions_of_hardware_mode_have_fewer_iterations() {
    for (code, instructions, arguments, iterations) in [
        ("addq $1, %rax", 2_621, &["-mcpu=skylake", "--hardware"][..], 100),
        ("addq $1, %rax", 16_000, &["-mcpu=skylake", "--hardware"], 16),
        ("addq $1, %rax", 16_000, &["-mcpu=skylake", "--hardware", "-iterations=17"], 17),
        ("addq $1, %rax", 16_000, &["-mcpu=skylake"], 100),
        // A hundred micro-ops each.
        ("cpuid", 400, &["-mcpu=znver5", "--hardware"], 26),
        ("cpuid", 2_000, &["-mcpu=znver5", "--hardware"], 10),
    ] {
        let text = format!("{code}\n").repeat(instructions);
        let options = [&["-all-views=false", "-summary-view"], arguments].concat();
        let output = run_on(text.as_bytes(), &options);
        let found = String::from_utf8_lossy(&output.stdout);
        let line = format!("Iterations:        {iterations}\n");
        assert!(found.contains(&line), "{arguments:?} {instructions}: {found}");
    }
}

#[test]
fn micro_ops_of_regions_of_hardware_mode_are_bounded() {
    for code in ["syscall\n", "cpuid\n"] {
        let output = run_on(code.repeat(16_000).as_bytes(), &["-mcpu=znver5", "--hardware"]);
        let found = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{found}");
        assert!(found.contains("hardware mode takes no more than 262144 micro-ops"), "{found}");
    }
}

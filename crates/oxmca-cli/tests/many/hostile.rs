//! Requests meant to break the program, and surroundings that do not last.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Output, Stdio};

use oxmca_testing::trials::{Failed, Trial};
use serde_json::Value;

/// The trials.
pub fn trials() -> Vec<Trial> {
    type Test = fn() -> Result<(), Failed>;
    let all: [(&str, Test); 11] = [
        ("memory_does_not_grow_with_the_number_of_requests", memory),
        ("every_hostile_line_is_refused_and_the_next_one_answered", refused),
        ("bytes_of_any_kind_give_a_record_each", bytes_of_any_kind),
        ("deep_and_huge_requests_give_a_record_each", deep_and_huge),
        ("damaged_requests_give_a_record_each", damaged),
        ("answers_come_before_the_next_request", answers_at_once),
        ("answers_keep_the_order_of_requests", order),
        ("unordered_answers_do_not_wait_for_a_slow_one", unordered),
        ("instructions_of_regions_count_for_each_region", regions),
        ("a_reader_that_goes_away_ends_the_run_quietly", closed_pipe),
        ("what_cannot_be_read_or_written_is_a_failure", failures),
    ];
    all.into_iter().map(|(name, test)| Trial::test(name, test)).collect()
}

fn start(arguments: &[&str]) -> (Child, ChildStdin) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_oxmca"))
        .args(["--batch", "-mtriple=x86_64-unknown-linux", "-mcpu=btver2"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let stdin = child.stdin.take().expect("standard input");
    (child, stdin)
}

fn run_on(input: Vec<u8>, arguments: &[&str]) -> Output {
    let (child, mut stdin) = start(arguments);
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("an end");
    let _ = writer.join();
    output
}

/// The records that answer an input; the run must go well.
fn answers(input: impl Into<Vec<u8>>) -> Result<Vec<Value>, Failed> {
    let output = run_on(input.into(), &[]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    if output.status.code() != Some(0) || !output.stderr.is_empty() {
        return Err(format!("{}: {stderr}", output.status).into());
    }
    let lines = output.stdout.split_inclusive(|byte| *byte == b'\n');
    Ok(lines.map(serde_json::from_slice).collect::<Result<_, _>>()?)
}

/// Checks the kinds of errors, `""` where there is none.
fn expect(input: impl Into<Vec<u8>>, kinds: &[&str]) -> Result<(), Failed> {
    let answers = answers(input)?;
    let found = answers.iter().map(|answer| answer["error"]["kind"].as_str().unwrap_or_default());
    let found: Vec<&str> = found.collect();
    if found == kinds { Ok(()) } else { Err(format!("{found:?} instead of {kinds:?}").into()) }
}

fn unordered() -> Result<(), Failed> {
    // A timeline follows every instruction.
    let timeline = ["-timeline", "-timeline-max-iterations=60000000"];
    let (mut child, mut stdin) =
        start(&[&["--unordered", "--timeout=1", "-j=2"][..], &timeline].concat());
    let mut answers = BufReader::new(child.stdout.take().ok_or("no output")?);
    let slow = r#"{"id":"slow","asm":"imulq %rsi, %rdi","iterations":60000000}"#;
    writeln!(stdin, "{slow}")?;
    let mut answer = || -> Result<Value, Failed> {
        let mut line = String::new();
        answers.read_line(&mut line)?;
        Ok(serde_json::from_str(&line)?)
    };
    // While the slow one is worked on, others are read and answered.
    for id in 0..3 {
        writeln!(stdin, r#"{{"id":{id},"asm":"nop"}}"#)?;
        let answer = answer()?;
        if answer["id"] != id {
            return Err(format!("{answer} for {id}").into());
        }
    }
    drop(stdin);
    let last = answer()?;
    if last["id"] != "slow" || last["error"]["kind"] != "timeout" {
        return Err(format!("{last}").into());
    }
    match child.wait()?.success() {
        true => Ok(()),
        false => Err("a failure".into()),
    }
}

fn regions() -> Result<(), Failed> {
    let asm = |count: usize| -> String {
        let begin: String = (0..count).map(|it| format!("# LLVM-MCA-BEGIN r{it}\nnop\n")).collect();
        let end: String = (0..count).map(|it| format!("# LLVM-MCA-END r{it}\n")).collect();
        serde_json::json!({ "asm": begin + &end }).to_string()
    };
    let found = answers([asm(4000), asm(8000), asm(300)].join("\n"))?;
    let message = "more than 65536 instructions in regions";
    if found[0]["error"]["message"] != message || found[1]["error"]["message"] != message {
        return Err(format!("{} {}", found[0], found[1]).into());
    }
    match found[2]["regions"].as_array().map(Vec::len) {
        Some(300) => Ok(()),
        count => Err(format!("{count:?} regions").into()),
    }
}

fn bytes_of_any_kind() -> Result<(), Failed> {
    expect(b"", &[])?;
    expect(b"\n \r\n\t\n", &[])?;
    expect(b"{\"asm\":\"nop\"}\r\n{\"asm\":\"nop\"}", &["", ""])?;
    expect(b"\xff\xfe\n{\"asm\":\"\xff\"}\n{\"id\":\"\xff\",\"asm\":\"nop\"}\n", &["json"; 3])?;
    expect(b"\0\n{\"asm\":\"nop\0\"}\n{\"asm\":\"nop\\u0000\"}\n", &["json", "json", ""])?;
    expect(
        b"[]\n1\nnull\n\"x\"\n{}\n{\"asm\":null}\n{\"asm\":\"\"}\n",
        &["request", "request", "request", "request", "request", "request", "empty"],
    )?;
    expect(b"\xef\xbb\xbf{\"asm\":\"nop\"}\n{\"asm\":\"nop\"} x\n", &["json"; 2])?;
    expect(b"{\"asm\":\"nop\",\"asm\":\"nop\"}\n{\"asm\":\"\\ud800\"}\n", &["request", "json"])?;
    expect(
        b"{\"asm\":\"nop\",\"iterations\":-1}\n{\"asm\":\"nop\",\"iterations\":4294967296}\n",
        &["request"; 2],
    )?;
    expect(b"{\"asm\":\"nop\",\"iterations\":4294967295}\n", &["simulation"])
}

fn deep_and_huge() -> Result<(), Failed> {
    let deep = |open: &str, close: &str| open.repeat(100_000) + &close.repeat(100_000);
    let line = |asm: &str| format!("{{\"asm\":{}}}\n", Value::from(asm));
    let mut input = deep("[", "]") + "\n" + &deep("{\"asm\":", "}") + "\n";
    input += &format!("{{\"id\":{},\"asm\":\"nop\"}}\n", deep("[", "]"));
    input += &format!("{{\"asm\":\"nop\",\"features\":{}}}\n", deep("[", "]"));
    input += &line(&("jmp ".to_owned() + &deep("(", ")")));
    input += &line(&("jmp 1".to_owned() + &"+1".repeat(100_000)));
    input += &line(&"nop\n".repeat(65_536));
    input += &line(&"nop\n".repeat(65_537));
    input += &line(".macro m\nm\nm\n.endm\nm\n");
    input += &line(".rept 2000000000\nnop\n.endr\n");
    let found = answers(input)?;
    let failed = found.iter().filter(|answer| answer["error"].is_object()).count();
    if found.len() != 10 || failed != 9 {
        return Err(format!("{} records, {failed} errors", found.len()).into());
    }
    let huge = [b"{\"asm\":\"".as_slice(), &vec![b'x'; 17 << 20], b"\"}\n{\"asm\":\"nop\"}"];
    expect(huge.concat(), &["request", ""])
}

/// Lines that are no requests, each by itself, with one that is after it.
fn refused() -> Result<(), Failed> {
    let long =
        |begin: &str, piece: &str, end: &str| begin.to_owned() + &piece.repeat(10 << 20) + end;
    let digits = "9".repeat(40);
    let lines: Vec<(&str, Vec<u8>)> = vec![
        ("json", "[".repeat(1_000_000).into()),
        ("request", format!("{{\"asm\":{}", "{\"a\":".repeat(200_000)).into()),
        ("request", format!("{{\"asm\":\"nop\",\"iterations\":{digits}}}").into()),
        ("request", "{\"asm\":\"nop\",\"iterations\":1e3}".into()),
        ("json", "{\"asm\":\"nop\",\"iterations\":1e999999999}".into()),
        ("request", "{\"asm\":\"nop\",\"iterations\":-0.5}".into()),
        ("assembly", format!("{{\"asm\":\"addl ${digits}, %eax\"}}").into()),
        ("json", b"{\"asm\":\"nop\xc3\"}".to_vec()),
        ("json", b"\xef\xbf\xbe\xed\xa0\x80".to_vec()),
        ("json", long("", "x", "").into()),
        ("request", long("\"", "x", "\"}").into()),
        ("assembly", long("{\"asm\":\"", "x", "\"}").into()),
        ("empty", long("{\"asm\":\"#", "x", "\"}").into()),
        ("assembly", "{\"asm\":\".rept 16000000\\nnop\\n.endr\"}".into()),
        ("cpu", long("{\"asm\":\"nop\",\"cpu\":\"", "x", "\"}").into()),
        ("target", long("{\"asm\":\"nop\",\"triple\":\"", "x", "\"}").into()),
        ("feature", long("{\"asm\":\"nop\",\"features\":\"+", "x", "\"}").into()),
        ("request", long("{\"asm\":\"nop\",\"", "x", "\":1}").into()),
        ("request", "{}".into()),
        ("request", "{\"id\":1,\"cpu\":\"znver4\"}".into()),
        ("request", "{\"id\":\"\\ud800\",\"asm\":\"nop\"}".into()),
        ("request", "{\"id\":[1e999],\"asm\":\"nop\"}".into()),
        ("json", b"{\"id\":1,\"hex\":\"\xff\"}".to_vec()),
        ("request", "{\"id\":1,\"hex\":[[]]}".into()),
        ("request", "{\"hex\":\"90\",\"asm\":\"nop\"}".into()),
        ("request", "{\"hex\":\"90\",\"base\":-1}".into()),
        ("request", "{\"hex\":\"90\",\"base\":\"0x10000000000000000\"}".into()),
        ("request", "{\"asm\":\"nop\",\"base\":0}".into()),
        ("hex", "{\"hex\":\"\\ud83d\\ude00\"}".into()),
        ("hex", format!("{{\"hex\":\"{}\"}}", " ".repeat(1 << 20)).into()),
        ("machine_code", format!("{{\"hex\":\"{}\"}}", "90".repeat(1 << 20)).into()),
        ("machine_code", "{\"hex\":\"0606\"}".into()),
        ("request", "{\"asm\":\"nop\",\"text\":\"nop\"}".into()),
        ("request", "{\"id\":1,\"id\":2,\"asm\":\"nop\"}".into()),
        ("request", "{\"asm\":\"nop\",\"features\":\"\",\"mattr\":\"\"}".into()),
    ];
    let mut problems = Vec::new();
    for (kind, line) in lines {
        let begin = String::from_utf8_lossy(&line[..line.len().min(60)]).into_owned();
        let input = [&line[..], b"\n{\"id\":\"next\",\"asm\":\"nop\"}\n"].concat();
        let found = answers(input).map_err(|error| format!("{begin}: {error:?}"))?;
        let kinds: Vec<&Value> = found.iter().map(|answer| &answer["error"]["kind"]).collect();
        if kinds != [&Value::from(kind), &Value::Null] || found[1]["id"] != "next" {
            problems.push(format!("{begin}: {kinds:?}"));
        }
        let len = found[0]["error"]["message"].as_str().unwrap_or_default().len();
        if !(1..1_000).contains(&len) {
            problems.push(format!("{begin}: a message of {len} bytes"));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// Requests with random damage: as many records as lines, and nothing else.
fn damaged() -> Result<(), Failed> {
    const REQUEST: &[u8] = br#"{"id":{"a":[1]},"asm":"addl %eax, (%rbx)\n1: jmp 1b","cpu":"znver4","features":["+avx","-sse2"],"iterations":7,"syntax":"att","triple":"i686"}"#;
    const PIECES: &[&[u8]] =
        &[b"\"", b"\\", b"{", b"}", b"[", b"]", b",", b":", b"\xff", b"\0", b"%", b"0", b"\\u00"];
    let mut state = 1u64;
    let mut below = |end: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % end
    };
    let mut input = Vec::new();
    const COUNT: usize = 5_000;
    for _ in 0..COUNT {
        let mut line = REQUEST.to_vec();
        for _ in 0..1 + below(3) {
            let at = below(line.len());
            match below(4) {
                0 => line.truncate(at.max(1)),
                1 if line.len() > 1 => drop(line.remove(at)),
                2 => drop(line.splice(at..at, PIECES[below(PIECES.len())].iter().copied())),
                _ => drop(line.splice(at..=at, PIECES[below(PIECES.len())].iter().copied())),
            }
        }
        input.extend(line);
        input.push(b'\n');
    }
    let answers = answers(input)?;
    let good = answers.iter().filter(|answer| answer["total_cycles"].is_u64()).count();
    let bad = answers.iter().filter(|answer| answer["error"]["message"].is_string()).count();
    match answers.len() == COUNT && good + bad == COUNT && good > 0 && bad > 0 {
        true => Ok(()),
        false => Err(format!("{} records, {good} answers, {bad} errors", answers.len()).into()),
    }
}

fn answers_at_once() -> Result<(), Failed> {
    let (mut child, mut stdin) = start(&["-j2"]);
    let mut stdout = BufReader::new(child.stdout.take().expect("standard output"));
    for number in 0..3 {
        stdin.write_all(format!("{{\"id\":{number},\"asm\":\"nop\"}}\n").as_bytes())?;
        let mut line = String::new();
        stdout.read_line(&mut line)?;
        let answer: Value = serde_json::from_str(&line)?;
        if answer["id"] != number || !answer["total_cycles"].is_u64() {
            return Err(format!("{line} for {number}").into());
        }
    }
    drop(stdin);
    match child.wait()?.code() {
        Some(0) => Ok(()),
        status => Err(format!("status {status:?}").into()),
    }
}

/// Most memory that a running program had, where the system tells.
fn peak_kib(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

fn memory() -> Result<(), Failed> {
    // Where a thread allocates is not where another frees.
    [("-j1", 2), ("-j2", 8)].iter().try_for_each(|(threads, most)| memory_with(threads, *most))
}

fn memory_with(threads: &str, most_mib: u64) -> Result<(), Failed> {
    /// So few that answers fit into a pipe while nobody reads.
    const AT_ONCE: usize = 100;
    let (mut child, mut stdin) = start(&[threads, "-iterations=1"]);
    let mut stdout = BufReader::new(child.stdout.take().expect("standard output"));
    // The comment fills what is kept of earlier requests sooner.
    let comment = "x".repeat(1_000);
    let mut answer = |from: usize, to: usize| -> Result<(), Failed> {
        for first in (from..to).step_by(AT_ONCE) {
            let request = |id| {
                let asm = format!("addl ${id}, %eax\n# {comment}");
                format!("{}\n", serde_json::json!({"id": id, "asm": asm}))
            };
            stdin
                .write_all((first..first + AT_ONCE).map(request).collect::<String>().as_bytes())?;
            let mut line = String::new();
            for id in first..first + AT_ONCE {
                line.clear();
                stdout.read_line(&mut line)?;
                if !line.starts_with(&format!("{{\"id\":{id},\"schema_version\":\"2.0\",\"cpu\"")) {
                    return Err(format!("{line} for {id}").into());
                }
            }
        }
        Ok(())
    };
    // On a busy machine, threads share out their work so unevenly that it takes long until their memory suffices.
    answer(0, 30_000)?;
    let before = peak_kib(&child);
    answer(30_000, 50_000)?;
    let after = peak_kib(&child);
    drop(stdin);
    child.wait()?;
    match (before, after) {
        (Some(before), Some(after)) if after > before + (most_mib << 10) => {
            Err(format!("{before} KiB for 30,000 requests, {after} for 50,000, {threads}").into())
        }
        _ => Ok(()),
    }
}

fn order() -> Result<(), Failed> {
    let request = |number: usize| {
        let asm = "addl %eax, %ebx\n".repeat(1 + number * 7 % 40);
        format!("{{\"id\":{number},\"asm\":{},\"iterations\":10}}\n", Value::from(asm))
    };
    let input: String = (0..3_000).map(request).collect();
    let one = run_on(input.clone().into_bytes(), &["-j1"]).stdout;
    let many = run_on(input.into_bytes(), &["-j7"]).stdout;
    let ids = one.split_inclusive(|byte| *byte == b'\n').map(serde_json::from_slice::<Value>);
    for (number, answer) in ids.enumerate() {
        let answer = answer?;
        if answer["id"] != number || answer["instructions"] != 10 * (1 + number * 7 % 40) {
            return Err(format!("{answer} for {number}").into());
        }
    }
    if one == many { Ok(()) } else { Err("threads make a difference".into()) }
}

fn closed_pipe() -> Result<(), Failed> {
    let (mut child, mut stdin) = start(&[]);
    drop(child.stdout.take());
    let writer = std::thread::spawn(move || {
        let line = b"{\"asm\":\"nop\"}\n";
        while stdin.write_all(line).is_ok() {}
    });
    let mut said = String::new();
    child.stderr.take().expect("standard error").read_to_string(&mut said)?;
    let status = child.wait()?.code();
    let _ = writer.join();
    match (status, said.is_empty()) {
        (Some(141), true) => Ok(()),
        _ => Err(format!("status {status:?}: {said}").into()),
    }
}

fn failures() -> Result<(), Failed> {
    let output = run_on(Vec::new(), &["/nonexistent/requests"]);
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.code() != Some(1)
        || said != "error: /nonexistent/requests: No such file or directory\n"
    {
        return Err(format!("{}: {said}", output.status).into());
    }
    let output = run_on(b"{\"asm\":\"nop\"}\n".to_vec(), &["-o", "/nonexistent/answers"]);
    let said = String::from_utf8_lossy(&output.stderr);
    match output.status.code() == Some(1) && said == "error: No such file or directory\n" {
        true => Ok(()),
        false => Err(format!("{}: {said}", output.status).into()),
    }
}

//! Files with many regions: threads and reuse of what is known must not show.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use oxmca_testing::trials::{Failed, Trial};

/// More regions than are analyzed before some are written.
const COUNT: usize = 300;
/// Different bodies; each comes again and again under other names.
const BODIES: usize = 37;
/// The region that cannot be analyzed, where there is one.
const BAD: usize = 150;
/// Has no scheduling class on the CPU of these tests.
const UNSUPPORTED: &str = "vp2intersectd %zmm1, %zmm2, %k2";

const TARGET: &[&str] = &["-mtriple=x86_64-unknown-unknown", "-mcpu=btver2"];

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("regions_in_parallel", in_parallel),
        Trial::test("regions_alone", alone),
        Trial::test("regions_after_a_failure", after_a_failure),
        Trial::test("regions_of_nothing", of_nothing),
    ]
}

/// The instructions of a region. Every third has a latency of its own, some have calls.
fn body(number: usize) -> String {
    let kind = number % BODIES;
    let mut text = String::new();
    if number.is_multiple_of(3) {
        let _ = writeln!(text, "# LLVM-MCA-LATENCY {}", 5 + number % 4);
    }
    for register in 8..9 + kind % 7 {
        let _ = writeln!(text, "imulq ${}, %r{register}, %r{register} // {number}", kind + 2);
    }
    let _ = writeln!(text, "addq %r8, {kind}(%rdi)");
    if number.is_multiple_of(3) {
        text.push_str("# LLVM-MCA-LATENCY\n");
    }
    if kind % 5 == 1 {
        text.push_str("callq f\n");
    }
    text
}

fn region(number: usize, body: &str) -> String {
    format!("# LLVM-MCA-BEGIN r{number}\n{body}# LLVM-MCA-END r{number}\n")
}

fn text(body: impl Fn(usize) -> String) -> String {
    (0..COUNT).map(|number| region(number, &body(number))).collect()
}

fn run(text: &str, arguments: &[&str]) -> Result<Output, Failed> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_oxmca"))
        .args(TARGET)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut input = child.stdin.take().ok_or("no standard input")?;
    input.write_all(text.as_bytes())?;
    drop(input);
    Ok(child.wait_with_output()?)
}

/// The outcome with one thread, which that with others must be.
fn same(text: &str, arguments: &[&str]) -> Result<Output, Failed> {
    let one = run(text, &[arguments, &["-j1"]].concat())?;
    for threads in [&[][..], &["-j2"], &["-j5"]] {
        if run(text, &[arguments, threads].concat())? != one {
            return Err(format!("{threads:?} makes a difference with {arguments:?}").into());
        }
    }
    Ok(one)
}

fn in_parallel() -> Result<(), Failed> {
    let text = text(body);
    for arguments in [
        &[][..],
        &["-json"],
        &["-json", "-all-views"],
        &["--json=full", "-show-encoding"],
        &["-all-views", "-show-encoding"],
        &["-instruction-tables=full"],
        &["-iterations=1", "-timeline"],
    ] {
        let outcome = same(&text, arguments)?;
        if !outcome.status.success() || outcome.stdout.is_empty() {
            return Err(format!("{arguments:?}: {}", outcome.status).into());
        }
    }
    Ok(())
}

/// Among others, a region is reported on as it is by itself.
fn alone() -> Result<(), Failed> {
    let header = |index, number| format!("\n[{index}] Code Region - r{number}\n\n");
    let together = String::from_utf8(run(&text(body), &["-j2"])?.stdout)?;
    for number in (0..COUNT).step_by(11) {
        let (_, found) = together.split_once(&header(number, number)).ok_or("no such region")?;
        let found = found.split(&header(number + 1, number + 1)).next();
        let single = run(&region(number, &body(number)), &[])?;
        let single = String::from_utf8(single.stdout)?;
        if single.strip_prefix(&header(0, number)) != found {
            return Err(format!("region {number} is another one among others").into());
        }
    }
    Ok(())
}

/// What follows a region that cannot be analyzed is neither printed nor warned of.
fn after_a_failure() -> Result<(), Failed> {
    let bad = |number| match number {
        BAD => format!("{UNSUPPORTED}\n"),
        _ => body(number),
    };
    let outcome = same(&text(bad), &[])?;
    let (stdout, stderr) = (String::from_utf8(outcome.stdout)?, String::from_utf8(outcome.stderr)?);
    let warnings = (0..BAD).filter(|number| number % BODIES % 5 == 1).count();
    let found = stderr.matches("warning: found a call").count();
    let reports = stdout.matches("Code Region - ").count();
    let is_said_last = stderr.trim_ascii_end().lines().last().is_some_and(|it| it.contains("vp2"));
    if outcome.status.code() != Some(1) || !is_said_last || (reports, found) != (BAD, warnings) {
        return Err(format!("{reports} reports, {found} warnings, {}", outcome.status).into());
    }
    let json = same(&text(bad), &["-json"])?;
    if !json.stdout.is_empty() || json.stderr != stderr.as_bytes() {
        return Err("a document that is not complete, or other messages than for text".into());
    }
    Ok(())
}

/// Regions that are left with no instruction have no number.
fn of_nothing() -> Result<(), Failed> {
    let bad = |number: usize| match number % 4 {
        0 => format!("{UNSUPPORTED}\n"),
        _ => body(number),
    };
    let skip = "-skip-unsupported-instructions=lack-sched";
    let outcome = same(&text(bad), &[skip])?;
    let stdout = String::from_utf8(outcome.stdout)?;
    if !stdout.contains("\n[2] Code Region - r3\n")
        || !stdout.contains("\n[224] Code Region - r299\n")
    {
        return Err("wrong numbers".into());
    }
    let full = same(&text(bad), &[skip, "--json=full"])?;
    let full: serde_json::Value = serde_json::from_slice(&full.stdout)?;
    let last = &full["regions"][224];
    if last["index"] != 224 || last["name"] != "r299" {
        return Err(format!("last region: {} {}", last["index"], last["name"]).into());
    }
    Ok(())
}

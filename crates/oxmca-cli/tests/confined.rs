//! Code that runs where the system allows less, as in containers: it is measured, or what is missing is named.

use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::process::{Command, Output};
use std::{env, fs, thread};

use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch};
use serde_json::Value;

use crate::measure::{is_here, reason, refusal};

const BLOCK: &str = "imulq %rdi, %rax";
const MEASURE: [&str; 6] =
    ["measure", "--json", "--processes=1", "--mcpu=skylake", "--mtriple=x86_64", "--hex=480fafc6"];

/// Returns why a block is not measured by a process that the system refuses some calls; empty if it is.
fn reason_without(calls: &[i64], options: &'static [&str]) -> String {
    let rules = calls.iter().map(|call| (*call, Vec::new())).collect();
    let refused = SeccompAction::Errno(libc::EPERM as u32);
    let filter =
        SeccompFilter::new(rules, SeccompAction::Allow, refused, TargetArch::x86_64).unwrap();
    let program: BpfProgram = filter.try_into().unwrap();
    // A filter is of one thread and of what it starts.
    let confined = thread::spawn(move || {
        seccompiler::apply_filter(&program).unwrap();
        refusal(BLOCK, options)
    });
    confined.join().unwrap()
}

/// Checks that a process measured a block, or found the machine too busy.
fn check_measured(output: &Output) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 3)), "{errors}");
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(reason(&document["regions"][0]), "", "{errors}");
}

#[test]
fn what_is_refused_is_named() {
    if !is_here() {
        return;
    }
    let cases: [(&[i64], &'static [&str], &str); 4] = [
        (&[libc::SYS_seccomp], &[], "(seccomp)"),
        (&[libc::SYS_setrlimit, libc::SYS_prlimit64], &[], "(setrlimit)"),
        (&[libc::SYS_sigaltstack], &[], "(sigaltstack, sigaction)"),
        (&[libc::SYS_memfd_create], &["--initial-registers=equal"], "(memfd_create)"),
    ];
    for (calls, options, named) in cases {
        let found = reason_without(calls, options);
        assert!(found.contains(named), "{calls:?}: {found}");
    }
}

#[test]
fn what_is_not_needed_may_be_refused() {
    if !is_here() {
        return;
    }
    let calls = [
        libc::SYS_perf_event_open,
        libc::SYS_sched_setaffinity,
        libc::SYS_sched_setscheduler,
        libc::SYS_setpriority,
        libc::SYS_close_range,
        libc::SYS_memfd_create,
    ];
    assert_eq!(reason_without(&calls, &[]), "");
}

#[test]
fn limits_that_are_lower_stay() {
    if !is_here() {
        return;
    }
    let script = "ulimit -t 4 && ulimit -v 900000 && ulimit -f 1000 && exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_oxmca")]).args(MEASURE);
    check_measured(&command.output().unwrap());
}

#[test]
fn it_needs_no_root() {
    const NOBODY: u32 = 65_534;
    if !is_here() {
        return;
    }
    let folder = env::temp_dir().join(format!("oxmca-confined-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    if fs::metadata(&folder).unwrap().uid() != 0 {
        // All other tests run without root then.
        return fs::remove_dir(&folder).unwrap();
    }
    // The program that was built may lie where only root reads.
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    let program = folder.join("oxmca");
    fs::copy(env!("CARGO_BIN_EXE_oxmca"), &program).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let output = Command::new(&program)
        .args(MEASURE)
        .uid(NOBODY)
        .gid(NOBODY)
        .current_dir("/")
        .env_remove("HOME")
        .output();
    fs::remove_dir_all(&folder).unwrap();
    check_measured(&output.unwrap());
}

//! Loops of object files with code of A32, Thumb and data, in builds with Arm's tables.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use oxmca_asm::target;
use oxmca_asm::triple::Triple;
use oxmca_testing::trials;

/// Commands and the files that they read.
const CASES: &[(&str, &[&str])] = &[
    ("mixed.o", &["loops", "-mcpu=cortex-a9"]),
    ("mixed.o", &["-mcpu=cortex-a9", "--loop=1", "-iterations=2", "-timeline"]),
    ("mixed.o", &["explain", "-mcpu=cortex-a9", "--loop=1"]),
    ("loops.o", &["loops", "-mcpu=cortex-m85"]),
    ("loops.o", &["-mcpu=cortex-m85", "--loop=2", "-iterations=2", "-timeline", "-show-encoding"]),
];

#[test]
fn loops_of_both_instruction_sets() {
    if target::create(Triple::new("armv7")).is_err() {
        return;
    }
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = String::new();
    for (file, arguments) in CASES {
        let path = top.join("oxmca-object/tests/objects/arm").join(file);
        let output =
            Command::new(env!("CARGO_BIN_EXE_oxmca")).args(*arguments).arg(&path).output().unwrap();
        let _ = writeln!(found, "# {} {file}", arguments.join(" "));
        found.push_str(&String::from_utf8_lossy(&output.stdout));
        found.push_str(&String::from_utf8_lossy(&output.stderr));
    }
    trials::compare(&trials::folder("tests/targets/arm").join("objects.expected"), found).unwrap();
}

//! Comparison with another revision.

use std::fs;

use crate::fixture::Fixture;

fn trees(fixture: &Fixture) -> usize {
    fixture.git("worktree list").text().lines().count()
}

#[test]
fn a_slower_loop_is_told() {
    let fixture = Fixture::new("workspace");
    fixture.commit_all();
    let same = fixture.run("-p kernels scale --diff HEAD");
    assert!(same.text().contains("unchanged."), "{}", same.stdout);
    fixture.replace("kernels/src/lib.rs", "*a.add(i) *= k;", "*a.add(i) /= k;");
    for arguments in ["-p kernels scale --diff HEAD", "-p kernels --diff=HEAD"] {
        let printed = fixture.run(arguments);
        let text = printed.text();
        assert!(text.contains("1 slower"), "{text}");
        assert!(text.contains("scale#1"), "{text}");
    }
    // What is in the folder stays as it is, and no work tree is left.
    assert!(
        fs::read_to_string(fixture.path().join("kernels/src/lib.rs")).unwrap().contains("/= k")
    );
    assert_eq!(trees(&fixture), 1);
    let json = fixture.run("-p kernels scale --diff HEAD --json");
    assert!(json.text().contains("\"schema\": \"urn:oxmca:diff:"), "{}", json.stdout);
}

#[test]
fn functions_of_one_revision_are_new_or_gone() {
    let fixture = Fixture::new("workspace");
    fixture.commit_all();
    fixture.replace("kernels/src/lib.rs", "fn scale(", "fn stretch(");
    let printed = fixture.run("-p kernels stretch --diff HEAD");
    assert!(printed.text().contains("1 new"), "{}", printed.stdout);
    let printed = fixture.run("-p kernels scale --diff HEAD");
    assert!(printed.text().contains("1 gone"), "{}", printed.stdout);
    let error = fixture.run("-p kernels nothing --diff HEAD");
    assert!(error.error(1).contains("no function with 'nothing'"), "{}", error.stderr);
}

#[test]
fn work_trees_are_removed_after_errors_too() {
    let fixture = Fixture::new("workspace");
    fixture.commit_all();
    let error = fixture.run("-p kernels scale --diff nothing");
    assert_eq!(
        error.error(1).lines().last(),
        Some("error: the repository has no revision 'nothing'")
    );
    fixture.replace("kernels/src/lib.rs", "pub fn range(", "pub fn range(text");
    assert_eq!(fixture.git("commit -q -a -m broken").status, 0);
    fixture.replace("kernels/src/lib.rs", "pub fn range(text", "pub fn range(");
    let error = fixture.run("-p kernels scale --diff HEAD");
    assert!(error.error(101).contains("could not compile `kernels`"), "{}", error.stderr);
    assert_eq!(trees(&fixture), 1);
    let outside = Fixture::new("program");
    let error = outside.run("sum --diff HEAD");
    assert!(error.error(1).contains("--diff needs a git repository"), "{}", error.stderr);
}

#[cfg(unix)]
#[test]
fn work_trees_are_removed_after_interruptions_too() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    let fixture = Fixture::new("workspace");
    fixture.commit_all();
    assert_eq!(fixture.run("-p kernels scale").status, 0);
    // The compiler of the other revision takes its time.
    let slow = fixture.path().join("slow");
    let script = "#!/bin/sh\ncase \"$PWD\" in *cargo-oxmca-*) sleep 60;; esac\nexec \"$@\"\n";
    fs::write(&slow, script).unwrap();
    fs::set_permissions(&slow, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = fixture.cargo("");
    command.args(["oxmca", "-p", "kernels", "scale", "--diff", "HEAD"]).process_group(0);
    command.env("RUSTC_WRAPPER", &slow).stdout(Stdio::null()).stderr(Stdio::null());
    let mut running = command.spawn().unwrap();
    let begun = Instant::now();
    while trees(&fixture) < 2 && begun.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(20));
    }
    sleep(Duration::from_millis(500));
    let group = format!("-{}", running.id());
    assert!(Command::new("kill").args(["-INT", "--", &group]).status().unwrap().success());
    assert_eq!(running.wait().unwrap().code(), Some(130));
    assert!(begun.elapsed() < Duration::from_secs(60));
    assert_eq!(trees(&fixture), 1);
}

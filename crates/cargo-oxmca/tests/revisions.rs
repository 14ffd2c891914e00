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

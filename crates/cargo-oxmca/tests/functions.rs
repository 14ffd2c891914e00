//! Functions, and the loops that are shown of them.

use std::fs;

use crate::fixture::Fixture;

#[test]
fn loops_have_lines_models_and_limits() {
    let fixture = Fixture::new("workspace");
    let printed = fixture.run_in("kernels", "scale");
    let text = printed.text();
    assert!(text.contains("Limited by") && text.contains("Source"), "{text}");
    assert!(text.contains("scale#1") && text.contains("lib.rs:"), "{text}");
    assert!(text.contains(" in 1 function, "), "{text}");
    assert!(printed.stderr.contains("scale (kernels/src/lib.rs:"), "{}", printed.stderr);
    // Nothing is compiled again, and the user's own build is not there.
    let again = fixture.run_in("kernels", "scale");
    assert!(!again.stderr.contains("Compiling"), "{}", again.stderr);
    assert_eq!(again.text(), text);
    assert!(!fixture.path().join("target/release").exists());
}

#[test]
fn generic_instances_are_told_apart() {
    let fixture = Fixture::new("workspace");
    let several = fixture.run("-p kernels dot");
    let error = several.error(1);
    assert!(error.contains("'dot' can be 2 functions"), "{error}");
    assert!(error.contains("   0  kernels::dot::<f32>  kernels/src/lib.rs:"), "{error}");
    assert!(error.contains("   1  kernels::dot::<u64>  "), "{error}");
    assert!(!error.contains("dot_of_floats"), "{error}");
    for arguments in ["-p kernels dot 1", "-p kernels kernels::dot::<u64>"] {
        let one = fixture.run(arguments);
        assert!(one.stderr.contains("kernels::dot::<u64> ("), "{}", one.stderr);
        assert!(one.text().contains(" in 1 function, "), "{}", one.stdout);
    }
    let all = fixture.run("-p kernels *dot::*");
    assert!(all.text().contains(" in 2 functions, "), "{}", all.stdout);
    // Of a package that uses it, in the program.
    let user = fixture.run("-p app --bin two dot");
    assert!(user.stderr.contains("kernels::dot::<u8> ("), "{}", user.stderr);
    let error = fixture.run("-p kernels dot 7");
    assert!(error.error(1).contains("there is no function 7; 'dot' can be:"), "{}", error.stderr);
}

#[test]
fn inlined_bodies_are_found_where_they_are() {
    let fixture = Fixture::new("workspace");
    let printed = fixture.run("-p kernels largest");
    assert!(printed.stderr.contains("inlined in kernels::range"), "{}", printed.stderr);
    let text = printed.text();
    assert!(text.contains("kernels::range#"), "{text}");
    let whole = fixture.run("-p kernels range");
    let rows = |text: &str| text.lines().filter(|it| it.contains("range#")).count();
    assert!(rows(text) < rows(whole.text()), "{text}{}", whole.stdout);
    let explained = fixture.run("-p kernels largest --explain");
    assert!(explained.text().contains("Limited by:"), "{}", explained.stdout);
    assert_eq!(explained.text().matches("Code Region").count(), rows(text));
    let error = fixture.run("-p kernels range --inlined");
    assert!(error.error(1).contains("was inlined anywhere"), "{}", error.stderr);
}

#[test]
fn without_a_name_all_functions_of_the_workspace_are_shown() {
    let fixture = Fixture::new("workspace");
    let printed = fixture.run("-p app --bin one");
    let text = printed.text();
    assert!(text.contains("one::main#"), "{text}");
    assert!(text.lines().count() < 40, "functions of the standard library are left out: {text}");
    let list = fixture.run("-p kernels --list");
    for name in ["<kernels::Numbers as ", "kernels::dot::<f32>", "kernels::largest", "scale"] {
        assert!(list.text().contains(name), "{}", list.stdout);
    }
    // Those of the standard library are found by their names.
    let standard = fixture.run("-p app --bin one *memchr*");
    assert!(standard.text().contains("memchr"), "{}", standard.stdout);
}

#[test]
fn options_are_passed_on() {
    let fixture = Fixture::new("workspace");
    let json = fixture.run("-p kernels scale --json");
    assert!(json.text().contains("\"schema\": \"urn:oxmca:loops:"), "{}", json.stdout);
    let file = fixture.path().join("loops.txt");
    let printed = fixture.run(&format!("-p kernels scale -o {} -- --sort=cycles", file.display()));
    assert_eq!(printed.text(), "");
    assert!(fs::read_to_string(file).unwrap().contains("scale#1"));
    let error = fixture.run("-p kernels scale -- --srot=cycles");
    assert!(error.error(1).contains("oxmca loops takes no option '--srot'"), "{}", error.stderr);
    let explained = fixture.run("-p kernels scale --explain");
    assert!(explained.text().contains("Explanation:"), "{}", explained.stdout);
    let error = fixture.run("-p kernels scale --mcpu=nothing");
    assert!(error.error(1).contains("'nothing' is no CPU of "), "{}", error.stderr);
}

//! Packages, targets, features and profiles.

use crate::fixture::Fixture;

#[test]
fn each_kind_of_target_is_built() {
    let fixture = Fixture::new("workspace");
    let loops = [
        ("--example sums sum", "sums::sum_of_squares ("),
        ("--bench speed measured", "speed::measured_loop ("),
        ("--test whole tested", "whole::tested_loop ("),
        ("--lib neg", "<kernels::Numbers as core::ops::arith::Neg>::neg ("),
    ];
    for (arguments, name) in loops {
        let printed = fixture.run_in("kernels", arguments);
        assert!(printed.text().contains(" in 1 function, "), "{}", printed.stdout);
        assert!(printed.stderr.contains(name), "{}", printed.stderr);
    }
}

#[test]
fn features_and_profiles_are_cargos() {
    let fixture = Fixture::new("workspace");
    let without = fixture.run_in("kernels", "product");
    assert!(without.error(1).contains("the library `kernels` has no function with 'product'"));
    let with = fixture.run_in("kernels", "product -F products");
    assert!(with.stderr.contains("kernels::product ("), "{}", with.stderr);
    let dev = fixture.run_in("kernels", "scale --profile dev");
    assert!(dev.text().contains("scale#1"), "{}", dev.stdout);
    let error = fixture.run_in("kernels", "scale --profile none");
    assert!(error.error(101).contains("profile `none`"), "{}", error.stderr);
}

#[test]
fn one_of_several_packages_or_targets_is_chosen() {
    let fixture = Fixture::new("workspace");
    let error = fixture.run("dot");
    assert_eq!(error.error(1), "error: choose a package with -p: app, kernels, kernels-extra\n");
    let error = fixture.run("-p app");
    assert_eq!(error.error(1), "error: choose a target of package `app`: --bin one, --bin two\n");
    let error = fixture.run("-p kernel");
    assert!(
        error.error(1).contains("the workspace has no package 'kernel'; its packages are: app,")
    );
    let error = fixture.run("-p app --bin three");
    assert!(
        error.error(1).contains("package `app` has no program `three`; its targets are: --bin one")
    );
    // The package whose name is the beginning of another one's.
    let extra = fixture.run("-p kernels-extra dot");
    assert!(extra.text().contains(" in 1 function, "), "{}", extra.stdout);
    assert!(extra.stderr.contains("kernels::dot::<u16> ("), "{}", extra.stderr);
}

#[test]
fn profiles_that_remove_names_or_link_later_have_loops_too() {
    let fixture = Fixture::new("program");
    let library = fixture.run("sum");
    assert!(library.text().contains("program::sum#1"), "{}", library.stdout);
    let program = fixture.run("--bin program total");
    assert!(program.text().contains("program::total#1"), "{}", program.stdout);
}

#[test]
fn another_processors_library_is_built_where_its_target_is_installed() {
    const TRIPLE: &str = "aarch64-unknown-linux-gnu";
    let folder = std::process::Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TRIPLE])
        .output()
        .map(|it| String::from_utf8_lossy(&it.stdout).trim().to_owned());
    if !folder.is_ok_and(|it| std::path::Path::new(&it).exists()) {
        eprintln!("rustc's target {TRIPLE} is not installed: not tried");
        return;
    }
    let fixture = Fixture::new("workspace");
    let arguments = format!("scale --target {TRIPLE}");
    let printed = fixture.run_in("kernels", &format!("{arguments} --mcpu=neoverse-n2"));
    assert!(printed.text().contains("scale#1"), "{}", printed.stdout);
    if cfg!(target_arch = "x86_64") {
        let error = fixture.run_in("kernels", &arguments);
        assert!(error.error(1).contains("choose a CPU with -mcpu"), "{}", error.stderr);
    }
    let error = fixture.run_in("kernels", "scale --target nothing");
    assert!(error.error(101).contains("nothing"), "{}", error.stderr);
}

//! The command that finds the costs of instructions on this machine.

use std::process::{Command, Output};
use std::{env, fs};

use serde_json::Value;

/// Returns whether forms can be timed here: the command says so where they cannot.
fn is_here() -> bool {
    let output = characterize(&["--instructions=NOOP"]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        assert!(
            errors.contains("Linux on x86-64") || errors.contains("give up its rights"),
            "{errors}"
        );
        eprintln!("not tested: {errors}");
    }
    output.status.success()
}

fn characterize(options: &[&str]) -> Output {
    let is_given = options.iter().any(|it| it.starts_with("--mcpu"));
    Command::new(env!("CARGO_BIN_EXE_oxmca"))
        .args(["characterize", "--mtriple=x86_64"])
        .args((!is_given).then_some("--mcpu=skylake"))
        .args(options)
        .output()
        .unwrap()
}

fn document(options: &[&str]) -> Value {
    let output = characterize(&[&["--json"], options].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn forms_are_timed_alone_and_in_chains() {
    if !is_here() {
        return;
    }
    let document = document(&["--instructions=XOR64rr", "--instructions=DIV64r"]);
    assert_eq!(document["hardware_model"], "Skylake");
    let form = |name: &str| {
        document["forms"].as_array().unwrap().iter().find(|it| it["name"] == name).unwrap()
    };
    let xor = form("XOR64rr");
    if xor["verdict"] == "not-measured" {
        eprintln!("the machine is busy: {xor}");
        return;
    }
    let experiments = xor["experiments"].as_array().unwrap();
    let of_kind = |kind: &str| -> Vec<f64> {
        let all = experiments.iter().filter(|it| it["kind"] == kind);
        all.map(|it| it["measured_cycles"].as_f64().unwrap()).collect()
    };
    // A chain of `xor` takes a cycle wherever it was measured, and no processor does more than eight in one.
    assert_eq!(of_kind("throughput").len(), 1);
    assert!(of_kind("throughput")[0] > 0.1, "{xor}");
    assert!(of_kind("latency").iter().all(|it| (0.95..1.05).contains(it)), "{xor}");
}

#[test]
fn files_are_written_and_taken_again() {
    if !is_here() {
        return;
    }
    let folder = env::temp_dir().join(format!("oxmca-characterize-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("mine.hw");
    let name = path.to_str().unwrap();
    let output = characterize(&["--instructions=ADD#ri8", "-o", name]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("hardware SkylakeMeasured based-on Skylake"), "{text}");
    let times = fs::read_to_string(folder.join("mine.hw.times")).unwrap();
    assert!(times.starts_with("{\"cpu\":\"skylake\""), "{times}");
    // Hardware mode takes the file.
    let code = folder.join("code.s");
    fs::write(&code, "addl $3, %eax\n").unwrap();
    let listed = Command::new(env!("CARGO_BIN_EXE_oxmca"))
        .args(["-mtriple=x86_64", "-mcpu=skylake", &format!("--hardware={name}")])
        .arg(&code)
        .output()
        .unwrap();
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn kept_data_are_those_of_native() {
    if !is_here() {
        return;
    }
    let folder = env::temp_dir().join(format!("oxmca-kept-{}", std::process::id()));
    let code = folder.join("code.s");
    fs::create_dir_all(&folder).unwrap();
    fs::write(&code, "top:\n\taddl $3, %eax\n\tdec %ecx\n\tjne top\n").unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_oxmca"));
        let command =
            command.env("XDG_CONFIG_HOME", &folder).args(arguments).arg("--mtriple=x86_64");
        let output =
            if arguments[0] == "characterize" { command } else { command.arg(&code) }.output();
        let output = output.unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(output.status.success(), "{}", text(&output.stderr));
        (text(&output.stdout), text(&output.stderr))
    };
    let (_, before) = run(&["loops", "--mcpu=native"]);
    let (_, kept) = run(&["characterize", "--mcpu=skylake", "--instructions=ADD32ri8", "--keep"]);
    let (loops, after) = run(&["loops", "--mcpu=native"]);
    let (_, hardware) = run(&["-mcpu=native", "--hardware"]);
    let (_, llvm) = run(&["-mcpu=native"]);
    let (_, named) = run(&["loops", "--mcpu=skylake"]);
    assert!(kept.contains("--mcpu=native takes "), "{kept}");
    let note = "this machine is taken for skylake with the hardware data of ";
    assert!(after.contains(note) && hardware.contains(note), "{after}{hardware}");
    assert!(loops.starts_with("skylake: "), "{loops}");
    for text in [before, llvm, named] {
        assert!(!text.contains("hardware data of"), "{text}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn memory_is_measured_with_numbers_as_far_as_there_is_time() {
    if !is_here() {
        return;
    }
    let path = env::temp_dir().join(format!("oxmca-memory-{}.times", std::process::id()));
    let times = format!("--times={}", path.display());
    // The numbers take the time that there is.
    let found = document(&["--numbers", "--time=1s", &times]);
    let memory = &found["memory"];
    assert_eq!(memory["levels"].as_array().unwrap().len(), 0, "{memory}");
    assert_eq!(memory["not_measured"], "there was no time left", "{memory}");
    assert!(memory["curve"].as_array().unwrap().len() > 20, "{memory}");
    // Forms alone have none of it.
    let of_forms = document(&["--instructions=XOR64rr", "--time=1s"]);
    assert!(of_forms["memory"].is_null());
    fs::remove_file(&path).unwrap();
}

#[test]
fn mistakes_are_said() {
    let error = |options: &[&str]| {
        let output = characterize(options);
        assert_eq!(output.status.code(), Some(1), "{options:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(
        error(&["--instructions=NO_SUCH_FORM"])
            .contains("no form of an instruction has such a name")
    );
    assert!(error(&["--mcpu=btver2"]).contains("there are no hardware data of btver2"));
    assert!(error(&["-o", "/no/such/folder/file"]).contains("/no/such/folder/file"));
    assert!(error(&["--mcpu=skylake,znver3"]).contains("this machine has one CPU"));
}

#[test]
fn code_of_another_architecture_is_an_error_and_leaves_no_file() {
    let other = if cfg!(target_arch = "aarch64") { "x86_64" } else { "aarch64" };
    let folder = env::temp_dir().join(format!("oxmca-characterize-other-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let cpu = if other == "aarch64" { "neoverse-n1" } else { "skylake" };
    for more in [&["--numbers"][..], &["--instructions=ADD*"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_oxmca"))
            .args(["characterize", "--mtriple", other, "--mcpu", cpu, "-o"])
            .arg(folder.join("other.hw"))
            .args(more)
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(output.stdout.is_empty());
        // Elsewhere nothing is measured at all.
        let is_told =
            errors.contains("another architecture") || errors.contains("can be measured on Linux");
        assert!(is_told, "{errors}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }
    fs::remove_dir_all(&folder).unwrap();
}

//! Two versions of each loop in `tests/pairs`: `oxmca diff` and `oxmca check` say which is slower, as measured.

use std::fs;
use std::path::Path;
use std::process::Command;

use oxmca_testing::pairs::{self, Pair, TOLERANCE};
use serde_json::Value;

/// CPUs with hardware data.
const CPUS: [&str; 7] =
    ["haswell", "skylake", "icelake-client", "sapphirerapids", "znver3", "znver4", "znver5"];
/// The models that predict.
const MODELS: [&str; 2] = ["llvm", "hardware"];

fn all() -> Vec<Pair> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pairs = pairs::find(&top).unwrap();
    assert!(pairs.len() >= 12, "{}", pairs.len());
    pairs
}

/// Returns the ratios of cycles for the same work on all CPUs.
fn ratios(pair: &Pair, model: &str) -> Vec<(String, f64)> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oxmca"));
    command.args(["diff", "--format=json", "--mtriple=x86_64-linux-gnu"]);
    command.arg(format!("--mcpu={}", CPUS.join(","))).arg(format!("--model-of={model}"));
    let output = command.args(pair.versions.iter().map(|it| &it.assembly)).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let comparisons = document["comparisons"].as_array().unwrap().iter();
    let ratio = |it: &Value| {
        let cpu = it["cpu"].as_str().unwrap();
        let loops = it["loops"].as_array().unwrap();
        let kernel = loops.iter().find(|it| it["name"] == "kernel#1").unwrap();
        let ratio = kernel["cycles_ratio"].as_f64();
        let ratio = ratio.unwrap_or_else(|| panic!("{} is not comparable on {cpu}", pair.name));
        (format!("{cpu} {model}"), ratio)
    };
    comparisons.map(ratio).collect()
}

#[test]
fn the_faster_version_is_the_one_that_was_measured_to_be() {
    let mut wrong = String::new();
    for pair in all() {
        let measured = pair.measured.as_ref().unwrap().ratio;
        assert!(measured.iter().all(|it| (*it > 1.0) == (measured[0] > 1.0)), "{}", pair.name);
        let cpu = &pair.measured.as_ref().unwrap().cpu;
        assert!(pair.other_signs.iter().all(|it| !it.0.contains(cpu)), "{}", pair.name);
        for (setting, ratio) in MODELS.iter().flat_map(|model| ratios(&pair, model)) {
            let is_same = ratio != 1.0 && (ratio > 1.0) == (measured[0] > 1.0);
            if is_same == pair.other_sign(&setting).is_some() {
                wrong.push_str(&format!("{} on {setting}: {ratio:.3}\n", pair.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn factors_are_those_that_were_measured_unless_a_pair_says_why_not() {
    for pair in all() {
        let measured = pair.measured.as_ref().unwrap();
        let mut settings = 0;
        for (setting, ratio) in MODELS.iter().flat_map(|model| ratios(&pair, model)) {
            if setting.split(' ').next() != Some(&measured.cpu) {
                continue;
            }
            settings += 1;
            let deviates = (ratio / measured.ratio[0] - 1.0).abs() > TOLERANCE;
            let reason = pair.deviation(&setting);
            let name = &pair.name;
            assert_eq!(deviates, reason.is_some(), "{name} on {setting}: {ratio:.3}, {reason:?}");
        }
        assert_eq!(settings, MODELS.len());
    }
}

#[test]
fn checks_fail_for_the_slower_version_and_pass_for_the_faster_one() {
    let folder = std::env::temp_dir().join(format!("oxmca-pairs-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for pair in all() {
        let check = |of: usize, arguments: &[&str]| {
            fs::copy(&pair.versions[of].assembly, folder.join("kernel.s")).unwrap();
            let mut command = Command::new(env!("CARGO_BIN_EXE_oxmca"));
            command.args(["check", "--baseline=loops.txt", "--mtriple=x86_64-linux-gnu"]);
            command.args(arguments).arg("kernel.s").current_dir(&folder);
            let output = command.env_remove("GITHUB_ACTIONS").output().unwrap();
            let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            (output.status.code().unwrap(), text)
        };
        let (status, text) = check(0, &["--write-baseline", "--mcpu=znver4"]);
        assert_eq!(status, 0, "{}: {text}", pair.name);
        let is_slower = pair.measured.as_ref().unwrap().ratio[0] > 1.0;
        let (status, text) = check(1, &[]);
        let expected = if is_slower { 3 } else { 0 };
        assert_eq!(status, expected, "{}: {text}", pair.name);
        let verdict = if is_slower { "1 slower" } else { "1 faster" };
        assert!(text.contains(verdict), "{}: {text}", pair.name);
    }
    fs::remove_dir_all(&folder).unwrap();
}

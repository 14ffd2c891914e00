//! What is said of files that are no recordings of IBS, of output that cannot be written, and help.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use oxmca_testing::perf_data::{self, Sample, Setting};
use oxmca_testing::trials::{Failed, Trial};

use crate::{recording, run, scratch};

const SAMPLE: &str = r#"{"op":["0x6186a","0x401000","0x50002","0","0","0","0","0"]}"#;

type Check = fn(&Path) -> Result<(), Failed>;

pub fn trials() -> Vec<Trial> {
    let checks: [(&str, Check); 9] = [
        ("what_is_no_recording_is_refused", refused_files),
        ("other_processors_and_events_are_refused", refused_settings),
        ("damaged_recordings_end_in_an_error_or_a_report", damaged),
        ("a_processor_can_be_named", named_processor),
        ("streams_are_read_from_pipes_and_files", streams),
        ("reports_go_to_files_whole_or_not_at_all", output_files),
        ("a_closed_pipe_is_no_complaint", closed_pipe),
        ("help_says_how_to_name_a_file_called_ibs", help),
        ("the_progress_bar_leaves_nothing_behind", progress),
    ];
    let trial = |(name, check): (&'static str, Check)| {
        Trial::test(name, move || {
            let folder = scratch(name)?;
            check(&folder)?;
            Ok(fs::remove_dir_all(&folder)?)
        })
    };
    checks.into_iter().map(trial).collect()
}

fn ensure(holds: bool, what: impl std::fmt::Debug) -> Result<(), Failed> {
    if holds { Ok(()) } else { Err(format!("{what:?}").into()) }
}

/// A recording with one sample.
fn recorded(setting: &Setting, folder: &Path) -> Vec<u8> {
    setting.file(&recording::records(setting, SAMPLE, folder))
}

/// Reports on a file, and expects exit status 1, no report, and some words.
fn refuse(folder: &Path, name: &str, words: &[&str]) -> Result<(), Failed> {
    let output = run(folder, &["ibs", "report", name], Stdio::null())?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    ensure(output.status.code() == Some(1) && output.stdout.is_empty(), (name, &output))?;
    ensure(said.starts_with(&format!("error: {name}: ")), &said)?;
    words.iter().try_for_each(|word| ensure(said.contains(word), (word, &said)))
}

fn refused_files(folder: &Path) -> Result<(), Failed> {
    refuse(folder, "missing.data", &["No such file"])?;
    refuse(folder, ".", &["directory"])?;
    for (name, contents) in [("empty", ""), ("short", "PERF"), ("text", "addl %eax, %ebx\nnop\n")] {
        fs::write(folder.join(name), contents)?;
        refuse(folder, name, &["no perf.data file", "perf record -R -e ibs_op//"])?;
    }
    Ok(())
}

fn refused_settings(folder: &Path) -> Result<(), Failed> {
    let cpu = |text: &str| Setting { cpu_id: Some(text.to_owned()), ..Setting::default() };
    let mut no_ibs = Setting { sources: vec![(4, "cpu"), (1, "software")], ..Setting::default() };
    no_ibs.events.truncate(1);
    no_ibs.events[0].source = 4;
    no_ibs.events[0].name = "cycles";
    let mut no_raw = Setting::default();
    for event in &mut no_raw.events {
        event.fields &= !perf_data::field::RAW;
    }
    let arm = Setting { architecture: "aarch64".into(), ..Setting::default() };
    for (name, setting, words) in [
        ("intel.data", cpu("GenuineIntel,6,69,1"), ["GenuineIntel", "ibs_op//"]),
        ("k8.data", cpu("AuthenticAMD,15,67,2"), ["family Fh", "family 10h"]),
        ("arm.data", arm, ["aarch64", "ibs_op//"]),
        ("events.data", no_ibs, ["no IBS samples", "ibs_op//"]),
        ("raw.data", no_raw, ["lack the registers", "perf record -R"]),
    ] {
        fs::write(folder.join(name), recorded(&setting, folder))?;
        refuse(folder, name, &words)?;
    }
    Ok(())
}

fn damaged(folder: &Path) -> Result<(), Failed> {
    let whole = recorded(&Setting::default(), folder);
    let path = folder.join("cut.data");
    for len in (0..whole.len()).step_by(61) {
        fs::write(&path, &whole[..len])?;
        refuse(folder, "cut.data", &[])?;
    }
    for at in (0..whole.len()).step_by(37) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0xff;
        fs::write(&path, &bytes)?;
        let output = run(folder, &["ibs", "report", "cut.data"], Stdio::null())?;
        ensure(matches!(output.status.code(), Some(0 | 1)), (at, &output))?;
    }
    Ok(())
}

fn named_processor(folder: &Path) -> Result<(), Failed> {
    let setting = Setting { cpu_id: None, ..Setting::default() };
    fs::write(folder.join("a.data"), recorded(&setting, folder))?;
    refuse(folder, "a.data", &["--cpuid="])?;
    let arguments = ["ibs", "report", "a.data", "--cpuid", "AuthenticAMD,23,49,0"];
    let output = run(folder, &arguments, Stdio::null())?;
    ensure(String::from_utf8_lossy(&output.stdout).contains("family 17h model 31h"), &output)
}

fn streams(folder: &Path) -> Result<(), Failed> {
    let setting = Setting::default();
    let records = recording::records(&setting, SAMPLE, folder);
    fs::write(folder.join("a.data"), setting.file(&records))?;
    fs::write(folder.join("b.data"), setting.stream(&records))?;
    let report = |name: &str, input: Stdio| {
        run(folder, &["ibs", "report", name, "--format=csv"], input).map(|output| output.stdout)
    };
    let file = report("a.data", Stdio::null())?;
    ensure(!file.is_empty(), "no report")?;
    ensure(report("b.data", Stdio::null())? == file, "a stream in a file differs")?;
    let piped = report("-", File::open(folder.join("b.data"))?.into())?;
    ensure(piped == file, "a stream from a pipe differs")
}

fn output_files(folder: &Path) -> Result<(), Failed> {
    fs::write(folder.join("a.data"), recorded(&Setting::default(), folder))?;
    let report = |arguments: &[&str]| {
        run(folder, &[&["ibs", "report", "a.data"], arguments].concat(), Stdio::null())
    };
    let printed = report(&[])?.stdout;
    let output = report(&["-o", "out.txt"])?;
    ensure(output.status.success() && output.stdout.is_empty(), &output)?;
    ensure(fs::read(folder.join("out.txt"))? == printed, "the file has another report")?;
    let output = report(&["-o", "out.txt", "--symbol", "nothing"])?;
    ensure(output.status.code() == Some(1), &output)?;
    ensure(fs::read(folder.join("out.txt"))? == printed, "the file has changed")?;
    let output = report(&["-o", "new.txt", "--symbol", "nothing"])?;
    ensure(output.status.code() == Some(1) && !folder.join("new.txt").exists(), &output)?;
    let output = report(&["-o", "missing/out.txt"])?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    ensure(output.status.code() == Some(1) && said.starts_with("error: missing/out.txt: "), said)
}

fn closed_pipe(folder: &Path) -> Result<(), Failed> {
    let setting = Setting::default();
    let mut records = Vec::new();
    for at in 0..20_000 {
        let registers = [0x6_186a, 0x40_0000 + at, 0x5_0002, 0, 0, 0, 0, 0];
        let payload = perf_data::payload(0xbff, &registers);
        setting.push_sample(
            &mut records,
            &Sample {
                event: 0,
                ip: registers[1],
                pid: 1,
                time: at,
                cpu: 0,
                period: 1,
                mode: 2,
                payload: &payload,
            },
        );
    }
    fs::write(folder.join("a.data"), setting.file(&records))?;
    let arguments = ["ibs", "report", "a.data", "--by=instruction", "--top=0"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_oxmca"))
        .current_dir(folder)
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    drop(child.stdout.take());
    let output = child.wait_with_output()?;
    ensure(output.stderr.is_empty() && !output.status.success(), &output)
}

fn help(folder: &Path) -> Result<(), Failed> {
    // All commands together name the first of them.
    for (arguments, place) in [(&["ibs", "--help"][..], "./ibs"), (&["--help"], "is named './")] {
        let output = run(folder, arguments, Stdio::null())?;
        let help = String::from_utf8_lossy(&output.stdout).into_owned();
        ensure(output.status.success() && help.contains(place), help)?;
    }
    let output = run(folder, &["ibs", "report", "--help"], Stdio::null())?;
    let help = String::from_utf8_lossy(&output.stdout).into_owned();
    ensure(help.contains("nb-cache-state"), help)?;
    for arguments in
        [&["ibs"][..], &["ibs", "frob"], &["ibs", "report"], &["ibs", "report", "a", "b"]]
    {
        let output = run(folder, arguments, Stdio::null())?;
        ensure(output.status.code() == Some(1) && output.stdout.is_empty(), &output)?;
        ensure(String::from_utf8_lossy(&output.stderr).contains("oxmca ibs"), &output)?;
    }
    File::create(folder.join("ibs"))?.write_all(b"nop\n")?;
    let output = run(folder, &["-mcpu=btver2", "./ibs"], Stdio::null())?;
    ensure(output.stdout.starts_with(b"Iterations:"), &output)
}

fn progress(folder: &Path) -> Result<(), Failed> {
    fs::write(folder.join("a.data"), recorded(&Setting::default(), folder))?;
    let arguments = ["ibs", "report", "a.data", "--progress=always"];
    let output = run(folder, &arguments, Stdio::null())?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let blank = |text: &str| text.chars().all(|it| it == ' ');
    ensure(output.status.success() && said.rsplit('\r').take(2).all(blank), said)
}

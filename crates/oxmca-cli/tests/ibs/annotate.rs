//! `oxmca ibs annotate` on files of code that are damaged, large or no code.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use oxmca_testing::forged_debug;
use oxmca_testing::json_schema::Schema;
use oxmca_testing::json_schema::coverage::{Parts, parts_of_document, parts_of_schema};
use oxmca_testing::json_schema::strict::{check_refusals, check_schema};
use oxmca_testing::perf_data::{self, Sample, Setting};
use oxmca_testing::trials::{Failed, Trial};
use serde_json::Value;

use crate::elf::{self, Symbol};
use crate::schema::{cases, lines_of_this_program, recorded};
use crate::{DATA, run, scratch};

const PATH: &str = "/opt/app";
const START: u64 = 0x40_1000;
const PID: u32 = 100;

type Check = fn(&Path) -> Result<(), Failed>;

pub fn trials() -> Vec<Trial> {
    let checks: [(&str, Check); 6] = [
        ("annotate::documents_follow_the_schema_and_use_all_of_it", schema),
        ("annotate::damaged_files_end_in_an_error_or_a_report", damaged),
        ("annotate::any_bytes_are_annotated", any_bytes),
        ("annotate::large_functions_are_annotated", large),
        ("annotate::models_of_ones_own_are_simulated", own_model),
        ("annotate::only_source_files_below_the_folders_are_shown", sources),
    ];
    let trial = |(name, check): (&'static str, Check)| {
        Trial::test(name, move || {
            let folder = scratch(&name.replace(':', "-"))?;
            check(&folder)?;
            Ok(fs::remove_dir_all(&folder)?)
        })
    };
    checks.into_iter().map(trial).collect()
}

/// Writes a recording with samples at some offsets of a file that is mapped as a whole.
fn record(folder: &Path, len: u64, offsets: impl Iterator<Item = u64>) -> Result<(), Failed> {
    let setting = Setting::default();
    let mut records = setting.map(PID, 1, [START, len, elf::CODE_AT], PATH, None);
    for (time, offset) in (2..).zip(offsets) {
        let registers = [0xe_186a, START + offset, 0x14_0004, 0, 0, 0, 0, 0];
        let payload = perf_data::payload(0xbff, &registers);
        let (ip, mode) = (registers[1], 2);
        let sample =
            Sample { event: 0, ip, pid: PID, time, cpu: 0, period: 1, mode, payload: &payload };
        setting.push_sample(&mut records, &sample);
    }
    records.extend(perf_data::finished_round());
    fs::create_dir_all(folder.join("opt"))?;
    Ok(fs::write(folder.join("a.data"), setting.file(&records))?)
}

fn program(code: &[u8]) -> Vec<u8> {
    let len = code.len() as u64;
    let work = Symbol { name: "work".to_owned(), start: START, len };
    elf::file(START, len, code, &[work], &[])
}

fn annotate(folder: &Path, arguments: &[&str]) -> Result<String, Failed> {
    let arguments = [&["ibs", "annotate", "a.data", "--root=.", "-s", "work"], arguments].concat();
    let output = run(folder, &arguments, Stdio::null())?;
    let (stdout, stderr) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    match output.status.code() {
        Some(0) if stderr.is_empty() => Ok(stdout.into_owned()),
        Some(1) if stdout.is_empty() && stderr.starts_with("error: ") => Ok(String::new()),
        _ => Err(format!("{output:?}").into()),
    }
}

/// Debug information of a program that is not beneath `--root` names files of this computer.
fn sources(folder: &Path) -> Result<(), Failed> {
    const CODE_AT: u64 = 120;
    let here = folder.join("here");
    fs::create_dir_all(&here)?;
    fs::create_dir_all(folder.join("there"))?;
    fs::write(folder.join("there/secret.c"), "the secret line\n".repeat(50))?;
    fs::write(here.join("own.c"), "the own line\n".repeat(50))?;
    let app = here.join("app");
    let setting = Setting::default();
    let registers = [0xe_186a, forged_debug::ADDRESS, 0x14_0004, 0, 0, 0, 0, 0];
    let payload = perf_data::payload(0xbff, &registers);
    let (ip, mode) = (registers[1], 2);
    let sample =
        Sample { event: 0, ip, pid: PID, time: 2, cpu: 0, period: 1, mode, payload: &payload };
    let place = [forged_debug::ADDRESS, 0x1000, CODE_AT];
    let mut records = setting.map(PID, 1, place, &app.display().to_string(), None);
    setting.push_sample(&mut records, &sample);
    records.extend(perf_data::finished_round());
    fs::write(here.join("a.data"), setting.file(&records))?;
    let printed = |path: &str, arguments: &[&str]| -> Result<(String, String), Failed> {
        fs::write(&app, forged_debug::of_source(path))?;
        let arguments = [&["ibs", "annotate", "a.data", "-s", "f"], arguments].concat();
        let output = run(&here, &arguments, Stdio::null())?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ok((text(&output.stdout), text(&output.stderr)))
    };
    let (stdout, stderr) = printed("own.c", &[])?;
    assert!(stdout.contains("the own line") && stderr.is_empty(), "{stdout}{stderr}");
    let secret = folder.join("there/secret.c").display().to_string();
    for path in [&secret, "../there/secret.c", "/etc/passwd"] {
        let (stdout, stderr) = printed(path, &[])?;
        assert!(!stdout.contains("the secret line") && !stdout.contains("root:"), "{stdout}");
        assert!(stdout.contains("addss"), "{stdout}{stderr}");
        assert_eq!(stderr.matches("not shown").count(), 1, "{stderr}");
    }
    let (stdout, stderr) = printed(&secret, &["--source-root=../there"])?;
    assert!(stdout.contains("the secret line") && stderr.is_empty(), "{stdout}{stderr}");
    let (stdout, _) = printed("/build/secret.c", &["--source-root=/build=../there"])?;
    assert!(stdout.contains("the secret line"), "{stdout}");
    Ok(())
}

fn damaged(folder: &Path) -> Result<(), Failed> {
    // addq %rax, %rbx; jne back
    let whole = program(&[0x48, 0x01, 0xc3, 0x75, 0xfb]);
    record(folder, 5, [0, 3, 3, 4].into_iter())?;
    let path = folder.join("opt/app");
    fs::write(&path, &whole)?;
    assert!(annotate(folder, &[])?.contains("addq    %rax, %rbx"));
    // The file header, and everything after the code.
    for at in (0..64).chain(elf::CODE_AT as usize..whole.len()) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0xff;
        fs::write(&path, &bytes)?;
        annotate(folder, &[])?;
    }
    Ok(())
}

fn any_bytes(folder: &Path) -> Result<(), Failed> {
    let mut seed = 1_u64;
    for round in 0..20 {
        let code: Vec<u8> = (0..600)
            .map(|_| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(round + 1);
                let random = (seed >> 56) as u8;
                if random.is_multiple_of(4) { 0x70 | random >> 4 } else { random }
            })
            .collect();
        record(folder, 600, 0..600)?;
        fs::write(folder.join("opt/app"), program(&code))?;
        for arguments in [&[][..], &["--format=json"], &["--loop=+0..+258"], &["--mcpu=btver2"]] {
            assert!(!annotate(folder, arguments)?.is_empty());
        }
    }
    Ok(())
}

fn large(folder: &Path) -> Result<(), Failed> {
    // A loop of 20,000 additions: addq %rax, %rbx; jmp back
    let mut code = [0x48, 0x01, 0xc3].repeat(20_000);
    code.push(0xe9);
    code.extend((-60_005_i32).to_le_bytes());
    record(folder, code.len() as u64, (0..60_000).step_by(300))?;
    fs::write(folder.join("opt/app"), program(&code))?;
    let text = annotate(folder, &[])?;
    assert!(text.contains("20001 instructions with 100.00% of the samples"));
    assert!(text.contains("20000.00 cycles per iteration"), "{}", &text[..600]);
    Ok(())
}

fn own_model(folder: &Path) -> Result<(), Failed> {
    // addq %rax, %rbx; jne back
    record(folder, 5, [0, 3, 3, 4].into_iter())?;
    fs::write(folder.join("opt/app"), program(&[0x48, 0x01, 0xc3, 0x75, 0xfb]))?;
    let model = "model Slow extends Znver4Model\nchange-class latency=7 for-opcodes ADD64rr\n";
    fs::write(folder.join("slow.tbl"), model)?;
    assert!(annotate(folder, &[])?.contains(" 1.00 cycles per iteration"));
    for arguments in [&["--model=slow.tbl"][..], &["--model=slow.tbl", "--mcpu=slow"]] {
        let text = annotate(folder, arguments)?;
        assert!(text.contains(" 7.00 cycles per iteration"), "{text}");
    }
    let text = annotate(folder, &["--model=slow.tbl", "--mcpu=znver4"])?;
    assert!(text.contains(" 1.00 cycles per iteration"), "{text}");
    for arguments in [&["--model=none.tbl"][..], &["--model=slow.tbl", "--mcpu=slower"]] {
        assert_eq!(annotate(folder, arguments)?, "");
    }
    Ok(())
}

/// The document of a run, if that succeeds.
fn document(folder: &Path, arguments: &[&str]) -> Result<Option<Value>, Failed> {
    let output = run(folder, &[arguments, &["--format=json"]].concat(), Stdio::null())?;
    if !output.status.success() {
        return Ok(None);
    }
    Ok(Some(serde_json::from_slice(&output.stdout)?))
}

fn schema(folder: &Path) -> Result<(), Failed> {
    let output = run(folder, &["--generate=ibs-annotate-schema"], Stdio::null())?;
    let schema: Value = serde_json::from_slice(&output.stdout)?;
    check_schema(&schema);
    let mut documents = Vec::new();
    for path in cases()? {
        fs::write(folder.join("a.data"), recorded(&path, folder)?)?;
        for line in fs::read_to_string(&path)?.lines() {
            let arguments = line.strip_prefix("# oxmca: ").unwrap_or_default();
            let arguments = arguments.replace(DATA, "a.data");
            let arguments: Vec<&str> =
                arguments.split_whitespace().filter(|it| !it.contains("json")).collect();
            let arguments: Vec<&str> =
                arguments.into_iter().filter(|it| *it != "--format").collect();
            if arguments.starts_with(&["ibs", "annotate"]) {
                documents.extend(document(folder, &arguments)?);
            }
        }
    }
    let lines = lines_of_this_program(folder)?;
    let has_lines = lines.is_some();
    if let Some((recording, address)) = lines {
        fs::write(folder.join("a.data"), recording)?;
        let address = format!("{address:#x}");
        let found = document(folder, &["ibs", "annotate", "a.data", "-s", &address])?;
        documents.push(found.ok_or("the test program is not annotated")?);
    }
    let validator = Schema::new(&schema)?;
    let mut used = Parts::new();
    for document in &documents {
        if let Some(error) = validator.violation(document) {
            return Err(error.into());
        }
        parts_of_document(&schema, document, &mut used);
    }
    let mut unused: Vec<String> = parts_of_schema(&schema).difference(&used).cloned().collect();
    if !has_lines {
        unused.retain(|part| !part.contains("/source_"));
    }
    assert!(unused.is_empty(), "in none of {} documents: {unused:?}", documents.len());
    assert!(check_refusals(&schema, &documents[0]) > 10);
    Ok(())
}

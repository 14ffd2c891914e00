//! Files and CPUs of very different size: the order of what is printed, and readers that go away.

use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write as _};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use oxmca_testing::trials::{Failed, Trial};

const TARGET: &str = "-mtriple=x86_64-unknown-unknown";
const THREADS: [&str; 4] = ["-j0", "-j1", "-j2", "-j7"];
const COUNT: usize = 150;

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("files_of_different_size_keep_their_order", in_order),
        Trial::test("files_share_regions_but_not_dialects", shared),
        Trial::test("cpus_are_compared_in_parallel", compared),
        Trial::test("readers_that_go_away_end_any_run_quietly", closed_pipe),
        Trial::test("a_report_begins_before_the_last_file_is_read", streamed),
    ]
}

/// A folder that is removed with its files.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Result<Folder, Failed> {
        let path = std::env::temp_dir().join(format!("oxmca-{name}-{}", std::process::id()));
        fs::create_dir_all(&path)?;
        Ok(Folder(path))
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_oxmca"));
        command.arg(TARGET).args(arguments).current_dir(&self.0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// The outcome with one thread, which that with others must be.
    fn same(&self, arguments: &[&str]) -> Result<Output, Failed> {
        let run = |threads: &str| self.command(arguments).arg(threads).output();
        let one = run("-j1")?;
        for threads in THREADS {
            if run(threads)? != one {
                return Err(format!("{threads} makes a difference with {arguments:?}").into());
            }
        }
        Ok(one)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Every tenth file has much to do, and some have nothing that can be done.
fn write_files(folder: &Folder) -> Result<Vec<String>, Failed> {
    let mut names = Vec::new();
    for number in 0..COUNT {
        let mut text = String::new();
        let regions = if number.is_multiple_of(10) { 60 } else { 1 + number % 3 };
        for region in 0..regions {
            writeln!(text, "# LLVM-MCA-BEGIN f{number}r{region}")?;
            for at in 0..1 + region % 7 {
                writeln!(text, "imulq ${}, %r{}, %rax", 1 + region % 11, 8 + at)?;
            }
            if number % 10 == 3 {
                text.push_str("callq f\n");
            }
            text.push_str("# LLVM-MCA-END\n");
        }
        if number % 20 == 7 {
            text.push_str("frob\n");
        }
        let name = format!("{number}.s");
        fs::write(folder.0.join(&name), text)?;
        names.push(name);
    }
    Ok(names)
}

fn in_order() -> Result<(), Failed> {
    let folder = Folder::new("order")?;
    let names = write_files(&folder)?;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for options in [&["-mcpu=btver2"][..], &["-mcpu=btver2", "-json"], &["-mcpu=skylake,atom"]] {
        let outcome = folder.same(&[options, &names].concat())?;
        let text = String::from_utf8(outcome.stdout)?;
        let mut rest = text.as_str();
        for name in &names {
            let mark = match options.contains(&"-json") {
                true => format!("{{\"file\":\"{name}\","),
                false => format!("==> {name} <==\n"),
            };
            (_, rest) = rest.split_once(&mark).ok_or(format!("{name} is out of order"))?;
        }
        let failures =
            String::from_utf8(outcome.stderr)?.matches("is not fully reported on").count();
        let expected = (0..COUNT).filter(|number| number % 20 == 7).count();
        if outcome.status.code() != Some(1) || failures != expected {
            return Err(format!("{}: {failures} failures", outcome.status).into());
        }
    }
    Ok(())
}

/// What is equal in two files is reported on in the words of each.
fn shared() -> Result<(), Failed> {
    let folder = Folder::new("shared")?;
    fs::write(folder.0.join("att.s"), "imulq %rsi, %rdi\ncall f\n")?;
    fs::write(folder.0.join("intel.s"), ".intel_syntax noprefix\nimul rdi, rsi\ncall f\n")?;
    let names = ["att.s", "intel.s", "att.s", "intel.s"];
    let cpu = "-mcpu=znver4";
    let together = folder.same(&[&[cpu][..], &names].concat())?;
    let mut expected = (String::new(), String::new());
    for name in names {
        let alone = folder.command(&[cpu, name]).output()?;
        let gap = if expected.0.is_empty() { "" } else { "\n" };
        write!(expected.0, "{gap}==> {name} <==\n\n{}", String::from_utf8(alone.stdout)?)?;
        expected.1.push_str(&String::from_utf8(alone.stderr)?);
    }
    let found = (String::from_utf8(together.stdout)?, String::from_utf8(together.stderr)?);
    if found == expected { Ok(()) } else { Err(format!("{}{}", found.0, found.1).into()) }
}

/// Each column is as if its CPU were alone with another.
fn compared() -> Result<(), Failed> {
    const CPUS: [&str; 6] = ["btver2", "znver4", "skylake", "atom", "alderlake", "haswell"];
    let folder = Folder::new("compared")?;
    let names = write_files(&folder)?;
    let inputs = [names[10].as_str(), names[11].as_str()];
    let all = format!("-mcpu={}", CPUS.join(","));
    let together = folder.same(&[&[all.as_str(), "-json"], &inputs[..]].concat())?;
    let together: serde_json::Value = serde_json::from_slice(&together.stdout)?;
    for (number, cpu) in CPUS.iter().enumerate() {
        let two = format!("-mcpu={cpu},{cpu}");
        let alone = folder.command(&[two.as_str(), "-json", inputs[0], inputs[1]]).output()?;
        let alone: serde_json::Value = serde_json::from_slice(&alone.stdout)?;
        for (file, count) in [(0, 60), (1, 3)] {
            for region in 0..count {
                let cell = |document: &serde_json::Value, number: usize| {
                    document[file]["report"]["regions"][region]["cpus"][number].clone()
                };
                let found = cell(&together, number);
                if found != cell(&alone, 0) || found["cpu"] != *cpu {
                    return Err(format!("{cpu}, file {file}, region {region}").into());
                }
            }
        }
    }
    Ok(())
}

/// Reads a little, closes the pipe, and gives the status and what was said.
fn read_a_little(mut command: Command) -> Result<(Option<i32>, String), Failed> {
    let mut child = command.spawn()?;
    let mut stdout = child.stdout.take().ok_or("no standard output")?;
    stdout.read_exact(&mut [0; 100])?;
    drop(stdout);
    let mut said = String::new();
    child.stderr.take().ok_or("no standard error")?.read_to_string(&mut said)?;
    Ok((child.wait()?.code(), said))
}

#[cfg(unix)]
fn closed_pipe() -> Result<(), Failed> {
    let folder = Folder::new("pipe")?;
    let region = |number| {
        let text = format!("imulq ${number}, %rax, %rax\n").repeat(300);
        format!("# LLVM-MCA-BEGIN {number}\n{text}# LLVM-MCA-END\n")
    };
    fs::write(folder.0.join("regions.s"), (0..400).map(region).collect::<String>())?;
    fs::write(folder.0.join("file.s"), "imulq %rsi, %rdi\n".repeat(500))?;
    let request = |number| format!("{{\"id\":{number},\"asm\":\"imull ${number}, %eax, %eax\"}}\n");
    fs::write(folder.0.join("requests"), (0..50_000).map(request).collect::<String>())?;
    let files = vec!["file.s"; 400];
    let runs: [&[&str]; 5] = [
        &["regions.s"],
        &files,
        &[&["-mcpu=btver2,skylake"][..], &files].concat(),
        &["--batch", "requests"],
        &["--batch", "--json=full", "requests"],
    ];
    for arguments in runs {
        for threads in THREADS {
            let command = folder.command(&[&["-mcpu=btver2", threads][..], arguments].concat());
            let (status, said) = read_a_little(command)?;
            if (status, said.as_str()) != (Some(141), "") {
                let run = &arguments[..arguments.len().min(3)];
                return Err(format!("{run:?} {threads}: status {status:?}: {said}").into());
            }
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn closed_pipe() -> Result<(), Failed> {
    Ok(())
}

/// The last input is standard input, whose end comes only after the first report is there.
fn streamed() -> Result<(), Failed> {
    let folder = Folder::new("streamed")?;
    fs::write(folder.0.join("first.s"), "nop\n")?;
    for threads in ["-j1", "-j2"] {
        let mut command = folder.command(&["-mcpu=btver2", threads, "first.s", "-"]);
        let mut child = command.stdin(Stdio::piped()).spawn()?;
        let mut stdout = child.stdout.take().ok_or("no standard output")?;
        let mut begin = [0; 100];
        stdout.read_exact(&mut begin)?;
        if !begin.starts_with(b"==> first.s <==\n") {
            return Err("the first report is not the first".into());
        }
        child.stdin.take().ok_or("no standard input")?.write_all(b"frob\n")?;
        let mut rest = String::new();
        stdout.read_to_string(&mut rest)?;
        if child.wait()?.code() != Some(1) || !rest.contains("==> - <==\n") {
            return Err(rest.into());
        }
    }
    Ok(())
}

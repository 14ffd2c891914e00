//! Recordings that name devices, pipes, huge files and files elsewhere: each report comes at once, and says of each
//! such file once that it was not opened.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use oxmca_testing::perf_data::Setting;
use oxmca_testing::trials::{Failed, Trial};

use crate::{recording, scratch};

/// The time that a report may take. One that reads a device, or waits for a pipe, never ends.
const LIMIT: Duration = Duration::from_secs(20);

pub fn trials() -> Vec<Trial> {
    vec![Trial::test("files_that_recordings_name_are_opened_if_regular", || {
        let folder = scratch("named_files")?;
        check_modules(&folder)?;
        check_root(&folder)?;
        check_kernel_symbols(&folder)?;
        Ok(fs::remove_dir_all(&folder)?)
    })]
}

/// Reports on a recording of a module, and returns what is printed.
fn report(folder: &Path, module: &str, arguments: &[&str]) -> Result<String, Failed> {
    let map = format!(r#"{{"map":"{module}","at":["0x401000","0x1000","0x1000"]}}"#);
    let sample = r#"{"op":["0x6186a","0x401000","0x50002","0","0","0","0","0"]}"#;
    let setting = Setting::default();
    let records = recording::records(&setting, &format!("{map}\n{sample}\n"), folder);
    fs::write(folder.join("a.data"), setting.file(&records))?;
    let mut child = Command::new(env!("CARGO_BIN_EXE_oxmca"))
        .current_dir(folder)
        .args(["ibs", "report", "a.data"])
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let start = Instant::now();
    while child.try_wait()?.is_none() {
        if start.elapsed() > LIMIT {
            child.kill()?;
            return Err(format!("{module} {arguments:?}: still running").into());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(text(&output.stdout) + &text(&output.stderr))
}

/// Reports on a recording, and expects some words exactly once.
fn expect_once(folder: &Path, module: &str, arguments: &[&str], words: &str) -> Result<(), Failed> {
    let printed = report(folder, module, arguments)?;
    // Lines of a field are not wrapped.
    match printed.matches(words).count() {
        1 => Ok(()),
        count => Err(format!("{module} {arguments:?}: {count} times `{words}`:\n{printed}").into()),
    }
}

fn check_modules(folder: &Path) -> Result<(), Failed> {
    let at = |name: &str| folder.join(name).display().to_string();
    File::create(folder.join("sparse"))?.set_len(20 << 30)?;
    fs::create_dir_all(folder.join("folder"))?;
    let mut cases = vec![
        (at("sparse"), "not opened: larger than 1024 MiB"),
        (at("folder"), "Is a directory"),
        (at("folder/../sparse"), "not opened, since the path has `..`"),
        ("../../../../etc/passwd".to_owned(), "not opened, since the path has `..`"),
    ];
    if cfg!(target_os = "linux") {
        make_fifo(&folder.join("pipe"))?;
        cases.extend([
            ("/dev/./zero".to_owned(), "not opened: not a regular file"),
            ("/dev/urandom".to_owned(), "not opened: not a regular file"),
            ("/dev/tty".to_owned(), "not opened: not a regular file"),
            (at("pipe"), "not opened: not a regular file"),
            ("/proc/self/mem".to_owned(), "not an object file, but an empty file"),
            ("/proc/kmsg".to_owned(), ""),
        ]);
    }
    for (module, words) in cases {
        match words {
            "" => drop(report(folder, &module, &[])?),
            words => expect_once(folder, &module, &[], words)?,
        }
    }
    Ok(())
}

fn make_fifo(path: &Path) -> Result<(), Failed> {
    match Command::new("mkfifo").arg(path).status()?.success() {
        true => Ok(()),
        false => Err("mkfifo failed".into()),
    }
}

#[cfg(unix)]
fn check_root(folder: &Path) -> Result<(), Failed> {
    use std::os::unix::fs::symlink;

    let (root, outside) = (folder.join("root"), folder.join("outside"));
    fs::create_dir_all(root.join("opt"))?;
    fs::create_dir_all(&outside)?;
    let code = r#"{"elf":"outside/app","address":"0x401000","len":16,"symbols":[["secret","0x401000",16]]}"#;
    recording::records(&Setting::default(), code, folder);
    symlink(outside.join("app"), root.join("absolute"))?;
    symlink("../outside/app", root.join("relative"))?;
    symlink("../../outside", root.join("opt/folder"))?;
    for module in ["/absolute", "/relative", "/opt/folder/app", "/../outside/app"] {
        let printed = report(folder, module, &["--root", "root"])?;
        let is_outside = printed.contains("secret") || !printed.contains("No such file");
        if is_outside {
            return Err(format!("{module} leaves the root:\n{printed}").into());
        }
    }
    // Links are followed as on the recorded computer.
    symlink("/opt/app", root.join("linked"))?;
    fs::copy(outside.join("app"), root.join("opt/app"))?;
    expect_once(folder, "/linked", &["--root", "root"], "secret")
}

#[cfg(not(unix))]
fn check_root(_: &Path) -> Result<(), Failed> {
    Ok(())
}

fn check_kernel_symbols(folder: &Path) -> Result<(), Failed> {
    File::create(folder.join("many"))?.set_len(20 << 30)?;
    expect_once(folder, "/gone", &["--kallsyms", "many"], "--kallsyms: many: not opened: larger")?;
    if cfg!(target_os = "linux") {
        let words = "--kallsyms: /dev/zero: not opened: not a regular file";
        expect_once(folder, "/gone", &["--kallsyms", "/dev/zero"], words)?;
    }
    Ok(())
}

//! Names of files and their contents.

use std::ffi::OsStr;
#[cfg(unix)]
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
#[cfg(unix)]
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::sync::OnceLock;

use oxmca::SessionBuilder;
use oxmca_asm::host;
#[cfg(unix)]
use oxmca_asm::lossless;

pub use crate::output::Output;

/// Returns an argument as text, with bytes that are no UTF-8 as [`lossless`] carries them.
pub fn argument_text(argument: &OsStr) -> String {
    #[cfg(unix)]
    let text = lossless::to_text(argument.as_bytes()).into_owned();
    #[cfg(not(unix))]
    let text = argument.to_string_lossy().into_owned();
    text
}

/// Returns the path that an argument names.
pub fn path_named(argument: &str) -> PathBuf {
    #[cfg(unix)]
    let path = PathBuf::from(OsString::from_vec(lossless::to_bytes(argument).into_owned()));
    #[cfg(not(unix))]
    let path = PathBuf::from(argument);
    path
}

/// Reads a file of at most `max_bytes` bytes, or standard input for `-`.
///
/// # Errors
/// When it cannot be read or has more.
pub fn read_at_most(path: &str, max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path == "-" {
        io::stdin().lock().take(max_bytes + 1).read_to_end(&mut bytes)?;
    } else {
        let file = File::open(path_named(path))?;
        let len = file.metadata().map_or(0, |it| it.len());
        if len > max_bytes {
            return Err(too_large());
        }
        bytes.try_reserve_exact(len as usize).map_err(|_| io::ErrorKind::OutOfMemory)?;
        file.take(max_bytes + 1).read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 > max_bytes { Err(too_large()) } else { Ok(bytes) }
}

fn too_large() -> io::Error {
    io::Error::other("File too large")
}

/// Returns bytes of a file, or of the one that is standard input (`-`); `None` if it is not known
/// before they are read.
pub fn len(path: &str) -> Option<u64> {
    let metadata = match path {
        "-" => standard_input()?.metadata(),
        path => fs::metadata(path_named(path)),
    };
    metadata.ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len())
}

#[cfg(unix)]
fn standard_input() -> Option<File> {
    use std::os::fd::AsFd;
    io::stdin().as_fd().try_clone_to_owned().ok().map(File::from)
}

#[cfg(not(unix))]
fn standard_input() -> Option<File> {
    None
}

/// Returns the operating system's description of an error, without Rust's error number.
pub fn describe(error: &io::Error) -> String {
    let text = error.to_string();
    match text.rfind(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// Returns what speaks against [`oxmca_host::cpu_name`].
pub fn host_doubt() -> Option<&'static host::Doubt> {
    static DOUBT: OnceLock<Option<host::Doubt>> = OnceLock::new();
    let find = || {
        let builder = SessionBuilder::new(&host::default_triple()).cpu(oxmca_host::cpu_name());
        host::doubt(builder.build().ok()?.tables(), oxmca_host::cpu_name())
    };
    DOUBT.get_or_init(find).as_ref()
}

/// Returns whether the program runs on this CPU, or, if its name is in doubt, on none that is more like it.
pub fn is_host(cpu: &str) -> bool {
    match host_doubt() {
        None => cpu == oxmca_host::cpu_name(),
        Some(doubt) => doubt.nearest.as_deref() == Some(cpu),
    }
}

/// Describes the processor that the program runs on, as far as the system says: family, model, stepping, microcode.
pub fn processor_description() -> String {
    let text = processor_text();
    let parts = ["model name", "cpu family", "model", "stepping", "microcode"].map(|key| {
        let label = key.strip_prefix("cpu ").unwrap_or(key);
        let value = value_of_key(&text, key)?;
        Some(if key == "model name" { value.to_owned() } else { format!("{label} {value}") })
    });
    match parts.into_iter().flatten().collect::<Vec<_>>().join(", ") {
        text if text.is_empty() => oxmca_host::cpu_name().to_owned(),
        text => text,
    }
}

/// Returns the system's kernel and its version, as far as it says.
pub fn system_description() -> String {
    let part = |name: &str| fs::read_to_string(format!("/proc/sys/kernel/{name}"));
    let parts = ["ostype", "osrelease"].map(|name| part(name).unwrap_or_default());
    parts.iter().map(|it| it.trim()).filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns how many bytes of memory programs can still have here, as far as the system says; otherwise 0.
pub fn available_memory_bytes() -> u64 {
    let text = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let available = value_of_key(&text, "MemAvailable");
    let kibibytes = available.and_then(|it| it.strip_suffix(" kB")?.parse::<u64>().ok());
    let of_system = kibibytes.unwrap_or(0).saturating_mul(1024);
    // A container can have less.
    let of_group = |name: &str| {
        fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse::<u64>().ok()
    };
    let limit = of_group("memory.max").zip(of_group("memory.current"));
    limit.map_or(of_system, |(most, now)| of_system.min(most.saturating_sub(now)))
}

/// Returns the caches of data of the first processor, as far as the system says.
pub fn system_caches() -> String {
    let cache = |index: usize| {
        let value = |name: &str| {
            let path = format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{name}");
            fs::read_to_string(path).ok().map(|it| it.trim().to_owned())
        };
        let (level, kind, size) = (value("level")?, value("type")?, value("size")?);
        // The size is in kibibytes: `48K`.
        Some((kind != "Instruction").then(|| format!("L{level} {}", size.replace('K', " KiB"))))
    };
    let caches: Vec<String> = (0..).map_while(cache).flatten().collect();
    caches.join(", ")
}

/// Returns family, model and stepping of the processor that the program runs on, as far as the system says.
pub fn processor_numbers() -> Vec<u32> {
    let text = processor_text();
    let keys = ["cpu family", "model", "stepping"];
    keys.iter().filter_map(|key| value_of_key(&text, key)?.parse().ok()).collect()
}

fn processor_text() -> String {
    fs::read_to_string("/proc/cpuinfo").unwrap_or_default()
}

fn value_of_key<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let values = text.lines().filter_map(|line| line.split_once(':'));
    values.map(|(name, value)| (name.trim(), value.trim())).find(|it| it.0 == key).map(|it| it.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_described_in_the_systems_words() {
        let error = read_at_most("/nonexistent/x", 1).unwrap_err();
        assert_eq!(describe(&error), "No such file or directory");
    }
}

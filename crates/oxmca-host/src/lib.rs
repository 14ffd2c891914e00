//! The CPU that the program runs on.
//!
//! Programs and bindings ask for it; libraries take it as a value, since they read no files.
//!
//! Deliberately absent: names of CPUs, which the targets in `oxmca_asm` have.
#![deny(missing_docs)]

use std::fs;
use std::process::Command;

use oxmca_asm::host;

/// Returns the CPU that the program runs on, as `-mcpu` names it; `generic` where it is not known. Linux is asked by
/// `/proc/cpuinfo`, macOS by `sysctl`, and only where the processor itself does not say enough.
pub fn cpu_name() -> &'static str {
    host::cpu_name(|| {
        let text = match cfg!(target_os = "macos") {
            true => {
                let number = Command::new("/usr/sbin/sysctl").args(["-n", "hw.cpufamily"]).output();
                number.map(|output| output.stdout).unwrap_or_default()
            }
            false => fs::read("/proc/cpuinfo").unwrap_or_default(),
        };
        String::from_utf8_lossy(&text).into_owned()
    })
}

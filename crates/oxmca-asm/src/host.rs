//! The machine that the program runs on, in LLVM's names.

use std::env::consts::{ARCH, OS};

use crate::target::{self, Arch, HostFacts, TargetDescriptor};

/// Returns the target of the machine the program runs on, with what it says of such machines.
fn host() -> Option<(&'static TargetDescriptor, &'static HostFacts)> {
    let mut hosts = target::descriptors().filter_map(|it| Some((it, it.host.as_ref()?)));
    hosts.find(|(_, host)| host.rust_names.contains(&ARCH))
}

/// Returns the target triple of the machine the program runs on.
pub fn default_triple() -> String {
    let host = host().map(|(_, host)| host);
    let arch = match ARCH {
        "powerpc64" if cfg!(target_endian = "little") => "powerpc64le",
        other => host.map_or(other, |host| (host.triple_arch)(other, OS)),
    };
    match OS {
        "macos" => format!("{arch}-apple-darwin"),
        "windows" => format!("{arch}-pc-windows-msvc"),
        "linux" => {
            let vendor = host.map_or("unknown", |host| host.linux_vendor);
            format!("{arch}-{vendor}-linux-gnu")
        }
        os => format!("{arch}-unknown-{os}"),
    }
}

/// Returns the CPU that the program runs on, as `-mcpu` names it; `generic` where it is not known. `read_cpuinfo` gives
/// the text of Linux's `/proc/cpuinfo`, on macOS the number `hw.cpufamily` of `sysctl`, empty if there is none. It is
/// called only on machines that are known by it alone.
pub fn cpu_name(read_cpuinfo: impl FnOnce() -> String) -> &'static str {
    let Some((target, host)) = host() else { return "generic" };
    if !Arch::of(target).any(Arch::has_code) {
        return "generic";
    }
    let mut read_cpuinfo = Some(read_cpuinfo);
    (host.cpu_name)(&mut || read_cpuinfo.take().map(|read| read()).unwrap_or_default())
}

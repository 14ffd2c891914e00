//! The machine that the program runs on, in LLVM's names.

use std::env::consts::{ARCH, OS};

use oxmca_tables::Tables;

use crate::target::{self, Arch, HostFacts, TargetDescriptor};

/// Returns the target of the machine the program runs on, with what it says of such machines.
fn host() -> Option<(&'static TargetDescriptor, &'static HostFacts)> {
    let mut hosts = target::descriptors().filter_map(|it| Some((it, it.host.as_ref()?)));
    hosts.find(|(_, host)| host.rust_names.contains(&ARCH))
}

/// Returns the target triple of the machine the program runs on.
pub fn default_triple() -> String {
    let host = host().map(|(_, host)| host);
    let arch = host.map_or(ARCH, |host| (host.triple_arch)(ARCH, OS));
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

/// Evidence against the name of the CPU that the program runs on: virtual machines can hide which one it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubt {
    /// Features that it has and the CPU of that name has not, as `-mattr` names them.
    pub features: Vec<&'static str>,
    /// The CPU of the same target that is most like it, if one has all these features.
    pub nearest: Option<String>,
}

/// Returns what speaks against the CPU that the program runs on being the one of this name, if anything does.
pub fn doubt(tables: &Tables<'_>, cpu: &str) -> Option<Doubt> {
    let (_, host) = host()?;
    doubt_by((host.features)(), tables, cpu)
}

fn doubt_by(features: Vec<(&'static str, bool)>, tables: &Tables<'_>, cpu: &str) -> Option<Doubt> {
    let bits = features.into_iter().filter_map(|(name, is_here)| {
        let bit = tables.feature_named(name)?.bit;
        Some((name, bit, is_here))
    });
    let bits: Vec<(&'static str, u16, bool)> = bits.collect();
    let named = &tables.cpus[tables.cpu_named(cpu)?.index()];
    let missing =
        bits.iter().filter(|(_, bit, is_here)| *is_here && !named.features.contains(*bit));
    let missing: Vec<&'static str> = missing.map(|it| it.0).collect();
    // One alone may be missing in the tables.
    if missing.len() < 2 {
        return None;
    }
    let has_all = tables
        .cpus
        .iter()
        .filter(|cpu| bits.iter().all(|(_, bit, is_here)| !is_here || cpu.features.contains(*bit)));
    // Virtual machines leave out features, too.
    let nearest = has_all.min_by_key(|cpu| {
        let beyond =
            bits.iter().filter(|(_, bit, is_here)| !is_here && cpu.features.contains(*bit));
        (beyond.count(), cpu.features.bits().count())
    });
    let nearest = nearest.map(|cpu| tables.text(cpu.name).to_owned());
    Some(Doubt { features: missing, nearest })
}

//! The machine that the program runs on, in LLVM's names.

/// The target triple of the machine the program runs on.
pub fn default_triple() -> String {
    use std::env::consts::{ARCH, OS};
    let arch = match ARCH {
        "x86" => "i686",
        "powerpc64" if cfg!(target_endian = "little") => "powerpc64le",
        other => other,
    };
    match OS {
        "macos" if arch == "aarch64" => "arm64-apple-darwin".to_owned(),
        "macos" => format!("{arch}-apple-darwin"),
        "windows" => format!("{arch}-pc-windows-msvc"),
        "linux" if matches!(arch, "x86_64" | "i686") => format!("{arch}-pc-linux-gnu"),
        "linux" => format!("{arch}-unknown-linux-gnu"),
        os => format!("{arch}-unknown-{os}"),
    }
}

/// The CPU that the program runs on, as `-mcpu` names it; `generic` where it is not known. `read_cpuinfo` gives the text
/// of Linux's `/proc/cpuinfo`, on macOS the number `hw.cpufamily` of `sysctl`, empty if there is none. It is called only on
/// machines that are known by it alone.
pub fn cpu_name(read_cpuinfo: impl FnOnce() -> String) -> &'static str {
    #[cfg(feature = "x86-target")]
    if let Some(name) = crate::target::x86::host::cpu_name() {
        return name;
    }
    #[cfg(feature = "riscv")]
    if cfg!(any(target_arch = "riscv32", target_arch = "riscv64"))
        && let Ok(tables) = oxmca_tables::Tables::riscv()
    {
        return crate::target::riscv::host::cpu_name(&tables, &read_cpuinfo(), usize::BITS);
    }
    #[cfg(feature = "aarch64-target")]
    if cfg!(target_arch = "aarch64") {
        use crate::target::aarch64::host;
        return match cfg!(target_os = "macos") {
            true => host::cpu_name_of_family(&read_cpuinfo()),
            false => host::cpu_name_of_cpuinfo(&read_cpuinfo()),
        };
    }
    drop(read_cpuinfo);
    "generic"
}

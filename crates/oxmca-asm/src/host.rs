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

/// The CPU that the program runs on, as `-mcpu` names it; `generic` where it is not known.
pub fn cpu_name() -> &'static str {
    #[cfg(feature = "x86")]
    if let Some(name) = crate::target::x86::host::cpu_name() {
        return name;
    }
    "generic"
}

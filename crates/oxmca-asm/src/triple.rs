//! Target triples, as far as they decide how assembly is read: `arch-vendor-os-environment`.
//!
//! Components are taken by position, as llvm-mca takes them: `x86_64-linux-gnu` has the vendor
//! `linux`, which nobody knows, and no operating system.

mod normalize;

use crate::syntax::ObjectFormat;

/// Architectures that have a target here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arch {
    /// 32- and 16-bit x86.
    X86,
    /// 64-bit x86.
    X86_64,
    /// RISC-V with 32-bit registers.
    RiscV32,
    /// RISC-V with 64-bit registers.
    RiscV64,
    /// As `RiscV32`, with big-endian data.
    RiscV32Be,
    /// As `RiscV64`, with big-endian data.
    RiscV64Be,
    /// AArch64.
    AArch64,
    /// As `AArch64`, with big-endian data.
    AArch64Be,
    /// As `AArch64`, with pointers of 32 bits.
    AArch64_32,
}

impl Arch {
    /// Returns whether it is RISC-V, whose object files are ELF on every system unless the triple says otherwise.
    fn is_riscv(self) -> bool {
        matches!(self, Arch::RiscV32 | Arch::RiscV64 | Arch::RiscV32Be | Arch::RiscV64Be)
    }

    /// All of them.
    pub const ALL: [Arch; 9] = [
        Arch::X86,
        Arch::X86_64,
        Arch::RiscV32,
        Arch::RiscV64,
        Arch::RiscV32Be,
        Arch::RiscV64Be,
        Arch::AArch64,
        Arch::AArch64Be,
        Arch::AArch64_32,
    ];

    /// The architecture that begins a triple.
    fn from_triple(name: &str) -> Option<Arch> {
        match name {
            "i386" | "i486" | "i586" | "i686" | "i786" | "i886" | "i986" => Some(Arch::X86),
            "x86_64" | "amd64" | "x86_64h" => Some(Arch::X86_64),
            "riscv32" => Some(Arch::RiscV32),
            "riscv64" => Some(Arch::RiscV64),
            "riscv32be" => Some(Arch::RiscV32Be),
            "riscv64be" => Some(Arch::RiscV64Be),
            "aarch64" | "aarch64_lfi" | "arm64" | "arm64e" | "arm64ec" => Some(Arch::AArch64),
            "aarch64_be" => Some(Arch::AArch64Be),
            "aarch64_32" | "arm64_32" => Some(Arch::AArch64_32),
            _ => None,
        }
    }

    /// The architecture LLVM registers under that name (`-march`).
    pub fn from_target_name(name: &str) -> Option<Arch> {
        match name {
            "x86" => Some(Arch::X86),
            "x86-64" => Some(Arch::X86_64),
            "riscv32" => Some(Arch::RiscV32),
            "riscv64" => Some(Arch::RiscV64),
            "riscv32be" => Some(Arch::RiscV32Be),
            "riscv64be" => Some(Arch::RiscV64Be),
            "aarch64" | "arm64" => Some(Arch::AArch64),
            "aarch64_be" => Some(Arch::AArch64Be),
            "aarch64_32" | "arm64_32" => Some(Arch::AArch64_32),
            _ => None,
        }
    }

    /// The name under which LLVM registers its target.
    pub fn target_name(self) -> &'static str {
        match self {
            Arch::X86 => "x86",
            Arch::X86_64 => "x86-64",
            Arch::RiscV32 => "riscv32",
            Arch::RiscV64 => "riscv64",
            Arch::RiscV32Be => "riscv32be",
            Arch::RiscV64Be => "riscv64be",
            Arch::AArch64 => "aarch64",
            Arch::AArch64Be => "aarch64_be",
            Arch::AArch64_32 => "aarch64_32",
        }
    }

    /// The Cargo feature that builds its target in.
    pub fn feature(self) -> &'static str {
        match self {
            Arch::X86 | Arch::X86_64 => "x86",
            Arch::RiscV32 | Arch::RiscV64 | Arch::RiscV32Be | Arch::RiscV64Be => "riscv",
            Arch::AArch64 | Arch::AArch64Be | Arch::AArch64_32 => "aarch64",
        }
    }

    /// Returns whether its target is built in, with its tables.
    pub fn is_enabled(self) -> bool {
        match self {
            Arch::X86 | Arch::X86_64 => cfg!(feature = "x86"),
            Arch::RiscV32 | Arch::RiscV64 | Arch::RiscV32Be | Arch::RiscV64Be => {
                cfg!(feature = "riscv")
            }
            Arch::AArch64 | Arch::AArch64Be | Arch::AArch64_32 => cfg!(feature = "aarch64"),
        }
    }

    /// Returns the name of the architecture in a triple.
    pub fn canonical(self) -> &'static str {
        match self {
            Arch::X86 => "i386",
            Arch::X86_64 => "x86_64",
            Arch::RiscV32 => "riscv32",
            Arch::RiscV64 => "riscv64",
            Arch::RiscV32Be => "riscv32be",
            Arch::RiscV64Be => "riscv64be",
            Arch::AArch64 => "aarch64",
            Arch::AArch64Be => "aarch64_be",
            Arch::AArch64_32 => "aarch64_32",
        }
    }
}

/// Operating systems that differ in how assembly is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum System {
    Darwin,
    Windows,
    Uefi,
    Other,
}

/// Environments that differ in how assembly is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Environment {
    Msvc,
    Itanium,
    Other,
}

/// A target triple.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Triple {
    text: String,
    arch: Option<Arch>,
    system: System,
    environment: Environment,
    object_format: ObjectFormat,
}

impl Triple {
    /// Reads a triple. Unknown components are kept but mean nothing.
    pub fn new(text: &str) -> Triple {
        let mut parts = text.splitn(4, '-');
        let arch = Arch::from_triple(parts.next().unwrap_or_default());
        let _vendor = parts.next();
        let system = system(parts.next().unwrap_or_default());
        let environment_name = parts.next().unwrap_or_default();
        let object_format = match environment_name {
            name if name.ends_with("coff") => ObjectFormat::Coff,
            name if name.ends_with("elf") => ObjectFormat::Elf,
            name if name.ends_with("macho") => ObjectFormat::MachO,
            _ if arch.is_some_and(Arch::is_riscv) => ObjectFormat::Elf,
            _ => match system {
                System::Darwin => ObjectFormat::MachO,
                System::Windows | System::Uefi => ObjectFormat::Coff,
                System::Other => ObjectFormat::Elf,
            },
        };
        let environment = match environment(environment_name) {
            Environment::Other if system == System::Windows && environment_name.is_empty() => {
                Environment::Msvc
            }
            environment => environment,
        };
        Triple { text: text.to_owned(), arch, system, environment, object_format }
    }

    /// The triple as written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The architecture, if there is a target for it.
    pub fn arch(&self) -> Option<Arch> {
        self.arch
    }

    /// The same triple for another architecture.
    pub fn with_arch(&self, arch: Arch) -> Triple {
        let rest = self.text.find('-').map_or("", |dash| &self.text[dash..]);
        Triple { text: format!("{}{rest}", arch.canonical()), arch: Some(arch), ..self.clone() }
    }

    /// The triple of a system that has an object format, for the same architecture; `None` if there is no such system.
    pub fn with_object_format(&self, format: ObjectFormat) -> Option<Triple> {
        let arch = self.text.split('-').next().unwrap_or_default();
        let system = match format {
            ObjectFormat::Elf => "unknown-linux-gnu",
            ObjectFormat::Coff => "pc-windows-msvc",
            ObjectFormat::MachO => "apple-macosx",
        };
        let triple = Triple::new(&format!("{arch}-{system}"));
        (triple.object_format == format).then_some(triple)
    }

    /// The operating system as written, e.g. `macosx10.15`.
    pub fn system(&self) -> &str {
        self.text.split('-').nth(2).unwrap_or_default()
    }

    /// The environment as written, e.g. `gnueabihf`, with an object format behind it perhaps.
    pub fn environment(&self) -> &str {
        self.text.splitn(4, '-').nth(3).unwrap_or_default()
    }

    /// Returns whether the operating system is one of Apple's.
    pub fn is_darwin(&self) -> bool {
        self.system == System::Darwin
    }

    /// Returns whether the assembly is for Windows with Microsoft's conventions.
    pub fn is_windows_msvc(&self) -> bool {
        self.system == System::Windows
            && matches!(self.environment, Environment::Msvc | Environment::Itanium)
    }

    /// The object file format.
    pub fn object_format(&self) -> ObjectFormat {
        self.object_format
    }

    /// The triple as messages show it: each component in the place where it means something, and
    /// `unknown` where one is missing.
    pub fn normalized(&self) -> String {
        normalize::normalize(&self.text)
    }
}

fn system(name: &str) -> System {
    const DARWIN: [&str; 9] =
        ["darwin", "macos", "ios", "tvos", "watchos", "driverkit", "xros", "visionos", "bridgeos"];
    if DARWIN.iter().any(|prefix| name.starts_with(prefix)) {
        System::Darwin
    } else if name.starts_with("windows") || name.starts_with("win32") {
        System::Windows
    } else if name.starts_with("uefi") {
        System::Uefi
    } else {
        System::Other
    }
}

fn environment(name: &str) -> Environment {
    if name.starts_with("msvc") {
        Environment::Msvc
    } else if name.starts_with("itanium") {
        Environment::Itanium
    } else {
        Environment::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_decide_by_position() {
        let linux = Triple::new("x86_64-pc-linux-gnu");
        assert_eq!((linux.arch(), linux.object_format()), (Some(Arch::X86_64), ObjectFormat::Elf));
        assert_eq!(Triple::new("i686-unknown-unknown-code16").environment(), "code16");
        assert_eq!(Triple::new("i686-unknown-code16").environment(), "");
        assert_eq!(Triple::new("a-b-c-gnu-elf").environment(), "gnu-elf");
        assert_eq!(Triple::new("x86_64-apple-macosx10.15").object_format(), ObjectFormat::MachO);
        assert!(Triple::new("x86_64-pc-windows").is_windows_msvc());
        assert!(!Triple::new("x86_64-pc-windows-gnu").is_windows_msvc());
        assert_eq!(Triple::new("foo").arch(), None);
    }

    #[test]
    fn messages_show_missing_vendors_and_empty_components() {
        assert_eq!(Triple::new("x86_64").normalized(), "x86_64");
        assert_eq!(Triple::new("i686-linux-gnu").normalized(), "i686-unknown-linux-gnu");
        assert_eq!(Triple::new("x86_64-pc").normalized(), "x86_64-pc");
        assert_eq!(Triple::new("i686--").normalized(), "i686-unknown-unknown");
    }

    #[test]
    fn another_architecture_keeps_the_rest() {
        let triple = Triple::new("x86_64-pc-linux-gnu").with_arch(Arch::X86);
        assert_eq!((triple.as_str(), triple.arch()), ("i386-pc-linux-gnu", Some(Arch::X86)));
    }
}

//! Target triples, as far as they decide how assembly is read: `arch-vendor-os-environment`.
//!
//! Components are taken by position, as llvm-mca takes them: `pdp11-linux-gnu` has the vendor
//! `linux`, which nobody knows, and no operating system.

mod normalize;

use crate::syntax::ObjectFormat;
pub use crate::target::descriptor::Arch;

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
    /// Reads a triple that begins with the name of an architecture; `None` if no target is known for it. The list of
    /// targets has [`Triple::new`], which finds out.
    pub fn of_arch(text: &str, arch: Option<Arch>) -> Triple {
        let mut parts = text.splitn(4, '-');
        let (_name, vendor) = (parts.next(), parts.next());
        let system = system(parts.next().unwrap_or_default(), vendor.unwrap_or_default());
        let environment_name = parts.next().unwrap_or_default();
        let object_format = match environment_name {
            name if name.ends_with("coff") => ObjectFormat::Coff,
            name if name.ends_with("elf") => ObjectFormat::Elf,
            name if name.ends_with("macho") => ObjectFormat::MachO,
            _ if arch.is_some_and(|it| it.facts().is_always_elf) => ObjectFormat::Elf,
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

    /// Returns the triple as written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the architecture, if there is a target for it.
    pub fn arch(&self) -> Option<Arch> {
        self.arch
    }

    /// Creates the same triple for another architecture.
    pub fn with_arch(&self, arch: Arch) -> Triple {
        let rest = self.text.find('-').map_or("", |dash| &self.text[dash..]);
        Triple { text: format!("{}{rest}", arch.canonical()), arch: Some(arch), ..self.clone() }
    }

    /// Returns the triple of a system that has an object format, for the same architecture; `None` if there is no such
    /// system.
    pub fn with_object_format(&self, format: ObjectFormat) -> Option<Triple> {
        let name = self.text.split('-').next().unwrap_or_default();
        let system = match format {
            ObjectFormat::Elf => "unknown-linux-gnu",
            ObjectFormat::Coff => "pc-windows-msvc",
            ObjectFormat::MachO => "apple-macosx",
        };
        let triple = Triple::of_arch(&format!("{name}-{system}"), self.arch);
        (triple.object_format == format).then_some(triple)
    }

    /// Returns the operating system as written, e.g. `macosx10.15`.
    pub fn system(&self) -> &str {
        self.text.split('-').nth(2).unwrap_or_default()
    }

    /// Returns the environment as written, e.g. `gnueabihf`, with an object format behind it
    /// perhaps.
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

    /// Returns the object file format.
    pub fn object_format(&self) -> ObjectFormat {
        self.object_format
    }

    /// Returns the triple as messages show it: each component in the place where it means
    /// something, and `unknown` where one is missing.
    pub fn normalized(&self) -> String {
        normalize::normalize(&self.text)
    }
}

fn system(name: &str, vendor: &str) -> System {
    const DARWIN: [&str; 9] =
        ["darwin", "macos", "ios", "tvos", "watchos", "driverkit", "xros", "visionos", "bridgeos"];
    let is_firmware = vendor == "apple" && name.starts_with("firmware");
    if is_firmware || DARWIN.iter().any(|prefix| name.starts_with(prefix)) {
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
        assert_eq!(
            (linux.arch(), linux.object_format()),
            (Arch::from_target_name("x86-64"), ObjectFormat::Elf)
        );
        assert_eq!(Triple::new("i686-unknown-unknown-code16").environment(), "code16");
        assert_eq!(Triple::new("i686-unknown-code16").environment(), "");
        assert_eq!(Triple::new("a-b-c-gnu-elf").environment(), "gnu-elf");
        assert_eq!(Triple::new("x86_64-apple-macosx10.15").object_format(), ObjectFormat::MachO);
        assert_eq!(Triple::new("x86_64-apple-firmware").object_format(), ObjectFormat::MachO);
        assert_eq!(Triple::new("x86_64-pc-firmware").object_format(), ObjectFormat::Elf);
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
        let arch = Arch::from_target_name("x86").unwrap();
        let triple = Triple::new("x86_64-pc-linux-gnu").with_arch(arch);
        assert_eq!((triple.as_str(), triple.arch()), ("i386-pc-linux-gnu", Some(arch)));
    }
}

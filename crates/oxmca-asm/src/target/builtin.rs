//! The targets that are built in: the one list of them.
//!
//! All targets are compiled. A Cargo feature decides whether the program refers to the code of one, so that the linker
//! leaves out the others, and whether its tables are embedded.

use std::fmt;

use oxmca_tables::{ImageError, OwnedTables, Tables};

use super::Target;
use super::descriptor::{Arch, TargetDescriptor};
use super::known_names::KnownNames;
use super::{aarch64, amdgpu, arm, lanai, mips, powerpc, riscv, systemz, x86};
use crate::triple::Triple;

/// The reason why there is no target for a triple.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TargetError {
    /// No target of that architecture exists. The fault of who chose the triple.
    Unknown {
        /// The triple as written.
        triple: String,
    },
    /// The target or its tables were left out when the library was built: its Cargo feature is off.
    Disabled {
        /// The architecture.
        arch: Arch,
    },
    /// The tables are damaged, or were built for another machine than the program runs on.
    Tables(ImageError),
}

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TargetError::Unknown { triple } => write!(f, "no target for triple '{triple}'"),
            TargetError::Disabled { arch } => write!(
                f,
                "target '{}' was left out of this build: Cargo feature `{}` is off",
                arch.target_name(),
                arch.feature()
            ),
            TargetError::Tables(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TargetError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TargetError::Tables(error) => Some(error),
            _ => None,
        }
    }
}

/// The implementation of a target, for any triple and tables.
#[derive(Clone, Copy, Debug)]
pub struct Implementation {
    /// Makes the target of a triple with tables of that target.
    pub create: for<'t> fn(Triple, Tables<'t>) -> Box<dyn Target + 't>,
    /// Its facts, as [`TargetInfo::descriptor`](super::TargetInfo::descriptor) gives them.
    pub descriptor: &'static TargetDescriptor,
}

/// A target of the list.
struct Builtin {
    descriptor: &'static TargetDescriptor,
    /// `None` where its Cargo feature is off.
    implementation: Option<Implementation>,
}

/// Makes an entry of the list from the folder of a target, its type, and the Cargo feature of its code.
macro_rules! builtin {
    ($target:ident::$type:ident, $feature:literal) => {
        Builtin {
            descriptor: &$target::descriptor::DESCRIPTOR,
            implementation: if cfg!(feature = $feature) {
                Some(Implementation {
                    create: |triple, tables| Box::new($target::$type::new(triple, tables)),
                    descriptor: &$target::descriptor::DESCRIPTOR,
                })
            } else {
                None
            },
        }
    };
}

/// The targets. A new one has its line here.
static BUILTIN: &[Builtin] = &[
    builtin!(x86::X86, "x86-target"),
    builtin!(riscv::RiscV, "riscv-target"),
    builtin!(aarch64::AArch64, "aarch64-target"),
    builtin!(amdgpu::AmdGpu, "amdgpu-target"),
    builtin!(arm::Arm, "arm-target"),
    builtin!(lanai::Lanai, "lanai-target"),
    builtin!(mips::Mips, "mips-target"),
    builtin!(powerpc::PowerPc, "powerpc-target"),
    builtin!(systemz::SystemZ, "systemz-target"),
];

/// The names in tables behind which there is code, by target. Apart from the others, so that programs that do not ask
/// for them do not contain them.
pub(super) static KNOWN_NAMES: &[(&TargetDescriptor, &KnownNames)] = &[
    (&x86::descriptor::DESCRIPTOR, &x86::known_names::KNOWN_NAMES),
    (&riscv::descriptor::DESCRIPTOR, &riscv::known_names::KNOWN_NAMES),
    (&aarch64::descriptor::DESCRIPTOR, &aarch64::known_names::KNOWN_NAMES),
    (&amdgpu::descriptor::DESCRIPTOR, &amdgpu::known_names::KNOWN_NAMES),
    (&arm::descriptor::DESCRIPTOR, &arm::known_names::KNOWN_NAMES),
    (&lanai::descriptor::DESCRIPTOR, &lanai::known_names::KNOWN_NAMES),
    (&mips::descriptor::DESCRIPTOR, &mips::known_names::KNOWN_NAMES),
    (&powerpc::descriptor::DESCRIPTOR, &powerpc::known_names::KNOWN_NAMES),
    (&systemz::descriptor::DESCRIPTOR, &systemz::known_names::KNOWN_NAMES),
];

/// Returns the facts about all targets, also those that are left out of this build.
pub fn descriptors() -> impl Iterator<Item = &'static TargetDescriptor> + Clone {
    BUILTIN.iter().map(|it| it.descriptor)
}

/// Returns the architectures of all targets, also those that are left out of this build.
pub fn architectures() -> impl Iterator<Item = Arch> + Clone {
    descriptors().flat_map(Arch::of)
}

impl Arch {
    /// Returns the architecture that LLVM registers under that name (`-march`).
    pub fn from_target_name(name: &str) -> Option<Arch> {
        architectures().find(|arch| {
            let facts = arch.facts();
            facts.target_name == name || facts.other_target_names.contains(&name)
        })
    }

    /// Returns whether its target is built in, with its tables.
    pub fn is_enabled(self) -> bool {
        self.has_code() && oxmca_tables::embedded_targets().any(|it| it == self.target().name)
    }

    /// Returns whether its target is built in, if only for tables that its user has.
    pub fn has_code(self) -> bool {
        implementation_of(self).is_ok()
    }
}

impl Triple {
    /// Reads a triple. Unknown components are kept but mean nothing.
    pub fn new(text: &str) -> Triple {
        let name = text.split('-').next().unwrap_or_default();
        let is_spelled = |arch: &Arch| arch.facts().spellings.contains(&name);
        let found = architectures().find(is_spelled);
        Triple::of_arch(
            text,
            found.or_else(|| architectures().find(|it| (it.facts().spells)(name))),
        )
    }
}

fn implementation_of(arch: Arch) -> Result<Implementation, TargetError> {
    let mut targets = BUILTIN.iter();
    let found = targets.find(|it| std::ptr::eq(it.descriptor, arch.target()));
    found.and_then(|it| it.implementation).ok_or(TargetError::Disabled { arch })
}

fn arch_of(triple: &Triple) -> Result<Arch, TargetError> {
    let unknown = || TargetError::Unknown { triple: triple.as_str().to_owned() };
    triple.arch().ok_or_else(unknown)
}

fn embedded_tables(arch: Arch) -> Result<Tables<'static>, TargetError> {
    implementation_of(arch)?;
    Tables::embedded(arch.target().name).map_err(|error| match error {
        ImageError::Absent => TargetError::Disabled { arch },
        error => TargetError::Tables(error),
    })
}

/// Returns the tables of a triple's target that are built into the library.
///
/// # Errors
/// All of [`TargetError`].
pub fn builtin_tables(triple: &Triple) -> Result<OwnedTables, TargetError> {
    Ok(embedded_tables(arch_of(triple)?)?.into())
}

/// Returns the built-in implementation of a triple's target.
///
/// # Errors
/// [`TargetError::Unknown`] and [`TargetError::Disabled`].
pub fn implementation(triple: &Triple) -> Result<Implementation, TargetError> {
    implementation_of(arch_of(triple)?)
}

/// Makes the target of a triple, with the tables that are built into the library.
///
/// # Errors
/// All of [`TargetError`].
pub fn create(triple: Triple) -> Result<Box<dyn Target>, TargetError> {
    let implementation = implementation(&triple)?;
    let tables = embedded_tables(arch_of(&triple)?)?;
    Ok((implementation.create)(triple, tables))
}

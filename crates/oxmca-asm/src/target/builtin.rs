//! The targets that are built in.

use std::fmt;

use oxmca_tables::{ImageError, OwnedTables, Tables};

use super::Target;
#[cfg(feature = "aarch64-target")]
use super::aarch64;
#[cfg(feature = "riscv-target")]
use super::riscv;
#[cfg(feature = "x86-target")]
use super::x86;
use crate::syntax::Dialect;
use crate::triple::{Arch, Triple};

/// Why there is no target for a triple.
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
    /// Its dialects, as [`TargetInfo::dialects`](super::TargetInfo::dialects) gives them.
    pub dialects: &'static [Dialect],
}

/// A target that is built in.
struct Builtin {
    /// `None` where only the target is built in, for tables that its user has.
    tables: Option<fn() -> Result<Tables<'static>, ImageError>>,
    implementation: Implementation,
}

/// Names the Cargo features that build a target and its tables in, and the folder of the target; `None` where the former
/// is off.
macro_rules! builtin {
    ($target_feature:literal, $feature:literal, $tables:ident, $target:path) => {{
        #[cfg(feature = $feature)]
        let tables = Some(Tables::$tables as fn() -> _);
        #[cfg(all(feature = $target_feature, not(feature = $feature)))]
        let tables = None;
        #[cfg(feature = $target_feature)]
        let builtin = Some(Builtin {
            tables,
            implementation: Implementation {
                create: |triple, tables| Box::new(<$target>::new(triple, tables)),
                dialects: <$target>::DIALECTS,
            },
        });
        #[cfg(not(feature = $target_feature))]
        let builtin = None;
        builtin
    }};
}

impl Builtin {
    /// The target of an architecture. A new target has its line here.
    fn of(triple: &Triple) -> Result<Builtin, TargetError> {
        let unknown = || TargetError::Unknown { triple: triple.as_str().to_owned() };
        let arch = triple.arch().ok_or_else(unknown)?;
        let builtin = match arch {
            Arch::X86 | Arch::X86_64 => builtin!("x86-target", "x86", x86, x86::X86),
            Arch::RiscV32 | Arch::RiscV64 | Arch::RiscV32Be | Arch::RiscV64Be => {
                builtin!("riscv-target", "riscv", riscv, riscv::RiscV)
            }
            Arch::AArch64 | Arch::AArch64Be | Arch::AArch64_32 => {
                builtin!("aarch64-target", "aarch64", aarch64, aarch64::AArch64)
            }
        };
        builtin.ok_or(TargetError::Disabled { arch })
    }

    /// The tables of the triple's target.
    fn tables(&self, triple: &Triple) -> Result<Tables<'static>, TargetError> {
        match (self.tables, triple.arch()) {
            (Some(tables), _) => tables().map_err(TargetError::Tables),
            (None, Some(arch)) => Err(TargetError::Disabled { arch }),
            (None, None) => Err(TargetError::Unknown { triple: triple.as_str().to_owned() }),
        }
    }
}

/// The tables of a triple's target that are built into the library.
///
/// # Errors
/// All of [`TargetError`].
pub fn builtin_tables(triple: &Triple) -> Result<OwnedTables, TargetError> {
    Ok(Builtin::of(triple)?.tables(triple)?.into())
}

/// The built-in implementation of a triple's target.
///
/// # Errors
/// [`TargetError::Unknown`] and [`TargetError::Disabled`].
pub fn implementation(triple: &Triple) -> Result<Implementation, TargetError> {
    Ok(Builtin::of(triple)?.implementation)
}

/// Makes the target of a triple, with the tables that are built into the library.
///
/// # Errors
/// All of [`TargetError`].
pub fn create(triple: Triple) -> Result<Box<dyn Target>, TargetError> {
    let builtin = Builtin::of(&triple)?;
    let tables = builtin.tables(&triple)?;
    Ok((builtin.implementation.create)(triple, tables))
}

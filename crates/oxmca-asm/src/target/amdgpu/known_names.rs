//! The names in the tables behind which there is code.

use crate::target::known_names::{Known, KnownNames, NameKind};

/// The names.
pub static KNOWN_NAMES: KnownNames = KnownNames { of_kind, file: file!() };

fn of_kind(_: NameKind) -> Option<Known> {
    None
}

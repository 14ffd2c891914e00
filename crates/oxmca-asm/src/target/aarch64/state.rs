//! State that directives and instructions change for later statements.

use std::collections::HashMap;

use oxmca_tables::Reg;

use super::build_attributes::Attributes;
use super::movprfx::Prefix;
use super::registers::RegisterKind;
use crate::target::TargetState;

/// State between statements.
#[derive(Debug, Default)]
pub struct State {
    /// Registers by the names in lower case that `.req` has given them.
    pub named: HashMap<Vec<u8>, (RegisterKind, Reg)>,
    /// The `movprfx` that was the instruction before.
    pub prefix: Option<Prefix>,
    /// Build attributes of ELF.
    pub attributes: Attributes,
}

impl TargetState for State {
    fn is_initial(&self) -> bool {
        self.named.is_empty() && self.prefix.is_none()
    }
}

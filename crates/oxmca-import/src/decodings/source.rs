//! Facts about a target from which steps are made.

use std::collections::HashMap;

use crate::encodings::Operands;
use crate::instructions::Instructions;
use crate::registers::Registers;

/// Everything that is known of a target while its decoders are read.
pub struct Source<'a> {
    pub instructions: &'a Instructions,
    pub registers: &'a Registers,
    pub encodings: HashMap<&'a str, Operands>,
}

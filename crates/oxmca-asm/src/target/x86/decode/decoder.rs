//! The facts that the decoder looks up once.

use oxmca_tables::{Opcode, Reg, Tables};

use super::maps::Maps;
use super::place::Place;
use super::registers;

/// The facts that the decoder looks up once.
#[derive(Debug)]
pub(in crate::target::x86) struct Decoder {
    pub(super) maps: Maps,
    pub(super) places: Box<[Place]>,
    pub(super) registers: Box<[Reg]>,
    /// `f2` and `f3` as instructions, each with what it is before an instruction that can be transactional.
    pub(super) repeat_prefixes: [(Opcode, Opcode); 2],
}

impl Decoder {
    pub(super) fn new(tables: &Tables<'_>) -> Decoder {
        let named = |name: &str| tables.opcode_named(name.as_bytes()).unwrap_or_default();
        let places = tables.operand_places.iter().map(|name| Place::named(tables.text(*name)));
        Decoder {
            maps: Maps::new(tables),
            places: places.collect(),
            registers: registers::list(tables),
            repeat_prefixes: [
                (named("REPNE_PREFIX"), named("XACQUIRE_PREFIX")),
                (named("REP_PREFIX"), named("XRELEASE_PREFIX")),
            ],
        }
    }
}

//! The facts about a target that experiments need beside the tables.

use oxmca::{Inst, Opcode, Reg, Session};
use oxmca_measure::Start;
use oxmca_tables::Tables;
use oxmca_tables::hardware::opcode_matches;

use crate::array_code::ArrayCodes;
use crate::form::{Form, FormOperand, Memory};
use crate::probes::Probe;
use crate::registers::{FamilyOf, Pool};

/// The facts about a target.
#[derive(Debug)]
pub(crate) struct TargetFacts {
    /// Its architecture, as `oxmca_asm` names it.
    pub arch: &'static str,
    /// Registers that experiments use.
    pub pools: &'static [Pool],
    /// Returns the family of a register; `None` if experiments use none such.
    pub family: FamilyOf,
    /// Returns the operands of an address whose parts are operands of memory, the first of which is that of a form; `None` if the
    /// target has no such addresses.
    pub address: fn(&Tables<'_>, Memory) -> Option<Vec<FormOperand>>,
    /// Returns the constants of an opcode that are tried, one after the other: a value for each machine operand.
    pub constants: fn(&Tables<'_>, Opcode) -> Vec<Vec<i64>>,
    /// Keeps the addresses of a form within memory that code may touch; `None` if that cannot be.
    pub confine: fn(&Session, Form) -> Option<Form>,
    /// Returns the instruction that writes a register which an instruction always reads and writes; `None` if there is none, or
    /// another register than is known.
    pub renewal: fn(&Tables<'_>, Reg) -> Option<Inst>,
    /// Assembly of an instruction that takes a slot of the renamer and no port, of four bytes: enough that micro-op caches hold it.
    pub filler: &'static str,
    /// Sets the values that registers begin with.
    pub set_start: fn(&mut Start),
    /// Opcodes whose time something outside the core decides, or that need values which blocks do not have, with the reason why they
    /// are not measured.
    pub outside: &'static [(&'static str, &'static str)],
    /// Blocks that numbers of processors decide, in an order in which few depend on those after them.
    pub probes: &'static [Probe],
    /// Code that goes through arrays.
    pub array_codes: ArrayCodes,
}

impl TargetFacts {
    /// Returns the reason why an opcode is not measured, if there is one.
    pub fn unmeasured(&self, opcode: &str) -> Option<&'static str> {
        self.outside.iter().find(|(pattern, _)| opcode_matches(pattern, opcode)).map(|it| it.1)
    }
}

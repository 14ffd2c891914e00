//! `movprfx`, which becomes one operation with the instruction after it and demands things of it.

use oxmca_tables::Reg;

use super::registers::{ClassName, First};
use super::target::AArch64;
use crate::inst::{Inst, Operand};

/// A `movprfx` before an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Prefix {
    destination: Reg,
    /// The predicate and the size of elements, if it has one.
    predicated: Option<(Reg, u64)>,
}

/// Faults that are shown at the instruction or at its first operand.
pub enum Fault {
    OfInstruction(&'static str),
    OfOperand(&'static str),
}

/// The bits of an instruction's own flags that give the size of elements.
const ELEMENT_SIZE: u64 = 0x7;
/// The bits that say which operand is overwritten.
const DESTRUCTIVE: u64 = 0x78;
/// Values of these bits for instructions that no prefix may precede: nothing, or a predicate, is overwritten.
const WITHOUT_PREFIX: [u64; 2] = [0, 11 << DESTRUCTIVE.trailing_zeros()];

impl Prefix {
    /// Returns the prefix that an instruction is.
    pub fn of(aarch64: &AArch64<'_>, inst: &Inst) -> Option<Prefix> {
        let row = aarch64.tables.instruction(inst.opcode);
        let name = aarch64.tables.text(row.name);
        let reg = |index: usize| inst.operands.get(index).and_then(Operand::reg);
        let predicate = match name.strip_prefix("MOVPRFX_")? {
            "ZZ" => None,
            form if form.starts_with("ZPm") => Some(reg(2)?),
            _ => Some(reg(1)?),
        };
        let predicated = predicate.map(|predicate| (predicate, row.target_flags & ELEMENT_SIZE));
        Some(Prefix { destination: reg(0)?, predicated })
    }

    /// Checks the instruction after it.
    ///
    /// # Errors
    /// Its fault, in LLVM's words.
    pub fn check(&self, aarch64: &AArch64<'_>, inst: &Inst) -> Result<(), Fault> {
        let AArch64 { tables, registers, .. } = aarch64;
        let row = tables.instruction(inst.opcode);
        if matches!(tables.text(row.name), "BRK" | "HLT") {
            return Ok(());
        }
        if WITHOUT_PREFIX.contains(&(row.target_flags & DESTRUCTIVE)) {
            return Err(Fault::OfInstruction(
                "instruction is unpredictable when following a movprfx, suggest replacing movprfx \
                 with mov",
            ));
        }
        let regs = || inst.operands.iter().enumerate().filter_map(|(at, it)| Some((at, it.reg()?)));
        if inst.operands.first().and_then(Operand::reg) != Some(self.destination) {
            return Err(Fault::OfOperand(
                "instruction is unpredictable when following a movprfx writing to a different \
                 destination",
            ));
        }
        let number = registers.position(tables, First::Z, 32, self.destination);
        let views = [First::B, First::H, First::S, First::D, First::Q, First::Z];
        let is_destination = |reg: Reg| {
            let mut positions =
                views.iter().filter_map(|first| registers.position(tables, *first, 32, reg));
            positions.any(|position| Some(position) == number)
        };
        let is_tied = |at: usize| {
            tables.operands(inst.opcode).get(at).is_some_and(|operand| operand.tied_to >= 0)
        };
        if regs().skip(1).any(|(at, reg)| !is_tied(at) && is_destination(reg)) {
            return Err(Fault::OfOperand(
                "instruction is unpredictable when following a movprfx and destination also used as \
                 non-destructive source",
            ));
        }
        let Some((predicate, size)) = self.predicated else { return Ok(()) };
        let class = const { ClassName::known("PPR") };
        let used =
            regs().skip(1).map(|(_, reg)| reg).find(|it| registers.is_in(tables, class, *it));
        let element_size = row.target_flags & ELEMENT_SIZE;
        Err(Fault::OfInstruction(match used {
            Some(used) if element_size != 0 => {
                if used != predicate {
                    "instruction is unpredictable when following a predicated movprfx using a \
                     different general predicate"
                } else if element_size != size {
                    "instruction is unpredictable when following a predicated movprfx with a \
                     different element size"
                } else {
                    return Ok(());
                }
            }
            _ => {
                "instruction is unpredictable when following a predicated movprfx, suggest using \
                 unpredicated movprfx"
            }
        }))
    }
}

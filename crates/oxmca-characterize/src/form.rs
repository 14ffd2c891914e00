//! Forms of instructions, and instances of them with registers of one's choice.

use std::ops::Range;

use oxmca::{Inst, Opcode, Reg, Session};
use oxmca_asm::Operand;
use oxmca_asm::printer::PrintOptions;
use oxmca_measure::is_missing_here;
use oxmca_tables::Tables;

use crate::registers::{Choices, Family};

/// A form of an instruction: its opcode, and what its operands can be.
#[derive(Clone, Debug)]
pub struct Form {
    /// LLVM's name of the opcode, by which hardware files name it.
    pub name: String,
    pub(crate) opcode: Opcode,
    pub(crate) operands: Vec<FormOperand>,
    /// Operands that are results, by their place among the machine operands.
    pub(crate) results: Vec<usize>,
    /// Registers that are read, but for addresses.
    pub(crate) sources: Vec<usize>,
    /// Access to memory.
    pub(crate) memory: Memory,
    /// Registers that it always reads and writes.
    pub(crate) fixed: Vec<Reg>,
    /// Returns the instruction that writes one of these.
    pub(crate) renewal: fn(&Tables<'_>, Reg) -> Option<Inst>,
    /// Bytes between the places of two instances in turn.
    pub(crate) stride_bytes: i64,
    /// The machine operands of an address that manuals count as one.
    pub(crate) address: Range<usize>,
}

/// The access of a form to memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Memory {
    None,
    Load,
    Store,
}

/// A machine operand of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum FormOperand {
    /// One of some registers.
    Register(Choices),
    /// The same register as another operand.
    Tied(usize),
    /// A constant.
    Immediate(i64),
    /// A register that is always this one.
    Fixed(Reg),
    /// The displacement of an address, in units of so many bytes.
    Displacement { unit_bytes: i64 },
}

/// Bytes of half a line of the cache.
const HALF_LINE_BYTES: u16 = 32;

impl Form {
    /// Returns the distance between two places of memory that do not get in each other's way: halves of a line, as banks are
    /// chosen by bits below and other lines can be in other pages. All places are aligned.
    pub(crate) fn places_stride_bytes(&self, session: &Session) -> i64 {
        let inst = self.instance(session.tables(), 0, &[]);
        let mut code = Vec::new();
        let facts = match session.encode(&inst, &mut code) {
            Ok(()) => session.target().hardware_facts(&inst, &code),
            Err(_) => None,
        };
        let is_small = facts.is_some_and(|it| (1..=HALF_LINE_BYTES).contains(&it.access_bytes()));
        if is_small { HALF_LINE_BYTES.into() } else { 0 }
    }

    /// Returns whether assembly text gives this opcode: others are the same instruction by another name. Instructions that
    /// this machine certainly lacks are left out, since each would end a process.
    pub(crate) fn is_written(&self, session: &Session) -> bool {
        let inst = self.instance(session.tables(), 0, &[]);
        let mut code = Vec::new();
        if session.encode(&inst, &mut code).is_err() || is_missing_here(session, &code) {
            return false;
        }
        let mut text = String::new();
        session.print_inst(&inst, &PrintOptions::default(), &mut text);
        let Ok(code) = session.parse(text.into_bytes()) else { return false };
        let found = code.first_region().map(|it| it.instructions().into_owned());
        found.is_some_and(|it| matches!(&*it, [only] if only.opcode == self.opcode))
    }

    /// Returns an instance. Results are the registers of a number among those that are for results; some operands are
    /// registers of one's choice.
    pub(crate) fn instance(
        &self,
        tables: &Tables<'_>,
        number: usize,
        chosen: &[(usize, Reg)],
    ) -> Inst {
        let mut inst = Inst { opcode: self.opcode, flags: 0, operands: Default::default() };
        let mut sources = 0;
        for (at, operand) in self.operands.iter().enumerate() {
            let is_chosen = chosen.iter().find(|it| it.0 == at).map(|it| it.1);
            let value = match operand {
                FormOperand::Register(choices) => {
                    let registers = match self.results.contains(&at) {
                        true => &choices.written,
                        false => &choices.read,
                    };
                    let index = match self.results.iter().position(|it| *it == at) {
                        // Results of one instance differ.
                        Some(result) => number + 3 * result,
                        None => {
                            sources += 1;
                            sources - 1
                        }
                    };
                    let usual = registers[index % registers.len()];
                    Operand::Reg(
                        is_chosen.and_then(|it| choices.same_number(tables, it)).unwrap_or(usual),
                    )
                }
                FormOperand::Tied(other) => inst.operands[*other].clone(),
                FormOperand::Immediate(value) => Operand::Imm(*value),
                FormOperand::Fixed(reg) => Operand::Reg(*reg),
                FormOperand::Displacement { unit_bytes } => {
                    Operand::Imm(number as i64 % 2 * self.stride_bytes / unit_bytes)
                }
            };
            inst.operands.push(value);
        }
        inst
    }

    /// Returns instructions that write the registers which it always reads and writes: small numbers, which can be divided. `None` if
    /// there are none, or others than these.
    pub(crate) fn renewals(&self, tables: &Tables<'_>) -> Option<Vec<Inst>> {
        let all: Option<Vec<Inst>> =
            self.fixed.iter().map(|it| (self.renewal)(tables, *it)).collect();
        all.filter(|it| !it.is_empty())
    }

    /// Returns the choices of an operand, or of that which it is tied to.
    fn choices(&self, operand: usize) -> Option<&Choices> {
        match self.operands.get(operand)? {
            FormOperand::Register(choices) => Some(choices),
            FormOperand::Tied(other) => self.choices(*other),
            _ => None,
        }
    }

    /// Returns the family of an operand that is a register.
    pub(crate) fn family(&self, operand: usize) -> Option<Family> {
        Some(self.choices(operand)?.family)
    }

    /// Returns the number of registers that an operand can be where it is a result.
    pub(crate) fn num_results(&self, operand: usize) -> usize {
        self.choices(operand).map_or(0, |it| it.written.len())
    }

    /// Returns a register for a result.
    pub(crate) fn result(&self, operand: usize, number: usize) -> Option<Reg> {
        let registers = &self.choices(operand)?.written;
        registers.get(number % registers.len()).copied()
    }

    /// Returns whether an operand can be the register with the same number as another.
    pub(crate) fn takes(&self, tables: &Tables<'_>, operand: usize, reg: Reg) -> bool {
        self.choices(operand).is_some_and(|it| it.same_number(tables, reg).is_some())
    }

    /// Returns the result that an operand is tied to.
    pub(crate) fn tied_to(&self, operand: usize) -> Option<usize> {
        match self.operands.get(operand)? {
            FormOperand::Tied(other) => Some(*other),
            _ => None,
        }
    }

    /// Returns the number of an operand as manuals count them: from 1, the destination first, those that are written once
    /// counted once.
    pub(crate) fn manual_number(&self, operand: usize) -> u8 {
        let mut number = 0;
        let mut at = 0;
        let wanted = self.tied_to(operand).unwrap_or(operand);
        while at < self.operands.len() {
            if !matches!(self.operands[at], FormOperand::Tied(_)) {
                number += 1;
            }
            if at == wanted {
                break;
            }
            at = if self.address.contains(&at) { self.address.end } else { at + 1 };
        }
        number
    }

    /// Returns the families of all its registers.
    pub(crate) fn families(&self) -> Vec<Family> {
        let operands = self.results.iter().chain(&self.sources);
        let mut families: Vec<Family> = operands.filter_map(|it| self.family(*it)).collect();
        families.sort_unstable();
        families.dedup();
        families
    }
}

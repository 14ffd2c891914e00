//! The width of the elements that accesses have, by what is computed with them.

use oxmca_asm::target::hardware::Direction;
use oxmca_asm::target::{Arithmetic, Target};
use oxmca_tables::{Reg, Tables};

use super::trace::Followed;

/// Moves that are followed from a result to the place that it is stored.
const MAX_MOVES: usize = 4;
/// Instructions that are looked at in search of the computation that tells how long the elements of an access are.
const MAX_STEPS: usize = 512;

/// The computations of the instructions of a loop.
pub(super) struct Elements<'a> {
    tables: Tables<'a>,
    insts: &'a [Followed<'a>],
    arithmetic: Vec<Option<Arithmetic>>,
}

impl<'a> Elements<'a> {
    pub(super) fn new(target: &'a dyn Target, insts: &'a [Followed<'a>]) -> Elements<'a> {
        let arithmetic = insts.iter().map(|it| target.arithmetic(it.inst)).collect();
        Elements { tables: *target.tables(), insts, arithmetic }
    }

    /// Returns bits of an element of the accesses of an instruction in a direction, if something is computed with it.
    pub(super) fn of_access(&self, index: usize, direction: Direction) -> Option<u16> {
        let own = self.arithmetic[index];
        match direction {
            Direction::Load => match own {
                Some(own) => Some(own.source_bits),
                None => self.extended(index).or_else(|| self.of_loaded(index)),
            },
            Direction::Store => match own {
                Some(own) => Some(own.result_bits),
                None => self.of_stored(index),
            },
        }
    }

    /// Returns the bits that an instruction loads if it makes them wider.
    fn extended(&self, index: usize) -> Option<u16> {
        let facts = &self.insts[index].facts;
        let bits = facts.access_bytes() * 8;
        (facts.written_bits > 0 && bits > 0 && bits < u16::from(facts.written_bits)).then_some(bits)
    }

    /// Returns the width by the first computation with what an instruction loads.
    fn of_loaded(&self, index: usize) -> Option<u16> {
        let Followed { inst, facts, written, .. } = &self.insts[index];
        let is_of_address = |reg: &Reg| {
            let positions = facts.addresses.iter().flat_map(|it| it.operands).flatten();
            positions
                .filter_map(|at| inst.operands.get(usize::from(at))?.reg())
                .any(|it| it == *reg)
        };
        let loaded = written.iter().filter(|reg| !is_of_address(reg));
        let mut steps = MAX_STEPS;
        loaded.copied().find_map(|reg| self.of_register(index, reg, MAX_MOVES, &mut steps))
    }

    /// Returns the width by the first computation with a register that an instruction writes, or with what so many moves
    /// and bitwise operations make of it.
    fn of_register(&self, index: usize, reg: Reg, moves: usize, steps: &mut usize) -> Option<u16> {
        for at in self.others_from(index + 1) {
            *steps = steps.checked_sub(1)?;
            let written = &self.insts[at].written;
            if self.reads(at, reg) {
                if let Some(found) = self.arithmetic[at] {
                    return Some(found.source_bits);
                }
                let passed_on = written.first().filter(|_| moves > 0);
                let found = passed_on.and_then(|reg| self.of_register(at, *reg, moves - 1, steps));
                if found.is_some() {
                    return found;
                }
            }
            if written.iter().any(|it| self.tables.do_overlap(*it, reg)) {
                return None;
            }
        }
        None
    }

    /// Returns the width of the result that an instruction stores.
    fn of_stored(&self, index: usize) -> Option<u16> {
        let mut stored = self.values_read(index).next()?;
        let mut from = index;
        for _ in 0..MAX_MOVES {
            let mut before = self.others_from(from + 1).rev().take(MAX_STEPS);
            let writer = before.find(|at| {
                self.insts[*at].written.iter().any(|it| self.tables.do_overlap(*it, stored))
            })?;
            if let Some(found) = self.arithmetic[writer] {
                return Some(found.result_bits);
            }
            stored = self.values_read(writer).next()?;
            from = writer;
        }
        None
    }

    /// Returns the indices of all instructions but the one before `start`, from there on and around.
    fn others_from(&self, start: usize) -> impl DoubleEndedIterator<Item = usize> {
        let count = self.insts.len();
        (0..count.saturating_sub(1)).map(move |it| (start + it) % count)
    }

    /// Returns the registers among the operands that an instruction reads other than for addresses.
    pub(super) fn values_read(&self, index: usize) -> impl Iterator<Item = Reg> {
        let Followed { inst, facts, .. } = &self.insts[index];
        let num_defs = usize::from(self.tables.instruction(inst.opcode).num_defs);
        let is_of_address =
            move |at: usize| facts.addresses.iter().any(|it| it.operands.contains(&Some(at as u8)));
        let operands = inst.operands.iter().enumerate().skip(num_defs);
        let values = operands.filter(move |(at, _)| !is_of_address(*at));
        values.filter_map(|(_, it)| it.reg()).filter(|it: &Reg| it.is_some())
    }

    fn reads(&self, index: usize, reg: Reg) -> bool {
        self.values_read(index).any(|it| self.tables.do_overlap(it, reg))
    }

    /// Returns whether a register is another one or a part of it.
    pub(super) fn is_part_of(&self, part: Reg, whole: Reg) -> bool {
        self.tables.is_part_of(part, whole)
    }

    /// Returns what an instruction computes.
    pub(super) fn arithmetic(&self, index: usize) -> Option<Arithmetic> {
        self.arithmetic[index]
    }
}

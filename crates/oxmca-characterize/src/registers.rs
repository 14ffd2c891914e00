//! Registers that experiments use.

use oxmca::Reg;
use oxmca_tables::{RegClassId, Tables};

/// Registers that hold values of one kind, whatever their width.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// Integers and addresses.
    General,
    /// Vectors and floating-point numbers.
    Vector,
    /// Masks of vectors.
    Mask,
    /// MMX.
    Mmx,
}

/// Registers of a family by their number in machine code: those that experiments write, and those that they only read. Neither has
/// registers that hold addresses.
#[derive(Debug)]
pub(crate) struct Pool {
    pub family: Family,
    pub written: &'static [u16],
    pub read: &'static [u16],
}

/// Returns the family of a register; `None` if experiments use none such.
pub(crate) type FamilyOf = fn(&Tables<'_>, Reg) -> Option<Family>;

/// The registers of a class that an operand can be: first those that are for results, then those that are for sources.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choices {
    pub family: Family,
    pub written: Vec<Reg>,
    pub read: Vec<Reg>,
}

impl Choices {
    /// Returns the choices of a class without those that overlap with some registers; `None` if there is none.
    pub fn of(
        (pools, family_of): (&[Pool], FamilyOf),
        tables: &Tables<'_>,
        class: RegClassId,
        without: &[Reg],
    ) -> Option<Choices> {
        let row = &tables.register_classes[class.index()];
        let members = &tables.register_lists[row.members.range()];
        let family = members.iter().find_map(|it| family_of(tables, *it))?;
        let pool = pools.iter().find(|it| it.family == family)?;
        let overlaps =
            |all: &[Reg], one: Reg| all.iter().any(|other| tables.do_overlap(one, *other));
        let numbered = |number: &u16| {
            members.iter().copied().find(|it| {
                tables.register(*it).encoding == *number
                    && family_of(tables, *it) == Some(family)
                    && !overlaps(without, *it)
            })
        };
        // Registers that stand for several ones overlap with those that have the next numbers.
        let add_apart = |mut all: Vec<Reg>, one: Reg| {
            if !overlaps(&all, one) {
                all.push(one);
            }
            all
        };
        let apart = |numbers: &[u16], others: &[Reg]| -> Vec<Reg> {
            let free = numbers.iter().filter_map(numbered).filter(|it| !overlaps(others, *it));
            free.fold(Vec::new(), add_apart)
        };
        let read = apart(pool.read, &[]);
        let written = apart(pool.written, &read);
        let mut choices = Choices { family, written, read };
        // Few classes have registers for one use only.
        if choices.written.is_empty() {
            choices.written.clone_from(&choices.read);
        }
        if choices.read.is_empty() {
            choices.read.clone_from(&choices.written);
        }
        (!choices.read.is_empty()).then_some(choices)
    }

    /// Returns the choice that has the same number in machine code as a register.
    pub fn same_number(&self, tables: &Tables<'_>, reg: Reg) -> Option<Reg> {
        let number = tables.register(reg).encoding;
        let all = self.written.iter().chain(&self.read);
        all.copied().find(|it| tables.register(*it).encoding == number)
    }
}

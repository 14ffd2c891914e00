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

/// Registers of a family by their number in machine code: those that experiments write, and those that they only read.
struct Pool {
    family: Family,
    written: &'static [u16],
    read: &'static [u16],
}

/// The general purpose registers that hold addresses of what is loaded and of what is stored. No pool has them.
pub(crate) const LOAD_BASE: &str = "R14";
pub(crate) const STORE_BASE: &str = "R15";

const POOLS: [Pool; 4] = [
    Pool {
        family: Family::General,
        written: &[8, 9, 10, 11, 12, 13, 5, 3],
        read: &[6, 7, 1, 2, 0],
    },
    Pool {
        family: Family::Vector,
        written: &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        read: &[10, 11, 12, 13, 14, 15],
    },
    Pool { family: Family::Mask, written: &[1, 2, 3, 4], read: &[5, 6, 7] },
    Pool { family: Family::Mmx, written: &[0, 1, 2, 3, 4], read: &[5, 6, 7] },
];

impl Family {
    /// Returns the family of a register; `None` if experiments use none such.
    pub(crate) fn of(tables: &Tables<'_>, reg: Reg) -> Option<Family> {
        let row = tables.register(reg);
        let name = tables.text(row.name);
        let is_numbered = |prefix: &str| {
            let rest = name.strip_prefix(prefix);
            rest.is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()))
        };
        let general = ["GR8", "GR16", "GR32", "GR64"];
        if ["XMM", "YMM", "ZMM"].into_iter().any(is_numbered) {
            Some(Family::Vector)
        } else if is_numbered("K") {
            Some(Family::Mask)
        } else if is_numbered("MM") {
            Some(Family::Mmx)
        } else if general.iter().any(|it| {
            tables.register_class_named(it).is_some_and(|class| tables.class_contains(class, reg))
        }) {
            // The upper halves of 16 bits are parts of registers that others write as a whole.
            (!name.ends_with('H')).then_some(Family::General)
        } else {
            None
        }
    }
}

/// The registers of a class that an operand can be: first those that are for results, then those that are for sources.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choices {
    pub family: Family,
    pub written: Vec<Reg>,
    pub read: Vec<Reg>,
}

impl Choices {
    /// Returns the choices of a class without those that overlap with some registers; `None` if there is none.
    pub fn of(tables: &Tables<'_>, class: RegClassId, without: &[Reg]) -> Option<Choices> {
        let row = &tables.register_classes[class.index()];
        let members = &tables.register_lists[row.members.range()];
        let family = members.iter().find_map(|it| Family::of(tables, *it))?;
        let pool = POOLS.iter().find(|it| it.family == family)?;
        let numbered = |number: &u16| {
            members.iter().copied().find(|it| {
                tables.register(*it).encoding == *number
                    && Family::of(tables, *it) == Some(family)
                    && !without.iter().any(|other| tables.do_overlap(*it, *other))
            })
        };
        let all = |numbers: &[u16]| -> Vec<Reg> { numbers.iter().filter_map(numbered).collect() };
        let mut choices = Choices { family, written: all(pool.written), read: all(pool.read) };
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

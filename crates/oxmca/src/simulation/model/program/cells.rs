//! Cells: registers that a region cannot tell apart share one piece of renaming state.
//!
//! A register write updates the mapping of the register and of its sub-registers (and sometimes
//! of its super-registers); a read looks at the register and its sub-registers. Within one region
//! most of these always change together. Registers are split into classes by every set of
//! registers some instruction updates together; one cell per class is enough.

use oxmca_tables::{Reg, Tables};

pub use super::ids::CellId;
use super::ids::Span32;

/// The partition of registers into cells, refined one set at a time.
pub struct Cells {
    /// Class of each register; 0 is "never updated". When finished, one more than its cell.
    class_of: Vec<u32>,
    /// Registers with a class.
    updated: Vec<Reg>,
    /// By class: the class that its members in the current set move to.
    split_to: Vec<u32>,
    /// By class: number of the set that last set `split_to`.
    split_by: Vec<u32>,
    sets: u32,
}

impl Cells {
    /// Creates the partition of `num_registers` registers.
    pub fn new(num_registers: usize) -> Self {
        Cells {
            class_of: vec![0; num_registers],
            updated: Vec::new(),
            split_to: Vec::new(),
            split_by: Vec::new(),
            sets: 0,
        }
    }

    /// Puts all registers into one class.
    pub fn begin(&mut self) {
        for reg in self.updated.drain(..) {
            self.class_of[reg.index()] = 0;
        }
        self.split_to.clear();
        self.split_to.push(0);
        self.split_by.clear();
        self.split_by.push(0);
        self.sets = 0;
    }

    /// Separates the registers of `set` from all others.
    pub fn refine(&mut self, set: &[Reg]) {
        self.sets += 1;
        for reg in set {
            let class = self.class_of[reg.index()] as usize;
            if self.split_by[class] != self.sets {
                self.split_by[class] = self.sets;
                self.split_to[class] = self.split_to.len() as u32;
                self.split_to.push(0);
                self.split_by.push(0);
            }
            if class == 0 {
                self.updated.push(*reg);
            }
            self.class_of[reg.index()] = self.split_to[class];
        }
    }

    /// Returns numbers the classes in use densely and returns how many there are. Further
    /// refinement needs [`Cells::begin`] first.
    pub fn finish(&mut self) -> usize {
        let mut count = 0;
        self.split_to.fill(0);
        for reg in &self.updated {
            let class = &mut self.class_of[reg.index()];
            let cell = &mut self.split_to[*class as usize];
            if *cell == 0 {
                count += 1;
                *cell = count;
            }
            *class = *cell;
        }
        count as usize
    }

    /// Returns the cell of a register, after [`Cells::finish`].
    #[inline]
    pub fn cell(&self, reg: Reg) -> CellId {
        CellId((self.class_of[reg.index()] as u16).wrapping_sub(1))
    }

    /// Appends the distinct cells of registers to `out`.
    pub fn append(&self, regs: impl IntoIterator<Item = Reg>, out: &mut Vec<CellId>) -> Span32 {
        let start = out.len();
        for reg in regs {
            let cell = self.cell(reg);
            if cell.is_some() && !out[start..].contains(&cell) {
                out.push(cell);
            }
        }
        Span32::new(start, out.len())
    }
}

/// Returns a register with its sub-registers, as a read looks at them.
pub fn with_sub_registers<'t>(
    tables: &Tables<'t>,
    reg: Reg,
) -> impl Iterator<Item = Reg> + use<'t> {
    std::iter::once(reg).chain(tables.sub_registers(reg).iter().map(|sub| sub.reg))
}

/// Returns a register with its sub-registers that are not artificial, as a write updates them.
pub fn written_registers<'a>(tables: &'a Tables<'_>, reg: Reg) -> impl Iterator<Item = Reg> + 'a {
    let subs = tables.sub_registers(reg).iter().map(|sub| sub.reg);
    let real = subs.filter(|sub| tables.register(*sub).is_artificial == 0);
    std::iter::once(reg).chain(real)
}

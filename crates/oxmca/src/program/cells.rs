//! Cells: registers that a region cannot tell apart share one piece of renaming state.
//!
//! A register write updates the mapping of the register and of its sub-registers (and sometimes
//! of its super-registers); a read looks at the register and its sub-registers. Within one region
//! most of these always change together. Registers are split into classes by every set of
//! registers some instruction updates together; one cell per class is enough.

use oxmca_tables::{Reg, Tables};
use smallvec::SmallVec;

use super::Span32;

/// Index of a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CellId(pub u16);

impl CellId {
    /// No cell: nothing in the region ever updates the register.
    pub const NONE: CellId = CellId(u16::MAX);

    /// The index as a `usize`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether there is a cell.
    #[inline]
    pub const fn is_some(self) -> bool {
        self.0 != u16::MAX
    }
}

/// A set of registers that some instruction updates together.
pub type RegSet = SmallVec<[Reg; 12]>;

/// What [`Cells::finish`] gives registers without a cell; [`CellId::NONE`] when cut to 16 bits.
const NO_CELL: u32 = u32::MAX;

/// The partition of registers into cells, refined one set at a time.
pub struct Cells {
    /// Class of each register; 0 is "never updated".
    class_of: Vec<u32>,
    /// Where members of a class that are in the current set go.
    split_to: Vec<u32>,
    /// Which set last set `split_to`.
    split_by: Vec<u32>,
    sets: u32,
}

impl Cells {
    /// All registers in one class.
    pub fn new(num_registers: usize) -> Self {
        Cells { class_of: vec![0; num_registers], split_to: vec![0], split_by: vec![0], sets: 0 }
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
            self.class_of[reg.index()] = self.split_to[class];
        }
    }

    /// Numbers the classes in use densely and gives their number. Further refinement is not
    /// possible afterwards.
    pub fn finish(&mut self) -> usize {
        let mut next = 0;
        self.split_to.fill(NO_CELL);
        for class in &mut self.class_of {
            if *class == 0 {
                *class = NO_CELL;
                continue;
            }
            let cell = &mut self.split_to[*class as usize];
            if *cell == NO_CELL {
                *cell = next;
                next += 1;
            }
            *class = *cell;
        }
        next as usize
    }

    /// The cell of a register, after [`Cells::finish`].
    pub fn cell(&self, reg: Reg) -> CellId {
        CellId(self.class_of[reg.index()] as u16)
    }

    /// Appends the distinct cells of `regs` to `out`.
    pub fn append(&self, regs: &[Reg], out: &mut Vec<CellId>) -> Span32 {
        let start = out.len();
        for reg in regs {
            let cell = self.cell(*reg);
            if cell.is_some() && !out[start..].contains(&cell) {
                out.push(cell);
            }
        }
        Span32::new(start, out.len())
    }
}

/// A register with its sub-registers, as a read looks at them.
pub fn with_sub_registers(tables: &Tables<'_>, reg: Reg) -> RegSet {
    let subs = tables.sub_registers(reg).iter().map(|sub| sub.reg);
    std::iter::once(reg).chain(subs).collect()
}

/// A register with its sub-registers that are not artificial, as a write updates them.
pub fn written_registers(tables: &Tables<'_>, reg: Reg) -> RegSet {
    let subs = tables.sub_registers(reg).iter().map(|sub| sub.reg);
    let real = subs.filter(|sub| tables.register(*sub).is_artificial == 0);
    std::iter::once(reg).chain(real).collect()
}

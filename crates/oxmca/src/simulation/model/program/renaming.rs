//! Register renaming as a model's register files describe it.

use oxmca_tables::schema::RegisterFile;
use oxmca_tables::{Reg, RegClassId, Tables};

use crate::processor::Processor;

/// The renaming of one register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Renaming {
    /// Register file that owns it; 0 is the default one, which counts every write.
    pub file: u8,
    /// Physical registers a write takes.
    pub cost: u32,
    /// Register that is renamed in its place (itself or a super-register); none when no file owns it.
    pub rename_as: Reg,
    /// Moves to it may be eliminated.
    pub allow_move_elimination: bool,
}

impl Renaming {
    const UNOWNED: Renaming =
        Renaming { file: 0, cost: 1, rename_as: Reg::NONE, allow_move_elimination: false };

    /// Returns the register whose mapping a write to `reg` updates.
    pub fn renamed(&self, reg: Reg) -> Reg {
        if self.rename_as.is_some() { self.rename_as } else { reg }
    }
}

/// Returns register files of a model, entry 0 being the default one.
pub fn register_files<'t>(processor: &Processor<'t>) -> &'t [RegisterFile] {
    if processor.has_extra_info() {
        &processor.tables().register_files[processor.model.register_files.range()]
    } else {
        &[]
    }
}

/// Returns the renaming of `reg`. A class that lists the register itself overrides any earlier
/// entry; a class that lists a super-register applies only where nothing did before.
pub fn renaming(processor: &Processor<'_>, reg: Reg) -> Renaming {
    let tables = processor.tables();
    let supers = tables.super_registers(reg);
    let mut result = Renaming::UNOWNED;
    for (file, row) in register_files(processor).iter().enumerate().skip(1) {
        for entry in &tables.register_costs[row.costs.range()] {
            let owner = Renaming {
                file: file as u8,
                cost: u32::from(entry.cost),
                rename_as: reg,
                allow_move_elimination: entry.allow_move_elimination != 0,
            };
            if tables.class_contains(entry.reg_class, reg) {
                result = owner;
            } else if result.file == 0
                && let Some(wider) = first_member(tables, entry.reg_class, supers)
            {
                result.file = owner.file;
                result.cost = owner.cost;
                result.rename_as = wider;
            }
        }
    }
    result
}

/// Returns the first member of a class that is one of `regs`.
fn first_member(tables: &Tables<'_>, class: RegClassId, regs: &[Reg]) -> Option<Reg> {
    let mut contained = regs.iter().copied().filter(|reg| tables.class_contains(class, *reg));
    let first = contained.next()?;
    if contained.next().is_none() {
        return Some(first);
    }
    let members = &tables.register_lists[tables.register_classes[class.index()].members.range()];
    members.iter().copied().find(|member| regs.contains(member))
}

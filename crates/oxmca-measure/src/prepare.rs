//! Code and its start state, as options of hardware mode say.

use oxmca::hardware::{Delivery, InitialRegisters};
use oxmca::options::HardwareOptions;
use oxmca::oxmca_tables::{Reg, Tables};
use oxmca::{Inst, Session};

use crate::block::Block;
use crate::error::MeasureError;
use crate::machine::HERE;
use crate::start::Start;

/// Returns the block of instructions and the state that it starts in, such as hardware mode predicts with these options.
///
/// # Errors
/// When an instruction must not run, or there are none or too many.
pub fn prepare(
    session: &Session,
    insts: &[Inst],
    options: &HardwareOptions,
) -> Result<(Block, Start), MeasureError> {
    let usual = || Delivery::usual(session.target(), insts.last());
    let block = Block::new(session, insts, options.delivery.unwrap_or_else(usual))?;
    Ok((block, Start::of(&options.initial_registers, session.tables())))
}

impl Start {
    /// Returns the start state that hardware mode predicts from.
    pub fn of(initial: &InitialRegisters, tables: &Tables<'_>) -> Start {
        let set = |known: &mut dyn Iterator<Item = (Reg, u64)>| {
            let mut start = Start::distinct();
            for (reg, value) in known {
                if let Some(number) = (HERE.register_number)(tables, reg) {
                    start.set(number, value);
                }
            }
            start
        };
        match initial {
            InitialRegisters::Distinct => Start::distinct(),
            InitialRegisters::Equal => Start::equal(),
            InitialRegisters::Known(known) => set(&mut known.iter().copied()),
            InitialRegisters::Named(named) => {
                set(&mut named.iter().filter_map(|it| Some((it.register(tables).ok()?, it.value))))
            }
        }
    }
}

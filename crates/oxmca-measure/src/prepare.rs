//! Code and its start state, as options of hardware mode say.

use oxmca::hardware::Delivery;
use oxmca::options::HardwareOptions;
use oxmca::{Inst, Session};

use crate::block::Block;
use crate::error::MeasureError;
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

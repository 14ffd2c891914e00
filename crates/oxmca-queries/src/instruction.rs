//! The figures of one instruction.

use oxmca::view::instruction_info::ResourceUse;
use oxmca::{Format, Views};
use oxmca_asm::Inst;
use oxmca_asm::region::Region;
use serde::Serialize;

use crate::machine::Machine;

/// The figures of one instruction, as `--instruction-info` has them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct InstructionFigures {
    /// The instruction, as reports show it.
    pub instruction: String,
    /// Latency in cycles; `None` if it is not known.
    pub latency_cycles: Option<u32>,
    /// Cycles of each of many that do not wait for each other.
    pub reciprocal_throughput_cycles: f64,
    /// Micro-ops.
    pub micro_ops: u32,
    /// Set if it may read memory.
    pub may_load: bool,
    /// Set if it may write memory.
    pub may_store: bool,
    /// Resources of the scheduling model that it keeps busy.
    pub resources: Vec<ResourceUse>,
}

impl InstructionFigures {
    /// Returns the figures of an instruction in the tables of a machine's scheduling model.
    ///
    /// # Errors
    /// The reason why there are none.
    pub fn of(machine: &Machine, inst: &Inst) -> Result<InstructionFigures, String> {
        let session = machine.session();
        let region = Region::of_instructions(None, 0..1);
        let code = session.list(vec![inst.clone()], vec![region], &machine.text_options(""));
        let code = code.map_err(|_| "too many instructions".to_owned())?;
        let region = code.first_region().ok_or("no instruction")?;
        let mut options = machine.options_with(Format::LlvmJson, |_| ());
        options.views = Views::with(|it| {
            *it = Views::NONE;
            it.instruction_info = true;
        });
        options.show_resource_uses = true;
        // These figures are those of the tables. A simulation adds nothing.
        options.hardware = None;
        options.iterations = std::num::NonZero::new(1);
        let report = region.analyze(&options).map_err(|error| error.kind.to_string())?;
        let info = report.instruction_info().ok_or("no figures")?;
        let row = info.rows.first().ok_or("no figures")?;
        Ok(InstructionFigures {
            instruction: oxmca_names::plain(&region.text(0).replace('\t', " ")).into_owned(),
            latency_cycles: i32::try_from(row.latency_cycles).is_ok().then_some(row.latency_cycles),
            reciprocal_throughput_cycles: row.reciprocal_throughput_cycles,
            micro_ops: row.micro_ops,
            may_load: row.may_load,
            may_store: row.may_store,
            resources: row.resources.to_vec(),
        })
    }
}

//! The options and the CPU that a document is about.

use std::num::NonZero;

use oxmca_tables::schema::Resource;
use serde::Serialize;

use crate::options::{InstructionTables, Options};
use crate::processor::Processor;
use crate::program::renaming::register_files;

/// Options of the analysis; `None` leaves the choice to the model.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Parameters {
    iterations: u32,
    dispatch_width_micro_ops: Option<NonZero<u32>>,
    register_file_size_registers: Option<NonZero<u32>>,
    load_queue_size_entries: Option<NonZero<u32>>,
    store_queue_size_entries: Option<NonZero<u32>>,
    assume_no_alias: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    resource_segments: Option<bool>,
    micro_op_queue_size_entries: Option<NonZero<u32>>,
    decoder_throughput_instructions: Option<NonZero<u32>>,
    call_latency_cycles: u32,
    skip_unsupported: bool,
    custom_behaviour: bool,
    instruction_tables: &'static str,
    timeline_max_iterations: u32,
    timeline_max_cycles: Option<NonZero<u32>>,
}

impl From<&Options> for Parameters {
    fn from(options: &Options) -> Self {
        Parameters {
            iterations: options.effective_iterations(),
            dispatch_width_micro_ops: options.dispatch_width_micro_ops,
            register_file_size_registers: options.register_file_size_registers,
            load_queue_size_entries: options.load_queue_size_entries,
            store_queue_size_entries: options.store_queue_size_entries,
            assume_no_alias: options.assume_no_alias,
            resource_segments: options.resource_segments.then_some(true),
            micro_op_queue_size_entries: options.micro_op_queue_size_entries,
            decoder_throughput_instructions: options.decoder_throughput_instructions,
            call_latency_cycles: options.call_latency_cycles,
            skip_unsupported: options.skip_unsupported,
            custom_behaviour: options.custom_behaviour,
            instruction_tables: match options.instruction_tables {
                InstructionTables::None => "none",
                InstructionTables::Normal => "normal",
                InstructionTables::Full => "full",
            },
            timeline_max_iterations: options.effective_timeline_iterations(),
            timeline_max_cycles: options.timeline_max_cycles,
        }
    }
}

/// Returns a number of the model, in which 0 stands for none.
fn given(number: u32) -> Option<u32> {
    (number != 0).then_some(number)
}

/// The CPU and its scheduling model.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Target {
    triple: String,
    cpu: String,
    scheduling_model: String,
    pub(super) is_out_of_order: bool,
    issue_width_micro_ops: u32,
    reorder_buffer_size_micro_ops: Option<u32>,
    max_retired_instructions_per_cycle: Option<u32>,
    load_queue: Option<String>,
    store_queue: Option<String>,
    load_latency_cycles: u32,
    mispredict_penalty_cycles: u32,
    resources: Vec<ResourceOfModel>,
    register_files: Vec<RegisterFile>,
}

#[derive(Clone, Debug, Serialize)]
struct ResourceOfModel {
    name: String,
    num_units: u32,
    members: Vec<String>,
    buffer: &'static str,
    buffer_size_entries: Option<u32>,
}

#[derive(Clone, Debug, Serialize)]
struct RegisterFile {
    name: String,
    size_registers: Option<u32>,
    max_eliminated_moves_per_cycle: Option<u32>,
    eliminates_zero_moves_only: bool,
}

impl Target {
    pub(super) fn new(triple: &str, processor: &Processor<'_>) -> Self {
        let (tables, model) = (processor.tables(), processor.model);
        let rows = processor.resource_rows();
        let name = |row: &Resource| tables.text(row.name).to_owned();
        let queue = |id: oxmca_tables::ResourceId| {
            let row = rows.get(id.index()).filter(|_| processor.has_extra_info() && id.0 != 0);
            row.map(name)
        };
        let resource = |row: &Resource| {
            let members = &tables.resource_lists[row.sub_units.range()];
            ResourceOfModel {
                name: name(row),
                num_units: row.num_units,
                members: members.iter().map(|id| name(&rows[id.index()])).collect(),
                buffer: match row.buffer_size {
                    ..0 => "shared",
                    0 => "in_order",
                    1 => "in_order_bypass",
                    _ => "own",
                },
                buffer_size_entries: u32::try_from(row.buffer_size).ok().and_then(given),
            }
        };
        let file = |row: &oxmca_tables::schema::RegisterFile| RegisterFile {
            name: tables.text(row.name).to_owned(),
            size_registers: given(row.num_physical_registers),
            max_eliminated_moves_per_cycle: given(row.max_moves_eliminated_per_cycle),
            eliminates_zero_moves_only: row.allow_zero_move_elimination_only != 0,
        };
        Target {
            triple: triple.to_owned(),
            cpu: processor.cpu_name().to_owned(),
            scheduling_model: tables.text(model.name).to_owned(),
            is_out_of_order: processor.is_out_of_order(),
            issue_width_micro_ops: model.issue_width_uops,
            reorder_buffer_size_micro_ops: given(processor.reorder_buffer_size_micro_ops())
                .filter(|_| processor.is_out_of_order()),
            max_retired_instructions_per_cycle: given(model.max_retire_per_cycle),
            load_queue: queue(model.load_queue),
            store_queue: queue(model.store_queue),
            load_latency_cycles: model.load_latency_cycles,
            mispredict_penalty_cycles: model.mispredict_penalty_cycles,
            resources: rows.iter().skip(1).filter(|row| row.num_units != 0).map(resource).collect(),
            register_files: register_files(processor).iter().skip(1).map(file).collect(),
        }
    }
}

//! The options and the CPU that a document is about.

use oxmca_tables::schema::Resource;
use serde::{Serialize, Serializer};

use crate::options::{InDocuments, OPTIONS, OptionEntry, OptionList, OptionValue, Options};
use crate::processor::Processor;
use crate::simulation::model::program::renaming::register_files;

/// Options of the analysis; `null` leaves the choice to the model.
#[derive(Clone, Debug)]
pub(super) struct Parameters(Vec<(&'static str, OptionValue)>);

impl Parameters {
    /// Returns the members that documents have of the options of a list.
    pub(super) fn new(list: OptionList, options: &Options) -> Self {
        let member = |entry: &OptionEntry| {
            let value = entry.effective_value(options);
            let is_there = match entry.in_documents {
                InDocuments::Never => false,
                InDocuments::IfChanged => value != (entry.default)(),
                InDocuments::Always(_) => true,
            };
            is_there.then_some((entry.name, value))
        };
        Parameters(list.iter().filter_map(member).collect())
    }
}

impl From<&Options> for Parameters {
    fn from(options: &Options) -> Self {
        Parameters::new(OPTIONS, options)
    }
}

impl Serialize for Parameters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::one_more_option as one_more;

    #[test]
    fn another_option_is_a_parameter_if_it_is_changed() {
        let members = |options: &Options| {
            serde_json::to_value(Parameters::new(one_more::list(), options)).unwrap()
        };
        let before = serde_json::to_value(Parameters::from(&Options::default())).unwrap();
        assert_eq!(members(&Options::default()), before);
        let changed = members(&Options::with(|it| it.call_latency_cycles = 7));
        assert_eq!(changed[one_more::NAME], 7);
    }
}

//! Lists of the CPUs, features and scheduling models of a target.

use oxmca_tables::hardware::HardwareModels;
use oxmca_tables::schema::{Model, model_flag};
use oxmca_tables::{CpuId, ModelErrors, ModelId, Tables};

use crate::processor::reorder_buffer_size;

/// The CPUs, features and scheduling models of a target.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Catalog {
    /// Names of CPUs, sorted.
    pub cpus: Vec<String>,
    /// Features, sorted by name.
    pub features: Vec<FeatureEntry>,
    /// Scheduling models that can be simulated, in the order of the tables.
    pub models: Vec<ModelEntry>,
}

/// A feature of a target.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FeatureEntry {
    /// Its name, as in `-mattr`.
    pub name: String,
    /// A line that describes it.
    pub description: String,
}

/// A scheduling model of a target.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ModelEntry {
    /// Its name, as in the tables.
    pub name: String,
    /// Set if it executes out of order.
    pub is_out_of_order: bool,
    /// Micro-ops dispatched per cycle.
    pub issue_width_micro_ops: u32,
    /// Size of the reorder buffer; `None` in order.
    pub reorder_buffer_size_micro_ops: Option<u32>,
    /// Set if instructions are described by itineraries: it is simulated if
    /// [`SessionBuilder::itineraries`](super::SessionBuilder::itineraries) asks for that, and llvm-mca refuses it.
    pub needs_itineraries: bool,
    /// CPUs that the model describes, sorted.
    pub described_cpus: Vec<String>,
    /// CPUs that use the model of another CPU for want of one of their own, sorted.
    pub borrowing_cpus: Vec<String>,
}

/// A hardware model of a target.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HardwareEntry {
    /// Its name.
    pub name: String,
    /// Set if it is from a file of the user's.
    pub is_own: bool,
    /// Set if predictions by it have been compared with measurements.
    pub is_checked: bool,
    /// The measurements, or the reason why there are none.
    pub checked: String,
    /// CPUs that it is for, sorted. A file of the user's goes before what is built in, and a later one before earlier ones.
    pub cpus: Vec<String>,
    /// Scheduling models that have its ports: hardware models that extend them can be based on it as it is.
    pub fitting_models: Vec<String>,
}

/// Lists hardware models, those of the user last.
pub(super) fn hardware_entries(
    tables: &Tables<'_>,
    models: &HardwareModels,
) -> Result<Vec<HardwareEntry>, ModelErrors> {
    let mut cpus: Vec<Vec<String>> = vec![Vec::new(); models.len()];
    for row in tables.cpus {
        let (model, name) = (&tables.models[row.model.index()], tables.text(row.name));
        if let Some(index) = models.index_for(tables.text(model.name), name) {
            cpus[index].push(name.to_owned());
        }
    }
    let entry = |(index, cpus)| {
        let model = models.get(index)?;
        let usable = tables.models.iter().filter(|row| row.sched_classes.len != 0);
        Some(model.map(|model| {
            HardwareEntry {
                name: model.name.clone(),
                is_own: models.is_own(index),
                is_checked: model.is_checked,
                checked: model.checked.clone(),
                cpus,
                fitting_models: usable
                    .filter(|row| model.fits(tables, row))
                    .map(|row| tables.text(row.name).to_owned())
                    .collect(),
            }
        }))
    };
    cpus.into_iter().enumerate().filter_map(entry).collect()
}

impl Catalog {
    /// Lists what there is to choose from, models that need itineraries only if `with_itineraries` is set.
    pub(super) fn new(tables: &Tables<'_>, with_itineraries: bool) -> Catalog {
        let features = tables.features.iter().map(|row| FeatureEntry {
            name: tables.text(row.name).to_owned(),
            description: tables.text(row.description).to_owned(),
        });
        let listed = tables.cpus.iter().filter(|row| row.is_unlisted == 0);
        let models = tables.models.iter().enumerate();
        let usable = models
            .filter(|(_, row)| row.sched_classes.len != 0)
            .filter(|(_, row)| with_itineraries || !needs_itineraries(row));
        Catalog {
            cpus: listed.map(|row| tables.text(row.name).to_owned()).collect(),
            features: features.collect(),
            models: usable.map(|(id, row)| entry(tables, ModelId(id as u16), row)).collect(),
        }
    }
}

fn needs_itineraries(row: &Model) -> bool {
    row.flags & model_flag::HAS_ITINERARIES != 0
}

fn entry(tables: &Tables<'_>, id: ModelId, row: &Model) -> ModelEntry {
    let name = |cpu: CpuId| tables.text(tables.cpus[cpu.index()].name).to_owned();
    let is_out_of_order = row.micro_op_buffer_size > 1;
    let borrowing = tables.cpus_of_model(id).filter(|cpu| tables.borrowed_model(*cpu).is_some());
    ModelEntry {
        name: tables.text(row.name).to_owned(),
        is_out_of_order,
        needs_itineraries: needs_itineraries(row),
        issue_width_micro_ops: row.issue_width_uops,
        reorder_buffer_size_micro_ops: is_out_of_order.then(|| reorder_buffer_size(row)),
        described_cpus: tables.cpus_described_by(id).map(name).collect(),
        borrowing_cpus: borrowing.map(name).collect(),
    }
}

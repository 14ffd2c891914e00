//! A scheduling model prepared for simulation: resources as bits of masks.
//!
//! Each resource has one bit. A group's mask has its own bit, which is above those of its members,
//! and the bits of its members. So a mask names one resource (its highest bit) and, for a group,
//! what it is made of.

pub(crate) mod hardware;

use std::fmt;
use std::sync::{Arc, OnceLock};

use oxmca_asm::Subtarget;
use oxmca_tables::hardware::HardwareModels;
use oxmca_tables::schema::{Model, Resource, model_flag, resource_selection};
use oxmca_tables::{ResourceId, Tables};

use crate::error::ErrorKind;
use crate::hardware_error::HardwareError;
use hardware::HardwareProcessor;

/// Position of a resource's own bit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct ResourceIndex(pub u8);

impl ResourceIndex {
    /// Creates the resource a mask names. The mask must not be zero; zero gives index 0.
    #[inline]
    pub const fn of_mask(mask: u64) -> Self {
        ResourceIndex((mask | 1).ilog2() as u8)
    }

    /// Returns the index as a `usize`, below 64.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Returns the resource's own bit.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }
}

/// The way a group chooses among its free members.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Selection {
    /// From the highest bit to the lowest, round after round.
    RoundRobin,
    /// The member that was used least.
    LeastUsed,
    /// The first member in the order of the model's list.
    Ordered,
}

impl Selection {
    /// Returns the way of a row of the tables, which are validated.
    fn of(row: &Resource) -> Self {
        match row.selection {
            resource_selection::LEAST_USED => Selection::LeastUsed,
            resource_selection::ORDERED => Selection::Ordered,
            _ => Selection::RoundRobin,
        }
    }
}

/// A resource of the model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResourceInfo {
    /// Its number in the model.
    pub id: ResourceId,
    /// Its mask.
    pub mask: u64,
    /// One bit per unit; for a group the bits of its members.
    pub unit_bits: u64,
    /// Own bits of the groups it belongs to.
    pub groups: u64,
    /// Reservation station entries, see [`Resource::buffer_size`].
    pub buffer_size: i32,
    /// Set if it is a group of other resources.
    pub is_group: bool,
    /// Units it has when it is not a group, 1 for a group.
    pub num_units: u32,
    /// The way a group chooses among its members.
    pub selection: Selection,
}

/// A CPU's scheduling model, ready to be simulated.
#[derive(Clone)]
pub struct Processor<'t> {
    pub(crate) subtarget: Subtarget,
    pub(crate) model: &'t Model,
    /// Resources by [`ResourceIndex`].
    pub(crate) resources: Vec<ResourceInfo>,
    /// Masks by [`ResourceId`]; entry 0 is zero.
    pub(crate) masks: Vec<u64>,
    /// Own bits of all resources that are not groups.
    pub(crate) unit_mask: u64,
    tables: Tables<'t>,
    columns: OnceLock<Columns>,
    /// The hardware models to choose from; those that are built in if `None`.
    pub(crate) hardware_models: Option<HardwareModels>,
    /// The hardware model, once it was asked for.
    pub(crate) hardware: OnceLock<Result<Box<HardwareProcessor>, HardwareError>>,
}

impl fmt::Debug for Processor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Processor")
            .field("cpu_name", &self.cpu_name())
            .field("is_out_of_order", &self.is_out_of_order())
            .finish_non_exhaustive()
    }
}

impl<'t> Processor<'t> {
    /// Prepares the model of a CPU.
    ///
    /// # Errors
    /// [`ErrorKind::NoSchedulingModel`] when the CPU has no per-class data, and
    /// [`ErrorKind::TooManyResources`].
    pub fn new(tables: Tables<'t>, subtarget: Subtarget) -> Result<Self, ErrorKind> {
        let processor = Self::with_itineraries(tables, subtarget)?;
        match processor.model.flags & model_flag::HAS_ITINERARIES {
            0 => Ok(processor),
            _ => Err(ErrorKind::NoSchedulingModel { has_itineraries: true }),
        }
    }

    /// Prepares the model of a CPU, which may describe instructions by itineraries. llvm-mca refuses
    /// those.
    ///
    /// # Errors
    /// As [`Processor::new`], where the model has neither.
    pub fn with_itineraries(tables: Tables<'t>, subtarget: Subtarget) -> Result<Self, ErrorKind> {
        let model = subtarget.model(&tables);
        if model.sched_classes.len == 0 {
            let has_itineraries = model.flags & model_flag::HAS_ITINERARIES != 0;
            return Err(ErrorKind::NoSchedulingModel { has_itineraries });
        }
        let rows = &tables.resources[model.resources.range()];
        if rows.len() > 65 {
            return Err(ErrorKind::TooManyResources);
        }
        let masks = masks(&tables, rows);
        let mut resources: Vec<ResourceInfo> = vec![
            ResourceInfo {
                id: ResourceId(0),
                mask: 0,
                unit_bits: 0,
                groups: 0,
                buffer_size: -1,
                is_group: false,
                num_units: 1,
                selection: Selection::RoundRobin,
            };
            rows.len().saturating_sub(1)
        ];
        let mut unit_mask = 0;
        for (id, row) in rows.iter().enumerate().skip(1) {
            let mask = masks[id];
            let index = ResourceIndex::of_mask(mask);
            let is_group = mask.count_ones() > 1;
            let unit_bits = if is_group {
                mask ^ index.bit()
            } else {
                1u64.wrapping_shl(row.num_units).wrapping_sub(1)
            };
            if !is_group {
                unit_mask |= mask;
            }
            resources[index.index()] = ResourceInfo {
                id: ResourceId(id as u16),
                mask,
                unit_bits,
                groups: 0,
                buffer_size: row.buffer_size,
                is_group,
                num_units: if is_group { 1 } else { unit_bits.count_ones() },
                selection: Selection::of(row),
            };
        }
        for index in 0..resources.len() {
            if resources[index].is_group {
                let members = resources[index].unit_bits;
                for member in bits(members) {
                    resources[member.index()].groups |= 1 << index;
                }
            }
        }
        let (columns, hardware) = (OnceLock::new(), OnceLock::new());
        Ok(Processor {
            subtarget,
            model,
            resources,
            masks,
            unit_mask,
            tables,
            columns,
            hardware_models: None,
            hardware,
        })
    }

    /// Chooses among other hardware models than those that are built in.
    #[must_use]
    pub fn with_hardware_models(self, models: HardwareModels) -> Self {
        Processor { hardware_models: Some(models), ..self }
    }

    /// Returns the columns of its resources in tables of cycles.
    pub(crate) fn columns(&self) -> &Columns {
        self.columns.get_or_init(|| Columns::new(self))
    }

    /// Returns the CPU and its features.
    pub fn subtarget(&self) -> &Subtarget {
        &self.subtarget
    }

    /// Returns the row of the scheduling model.
    pub fn model(&self) -> &'t Model {
        self.model
    }

    /// Returns the tables of the target.
    #[inline]
    pub fn tables(&self) -> &Tables<'t> {
        &self.tables
    }

    /// Returns the CPU's name.
    pub fn cpu_name(&self) -> &'t str {
        self.subtarget.cpu_name(&self.tables)
    }

    /// Returns the name under which llvm-mca's JSON shows the CPU.
    pub fn shown_cpu_name(&self) -> &'t str {
        self.subtarget.shown_cpu_name(&self.tables)
    }

    /// Returns the rows of the model's resources, by [`ResourceId`].
    pub fn resource_rows(&self) -> &'t [Resource] {
        &self.tables.resources[self.model.resources.range()]
    }

    /// Returns the members of a group in the order of the model's list.
    pub(crate) fn members(&self, group: &ResourceInfo) -> impl Iterator<Item = ResourceIndex> {
        let row = &self.resource_rows()[group.id.index()];
        let members = &self.tables.resource_lists[row.sub_units.range()];
        members.iter().map(|member| ResourceIndex::of_mask(self.masks[member.index()]))
    }

    /// Returns the name of a resource, by its number in the model.
    pub fn resource_name(&self, id: ResourceId) -> &'t str {
        self.tables.text(self.resource_rows()[id.index()].name)
    }

    /// Returns whether the model executes out of order.
    pub fn is_out_of_order(&self) -> bool {
        self.model.micro_op_buffer_size > 1
    }

    /// Returns whether the model has extra processor info (reorder buffer, register files, queues).
    pub fn has_extra_info(&self) -> bool {
        self.model.flags & model_flag::HAS_EXTRA_INFO != 0
    }

    /// Returns how many instructions retire per cycle at most; `None` if the model sets no limit.
    pub fn max_retired_instructions_per_cycle(&self) -> Option<u32> {
        let limit = self.model.max_retire_per_cycle;
        (limit != 0 && self.has_extra_info()).then_some(limit)
    }

    /// Returns the size of the reorder buffer in micro-ops.
    pub fn reorder_buffer_size_micro_ops(&self) -> u32 {
        reorder_buffer_size(self.model)
    }
}

/// A resource and the number of its units. Each unit is a column.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnitsOf {
    /// Name of the resource.
    pub name: String,
    /// Number of its units.
    pub num_units: u32,
}

/// The columns of the resources of a CPU: one per unit of each resource that is not a group.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    pub(crate) resources: Arc<[UnitsOf]>,
    /// First column of each resource, by resource index.
    pub(crate) first_column: [u32; 64],
    pub(crate) num_units: u32,
}

impl Columns {
    /// Finds the columns of a CPU; [`Processor::columns`] remembers them.
    fn new(processor: &Processor<'_>) -> Columns {
        let mut resources = Vec::new();
        let mut first_column = [0; 64];
        let mut next = 0;
        for (id, row) in processor.resource_rows().iter().enumerate().skip(1) {
            if row.sub_units.len != 0 || row.num_units == 0 {
                continue;
            }
            let index = ResourceIndex::of_mask(processor.masks[id]);
            first_column[index.index()] = next;
            next += row.num_units;
            let name = processor.resource_name(ResourceId(id as u16)).to_owned();
            resources.push(UnitsOf { name, num_units: row.num_units });
        }
        Columns { resources: resources.into(), first_column, num_units: next }
    }
}

/// Returns the reorder buffer size of a model in micro-ops.
pub(crate) fn reorder_buffer_size(model: &Model) -> u32 {
    let has_extra_info = model.flags & model_flag::HAS_EXTRA_INFO != 0;
    match model.reorder_buffer_size {
        size if has_extra_info && size != 0 => size,
        _ => model.micro_op_buffer_size.max(0) as u32,
    }
}

/// Returns set bits of a mask as resource indices, lowest first.
pub(crate) fn bits(mut mask: u64) -> impl Iterator<Item = ResourceIndex> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let index = mask.trailing_zeros();
        mask &= mask - 1;
        Some(ResourceIndex(index as u8))
    })
}

/// Masks by resource number: units take the low bits in order, then groups.
fn masks(tables: &Tables<'_>, rows: &[Resource]) -> Vec<u64> {
    let mut masks = vec![0u64; rows.len()];
    let mut next = 0u32;
    for (id, row) in rows.iter().enumerate().skip(1) {
        if row.sub_units.len == 0 {
            masks[id] = 1 << next;
            next += 1;
        }
    }
    for (id, row) in rows.iter().enumerate().skip(1) {
        if row.sub_units.len != 0 {
            let mut mask = 1u64 << next;
            for member in &tables.resource_lists[row.sub_units.range()] {
                mask |= masks.get(member.index()).copied().unwrap_or(0);
            }
            masks[id] = mask;
            next += 1;
        }
    }
    masks
}

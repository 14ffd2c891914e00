//! Resource pressure: cycles of each unit, per iteration and per instruction.

use std::ops::Range;
use std::sync::Arc;

use super::{BasicView, EventLevel, View, ViewContext, repeated};
use crate::error::ErrorKind;
use crate::lower::Lowered;
use crate::options::Options;
pub use crate::processor::UnitsOf;
use crate::processor::{Columns, Processor, ResourceIndex};
use crate::simulation::event::Event;
use crate::simulation::model::stage::instruction_tables::unit_cycles;

/// The resource pressure section.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ResourcePressure {
    /// Resources that are not groups, in the model's order. All reports on a CPU share them.
    pub resources: Arc<[UnitsOf]>,
    /// Cycles per iteration, by unit: the units of the first resource, then those of the next.
    pub per_iteration_cycles: Vec<f64>,
    /// Cycles per iteration by instruction.
    pub per_instruction_cycles: UsedUnits,
}

/// The units that each instruction used, ascending, with their cycles.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct UsedUnits {
    /// The units of the first instruction, then those of the next.
    used: Vec<(u32, f64)>,
    /// By instruction: the end of its part of `used`.
    ends: Vec<usize>,
}

impl UsedUnits {
    fn with_capacity(num_insts: usize) -> UsedUnits {
        UsedUnits { used: Vec::with_capacity(4 * num_insts), ends: Vec::with_capacity(num_insts) }
    }

    /// Adds an instruction.
    fn push(&mut self, used: impl Iterator<Item = (u32, f64)>) {
        self.used.extend(used);
        self.ends.push(self.used.len());
    }

    /// Returns the units of each instruction, in order.
    pub fn iter(&self) -> impl Iterator<Item = &[(u32, f64)]> {
        let mut start = 0;
        self.ends.iter().map(move |end| &self.used[std::mem::replace(&mut start, *end)..*end])
    }

    /// Returns the number of instructions.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there is no instruction.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

impl ResourcePressure {
    /// Returns the cycles per iteration in which the resource of that name is busy, summed over its
    /// units; `None` if the CPU has no such resource, or if it is a group, whose cycles are its
    /// members'.
    pub fn cycles_of(&self, name: &str) -> Option<f64> {
        let columns = self.columns_of(name)?;
        Some(self.per_iteration_cycles[columns].iter().sum())
    }

    /// Returns the columns of the resource of that name: indices into
    /// [`per_iteration_cycles`](Self::per_iteration_cycles), and units in
    /// [`per_instruction_cycles`](Self::per_instruction_cycles).
    pub fn columns_of(&self, name: &str) -> Option<Range<usize>> {
        let mut first = 0;
        for resource in &*self.resources {
            let end = first + resource.num_units as usize;
            if resource.name == name {
                return Some(first..end);
            }
            first = end;
        }
        None
    }
}

/// Cycles as a fraction, in 32-bit arithmetic as llvm-mca's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cycles {
    numerator: u32,
    denominator: u32,
}

impl Cycles {
    const ZERO: Cycles = Cycles { numerator: 0, denominator: 1 };

    fn add(&mut self, other: Cycles) {
        if self.denominator == other.denominator {
            self.numerator = self.numerator.wrapping_add(other.numerator);
            return;
        }
        let common = self.denominator.wrapping_mul(other.denominator)
            / gcd(self.denominator, other.denominator);
        let scale = |cycles: Cycles| cycles.numerator.wrapping_mul(common / cycles.denominator);
        *self = Cycles {
            numerator: scale(*self).wrapping_add(scale(other)),
            denominator: common.max(1),
        };
    }

    fn per(self, executions: u32) -> f64 {
        let cycles = match self.denominator {
            1 => f64::from(self.numerator),
            denominator => f64::from(self.numerator) / f64::from(denominator),
        };
        cycles / f64::from(executions)
    }
}

fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// Accumulates resource pressure.
pub(crate) struct ResourcePressureView {
    resources: Arc<[UnitsOf]>,
    /// First column of each resource, by resource index.
    first_column: [u32; 64],
    num_units: usize,
    /// By instruction and column.
    cycles: Vec<u32>,
    marked_cycles: Vec<u32>,
    num_insts: u32,
    last_index: u32,
    /// Instructions of repetitions, which were counted but not seen.
    repeated: u32,
}

impl View<'_> for ResourcePressureView {
    type Section = ResourcePressure;

    const EVENTS: EventLevel = EventLevel::Basic;

    const HARDWARE_EVENTS: Option<EventLevel> = Some(EventLevel::Basic);

    fn is_supported(_: &Processor<'_>) -> bool {
        true
    }

    fn is_requested(options: &Options) -> bool {
        options.views.resource_pressure
    }

    fn new(context: &mut ViewContext<'_>) -> Result<Self, ErrorKind> {
        let Columns { resources, first_column, num_units } =
            context.input.processor.columns().clone();
        let (num_units, num_insts) = (num_units as usize, context.input.lowered.insts.len());
        Ok(ResourcePressureView {
            resources,
            first_column,
            num_units,
            cycles: vec![0; num_units * num_insts],
            marked_cycles: Vec::new(),
            num_insts: num_insts as u32,
            last_index: 0,
            repeated: 0,
        })
    }

    #[inline(always)]
    fn on_event(&mut self, _: u64, event: Event) {
        match event {
            Event::Dispatched { inst, .. } => self.last_index = inst.index,
            Event::ResourceUsed { inst, resource, unit, cycles } => {
                let first = self.first_column[resource.index()] as usize;
                let column = first + usize::from(unit);
                let row = inst.position as usize * self.num_units;
                // A unit that was busy when an instruction issued at dispatch has no column.
                if column < self.num_units {
                    let sum = &mut self.cycles[row + column];
                    *sum = sum.wrapping_add(cycles);
                }
            }
            _ => {}
        }
    }

    fn repeatable_from(&self) -> u32 {
        0
    }

    fn put_state(&self, _: u32, _: u32, _: &mut dyn FnMut(u64)) {}

    fn mark(&mut self) {
        self.marked_cycles.clone_from(&self.cycles);
    }

    fn repeat(&mut self, times: u32, insts: u32) {
        for (cycles, marked) in self.cycles.iter_mut().zip(&self.marked_cycles) {
            *cycles = repeated(*marked, *cycles, times);
        }
        self.repeated += times * insts;
    }

    fn into_section(self) -> Result<ResourcePressure, ErrorKind> {
        let executions = (self.last_index + self.repeated) / self.num_insts + 1;
        let mut total = vec![0u32; self.num_units];
        let per = |numerator| Cycles { numerator, denominator: 1 }.per(executions);
        let mut per_instruction_cycles = UsedUnits::with_capacity(self.num_insts as usize);
        for position in 0..self.num_insts as usize {
            let row = &self.cycles[position * self.num_units..][..self.num_units];
            let used = row.iter().enumerate().filter(|(_, cycles)| **cycles != 0);
            per_instruction_cycles.push(used.map(|(column, cycles)| {
                total[column] = total[column].wrapping_add(*cycles);
                (column as u32, per(*cycles))
            }));
        }
        Ok(ResourcePressure {
            resources: self.resources,
            per_iteration_cycles: total.into_iter().map(per).collect(),
            per_instruction_cycles,
        })
    }
}

impl BasicView<'_> for ResourcePressureView {
    fn on_idle_cycles(&mut self, _: u64) {}
}

/// Returns the section of instruction tables: uses spread evenly over the units that could serve
/// them.
pub(crate) fn static_pressure(processor: &Processor<'_>, lowered: &Lowered) -> ResourcePressure {
    let columns = processor.columns();
    let mut total = vec![Cycles::ZERO; columns.num_units as usize];
    let mut per_instruction_cycles = UsedUnits::with_capacity(lowered.insts.len());
    let mut row: Vec<(u32, Cycles)> = Vec::new();
    for index in 0..lowered.insts.len() {
        for used in unit_cycles(processor, lowered, index) {
            let index = ResourceIndex::of_mask(processor.masks[used.resource.index()]);
            let column = columns.first_column[index.index()] + used.unit;
            let cycles = Cycles { numerator: used.numerator, denominator: used.denominator };
            match row.binary_search_by_key(&column, |entry| entry.0) {
                Ok(position) => row[position].1.add(cycles),
                Err(position) => row.insert(position, (column, cycles)),
            }
            total[column as usize].add(cycles);
        }
        let used = row.drain(..).map(|(column, cycles)| (column, cycles.per(1)));
        per_instruction_cycles.push(used);
    }
    ResourcePressure {
        resources: Arc::clone(&columns.resources),
        per_iteration_cycles: total.into_iter().map(|cycles| cycles.per(1)).collect(),
        per_instruction_cycles,
    }
}

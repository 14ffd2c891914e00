//! Instruction tables: resource cycles of each instruction, spread evenly over units, without a
//! simulation.

use oxmca_tables::ResourceId;

use crate::lower::Lowered;
use crate::processor::{Processor, bits};

/// Cycles of one unit, as a fraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnitCycles {
    /// The resource.
    pub resource: ResourceId,
    /// Unit of the resource.
    pub unit: u32,
    /// Numerator of the cycles.
    pub numerator: u32,
    /// Denominator of the cycles, not zero.
    pub denominator: u32,
}

/// Returns resource cycles of instruction number `index`, uniformly over the units that could serve
/// it.
pub fn unit_cycles(processor: &Processor<'_>, lowered: &Lowered, index: usize) -> Vec<UnitCycles> {
    let rows = processor.resource_rows();
    let mut result = Vec::new();
    let needs = lowered.needs(&lowered.insts[index]);
    for need in needs.required().filter(|need| need.cycles != 0) {
        if needs.is_itinerary {
            let denominator = need.mask.count_ones();
            result.extend(bits(need.mask).map(|unit| {
                let resource = processor.resources[unit.index()].id;
                UnitCycles { resource, unit: 0, numerator: need.cycles, denominator }
            }));
            continue;
        }
        let id = processor.resources[need.index().index()].id;
        let row = &rows[id.index()];
        let mut add = |resource: ResourceId, units: u32, denominator: u32| {
            for unit in 0..units {
                result.push(UnitCycles { resource, unit, numerator: need.cycles, denominator });
            }
        };
        if row.sub_units.len == 0 {
            add(id, row.num_units, row.num_units);
            continue;
        }
        for member in &processor.tables().resource_lists[row.sub_units.range()] {
            let units = rows[member.index()].num_units;
            add(*member, units, row.num_units.wrapping_mul(units).max(1));
        }
    }
    result
}

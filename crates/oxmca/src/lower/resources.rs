//! Resources a scheduling class consumes, in the form the simulator issues them.

use oxmca_tables::schema::{ItineraryStage, SchedClass, sched_class_flag};
use oxmca_tables::{ResourceId, sort_few_by_key};
use smallvec::SmallVec;

use crate::processor::{Processor, ResourceIndex};

/// A resource an instruction needs, or a stage of its itinerary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResourceNeed {
    /// Mask of the resource; of a stage, the own bits of the units to choose from.
    pub mask: u64,
    /// Cycles it is held.
    pub cycles: u32,
    /// Cycles after issue from which on it is held. Of a resource, 0 unless segments are honoured.
    pub acquire_at_cycle: u32,
    /// Units of a group that must be free.
    pub units: u32,
    /// The whole group is reserved: none of its other users may issue meanwhile. Of a stage, the unit is
    /// reserved, not required.
    pub reserved: bool,
}

impl ResourceNeed {
    /// Returns the resource.
    #[inline]
    pub(crate) const fn index(&self) -> ResourceIndex {
        ResourceIndex::of_mask(self.mask)
    }
}

/// Everything a scheduling class consumes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ResourceNeeds {
    /// Units before groups, smaller groups before larger ones.
    pub needs: SmallVec<[ResourceNeed; 4]>,
    /// Own bits of resources whose reservation stations are occupied from dispatch to issue.
    pub buffers: u64,
    /// Own bits of groups used.
    pub groups: u64,
    /// Must issue in the cycle it is dispatched: all its resources are in order.
    pub must_issue_immediately: bool,
    /// Two groups share members, so the choice of units needs care.
    pub has_overlapping_groups: bool,
    /// The needs are stages of an itinerary.
    pub is_itinerary: bool,
}

impl ResourceNeeds {
    /// Returns the needs without stages that only reserve a unit, which others can reserve as well.
    pub fn required(&self) -> impl Iterator<Item = &ResourceNeed> {
        self.needs.iter().filter(|need| !(self.is_itinerary && need.reserved))
    }
}

/// Returns the resources that instructions of a scheduling class need.
///
/// The tables list, beside each unit, every group that contains it. Cycles spent in a smaller
/// resource are subtracted from the larger ones; what is left of a group is its own use.
///
/// A resource is held from issue on, as llvm-mca does, or where `honours_segments` is set from the
/// cycle after issue in which the class acquires it. A group of several entries has the cycle of the
/// first of these, LLVM's tables do not have others.
pub fn resource_needs(
    processor: &Processor<'_>,
    class: &SchedClass,
    honours_segments: bool,
) -> ResourceNeeds {
    if class.flags & sched_class_flag::ITINERARY != 0 {
        return stages(processor, class);
    }
    let mut result = ResourceNeeds::default();
    let mut worklist: SmallVec<[ResourceNeed; 16]> = SmallVec::new();
    // Cycles spent in parts of a super-resource. The tables do not add those to the groups of the
    // super-resource, so they must not be subtracted there either.
    let mut super_cycles: SmallVec<[(u64, u32); 8]> = SmallVec::new();
    let mut all_in_order = true;
    let mut any_hazard = false;

    let rows = processor.resource_rows();
    for entry in processor.tables().uses_of(class) {
        let acquire_at_cycle = if honours_segments { entry.acquire_at_cycle } else { 0 };
        let cycles = u32::from(entry.release_at_cycle.saturating_sub(acquire_at_cycle));
        if cycles == 0 {
            continue;
        }
        let row = &rows[entry.resource.index()];
        let mask = processor.masks[entry.resource.index()];
        if row.buffer_size < 0 {
            all_in_order = false;
        } else {
            result.buffers |= ResourceIndex::of_mask(mask).bit();
            any_hazard |= row.buffer_size == 0;
            all_in_order &= row.buffer_size <= 1;
        }
        let acquire_at_cycle = acquire_at_cycle.into();
        worklist.push(ResourceNeed { mask, cycles, acquire_at_cycle, units: 1, reserved: false });
        if row.super_resource != ResourceId(0) {
            *super_entry(&mut super_cycles, processor.masks[row.super_resource.index()]) += cycles;
        }
    }
    result.must_issue_immediately = all_in_order && any_hazard;
    sort_few_by_key(&mut worklist, |need| (need.mask.count_ones(), need.mask));

    let mut units_of_groups = 0u64;
    for current in 0..worklist.len() {
        let need = worklist[current];
        let own_bit = need.index().bit();
        if need.cycles == 0 {
            result.groups |= own_bit;
            continue;
        }
        result.needs.push(need);
        let mut content = need.mask;
        if need.mask.count_ones() != 1 {
            content ^= own_bit;
            result.has_overlapping_groups |= units_of_groups & content != 0;
            units_of_groups |= content;
            result.groups |= own_bit;
        }
        for larger in &mut worklist[current + 1..] {
            if content & larger.mask == content {
                let excess = *super_entry(&mut super_cycles, need.mask);
                larger.cycles = larger.cycles.wrapping_sub(need.cycles.wrapping_sub(excess));
                if larger.mask.count_ones() > 1 {
                    larger.units += 1;
                }
            }
        }
    }

    // A group used beyond all its members is a delay on top of them: reserve it as a whole.
    for need in &mut result.needs {
        let members = need.mask.count_ones() - 1;
        if members > 0 && need.units > members {
            need.reserved = true;
            need.units = members;
        }
    }

    // Buffers of resources that contain a super-resource in use. Every resource that was part of a
    // larger one above counts here too.
    for &(mask, _) in &super_cycles {
        for other in &processor.resources {
            if other.buffer_size != -1 && other.mask != mask && other.mask & mask == mask {
                result.buffers |= ResourceIndex::of_mask(other.mask).bit();
            }
        }
    }
    result
}

/// Returns the stages of a class that is described by an itinerary.
fn stages(processor: &Processor<'_>, class: &SchedClass) -> ResourceNeeds {
    let tables = processor.tables();
    let rows = tables.stages_of(class);
    let needs = ItineraryStage::begins(rows).zip(rows).map(|(acquire_at_cycle, stage)| {
        let units = tables.resource_lists[stage.units.range()].iter();
        ResourceNeed {
            mask: units.fold(0, |mask, unit| mask | processor.masks[unit.index()]),
            cycles: stage.cycles.into(),
            acquire_at_cycle,
            units: 1,
            reserved: stage.is_reserved != 0,
        }
    });
    // Stages without units, and without cycles, only decide when later ones begin.
    let needs = needs.filter(|stage| stage.mask != 0 && stage.cycles != 0);
    ResourceNeeds { needs: needs.collect(), is_itinerary: true, ..ResourceNeeds::default() }
}

/// Returns the cycles recorded for a mask, recording none if there is no entry yet.
fn super_entry(entries: &mut SmallVec<[(u64, u32); 8]>, mask: u64) -> &mut u32 {
    let index = match entries.iter().position(|entry| entry.0 == mask) {
        Some(index) => index,
        None => {
            entries.push((mask, 0));
            entries.len() - 1
        }
    };
    &mut entries[index].1
}

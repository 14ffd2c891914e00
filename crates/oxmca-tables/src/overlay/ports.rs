//! The groups that a use of a port counts in.
//!
//! Scheduling data list, beside each port that is used, every group that contains it, with the cycles
//! that its members are used for in all, and every resource that it is a part of. Files name only the
//! ports; the rest follows. The way back, from a full list to the ports, exists where the full list
//! follows from its ports.

use crate::few::sort_few_by_key;
use crate::schema::*;

/// Resources by number, one bit each.
type Set = u128;

/// The groups and super-resources that contain each resource.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Containment {
    /// By resource, the plain resources it stands for: itself, or a group's members.
    contents: Vec<Set>,
    is_group: Vec<bool>,
    supers: Vec<ResourceId>,
}

/// A list that does not follow the rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unsound {
    /// A resource is used for more cycles than there are numbers for.
    TooLong(ResourceId),
    /// A resource that is not taken at once is used more than once.
    TakenLate(ResourceId),
}

impl Containment {
    pub fn new<'a>(resources: impl Iterator<Item = (Resource, &'a [ResourceId])>) -> Self {
        let mut result = Containment::default();
        for (id, (row, members)) in resources.enumerate() {
            let bit = |id: usize| 1u128.checked_shl(id as u32).unwrap_or(0);
            let contents = members.iter().fold(0, |set, member| set | bit(member.index()));
            result.is_group.push(!members.is_empty());
            result.contents.push(if members.is_empty() { bit(id) } else { contents });
            result.supers.push(row.super_resource);
        }
        result
    }

    /// Returns whether a use of `inner` is one of `outer`: a group with its ports, or what it is part of.
    fn contains(&self, outer: ResourceId, inner: ResourceId) -> bool {
        let (outer, inner) = (outer.index(), inner.index());
        if outer == inner {
            return false;
        }
        if self.is_group[outer] {
            return self.contents[inner] & !self.contents[outer] == 0;
        }
        self.super_chain(ResourceId(inner as u16)).any(|id| id.index() == outer)
    }

    /// Returns the resources that a port is part of, innermost first.
    fn super_chain(&self, id: ResourceId) -> impl Iterator<Item = ResourceId> {
        let next = |id: &ResourceId| Some(self.supers[id.index()]).filter(|id| id.0 != 0);
        std::iter::successors(next(&id), next).take(self.supers.len())
    }

    /// Returns a full list from the uses of ports: sorted by resource, each once.
    pub fn with_groups(&self, ports: &[ResourceUse]) -> Result<Vec<ResourceUse>, Unsound> {
        let mut full: Vec<ResourceUse> = Vec::new();
        for port in ports {
            let all = (0..self.supers.len()).map(|id| ResourceId(id as u16));
            let outer = all.skip(1).filter(|outer| self.contains(*outer, port.resource));
            for resource in std::iter::once(port.resource).chain(outer) {
                match full.iter_mut().find(|it| it.resource == resource) {
                    None => full.push(ResourceUse { resource, ..*port }),
                    Some(known) if known.acquire_at_cycle != 0 || port.acquire_at_cycle != 0 => {
                        return Err(Unsound::TakenLate(resource));
                    }
                    Some(known) => {
                        let sum = known.release_at_cycle.checked_add(port.release_at_cycle);
                        known.release_at_cycle = sum.ok_or(Unsound::TooLong(resource))?;
                    }
                }
            }
        }
        sort_few_by_key(&mut full, |row| row.resource);
        Ok(full)
    }

    /// Returns the uses of ports that a full list follows from, or nothing if it follows from none.
    pub fn without_groups(&self, full: &[ResourceUse]) -> Option<Vec<ResourceUse>> {
        let mut order: Vec<ResourceUse> = full.to_vec();
        sort_few_by_key(&mut order, |row| {
            let id = row.resource.index();
            let depth = self.super_chain(row.resource).count();
            (self.is_group[id], usize::MAX - depth, self.contents[id].count_ones(), id)
        });
        let mut left: Vec<u16> = order.iter().map(|row| row.release_at_cycle).collect();
        let mut is_implied = vec![false; order.len()];
        let mut ports = Vec::new();
        for (at, row) in order.iter().enumerate() {
            if is_implied[at] && left[at] == 0 {
                continue;
            }
            ports.push(ResourceUse { release_at_cycle: left[at], ..*row });
            for other in at + 1..order.len() {
                if self.contains(order[other].resource, row.resource) {
                    left[other] = left[other].checked_sub(left[at])?;
                    is_implied[other] = true;
                }
            }
        }
        let same = |a: &ResourceUse, b: &ResourceUse| {
            (a.resource, a.acquire_at_cycle, a.release_at_cycle)
                == (b.resource, b.acquire_at_cycle, b.release_at_cycle)
        };
        let mut sorted = full.to_vec();
        sort_few_by_key(&mut sorted, |row| row.resource);
        let again = self.with_groups(&ports).ok()?;
        let follows =
            again.len() == sorted.len() && again.iter().zip(&sorted).all(|(a, b)| same(a, b));
        follows.then_some(ports)
    }
}

#[cfg(all(test, feature = "x86"))]
mod tests {
    use super::*;
    use crate::Tables;

    #[test]
    fn every_shipped_list_follows_from_its_ports() {
        let tables = Tables::embedded("x86").unwrap();
        let mut lists = 0;
        for model in tables.models {
            let rows = &tables.resources[model.resources.range()];
            let members = |row: &Resource| &tables.resource_lists[row.sub_units.range()];
            let containment = Containment::new(rows.iter().map(|row| (*row, members(row))));
            for class in &tables.sched_class_index[model.sched_classes.range()] {
                let class = &tables.sched_classes[*class as usize];
                let full = &tables.resource_uses[class.resource_uses.range()];
                assert!(containment.without_groups(full).is_some(), "{full:?}");
                lists += usize::from(!full.is_empty());
            }
        }
        assert!(lists > 10_000);
    }
}

//! Units that instructions take when they issue.

use crate::lower::resources::ResourceNeed;
use crate::processor::ResourceIndex;
use crate::simulation::model::unit::kind::{Kind, NO_GROUP};
use crate::simulation::model::unit::rounds::Choice;
use crate::simulation::model::unit::scoreboard::Assignment;
use oxmca_tables::sort_few_by_key;
use smallvec::SmallVec;

use super::{IssuedTo, Resources};

impl Resources {
    /// Takes the units an instruction of a kind gets, from cycle `now` on, and reports them.
    #[inline(always)]
    pub fn issue(&mut self, kind: &Kind, now: u64, mut report: impl FnMut(IssuedTo)) {
        let takes = kind.takes();
        if takes.is_empty() {
            self.issue_any(kind, now, &mut report);
            return;
        }
        for take in takes {
            let choice = match take.group {
                NO_GROUP => Choice::only(take.bit),
                group => self.group_rounds.choose(group as usize, self.free),
            };
            report(self.take_unit(choice, take.cycles, now));
        }
    }

    /// Does the same as [`Resources::issue`], for any needs.
    #[inline(never)]
    pub(super) fn issue_any(&mut self, kind: &Kind, now: u64, report: &mut dyn FnMut(IssuedTo)) {
        let all_needs = std::mem::take(&mut self.needs);
        let needs = &all_needs[kind.needs.range()];
        if self.scoreboard.is_some() {
            self.issue_stages(needs, now, report);
        } else if kind.has_overlapping_groups {
            self.issue_overlapping(needs, now, report);
        } else {
            for need in needs {
                if need.reserved {
                    self.reserve(need, now);
                } else {
                    report(self.take(need, now));
                }
            }
        }
        self.needs = all_needs;
    }

    /// Holds the functional units of the stages of an itinerary, and reports those that are required.
    #[cold]
    #[inline(never)]
    pub(super) fn issue_stages(
        &mut self,
        stages: &[ResourceNeed],
        now: u64,
        report: &mut dyn FnMut(IssuedTo),
    ) {
        let Some(scoreboard) = &mut self.scoreboard else { return };
        let units: Assignment = scoreboard.choose(stages, now).unwrap_or_default();
        scoreboard.hold(stages, &units, now);
        for (stage, unit) in stages.iter().zip(&units) {
            if *unit != 0 && !stage.reserved {
                let resource = ResourceIndex::of_mask(*unit);
                report(IssuedTo { resource, unit: 0, cycles: stage.cycles });
            }
        }
        // One pipe stands for all, as long as one is held.
        let busy_until = scoreboard.busy_until();
        if self.releases.is_empty() && busy_until > now && !self.pipes.is_empty() {
            self.releases.schedule(0, busy_until);
        }
    }

    /// Does the same as [`Resources::issue`], groups with the fewest free members first.
    #[cold]
    pub(super) fn issue_overlapping(
        &mut self,
        needs: &[ResourceNeed],
        now: u64,
        report: &mut dyn FnMut(IssuedTo),
    ) {
        // Groups of which several members are free, as positions of their needs, each with that number.
        let mut waiting: SmallVec<[(u32, u32); 8]> = SmallVec::new();
        for (position, need) in needs.iter().enumerate() {
            let is_group = self.groups & need.index().bit() != 0;
            if need.reserved {
                self.reserve(need, now);
            } else if is_group && self.num_free(need.index(), need) > 1 {
                waiting.push((0, position as u32));
            } else {
                report(self.take(need, now));
            }
        }
        while !waiting.is_empty() {
            let need_at = |position: u32| &needs[position as usize];
            if waiting.len() > 1 {
                for (free, position) in &mut waiting {
                    let need = need_at(*position);
                    *free = self.num_free(need.index(), need);
                }
                sort_few_by_key(&mut waiting, |(free, position)| (*free, need_at(*position).mask));
            }
            let mut is_first = true;
            waiting.retain(|(_, position)| {
                let need = need_at(*position);
                let is_taken = is_first || self.num_free(need.index(), need) == 1;
                if is_taken {
                    report(self.take(need, now));
                }
                is_first = false;
                !is_taken
            });
        }
    }

    pub(super) fn reserve(&mut self, need: &ResourceNeed, now: u64) {
        let index = need.index();
        if self.segments.is_some() {
            self.reserve_span(self.shapes[index.index()].first_pipe, need);
            return;
        }
        self.reserved |= index.bit();
        self.reserved_groups ^= index.bit();
        self.occupy(self.shapes[index.index()].first_pipe, now, need.cycles);
    }

    /// Takes a unit of a resource, or of a member of a group.
    pub(super) fn take(&mut self, need: &ResourceNeed, now: u64) -> IssuedTo {
        let mut resource = need.index();
        while self.groups & resource.bit() != 0 {
            let member = self.choose_member(resource, need);
            if member >= resource {
                break;
            }
            resource = member;
        }
        self.selections.note_used(resource);
        if self.segments.is_some() {
            return self.take_segment(resource, need);
        }
        self.take_unit(Choice::only(resource.bit()), need.cycles, now)
    }

    /// Chooses one of the free members of a group.
    #[inline]
    pub(super) fn choose_member(
        &mut self,
        group: ResourceIndex,
        need: &ResourceNeed,
    ) -> ResourceIndex {
        let free = match self.segments {
            None => self.free,
            Some(_) => self.free_members(group, need),
        };
        if let Some(member) = self.selections.choose(group, free) {
            return member;
        }
        let round = self.shapes[group.index()].group as usize;
        let choice = self.group_rounds.choose(round, free);
        self.group_rounds.update(choice, 0);
        ResourceIndex::of_mask(choice.unit)
    }

    /// Takes a unit of the resource whose own bit was chosen.
    #[inline(always)]
    pub(super) fn take_unit(&mut self, choice: Choice, cycles: u32, now: u64) -> IssuedTo {
        let bit = choice.unit;
        let resource = ResourceIndex::of_mask(bit);
        if self.single_units & self.free & bit == 0 {
            return self.take_unusual(choice, resource, cycles, now);
        }
        self.free ^= bit;
        if self.members & bit != 0 {
            self.group_rounds.update(choice, bit);
        }
        if cycles == 1 {
            self.free_next_cycle |= bit;
        } else {
            self.occupy(self.shapes[resource.index()].first_pipe, now, cycles);
        }
        IssuedTo { resource, unit: 0, cycles }
    }

    /// Takes one of several units, or an in-order resource, or a unit that is not free.
    #[cold]
    #[inline(never)]
    pub(super) fn take_unusual(
        &mut self,
        choice: Choice,
        resource: ResourceIndex,
        cycles: u32,
        now: u64,
    ) -> IssuedTo {
        let bit = resource.bit();
        let shape = self.shapes[resource.index()];
        let is_group = self.groups & bit != 0;
        let unit_bit = match shape.num_units {
            _ if is_group => 0,
            1 => self.free >> resource.index() & 1,
            _ => self.unit_rounds[resource.index()].choose(shape.ready),
        };
        if shape.num_units > 1 {
            self.unit_rounds[resource.index()].note_used(unit_bit);
            self.shapes[resource.index()].ready &= !unit_bit;
        }
        let is_single = shape.num_units == 1;
        // Groups are told when the last free unit was taken.
        let is_used_up = !is_group && (is_single || self.shapes[resource.index()].ready == 0);
        if is_used_up {
            self.free &= !bit;
        }
        if is_group || self.members & bit != 0 {
            self.group_rounds.update(choice, if is_used_up { bit & self.members } else { 0 });
        }
        let unit = unit_bit.trailing_zeros();
        if is_single && !is_group && unit_bit == 0 && self.members & bit == 0 {
            // LLVM holds a unit that does not exist. The one that is busy becomes free as before.
            return IssuedTo { resource, unit: unit as u8, cycles };
        }
        let pipe = shape.first_pipe + unit.min(shape.num_units.saturating_sub(1));
        if cycles == 1
            && shape.ready & unit_bit != 0
            && self.several_units & !self.in_order & bit != 0
        {
            self.busy_until[pipe as usize] = now + 1;
            self.units_due_next_cycle.push(pipe);
        } else {
            self.occupy(pipe, now, cycles);
        }
        IssuedTo { resource, unit: unit as u8, cycles }
    }

    /// Reserves a unit of a resource for the cycles of a need.
    #[cold]
    #[inline(never)]
    pub(super) fn take_segment(
        &mut self,
        resource: ResourceIndex,
        need: &ResourceNeed,
    ) -> IssuedTo {
        let bit = resource.bit();
        let shape = self.shapes[resource.index()];
        let free = match &self.segments {
            Some(segments) if self.groups & bit == 0 => {
                self.free_units(segments, resource, self.span(need))
            }
            _ => 0,
        };
        let unit_bit = match shape.num_units {
            1 => free & 1,
            _ => self.unit_rounds[resource.index()].choose(free),
        };
        if shape.num_units > 1 {
            self.unit_rounds[resource.index()].note_used(unit_bit);
        }
        if self.members & bit != 0 {
            // Groups are told when the last unit was taken that was free then.
            let is_used_up = free & !unit_bit == 0;
            let taken = if is_used_up { bit } else { 0 };
            self.group_rounds.update(Choice::only(bit), taken);
        }
        let unit = unit_bit.trailing_zeros().min(shape.num_units.saturating_sub(1));
        self.reserve_span(shape.first_pipe + unit, need);
        IssuedTo { resource, unit: unit as u8, cycles: need.cycles }
    }

    /// Reserves a pipe for the cycles of a need.
    pub(super) fn reserve_span(&mut self, pipe: u32, need: &ResourceNeed) {
        let span = self.span(need);
        let Some(segments) = &mut self.segments else { return };
        if let Some(end) = segments.reserve(pipe, span, self.now) {
            self.releases.schedule(pipe, end);
        }
    }

    #[inline(never)]
    pub(super) fn occupy(&mut self, pipe: u32, now: u64, cycles: u32) {
        let Some(busy_until) = self.busy_until.get_mut(pipe as usize) else { return };
        let cycles = u64::from(cycles);
        let bit = self.pipes[pipe as usize].0.bit();
        // A unit that is already held is held for as many cycles more.
        if self.free_next_cycle & bit != 0 {
            self.free_next_cycle ^= bit;
            *busy_until = now + 1 + cycles;
        } else if *busy_until > now {
            *busy_until += cycles;
            return;
        } else {
            *busy_until = now + cycles;
        }
        self.releases.schedule(pipe, *busy_until);
    }
}

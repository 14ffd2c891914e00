//! Units that are free, and instructions that can issue.

use crate::lower::resources::ResourceNeed;
use crate::processor::{ResourceIndex, bits};
use crate::simulation::model::unit::kind::{Filter, Kind, Shape};
use crate::simulation::model::unit::segments::{Segments, Span};
use smallvec::SmallVec;

use super::Resources;

impl Resources {
    /// Returns the number of units of a resource, or of members of a group, that are free for a need.
    #[inline]
    pub(super) fn num_free(&self, index: ResourceIndex, need: &ResourceNeed) -> u32 {
        if self.groups & index.bit() != 0 {
            return self.free_members(index, need).count_ones();
        }
        if self.segments.is_some() {
            return self.num_free_in_span(index, need);
        }
        match self.shapes[index.index()] {
            Shape { num_units: 1, .. } => u32::from(self.free & index.bit() != 0),
            Shape { ready, .. } => ready.count_ones(),
        }
    }

    /// Does the same as [`Resources::num_free`], of a resource that is no group, where units have
    /// reservations.
    #[cold]
    #[inline(never)]
    pub(super) fn num_free_in_span(&self, index: ResourceIndex, need: &ResourceNeed) -> u32 {
        let Some(segments) = &self.segments else { return 0 };
        self.free_units(segments, index, self.span(need)).count_ones()
    }

    /// Returns the members of a group that are free for a need.
    #[inline]
    pub(super) fn free_members(&self, group: ResourceIndex, need: &ResourceNeed) -> u64 {
        let members = self.shapes[group.index()].members;
        match &self.segments {
            None => members & self.free,
            Some(segments) => self.free_of(segments, members, self.span(need)),
        }
    }

    /// Returns the cycles for which an instruction that issues now needs a resource.
    pub(super) fn span(&self, need: &ResourceNeed) -> Span {
        let from = self.now + u64::from(need.acquire_at_cycle);
        Span { from, until: from + u64::from(need.cycles) }
    }

    /// Returns the units of a resource that is no group that are free for a span.
    pub(super) fn free_units(&self, segments: &Segments, index: ResourceIndex, span: Span) -> u64 {
        let Shape { units, first_pipe, .. } = self.shapes[index.index()];
        let is_free =
            |unit: &ResourceIndex| segments.is_free(first_pipe + u32::from(unit.0), span, self.now);
        bits(units).filter(is_free).fold(0, |free, unit| free | unit.bit())
    }

    /// Returns those of some resources that have a unit that is free for a span. Groups have.
    #[cold]
    #[inline(never)]
    pub(super) fn free_of(&self, segments: &Segments, resources: u64, span: Span) -> u64 {
        let is_free = |index: &ResourceIndex| {
            self.groups & index.bit() != 0 || self.free_units(segments, *index, span) != 0
        };
        bits(resources & self.usable).filter(is_free).fold(0, |free, index| free | index.bit())
    }

    /// Returns those of `groups` that are reserved as a whole while an instruction with such needs
    /// would execute.
    #[inline]
    pub(super) fn reserved_of(&self, groups: u64, needs: &[ResourceNeed]) -> u64 {
        match self.segments {
            None => groups & self.reserved_groups,
            Some(_) => self.reserved_in_span(groups, needs),
        }
    }

    /// Does the same as [`Resources::reserved_of`], where units have reservations.
    #[cold]
    #[inline(never)]
    pub(super) fn reserved_in_span(&self, groups: u64, needs: &[ResourceNeed]) -> u64 {
        let Some(segments) = &self.segments else { return 0 };
        let spans = needs.iter().map(|need| self.span(need));
        let Some(span) =
            spans.reduce(|a, b| Span { from: a.from.min(b.from), until: a.until.max(b.until) })
        else {
            return 0;
        };
        let is_reserved = |group: &ResourceIndex| {
            !segments.is_free(self.shapes[group.index()].first_pipe, span, self.now)
        };
        bits(groups).filter(is_reserved).fold(0, |reserved, group| reserved | group.bit())
    }

    /// Returns whether a group is reserved as a whole so that a need of it cannot be met.
    #[inline]
    pub(super) fn is_held(&self, need: &ResourceNeed) -> bool {
        let bit = need.index().bit() & !self.in_order;
        match &self.segments {
            None => self.reserved & bit != 0,
            Some(_) => self.reserved_of(bit & self.groups, &[*need]) != 0,
        }
    }

    /// Returns the resources that keep an instruction of a kind from issuing now: units, or
    /// reserved groups; 0 if none.
    #[inline]
    pub fn busy_mask(&self, kind: &Kind) -> u64 {
        match kind.lacking(&self.needs[kind.needs.range()], self.free) {
            Some(lacking) if !self.is_anything_reserved() => lacking & self.unit_mask,
            _ => self.busy_mask_of_any(kind),
        }
    }

    /// Does the same as [`Resources::busy_mask`], whatever is needed or reserved.
    pub(super) fn busy_mask_of_any(&self, kind: &Kind) -> u64 {
        let Kind { groups, has_overlapping_groups, .. } = *kind;
        let needs = &self.needs[kind.needs.range()];
        if let Some(scoreboard) = &self.scoreboard {
            let units = needs.iter().fold(0, |units, stage| units | stage.mask);
            return if scoreboard.choose(needs, self.now).is_some() {
                0
            } else {
                units & self.unit_mask
            };
        }
        let mut busy = 0;
        let mut used_up = 0;
        let mut units_left: SmallVec<[(u64, u32); 8]> = SmallVec::new();
        for need in needs {
            let units = if need.reserved { 0 } else { need.units };
            let index = need.index();
            if self.is_held(need) || self.num_free(index, need) < units {
                busy |= need.mask;
            } else if has_overlapping_groups && self.groups & index.bit() == 0 {
                let left = self.num_free(index, need) - units;
                units_left.push((need.mask, left));
                if left == 0 {
                    used_up |= need.mask;
                }
            }
        }
        busy &= self.unit_mask;
        if busy != 0 {
            return busy;
        }
        busy = self.reserved_of(groups, needs);
        if !has_overlapping_groups || busy != 0 {
            return busy;
        }
        // Groups share members: see that each finds a unit of its own.
        for need in needs.iter().filter(|need| !need.reserved) {
            if self.groups & need.index().bit() == 0 {
                continue;
            }
            let ready = self.free_members(need.index(), need);
            let candidates = ready & !used_up;
            if candidates == 0 {
                busy |= ready;
                continue;
            }
            let chosen = ResourceIndex::of_mask(candidates);
            let entry = match units_left.iter().position(|entry| entry.0 == chosen.bit()) {
                Some(entry) => entry,
                None => {
                    units_left.push((chosen.bit(), self.num_free(chosen, need)));
                    units_left.len() - 1
                }
            };
            let left = &mut units_left[entry].1;
            if *left == 0 {
                busy |= chosen.bit();
                continue;
            }
            *left -= 1;
            if *left == 0 {
                used_up |= chosen.bit();
            }
        }
        busy
    }

    /// Returns whether [`Resources::busy_mask`] of a kind only ever gains resources while some are
    /// taken and none become free.
    pub fn busy_only_grows(&self, kind: &Kind) -> bool {
        let needs = &self.needs[kind.needs.range()];
        let content = |need: &ResourceNeed| match need.mask ^ need.index().bit() {
            0 => need.mask,
            members => members,
        };
        // Of a group, one member more has to be free for each smaller need that lies within it. So
        // each finds one of its own, unless some lie there in part.
        let is_within_or_apart = |smaller: &ResourceNeed, need: &ResourceNeed| {
            let shared = content(smaller) & content(need);
            shared == 0 || shared == content(smaller)
        };
        let finds_members = |(number, need): (usize, &ResourceNeed)| {
            content(need) & self.groups & !need.index().bit() == 0
                && needs[..number].iter().all(|smaller| is_within_or_apart(smaller, need))
        };
        // With segments, a member may be free for one need and not for another.
        self.segments.is_none()
            && needs.iter().all(|need| !need.reserved)
            && (!kind.has_overlapping_groups || needs.iter().enumerate().all(finds_members))
    }

    /// Returns whether an instruction of a kind can issue now.
    #[inline]
    pub fn can_issue(&self, kind: &Kind) -> bool {
        let is_anything_reserved = self.is_anything_reserved();
        if kind.is_met_by(self.free) & !is_anything_reserved {
            return true;
        }
        let is_simple = kind.is_simple() & !is_anything_reserved;
        !is_simple && self.busy_mask_of_any(kind) == 0
    }

    /// Returns the free resources in the form that a [`Filter`] compares with.
    #[inline(always)]
    pub const fn free_for_filters(&self) -> u32 {
        self.free as u32 | Filter::ALWAYS
    }

    /// Returns whether a kind whose [`Filter`] is met can certainly issue. If not,
    /// [`Resources::can_issue`] decides.
    #[inline(always)]
    pub const fn is_filter_enough(&self, kind: &Kind) -> bool {
        kind.is_filter_exact() & !self.is_anything_reserved()
    }

    #[inline(always)]
    const fn is_anything_reserved(&self) -> bool {
        self.reserved | self.reserved_groups != 0
    }
}

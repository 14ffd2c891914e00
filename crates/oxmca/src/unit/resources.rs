//! Execution resources: units that are busy, reserved or free, and the choice among free ones.

use smallvec::SmallVec;

use super::kind::{Filter, Kind, NO_GROUP, Shape};
use super::round_robin::RoundRobin;
use super::rounds::{Choice, GroupRounds};
use super::scoreboard::{Assignment, Scoreboard};
use super::segments::{Segments, Span};
use super::selection::Selections;
use super::state::StateSink;
use super::wheel::Wheel;
use crate::lower::resources::{ResourceNeed, ResourceNeeds};
use crate::processor::{Processor, ResourceIndex, bits};
use crate::program::Span32;

/// A unit an instruction was issued to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IssuedTo {
    /// The resource.
    pub resource: ResourceIndex,
    /// Unit of the resource.
    pub unit: u8,
    /// Cycles it is held.
    pub cycles: u32,
}

/// All resources of a processor.
#[derive(Clone, Debug)]
pub struct Resources {
    shapes: Box<[Shape; 64]>,
    /// Round-robin choice among members of groups in use.
    group_rounds: GroupRounds,
    /// Choice of groups that do not choose round robin.
    selections: Selections,
    /// Members of these groups.
    group_members: Vec<u64>,
    /// Own bits of these groups.
    members: u64,
    /// Round-robin choice among units, by resource.
    unit_rounds: Box<[RoundRobin; 64]>,
    /// Own bits of resources that have units.
    usable: u64,
    /// Own bits of resources with a free unit. Bits of groups are always set, so that the free
    /// members of a group are all its members that are in here.
    free: u64,
    /// Single units that were taken in this cycle and will be free in the next.
    free_next_cycle: u64,
    /// Units of several, by their pipes, that were taken in this cycle for no more than it.
    units_due_next_cycle: Vec<u32>,
    /// Reserved resources.
    reserved: u64,
    /// Reserved groups. Follows `reserved` except where a model releases what it did not reserve.
    reserved_groups: u64,
    groups: u64,
    /// Resources of more than one unit.
    several_units: u64,
    /// Resources of one unit whose release is a matter of that unit only.
    single_units: u64,
    /// In-order resources.
    in_order: u64,
    unit_mask: u64,
    /// Needs of all kinds.
    needs: Vec<ResourceNeed>,
    /// Resource and unit bit of each pipe.
    pipes: Vec<(ResourceIndex, u64)>,
    busy_until: Vec<u64>,
    releases: Wheel,
    /// Reservations, if an instruction needs a resource later than at issue. They take the place of
    /// `free`, `ready`, `reserved` and `busy_until`, and `releases` has the pipes that are reserved.
    segments: Option<Box<Segments>>,
    /// Functional units, if instructions are described by itineraries. They take the place of all else.
    scoreboard: Option<Box<Scoreboard>>,
    /// There are `segments` or a `scoreboard`.
    is_scheduled_ahead: bool,
    now: u64,
}

impl Resources {
    /// Creates the resources of a processor; [`Resources::start`] makes them ready for use.
    /// `in_order` are own bits of in-order resources.
    pub fn new(processor: &Processor<'_>, in_order: u64) -> Self {
        let mut resources = Resources {
            shapes: Box::new([Shape::default(); 64]),
            group_rounds: GroupRounds::new(&[]),
            selections: Selections::new(processor),
            group_members: Vec::new(),
            members: 0,
            unit_rounds: Box::new([RoundRobin::default(); 64]),
            usable: 0,
            free: 0,
            free_next_cycle: 0,
            units_due_next_cycle: Vec::new(),
            reserved: 0,
            reserved_groups: 0,
            groups: 0,
            single_units: 0,
            several_units: 0,
            in_order,
            unit_mask: processor.unit_mask,
            needs: Vec::new(),
            pipes: Vec::new(),
            busy_until: Vec::new(),
            releases: Wheel::new(0),
            segments: None,
            scoreboard: None,
            is_scheduled_ahead: false,
            now: 0,
        };
        let pipes = &mut resources.pipes;
        for (index, info) in processor.resources.iter().enumerate() {
            let index = ResourceIndex(index as u8);
            resources.shapes[index.index()] = Shape {
                units: info.unit_bits,
                ready: info.unit_bits,
                members: if info.is_group { info.unit_bits } else { 0 },
                group: NO_GROUP,
                first_pipe: pipes.len() as u32,
                num_units: info.num_units,
            };
            if info.is_group {
                resources.groups |= index.bit();
                pipes.push((index, info.mask));
            } else {
                pipes.extend(bits(info.unit_bits).map(|unit| (index, unit.bit())));
                match info.num_units {
                    1 => resources.single_units |= index.bit() & !in_order,
                    _ => resources.several_units |= index.bit(),
                }
            }
            // A resource without units is never free.
            if info.is_group || info.unit_bits != 0 {
                resources.usable |= index.bit();
            }
        }
        resources.busy_until = vec![0; pipes.len()];
        resources.releases = Wheel::new(pipes.len());
        resources
    }

    /// Frees all resources, for instructions of these needs, and returns the kinds of these in the
    /// same order. Groups that none of them uses are not tracked.
    pub fn start(&mut self, needs: &[ResourceNeeds]) -> impl ExactSizeIterator<Item = Kind> {
        let masks = needs.iter().flat_map(|needs| &needs.needs).map(|need| need.mask);
        // Directly, or as members of a group.
        let used = masks.fold(0, |used, mask| used | mask);
        self.group_members.clear();
        for index in bits(self.groups) {
            let shape = &mut self.shapes[index.index()];
            shape.group = NO_GROUP;
            if used & index.bit() != 0 {
                shape.group = self.group_members.len() as u32;
                self.group_members.push(shape.members);
            }
        }
        self.group_rounds.start(&self.group_members);
        self.selections.start();
        self.members = self.group_members.iter().fold(0, |members, group| members | group);
        for index in bits(self.several_units) {
            let shape = &mut self.shapes[index.index()];
            shape.ready = shape.units;
            self.unit_rounds[index.index()] = RoundRobin::new(shape.units);
        }
        self.free = self.usable;
        self.free_next_cycle = 0;
        self.units_due_next_cycle.clear();
        self.reserved = 0;
        self.reserved_groups = 0;
        self.busy_until.fill(0);
        self.releases.clear();
        self.needs.clear();
        self.needs.extend(needs.iter().flat_map(|needs| &needs.needs));
        let (shapes, groups) = (&self.shapes, self.groups);
        let acquired = needs.iter().flat_map(|needs| &needs.needs);
        let max_acquire_cycles = acquired.map(|need| need.acquire_at_cycle).max().unwrap_or(0);
        let has_itineraries = needs.iter().any(|needs| needs.is_itinerary);
        self.scoreboard = has_itineraries.then(|| {
            let stages = needs.iter().filter(|it| it.is_itinerary).flat_map(|it| &it.needs);
            let ends = stages.map(|stage| stage.acquire_at_cycle + stage.cycles);
            Box::new(Scoreboard::new(ends.max().unwrap_or(0)))
        });
        self.segments = (max_acquire_cycles > 0 && !has_itineraries)
            .then(|| Box::new(Segments::new(self.pipes.len(), max_acquire_cycles)));
        self.is_scheduled_ahead = self.segments.is_some() || self.scoreboard.is_some();
        self.now = 0;
        let is_unusual =
            self.selections.counts_uses() || self.segments.is_some() || has_itineraries;
        let unusual = match is_unusual {
            true => u64::MAX,
            false => self.selections.own_bits(),
        };
        let mut end = 0;
        needs.iter().map(move |needs| {
            let start = end;
            end += needs.needs.len();
            // The scoreboard knows stages alone; shipped models have nothing else beside these.
            let rows = match has_itineraries && !needs.is_itinerary {
                true => Span32::new(start, start),
                false => Span32::new(start, end),
            };
            Kind::new(needs, rows, shapes, groups, unusual)
        })
    }

    /// Returns whether some resource is in use, so that time alone will free it.
    #[inline]
    pub fn is_any_busy(&self) -> bool {
        self.is_any_due_next_cycle() || !self.releases.is_empty()
    }

    /// Returns the next cycle, from `now` on, in which a resource may become free for an instruction.
    pub fn next_release(&self, now: u64) -> Option<u64> {
        if self.is_any_due_next_cycle() {
            return Some(now);
        }
        match self.is_scheduled_ahead {
            false => self.releases.next_due(now),
            true => self.next_change(now),
        }
    }

    /// As [`Resources::next_release`], where units have reservations or there are functional units.
    #[cold]
    #[inline(never)]
    fn next_change(&self, now: u64) -> Option<u64> {
        let due = self.releases.next_due(now);
        let free = self.segments.as_ref().and_then(|segments| segments.next_release(now));
        // Stages may find other units in any cycle.
        let held = self.scoreboard.as_ref().filter(|scoreboard| scoreboard.busy_until() > now);
        due.into_iter().chain(free).chain(held.map(|_| now)).min()
    }

    #[inline]
    fn is_any_due_next_cycle(&self) -> bool {
        self.free_next_cycle != 0 || !self.units_due_next_cycle.is_empty()
    }

    /// Returns the number of units of a resource, or of members of a group, that are free for a need.
    #[inline]
    fn num_free(&self, index: ResourceIndex, need: &ResourceNeed) -> u32 {
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

    /// As [`Resources::num_free`], of a resource that is no group, where units have reservations.
    #[cold]
    #[inline(never)]
    fn num_free_in_span(&self, index: ResourceIndex, need: &ResourceNeed) -> u32 {
        let Some(segments) = &self.segments else { return 0 };
        self.free_units(segments, index, self.span(need)).count_ones()
    }

    /// Returns the members of a group that are free for a need.
    #[inline]
    fn free_members(&self, group: ResourceIndex, need: &ResourceNeed) -> u64 {
        let members = self.shapes[group.index()].members;
        match &self.segments {
            None => members & self.free,
            Some(segments) => self.free_of(segments, members, self.span(need)),
        }
    }

    /// Returns the cycles for which an instruction that issues now needs a resource.
    fn span(&self, need: &ResourceNeed) -> Span {
        let from = self.now + u64::from(need.acquire_at_cycle);
        Span { from, until: from + u64::from(need.cycles) }
    }

    /// Returns the units of a resource that is no group that are free for a span.
    fn free_units(&self, segments: &Segments, index: ResourceIndex, span: Span) -> u64 {
        let Shape { units, first_pipe, .. } = self.shapes[index.index()];
        let is_free =
            |unit: &ResourceIndex| segments.is_free(first_pipe + u32::from(unit.0), span, self.now);
        bits(units).filter(is_free).fold(0, |free, unit| free | unit.bit())
    }

    /// Returns those of some resources that have a unit that is free for a span. Groups have.
    #[cold]
    #[inline(never)]
    fn free_of(&self, segments: &Segments, resources: u64, span: Span) -> u64 {
        let is_free = |index: &ResourceIndex| {
            self.groups & index.bit() != 0 || self.free_units(segments, *index, span) != 0
        };
        bits(resources & self.usable).filter(is_free).fold(0, |free, index| free | index.bit())
    }

    /// Returns those of `groups` that are reserved as a whole while an instruction with such needs
    /// would execute.
    #[inline]
    fn reserved_of(&self, groups: u64, needs: &[ResourceNeed]) -> u64 {
        match self.segments {
            None => groups & self.reserved_groups,
            Some(_) => self.reserved_in_span(groups, needs),
        }
    }

    /// As [`Resources::reserved_of`], where units have reservations.
    #[cold]
    #[inline(never)]
    fn reserved_in_span(&self, groups: u64, needs: &[ResourceNeed]) -> u64 {
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
    fn is_held(&self, need: &ResourceNeed) -> bool {
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

    /// As [`Resources::busy_mask`], whatever is needed or reserved.
    fn busy_mask_of_any(&self, kind: &Kind) -> u64 {
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

    /// As [`Resources::issue`], for any needs.
    #[inline(never)]
    fn issue_any(&mut self, kind: &Kind, now: u64, report: &mut dyn FnMut(IssuedTo)) {
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
    fn issue_stages(
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

    /// As [`Resources::issue`], groups with the fewest free members first.
    #[cold]
    fn issue_overlapping(
        &mut self,
        needs: &[ResourceNeed],
        now: u64,
        report: &mut dyn FnMut(IssuedTo),
    ) {
        let mut worklist: SmallVec<[ResourceNeed; 8]> = SmallVec::new();
        for need in needs {
            let is_group = self.groups & need.index().bit() != 0;
            if need.reserved {
                self.reserve(need, now);
            } else if is_group && self.num_free(need.index(), need) > 1 {
                worklist.push(*need);
            } else {
                report(self.take(need, now));
            }
        }
        while !worklist.is_empty() {
            worklist.sort_by_key(|need| (self.num_free(need.index(), need), need.mask));
            let mut rest: SmallVec<[ResourceNeed; 8]> = SmallVec::new();
            for (position, need) in worklist.iter().enumerate() {
                if position == 0 || self.num_free(need.index(), need) == 1 {
                    report(self.take(need, now));
                } else {
                    rest.push(*need);
                }
            }
            worklist = rest;
        }
    }

    fn reserve(&mut self, need: &ResourceNeed, now: u64) {
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
    fn take(&mut self, need: &ResourceNeed, now: u64) -> IssuedTo {
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
    fn choose_member(&mut self, group: ResourceIndex, need: &ResourceNeed) -> ResourceIndex {
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
    fn take_unit(&mut self, choice: Choice, cycles: u32, now: u64) -> IssuedTo {
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
    fn take_unusual(
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
    fn take_segment(&mut self, resource: ResourceIndex, need: &ResourceNeed) -> IssuedTo {
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
    fn reserve_span(&mut self, pipe: u32, need: &ResourceNeed) {
        let span = self.span(need);
        let Some(segments) = &mut self.segments else { return };
        if let Some(end) = segments.reserve(pipe, span, self.now) {
            self.releases.schedule(pipe, end);
        }
    }

    #[inline(never)]
    fn occupy(&mut self, pipe: u32, now: u64, cycles: u32) {
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

    /// Frees the units that are due at cycle `now`. Returns the in-order resources that can be used
    /// again.
    #[inline(always)]
    pub fn start_cycle(&mut self, now: u64) -> u64 {
        self.now = now;
        self.free |= self.free_next_cycle;
        self.free_next_cycle = 0;
        while let Some(pipe) = self.units_due_next_cycle.pop() {
            let busy_until = self.busy_until[pipe as usize];
            if busy_until > now {
                self.releases.schedule(pipe, busy_until);
                continue;
            }
            let (index, unit_bit) = self.pipes[pipe as usize];
            self.shapes[index.index()].ready |= unit_bit;
            self.free |= index.bit();
        }
        if self.releases.may_be_due(now) { self.release(now) } else { 0 }
    }

    /// As [`Resources::release`], where units have reservations or there are functional units.
    #[cold]
    #[inline(never)]
    fn release_reservations(&mut self, now: u64) -> u64 {
        let mut released_in_order = 0;
        if let Some(scoreboard) = &mut self.scoreboard {
            while let Some(pipe) = self.releases.pop(now) {
                if scoreboard.busy_until() > now {
                    self.releases.schedule(pipe, scoreboard.busy_until());
                }
            }
            return 0;
        }
        if let Some(segments) = &mut self.segments {
            while let Some(pipe) = self.releases.pop(now) {
                if let Some(next_end) = segments.expire(pipe, now) {
                    self.releases.schedule(pipe, next_end);
                } else {
                    released_in_order ^= self.in_order & self.pipes[pipe as usize].0.bit();
                }
            }
        }
        released_in_order
    }

    /// Frees the units that were held for more than a cycle and are due at cycle `now`, as
    /// [`Resources::start_cycle`].
    #[inline(never)]
    fn release(&mut self, now: u64) -> u64 {
        if self.is_scheduled_ahead {
            return self.release_reservations(now);
        }
        let mut released_in_order = 0;
        while let Some(pipe) = self.releases.pop(now) {
            let busy_until = self.busy_until[pipe as usize];
            if busy_until > now {
                self.releases.schedule(pipe, busy_until);
                continue;
            }
            let (index, unit_bit) = self.pipes[pipe as usize];
            let bit = index.bit();
            if self.groups & bit == 0 {
                self.shapes[index.index()].ready |= unit_bit;
                self.free |= bit;
            } else {
                self.reserved_groups ^= bit;
            }
            self.reserved &= !bit;
            released_in_order ^= self.in_order & bit;
        }
        released_in_order
    }

    /// Passes on a few facts that differ for most states.
    pub fn put_digest(&self, sink: &mut impl StateSink) {
        sink.put(self.free ^ self.free_next_cycle.rotate_left(32));
        self.group_rounds.put_digest(sink);
        if let Some(segments) = &self.segments {
            segments.put_digest(self.now, sink);
        }
    }

    /// Passes on the state that issue depends on, relative to cycle `now`.
    pub fn put_state(&self, now: u64, sink: &mut impl StateSink) {
        sink.put(self.free);
        sink.put(self.reserved);
        sink.put(self.reserved_groups);
        self.group_rounds.put_state(sink);
        self.selections.put_state(sink);
        for index in bits(self.several_units) {
            self.unit_rounds[index.index()].state().into_iter().for_each(|word| sink.put(word));
            sink.put(self.shapes[index.index()].ready);
        }
        if let Some(segments) = &self.segments {
            segments.put_state(now, sink);
        }
        if let Some(scoreboard) = &self.scoreboard {
            scoreboard.put_state(now, sink);
        }
        for busy_until in &self.busy_until {
            sink.put(busy_until.saturating_sub(now));
        }
    }
}

//! Execution resources: units that are busy, reserved or free, and the choice among free ones.

mod availability;
mod issue;

use crate::lower::resources::{ResourceNeed, ResourceNeeds};
use crate::processor::{Processor, ResourceIndex, bits};
use crate::simulation::model::program::Span32;
use crate::simulation::model::unit::kind::{Kind, NO_GROUP, Shape};
use crate::simulation::model::unit::round_robin::RoundRobin;
use crate::simulation::model::unit::rounds::GroupRounds;
use crate::simulation::model::unit::scoreboard::Scoreboard;
use crate::simulation::model::unit::segments::Segments;
use crate::simulation::model::unit::selection::Selections;
use crate::simulation::model::unit::state::StateSink;
use crate::simulation::model::unit::wheel::Wheel;

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

    /// Does the same as [`Resources::next_release`], where units have reservations or there are
    /// functional units.
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

    /// Does the same as [`Resources::release`], where units have reservations or there are
    /// functional units.
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

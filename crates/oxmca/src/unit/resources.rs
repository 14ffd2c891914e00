//! Execution resources: which units are busy, reserved or free, and which unit is taken next.

use smallvec::SmallVec;

use super::state::StateSink;
use super::wheel::Wheel;
use crate::lower::resources::{ResourceNeed, ResourceNeeds};
use crate::processor::{Processor, ResourceIndex, bits};

/// Whether an instruction's reservation stations have room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BufferState {
    /// There is room.
    Available,
    /// One is full.
    Full,
    /// One belongs to an in-order resource that is in use.
    Reserved,
}

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

#[derive(Clone, Copy, Debug)]
struct State {
    /// Free units of a resource of several; a single unit is free if its bit is in `free`, and the
    /// free members of a group are its members that are in there.
    ready: u64,
    /// All units or members.
    all: u64,
    /// Round-robin: units still to be taken in this round.
    next_in_round: u64,
    /// Units taken through another resource, which sit out the next round.
    skip_next_round: u64,
    mask: u64,
    /// Groups of which it is a member, among those the program uses: rows of `group_lists`.
    groups: (u32, u32),
    buffer_size: i32,
    free_slots: u32,
    /// Index of unit 0, or of a group as a whole, in `busy_until`.
    first_pipe: u32,
    num_units: u32,
    is_group: bool,
}

/// What it takes to issue an instruction of certain needs, in the common case: of each set of
/// resources one must be free.
#[derive(Clone, Copy, Debug)]
struct Requirement {
    one_of: [u64; MAX_SIMPLE_NEEDS],
    groups: u64,
    /// This is all there is to it, as long as nothing is reserved.
    is_simple: bool,
}

const MAX_SIMPLE_NEEDS: usize = 4;

/// All resources of a processor.
#[derive(Clone, Debug)]
pub struct Resources<'p> {
    needs: &'p [ResourceNeeds],
    requirements: Vec<Requirement>,
    states: Vec<State>,
    group_lists: Vec<ResourceIndex>,
    /// Own bits of resources with a free unit. Bits of groups are always set, so that the free
    /// members of a group are all its members that are in here.
    free: u64,
    /// Single units that were taken in this cycle and will be free in the next.
    free_next_cycle: u64,
    /// Reserved resources.
    reserved: u64,
    /// Reserved groups. Follows `reserved` except where a model releases what it did not reserve.
    reserved_groups: u64,
    /// In-order resources, which hold up dispatch while in use.
    hazards: u64,
    /// Resources that are groups or hazards: their release is not only a matter of units.
    special: u64,
    unit_mask: u64,
    buffers_with_room: u64,
    reserved_buffers: u64,
    /// Resource and unit bit of each pipe.
    pipes: Vec<(ResourceIndex, u64)>,
    busy_until: Vec<u64>,
    releases: Wheel,
}

impl<'p> Resources<'p> {
    /// All resources free. Instructions refer to their `needs` by index. Groups that none of them
    /// uses are not followed.
    pub fn new(processor: &Processor<'_>, needs: &'p [ResourceNeeds]) -> Self {
        let mut pipes = Vec::new();
        let mut states = Vec::with_capacity(processor.resources.len());
        let mut group_lists = Vec::new();
        let (mut hazards, mut special) = (0, 0);
        let used_groups = used_groups(processor, needs);
        for (index, info) in processor.resources.iter().enumerate() {
            let index = ResourceIndex(index as u8);
            let first_pipe = pipes.len() as u32;
            if info.is_group {
                special |= index.bit();
                pipes.push((index, info.mask));
            } else {
                pipes.extend(bits(info.unit_bits).map(|unit| (index, unit.bit())));
            }
            if info.buffer_size == 0 {
                hazards |= index.bit();
            }
            let first_group = group_lists.len() as u32;
            group_lists.extend(bits(info.groups & used_groups));
            states.push(State {
                ready: info.unit_bits,
                all: info.unit_bits,
                next_in_round: info.unit_bits,
                skip_next_round: 0,
                mask: info.mask,
                groups: (first_group, group_lists.len() as u32),
                buffer_size: info.buffer_size,
                free_slots: info.buffer_size.max(0) as u32,
                first_pipe,
                num_units: info.num_units,
                is_group: info.is_group,
            });
        }
        // A resource without units is never free.
        let is_free = |state: &State| state.is_group || state.ready != 0;
        let free = (0..states.len()).filter(|index| is_free(&states[*index]));
        Resources {
            needs,
            requirements: needs.iter().map(Requirement::new).collect(),
            free_next_cycle: 0,
            free: free.fold(0, |free, index| free | 1 << index),
            group_lists,
            reserved: 0,
            reserved_groups: 0,
            hazards,
            special: special | hazards,
            unit_mask: processor.unit_mask,
            buffers_with_room: u64::MAX,
            reserved_buffers: 0,
            busy_until: vec![0; pipes.len()],
            releases: Wheel::new(pipes.len()),
            pipes,
            states,
        }
    }

    /// Whether some resource is in use, so that time alone will free it.
    #[inline]
    pub const fn is_any_busy(&self) -> bool {
        self.free_next_cycle != 0 || !self.releases.is_empty()
    }

    /// The next cycle, from `now` on, at which a resource becomes free.
    pub fn next_release(&self, now: u64) -> Option<u64> {
        if self.free_next_cycle != 0 { Some(now) } else { self.releases.next_due() }
    }

    /// Number of free units of a resource, or of free members of a group.
    #[inline]
    fn num_free(&self, state: &State) -> u32 {
        if state.is_group {
            (state.all & self.free).count_ones()
        } else if state.num_units == 1 {
            u32::from(self.free & state.mask != 0)
        } else {
            state.ready.count_ones()
        }
    }

    /// Whether the reservation stations in `buffers` have room.
    #[inline]
    pub const fn buffer_state(&self, buffers: u64) -> BufferState {
        if buffers & self.reserved_buffers != 0 {
            BufferState::Reserved
        } else if buffers & !self.buffers_with_room != 0 {
            BufferState::Full
        } else {
            BufferState::Available
        }
    }

    /// Takes a slot of each reservation station in `buffers`.
    #[inline]
    pub fn reserve_buffers(&mut self, buffers: u64) {
        for index in bits(buffers) {
            let state = &mut self.states[index.index()];
            if state.buffer_size > 0 {
                state.free_slots = state.free_slots.wrapping_sub(1);
                if state.free_slots == 0 {
                    self.buffers_with_room ^= index.bit();
                }
            }
        }
        // In-order resources stay reserved until the units are free again.
        self.reserved_buffers ^= buffers & self.hazards;
    }

    /// Gives back a slot of each reservation station in `buffers`.
    #[inline]
    pub fn release_buffers(&mut self, buffers: u64) {
        self.buffers_with_room |= buffers;
        for index in bits(buffers) {
            let state = &mut self.states[index.index()];
            if state.buffer_size > 0 {
                state.free_slots = state.free_slots.wrapping_add(1);
            }
        }
    }

    /// Resources that keep an instruction of the given needs from issuing now: units, or reserved
    /// groups; 0 if none.
    pub fn busy_mask(&self, needs: u32) -> u64 {
        let needs = &self.needs[needs as usize];
        let mut busy = 0;
        let mut used_up = 0;
        let mut units_left: SmallVec<[(u64, u32); 8]> = SmallVec::new();
        for need in &needs.needs {
            let units = if need.reserved { 0 } else { need.units };
            let index = need.index();
            let state = &self.states[index.index()];
            let is_held = self.reserved & !self.hazards & index.bit() != 0;
            if is_held || self.num_free(state) < units {
                busy |= need.mask;
            } else if needs.has_overlapping_groups && !state.is_group {
                let left = self.num_free(state) - units;
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
        busy = needs.groups & self.reserved_groups;
        if !needs.has_overlapping_groups || busy != 0 {
            return busy;
        }
        // Groups share members: see that each finds a unit of its own.
        for need in needs.needs.iter().filter(|need| !need.reserved) {
            let state = &self.states[need.index().index()];
            if !state.is_group {
                continue;
            }
            let ready = state.all & self.free;
            let candidates = ready & !used_up;
            if candidates == 0 {
                busy |= ready;
                continue;
            }
            let chosen = ResourceIndex::of_mask(candidates);
            let entry = match units_left.iter().position(|entry| entry.0 == chosen.bit()) {
                Some(entry) => entry,
                None => {
                    let left = self.num_free(&self.states[chosen.index()]);
                    units_left.push((chosen.bit(), left));
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

    /// Whether an instruction of the given needs can issue now.
    #[inline]
    pub fn can_issue(&self, needs: u32) -> bool {
        let requirement = &self.requirements[needs as usize];
        if !requirement.is_simple || self.reserved != 0 {
            return self.busy_mask(needs) == 0;
        }
        let missing = requirement.one_of.iter().any(|mask| self.free & mask == 0);
        !missing && requirement.groups & self.reserved_groups == 0
    }

    /// Takes the units an instruction of the given needs gets, from cycle `now` on, and reports
    /// them.
    #[inline]
    pub fn issue(&mut self, needs: u32, now: u64, mut report: impl FnMut(IssuedTo)) {
        let needs: &'p ResourceNeeds = &self.needs[needs as usize];
        if needs.has_overlapping_groups {
            self.issue_overlapping(needs, now, &mut report);
            return;
        }
        for need in &needs.needs {
            if need.reserved {
                self.reserve(need, now);
            } else {
                report(self.take(need, now));
            }
        }
    }

    /// As [`Resources::issue`], groups with the fewest free members first.
    #[cold]
    fn issue_overlapping(
        &mut self,
        needs: &ResourceNeeds,
        now: u64,
        report: &mut dyn FnMut(IssuedTo),
    ) {
        let mut worklist: SmallVec<[ResourceNeed; 8]> = SmallVec::new();
        for need in &needs.needs {
            let state = &self.states[need.index().index()];
            if need.reserved {
                self.reserve(need, now);
            } else if state.is_group && self.num_free(state) > 1 {
                worklist.push(*need);
            } else {
                report(self.take(need, now));
            }
        }
        while !worklist.is_empty() {
            let free = |need: &ResourceNeed| self.num_free(&self.states[need.index().index()]);
            worklist.sort_by_key(|need| (free(need), need.mask));
            let mut rest: SmallVec<[ResourceNeed; 8]> = SmallVec::new();
            for (position, need) in worklist.iter().enumerate() {
                let state = &self.states[need.index().index()];
                if position == 0 || self.num_free(state) == 1 {
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
        self.reserved |= index.bit();
        self.reserved_groups ^= index.bit();
        let pipe = self.states[index.index()].first_pipe;
        self.occupy(pipe, now, need.cycles);
    }

    #[inline]
    fn take(&mut self, need: &ResourceNeed, now: u64) -> IssuedTo {
        let (resource, unit_bit) = self.select(need.index());
        let bit = resource.bit();
        let state = &mut self.states[resource.index()];
        let unit = unit_bit.trailing_zeros();
        let pipe = state.first_pipe + unit.min(state.num_units.saturating_sub(1));
        if state.num_units > 1 {
            state.ready &= !unit_bit;
            state.note_used(unit_bit);
        }
        let is_single = state.num_units == 1 && !state.is_group;
        if is_single || state.ready == 0 {
            let (mask, (first, end)) = (state.mask, state.groups);
            self.free &= !bit;
            for group in &self.group_lists[first as usize..end as usize] {
                self.states[group.index()].note_used(mask);
            }
        }
        if is_single && need.cycles == 1 && unit_bit != 0 && self.special & bit == 0 {
            self.busy_until[pipe as usize] = now + 1;
            self.free_next_cycle |= bit;
        } else {
            self.occupy(pipe, now, need.cycles);
        }
        IssuedTo { resource, unit: unit as u8, cycles: need.cycles }
    }

    #[inline]
    fn occupy(&mut self, pipe: u32, now: u64, cycles: u32) {
        let Some(busy_until) = self.busy_until.get_mut(pipe as usize) else { return };
        if *busy_until > now {
            // Already held: LLVM adds the cycles to those left.
            *busy_until += u64::from(cycles);
            let bit = self.pipes[pipe as usize].0.bit();
            if self.free_next_cycle & bit != 0 {
                self.free_next_cycle ^= bit;
                self.releases.schedule(pipe, *busy_until);
            }
        } else {
            *busy_until = now + u64::from(cycles);
            self.releases.schedule(pipe, *busy_until);
        }
    }

    /// The unit taken next for a resource.
    #[inline]
    fn select(&mut self, mut index: ResourceIndex) -> (ResourceIndex, u64) {
        loop {
            let free = self.free;
            let state = &mut self.states[index.index()];
            if !state.is_group {
                let unit = match state.num_units {
                    1 => free >> index.index() & 1,
                    _ => state.next_unit(state.ready),
                };
                return (index, unit);
            }
            let member = ResourceIndex::of_mask(state.next_unit(state.all & free));
            if member >= index {
                return (index, 0);
            }
            index = member;
        }
    }

    /// Frees what is due at cycle `now`.
    #[inline]
    pub fn start_cycle(&mut self, now: u64) {
        self.free |= self.free_next_cycle;
        self.free_next_cycle = 0;
        while let Some(pipe) = self.releases.pop(now) {
            let busy_until = self.busy_until[pipe as usize];
            if busy_until > now {
                self.releases.schedule(pipe, busy_until);
                continue;
            }
            let (index, unit_bit) = self.pipes[pipe as usize];
            let bit = index.bit();
            if self.special & bit == 0 {
                self.states[index.index()].ready |= unit_bit;
                self.free |= bit;
            } else {
                self.release_special(index, unit_bit);
            }
        }
    }

    /// What issue and dispatch depend on, relative to cycle `now`.
    pub fn put_state(&self, now: u64, sink: &mut impl StateSink) {
        sink.put(self.free);
        sink.put(self.reserved);
        sink.put(self.reserved_groups);
        sink.put(self.buffers_with_room);
        sink.put(self.reserved_buffers);
        for state in &self.states {
            sink.put(state.ready);
            sink.put(state.next_in_round);
            sink.put(state.skip_next_round);
            sink.put(state.free_slots.into());
        }
        for busy_until in &self.busy_until {
            sink.put(busy_until.saturating_sub(now));
        }
    }

    #[cold]
    fn release_special(&mut self, index: ResourceIndex, unit_bit: u64) {
        let bit = index.bit();
        let state = &mut self.states[index.index()];
        if state.is_group {
            self.reserved_groups ^= bit;
        } else {
            state.ready |= unit_bit;
            self.free |= bit;
        }
        self.reserved &= !bit;
        self.reserved_buffers ^= self.hazards & bit;
    }
}

impl Requirement {
    fn new(needs: &ResourceNeeds) -> Self {
        let is_simple = !needs.has_overlapping_groups
            && (1..=MAX_SIMPLE_NEEDS).contains(&needs.needs.len())
            && needs.needs.iter().all(|need| need.units == 1 && !need.reserved);
        // The mask of a group has its own bit, which is always free, above its members.
        let one_of = |need: &ResourceNeed| match need.mask ^ need.index().bit() {
            0 => need.mask,
            members => members,
        };
        let sets = needs.needs.iter().map(one_of).cycle();
        let mut one_of = [0; MAX_SIMPLE_NEEDS];
        one_of.iter_mut().zip(sets).for_each(|(entry, set)| *entry = set);
        Requirement { one_of, groups: needs.groups, is_simple }
    }
}

/// Own bits of the groups that instructions use, directly or as members of a group.
fn used_groups(processor: &Processor<'_>, needs: &[ResourceNeeds]) -> u64 {
    let masks = needs.iter().flat_map(|needs| &needs.needs).map(|need| need.mask);
    let used = masks.fold(0, |used, mask| used | mask);
    used & !processor.unit_mask
}

impl State {
    /// Round-robin from the highest unit down, over the free ones.
    #[inline]
    fn next_unit(&mut self, ready: u64) -> u64 {
        let mut candidates = ready & self.next_in_round;
        if candidates == 0 {
            self.next_in_round = self.all ^ self.skip_next_round;
            self.skip_next_round = 0;
            candidates = ready & self.next_in_round;
            if candidates == 0 {
                self.next_in_round = self.all;
                candidates = ready;
            }
        }
        let chosen = ResourceIndex::of_mask(candidates).bit();
        self.next_in_round &= chosen | (chosen - 1);
        chosen
    }

    /// Keeps the round-robin fair to units taken, possibly through another resource.
    #[inline]
    fn note_used(&mut self, mask: u64) {
        if mask > self.next_in_round {
            self.skip_next_round |= mask;
            return;
        }
        self.next_in_round &= !mask;
        if self.next_in_round == 0 {
            self.next_in_round = self.all ^ self.skip_next_round;
            self.skip_next_round = 0;
        }
    }
}

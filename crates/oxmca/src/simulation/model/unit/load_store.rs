//! Load/store unit: queue entries, and the order of memory operations.
//!
//! Memory operations are put into groups. Members of a group do not wait for each other; a group
//! waits for its predecessors, either until they have issued (order) or until they have executed
//! (data).

use oxmca_tables::ResourceId;

use super::state::{StateSink, since};
use crate::lower::lowered_flag::{LOAD_BARRIER, MAY_LOAD, MAY_STORE, STORE_BARRIER};
use crate::processor::Processor;
use crate::simulation::event::StallKind;
use crate::simulation::model::PipelineOptions;
use crate::simulation::model::program::NONE32;

/// Number of a group; 0 is none.
pub type GroupId = u32;

/// A group has at most this many predecessors: a load group, a store group, a barrier.
const MAX_PREDECESSORS: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Successor {
    next: u32,
    is_data: bool,
}

/// The memory operation that completes last among those a group waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CriticalMemory {
    /// Dynamic index of the instruction.
    pub inst: u32,
    /// Cycles left until it completes, when the last of them issued; 0 for none.
    pub cycles: u32,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    predecessors: u32,
    executing_predecessors: u32,
    executed_predecessors: u32,
    instructions: u32,
    executing: u32,
    executed: u32,
    /// Successors: list through `successors`.
    first_successor: u32,
    /// Edges from predecessors in use.
    num_edges: u32,
    /// Members that are not ready: list through `next_member`.
    first_member: u32,
    critical: CriticalMemory,
    /// Cycle up to which that was counted down.
    critical_at: u64,
    /// Member that completes last: dynamic index, or [`NONE32`], and its completion cycle.
    slowest: u32,
    slowest_until: u64,
    is_live: bool,
}

impl Group {
    const EMPTY: Group = Group {
        predecessors: 0,
        executing_predecessors: 0,
        executed_predecessors: 0,
        instructions: 0,
        executing: 0,
        executed: 0,
        first_successor: NONE32,
        num_edges: 0,
        first_member: NONE32,
        critical: CriticalMemory { inst: 0, cycles: 0 },
        critical_at: 0,
        slowest: NONE32,
        slowest_until: 0,
        is_live: false,
    };

    const fn is_waiting(&self) -> bool {
        self.predecessors > self.executing_predecessors + self.executed_predecessors
    }

    const fn is_ready(&self) -> bool {
        self.executed_predecessors == self.predecessors
    }

    const fn is_pending(&self) -> bool {
        self.executing_predecessors != 0 && !self.is_waiting()
    }

    /// Returns members that have not executed. Loads can join a group for ever, so only this
    /// number, not how many there were, is part of a state that can repeat.
    const fn unfinished(&self) -> u32 {
        self.instructions - self.executed
    }

    const fn is_executing(&self) -> bool {
        self.executing != 0 && self.executing == self.unfinished()
    }

    const fn is_executed(&self) -> bool {
        self.instructions == self.executed
    }
}

/// The state of a memory operation that has not issued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryState {
    /// Some predecessor has not issued.
    Waiting,
    /// All predecessors have issued, some have not executed.
    Pending,
    /// All predecessors have executed.
    Ready,
}

/// A change of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroupChange {
    /// All its predecessors have issued now.
    Pending(GroupId),
    /// All its predecessors have executed now.
    Ready(GroupId),
}

/// Load queue and store queue: their sizes and the entries in use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Queues {
    /// 0 is unlimited.
    load_entries: u32,
    store_entries: u32,
    used_loads: u32,
    used_stores: u32,
    /// Flags of the operations for which there is no room.
    full: u16,
}

impl Queues {
    /// Creates empty queues, of the sizes given by options, or else by the model.
    pub fn new(processor: &Processor<'_>, options: &PipelineOptions) -> Self {
        let size = |option: u32, queue: ResourceId| {
            if option != 0 || queue.0 == 0 || !processor.has_extra_info() {
                return option;
            }
            processor.resource_rows()[queue.index()].buffer_size.max(0) as u32
        };
        Queues {
            load_entries: size(options.load_queue_size_entries, processor.model.load_queue),
            store_entries: size(options.store_queue_size_entries, processor.model.store_queue),
            used_loads: 0,
            used_stores: 0,
            full: 0,
        }
    }

    /// Returns whether a memory operation can enter.
    #[inline]
    pub fn have_room(&self, flags: u16) -> bool {
        flags & self.full == 0
    }

    /// Returns the reason why a memory operation cannot enter, if it cannot.
    #[inline]
    pub fn stall(&self, flags: u16) -> Option<StallKind> {
        match flags & self.full {
            0 => None,
            full if full & MAY_LOAD != 0 => Some(StallKind::LoadQueueFull),
            _ => Some(StallKind::StoreQueueFull),
        }
    }

    /// Takes the entries of a memory operation.
    #[inline]
    pub fn enter(&mut self, flags: u16) {
        self.used_loads += u32::from(flags & MAY_LOAD != 0);
        self.used_stores += u32::from(flags & MAY_STORE != 0);
        let full = |entries: u32, used: u32, flag| match entries != 0 && entries == used {
            true => flag,
            false => 0,
        };
        self.full = full(self.load_entries, self.used_loads, MAY_LOAD)
            | full(self.store_entries, self.used_stores, MAY_STORE);
    }

    /// Frees the entries of an instruction.
    #[inline]
    pub fn leave(&mut self, flags: u16) {
        self.used_loads = self.used_loads.wrapping_sub((flags & MAY_LOAD != 0).into());
        self.used_stores = self.used_stores.wrapping_sub((flags & MAY_STORE != 0).into());
        self.full &= !flags;
    }

    /// Passes on the state that dispatch depends on.
    pub fn put_state(&self, sink: &mut impl StateSink) {
        sink.put(u64::from(self.used_loads) << 32 | u64::from(self.used_stores));
    }
}

/// The groups that later memory operations are put into or wait for; 0 for none.
#[derive(Clone, Copy, Debug, Default)]
pub struct LatestGroups {
    /// Group of the latest loads.
    pub load: GroupId,
    /// Group of the latest load barrier.
    pub load_barrier: GroupId,
    /// Group of the latest store.
    pub store: GroupId,
    /// Group of the latest store barrier.
    pub store_barrier: GroupId,
}

/// The groups that a new group waits for, each until it has executed (`true`) or issued; 0 is no
/// group.
pub type Predecessors = [(GroupId, bool); MAX_PREDECESSORS];

impl LatestGroups {
    /// Returns the groups, each changed by `change`.
    #[inline]
    #[must_use]
    pub fn map(self, change: impl Fn(GroupId) -> GroupId) -> Self {
        LatestGroups {
            load: change(self.load),
            load_barrier: change(self.load_barrier),
            store: change(self.store),
            store_barrier: change(self.store_barrier),
        }
    }

    /// Calls `act` with each group.
    #[inline]
    pub fn each(self, act: impl FnMut(GroupId)) {
        [self.load, self.load_barrier, self.store, self.store_barrier].into_iter().for_each(act);
    }

    /// Returns whether a memory operation joins the group of the latest loads: so does a load, unless
    /// a barrier or store came between, or the group has begun. `is_executing` returns whether all
    /// members of a group have issued.
    #[inline(always)]
    pub fn joins_loads(self, flags: u16, is_executing: impl Fn(GroupId) -> bool) -> bool {
        flags & (MAY_STORE | LOAD_BARRIER) == 0
            && self.load > self.load_barrier.max(self.store)
            && !is_executing(self.load)
    }

    /// Returns the predecessors of the new group that a memory operation needs; none if it
    /// [joins that of the loads](Self::joins_loads).
    #[inline]
    pub fn place(
        self,
        flags: u16,
        assume_no_alias: bool,
        is_executing: impl Fn(GroupId) -> bool,
    ) -> Option<Predecessors> {
        let load_dominator = self.load.max(self.load_barrier);
        if flags & MAY_STORE != 0 {
            // Not before older loads have issued, or executed if they may alias.
            let store = if self.store == self.store_barrier { 0 } else { self.store };
            return Some([
                (load_dominator, !assume_no_alias),
                (self.store_barrier, true),
                (store, !assume_no_alias),
            ]);
        }
        if self.joins_loads(flags, is_executing) {
            return None;
        }
        let is_load_barrier = flags & LOAD_BARRIER != 0;
        let store = if assume_no_alias { 0 } else { self.store };
        let barrier = if is_load_barrier { load_dominator } else { self.load_barrier };
        Some([(store, true), (barrier, true), (0, true)])
    }

    /// Notes the new group of a memory operation.
    #[inline]
    pub fn replace(&mut self, flags: u16, new: GroupId) {
        let is_store = flags & MAY_STORE != 0;
        let is_load = !is_store || flags & MAY_LOAD != 0;
        if is_store {
            self.store = new;
            if flags & STORE_BARRIER != 0 {
                self.store_barrier = new;
            }
        }
        if is_load {
            self.load = new;
            if flags & LOAD_BARRIER != 0 {
                self.load_barrier = new;
            }
        }
    }
}

/// The load/store unit.
#[derive(Clone, Debug)]
pub struct LoadStoreUnit {
    /// Load and store queue.
    pub queues: Queues,
    assume_no_alias: bool,
    next_group: GroupId,
    oldest_group: GroupId,
    current: LatestGroups,
    /// Groups by number modulo capacity.
    groups: Vec<Group>,
    /// Edges by the slot of their target group.
    successors: Vec<[Successor; MAX_PREDECESSORS]>,
    /// By instruction slot: next member of the same group that is not ready.
    next_member: Vec<u32>,
    /// Changes caused by the last call, to be consumed by the caller.
    pub changes: Vec<GroupChange>,
    /// Keep track of critical memory operations.
    tracks_critical: bool,
}

impl LoadStoreUnit {
    /// Creates a unit for at most `capacity` instructions in flight, a power of two.
    pub fn new(
        queues: Queues,
        assume_no_alias: bool,
        capacity: usize,
        tracks_critical: bool,
    ) -> Self {
        let edge = Successor { next: NONE32, is_data: false };
        LoadStoreUnit {
            queues,
            assume_no_alias,
            next_group: 1,
            oldest_group: 1,
            current: LatestGroups::default(),
            groups: vec![Group::EMPTY; capacity],
            successors: vec![[edge; MAX_PREDECESSORS]; capacity],
            next_member: vec![NONE32; capacity],
            changes: Vec::with_capacity(capacity),
            tracks_critical,
        }
    }

    #[inline]
    fn slot(&self, group: GroupId) -> usize {
        group as usize & (self.groups.len() - 1)
    }

    /// Takes queue entries for a memory operation and returns the group it belongs to.
    pub fn dispatch(&mut self, flags: u16, now: u64) -> GroupId {
        self.queues.enter(flags);
        let current = self.current;
        let is_executing = |id| self.groups[self.slot(id)].is_executing();
        let Some(predecessors) = current.place(flags, self.assume_no_alias, is_executing) else {
            let group = self.slot(current.load);
            self.groups[group].instructions += 1;
            return current.load;
        };
        let new = self.create_group();
        for (from, is_data) in predecessors.into_iter().filter(|(from, _)| *from != 0) {
            self.add_dependency(from, new, is_data, now);
        }
        self.current.replace(flags, new);
        new
    }

    fn create_group(&mut self) -> GroupId {
        let id = self.next_group;
        if (id - self.oldest_group) as usize == self.groups.len() {
            self.grow();
        }
        self.next_group += 1;
        let slot = self.slot(id);
        self.groups[slot] = Group { instructions: 1, is_live: true, ..Group::EMPTY };
        id
    }

    /// Doubles the number of groups. Only the in-order pipeline can get here: it does not bound
    /// the instructions in flight.
    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.groups);
        let old_edges = std::mem::take(&mut self.successors);
        let (old_len, new_len) = (old.len() as u32, old.len() as u32 * 2);
        let place = |id: GroupId| (id & (old_len - 1), id & (new_len - 1));
        let mut new_slots = vec![0; old.len()];
        for id in self.oldest_group..self.next_group {
            let (from, to) = place(id);
            new_slots[from as usize] = to;
        }
        let renumber = |edge: u32| match edge {
            NONE32 => NONE32,
            edge => {
                let limit = MAX_PREDECESSORS as u32;
                new_slots[(edge / limit) as usize] * limit + edge % limit
            }
        };
        self.groups = vec![Group::EMPTY; new_len as usize];
        self.successors = vec![old_edges[0]; new_len as usize];
        for id in self.oldest_group..self.next_group {
            let (from, to) = place(id);
            let mut group = old[from as usize];
            group.first_successor = renumber(group.first_successor);
            self.groups[to as usize] = group;
            let edges = old_edges[from as usize];
            self.successors[to as usize] =
                edges.map(|edge| Successor { next: renumber(edge.next), ..edge });
        }
    }

    fn add_dependency(&mut self, from: GroupId, to: GroupId, is_data: bool, now: u64) {
        let (from, to) = (self.slot(from), self.slot(to));
        let source = self.groups[from];
        if !is_data && source.is_executing() {
            return;
        }
        let target = &mut self.groups[to];
        target.predecessors += 1;
        let edge = target.num_edges;
        target.num_edges += 1;
        if source.is_executing() {
            target.executing_predecessors += 1;
            if is_data && self.tracks_critical {
                target.note_critical(&source, now);
            }
        }
        self.successors[to][edge as usize] = Successor { next: source.first_successor, is_data };
        self.groups[from].first_successor = to as u32 * MAX_PREDECESSORS as u32 + edge;
    }

    /// Returns the state of a group.
    #[inline]
    pub fn state(&self, group: GroupId) -> MemoryState {
        let group = &self.groups[self.slot(group)];
        if group.is_waiting() {
            MemoryState::Waiting
        } else if group.is_ready() {
            MemoryState::Ready
        } else {
            MemoryState::Pending
        }
    }

    /// Returns whether all predecessors of a group have issued and some are still executing.
    #[inline]
    pub fn is_pending(&self, group: GroupId) -> bool {
        self.groups[self.slot(group)].is_pending()
    }

    /// Returns the operation that a group waits for longest, for instructions that were delayed by
    /// memory.
    pub fn critical(&self, group: GroupId) -> CriticalMemory {
        self.groups[self.slot(group)].critical
    }

    /// Enters an instruction slot into the list of members to be told of changes.
    #[inline]
    pub fn watch(&mut self, group: GroupId, slot: u32) {
        let group = self.slot(group);
        self.next_member[slot as usize] = self.groups[group].first_member;
        self.groups[group].first_member = slot;
    }

    /// Returns the first member to be told of a change of the group.
    #[inline]
    pub fn first_member(&self, group: GroupId) -> u32 {
        self.groups[self.slot(group)].first_member
    }

    /// Returns the next member after `slot`.
    #[inline]
    pub fn next_member(&self, slot: u32) -> u32 {
        self.next_member[slot as usize]
    }

    /// Takes note of an instruction of the group that issues and will complete in cycle `until`.
    /// Leaves consequences in `changes`.
    pub fn on_issued(&mut self, group: GroupId, inst: u32, now: u64, until: u64) {
        let slot = self.slot(group);
        let source = &mut self.groups[slot];
        source.executing += 1;
        if source.slowest == NONE32 || source.slowest_until < until {
            source.slowest = inst;
            source.slowest_until = until;
        }
        if !source.is_executing() {
            return;
        }
        let mut edge = source.first_successor;
        if edge == NONE32 {
            return;
        }
        let source = *source;
        while edge != NONE32 {
            let (target, successor) = self.edge(edge);
            let state = &mut self.groups[target];
            let was_waiting = state.is_waiting();
            if self.tracks_critical {
                state.count_down(now);
            }
            if successor.is_data {
                state.executing_predecessors += 1;
                if self.tracks_critical {
                    state.note_critical(&source, now);
                }
            } else {
                state.executed_predecessors += 1;
            }
            let is_pending = was_waiting && !state.is_waiting();
            let is_ready = !successor.is_data && state.is_ready();
            if is_pending || is_ready {
                let id = self.id_of_slot(target);
                self.changes.extend(is_pending.then_some(GroupChange::Pending(id)));
                self.changes.extend(is_ready.then_some(GroupChange::Ready(id)));
            }
            edge = successor.next;
        }
    }

    /// Takes note of an instruction of the group that has executed. Leaves consequences in
    /// `changes`.
    pub fn on_executed(&mut self, group: GroupId, inst: u32) {
        let slot = self.slot(group);
        let source = &mut self.groups[slot];
        source.executing = source.executing.wrapping_sub(1);
        source.executed += 1;
        if source.slowest == inst {
            source.slowest = NONE32;
        }
        if !source.is_executed() {
            return;
        }
        source.is_live = false;
        let mut edge = source.first_successor;
        while edge != NONE32 {
            let (target, successor) = self.edge(edge);
            if successor.is_data {
                let state = &mut self.groups[target];
                state.executing_predecessors = state.executing_predecessors.wrapping_sub(1);
                state.executed_predecessors += 1;
                if state.is_ready() {
                    let id = self.id_of_slot(target);
                    self.changes.push(GroupChange::Ready(id));
                }
            }
            edge = successor.next;
        }
        self.current = self.current.map(|id| if id == group { 0 } else { id });
        while self.oldest_group < self.next_group
            && !self.groups[self.slot(self.oldest_group)].is_live
        {
            self.oldest_group += 1;
        }
    }

    fn edge(&self, edge: u32) -> (usize, Successor) {
        let target = edge as usize / MAX_PREDECESSORS;
        (target, self.successors[target][edge as usize % MAX_PREDECESSORS])
    }

    /// Returns the number of the live group in a slot.
    fn id_of_slot(&self, slot: usize) -> GroupId {
        let mask = self.groups.len() as u32 - 1;
        let offset = (slot as u32).wrapping_sub(self.oldest_group) & mask;
        self.oldest_group.wrapping_add(offset)
    }

    /// Returns the number of a group relative to the oldest one; 0 for none and for groups that
    /// have executed.
    pub fn position(&self, group: GroupId) -> u64 {
        match group.checked_sub(self.oldest_group) {
            Some(position) if group != 0 => u64::from(position) + 1,
            _ => 0,
        }
    }

    /// Passes on the state that memory order depends on, relative to cycle `now` and dynamic index
    /// `head`. `position` returns the dynamic index of an instruction slot relative to `head`.
    pub fn put_state(
        &self,
        now: u64,
        head: u32,
        position: impl Fn(u32) -> u32,
        sink: &mut impl StateSink,
    ) {
        self.queues.put_state(sink);
        self.current.each(|group| sink.put(self.position(group)));
        sink.put((self.next_group - self.oldest_group).into());
        for id in self.oldest_group..self.next_group {
            if !sink.is_open() {
                return;
            }
            let group = &self.groups[self.slot(id)];
            sink.put(group.is_live.into());
            if !group.is_live {
                continue;
            }
            for count in [
                group.predecessors,
                group.executing_predecessors,
                group.executed_predecessors,
                group.unfinished(),
                group.executing,
            ] {
                sink.put(count.into());
            }
            let mut edge = group.first_successor;
            while edge != NONE32 {
                let (target, successor) = self.edge(edge);
                let target = self.position(self.id_of_slot(target));
                sink.put(target << 1 | u64::from(successor.is_data));
                edge = successor.next;
            }
            let mut member = group.first_member;
            while member != NONE32 && !group.is_ready() {
                sink.put(position(member).into());
                member = self.next_member[member as usize];
            }
            if self.tracks_critical {
                let cycles = group.critical_cycles(now);
                sink.put(cycles.into());
                sink.put(since(head, group.critical.inst, cycles));
                let is_running = group.slowest != NONE32;
                sink.put(since(head, group.slowest, is_running.into()));
                sink.put(if is_running { group.slowest_until.saturating_sub(now) } else { 0 });
            }
        }
    }

    /// Returns the groups that later memory operations would be put into or wait for.
    pub const fn current(&self) -> LatestGroups {
        self.current
    }

    /// Passes on the state that memory order depends on, as far as it concerns `groups`, ascending.
    /// All that have a member that is not done must be among them, and the current ones.
    pub fn put_groups(&self, groups: &[GroupId], sink: &mut impl StateSink) {
        let position =
            |id: GroupId| groups.binary_search(&id).map_or(0, |position| position as u64 + 1);
        self.current.each(|group| sink.put(position(group)));
        for id in groups {
            let group = &self.groups[self.slot(*id)];
            for count in [
                group.predecessors,
                group.executing_predecessors,
                group.executed_predecessors,
                group.unfinished(),
                group.executing,
            ] {
                sink.put(count.into());
            }
            let mut edge = group.first_successor;
            while edge != NONE32 {
                let (target, successor) = self.edge(edge);
                match position(self.id_of_slot(target)) {
                    // Nothing more will come of it.
                    0 => {}
                    target => sink.put(target << 1 | u64::from(successor.is_data)),
                }
                edge = successor.next;
            }
            sink.put(u64::MAX);
        }
    }
}

impl Group {
    /// Returns the cycles left of the critical memory operation. They pass while some predecessor
    /// has not issued.
    const fn critical_cycles(&self, now: u64) -> u32 {
        match self.is_waiting() {
            true => (self.critical.cycles as u64).saturating_sub(now - self.critical_at) as u32,
            false => self.critical.cycles,
        }
    }

    const fn count_down(&mut self, now: u64) {
        self.critical.cycles = self.critical_cycles(now);
        self.critical_at = now;
    }

    /// Notes that a predecessor began to execute.
    fn note_critical(&mut self, predecessor: &Group, now: u64) {
        let cycles = predecessor.slowest_until.saturating_sub(now) as u32;
        if self.critical.cycles < cycles {
            self.critical = CriticalMemory { inst: predecessor.slowest, cycles };
            self.critical_at = now;
        }
    }
}

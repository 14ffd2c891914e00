//! The order of memory operations, for the pipeline for known dependencies.
//!
//! As [`LoadStoreUnit`](super::load_store::LoadStoreUnit), but the completion of an operation is an
//! event only if another group waits for it. A group is closed once all its members have issued,
//! and no operation joins it then; from that time on, the cycle in which it is done is known.

use super::boxed::boxed;
use super::load_store::{GroupId, LatestGroups, Predecessors, Queues};
use super::state::StateSink;
use super::wheel::Wheel;
use crate::simulation::model::program::NONE32;

/// Operations of which at most `CAP` are in flight, a power of two.
pub struct MemoryOrder<const CAP: usize> {
    /// Load and store queue.
    pub queues: Queues,
    assume_no_alias: bool,
    current: LatestGroups,
    next_group: GroupId,
    /// Oldest group that may not be done.
    oldest_group: GroupId,
    /// By number modulo capacity.
    groups: Box<[OrderGroup; CAP]>,
    /// By slot: the next member of a waiting group.
    next_member: Box<[u32; CAP]>,
    /// Closed groups that others wait for, by slot.
    completions: Wheel,
}

/// A group of operations that do not wait for each other.
#[derive(Clone, Copy)]
struct OrderGroup {
    id: GroupId,
    unissued: u32,
    /// Cycle in which all members that have issued are done.
    until: u64,
    /// Number of predecessors that keep its members from issuing.
    waits_for: u32,
    /// Members to be told: slot, list through `next_member`.
    first_member: u32,
    /// Groups that wait until it has issued, and until it is done: slots and numbers of
    /// predecessor, lists through `next`.
    successors: [u32; 2],
    /// By number of predecessor.
    next: [u32; EDGES],
    completion_is_scheduled: bool,
}

/// Edges to a group: more than it has predecessors, since divisions by a power of two are shifts.
const EDGES: usize = 4;

impl OrderGroup {
    const NONE: OrderGroup = OrderGroup {
        id: 0,
        unissued: 0,
        until: 0,
        waits_for: 0,
        first_member: NONE32,
        successors: [NONE32; 2],
        next: [NONE32; EDGES],
        completion_is_scheduled: false,
    };
}

impl<const CAP: usize> Default for MemoryOrder<CAP> {
    /// Creates an order without operations and queues; see [`MemoryOrder::start`].
    fn default() -> Self {
        MemoryOrder {
            queues: Queues::default(),
            assume_no_alias: false,
            current: LatestGroups::default(),
            next_group: 1,
            oldest_group: 1,
            groups: boxed(OrderGroup::NONE),
            next_member: boxed(NONE32),
            completions: Wheel::new(CAP),
        }
    }
}

impl<const CAP: usize> MemoryOrder<CAP> {
    /// Forgets all operations; later ones enter these queues.
    pub fn start(&mut self, queues: Queues, assume_no_alias: bool) {
        self.queues = queues;
        self.assume_no_alias = assume_no_alias;
        self.current = LatestGroups::default();
        (self.next_group, self.oldest_group) = (1, 1);
        self.completions.clear();
    }

    const fn slot(group: GroupId) -> usize {
        group as usize % CAP
    }

    /// Returns whether all members of a group have executed.
    #[inline]
    fn is_done(&self, id: GroupId, now: u64) -> bool {
        let group = &self.groups[Self::slot(id)];
        group.id != id || (group.unissued == 0 && group.until <= now)
    }

    /// Puts an operation into a group. Returns the group, and whether it has to wait.
    #[inline(always)]
    pub fn dispatch(&mut self, flags: u16, slot: usize, now: u64) -> (GroupId, bool) {
        self.queues.enter(flags);
        let load = self.current.load;
        let group = &mut self.groups[Self::slot(load)];
        if self.current.joins_loads(flags, |_| group.id != load || group.unissued == 0) {
            group.unissued += 1;
            return (load, self.watch(load, slot));
        }
        self.dispatch_any(flags, slot, now)
    }

    /// Does the same as [`MemoryOrder::dispatch`], for any operation, which has entered the queues.
    #[inline(never)]
    fn dispatch_any(&mut self, flags: u16, slot: usize, now: u64) -> (GroupId, bool) {
        let current = self.current.map(|id| if id == 0 || self.is_done(id, now) { 0 } else { id });
        self.current = current;
        let is_closed = |id| self.groups[Self::slot(id)].unissued == 0;
        let id = match current.place(flags, self.assume_no_alias, is_closed) {
            None => {
                self.groups[Self::slot(current.load)].unissued += 1;
                current.load
            }
            Some(predecessors) => self.create_group(flags, &predecessors),
        };
        (id, self.watch(id, slot))
    }

    /// Enters an operation into the list of members to be released with their group. Returns
    /// whether it has to wait.
    #[inline(always)]
    fn watch(&mut self, id: GroupId, slot: usize) -> bool {
        let group = &mut self.groups[Self::slot(id)];
        let has_to_wait = group.waits_for != 0;
        if has_to_wait {
            self.next_member[slot % CAP] = group.first_member;
            group.first_member = slot as u32;
        }
        has_to_wait
    }

    fn create_group(&mut self, flags: u16, predecessors: &Predecessors) -> GroupId {
        let id = self.next_group;
        self.next_group += 1;
        self.current.replace(flags, id);
        let slot = Self::slot(id);
        self.groups[slot] = OrderGroup { id, unissued: 1, ..OrderGroup::NONE };
        for (number, (from, is_data)) in predecessors.iter().enumerate() {
            let source = &mut self.groups[Self::slot(*from)];
            let is_closed = source.unissued == 0;
            if *from == 0 || (is_closed && !is_data) {
                continue;
            }
            let list = usize::from(*is_data);
            let next =
                std::mem::replace(&mut source.successors[list], (slot * EDGES + number) as u32);
            if is_closed && !source.completion_is_scheduled {
                source.completion_is_scheduled = true;
                self.completions.schedule(Self::slot(*from) as u32, source.until);
            }
            let group = &mut self.groups[slot];
            group.next[number] = next;
            group.waits_for += 1;
        }
        id
    }

    /// Takes note of a member of a group that issues and will be done in cycle `until`. Returns
    /// whether other groups waited for that: [`MemoryOrder::close`] has to follow then.
    #[inline(always)]
    pub fn on_issued(&mut self, id: GroupId, until: u64) -> bool {
        let group = &mut self.groups[Self::slot(id)];
        group.unissued -= 1;
        group.until = group.until.max(until);
        group.unissued == 0 && group.successors != [NONE32; 2]
    }

    /// Closes a group whose last member has issued. Hands members of groups that need not wait any
    /// longer to `release`.
    pub fn close(&mut self, id: GroupId, now: u64, mut release: impl FnMut(usize)) {
        let slot = Self::slot(id);
        self.satisfy(slot, 0, &mut release);
        let group = &mut self.groups[slot];
        if group.successors[1] == NONE32 {
            return;
        }
        if group.until <= now {
            self.satisfy(slot, 1, &mut release);
        } else {
            group.completion_is_scheduled = true;
            self.completions.schedule(slot as u32, group.until);
        }
    }

    /// Returns whether a group may be done in cycle `now`.
    #[inline(always)]
    pub fn may_be_due(&self, now: u64) -> bool {
        self.completions.may_be_due(now)
    }

    /// Completes groups that are done in cycle `now`. Hands members of groups that need not wait
    /// any longer to `release`.
    #[inline]
    pub fn start_cycle(&mut self, now: u64, mut release: impl FnMut(usize)) {
        while let Some(slot) = self.completions.pop(now) {
            self.satisfy(slot as usize % CAP, 1, &mut release);
        }
    }

    /// Returns the next cycle, from `now` on, in which a group is done that others wait for.
    pub fn next_due(&self, now: u64) -> Option<u64> {
        self.completions.next_due(now)
    }

    /// Lets the groups of a list go on: the group they waited for has issued, or is done.
    fn satisfy(&mut self, slot: usize, list: usize, release: &mut impl FnMut(usize)) {
        let mut edge = std::mem::replace(&mut self.groups[slot].successors[list], NONE32);
        while edge != NONE32 {
            let target = &mut self.groups[edge as usize / EDGES % CAP];
            edge = target.next[edge as usize % EDGES];
            target.waits_for -= 1;
            if target.waits_for == 0 {
                let mut member = std::mem::replace(&mut target.first_member, NONE32);
                while member != NONE32 {
                    let slot = member as usize % CAP;
                    member = self.next_member[slot];
                    release(slot);
                }
            }
        }
    }

    /// Returns the number of a group relative to the oldest one that is not done; 0 for those that
    /// are.
    pub fn position(&self, id: GroupId, now: u64) -> u64 {
        if self.is_done(id, now) { 0 } else { u64::from(id - self.oldest_group) + 1 }
    }

    /// Forgets groups that are done.
    pub fn forget_done(&mut self, now: u64) {
        while self.oldest_group != self.next_group && self.is_done(self.oldest_group, now) {
            self.oldest_group += 1;
        }
    }

    /// Passes on the state that memory order depends on. [`MemoryOrder::forget_done`] should come
    /// first. The members of groups are part of the slots' state.
    pub fn put_state(&self, now: u64, sink: &mut impl StateSink) {
        self.queues.put_state(sink);
        self.current.each(|id| sink.put(self.position(id, now)));
        sink.put((self.next_group - self.oldest_group).into());
        for id in self.oldest_group..self.next_group {
            if self.is_done(id, now) {
                sink.put(u64::MAX);
                continue;
            }
            let group = &self.groups[Self::slot(id)];
            sink.put(u64::from(group.waits_for) << 32 | u64::from(group.unissued));
            sink.put(group.until.saturating_sub(now));
            for mut edge in group.successors {
                while edge != NONE32 {
                    let target = &self.groups[edge as usize / EDGES % CAP];
                    sink.put(u64::from(target.id - self.oldest_group));
                    edge = target.next[edge as usize % EDGES];
                }
                sink.put(u64::MAX);
            }
        }
    }
}

//! An independent check of hardware mode in debug builds, by what a watch sees.
//!
//! It keeps its own account of each micro-op, result and buffer, and asserts that
//! - instructions are decoded, renamed and retired in program order, each in a later cycle than the step before;
//! - no port begins two micro-ops in a cycle, and none begins what is not for it;
//! - no result comes before those that it waits for, and as many cycles after them as it takes;
//! - dividers, other shared units and indivisible accesses serve one micro-op at a time;
//! - queues and buffers never hold more than their size, and widths are kept;
//! - nothing overlaps with an instruction that serializes.

use std::collections::{HashMap, VecDeque};

use super::code::{Code, Cursor};
use super::front_end::Supplier;
use super::instruction::Unit;
use super::watch::{Begun, Bound, Part, ResultId, Watch};
use crate::processor::hardware::HardwareProcessor;
use crate::simulation::event::StallKind;

/// Lets a watch see what happens once it has been checked.
pub(super) struct Verifier<'a, W> {
    watch: W,
    code: Code<'a>,
    hardware: &'a HardwareProcessor,
    supplier: Supplier,
    cycle: u32,
    next_predecoded: Cursor,
    next_decoded: Cursor,
    /// Instructions in front of the renamer, with the cycle in which they came there.
    decoded: VecDeque<(Cursor, u32)>,
    decoded_micro_ops: u32,
    renamed_in_cycle: u32,
    retired_in_cycle: u32,
    /// Instructions between renaming and retirement.
    flights: VecDeque<Flight>,
    /// Number of the first of them.
    first_flight: u32,
    /// The youngest instruction, once it has retired.
    last_serializes: bool,
    results: HashMap<u32, Outcome>,
    micro_ops: HashMap<u32, MicroOp>,
    /// The results that the instruction that is being renamed waits for, as the watch was told.
    sources: Vec<(ResultId, ResultId, u32)>,
    num_bound: usize,
    retirements: Vec<ResultId>,
    /// The first cycle in which each port can begin another micro-op.
    port_free: Vec<u32>,
    unit_free: Vec<(Unit, u32)>,
    lock_free: u32,
    loads: u32,
    stores: u32,
}

/// An instruction between renaming and retirement.
#[derive(Debug)]
struct Flight {
    at: Cursor,
    /// Micro-ops in the fused domain that are to be renamed, and those that are to retire.
    unrenamed: u32,
    unretired: u32,
    /// Micro-ops that have not begun.
    waiting: usize,
    done_cycle: u32,
    retirements: Vec<ResultId>,
}

/// A result of several micro-ops, or the retirement of an instruction.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    missing: u32,
    cycle: u32,
}

/// A micro-op that has not begun.
#[derive(Debug)]
struct MicroOp {
    result: ResultId,
    sources: Vec<(ResultId, u32)>,
    renamed_cycle: u32,
}

/// Results that are remembered at least.
const REMEMBERED: usize = 1 << 16;

/// Micro-ops beside those of its own that renaming an instruction may bring: one that brings the stack pointer up to date,
/// and one that merges a vector.
const MOST_EXTRA: u32 = 2;

impl<'a, W: Watch> Verifier<'a, W> {
    /// Creates one of code that a part of the front end delivers.
    pub fn new(
        code: Code<'a>,
        hardware: &'a HardwareProcessor,
        supplier: Supplier,
        watch: W,
    ) -> Self {
        Verifier {
            watch,
            code,
            hardware,
            supplier,
            cycle: 0,
            next_predecoded: Cursor::default(),
            next_decoded: Cursor::default(),
            decoded: VecDeque::new(),
            decoded_micro_ops: 0,
            renamed_in_cycle: 0,
            retired_in_cycle: 0,
            flights: VecDeque::new(),
            first_flight: 0,
            last_serializes: false,
            results: HashMap::new(),
            micro_ops: HashMap::new(),
            sources: Vec::new(),
            num_bound: 0,
            retirements: Vec::new(),
            port_free: vec![0; hardware.num_ports],
            unit_free: Vec::new(),
            lock_free: 0,
            loads: 0,
            stores: 0,
        }
    }

    /// Checks a buffer when `more` entries come to those in use. An instruction that is larger than the buffer has it alone.
    fn check_buffer(&self, name: &str, used: u32, more: u32, size: u32) {
        let is_within = used + more <= size || used == 0;
        assert!(is_within, "{name}: {used} and {more} entries of {size} in cycle {}", self.cycle);
    }

    fn begins(&mut self, at: Cursor, cycle: u32, executed: usize) {
        let instruction = self.code.at(at);
        let numbers = self.code.numbers;
        let (decoded, since) = self.decoded.pop_front().expect("an instruction was decoded");
        assert_eq!(decoded, at, "renamed in order");
        assert!(since < cycle, "decoded and renamed in cycle {cycle}");
        assert_eq!(executed, self.num_bound, "micro-ops of {at:?}");
        let micro_ops = u32::from(instruction.renamed_micro_ops);
        if instruction.serializes || self.last_serializes {
            assert!(self.flights.is_empty(), "nothing overlaps with what serializes");
        }
        if instruction.begins_cycle {
            assert_eq!(self.renamed_in_cycle, 0, "nothing is renamed before it in its cycle");
        }
        if instruction.drains_stores {
            assert_eq!(self.stores, 0, "stores are written");
        }
        let unretired = self.flights.iter().map(|it| it.unretired).sum();
        self.check_buffer("reorder buffer", unretired, micro_ops, numbers.reorder_buffer);
        let own = instruction.micro_ops.len() as u32;
        let waiting = (self.micro_ops.len() - self.num_bound) as u32;
        let entries = match numbers.vector_scheduler {
            0 => numbers.scheduler,
            // One of two schedulers may be empty.
            more => numbers.scheduler + more + own,
        };
        self.check_buffer("schedulers", waiting, own, entries + MOST_EXTRA);
        let (loads, stores) = (instruction.num_loads.into(), instruction.num_stores.into());
        self.check_buffer("load buffer", self.loads, loads, numbers.load_buffer);
        self.check_buffer("store buffer", self.stores, stores, numbers.store_buffer);
        self.loads += loads;
        self.stores += stores;
        self.last_serializes = instruction.serializes;
        self.flights.push_back(Flight {
            at,
            unrenamed: micro_ops,
            unretired: micro_ops,
            waiting: executed,
            done_cycle: cycle,
            retirements: std::mem::take(&mut self.retirements),
        });
        self.num_bound = 0;
        self.sources.clear();
    }

    /// Forgets results that nothing waits for any more.
    fn forget(&mut self, newest: ResultId) {
        if self.results.len() > 2 * REMEMBERED {
            let first = newest.0.saturating_sub(REMEMBERED as u32);
            self.results.retain(|id, _| *id >= first);
        }
    }
}

impl<W: Watch> Watch for Verifier<'_, W> {
    fn cycle_begins(&mut self, cycle: u32) {
        assert!(cycle == 0 || cycle == self.cycle + 1, "no cycle is left out");
        self.cycle = cycle;
        (self.renamed_in_cycle, self.retired_in_cycle) = (0, 0);
        self.watch.cycle_begins(cycle);
    }

    fn cycle_ends(&mut self, cycle: u32) {
        self.watch.cycle_ends(cycle);
    }

    fn idle(&mut self, cycle: u32, due: u32) -> u32 {
        assert_eq!((self.renamed_in_cycle, self.retired_in_cycle), (0, 0), "nothing happened");
        let next = self.watch.idle(cycle, due);
        self.cycle = next - 1;
        next
    }

    fn predecoded(&mut self, cycle: u32, at: Cursor) {
        assert_eq!(at, self.next_predecoded, "predecoded in order");
        self.next_predecoded = self.code.next(at);
        self.watch.predecoded(cycle, at);
    }

    fn decoded(&mut self, cycle: u32, at: Cursor) {
        while self.code.at(self.next_decoded).is_fused {
            self.next_decoded = self.code.next(self.next_decoded);
        }
        assert_eq!(at, self.next_decoded, "decoded in order");
        self.next_decoded = self.code.next(at);
        let numbers = self.code.numbers;
        let own = u32::from(self.code.at(at).renamed_micro_ops);
        // A loop buffer repeats what the queue holds, as soon as little of it waits.
        let repeats = self.supplier == Supplier::Buffer
            && self.decoded_micro_ops <= 2 * numbers.renamed_micro_ops;
        if !repeats {
            let size = numbers.micro_op_queue;
            self.check_buffer("micro-op queue", self.decoded_micro_ops, own, size);
        }
        self.decoded_micro_ops += own;
        self.decoded.push_back((at, cycle));
        self.watch.decoded(cycle, at);
    }

    fn renamed(&mut self, cycle: u32, at: Cursor, micro_ops: u32, first: Option<usize>) {
        if let Some(executed) = first {
            self.begins(at, cycle, executed);
        }
        let flight = self.flights.back_mut().expect("an instruction is renamed");
        assert_eq!(flight.at, at, "the youngest instruction is renamed");
        flight.unrenamed = flight.unrenamed.checked_sub(micro_ops).expect("its micro-ops");
        self.decoded_micro_ops -= micro_ops;
        self.renamed_in_cycle += micro_ops;
        assert!(self.renamed_in_cycle <= self.code.numbers.renamed_micro_ops, "width of renaming");
        self.watch.renamed(cycle, at, micro_ops, first);
    }

    fn stalled(&mut self, cycle: u32, at: Cursor, kind: StallKind) {
        self.watch.stalled(cycle, at, kind);
    }

    fn waits(&mut self, from: ResultId, to: ResultId, cycles: u32) {
        self.sources.push((from, to, cycles));
        self.watch.waits(from, to, cycles);
    }

    fn bound(&mut self, bound: Bound) {
        let Bound { number, result, cycle, .. } = bound;
        let own = self.sources.iter().filter(|(_, to, _)| *to == result);
        let sources = own.map(|(from, _, cycles)| (*from, *cycles)).collect();
        // Later micro-ops of the same result have sources of their own.
        self.sources.retain(|(_, to, _)| *to != result);
        self.results.entry(result.0).or_default().missing += 1;
        self.micro_ops.insert(number, MicroOp { result, sources, renamed_cycle: cycle });
        self.num_bound += 1;
        self.forget(result);
        self.watch.bound(bound);
    }

    fn begun(&mut self, begun: Begun) {
        let Begun { number, port, cycle, done_cycle, .. } = begun;
        assert_eq!(cycle, self.cycle, "begins now");
        let free = &mut self.port_free[port];
        assert!(*free <= cycle, "port {port} is taken twice in cycle {cycle}");
        *free = cycle + u32::from(begun.port_cycles);
        if !self.unit_free.iter().any(|it| it.0 == begun.unit) {
            self.unit_free.push((begun.unit, 0));
        }
        let mut units = self.unit_free.iter_mut();
        let unit_free = units.find(|it| it.0 == begun.unit).map(|it| &mut it.1);
        for (cycles, free) in
            [(begun.unit_cycles, unit_free), (begun.locked_cycles, Some(&mut self.lock_free))]
        {
            if cycles > 0
                && let Some(free) = free
            {
                assert!(*free <= cycle, "a unit or an indivisible access is taken twice");
                *free = cycle + u32::from(cycles);
            }
        }
        // Those of another thread are not known.
        if let Some(micro_op) = self.micro_ops.remove(&number) {
            assert!(micro_op.renamed_cycle < cycle, "renamed before it begins");
            assert!(begun.ready_cycle <= cycle && cycle < done_cycle.max(cycle + 1));
            for (source, cycles) in micro_op.sources {
                let Some(source) = self.results.get(&source.0) else { continue };
                assert_eq!(source.missing, 0, "a source of {number} is not known in cycle {cycle}");
                assert!(
                    source.cycle + cycles <= done_cycle,
                    "{number} is done in cycle {done_cycle}, {cycles} after {}",
                    source.cycle
                );
            }
            let result = self.results.entry(micro_op.result.0).or_default();
            result.missing = result.missing.saturating_sub(1);
            result.cycle = result.cycle.max(done_cycle);
            let at = begun.instruction.checked_sub(self.first_flight).map(|at| at as usize);
            let flight = at.and_then(|at| self.flights.get_mut(at)).expect("it is in flight");
            flight.waiting -= 1;
            flight.done_cycle = flight.done_cycle.max(done_cycle);
            let ports = &self.hardware.model.ports;
            let instruction = self.code.at(flight.at);
            let own = instruction.micro_ops.iter().map(|it| it.ports);
            let mut allowed = own.chain([ports.stack_update, ports.vector_merge]);
            // A micro-op that is for no port takes any.
            let is_allowed =
                |set: oxmca_tables::hardware::PortSet| set.is_empty() || set.0 >> port & 1 != 0;
            assert!(allowed.any(is_allowed), "port {port} is for none of the micro-ops");
        }
        self.watch.begun(begun);
    }

    fn retiring(&mut self, cycle: u32, at: Cursor, micro_ops: u32) {
        let first = self.flights.front_mut().expect("an instruction retires");
        assert_eq!(first.at, at, "retired in order");
        assert_eq!(first.waiting, 0, "{at:?} retires before it is done");
        assert!(first.done_cycle <= cycle, "{at:?} is done in cycle {}", first.done_cycle);
        first.unretired = first.unretired.checked_sub(micro_ops).expect("its micro-ops");
        assert!(first.unretired >= first.unrenamed, "{at:?} retires before it is renamed");
        self.retired_in_cycle += micro_ops;
        let width = self.code.numbers.retired_micro_ops;
        assert!(self.retired_in_cycle <= width, "width of retirement");
        self.watch.retiring(cycle, at, micro_ops);
    }

    fn retired(&mut self, cycle: u32, at: Cursor) {
        let flight = self.flights.pop_front().expect("an instruction retires");
        assert_eq!((flight.at, flight.unretired), (at, 0), "retired whole");
        self.first_flight += 1;
        for id in flight.retirements {
            self.results.insert(id.0, Outcome { missing: 0, cycle });
        }
        self.loads -= u32::from(self.code.at(at).num_loads);
        self.watch.retired(cycle, at);
    }

    fn written(&mut self, cycle: u32) {
        self.stores = self.stores.checked_sub(1).expect("a store was renamed");
        self.watch.written(cycle);
    }

    fn made(&mut self, result: ResultId, part: Part) {
        if part == Part::Retirement && !self.retirements.contains(&result) {
            self.retirements.push(result);
            self.results.insert(result.0, Outcome { missing: 1, cycle: 0 });
        }
        self.watch.made(result, part);
    }
}

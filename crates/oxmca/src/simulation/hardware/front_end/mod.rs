//! From code to the queue of micro-ops: fetching, predecoding, decoding, and what spares all that in loops.

mod decoders;
mod progress;
mod queue;
mod repetition;

use super::code::{Code, Cursor};
use super::watch::Watch;
use crate::options::{Delivery, HardwareOptions, HardwareParts};
pub(super) use decoders::Decoders;
pub(super) use progress::{Progress, cycles_per_iteration};
pub(super) use queue::Queue;
pub(super) use repetition::WINDOWS_OF_GAP;
use repetition::{Buffer, Cache};

/// The part of the front end that delivers instructions.
#[derive(Debug)]
pub(super) enum FrontEnd<'a> {
    /// As many as there is space for.
    Perfect(Perfect<'a>),
    /// Legacy decoders.
    Decoders(Box<Decoders<'a>>),
    /// The cache of micro-ops.
    Cache(Cache<'a>),
    /// The loop buffer.
    Buffer(Buffer<'a>),
}

/// The part of a front end that delivers code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Supplier {
    /// One that is perfect.
    Perfect,
    /// The decoders.
    Decoders,
    /// The cache of micro-ops.
    Cache,
    /// The loop buffer.
    Buffer,
}

impl Supplier {
    /// Returns the part that delivers code.
    pub fn of(code: &Code<'_>, delivery: Delivery, options: &HardwareOptions) -> Supplier {
        let numbers = code.numbers;
        if !options.has(HardwareParts::FRONT_END) {
            Supplier::Perfect
        } else if delivery == Delivery::Unrolled {
            Supplier::Decoders
        } else if code.renamed_micro_ops() <= numbers.loop_buffer_micro_ops {
            Supplier::Buffer
        } else if numbers.cache_micro_ops > 0 {
            Supplier::Cache
        } else {
            Supplier::Decoders
        }
    }
}

impl<'a> FrontEnd<'a> {
    pub fn new(code: Code<'a>, delivery: Delivery, options: &HardwareOptions) -> FrontEnd<'a> {
        match Supplier::of(&code, delivery, options) {
            Supplier::Perfect => FrontEnd::Perfect(Perfect { code, next: Cursor::default() }),
            Supplier::Decoders => {
                let is_loop = delivery == Delivery::Loop;
                FrontEnd::Decoders(Box::new(Decoders::new(code, is_loop)))
            }
            Supplier::Cache => FrontEnd::Cache(Cache::new(code)),
            Supplier::Buffer => FrontEnd::Buffer(Buffer::new(code)),
        }
    }

    /// Returns the place that it has reached.
    pub fn progress(&self) -> Progress {
        match self {
            FrontEnd::Perfect(it) => Progress::new(it.next.iteration, &[it.next.position]),
            FrontEnd::Decoders(it) => it.progress(),
            FrontEnd::Cache(it) => it.progress(),
            FrontEnd::Buffer(it) => it.progress(),
        }
    }

    /// Delivers what a cycle brings.
    pub fn cycle<W: Watch>(&mut self, queue: &mut Queue, cycle: u32, watch: &mut W) {
        match self {
            FrontEnd::Perfect(it) => it.cycle(queue, cycle, watch),
            FrontEnd::Decoders(it) => it.cycle(queue, cycle, watch),
            FrontEnd::Cache(it) => it.cycle(queue, cycle, watch),
            FrontEnd::Buffer(it) => it.cycle(queue, cycle, watch),
        }
    }
}

/// Delivers as much as there is space for.
#[derive(Debug)]
pub(super) struct Perfect<'a> {
    code: Code<'a>,
    next: Cursor,
}

impl Perfect<'_> {
    fn cycle<W: Watch>(&mut self, queue: &mut Queue, cycle: u32, watch: &mut W) {
        while queue.instructions < self.code.numbers.micro_op_queue
            && queue.takes(self.code.at(self.next), self.code.numbers)
        {
            queue.push(self.code.at(self.next));
            watch.decoded(cycle, self.next);
            self.next = self.code.after(self.next);
        }
    }
}

//! From code to the queue of micro-ops: fetching, predecoding, decoding, and what spares all that in loops.

mod decoders;
mod queue;
mod repetition;

use super::code::{Code, Cursor};
use super::watch::Watch;
use crate::options::{Delivery, HardwareOptions, feature};
use decoders::Decoders;
pub(super) use queue::Queue;
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

impl<'a> FrontEnd<'a> {
    pub fn new(code: Code<'a>, delivery: Delivery, options: &HardwareOptions) -> FrontEnd<'a> {
        if !options.has(feature::FRONT_END) {
            return FrontEnd::Perfect(Perfect { code, next: Cursor::default() });
        }
        match delivery {
            Delivery::Unrolled => FrontEnd::Decoders(Box::new(Decoders::new(code))),
            Delivery::Loop => {
                let micro_ops = code.renamed_micro_ops();
                match micro_ops <= code.numbers.loop_buffer_micro_ops {
                    true => FrontEnd::Buffer(Buffer::new(code, micro_ops)),
                    false => FrontEnd::Cache(Cache::new(code)),
                }
            }
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

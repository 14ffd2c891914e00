//! Events of the pipeline, and the trait of their observers.

use oxmca_asm::Interrupt;
use oxmca_tables::Reg;

use crate::processor::ResourceIndex;

/// A dynamic instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct InstRef {
    /// Number in the dynamic sequence, from 0.
    pub index: u32,
    /// Position in the region.
    pub position: u32,
}

/// The reason why an instruction could not be dispatched or issued.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum StallKind {
    /// No physical register is free; in-order: a register is not ready.
    RegisterFile,
    /// The reorder buffer is full.
    RetireControlUnit,
    /// An in-order resource holds up dispatch.
    DispatchGroup,
    /// A reservation station is full.
    SchedulerQueueFull,
    /// The load queue is full.
    LoadQueueFull,
    /// The store queue is full.
    StoreQueueFull,
    /// The instruction, or the one before it, lets nothing overlap with it. Only in hardware mode.
    Serialization,
    /// The instruction waits until older stores are written. Only in hardware mode.
    StoreDrain,
    /// Upper halves of vector registers are saved or restored. Only in hardware mode.
    VectorTransition,
    /// Micro-ops are executed at the rate that lasts. Only in hardware mode.
    SustainedRate,
}

impl StallKind {
    /// Number of kinds.
    pub const COUNT: usize = 10;

    /// All kinds, in their order.
    pub const ALL: [StallKind; StallKind::COUNT] = [
        StallKind::RegisterFile,
        StallKind::RetireControlUnit,
        StallKind::DispatchGroup,
        StallKind::SchedulerQueueFull,
        StallKind::LoadQueueFull,
        StallKind::StoreQueueFull,
        StallKind::Serialization,
        StallKind::StoreDrain,
        StallKind::VectorTransition,
        StallKind::SustainedRate,
    ];

    /// The kinds that llvm-mca has.
    pub const OF_MODEL: &'static [StallKind] = &[
        StallKind::RegisterFile,
        StallKind::RetireControlUnit,
        StallKind::SchedulerQueueFull,
        StallKind::LoadQueueFull,
        StallKind::StoreQueueFull,
        StallKind::DispatchGroup,
    ];

    /// The kinds that hardware mode has.
    pub const OF_HARDWARE: &'static [StallKind] = &[
        StallKind::RetireControlUnit,
        StallKind::SchedulerQueueFull,
        StallKind::LoadQueueFull,
        StallKind::StoreQueueFull,
        StallKind::Serialization,
        StallKind::StoreDrain,
        StallKind::VectorTransition,
        StallKind::SustainedRate,
    ];

    /// Returns its name in documents.
    pub const fn name(self) -> &'static str {
        match self {
            StallKind::RegisterFile => "register_file",
            StallKind::RetireControlUnit => "reorder_buffer",
            StallKind::DispatchGroup => "resource",
            StallKind::SchedulerQueueFull => "scheduler",
            StallKind::LoadQueueFull => "load_queue",
            StallKind::StoreQueueFull => "store_queue",
            StallKind::Serialization => "serialization",
            StallKind::StoreDrain => "store_drain",
            StallKind::VectorTransition => "vector_transition",
            StallKind::SustainedRate => "sustained_rate",
        }
    }

    /// Returns words for the part of the processor that is waited for, without an article.
    pub const fn words(self) -> &'static str {
        match self {
            StallKind::RegisterFile => "registers",
            StallKind::RetireControlUnit => "reorder buffer",
            StallKind::DispatchGroup => "resource",
            StallKind::SchedulerQueueFull => "scheduler",
            StallKind::LoadQueueFull => "load queue",
            StallKind::StoreQueueFull => "store queue",
            StallKind::Serialization => "older instructions",
            StallKind::StoreDrain => "older stores",
            StallKind::VectorTransition => "vector state",
            StallKind::SustainedRate => "sustained rate",
        }
    }

    /// Returns the same words as a sentence has them.
    pub const fn phrase(self) -> &'static str {
        match self {
            StallKind::RetireControlUnit => "the reorder buffer",
            StallKind::DispatchGroup => "a resource",
            StallKind::SchedulerQueueFull => "the scheduler",
            StallKind::LoadQueueFull => "the load queue",
            StallKind::StoreQueueFull => "the store queue",
            StallKind::VectorTransition => "the vector state",
            StallKind::SustainedRate => "the sustained rate",
            StallKind::RegisterFile | StallKind::Serialization | StallKind::StoreDrain => {
                self.words()
            }
        }
    }
}

/// A reason for which an in-order CPU could not issue an instruction, beside those of [`StallKind`], which llvm-mca counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum HoldReason {
    /// An older access to memory comes first.
    Memory,
    /// A hazard of the target's own.
    Hazard,
    /// Its result would be written before an older one.
    WriteBackOrder,
}

/// The reason why a ready or nearly ready instruction did not issue in a cycle of high pressure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pressure {
    /// Busy resources.
    Resources,
    /// Register dependencies.
    Registers,
    /// Memory dependencies.
    Memory,
}

/// An event of the pipeline. Events of one instruction follow each other as they do in hardware;
/// the events that describe another one in more detail are named there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Event {
    /// A cycle begins.
    CycleBegin,
    /// A cycle ends.
    CycleEnd,
    /// The end of an instruction was found in its code. Only in hardware mode.
    Predecoded {
        /// The instruction.
        inst: InstRef,
    },
    /// The micro-ops of an instruction came into the queue in front of the renamer. Only in hardware mode.
    Decoded {
        /// The instruction.
        inst: InstRef,
    },
    /// Micro-ops were dispatched. An instruction of more micro-ops than fit in a cycle is
    /// dispatched over several. Preceded by `MappingsAllocated`, `MoveCandidate`.
    Dispatched {
        /// The instruction.
        inst: InstRef,
        /// Micro-ops dispatched this cycle.
        micro_ops: u32,
    },
    /// Physical registers were taken.
    MappingsAllocated {
        /// Register file.
        file: u8,
        /// Physical registers.
        count: u32,
    },
    /// Physical registers were freed.
    MappingsFreed {
        /// Register file.
        file: u8,
        /// Physical registers.
        count: u32,
    },
    /// A register of a move or exchange that may be eliminated was dispatched.
    MoveCandidate {
        /// Register file.
        file: u8,
        /// It was eliminated.
        is_eliminated: bool,
        /// It moves a known zero.
        is_zero: bool,
    },
    /// Operands and memory dependencies are settled.
    Ready {
        /// The instruction.
        inst: InstRef,
    },
    /// Execution begins. Preceded by `Critical...`, followed by `ResourceUsed`.
    Issued {
        /// The instruction.
        inst: InstRef,
    },
    /// A unit was taken by the instruction issued last.
    ResourceUsed {
        /// The instruction.
        inst: InstRef,
        /// The resource.
        resource: ResourceIndex,
        /// Unit of the resource.
        unit: u8,
        /// Cycles it is held.
        cycles: u32,
    },
    /// Execution has ended; results are written back.
    Executed {
        /// The instruction.
        inst: InstRef,
    },
    /// The instruction has left the pipeline. Preceded by `MappingsFreed`.
    Retired {
        /// The instruction.
        inst: InstRef,
    },
    /// An instruction could not go on.
    Stalled {
        /// The instruction.
        inst: InstRef,
        /// The reason.
        kind: StallKind,
    },
    /// An in-order CPU could not issue an instruction.
    HeldBack {
        /// The instruction.
        inst: InstRef,
        /// The reason.
        reason: HoldReason,
    },
    /// Reservation station entries were taken.
    BuffersReserved {
        /// Own bits of the resources.
        buffers: u64,
        /// The instruction.
        inst: InstRef,
    },
    /// Reservation station entries were freed.
    BuffersReleased {
        /// Own bits of the resources.
        buffers: u64,
    },
    /// Back pressure grew in this cycle.
    PressureIncreased {
        /// The reason.
        reason: Pressure,
        /// Busy resources, for [`Pressure::Resources`].
        resources: u64,
    },
    /// An instruction that pressure delayed in this cycle.
    Delayed {
        /// The instruction.
        inst: InstRef,
        /// The reason.
        reason: Pressure,
    },
    /// Resources that delayed the instruction about to be issued.
    CriticalResources {
        /// The instruction.
        inst: InstRef,
        /// Busy resources.
        resources: u64,
    },
    /// Register dependency that delayed the instruction about to be issued.
    CriticalRegister {
        /// The instruction.
        inst: InstRef,
        /// Dynamic index of the writer.
        from: u32,
        /// The register.
        reg: Reg,
        /// Cycles waited for.
        cycles: u32,
    },
    /// Memory dependency that delayed the instruction about to be issued.
    CriticalMemory {
        /// The instruction.
        inst: InstRef,
        /// Dynamic index of the other memory operation.
        from: u32,
        /// Cycles waited for.
        cycles: u32,
    },
}

/// An observer of a simulation.
pub trait Observer {
    /// Set if the observer looks at `Ready`, `Executed`, `Stalled`, `Mappings...`, `MoveCandidate`
    /// or `Buffers...`. Otherwise they need not be reported.
    const SEES_DETAILS: bool = true;

    /// Set if the observer looks at `Stalled`, or at `MoveCandidate` of eliminated moves.
    const SEES_STALLS: bool = Self::SEES_DETAILS;

    /// Takes note of an event in cycle `cycle`.
    fn on_event(&mut self, cycle: u64, event: Event);

    /// Takes note that a target was asked how long an instruction has to wait, which llvm-mca warns of. Apart from other events,
    /// which are many.
    fn on_hazard_warned(&mut self, _inst: InstRef) {}

    /// Returns the dynamic index from which on the observer only counts, so that repetitions can be
    /// added up by [`Observer::repeat`]; `None` if it cannot do that.
    fn repeatable_from(&self) -> Option<u32> {
        None
    }

    /// Counts `cycles` in which nothing happened and for which there are no events: what was stalled in the last cycle
    /// still is. Only called on observers that do not see details.
    fn on_idle_cycles(&mut self, _cycles: u64) {}

    /// Returns whether the observer wants calls of [`Observer::on_iterations`].
    fn wants_iterations(&self) -> bool {
        false
    }

    /// Takes note that `iterations` whole iterations have entered the pipeline. Not called for
    /// every one. Returns whether to stop.
    fn on_iterations(&mut self, _iterations: u32) -> bool {
        false
    }

    /// Passes everything that decides how the observer will count later events to `put`, relative
    /// to the instructions in flight, `head..end`.
    fn put_state(&self, _head: u32, _end: u32, _put: &mut dyn FnMut(u64)) {}

    /// Remembers all counts.
    fn mark(&mut self) {}

    /// Adds what was counted since the last [`Observer::mark`], over `insts` dynamic instructions,
    /// another `times` times. Later instructions keep the indices they would have had without. If
    /// `insts` is 0, nothing but time has passed.
    fn repeat(&mut self, _times: u32, _insts: u32) {}
}

/// Looks at no event, and ends the run when the caller wants to.
pub(crate) struct Stop<'a>(pub(crate) &'a Interrupt);

impl Observer for Stop<'_> {
    const SEES_DETAILS: bool = false;

    #[inline(always)]
    fn on_event(&mut self, _: u64, _: Event) {}

    fn repeatable_from(&self) -> Option<u32> {
        Some(0)
    }

    fn wants_iterations(&self) -> bool {
        self.0.is_possible()
    }

    fn on_iterations(&mut self, _: u32) -> bool {
        self.0.is_requested()
    }
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    const SEES_DETAILS: bool = A::SEES_DETAILS || B::SEES_DETAILS;
    const SEES_STALLS: bool = A::SEES_STALLS || B::SEES_STALLS;

    #[inline(always)]
    fn on_event(&mut self, cycle: u64, event: Event) {
        self.0.on_event(cycle, event);
        self.1.on_event(cycle, event);
    }

    fn on_hazard_warned(&mut self, inst: InstRef) {
        self.0.on_hazard_warned(inst);
        self.1.on_hazard_warned(inst);
    }

    fn repeatable_from(&self) -> Option<u32> {
        Some(self.0.repeatable_from()?.max(self.1.repeatable_from()?))
    }

    fn on_idle_cycles(&mut self, cycles: u64) {
        self.0.on_idle_cycles(cycles);
        self.1.on_idle_cycles(cycles);
    }

    fn wants_iterations(&self) -> bool {
        self.0.wants_iterations() || self.1.wants_iterations()
    }

    fn on_iterations(&mut self, iterations: u32) -> bool {
        self.0.on_iterations(iterations) | self.1.on_iterations(iterations)
    }

    fn put_state(&self, head: u32, end: u32, put: &mut dyn FnMut(u64)) {
        self.0.put_state(head, end, put);
        self.1.put_state(head, end, put);
    }

    fn mark(&mut self) {
        self.0.mark();
        self.1.mark();
    }

    fn repeat(&mut self, times: u32, insts: u32) {
        self.0.repeat(times, insts);
        self.1.repeat(times, insts);
    }
}

impl<O: Observer> Observer for &mut O {
    const SEES_DETAILS: bool = O::SEES_DETAILS;
    const SEES_STALLS: bool = O::SEES_STALLS;

    #[inline(always)]
    fn on_event(&mut self, cycle: u64, event: Event) {
        (**self).on_event(cycle, event);
    }

    fn on_hazard_warned(&mut self, inst: InstRef) {
        (**self).on_hazard_warned(inst);
    }

    fn repeatable_from(&self) -> Option<u32> {
        (**self).repeatable_from()
    }

    fn on_idle_cycles(&mut self, cycles: u64) {
        (**self).on_idle_cycles(cycles);
    }

    fn wants_iterations(&self) -> bool {
        (**self).wants_iterations()
    }

    fn on_iterations(&mut self, iterations: u32) -> bool {
        (**self).on_iterations(iterations)
    }

    fn put_state(&self, head: u32, end: u32, put: &mut dyn FnMut(u64)) {
        (**self).put_state(head, end, put);
    }

    fn mark(&mut self) {
        (**self).mark();
    }

    fn repeat(&mut self, times: u32, insts: u32) {
        (**self).repeat(times, insts);
    }
}

impl Observer for () {
    const SEES_DETAILS: bool = false;

    #[inline(always)]
    fn on_event(&mut self, _: u64, _: Event) {}
}

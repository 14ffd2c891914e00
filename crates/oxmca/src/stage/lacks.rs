//! The reasons for which an instruction cannot be dispatched.

use crate::event::StallKind;
use crate::program::{Op, Program};
use crate::unit::load_store::Queues;
use crate::unit::physical_registers::PhysicalRegisters;
use crate::unit::reservation_stations::{BufferState, ReservationStations};

/// The free places behind the dispatch group.
pub(super) struct Room<'r> {
    pub(super) rob_free: u32,
    pub(super) physical: &'r PhysicalRegisters,
    pub(super) stations: &'r ReservationStations,
    pub(super) queues: &'r Queues,
}

/// What an instruction lacks, in the order in which llvm-mca reports it.
pub(super) struct Lacks {
    pub(super) before_scheduler: [Option<StallKind>; 2],
    pub(super) scheduler: Option<StallKind>,
}

impl Lacks {
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = StallKind> {
        let [reorder_buffer, registers] = self.before_scheduler;
        [reorder_buffer, registers, self.scheduler].into_iter().flatten()
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.before_scheduler == [None, None] && self.scheduler.is_none()
    }
}

impl Room<'_> {
    /// Checks the reorder buffer, register files, and the scheduler.
    #[inline(always)]
    pub(super) fn lacks(&self, program: &Program, op: &Op) -> Lacks {
        let required = &program.mappings[op.required_mappings.range()];
        let has_registers = self.physical.have_room(required);
        Lacks {
            before_scheduler: [
                (self.rob_free < op.rob_entries).then_some(StallKind::RetireControlUnit),
                (!has_registers).then_some(StallKind::RegisterFile),
            ],
            scheduler: match self.stations.state(op.buffers) {
                BufferState::Full => Some(StallKind::SchedulerQueueFull),
                BufferState::Reserved => Some(StallKind::DispatchGroup),
                BufferState::Available => self.queues.stall(op.flags),
            },
        }
    }
}

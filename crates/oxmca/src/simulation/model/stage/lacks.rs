//! The reasons for which an instruction cannot be dispatched.

use crate::simulation::event::StallKind;
use crate::simulation::model::program::{Op, Program};
use crate::simulation::model::unit::load_store::Queues;
use crate::simulation::model::unit::physical_registers::PhysicalRegisters;
use crate::simulation::model::unit::reservation_stations::{BufferState, ReservationStations};

/// The free places behind the dispatch group.
pub(super) struct Room<'r> {
    pub(super) rob_free: u32,
    pub(super) physical: &'r PhysicalRegisters,
    pub(super) stations: &'r ReservationStations,
    pub(super) queues: &'r Queues,
}

/// The findings about an instruction.
pub(super) struct Lacks {
    pub(super) any: bool,
    pub(super) in_scheduler: bool,
}

impl Room<'_> {
    /// Checks the reorder buffer, register files, and the scheduler, and reports every lack in the order of llvm-mca.
    #[inline(always)]
    pub(super) fn lacks(
        &self,
        program: &Program,
        op: &Op,
        mut report: impl FnMut(StallKind),
    ) -> Lacks {
        let mut any = false;
        if self.rob_free < op.rob_entries {
            report(StallKind::RetireControlUnit);
            any = true;
        }
        let required = &program.mappings[op.required_mappings.range()];
        if !self.physical.have_room(required) {
            report(StallKind::RegisterFile);
            any = true;
        }
        let in_scheduler = match self.stations.state(op.buffers) {
            BufferState::Full => Some(StallKind::SchedulerQueueFull),
            BufferState::Reserved => Some(StallKind::DispatchGroup),
            BufferState::Available => self.queues.stall(op.flags),
        };
        if let Some(kind) = in_scheduler {
            report(kind);
            any = true;
        }
        Lacks { any, in_scheduler: in_scheduler.is_some() }
    }
}

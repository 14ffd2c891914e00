//! The parts of an instruction that execute in hardware mode, by the data of the session's CPU.

use oxmca_asm::{Inst, Interrupt};
use oxmca_tables::hardware::{HardwareNumbers, Ports};

use super::Session;
use crate::Options;
use crate::lower::Lowering;
use crate::simulation::hardware::{Execution, HardwareCode, HardwareRegion};

impl Session {
    /// Returns the ports of the CPU, if it has hardware data.
    pub fn hardware_ports(&self) -> Option<&Ports> {
        Some(&self.hardware()?.model.ports)
    }

    /// Returns the numbers of the CPU's hardware data, if it has some.
    pub fn hardware_numbers(&self) -> Option<HardwareNumbers> {
        Some(self.hardware()?.model.numbers)
    }

    /// Returns the name of the hardware model of the CPU, if it has one.
    pub fn hardware_model_name(&self) -> Option<&str> {
        Some(&self.hardware()?.model.name)
    }

    /// Returns what of an instruction executes in hardware mode; `None` if the CPU has no hardware data, or nothing is known
    /// about the instruction.
    pub fn execution(&self, inst: &Inst) -> Option<Execution> {
        let options = Options::default();
        let instructions = std::slice::from_ref(inst);
        let mut lowering = Lowering::new(self.processor(), self.target(), &options);
        let lowered = lowering.lower(instructions, &[], None).ok()?;
        let region = HardwareRegion { instructions, lowered, codes: &[] };
        let interrupt = Interrupt::default();
        let hardware = Default::default();
        let code =
            HardwareCode::new(&region, self.processor(), self.target(), &hardware, &interrupt)
                .ok()?;
        let low = lowered.insts.first()?;
        let mut execution = code.execution_at(0)?;
        execution.reads = low.reads.iter().map(|it| it.reg).collect();
        execution.writes = low.writes.iter().map(|it| it.reg).collect();
        Some(execution)
    }
}

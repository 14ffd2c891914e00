//! This machine, as commands measure on it.

use std::{env, fmt};

use oxmca::options::HardwareOptions;
use oxmca::{Session, TextOptions};
use oxmca_asm::Inst;
use oxmca_asm::region::Region;
use oxmca_measure::{MeasureError, Measured, Measurer, prepare};

use crate::console::{Failed, failed};
use crate::files;

/// The first argument of the process that runs code. It reads what to run from its standard input.
pub const WORKER: &str = "measure-worker";

/// This machine.
pub struct Machine {
    measurer: Measurer,
}

/// The reason why there is no number.
#[derive(Clone, Debug)]
pub struct NotMeasured {
    pub error: MeasureError,
    /// The instruction that must not run, if that is why.
    pub instruction: Option<String>,
}

impl Machine {
    /// Prepares so many processes for each measurement, of which most must agree. They are this program again.
    ///
    /// # Errors
    /// When its file cannot be found, after a message that says so.
    pub fn new(processes: u32) -> Result<Machine, Failed> {
        let program = env::current_exe().map_err(|error| {
            failed(&format!("this program's file: {}", files::describe(&error)))
        })?;
        let measurer = Measurer::new(program, [WORKER]).processes(processes as usize);
        Ok(Machine { measurer })
    }

    /// Returns the machine with the width that it has if the CPU of a session is its own.
    pub fn as_predicted(&self, session: &Session) -> Machine {
        let is_here = files::is_host(session.cpu_name());
        let measurer = self.measurer.clone();
        let measurer = match session.renamed_micro_ops().filter(|_| is_here) {
            Some(count) => measurer.renamed_micro_ops(count),
            None => measurer,
        };
        Machine { measurer }
    }

    /// Returns what measures on it.
    pub fn measurer(&self) -> &Measurer {
        &self.measurer
    }

    /// Measures instructions, delivered and begun as options of hardware mode say.
    ///
    /// # Errors
    /// The reason why there is no number.
    pub fn measure(
        &self,
        session: &Session,
        insts: &[Inst],
        options: &HardwareOptions,
    ) -> Result<Measured, NotMeasured> {
        let measured = prepare(session, insts, options)
            .and_then(|(block, start)| self.measurer.measure(&block, &start));
        measured.map_err(|error| {
            let instruction = match &error {
                MeasureError::Refused { instruction, .. } => insts.get(*instruction),
                _ => None,
            };
            NotMeasured { instruction: instruction.and_then(|it| text(session, it)), error }
        })
    }
}

impl fmt::Display for NotMeasured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(instruction) = &self.instruction {
            write!(f, "`{instruction}`: ")?;
        }
        self.error.fmt(f)
    }
}

/// Returns an instruction as text.
fn text(session: &Session, inst: &Inst) -> Option<String> {
    let region = Region::of_instructions(None, 0..1);
    let code = session.list(vec![inst.clone()], vec![region], &TextOptions::default()).ok()?;
    let mut text = String::new();
    code.print_inst(inst, &mut text);
    Some(text.trim().replace('\t', " "))
}

//! What llvm-mca says on standard error about an analysis.

use oxmca::{Error, ErrorKind, Notice, Report, Unsupported};
use oxmca_asm::Inst;

use crate::console::{self, Kind};
use crate::flags::args::Skip;

/// Says that an in-order CPU has no bottleneck analysis.
pub fn bottleneck_unsupported(cpu: &str) {
    console::message(
        Kind::Warning,
        &format!("bottleneck analysis is not supported for in-order CPU '{cpu}'."),
    );
}

/// Says what was noticed while a region was lowered and gives the report. `print` appends an
/// instruction as the report shows it.
///
/// # Errors
/// The exit status when there is no report, which is then explained.
pub fn outcome(
    result: Result<Report, Error>,
    insts: &[Inst],
    skip: Skip,
    print: &dyn Fn(&Inst, &mut String),
) -> Result<Option<Report>, i32> {
    let notices = match &result {
        Ok(report) => &report.notices,
        Err(error) => &error.notices,
    };
    for notice in notices {
        match *notice {
            Notice::Call { latency_cycles } => {
                console::message(Kind::Warning, "found a call in the input assembly sequence.");
                console::message(
                    Kind::Note,
                    &format!(
                        "call instructions are not correctly modeled. Assume a latency of {latency_cycles}cy."
                    ),
                );
            }
            Notice::Return => {
                console::message(
                    Kind::Warning,
                    "found a return instruction in the input assembly sequence.",
                );
                console::message(Kind::Note, "program counter updates are ignored.");
            }
            Notice::Skipped { instruction, reason } => {
                unsupported(reason, insts.get(instruction), skip, print);
            }
        }
    }
    match result {
        Ok(report) => Ok(Some(report)),
        Err(error) => match error.kind {
            ErrorKind::Unsupported { instruction, reason } => {
                unsupported(reason, insts.get(instruction), skip, print);
                Err(1)
            }
            ErrorKind::Empty => Ok(None),
            other => {
                console::error(&other.to_string());
                Err(1)
            }
        },
    }
}

fn unsupported(
    reason: Unsupported,
    inst: Option<&Inst>,
    skip: Skip,
    print: &dyn Fn(&Inst, &mut String),
) {
    if skip.unsupported() {
        console::message(
            Kind::Warning,
            &format!(
                "{reason}, skipping with -skip-unsupported-instructions, note accuracy will be impacted:"
            ),
        );
    } else {
        console::error(&format!(
            "{reason}, use -skip-unsupported-instructions=lack-sched to ignore these on the input."
        ));
    }
    let mut text = String::from("instruction: ");
    if let Some(inst) = inst {
        print(inst, &mut text);
    }
    console::message(Kind::Note, &text);
}

//! Explanations of a part of a text, and its cost on all CPUs of the target.

use std::fmt::Write;

use oxmca::{Code, SessionBuilder, TextOptions, Views};
use oxmca_asm::region::Region;
use oxmca_asm::{Interrupt, lossless};
use oxmca_loops::table;

use crate::choice::MachineChoice;
use crate::machine::{Machine, Machines};
use crate::program;
use crate::text::{PartKind, TextOnMachine, TextPart};

/// Returns the report on a part of a text with the views that `choose` switches on: the text is read again, so that its
/// lines are known.
///
/// # Errors
/// The reason why there is none.
pub fn report_on_part(
    machine: &Machine,
    name: &str,
    text: &[u8],
    part: &TextPart,
    interrupt: &Interrupt,
    choose: impl FnOnce(&mut Views),
) -> Result<String, String> {
    let mut options = machine.text_options(name);
    options.interrupt = interrupt.clone();
    let code = machine.session().read(text, &options);
    let code = code.map_err(|_| "the text is too large".to_owned())?;
    let code = of_part(code, part).ok_or("the text has changed")?;
    program::report(machine, &code, choose)
}

/// Returns a code with a part as its only region; `None` if it has no such part.
fn of_part(code: Code, part: &TextPart) -> Option<Code> {
    let region = match part.kind {
        PartKind::Whole => return Some(code),
        PartKind::Region(index) => {
            let mut regions = code.parsed().regions.iter().filter(|it| !it.is_empty());
            regions.nth(index)?.clone()
        }
        PartKind::Loop => {
            let count = code.parsed().insts.len() as u32;
            if part.indices.iter().any(|index| *index >= count) {
                return None;
            }
            let indices = part.indices.iter().map(|index| *index as usize);
            Region::of_instructions(Some(&lossless::to_bytes(&part.name)), indices)
        }
    };
    Some(code.with_regions(vec![region]))
}

/// Returns the explanation of a part of a text, as `oxmca explain` gives it.
///
/// # Errors
/// The reason why there is none.
pub fn explain(
    machine: &Machine,
    name: &str,
    text: &[u8],
    part: &TextPart,
    interrupt: &Interrupt,
) -> Result<String, String> {
    report_on_part(machine, name, text, part, interrupt, |it| it.explanation = true)
}

/// Returns a table with the cycles and limits of a part on CPUs of the target, fewest cycles first: on those that are named,
/// or on each that a scheduling model describes. A CPU that cannot run it is named below.
pub fn on_all_cpus(
    machines: &Machines,
    choice: &MachineChoice,
    text: &TextOnMachine,
    part: &TextPart,
    cpus: &[String],
    interrupt: &Interrupt,
) -> Result<String, String> {
    let session = text.machine().session();
    let printed: String =
        part.indices.iter().map(|index| text.instruction_source(*index) + "\n").collect();
    let catalog = SessionBuilder::new(session.triple()).catalog().map_err(|it| it.to_string())?;
    let described = || catalog.models.iter().flat_map(|it| &it.described_cpus);
    let cpus: Vec<&String> =
        if cpus.is_empty() { described().collect() } else { cpus.iter().collect() };
    let mut rows: Vec<(f64, String, String, String)> = Vec::new();
    let mut others: Vec<String> = Vec::new();
    for cpu in cpus {
        if interrupt.is_requested() {
            return Err("stopped".to_owned());
        }
        let choice = MachineChoice {
            triple: session.triple().to_owned(),
            cpu: cpu.clone(),
            features: Vec::new(),
            models: Vec::new(),
            hardware: Vec::new(),
            // Not each CPU has hardware data.
            model_of: None,
            ..choice.clone()
        };
        let machine = match machines.get(&choice) {
            Ok(machine) => machine,
            Err(reason) => {
                others.push(format!("{cpu}: {reason}"));
                continue;
            }
        };
        let options = TextOptions::with(|it| it.dialect = text.shown_dialect());
        let read = machine.session().read(printed.clone(), &options);
        if !read.is_ok_and(|code| !code.is_invalid()) {
            others.push(format!("{cpu}: it does not have all of the instructions"));
            continue;
        }
        match &*machines.cost(&machine, &part.instructions) {
            Ok(cost) => rows.push((
                cost.cycles.to_f64(),
                table::cycles_text(cost),
                machine.cpu().to_owned(),
                table::limits(cost),
            )),
            Err(reason) => others.push(format!("{cpu}: {reason}")),
        }
    }
    rows.sort_by(|one, two| one.0.total_cmp(&two.0).then_with(|| one.3.cmp(&two.3)));
    // CPUs that agree share a row.
    let mut groups: Vec<(String, String, Vec<String>)> = Vec::new();
    for (_, cycles, cpu, limits) in rows {
        match groups.last_mut().filter(|it| it.0 == cycles && it.1 == limits) {
            Some(group) => group.2.push(cpu),
            None => groups.push((cycles, limits, vec![cpu])),
        }
    }
    let width = |text: fn(&(String, String, Vec<String>)) -> &str, least: usize| {
        groups.iter().map(|it| text(it).len()).max().unwrap_or_default().max(least)
    };
    let (cycles, limits) = (width(|it| &it.0, 6), width(|it| &it.1, 10));
    let mut out = format!(
        "{}: cycles per iteration by the model that each CPU has by default\n\n",
        part.name
    );
    let _ = writeln!(out, "{:>cycles$}  {:limits$}  CPUs", "Cycles", "Limited by");
    for (number, limit, cpus) in &groups {
        let _ = writeln!(out, "{number:>cycles$}  {limit:limits$}  {}", cpus.join(", "));
    }
    if !others.is_empty() {
        let _ = writeln!(out, "\nNot simulated:");
        for reason in &others {
            let _ = writeln!(out, "  {reason}");
        }
    }
    Ok(out)
}

//! Explanations of a part of a text, its cost on all CPUs of the target, and without each of its instructions.

use std::fmt::Write;
use std::sync::Arc;

use oxmca::{Code, SessionBuilder, TextOptions, Views};
use oxmca_asm::region::Region;
use oxmca_asm::{Interrupt, lossless};
use oxmca_loops::{Cost, table};

use crate::choice::MachineChoice;
use crate::machine::{Machine, Machines};
use crate::program;
use crate::text::{PartKind, TextOnMachine, TextPart};
use crate::what_if::ChangedLoop;

/// The most instructions that a part is simulated without, one after the other.
const MAX_LEFT_OUT: usize = 200;

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
    program::report(machine, &read_part(machine, name, text, part, interrupt)?, choose)
}

/// Reads a text again and returns it with a part as its only region.
fn read_part(
    machine: &Machine,
    name: &str,
    text: &[u8],
    part: &TextPart,
    interrupt: &Interrupt,
) -> Result<Code, String> {
    let mut options = machine.text_options(name);
    options.interrupt = interrupt.clone();
    let code = machine.session().read(text, &options);
    let code = code.map_err(|_| "the text is too large".to_owned())?;
    of_part(code, part).ok_or_else(|| "the text has changed".to_owned())
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

/// Returns a table with the cycles and limits of a part as it is, and without each of its instructions in turn. The rows are in
/// the order of the instructions.
///
/// # Errors
/// The reason why there is none.
pub fn without_each(
    machines: &Machines,
    machine: &Arc<Machine>,
    name: &str,
    text: &[u8],
    part: &TextPart,
    interrupt: &Interrupt,
) -> Result<String, String> {
    let code = read_part(machine, name, text, part, interrupt)?;
    let region = code.first_region().ok_or("the text has changed")?;
    let changed = ChangedLoop::new(Arc::clone(machine), &region, part.kind != PartKind::Loop);
    let as_it_is = changed.variant(machines, &[])?.cost?;
    let row = |cost: &Cost, instruction: &str| {
        let (before, after) = (as_it_is.cycles.to_f64(), cost.cycles.to_f64());
        let percent = if before > 0.0 { (after / before - 1.0) * 100.0 } else { 0.0 };
        let change = if percent.abs() < 0.05 { "=".into() } else { format!("{percent:+.1} %") };
        [table::cycles_text(cost), change, table::limits(cost), instruction.to_owned()]
    };
    let header = ["Cycles", "Change", "Limited by", "Without"].map(str::to_owned);
    let mut rows = vec![header, row(&as_it_is, "")];
    let count = changed.texts().len();
    let simulated = if count > 1 { count.min(MAX_LEFT_OUT) } else { 0 };
    for (at, instruction) in changed.texts()[..simulated].iter().enumerate() {
        if interrupt.is_requested() {
            return Err("stopped".to_owned());
        }
        rows.push(match changed.without(machines, at)?.cost {
            Ok(cost) => row(&cost, instruction),
            Err(reason) => [String::new(), String::new(), reason, instruction.clone()],
        });
    }
    let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    let mut out = format!(
        "{}\n\n{}: cycles per iteration as it is, and without each of its instructions.\n\
         Whether it computes the same without them is not looked at.\n\n",
        machine.model(),
        part.name
    );
    for [cycles, change, limit, without] in &rows {
        let [cycles_width, change_width, limit_width] = widths;
        let row = format!(
            "{cycles:>cycles_width$}  {change:>change_width$}  {limit:limit_width$}  {without}"
        );
        let _ = writeln!(out, "{}", row.trim_ascii_end());
    }
    if simulated < count && count > 1 {
        let _ = writeln!(out, "\nNot simulated: {} more", count - simulated);
    }
    Ok(out)
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

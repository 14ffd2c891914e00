//! Hardware statistics as text.

use std::fmt::Write;

use super::columns::TextColumns;
use super::{Context, RenderText};
use crate::report::decimal::round_to;
use crate::simulation::event::StallKind;
use crate::view::dispatch_statistics::DispatchStatistics;
use crate::view::histogram::CyclesWith;
use crate::view::register_file_statistics::RegisterFileStatistics;
use crate::view::retire_statistics::RetireStatistics;
use crate::view::scheduler_statistics::SchedulerStatistics;

impl RenderText for DispatchStatistics {
    fn render_text(&self, _: &Context<'_>, out: &mut String) {
        dispatch(self, out);
    }
}

fn dispatch(section: &DispatchStatistics, out: &mut String) {
    out.push_str("\n\nDynamic Dispatch Stall Cycles:\n");
    let stalls = |kind: StallKind| section.stall_cycles[kind as usize];
    // Rules of a target's own cause the last of llvm-mca's.
    let hazard = ("USH     - Uncategorised Structural Hazard:", section.hazard_cycles);
    let hazard = (section.stall_kinds == StallKind::OF_MODEL).then_some(hazard);
    let kinds = section.stall_kinds.iter().map(|kind| (label(*kind), stalls(*kind)));
    for (label, count) in kinds.chain(hazard) {
        let _ = write!(out, "{label:<53}{count}");
        if count != 0 {
            let percentage = f64::from(count) / f64::from(section.total_cycles) * 100.0;
            let _ = write!(out, "  ({:.1}%)", round_to(percentage, 10.0));
        }
        out.push('\n');
    }
    out.push_str(
        "\n\nDispatch Logic - number of cycles where we saw N micro opcodes dispatched:\n\
         [# dispatched], [# cycles]\n",
    );
    for CyclesWith { number, cycles } in &section.dispatched_per_cycle {
        let percentage = f64::from(*cycles) / f64::from(section.total_cycles) * 100.0;
        let percentage = round_to(percentage, 10.0);
        let _ = writeln!(out, " {number},              {cycles}  ({percentage:.1}%)");
    }
}

/// Returns the key of a kind of stalls in JSON, and words about it.
const fn label(kind: StallKind) -> &'static str {
    match kind {
        StallKind::RegisterFile => "RAT     - Register unavailable:",
        StallKind::RetireControlUnit => "RCU     - Retire tokens unavailable:",
        StallKind::SchedulerQueueFull => "SCHEDQ  - Scheduler full:",
        StallKind::LoadQueueFull => "LQ      - Load queue full:",
        StallKind::StoreQueueFull => "SQ      - Store queue full:",
        StallKind::DispatchGroup => "GROUP   - Static restrictions on the dispatch group:",
        StallKind::Serialization => "SERIAL  - Older instructions not retired:",
        StallKind::StoreDrain => "DRAIN   - Older stores not written:",
        StallKind::VectorTransition => "VECTOR  - Upper halves saved or restored:",
        StallKind::SustainedRate => "RATE    - Rate that lasts reached:",
    }
}

impl RenderText for SchedulerStatistics {
    fn render_text(&self, _: &Context<'_>, out: &mut String) {
        scheduler(self, out);
    }
}

fn scheduler(section: &SchedulerStatistics, out: &mut String) {
    out.push_str(
        "\n\nSchedulers - number of cycles where we saw N micro opcodes issued:\n\
         [# issued], [# cycles]\n",
    );
    for CyclesWith { number, cycles } in &section.issued_per_cycle {
        let percentage = f64::from(*cycles) / f64::from(section.total_cycles) * 100.0;
        let _ = writeln!(out, " {number},          {cycles}  ({percentage:.1}%)");
    }
    out.push_str("\nScheduler's queue usage:\n");
    if !section.any_used {
        out.push_str("No scheduler resources used.\n");
        return;
    }
    out.push_str(
        "[1] Resource name.\n[2] Average number of used buffer entries.\n\
         [3] Maximum number of used buffer entries.\n[4] Total number of buffer entries.\n\n \
         [1]            [2]        [3]        [4]\n",
    );
    let mut columns = TextColumns::new(out);
    for buffer in &section.buffers {
        let average = buffer.used_entry_cycles as f64 / f64::from(section.total_cycles);
        columns.push(&buffer.resource);
        columns.pad_to(17);
        columns.number(round_to(average, 10.0) as u32 as usize);
        columns.pad_to(28);
        columns.number(buffer.max_used_entries as usize);
        columns.pad_to(39);
        columns.format(format_args!("{}\n", buffer.size_entries));
    }
}

impl RenderText for RetireStatistics {
    fn render_text(&self, _: &Context<'_>, out: &mut String) {
        retire(self, out);
    }
}

fn retire(section: &RetireStatistics, out: &mut String) {
    out.push_str(
        "\n\nRetire Control Unit - number of cycles where we saw N instructions retired:\n\
         [# retired], [# cycles]\n",
    );
    for CyclesWith { number, cycles } in &section.retired_per_cycle {
        let spaces = if *number < 10 { "           " } else { "          " };
        let percentage = f64::from(*cycles) / f64::from(section.total_cycles) * 100.0;
        let _ = writeln!(out, " {number},{spaces}{cycles}  ({percentage:.1}%)");
    }
    let size = f64::from(section.size_entries);
    let average = (f64::from(section.used_entry_cycles) / f64::from(section.total_cycles)) as u32;
    let percentage = |used: u32| percent(round_to(f64::from(used) / size * 100.0, 10.0));
    let _ = write!(
        out,
        "\nTotal ROB Entries:                {}\nMax Used ROB Entries:             {}  ( {} )\n\
         Average Used ROB Entries per cy:  {}  ( {} )\n",
        section.size_entries,
        section.max_used_entries,
        percentage(section.max_used_entries),
        average,
        percentage(average),
    );
}

/// Returns a percentage as C prints it, also when there was nothing to relate it to.
fn percent(value: f64) -> String {
    if value.is_nan() { "-nan%".to_owned() } else { format!("{value:.1}%") }
}

impl RenderText for RegisterFileStatistics {
    fn render_text(&self, _: &Context<'_>, out: &mut String) {
        register_files(self, out);
    }
}

fn register_files(section: &RegisterFileStatistics, out: &mut String) {
    for (index, file) in section.files.iter().enumerate() {
        if index == 0 {
            let _ = write!(
                out,
                "\n\nRegister File statistics:\nTotal number of mappings created:    {}\n\
                 Max number of mappings used:         {}\n",
                file.total_mappings, file.max_used_mappings
            );
            continue;
        }
        let Some(size_registers) = file.size_registers else { continue };
        let _ = write!(
            out,
            "\n*  Register File #{index} -- {}:\n   Number of physical registers:     {size_registers}\n   \
             Total number of mappings created: {}\n   Max number of mappings used:      {}\n",
            file.name, file.total_mappings, file.max_used_mappings
        );
        if file.optimizable_moves != 0 {
            let proportion = |moves: u32| {
                let proportion = f64::from(moves) / f64::from(file.optimizable_moves) * 100.0;
                round_to(proportion, 10.0)
            };
            let _ = write!(
                out,
                "   Number of optimizable moves:      {}\n   \
                 Number of moves eliminated:       {}  ({:.1}%)\n   \
                 Number of zero moves:             {}  ({:.1}%)\n   \
                 Max moves eliminated per cycle:   {}\n",
                file.optimizable_moves,
                file.eliminated_moves,
                proportion(file.eliminated_moves),
                file.zero_moves,
                proportion(file.zero_moves),
                file.max_eliminated_moves_per_cycle,
            );
        }
    }
}

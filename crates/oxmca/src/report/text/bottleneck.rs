//! The bottleneck section as text.

use std::fmt::Write;

use super::columns::TextColumns;
use super::{Context, RenderText};
use crate::report::decimal::round_to;
use crate::view::bottleneck::{Bottleneck, CriticalDependency, Found};

impl RenderText for Bottleneck {
    fn render_text(&self, context: &Context<'_>, out: &mut String) {
        context.bottleneck(self, out);
    }
}

impl Context<'_> {
    fn bottleneck(&self, section: &Bottleneck, out: &mut String) {
        let Some(found) = &section.found else {
            out.push_str("\n\nNo resource or data dependency bottlenecks discovered.\n");
            return;
        };
        hints(found, out);
        self.critical_sequence(found, out);
    }

    fn critical_sequence(&self, found: &Found, out: &mut String) {
        let sequence = &found.critical_sequence;
        let Some(first) = sequence.first() else { return };
        out.push_str("\nCritical sequence based on the simulation:\n\n");
        let mut columns = TextColumns::new(out);
        columns.pad_to(14);
        columns.push("Instruction");
        columns.pad_to(58);
        columns.push("Dependency Information");

        let size = self.instructions.len();
        let (from, to) = (first.from as usize % size, first.to as usize % size);
        let mut current = 0;
        if from >= to {
            self.row(&mut columns, "\n +----< ", from);
            columns.push("\n |\n |    < loop carried > \n |");
        } else {
            for position in 0..from {
                self.row(&mut columns, "\n        ", position);
            }
            self.row(&mut columns, "\n +----< ", from);
            current = from + 1;
        }
        for edge in sequence {
            let to = edge.to as usize % size;
            let last = if current > to { size } else { to };
            while current < last {
                self.row(&mut columns, "\n |      ", current);
                current += 1;
            }
            if current == to {
                self.row(&mut columns, "\n +----> ", to);
            } else {
                // `current` stays behind the last instruction: rows after `to` are not shown.
                self.row(&mut columns, "\n |\n |    < loop carried > \n |\n +----> ", to);
            }
            columns.pad_to(58);
            match &edge.dependency {
                CriticalDependency::Register(reg) => {
                    let name = (self.texts.register_name)(*reg);
                    columns.format(format_args!("## REGISTER dependency:  {name}"));
                }
                CriticalDependency::Memory => columns.push("## MEMORY dependency."),
                CriticalDependency::Resource { name, .. } => {
                    let probability = edge.seen_iterations.wrapping_mul(100) / found.iterations;
                    columns.format(format_args!(
                        "## RESOURCE interference:  {name} [ probability: {probability}% ]"
                    ));
                }
            }
            current += 1;
        }
        while current < size {
            self.row(&mut columns, "\n        ", current);
            current += 1;
        }
        columns.push("\n");
    }

    fn row(&self, columns: &mut TextColumns<'_>, lead: &str, position: usize) {
        columns.format(format_args!("{lead}{position}."));
        columns.pad_to(14);
        columns.push(self.instructions[position]);
    }
}

fn hints(found: &Found, out: &mut String) {
    let percentage =
        |cycles: u32| round_to(f64::from(cycles) * 100.0 / f64::from(found.total_cycles), 100.0);
    let _ = write!(
        out,
        "\n\nCycles with backend pressure increase [ {:.2}% ]\nThroughput Bottlenecks: \n  \
         Resource Pressure       [ {:.2}% ]",
        percentage(found.pressure_cycles),
        percentage(found.resource_cycles)
    );
    for (name, cycles) in &found.resources {
        let _ = write!(out, "\n  - {name}  [ {:.2}% ]", percentage(*cycles));
    }
    let _ = write!(
        out,
        "\n  Data Dependencies:      [ {:.2}% ]\n  - Register Dependencies [ {:.2}% ]\n  \
         - Memory Dependencies   [ {:.2}% ]\n",
        percentage(found.data_dependency_cycles),
        percentage(found.register_dependency_cycles),
        percentage(found.memory_dependency_cycles)
    );
}

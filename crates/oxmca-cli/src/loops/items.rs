//! The loops or marked regions of files, for comparison.

use oxmca_driver::Pool;
use oxmca_loops::item::{self, Item, ItemOptions};

use super::arguments::MachineArguments;
use super::input::Input;
use crate::console::{Console, Failed};
use crate::flags::args::Args;
use crate::simulation;

/// The CPUs that `--mcpu` lists; `None` for the host's, if it names none.
pub fn cpus(machine: &MachineArguments) -> Vec<Option<String>> {
    match &machine.mcpu {
        None => vec![None],
        Some(names) => names.split(',').map(|name| Some(name.to_owned())).collect(),
    }
}

/// The loops of an input, or the regions that it marks.
#[derive(Debug)]
pub struct InputItems {
    /// The name of the input.
    pub name: String,
    /// The CPU.
    pub cpu: String,
    /// Its loops or regions.
    pub items: Vec<Item>,
}

/// Finds the loops of a file, or the regions that it marks, on one CPU.
///
/// # Errors
/// When it cannot be read, after a message that says so.
pub fn read(
    path: &str,
    machine: &MachineArguments,
    cpu: Option<&str>,
    pool: &Pool,
    console: &mut dyn Console,
) -> Result<Vec<InputItems>, Failed> {
    let machine = MachineArguments { mcpu: cpu.map(str::to_owned), ..machine.clone() };
    let inputs = Input::read_all(path, &machine, console)?;
    let found = inputs.iter().map(|input| InputItems {
        name: input.name().to_owned(),
        cpu: input.session().cpu_name().to_owned(),
        items: items(input, &machine, pool),
    });
    Ok(found.collect())
}

fn items(input: &Input, machine: &MachineArguments, pool: &Pool) -> Vec<Item> {
    let args = Args { steady_state: true, ..machine.args("") };
    let options = ItemOptions {
        simulation: simulation::options(&args, input.session().processor().is_out_of_order()),
        shown_dialect: Some(args.input_dialect),
    };
    let marked = input.code().map(|code| item::marked_regions(code, &options));
    if let Some(marked) = marked.filter(|it| !it.is_empty()) {
        return marked;
    }
    let program = input.program();
    program.map(|it| item::loops(input.session(), &*it, &options, pool)).unwrap_or_default()
}

//! The loops or marked regions of files, for comparison.

use oxmca::session::PredictionModel;
use oxmca_driver::Pool;
use oxmca_loops::item::{self, Item, ItemOptions};
use oxmca_loops::{Measure, Pattern, SurveyOptions, parts};

use super::input::{Input, InputFile};
use crate::console::{Console, Failed};
use crate::flags::args::Args;
use crate::machine_arguments::MachineArguments;
use crate::measure::{LoopMeasurer, Machine};
use crate::simulation;

/// Returns the CPUs that `--mcpu` lists; `None` for the host's, if it names none.
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
    /// The CPU, and the model that cycles are from.
    pub model: PredictionModel,
    /// Its loops or regions.
    pub items: Vec<Item>,
    /// Its functions as a whole, if they are wanted.
    pub functions: Vec<Item>,
    /// Set if it has a function that was asked for.
    pub has_chosen_function: bool,
}

/// The parts of inputs that a command is about.
#[derive(Clone, Copy, Debug, Default)]
pub struct WantedItems<'a> {
    /// Only functions whose name or symbol matches one of these; all of them, or the regions that a text marks, if there are
    /// none.
    pub functions: &'a [Pattern],
    /// Also functions as a whole.
    pub with_whole_functions: bool,
}

/// Finds the loops of a file, or the regions that it marks, on one CPU; if wanted, also its functions as a whole. Loops
/// and regions are measured on this machine if it is given.
///
/// # Errors
/// When there is nothing to look at, after a message that says so.
pub fn find(
    file: InputFile,
    machine: &MachineArguments,
    cpu: Option<&str>,
    wanted: WantedItems<'_>,
    here: Option<&Machine>,
    pool: &Pool,
    console: &mut dyn Console,
) -> Result<Vec<InputItems>, Failed> {
    let machine = machine.on_cpu(cpu);
    let inputs = file.into_inputs(&machine, console)?;
    let args = Args { steady_state: true, ..machine.args("") };
    let found = inputs.iter().map(|input| {
        let options = ItemOptions {
            simulation: simulation::options(&args, input.session()),
            shown_dialect: Some(args.input_dialect),
            functions: wanted.functions.to_vec(),
        };
        InputItems {
            name: input.name().to_owned(),
            model: input.session().prediction_model(options.simulation.simulation()),
            items: {
                let hardware = &args.requested.hardware_options;
                let mut measurer = here.map(|it| LoopMeasurer::new(it, input.session(), hardware));
                items(input, &options, pool, &mut |it| Some(measurer.as_mut()?.measure(it)))
            },
            functions: match wanted.with_whole_functions {
                true => functions(input, &options, pool),
                false => Vec::new(),
            },
            has_chosen_function: has_function(input, &options),
        }
    });
    Ok(found.collect())
}

fn items(
    input: &Input,
    options: &ItemOptions,
    pool: &Pool,
    measure: &mut Measure<'_>,
) -> Vec<Item> {
    let marked = input.code().map(|code| item::marked_regions(code, options, measure));
    if let Some(marked) = marked.filter(|it| !it.is_empty() && options.functions.is_empty()) {
        return marked;
    }
    let program = input.program();
    let loops = program.map(|it| item::loops(input.session(), &*it, options, pool, measure));
    parts::joined(loops.unwrap_or_default())
}

fn functions(input: &Input, options: &ItemOptions, pool: &Pool) -> Vec<Item> {
    let program = input.program();
    program.map(|it| item::functions(input.session(), &*it, options, pool)).unwrap_or_default()
}

/// Returns whether an input has a function that was asked for.
fn has_function(input: &Input, options: &ItemOptions) -> bool {
    let chosen = SurveyOptions { functions: options.functions.clone(), ..SurveyOptions::default() };
    input.program().is_some_and(|it| it.functions().iter().any(|it| chosen.choose(it)))
}

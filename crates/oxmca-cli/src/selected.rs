//! Parts of the input that `-loop`, `-function`, `-range` and `-line` choose, as regions.

use oxmca::Code;
use oxmca_asm::lossless;
use oxmca_asm::region::Region;
use oxmca_driver::Pool;
use oxmca_loops::{AssemblyText, Survey, SurveyOptions, region_name};

use oxmca_asm::Severity;

use crate::console::{Console, Failed};
use crate::flags::args::Args;
use crate::threads;

/// Returns a text with the regions that the arguments choose, or as it is if they choose none.
///
/// # Errors
/// When something is chosen that is not there, after a message that says so.
pub fn regions(args: &Args, code: Code, console: &mut dyn Console) -> Result<Code, Failed> {
    if args.selection.is_empty() {
        return Ok(code);
    }
    let Some(program) = AssemblyText::new(&code) else { return Ok(code) };
    let pool = threads::pool(args.jobs);
    let selected = args.selection.regions(code.session(), &program, &pool);
    let selected = selected.map_err(|error| {
        let name = code.name();
        console.failed(&format!("{name}: {error}"))
    })?;
    let region = |it: &oxmca_loops::SelectedRegion| {
        let indices = it.addresses.iter().map(|index| *index as usize);
        Region::of_instructions(Some(&lossless::to_bytes(&it.name)), indices)
    };
    let regions = selected.iter().map(region).collect();
    Ok(code.with_regions(regions))
}

/// Loops that a hint names.
const MAX_NAMED: usize = 6;

/// Tells a person whose text was analyzed as one block that it has loops, and how to choose them.
pub fn hint(path: &str, code: &Code, console: &mut dyn Console) {
    let mut regions = code.all_regions();
    let is_one_block = regions.next().is_some_and(|it| !it.is_marked()) && regions.next().is_none();
    let program = if is_one_block { AssemblyText::new(code) } else { None };
    let Some(program) = program else { return };
    let options =
        SurveyOptions { with_outer_loops: true, omits_costs: true, ..SurveyOptions::default() };
    let survey = Survey::new(code.session(), &program, &options, &Pool::single());
    let count = code.parsed().insts.len();
    if survey.loops.is_empty() || survey.loops.iter().any(|it| it.instructions.len() == count) {
        return;
    }
    let (verb, loops) = match survey.loops.len() {
        1 => ("is", "a loop".to_owned()),
        count => ("are", format!("{count} loops")),
    };
    let mut text = format!(
        "this report is on all {count} instructions as if they were one loop; there {verb} {loops} among them. \
         `oxmca loops {path}` lists what each takes, and --loop=<number> reports on one:"
    );
    for it in survey.loops.iter().take(MAX_NAMED) {
        text.push_str(&format!("\n  {}  {}", it.number, region_name(it, &program)));
    }
    if survey.loops.len() > MAX_NAMED {
        text.push_str("\n  ...");
    }
    console.message(Severity::Note, &text);
}

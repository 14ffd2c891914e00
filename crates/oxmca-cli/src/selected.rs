//! Parts of the input that `-loop`, `-function`, `-range` and `-line` choose, as regions.

use oxmca::{Code, Session, TextOptions};
use oxmca_asm::target::object_facts::StatedCpu;
use oxmca_asm::{Interrupt, Severity};
use oxmca_driver::Pool;
use oxmca_loops::{
    AssemblyText, ObjectCode, SelectionError, Survey, SurveyOptions, list, region_name,
};
use oxmca_object::{ObjectFile, members};

use crate::console::{Console, Failed};
use crate::flags::args::{Args, Input};
use crate::{objects, source_lines, threads};

/// Returns a text with the regions that the arguments choose, or as it is if they choose none.
///
/// # Errors
/// When something is chosen that is not there, after a message that says so.
pub fn regions(args: &Args, code: Code, console: &mut dyn Console) -> Result<Code, Failed> {
    if args.selection.is_empty() {
        return Ok(code);
    }
    if args.prefers_marked_regions && (has_marks(&code) || !has_loops(&code)) {
        return Ok(code);
    }
    let regions = args.selection.regions_of_text(&code, &threads::pool(args.jobs));
    let regions = regions.map_err(|error| failed(code.name(), &error, console))?;
    Ok(code.with_regions(regions))
}

/// Returns whether a text marks regions.
fn has_marks(code: &Code) -> bool {
    code.all_regions().any(|region| region.is_marked())
}

/// Returns whether a text that was read with its layout has loops.
fn has_loops(code: &Code) -> bool {
    let Some(program) = AssemblyText::new(code) else { return false };
    let options = SurveyOptions { omits_costs: true, ..SurveyOptions::default() };
    !Survey::new(code.session(), &program, &options, &Pool::single()).loops.is_empty()
}

fn failed(name: &str, error: &SelectionError, console: &mut dyn Console) -> Failed {
    console.failed(&format!("{name}: {error}"))
}

/// Returns whether the target can be that of an object: if parts of it are chosen, and the arguments name no target.
pub fn can_be_object(args: &Args) -> bool {
    !args.selection.is_empty() && args.mtriple.is_empty() && args.march.is_empty()
}

/// Returns the arguments with the triple of an object, if the input is one and they name no target.
pub fn args_for_object(args: &Args, input: &Input, bytes: &[u8]) -> Option<Args> {
    if !can_be_object(args) || args.is_machine_code(input) || !ObjectFile::is_object(bytes) {
        return None;
    }
    let first = members(bytes).ok()?.map_or(Some(bytes), |found| {
        found.into_iter().map(|it| it.bytes).find(|bytes| ObjectFile::is_object(bytes))
    })?;
    let object = ObjectFile::parse(first).ok()?;
    let mut args = Args { mtriple: object.triple().to_owned(), ..args.clone() };
    objects::take_stated_cpu(&mut args, &object);
    Some(args)
}

/// Reads the parts of an object, or of the objects of an archive, that the arguments choose.
///
/// # Errors
/// When nothing is chosen, or something that is not there, after a message that says so.
pub fn object(
    args: &Args,
    session: &Session,
    bytes: Vec<u8>,
    options: &TextOptions,
    console: &mut dyn Console,
) -> Result<Code, Failed> {
    let name = &*options.name;
    if args.selection.is_empty() {
        let message = format!(
            "{name} is an object file: `oxmca loops {name}` lists its loops, and --loop, --function, --range or \
             --line choose what to analyze"
        );
        return Err(console.failed(&message));
    }
    let pool = threads::pool(args.jobs);
    let mut selected = Vec::new();
    let mut places = Vec::new();
    let mut missing = None;
    for (name, object) in objects::read(name, bytes, console)? {
        if !is_for(&object, session) {
            let triple = object.triple();
            return Err(
                console.failed(&format!("{name} is for {triple}, unlike the chosen target"))
            );
        }
        if args.object_cpu != StatedCpu::None && args.object_cpu != object.stated_cpu() {
            let message =
                format!("{name} is for another CPU than objects before it: choose one with -mcpu");
            return Err(console.failed(&message));
        }
        let program = ObjectCode::new(session, &object);
        match args.selection.regions(session, &program, &pool, &Interrupt::NEVER) {
            Ok(regions) => {
                if args.needs_source_lines() {
                    let addresses: Vec<u64> =
                        regions.iter().flat_map(|it| it.addresses.iter().copied()).collect();
                    places.extend(source_lines::frames(&program, &addresses, &options.name));
                }
                selected.extend(regions);
            }
            Err(error) => missing = Some(error),
        }
    }
    if let Some(error) = missing.filter(|_| selected.is_empty()) {
        return Err(failed(name, &error, console));
    }
    let code = list(session, selected, options)
        .map_err(|_| console.failed(&format!("{name}: too many instructions are chosen")))?;
    Ok(match args.needs_source_lines() {
        true => source_lines::with_places(args, code, places),
        false => code,
    })
}

/// Returns whether an object's machine code is for the target of a session.
fn is_for(object: &ObjectFile<'_>, session: &Session) -> bool {
    let arch = oxmca::SessionBuilder::new(object.triple()).triple().arch();
    arch == session.target().triple().arch()
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
        text.push_str(&format!("\n  {}", region_name(it, &program)));
    }
    if survey.loops.len() > MAX_NAMED {
        text.push_str("\n  ...");
    }
    console.message(Severity::Note, &text);
}

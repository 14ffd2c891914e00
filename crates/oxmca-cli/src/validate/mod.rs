//! `oxmca validate`: predicted cycles of blocks beside measured ones.

mod arguments;
mod measuring;
mod predictions;

use oxmca::session::PredictionModel;
use oxmca_loops::DEFAULT_COLUMNS;
use oxmca_validate::json::Document;
use oxmca_validate::{FieldNames, OtherTool, Results, Settings, Validation, heat_map, text};

use self::arguments::Options;
use self::measuring::Measuring;
use self::predictions::{Blocks, Predictor, WrongLines};
use crate::console::{self, Failed, failed, write_failed};
use crate::flags::args::Args;
use crate::measure::{self, Machine};
use crate::output::Output;
use crate::{files, model_lines, terminal, threads};

/// The first argument that names the command.
pub const NAME: &str = "validate";

/// Returns the command line after `oxmca`, for documents about it.
pub fn command() -> clap::Command {
    arguments::command()
}

/// Runs the command with the arguments after its name and gives the exit status.
pub fn run(arguments: &[String]) -> i32 {
    let (options, args) = match arguments::read(NAME, arguments) {
        Ok(read) => read,
        Err(status) => return status,
    };
    console::set_up(args.colour, args.suggestions);
    validate(&options, args).map_or_else(|status| status, |()| 0)
}

fn validate(options: &Options, args: Args) -> Result<(), Failed> {
    let open = |path: &str| {
        Output::open(path).map_err(|error| failed(&format!("{path}: {}", files::describe(&error))))
    };
    let output = open(&options.output)?;
    let picture = options.svg.as_deref().map(open).transpose()?;
    let kept = options.keep.as_deref().map(open).transpose()?;
    let mut measuring = match options.measure {
        true => Some(Measuring::new(Machine::new(measure::DEFAULT_PROCESSES)?, kept)),
        false => None,
    };
    let fields = FieldNames {
        label: options.label.clone(),
        code: options.code.clone(),
        other: options.compare_field.clone().filter(|_| options.compare.is_none()),
    };
    let pool = threads::pool(args.jobs);
    let predictor = Predictor::new(args)?;
    let mut result = Ok(());
    let other = other_tool(options, predictor.default_cpu(), &mut result)?;
    let mut validation = Validation::new(Settings {
        default_cpu: predictor.default_cpu().to_owned(),
        worst: options.worst,
        draws: options.draws,
        other,
    });
    let blocks = Blocks { paths: &options.files, fields: &fields, measuring: measuring.as_mut() };
    predictor.predict(blocks, &pool, &mut validation, &mut result);
    if let Some(measuring) = &mut measuring {
        measuring.finish()?;
    }
    let mut results = validation.results(&pool);
    if results.cpus.iter().all(|it| it.blocks() == 0 && it.unpredicted() == 0) {
        // Files that cannot be read, or lines that are wrong, are told already.
        return Err(match result {
            Err(status) => status,
            Ok(()) => match &measuring {
                Some(measuring) => {
                    console::text(&measuring.text(DEFAULT_COLUMNS));
                    failed("no block was measured")
                }
                None => failed(&format!("no line has \"{}\"", fields.label)),
            },
        });
    }
    predictor.add_instructions(&mut results);
    if let Some(picture) = picture {
        let written = picture.finish(heat_map::svg(&results).as_bytes());
        written.map_err(|error| write_failed(&error))?;
    }
    let triples = results.cpus.iter().flat_map(|cpu| cpu.triples.iter().map(|it| (&*cpu.cpu, it)));
    let models = triples.filter_map(|(cpu, triple)| predictor.model_for(cpu, triple.as_deref()));
    let models: Vec<PredictionModel> = models.collect();
    let text = report(options, &fields, &results, &models, measuring.as_ref());
    output.finish(text.as_bytes()).map_err(|error| write_failed(&error))?;
    result
}

fn report(
    options: &Options,
    fields: &FieldNames,
    results: &Results,
    models: &[PredictionModel],
    measuring: Option<&Measuring>,
) -> String {
    let name = |path: &String| if path == "-" { "<stdin>".to_owned() } else { path.clone() };
    let names: Vec<String> = options.files.iter().map(name).collect();
    let mut report = String::new();
    match options.json {
        false => {
            report.push_str(&model_lines::of(models.iter()));
            if measuring.is_some() {
                let cpus = results.cpus.iter().map(|it| &*it.cpu);
                report.push_str(&measure::notes_of_other_cpus(cpus));
            }
            text::render(results, &names, &mut report);
            let most_columns = terminal::columns_for(&options.output);
            if let Some(reasons) =
                measuring.map(|it| it.text(most_columns)).filter(|it| !it.is_empty())
            {
                report.push('\n');
                report.push_str(&reasons);
            }
        }
        true => {
            let document = Document::new(results, &names, fields);
            // No key is anything but text.
            report = serde_json::to_string_pretty(&document).unwrap_or_default();
            report.push('\n');
        }
    }
    report
}

/// Returns the tool to compare with. Lines that are no predictions make `result` an error.
fn other_tool(
    options: &Options,
    default_cpu: &str,
    result: &mut Result<(), Failed>,
) -> Result<Option<OtherTool>, Failed> {
    let field = options.compare_field.as_deref();
    let Some(path) = &options.compare else { return Ok(field.map(OtherTool::in_lines)) };
    let mut tool = OtherTool::in_file(field.unwrap_or(path));
    let field = field.unwrap_or("cycles");
    let mut wrong = WrongLines::of(path);
    let read = predictions::each_line(path, |number, line| {
        if let Err(error) = tool.add_line(line, field, default_cpu) {
            wrong.add(number, &error);
        }
    });
    *result = result.and(wrong.finish());
    read.map_err(|error| failed(&format!("{path}: {}", files::describe(&error))))?;
    Ok(Some(tool))
}

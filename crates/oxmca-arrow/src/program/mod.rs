//! From arguments to answers.

mod arguments;
mod damage;
mod input;
mod output;
mod problem;
mod replacement;

use std::num::NonZero;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arrow_array::{RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use clap::Parser;
use oxmca::oxmca_asm::{Interrupt, host};
use oxmca::{ModelFile, SessionBuilder, Views};
use oxmca_arrow::reader::{self, BatchReader, Batches};
use oxmca_arrow::{
    AnswerColumns, CodeColumn, Ids, LongCodeAnswers, Output, Requests, analyze_requests,
};
use oxmca_batch::{Analyst, BlockAnswer, Defaults, Line, Timeout, answer_line};
use oxmca_driver::Pool;
use rayon::ThreadPoolBuilder;

use arguments::Arguments;
use input::Input;
use output::Writer;
use problem::Problem;

/// Lines that a thread answers before it looks for more.
const GROUP: usize = 16;

/// Answers all blocks.
///
/// # Errors
/// Something cannot be read or written, or an argument is wrong.
pub fn run() -> Result<(), Problem> {
    let arguments = Arguments::parse();
    damage::expect_damaged_files();
    let defaults = defaults(&arguments)?;
    let columns = columns(&arguments)?;
    let job = Job {
        analyst: Analyst::new(defaults),
        pool: pool(arguments.jobs),
        code: arguments.code.clone(),
        columns,
    };
    let mut writer = Writer::new(arguments.format, &arguments.output)?;
    let standard_input = vec!["-".to_owned()];
    let paths = if arguments.inputs.is_empty() { &standard_input } else { &arguments.inputs };
    for path in paths {
        let open = || Input::open(path, arguments.input_format);
        let input = damage::reading(path, writer.unfinished(), open);
        let answered = match input.map_err(|problem| format!("{path}: {problem}"))? {
            Input::Lines(lines) => job.answer_lines(lines, &mut writer),
            Input::Batches(batches) => job.answer_batches(path, batches, &mut writer),
        };
        answered.map_err(|problem| format!("{path}: {problem}"))?;
    }
    writer.finish()
}

/// The analyst of a run, its threads and columns.
struct Job {
    analyst: Analyst,
    pool: Pool,
    code: Option<String>,
    columns: AnswerColumns,
}

impl Job {
    fn answer_batches(
        &self,
        path: &str,
        batches: Batches,
        writer: &mut Writer,
    ) -> Result<(), Problem> {
        let Batches { schema, mut reader } = batches;
        let code = CodeColumn::find(&schema, self.code.as_deref())?;
        let output = Output::new(&schema, &code, self.columns.clone());
        writer.begin(output.schema())?;
        let next = |reader: &mut BatchReader, writer: &Writer| {
            damage::reading(path, writer.unfinished(), || reader.next())
        };
        let mut known = LongCodeAnswers::default();
        while let Some(batch) = next(&mut reader, writer).transpose()? {
            // Values of a damaged file can be such that neither casts nor writers expect them.
            let requests = damage::reading(path, writer.unfinished(), || {
                Requests::new(&batch, &code, self.analyst.option_list())
            })?;
            let stop = &Interrupt::NEVER;
            let answers = analyze_requests(&self.analyst, &self.pool, &requests, &mut known, stop);
            if writer.writes_lines() {
                let ids = Ids::new(&batch);
                let lines = answers.iter().enumerate();
                lines.for_each(|(row, answer)| {
                    writer.push_line(&match ids.json(row) {
                        Ok(id) => answer_line(id.as_deref(), answer),
                        Err(failure) => answer_line(None, &Err(failure)),
                    });
                });
                writer.flush_lines()?;
            } else {
                damage::reading(path, writer.unfinished(), || -> Result<(), Problem> {
                    // Columns can be views of what the file has once.
                    let batch = reader::with_types(batch, &schema)?;
                    writer.write(&output.batch(&batch, &answers)?)
                })?;
            }
        }
        Ok(())
    }

    /// Answers requests that are lines of JSON. Beside the columns of answers, batches have the ids as JSON.
    fn answer_lines(&self, mut lines: input::Lines, writer: &mut Writer) -> Result<(), Problem> {
        // The column of code is not passed through, so it need not exist.
        let fields =
            vec![Field::new("id", DataType::Utf8, true), Field::new("asm", DataType::Utf8, true)];
        let schema: SchemaRef = Schema::new(fields).into();
        let code = CodeColumn::find(&schema, Some("asm"))?;
        let output = Output::new(&schema, &code, self.columns.clone());
        writer.begin(output.schema())?;
        while let Some(chunk) = lines.next_chunk()? {
            let groups: Vec<_> = chunk.chunks(GROUP).collect();
            if writer.writes_lines() {
                let answered =
                    self.pool.map(&groups, |group| self.analyst.answers(&requests(group)));
                answered.iter().for_each(|lines| writer.push_line(lines));
                writer.flush_lines()?;
                continue;
            }
            let answered = self.pool.map(&groups, |group| {
                self.analyst.analyze_lines(&requests(group), &Interrupt::NEVER)
            });
            let (ids, answers): (Vec<Option<Box<str>>>, Vec<BlockAnswer>) =
                answered.into_iter().flatten().unzip();
            let ids = Arc::new(ids.iter().map(Option::as_deref).collect::<StringArray>());
            let absent = arrow_array::new_null_array(&DataType::Utf8, answers.len());
            let input = RecordBatch::try_new(Arc::clone(&schema), vec![ids, absent])?;
            writer.write(&output.batch(&input, &answers)?)?;
        }
        Ok(())
    }
}

fn requests(group: &[input::OwnedLine]) -> Vec<Line<'_>> {
    group.iter().map(|line| Line { number: line.number, text: line.text.as_deref() }).collect()
}

fn columns(arguments: &Arguments) -> Result<AnswerColumns, Problem> {
    let mut columns = match arguments.columns.is_empty() {
        true => AnswerColumns::default(),
        false => AnswerColumns::of_names(arguments.columns.iter().map(String::as_str))?,
    };
    if arguments.steady_state {
        columns = columns.and("steady_state");
    }
    Ok(if arguments.identity { columns.with_generator() } else { columns })
}

fn defaults(arguments: &Arguments) -> Result<Defaults, Problem> {
    let host_cpu = oxmca_host::cpu_name();
    let mut builder = match arguments.mtriple.as_str() {
        "" => SessionBuilder::new(&host::default_triple()),
        triple => SessionBuilder::new(triple),
    };
    for path in &arguments.models {
        let text = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        builder = builder.model(&ModelFile { name: path, text: &text })?;
    }
    for path in &arguments.options.hardware_files {
        let text = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        builder = builder.hardware_model(&ModelFile { name: path, text: &text })?;
    }
    let cpu = match (arguments.mcpu.as_str(), builder.cpu_name()) {
        ("", "") => host_cpu,
        ("", model_cpu) => model_cpu,
        (cpu, _) => cpu,
    };
    if let Some(message) = builder.clone().cpu(cpu).unused_hardware() {
        return Err(message.into());
    }
    let mut requested = arguments.options.requested.clone();
    let has_report = arguments.columns.iter().any(|name| name == "report");
    if !has_report {
        requested.options.views = Views::NONE;
    }
    requested.options.views.steady_state |=
        arguments.steady_state || arguments.columns.iter().any(|name| name == "steady_state");
    Ok(Defaults::with(|it| {
        it.triple = builder.triple().as_str().to_owned();
        it.cpu = cpu.to_owned();
        it.native_cpu = Some(host_cpu.to_owned());
        it.tables = builder.own_tables().cloned();
        it.hardware_models = builder.own_hardware_models().cloned();
        it.features = arguments.mattr.clone();
        it.text.dialect = arguments.syntax.map(Into::into);
        it.out_of_order = requested.clone();
        it.in_order = requested;
        it.has_report = has_report;
        it.has_generator = arguments.identity;
        it.timeout = (arguments.timeout != 0).then(|| Timeout {
            limit: Duration::from_secs(arguments.timeout.into()),
            clock: Instant::now,
        });
    }))
}

fn pool(jobs: usize) -> Pool {
    let count = match jobs {
        0 => std::thread::available_parallelism().map_or(1, NonZero::get),
        jobs => jobs,
    };
    // The parser descends into nested expressions.
    const STACK_BYTES: usize = 8 << 20;
    Pool::new(count, |count| {
        ThreadPoolBuilder::new().num_threads(count).stack_size(STACK_BYTES).build().ok()
    })
}

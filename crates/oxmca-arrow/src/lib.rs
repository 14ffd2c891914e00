//! Many analyses on Arrow: one row per block in, one row per block out.
//!
//! [`Requests`] reads the blocks of a record batch, [`AnswerColumns`] makes columns of their answers, and
//! [`analyze_batch`] does both around an [`Analyst`]. A block that cannot be analyzed has its error in the
//! columns `error_*` of its row, and the numbers of that row are null.
//!
//! Deliberately absent: files, threads and printing. The program `oxmca-batch` beside this library has them.
//!
//! # Decisions
//!
//! - **Arrow is in a program of its own, `oxmca-batch`.** Arrow and Parquet would make `oxmca` larger than its limit
//!   allows. One `Analyst` gives answers as values, which JSON lines and columns render alike. The cost: some flags of
//!   `oxmca --batch` exist twice, and views' parameters are only in the former.

#![deny(missing_docs)]

mod answers;
mod long_code;
#[cfg(feature = "readers")]
pub mod reader;
mod requests;
mod row_bytes;
mod texts;

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, FieldRef, Schema, SchemaRef};
use oxmca::oxmca_asm::Interrupt;
use oxmca_batch::{Analyst, BlockAnswer};
use oxmca_driver::Pool;

use long_code::DistinctRows;

pub use answers::{AnswerColumns, UnknownColumn};
pub use long_code::LongCodeAnswers;
pub use requests::{CodeColumn, Requests};
pub use row_bytes::row_bytes;
pub use texts::Ids;

/// Blocks that a thread analyzes before it looks for more.
const GROUP: usize = 16;

/// Columns of the input that are passed through, and columns of answers.
#[derive(Clone, Debug)]
pub struct Output {
    /// Indices of the input's columns.
    passed: Vec<usize>,
    answers: AnswerColumns,
    schema: SchemaRef,
}

impl Output {
    /// Returns the output for an input of a schema: its columns but that of the code, and those of `answers`, which
    /// replace columns of the same names.
    pub fn new(input: &Schema, code: &CodeColumn, answers: AnswerColumns) -> Output {
        let is_passed = |name: &str| name != code.name() && !answers.contains(name);
        let columns = input.fields().iter().enumerate();
        let (passed, mut fields): (Vec<usize>, Vec<FieldRef>) = columns
            .filter(|(_, field)| is_passed(field.name()))
            .map(|(index, field)| (index, Arc::clone(field)))
            .unzip();
        fields.extend(answers.fields());
        let schema = Schema::new_with_metadata(fields, answers.metadata());
        Output { passed, answers, schema: schema.into() }
    }

    /// Returns the schema of batches.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Returns the batch with the answers to an input's rows.
    ///
    /// # Errors
    /// There are not as many answers as rows.
    pub fn batch(
        &self,
        input: &RecordBatch,
        answers: &[BlockAnswer],
    ) -> Result<RecordBatch, ArrowError> {
        let passed = self.passed.iter().map(|index| Arc::clone(input.column(*index)));
        let columns = passed.chain(self.answers.arrays(answers)).collect();
        let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(answers.len()));
        RecordBatch::try_new_with_options(Arc::clone(&self.schema), columns, &options)
    }
}

/// Analyzes the blocks of a batch with the threads of `pool`.
///
/// # Errors
/// A column of the input has a type that cannot be read, or `stop` was requested.
pub fn analyze_batch(
    analyst: &Analyst,
    pool: &Pool,
    input: &RecordBatch,
    code: &CodeColumn,
    output: &Output,
    stop: &Interrupt,
) -> Result<RecordBatch, ArrowError> {
    let requests = Requests::new(input, code, analyst.option_list())?;
    let known = &mut LongCodeAnswers::default();
    let answers = analyze_requests(analyst, pool, &requests, known, stop);
    match stop.is_requested() {
        true => Err(ArrowError::ComputeError("the analysis was interrupted".to_owned())),
        false => output.batch(input, &answers),
    }
}

/// Returns the answers to requests, in their order. Long code that rows share is analyzed once, also if an earlier batch
/// whose answers `known` has was cut from the same one. Once `stop` is requested, some answers are left out.
pub fn analyze_requests(
    analyst: &Analyst,
    pool: &Pool,
    requests: &Requests,
    known: &mut LongCodeAnswers,
    stop: &Interrupt,
) -> Vec<BlockAnswer> {
    let distinct = DistinctRows::find(requests, known);
    let groups: Vec<&[usize]> = distinct.rows.chunks(GROUP).collect();
    let groups = pool.map(&groups, |rows| {
        if stop.is_requested() {
            return Vec::new();
        }
        let blocks: Vec<_> = rows.iter().map(|row| requests.block(*row)).collect();
        analyst.analyze_blocks(&blocks, stop)
    });
    let answers = groups.into_iter().flatten().collect();
    match stop.is_requested() {
        true => answers,
        false => distinct.all_answers(answers, requests, known),
    }
}

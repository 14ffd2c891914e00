//! Answers to long code that many rows share.
//!
//! The values of dictionaries, runs and views are in memory once, so that rows with the same code have it at the same place.
//! To compare places takes no time, however long the code is.

use std::collections::HashMap;

use arrow_array::ArrayRef;
use oxmca::oxmca_asm::Dialect;
use oxmca_batch::{Block, BlockAnswer, BlockCode, GivenOption};

use crate::requests::Requests;

/// Code that has fewer bytes is looked up by the analyst, by what it says.
const LONG_BYTES: usize = 64 << 10;

/// Answers to the long code of a batch, for the batches behind it that were cut from the same one.
#[derive(Debug, Default)]
pub struct LongCodeAnswers {
    /// The codes of the last batch: while they are there, nothing else is at their places.
    _codes: Option<ArrayRef>,
    answers: HashMap<LongCode, BlockAnswer>,
}

/// A block, by the place of its code.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct LongCode {
    place: usize,
    len: usize,
    base_address: u64,
    cpu: String,
    triple: String,
    features: String,
    options: Vec<GivenOption>,
    dialect: Option<Dialect>,
}

impl LongCode {
    /// Returns the place of a block's code; `None` if it is short.
    fn of(block: &Block<'_>) -> Option<LongCode> {
        let (code, base_address): (&[u8], u64) = match &block.code {
            BlockCode::Assembly(text) => (text.as_bytes(), 0),
            BlockCode::Hex { digits, base_address } => (digits.as_bytes(), *base_address),
            BlockCode::MachineCode { bytes, base_address } => (bytes, *base_address),
            _ => return None,
        };
        (code.len() > LONG_BYTES).then(|| LongCode {
            place: code.as_ptr().addr(),
            len: code.len(),
            base_address,
            cpu: block.cpu.to_owned(),
            triple: block.triple.to_owned(),
            features: block.features.to_owned(),
            options: block.options.clone(),
            dialect: block.dialect,
        })
    }
}

/// The rows of a batch that are analyzed, and the answers that the others have.
pub(crate) struct DistinctRows {
    /// Rows that are analyzed.
    pub rows: Vec<usize>,
    /// The places of all rows' answers, if some rows are not analyzed.
    answers: Option<Vec<AnswerPlace>>,
    long: Vec<(usize, LongCode)>,
}

enum AnswerPlace {
    /// The number of an analyzed row.
    Analyzed(usize),
    Known(LongCode),
}

impl DistinctRows {
    /// Finds the rows of a batch that are to be analyzed.
    pub fn find(requests: &Requests, known: &LongCodeAnswers) -> DistinctRows {
        if requests.longest_code() <= LONG_BYTES {
            let rows = (0..requests.len()).collect();
            return DistinctRows { rows, answers: None, long: Vec::new() };
        }
        let (mut rows, mut long) = (Vec::new(), HashMap::new());
        let mut place = |row: usize| {
            let Some(code) = LongCode::of(&requests.block(row)) else {
                rows.push(row);
                return AnswerPlace::Analyzed(rows.len() - 1);
            };
            if known.answers.contains_key(&code) {
                return AnswerPlace::Known(code);
            }
            let number = *long.entry(code).or_insert(rows.len());
            if number == rows.len() {
                rows.push(row);
            }
            AnswerPlace::Analyzed(number)
        };
        let answers = (0..requests.len()).map(&mut place).collect();
        let long = long.into_iter().map(|(code, number)| (number, code)).collect();
        DistinctRows { rows, answers: Some(answers), long }
    }

    /// Returns the answers of all rows, and keeps those to long code.
    pub fn all_answers(
        self,
        analyzed: Vec<BlockAnswer>,
        requests: &Requests,
        known: &mut LongCodeAnswers,
    ) -> Vec<BlockAnswer> {
        let Some(places) = self.answers else {
            *known = LongCodeAnswers::default();
            return analyzed;
        };
        let mut kept: HashMap<LongCode, BlockAnswer> = HashMap::new();
        let all = places.into_iter().filter_map(|place| match place {
            AnswerPlace::Analyzed(number) => analyzed.get(number).cloned(),
            AnswerPlace::Known(code) => {
                let answer = known.answers.get(&code)?.clone();
                kept.insert(code, answer.clone());
                Some(answer)
            }
        });
        let all = all.collect();
        let new = self.long.into_iter();
        kept.extend(new.filter_map(|(number, code)| Some((code, analyzed.get(number)?.clone()))));
        *known = LongCodeAnswers { _codes: Some(requests.code_array().clone()), answers: kept };
        all
    }
}

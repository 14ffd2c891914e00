//! Columns of text.

use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type, Int64Type, RunEndIndexType, UInt64Type};
use arrow_array::{
    Array, ArrayRef, LargeStringArray, RunArray, StringArray, StringViewArray, UInt64Array,
};
use arrow_cast::cast;
use arrow_schema::{ArrowError, DataType};
use oxmca_batch::Failure;

/// Returns whether a type is one of text, also of texts that repeat.
pub(crate) fn is_text(data_type: &DataType) -> bool {
    match data_type {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::Dictionary(_, values) => is_text(values),
        DataType::RunEndEncoded(_, values) => is_text(values.data_type()),
        _ => false,
    }
}

/// A column of text, in one of the ways in which Arrow has it. Texts that repeat are there once.
pub(crate) enum Texts {
    Small(StringArray),
    Large(LargeStringArray),
    Views(StringViewArray),
    /// Texts by their numbers.
    Numbered {
        numbers: UInt64Array,
        texts: Box<Texts>,
    },
}

impl Texts {
    /// Takes an array as it is.
    ///
    /// # Errors
    /// It is not one of text.
    pub fn new(array: &ArrayRef) -> Result<Texts, ArrowError> {
        Ok(match array.data_type() {
            DataType::Utf8 => Texts::Small(array.as_string().clone()),
            DataType::LargeUtf8 => Texts::Large(array.as_string().clone()),
            DataType::Utf8View => Texts::Views(array.as_string_view().clone()),
            DataType::Null => Texts::Small(cast(array, &DataType::Utf8)?.as_string().clone()),
            DataType::Dictionary(_, values) if is_text(values) => {
                let array = array.as_any_dictionary();
                let numbers = cast(array.keys(), &DataType::UInt64)?;
                let numbers = numbers.as_primitive::<UInt64Type>().clone();
                Texts::Numbered { numbers, texts: Box::new(Texts::new(array.values())?) }
            }
            DataType::RunEndEncoded(ends, values) if is_text(values.data_type()) => {
                match ends.data_type() {
                    DataType::Int16 => runs::<Int16Type>(array),
                    DataType::Int32 => runs::<Int32Type>(array),
                    _ => runs::<Int64Type>(array),
                }?
            }
            other => return Err(ArrowError::SchemaError(format!("{other} where text belongs"))),
        })
    }

    /// Returns the text of a row, if it has one.
    pub fn get(&self, row: usize) -> Option<&str> {
        match self {
            Texts::Small(array) => array.is_valid(row).then(|| array.value(row)),
            Texts::Large(array) => array.is_valid(row).then(|| array.value(row)),
            Texts::Views(array) => array.is_valid(row).then(|| array.value(row)),
            Texts::Numbered { numbers, texts } => {
                let number = numbers.is_valid(row).then(|| numbers.value(row))?;
                texts.get(usize::try_from(number).ok().filter(|it| *it < texts.len())?)
            }
        }
    }

    fn len(&self) -> usize {
        match self {
            Texts::Small(array) => array.len(),
            Texts::Large(array) => array.len(),
            Texts::Views(array) => array.len(),
            Texts::Numbered { numbers, .. } => numbers.len(),
        }
    }
}

/// Returns texts each of which is there for a run of rows.
fn runs<R: RunEndIndexType>(array: &ArrayRef) -> Result<Texts, ArrowError> {
    let array = array.as_any().downcast_ref::<RunArray<R>>();
    let array = array.ok_or_else(|| ArrowError::SchemaError("runs of another type".to_owned()))?;
    let numbers = (0..array.len()).map(|row| array.get_physical_index(row) as u64);
    let numbers = UInt64Array::from_iter_values(numbers);
    Ok(Texts::Numbered { numbers, texts: Box::new(Texts::new(array.values())?) })
}

/// Bytes of an id that an answer repeats: a column can have a long one once for all rows.
const MAX_ID_BYTES: usize = 4096;

/// The ids of rows: those of a column `id` of numbers or texts.
pub struct Ids {
    numbers: Option<arrow_array::Int64Array>,
    texts: Option<Texts>,
}

impl std::fmt::Debug for Ids {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ids").finish_non_exhaustive()
    }
}

impl Ids {
    /// Finds the ids of a batch. Rows of a batch without such a column have none.
    pub fn new(batch: &arrow_array::RecordBatch) -> Ids {
        let column = batch.column_by_name("id");
        let numbers = column.filter(|it| it.data_type().is_integer());
        let numbers = numbers.and_then(|it| cast(it, &DataType::Int64).ok());
        let numbers = numbers.map(|it| it.as_primitive().clone());
        let texts = column.filter(|_| numbers.is_none()).and_then(|it| Texts::new(it).ok());
        Ids { numbers, texts }
    }

    /// Returns the id of a row as JSON, if it has one.
    ///
    /// # Errors
    /// It is longer than 4,096 bytes.
    pub fn json(&self, row: usize) -> Result<Option<String>, Failure> {
        Ok(match (&self.numbers, &self.texts) {
            (Some(numbers), _) => numbers.is_valid(row).then(|| numbers.value(row).to_string()),
            (_, Some(texts)) => match texts.get(row) {
                Some(text) if text.len() > MAX_ID_BYTES => {
                    let message = format!("the id is longer than {MAX_ID_BYTES} bytes");
                    return Err(Failure::new("request", message));
                }
                text => text.and_then(|it| serde_json::to_string(it).ok()),
            },
            _ => None,
        })
    }
}

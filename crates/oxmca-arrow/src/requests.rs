//! The blocks of a record batch.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Float32Type, Float64Type, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, BooleanArray, FixedSizeBinaryArray,
    LargeBinaryArray, PrimitiveArray, RecordBatch,
};
use arrow_buffer::NullBuffer;
use arrow_cast::cast;
use arrow_schema::{ArrowError, DataType, Schema};
use oxmca::options::{OptionEntry, OptionKind, OptionList, OptionValue, ScaleFactor};
use oxmca::oxmca_asm::Dialect;
use oxmca_batch::{Block, BlockCode, GivenOption};
use serde_json::Value;

use crate::texts::{Texts, is_text};

/// Names of columns that have the code, in the order in which they are looked for.
const CODE_NAMES: [&str; 3] = ["asm", "hex", "machine_code"];

/// The column that has the code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeColumn {
    name: String,
    index: usize,
    is_hex: bool,
}

impl CodeColumn {
    /// Finds the column of a name, or without a name `asm`, `hex` or `machine_code`, or the only column. Text is
    /// assembly, except in a column named `hex`; bytes are machine code.
    ///
    /// # Errors
    /// There is no such column, or it is neither of text nor of bytes.
    pub fn find(schema: &Schema, name: Option<&str>) -> Result<CodeColumn, ArrowError> {
        let index = match name {
            Some(name) => schema.index_of(name)?,
            None => {
                let known = CODE_NAMES.iter().find_map(|name| schema.index_of(name).ok());
                let only = (schema.fields().len() == 1).then_some(0);
                known.or(only).ok_or_else(|| {
                    let message = "there is no column \"asm\", \"hex\" or \"machine_code\"";
                    ArrowError::SchemaError(message.to_owned())
                })?
            }
        };
        let field = schema.field(index);
        // A column of nulls has rows without code.
        let is_code = is_text(field.data_type())
            || is_bytes(field.data_type())
            || *field.data_type() == DataType::Null;
        match is_code {
            true => {
                Ok(CodeColumn { name: field.name().clone(), index, is_hex: field.name() == "hex" })
            }
            false => {
                let message =
                    format!("column {:?} has {}, not code", field.name(), field.data_type());
                Err(ArrowError::SchemaError(message))
            }
        }
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

fn is_bytes(data_type: &DataType) -> bool {
    matches!(
        data_type,
        DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView
            | DataType::FixedSizeBinary(_)
    )
}

/// A reason why a row cannot be read.
type Unreadable = Cow<'static, str>;

/// A column of numbers, which the input may have as another type.
struct Numbers<T: ArrowPrimitiveType> {
    /// The numbers; null also in rows whose input is no number of the type.
    numbers: PrimitiveArray<T>,
    /// Rows in which the input is null.
    nulls: Option<NullBuffer>,
}

impl<T: ArrowPrimitiveType> Numbers<T> {
    fn new(input: &ArrayRef) -> Result<Self, ArrowError> {
        let numbers = cast(input, &T::DATA_TYPE)?.as_primitive::<T>().clone();
        let numbers = match input.data_type().is_floating() {
            true => whole(&numbers, input)?,
            false => numbers,
        };
        Ok(Numbers { numbers, nulls: input.logical_nulls() })
    }

    /// Returns the number of a row, if it has one.
    fn get(&self, row: usize) -> Result<Option<T::Native>, Unreadable> {
        let is_null = self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row));
        match self.numbers.is_valid(row) {
            true => Ok(Some(self.numbers.value(row))),
            false if is_null => Ok(None),
            false => Err("a number that is out of range or not whole".into()),
        }
    }
}

/// Returns the numbers that are as they were in the input, and null for those that were not whole.
fn whole<T: ArrowPrimitiveType>(
    numbers: &PrimitiveArray<T>,
    input: &ArrayRef,
) -> Result<PrimitiveArray<T>, ArrowError> {
    let [before, after] =
        [input, &(Arc::new(numbers.clone()) as ArrayRef)].map(|it| cast(it, &DataType::Float64));
    let (before, after) = (before?, after?);
    let pairs =
        before.as_primitive::<Float64Type>().iter().zip(after.as_primitive::<Float64Type>());
    let is_same = pairs.map(|(one, two)| one == two).zip(numbers.iter());
    Ok(is_same.map(|(is_same, number)| number.filter(|_| is_same)).collect())
}

/// The column of an option.
struct OptionColumn {
    entry: &'static OptionEntry,
    values: OptionValues,
}

/// Values of an option; those that are null are the defaults.
enum OptionValues {
    Switches(BooleanArray),
    Numbers(Numbers<UInt32Type>),
    Factors(PrimitiveArray<Float32Type>),
    /// Words, or what JSON has for the option.
    Texts(Texts),
}

impl OptionColumn {
    fn new(entry: &'static OptionEntry, array: &ArrayRef) -> Result<OptionColumn, ArrowError> {
        let values = match (&entry.kind, array.data_type()) {
            (OptionKind::Switch, DataType::Boolean | DataType::Null) => {
                OptionValues::Switches(cast(array, &DataType::Boolean)?.as_boolean().clone())
            }
            (OptionKind::Switch, other) => {
                let message = format!("column {:?} has {other}, not true and false", entry.name);
                return Err(ArrowError::SchemaError(message));
            }
            (OptionKind::Number { .. }, _) => OptionValues::Numbers(Numbers::new(array)?),
            (OptionKind::Factor, _) => {
                OptionValues::Factors(cast(array, &DataType::Float32)?.as_primitive().clone())
            }
            _ => OptionValues::Texts(Texts::new(array)?),
        };
        Ok(OptionColumn { entry, values })
    }

    /// Returns the value of a row, if it has one.
    fn get(&self, row: usize) -> Result<Option<OptionValue>, Unreadable> {
        Ok(match &self.values {
            OptionValues::Switches(array) => {
                array.is_valid(row).then(|| OptionValue::Switch(array.value(row)))
            }
            OptionValues::Numbers(numbers) => numbers.get(row)?.map(OptionValue::Number),
            OptionValues::Factors(factors) => factors
                .is_valid(row)
                .then(|| OptionValue::Factor(ScaleFactor::new(factors.value(row)))),
            OptionValues::Texts(texts) => {
                let Some(text) = texts.get(row) else { return Ok(None) };
                let OptionEntry { name, kind, .. } = self.entry;
                let json =
                    text.starts_with(['{', '[']).then(|| serde_json::from_str::<Value>(text));
                let value = match json {
                    Some(Ok(json)) => kind.read(name, &json),
                    _ => kind.read_text(name, text),
                };
                Some(value.map_err(|error| Cow::Owned(error.to_string()))?)
            }
        })
    }
}

/// The code of all blocks.
enum Codes {
    Assembly(Texts),
    Hex(Texts),
    Bytes(BinaryArray),
    LargeBytes(LargeBinaryArray),
    Views(BinaryViewArray),
    Fixed(FixedSizeBinaryArray),
}

/// The blocks of a record batch, which it shares memory with.
///
/// Beside the code, columns named `cpu`, `triple`, `features`, `syntax` (text) and `base` (numbers), and those with the
/// names of options, say more about each block, unless they are null.
pub struct Requests {
    len: usize,
    code_array: ArrayRef,
    codes: Codes,
    cpu: Option<Texts>,
    triple: Option<Texts>,
    features: Option<Texts>,
    syntax: Option<Texts>,
    options: Vec<OptionColumn>,
    base: Option<Numbers<UInt64Type>>,
}

impl fmt::Debug for Requests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Requests").field("len", &self.len).finish_non_exhaustive()
    }
}

impl Requests {
    /// Finds the columns of a batch, with those of the options of a list.
    ///
    /// # Errors
    /// One of them has a type that cannot be read.
    pub fn new(
        input: &RecordBatch,
        code: &CodeColumn,
        options: OptionList,
    ) -> Result<Requests, ArrowError> {
        let array = input.column(code.index);
        let codes = match array.data_type() {
            DataType::Binary => Codes::Bytes(array.as_binary().clone()),
            DataType::LargeBinary => Codes::LargeBytes(array.as_binary().clone()),
            DataType::BinaryView => Codes::Views(array.as_binary_view().clone()),
            DataType::FixedSizeBinary(_) => Codes::Fixed(array.as_fixed_size_binary().clone()),
            _ if code.is_hex => Codes::Hex(Texts::new(array)?),
            _ => Codes::Assembly(Texts::new(array)?),
        };
        let column = |name: &str| input.column_by_name(name).filter(|_| name != code.name);
        let texts = |name: &str| column(name).map(Texts::new).transpose();
        Ok(Requests {
            len: input.num_rows(),
            code_array: Arc::clone(array),
            codes,
            cpu: texts("cpu")?,
            triple: texts("triple")?,
            features: texts("features")?,
            syntax: texts("syntax")?,
            options: options
                .iter()
                .filter(|entry| entry.in_requests)
                .filter_map(|entry| Some(OptionColumn::new(entry, column(entry.name)?)))
                .collect::<Result<_, _>>()?,
            base: column("base").map(Numbers::new).transpose()?,
        })
    }

    /// Returns the number of blocks.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the column of the code.
    pub(crate) fn code_array(&self) -> &ArrayRef {
        &self.code_array
    }

    /// Returns the bytes of the longest code as it is in its column.
    pub(crate) fn longest_code(&self) -> usize {
        let len = |row: usize| match &self.codes {
            Codes::Assembly(texts) | Codes::Hex(texts) => texts.get(row).map_or(0, str::len),
            Codes::Bytes(array) => array.value(row).len(),
            Codes::LargeBytes(array) => array.value(row).len(),
            Codes::Views(array) => array.value(row).len(),
            Codes::Fixed(array) => array.value(row).len(),
        };
        (0..self.len).map(len).max().unwrap_or(0)
    }

    /// Returns the block of a row. A row that cannot be read is a block whose answer is an error.
    pub fn block(&self, row: usize) -> Block<'_> {
        let unreadable = |reason| Block::new(BlockCode::Unreadable(reason));
        self.read(row).unwrap_or_else(unreadable)
    }

    fn read(&self, row: usize) -> Result<Block<'_>, Unreadable> {
        let base_address = number(&self.base, row)?.unwrap_or(0);
        let machine_code = |bytes| BlockCode::MachineCode { bytes, base_address };
        let code = match &self.codes {
            Codes::Assembly(texts) => texts.get(row).map(BlockCode::Assembly),
            Codes::Hex(texts) => {
                texts.get(row).map(|digits| BlockCode::Hex { digits, base_address })
            }
            Codes::Bytes(array) => array.is_valid(row).then(|| machine_code(array.value(row))),
            Codes::LargeBytes(array) => array.is_valid(row).then(|| machine_code(array.value(row))),
            Codes::Views(array) => array.is_valid(row).then(|| machine_code(array.value(row))),
            Codes::Fixed(array) => array.is_valid(row).then(|| machine_code(array.value(row))),
        };
        let mut block = Block::new(code.unwrap_or(BlockCode::Absent));
        block.cpu = text(&self.cpu, row);
        block.triple = text(&self.triple, row);
        block.features = text(&self.features, row);
        for column in &self.options {
            let given = column.get(row)?.map(|value| GivenOption { entry: column.entry, value });
            block.options.extend(given);
        }
        block.dialect = match text(&self.syntax, row) {
            "att" => Some(Dialect::new("att")),
            "intel" => Some(Dialect::new("intel")),
            "" => None,
            _ => return Err("a syntax that is neither att nor intel".into()),
        };
        Ok(block)
    }
}

/// Returns the text of a row, empty where there is none.
fn text(texts: &Option<Texts>, row: usize) -> &str {
    texts.as_ref().and_then(|texts| texts.get(row)).unwrap_or_default()
}

/// Returns the number of a row, if it has one.
fn number<T: ArrowPrimitiveType>(
    numbers: &Option<Numbers<T>>,
    row: usize,
) -> Result<Option<T::Native>, Unreadable> {
    Ok(numbers.as_ref().map(|numbers| numbers.get(row)).transpose()?.flatten())
}

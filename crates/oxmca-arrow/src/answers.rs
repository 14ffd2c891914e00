//! Columns of answers.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, ListArray, StringArray, StructArray, UInt32Array,
    UInt64Array,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, FieldRef, Fields};
use oxmca::oxmca_tables::identity;
use oxmca::report::json::full::{IterationCost, SummaryDocument};
use oxmca_batch::{Answer, BlockAnswer, Failure, NamedRegion, RegionNumbers};

/// A column of the summary's numbers.
struct NumberColumn {
    name: &'static str,
    number: Number,
}

/// The way to a number of the summary.
#[derive(Clone, Copy)]
enum Number {
    Count(fn(&SummaryDocument) -> u32),
    Quantity(fn(&SummaryDocument) -> f64),
}

/// The names are those of the summary in the full document.
const NUMBERS: [NumberColumn; 9] = [
    NumberColumn { name: "iterations", number: Number::Count(|it| it.iterations) },
    NumberColumn { name: "instructions", number: Number::Count(|it| it.instructions) },
    NumberColumn { name: "total_cycles", number: Number::Count(|it| it.total_cycles) },
    NumberColumn { name: "total_micro_ops", number: Number::Count(|it| it.total_micro_ops) },
    NumberColumn {
        name: "dispatch_width_micro_ops",
        number: Number::Count(|it| it.dispatch_width_micro_ops),
    },
    NumberColumn {
        name: "micro_ops_per_cycle",
        number: Number::Quantity(|it| it.micro_ops_per_cycle),
    },
    NumberColumn {
        name: "instructions_per_cycle",
        number: Number::Quantity(|it| it.instructions_per_cycle),
    },
    NumberColumn {
        name: "block_reciprocal_throughput_cycles",
        number: Number::Quantity(|it| it.block_reciprocal_throughput_cycles),
    },
    NumberColumn {
        name: "average_cycles_per_iteration",
        number: Number::Quantity(|it| it.average_cycles_per_iteration),
    },
];

/// The columns beside numbers, in the order in which they stand.
const OTHERS: [&str; 9] = [
    "cpu",
    "steady_state",
    "regions",
    "warnings",
    "report",
    "error_kind",
    "error_message",
    "error_line",
    "error_column",
];

/// The columns that are there unless others are chosen.
const DEFAULT: [&str; 14] = [
    "cpu",
    "iterations",
    "instructions",
    "total_cycles",
    "total_micro_ops",
    "dispatch_width_micro_ops",
    "micro_ops_per_cycle",
    "instructions_per_cycle",
    "block_reciprocal_throughput_cycles",
    "average_cycles_per_iteration",
    "error_kind",
    "error_message",
    "error_line",
    "error_column",
];

/// A column that answers do not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownColumn(String);

impl fmt::Display for UnknownColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "answers have no column {:?}; they have ", self.0)?;
        f.write_str(&AnswerColumns::all_names().collect::<Vec<_>>().join(", "))
    }
}

impl Error for UnknownColumn {}

/// Columns of answers.
#[derive(Clone, Debug)]
pub struct AnswerColumns {
    names: Vec<&'static str>,
    has_steady_state: bool,
    has_generator: bool,
}

impl Default for AnswerColumns {
    fn default() -> Self {
        AnswerColumns { names: DEFAULT.to_vec(), has_steady_state: false, has_generator: false }
    }
}

impl AnswerColumns {
    /// Returns the names of all columns.
    pub fn all_names() -> impl Iterator<Item = &'static str> {
        let numbers = NUMBERS.iter().map(|column| column.name);
        OTHERS.into_iter().take(1).chain(numbers).chain(OTHERS.into_iter().skip(1))
    }

    /// Chooses columns by their names, in that order.
    ///
    /// # Errors
    /// Answers have no such column.
    pub fn of_names<'a>(
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<AnswerColumns, UnknownColumn> {
        let names: Result<Vec<&'static str>, UnknownColumn> = names
            .into_iter()
            .map(|name| {
                let known = AnswerColumns::all_names().find(|known| *known == name);
                known.ok_or_else(|| UnknownColumn(name.to_owned()))
            })
            .collect();
        let mut columns = AnswerColumns { names: names?, ..AnswerColumns::default() };
        columns.has_steady_state = columns.contains("steady_state");
        Ok(columns)
    }

    /// Adds a column, unless it is there.
    #[must_use]
    pub fn and(mut self, name: &'static str) -> AnswerColumns {
        if !self.contains(name) {
            // Errors stay last.
            let at = self.names.iter().position(|it| it.starts_with("error_"));
            self.names.insert(at.unwrap_or(self.names.len()), name);
            self.has_steady_state |= name == "steady_state";
        }
        self
    }

    /// Adds the program's version and the hashes of tables to the schema's metadata.
    #[must_use]
    pub fn with_generator(self) -> AnswerColumns {
        AnswerColumns { has_generator: true, ..self }
    }

    /// Returns whether a column is among them.
    pub fn contains(&self, name: &str) -> bool {
        self.names.contains(&name)
    }

    /// Returns the metadata of the schema.
    pub(crate) fn metadata(&self) -> HashMap<String, String> {
        let mut metadata = HashMap::new();
        if self.has_generator {
            let mut add = |name: &str, value: &str| {
                metadata.insert(format!("oxmca.{name}"), value.to_owned());
            };
            add("version", env!("CARGO_PKG_VERSION"));
            add("llvm_version", identity::LLVM_VERSION);
            for (target, hash) in identity::all_tables_hashes() {
                add(&format!("tables.{target}"), hash);
            }
        }
        metadata
    }

    /// Returns the fields of the columns.
    pub(crate) fn fields(&self) -> impl Iterator<Item = FieldRef> {
        self.names.iter().map(|name| field(name, self.has_steady_state))
    }

    /// Returns the arrays of the columns, with a row for each answer.
    pub(crate) fn arrays(&self, answers: &[BlockAnswer]) -> impl Iterator<Item = ArrayRef> {
        let numbers: Vec<Option<&RegionNumbers>> =
            answers.iter().map(|answer| found(answer)?.numbers.as_ref()).collect();
        self.names.iter().map(move |name| self.array(name, answers, &numbers))
    }

    fn array(
        &self,
        name: &str,
        answers: &[BlockAnswer],
        numbers: &[Option<&RegionNumbers>],
    ) -> ArrayRef {
        let text = |text: fn(&BlockAnswer) -> Option<&str>| -> ArrayRef {
            Arc::new(answers.iter().map(text).collect::<StringArray>())
        };
        let place = |place: fn(&Failure) -> Option<u64>| -> ArrayRef {
            Arc::new(answers.iter().map(|it| failure(it).and_then(place)).collect::<UInt64Array>())
        };
        match name {
            "cpu" => text(|it| Some(&*found(it)?.cpu)),
            "error_kind" => text(|it| Some(failure(it)?.kind)),
            "error_message" => text(|it| Some(&*failure(it)?.message)),
            "error_line" => place(|it| it.line),
            "error_column" => place(|it| it.column),
            "warnings" => texts(answers.iter().map(|answer| {
                Some(found(answer)?.warnings.iter().map(String::as_str)).filter(|it| it.len() > 0)
            })),
            "regions" => self.regions(answers),
            name => column(name, numbers),
        }
    }

    /// Returns the column of the regions that blocks mark.
    fn regions(&self, answers: &[BlockAnswer]) -> ArrayRef {
        let each = || answers.iter().map(|answer| found(answer)?.regions.as_deref());
        let regions: Vec<&NamedRegion> = each().flatten().flatten().collect();
        let numbers: Vec<_> = regions.iter().map(|region| Some(&region.numbers)).collect();
        let names = regions.iter().map(|region| Some(&*region.name)).collect::<StringArray>();
        let fields = region_fields(self.has_steady_state);
        let others = fields.iter().skip(1).map(|field| column(field.name(), &numbers));
        let arrays = std::iter::once(Arc::new(names) as ArrayRef).chain(others).collect();
        let values = StructArray::new(fields, arrays, None);
        let lengths = each().map(|regions| regions.map_or(0, <[_]>::len));
        let nulls = NullBuffer::from_iter(each().map(|regions| regions.is_some()));
        let item = Field::new_list_field(values_type(&values), true).into();
        let offsets = OffsetBuffer::from_lengths(lengths);
        Arc::new(ListArray::new(item, offsets, Arc::new(values), Some(nulls)))
    }
}

fn values_type(values: &StructArray) -> DataType {
    DataType::Struct(values.fields().clone())
}

/// Returns a column of the numbers of regions.
fn column(name: &str, numbers: &[Option<&RegionNumbers>]) -> ArrayRef {
    match (name, NUMBERS.iter().find(|column| column.name == name)) {
        ("steady_state", _) => steady_states(numbers),
        ("report", _) => {
            let report = |it: &Option<&RegionNumbers>| {
                // Nothing in a report has a key that is no text.
                serde_json::to_string(it.as_ref()?.report.as_ref()?).ok()
            };
            Arc::new(numbers.iter().map(report).collect::<StringArray>())
        }
        (_, Some(NumberColumn { number: Number::Count(count), .. })) => {
            let counts = numbers.iter().map(|it| it.map(|it| count(&it.summary)));
            Arc::new(counts.collect::<UInt32Array>())
        }
        (_, Some(NumberColumn { number: Number::Quantity(quantity), .. })) => {
            let quantities = numbers.iter().map(|it| it.map(|it| quantity(&it.summary)));
            Arc::new(quantities.collect::<Float64Array>())
        }
        (_, None) => arrow_array::new_null_array(&DataType::Null, numbers.len()),
    }
}

/// Returns the column of the cycles per iteration and their limits.
fn steady_states(numbers: &[Option<&RegionNumbers>]) -> ArrayRef {
    let costs: Vec<Option<&IterationCost>> =
        numbers.iter().map(|it| it.as_ref()?.steady_state.as_ref()).collect();
    let nulls = NullBuffer::from_iter(costs.iter().map(Option::is_some));
    let each = || costs.iter().map(|cost| cost.map(|cost| cost.cycles_per_iteration));
    let fraction: Vec<ArrayRef> = vec![
        Arc::new(each().map(|it| it.map(|it| it.numerator)).collect::<UInt64Array>()),
        Arc::new(each().map(|it| it.map(|it| it.denominator)).collect::<UInt64Array>()),
        Arc::new(each().map(|it| it.map(|it| it.value)).collect::<Float64Array>()),
    ];
    let cycles = StructArray::new(fraction_fields(), fraction, Some(nulls.clone()));
    let periodic: BooleanArray = costs.iter().map(|it| it.map(|it| it.is_periodic)).collect();
    let limits = texts(costs.iter().map(|it| Some(it.as_ref()?.limited_by.iter().copied())));
    let arrays: Vec<ArrayRef> = vec![Arc::new(cycles), Arc::new(periodic), limits];
    Arc::new(StructArray::new(steady_state_fields(), arrays, Some(nulls)))
}

/// Returns a column of lists of texts.
fn texts<'a, T: Iterator<Item = &'a str>>(lists: impl Iterator<Item = Option<T>>) -> ArrayRef {
    let mut builder = ListBuilder::new(StringBuilder::new());
    for list in lists {
        let is_valid = list.is_some();
        list.into_iter().flatten().for_each(|text| builder.values().append_value(text));
        builder.append(is_valid);
    }
    Arc::new(builder.finish())
}

fn field(name: &str, has_steady_state: bool) -> FieldRef {
    let data_type = match name {
        "error_line" | "error_column" => DataType::UInt64,
        "warnings" => list_of(DataType::Utf8),
        "regions" => list_of(DataType::Struct(region_fields(has_steady_state))),
        "steady_state" => DataType::Struct(steady_state_fields()),
        name => match NUMBERS.iter().find(|column| column.name == name) {
            Some(NumberColumn { number: Number::Count(_), .. }) => DataType::UInt32,
            Some(NumberColumn { number: Number::Quantity(_), .. }) => DataType::Float64,
            None => DataType::Utf8,
        },
    };
    Arc::new(Field::new(name, data_type, true))
}

fn list_of(item: DataType) -> DataType {
    DataType::List(Field::new_list_field(item, true).into())
}

fn region_fields(has_steady_state: bool) -> Fields {
    let name = Arc::new(Field::new("name", DataType::Utf8, true));
    let numbers = NUMBERS.iter().map(|column| field(column.name, false));
    let steady_state = has_steady_state.then(|| field("steady_state", false));
    std::iter::once(name).chain(numbers).chain(steady_state).collect()
}

fn steady_state_fields() -> Fields {
    Fields::from(vec![
        Field::new("cycles_per_iteration", DataType::Struct(fraction_fields()), true),
        Field::new("is_periodic", DataType::Boolean, true),
        Field::new("limited_by", list_of(DataType::Utf8), true),
    ])
}

fn fraction_fields() -> Fields {
    Fields::from(vec![
        Field::new("numerator", DataType::UInt64, true),
        Field::new("denominator", DataType::UInt64, true),
        Field::new("value", DataType::Float64, true),
    ])
}

fn found(answer: &BlockAnswer) -> Option<&Answer> {
    (**answer).as_ref().ok()
}

fn failure(answer: &BlockAnswer) -> Option<&Failure> {
    (**answer).as_ref().err()
}

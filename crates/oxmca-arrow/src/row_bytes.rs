//! Bytes of the values of rows, each value counted as often as it is there.

use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type, Int64Type, UInt64Type};
use arrow_array::{Array, ArrayRef, OffsetSizeTrait, RecordBatch, RunArray};
use arrow_cast::cast;
use arrow_schema::DataType;

/// Returns the bytes of each row of a batch if its values were written one after another: those of a dictionary are there
/// once, but can be much longer in what is made of them.
pub fn row_bytes(batch: &RecordBatch) -> Vec<u64> {
    let mut bytes = vec![0; batch.num_rows()];
    for column in batch.columns() {
        let of_column = value_bytes(column);
        bytes.iter_mut().zip(of_column).for_each(|(sum, it)| *sum = it.saturating_add(*sum));
    }
    bytes
}

/// Bytes of a value of a type that is not looked into.
const OTHER_BYTES: u64 = 16;

fn value_bytes(array: &ArrayRef) -> Vec<u64> {
    let rows = 0..array.len();
    let of_numbers = |numbers: Vec<usize>, values: &ArrayRef| -> Vec<u64> {
        let values = value_bytes(values);
        numbers.iter().map(|it| values.get(*it).copied().unwrap_or(0)).collect()
    };
    match array.data_type() {
        DataType::Utf8 => lengths(array.as_string::<i32>().value_offsets()),
        DataType::LargeUtf8 => lengths(array.as_string::<i64>().value_offsets()),
        DataType::Binary => lengths(array.as_binary::<i32>().value_offsets()),
        DataType::LargeBinary => lengths(array.as_binary::<i64>().value_offsets()),
        // The lower half of a view is the length.
        DataType::Utf8View => {
            array.as_string_view().views().iter().map(|it| u64::from(*it as u32)).collect()
        }
        DataType::BinaryView => {
            array.as_binary_view().views().iter().map(|it| u64::from(*it as u32)).collect()
        }
        DataType::FixedSizeBinary(bytes) => rows.map(|_| u64::from(bytes.unsigned_abs())).collect(),
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            let Ok(numbers) = cast(dictionary.keys(), &DataType::UInt64) else {
                return vec![OTHER_BYTES; array.len()];
            };
            let numbers = numbers.as_primitive::<UInt64Type>();
            let number = |it: Option<u64>| it.map_or(usize::MAX, |it| it as usize);
            of_numbers(numbers.iter().map(number).collect(), dictionary.values())
        }
        DataType::RunEndEncoded(..) => {
            let any = array.as_any();
            if let Some(it) = any.downcast_ref::<RunArray<Int16Type>>() {
                of_numbers(rows.map(|row| it.get_physical_index(row)).collect(), it.values())
            } else if let Some(it) = any.downcast_ref::<RunArray<Int32Type>>() {
                of_numbers(rows.map(|row| it.get_physical_index(row)).collect(), it.values())
            } else if let Some(it) = any.downcast_ref::<RunArray<Int64Type>>() {
                of_numbers(rows.map(|row| it.get_physical_index(row)).collect(), it.values())
            } else {
                vec![OTHER_BYTES; array.len()]
            }
        }
        DataType::Struct(_) => {
            let mut bytes = vec![0; array.len()];
            for column in array.as_struct().columns() {
                let of_column = value_bytes(column);
                bytes.iter_mut().zip(of_column).for_each(|(sum, it)| *sum += it);
            }
            bytes
        }
        DataType::List(_) => {
            let list = array.as_list::<i32>();
            sums(list.value_offsets(), &value_bytes(list.values()))
        }
        DataType::LargeList(_) => {
            let list = array.as_list::<i64>();
            sums(list.value_offsets(), &value_bytes(list.values()))
        }
        DataType::Map(..) => {
            let map = array.as_map();
            let entries: ArrayRef = std::sync::Arc::new(map.entries().clone());
            sums(map.value_offsets(), &value_bytes(&entries))
        }
        DataType::FixedSizeList(_, count) => {
            let list = array.as_fixed_size_list();
            let values = value_bytes(list.values());
            let count = count.unsigned_abs() as usize;
            let sum = |row: usize| {
                let start = row * count;
                values.get(start..start + count).map_or(0, |it| it.iter().sum())
            };
            rows.map(sum).collect()
        }
        other => {
            let bytes = other.primitive_width().map_or(OTHER_BYTES, |it| it as u64);
            vec![bytes; array.len()]
        }
    }
}

fn lengths<O: OffsetSizeTrait>(offsets: &[O]) -> Vec<u64> {
    let length = |it: &[O]| it[1].as_usize().saturating_sub(it[0].as_usize()) as u64;
    offsets.windows(2).map(length).collect()
}

fn sums<O: OffsetSizeTrait>(offsets: &[O], values: &[u64]) -> Vec<u64> {
    let sum = |it: &[O]| {
        let values = values.get(it[0].as_usize()..it[1].as_usize());
        values.map_or(0, |it| it.iter().sum())
    };
    offsets.windows(2).map(sum).collect()
}

//! Files of Arrow and Parquet, and the blocks in their rows.

use std::cell::Cell;
use std::io::Cursor;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::{LazyLock, Once};

use oxmca_arrow::reader::{self, Batches, ReadError};
use oxmca_arrow::{AnswerColumns, CodeColumn, Output, Requests, row_bytes};
use oxmca_batch::{BlockCode, Defaults};
use oxmca_testing::columns::{self, ColumnFile};

use super::choices::Choices;

/// The most batches of a file that are looked at: a few bytes can stand for any number of rows.
const MAX_BATCHES: usize = 16;
/// The most rows of a batch, and the most bytes of them unless one row has more, as docs/limits.md lists them.
const MAX_ROWS: usize = 8192;
const MAX_BYTES: u64 = 1 << 24;
const MAX_ROW_BYTES: u64 = 1 << 25;

/// Files that changes begin with.
static FILES: LazyLock<Vec<ColumnFile>> = LazyLock::new(|| columns::all().expect("small files"));

thread_local! {
    static IS_READING: Cell<bool> = const { Cell::new(false) };
}

/// Reads a file of Arrow or Parquet and the blocks of its rows. The first byte chooses a file, whose bytes the others
/// change; with 0 the rest is a file, of Parquet if it begins so.
///
/// # Panics
/// When a batch is larger than batches may be, or a row of it cannot be looked at.
pub fn columns_do_not_panic(data: &[u8]) {
    let mut choices = Choices(data);
    let Some(number) = usize::from(choices.byte()).checked_sub(1) else {
        return look_into(choices.0.to_vec());
    };
    let file = &FILES[number % FILES.len()];
    let mut bytes = file.bytes.clone();
    for change in choices.0.chunks_exact(3) {
        let position = usize::from(u16::from_le_bytes([change[0], change[1]]));
        let len = bytes.len();
        // Metadata, which is at the end, is as near as the beginning.
        bytes[if position % 2 == 0 { position / 2 % len } else { len - 1 - position / 2 % len }] =
            change[2];
    }
    // An odd number of bytes cuts the file off.
    if let [at] = choices.0.chunks_exact(3).remainder() {
        bytes.truncate(bytes.len() * usize::from(*at) / 256);
    }
    look_into(bytes);
}

fn look_into(bytes: Vec<u8>) {
    let is_parquet = bytes.starts_with(b"PAR1");
    let open = || -> Result<Batches, ReadError> {
        match is_parquet {
            true => reader::parquet(parquet_bytes(bytes)),
            false => reader::arrow(Cursor::new(bytes)),
        }
    };
    let Some(Ok(Batches { schema, mut reader })) = reading(open) else { return };
    let Ok(code) = CodeColumn::find(&schema, None) else { return };
    let output = Output::new(&schema, &code, AnswerColumns::default());
    assert!(output.schema().fields().len() >= AnswerColumns::all_names().count() / 2);
    for _ in 0..MAX_BATCHES {
        let Some(Some(Ok(batch))) = reading(|| reader.next()) else { return };
        let bytes = row_bytes(&batch);
        assert_eq!(bytes.len(), batch.num_rows());
        assert!(bytes.len() <= MAX_ROWS && bytes.iter().all(|it| *it <= MAX_ROW_BYTES));
        assert!(bytes.len() == 1 || bytes.iter().sum::<u64>() <= MAX_BYTES);
        let Ok(requests) = Requests::new(&batch, &code, Defaults::default().option_list) else {
            return;
        };
        assert_eq!(requests.len(), batch.num_rows());
        for row in 0..requests.len() {
            let block = requests.block(row);
            if let BlockCode::Unreadable(reason) = block.code {
                assert!(!reason.is_empty());
            }
        }
        let _ = reading(|| reader::with_types(batch, &schema));
    }
}

fn parquet_bytes(bytes: Vec<u8>) -> impl parquet::file::reader::ChunkReader + 'static {
    bytes::Bytes::from(bytes)
}

/// Calls a reader. Those of Arrow and Parquet panic on some damaged files, which the program makes errors.
fn reading<T>(read: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| match IS_READING.get() {
            true => {}
            false => usual(panic),
        }));
    });
    IS_READING.set(true);
    let result = catch_unwind(AssertUnwindSafe(read));
    IS_READING.set(false);
    result.ok()
}

//! Columns of options.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt32Type;
use arrow_array::{Array, ArrayRef, BooleanArray, Int64Array, RecordBatch, StringArray};
use oxmca::options::OptionList;
use oxmca::oxmca_asm::Interrupt;
use oxmca_arrow::{AnswerColumns, CodeColumn, Output, analyze_batch};
use oxmca_batch::{Analyst, Defaults};
use oxmca_driver::Pool;

#[path = "../../../tests/options/one_more.rs"]
mod one_more;

/// The total cycles of rows, and their errors.
fn answers(
    list: OptionList,
    columns: Vec<(&str, ArrayRef)>,
) -> Result<Vec<(Option<u32>, String)>, String> {
    let analyst = Analyst::new(Defaults::with(|it| {
        it.triple = "x86_64-unknown-unknown".to_owned();
        it.cpu = "skylake".to_owned();
        it.option_list = list;
    }));
    let input = RecordBatch::try_from_iter_with_nullable(
        columns.into_iter().map(|(name, array)| (name, array, true)),
    );
    let input = input.unwrap();
    let code = CodeColumn::find(&input.schema(), None).unwrap();
    let columns = AnswerColumns::of_names(["total_cycles", "error_message"]).unwrap();
    let output = Output::new(&input.schema(), &code, columns);
    let found = analyze_batch(&analyst, &Pool::single(), &input, &code, &output, &Interrupt::NEVER)
        .map_err(|error| error.to_string())?;
    let cycles = found["total_cycles"].as_primitive::<UInt32Type>().clone();
    let errors = found["error_message"].as_string::<i32>().clone();
    Ok((0..found.num_rows())
        .map(|row| {
            let error = if errors.is_valid(row) { errors.value(row) } else { "" };
            (cycles.is_valid(row).then(|| cycles.value(row)), error.to_owned())
        })
        .collect())
}

fn texts<const N: usize>(texts: [Option<&str>; N]) -> ArrayRef {
    Arc::new(StringArray::from(texts.to_vec()))
}

fn numbers<const N: usize>(numbers: [Option<i64>; N]) -> ArrayRef {
    Arc::new(Int64Array::from(numbers.to_vec()))
}

fn switches<const N: usize>(switches: [Option<bool>; N]) -> ArrayRef {
    Arc::new(BooleanArray::from(switches.to_vec()))
}

const LOAD: Option<&str> = Some("movq (%rdi), %rax\nmovq %rax, (%rsi)\ncallq f");

#[test]
fn rows_have_options_of_their_own() {
    let columns = vec![
        ("asm", texts([LOAD; 4])),
        ("dispatch_width_micro_ops", numbers([None, Some(1), None, Some(-1)])),
        ("assume_no_alias", switches([None, None, Some(false), None])),
    ];
    let found = answers(OptionList::default(), columns).unwrap();
    assert!(found[1].0 > found[0].0 && found[2].0 > found[0].0, "{found:?}");
    assert_eq!(found[3], (None, "a number that is out of range or not whole".to_owned()));
}

#[test]
fn rows_have_options_of_hardware_mode() {
    // Eight instructions of seven bytes: decoding takes longer than executing them.
    let text: String = (8..16).map(|at| format!("addl $1000000, %r{at}d\n")).collect();
    let yes = Some(true);
    let columns = vec![
        ("asm", texts([Some(&*text); 7])),
        ("hardware", switches([yes, yes, yes, yes, yes, None, yes])),
        ("delivery", texts([None, Some("loop"), None, Some("lop"), None, Some("loop"), None])),
        ("two_threads", switches([None, None, yes, None, None, None, None])),
        (
            "initial_registers",
            texts([
                None,
                None,
                None,
                None,
                Some("equal"),
                None,
                Some(r#"{"rdi": 4096, "eax": 1}"#),
            ]),
        ),
    ];
    let found = answers(OptionList::default(), columns).unwrap();
    let [unrolled, as_loop, with_another] = [0, 1, 2].map(|row: usize| found[row].0.unwrap());
    assert!(as_loop < unrolled && unrolled < with_another, "{found:?}");
    assert_eq!(found[4].0, Some(unrolled));
    let message = |row: usize| &*found[row].1;
    assert_eq!(message(3), "'delivery' is 'unrolled' or 'loop', not 'lop'; did you mean 'loop'?");
    assert_eq!(message(5), "\"delivery\" belongs to hardware mode");
    assert_eq!(message(6), "'eax': the register is a part of another: name that");
}

#[test]
fn columns_of_other_types_are_refused() {
    let with = |column: (&'static str, ArrayRef)| {
        let columns = vec![("asm", texts([LOAD])), column];
        answers(OptionList::default(), columns).unwrap_err()
    };
    assert!(with(("hardware", texts([Some("x")]))).contains("has Utf8, not true and false"));
    assert!(with(("delivery", numbers([Some(1)]))).contains("Int64 where text belongs"));
}

#[test]
fn another_option_is_a_column() {
    let columns = || {
        vec![("asm", texts([Some("callq f"); 2])), (one_more::NAME, numbers([Some(3), Some(50)]))]
    };
    let found = answers(one_more::list(), columns()).unwrap();
    assert!(found[0].0 < found[1].0, "{found:?}");
    let found = answers(OptionList::default(), columns()).unwrap();
    assert_eq!(found[0].0, found[1].0);
}

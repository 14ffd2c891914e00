//! Blocks of record batches, and their answers as record batches.

use std::sync::Arc;

use arrow_array::builder::FixedSizeBinaryBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int32Type, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, Int64Array, LargeBinaryArray, RecordBatch,
    RunArray, StringArray,
};
use arrow_cast::cast;
use arrow_schema::{ArrowError, DataType, Schema};
use oxmca::oxmca_asm::Interrupt;
use oxmca::{RequestedOptions, Views};
use oxmca_arrow::{
    AnswerColumns, CodeColumn, LongCodeAnswers, Output, Requests, analyze_batch, analyze_requests,
};
use oxmca_batch::{Analyst, Block, BlockAnswer, Defaults, answer_line};
use oxmca_driver::Pool;

const BLOCKS: [Option<&str>; 7] = [
    Some("imulq %rsi, %rdi\naddq %rdi, %rax"),
    Some("nop"),
    None,
    Some("nop"),
    Some("nop\n  frob %rax"),
    Some(""),
    Some("vfmadd231ps (%rdi), %ymm0, %ymm2"),
];

fn analyst() -> Analyst {
    Analyst::new(Defaults::with(|it| {
        it.triple = "x86_64-unknown-unknown".to_owned();
        it.cpu = "znver4".to_owned();
        let options = RequestedOptions::with(|it| {
            it.options.views = Views::NONE;
            it.options.views.steady_state = true;
        });
        it.out_of_order = options.clone();
        it.in_order = options;
        it.has_report = true;
    }))
}

fn pool() -> Pool {
    Pool::new(2, |count| rayon::ThreadPoolBuilder::new().num_threads(count).build().ok())
}

fn batch<const N: usize>(columns: [(&str, ArrayRef); N]) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(columns.map(|(name, array)| (name, array, true)))
        .unwrap()
}

fn texts<const N: usize>(texts: [Option<&str>; N]) -> ArrayRef {
    Arc::new(StringArray::from(texts.to_vec()))
}

/// The answers of all columns, or of some.
fn try_answers(input: &RecordBatch, columns: &[&str]) -> Result<RecordBatch, ArrowError> {
    let columns = match columns {
        [] => AnswerColumns::of_names(AnswerColumns::all_names()),
        columns => AnswerColumns::of_names(columns.iter().copied()),
    };
    let code = CodeColumn::find(&input.schema(), None)?;
    let output = Output::new(&input.schema(), &code, columns.unwrap());
    let answers = analyze_batch(&analyst(), &pool(), input, &code, &output, &Interrupt::NEVER)?;
    assert_eq!(answers.schema(), *output.schema());
    assert_eq!(answers.num_rows(), input.num_rows());
    Ok(answers)
}

fn answers(input: &RecordBatch, columns: &[&str]) -> RecordBatch {
    try_answers(input, columns).unwrap()
}

fn counts(answers: &RecordBatch, name: &str) -> Vec<Option<u32>> {
    answers[name].as_primitive::<UInt32Type>().iter().collect()
}

fn words(answers: &RecordBatch, name: &str) -> Vec<Option<String>> {
    answers[name].as_string::<i32>().iter().map(|it| it.map(str::to_owned)).collect()
}

fn kinds(answers: &RecordBatch) -> Vec<String> {
    words(answers, "error_kind").into_iter().map(Option::unwrap_or_default).collect()
}

/// The column of code in every way in which text can be.
fn code_of_all_types() -> Vec<ArrayRef> {
    let small = texts(BLOCKS);
    let dictionary =
        |keys: DataType, values: DataType| DataType::Dictionary(Box::new(keys), Box::new(values));
    let types = [
        DataType::Utf8,
        DataType::LargeUtf8,
        DataType::Utf8View,
        dictionary(DataType::Int32, DataType::Utf8),
        dictionary(DataType::UInt8, DataType::LargeUtf8),
    ];
    let mut arrays: Vec<ArrayRef> = types.iter().map(|it| cast(&small, it).unwrap()).collect();
    let runs: RunArray<Int32Type> = BLOCKS.into_iter().collect();
    arrays.push(Arc::new(runs));
    arrays
}

#[test]
fn numbers_are_those_of_the_analyst() {
    let input = batch([("asm", texts(BLOCKS))]);
    let found = answers(&input, &[]);
    let analyst = analyst();
    for (row, text) in BLOCKS.iter().enumerate() {
        let Some(text) = text else {
            assert_eq!(kinds(&found)[row], "request");
            continue;
        };
        let answer = &analyst.analyze_blocks(&[Block::assembly(text)], &Interrupt::NEVER)[0];
        let is_null = |name: &str| found[name].is_null(row);
        match &**answer {
            Ok(answer) => {
                let numbers = answer.numbers.as_ref().unwrap();
                assert_eq!(counts(&found, "total_cycles")[row], Some(numbers.summary.total_cycles));
                let throughput = found["block_reciprocal_throughput_cycles"]
                    .as_primitive::<Float64Type>()
                    .value(row);
                assert_eq!(throughput, numbers.summary.block_reciprocal_throughput_cycles);
                let cost = numbers.steady_state.as_ref().unwrap().cycles_per_iteration;
                let cycles = found["steady_state"].as_struct().column(0).as_struct();
                let numerators = cycles.column(0).as_primitive::<UInt64Type>();
                assert_eq!(numerators.value(row), cost.numerator);
                let report: serde_json::Value =
                    serde_json::from_str(words(&found, "report")[row].as_ref().unwrap()).unwrap();
                assert!(report["steady_state"].is_object());
                assert!(is_null("error_kind") && is_null("error_message"));
            }
            Err(failure) => {
                assert_eq!(kinds(&found)[row], failure.kind);
                assert_eq!(words(&found, "error_message")[row].as_deref(), Some(&*failure.message));
                for (name, place) in
                    [("error_line", failure.line), ("error_column", failure.column)]
                {
                    let places = found[name].as_primitive::<UInt64Type>();
                    assert_eq!(places.is_valid(row).then(|| places.value(row)), place);
                }
                assert!(
                    ["cpu", "total_cycles", "steady_state", "report", "regions", "warnings"]
                        .into_iter()
                        .all(is_null)
                );
            }
        }
    }
    assert_eq!(kinds(&found), ["", "", "request", "", "assembly", "empty", ""]);
}

#[test]
fn text_of_every_type_is_read() {
    let expected = answers(&batch([("asm", texts(BLOCKS))]), &[]);
    for code in code_of_all_types() {
        let data_type = code.data_type().clone();
        assert_eq!(answers(&batch([("asm", code)]), &[]), expected, "{data_type}");
    }
}

#[test]
fn slices_have_the_answers_of_their_rows() {
    let ids: ArrayRef = Arc::new(Int64Array::from_iter_values(0..BLOCKS.len() as i64));
    let iterations: ArrayRef =
        Arc::new((0..BLOCKS.len() as i64).map(|it| Some(it + 1)).collect::<Int64Array>());
    for code in code_of_all_types() {
        let input = batch([("id", ids.clone()), ("asm", code), ("iterations", iterations.clone())]);
        let expected = answers(&input, &[]);
        for (start, len) in [(0, 3), (1, 4), (2, 1), (3, 4), (6, 1), (5, 0)] {
            let found = answers(&input.slice(start, len), &[]);
            assert_eq!(found, expected.slice(start, len), "{start}, {len}");
        }
        // A slice of a slice.
        let found = answers(&input.slice(1, 6).slice(2, 3), &[]);
        assert_eq!(found, expected.slice(3, 3));
    }
}

#[test]
fn machine_code_of_every_type_is_read() {
    let rows: [Option<&[u8]>; 4] =
        [Some(&[0x48, 0x01, 0xf8]), None, Some(&[0x0f, 0xaf, 0xc7]), Some(&[0x90, 0x90, 0x06])];
    let mut fixed = FixedSizeBinaryBuilder::new(3);
    for row in rows {
        match row {
            Some(bytes) => fixed.append_value(bytes).unwrap(),
            None => fixed.append_null(),
        }
    }
    let arrays: [ArrayRef; 4] = [
        Arc::new(BinaryArray::from_iter(rows)),
        Arc::new(LargeBinaryArray::from_iter(rows)),
        Arc::new(BinaryViewArray::from_iter(rows)),
        Arc::new(fixed.finish()),
    ];
    let assembly = texts([Some("addq %rdi, %rax"), None, Some("imull %edi, %eax"), None]);
    let expected = answers(&batch([("asm", assembly)]), &["total_cycles"]);
    for array in arrays {
        let data_type = array.data_type().clone();
        let input = batch([("machine_code", array)]);
        let found = answers(&input, &[]);
        assert_eq!(
            counts(&found, "total_cycles"),
            counts(&expected, "total_cycles"),
            "{data_type}"
        );
        assert_eq!(kinds(&found), ["", "request", "", "machine_code"], "{data_type}");
        assert_eq!(answers(&input.slice(2, 2), &[]), found.slice(2, 2), "{data_type}");
    }
    let hex = texts([Some("48 01 f8"), None, Some("0fafc7"), Some("xx")]);
    let found = answers(&batch([("hex", hex)]), &[]);
    assert_eq!(counts(&found, "total_cycles"), counts(&expected, "total_cycles"));
    assert_eq!(kinds(&found), ["", "request", "", "hex"]);
}

#[test]
fn an_empty_batch_has_all_columns() {
    let input = batch([("id", texts([])), ("asm", texts([]))]);
    let found = answers(&input, &[]);
    assert_eq!(found.num_columns(), 1 + AnswerColumns::all_names().count());
    assert_eq!(found.num_rows(), 0);
    // So has one without any columns that are passed through or answered.
    assert_eq!(answers(&batch([("asm", texts(BLOCKS))]), &["cpu"]).num_columns(), 1);
}

#[test]
fn rows_choose_for_themselves() {
    let nop = || Some("nop");
    let input = batch([
        (
            "asm",
            texts([
                Some("imul rdi, rsi"),
                Some("fmla v0.4s, v1.4s, v2.4s"),
                Some("vaddps %zmm0, %zmm1, %zmm2"),
                nop(),
                nop(),
                nop(),
                Some("jmp .Lx\n.Lx:"),
            ]),
        ),
        ("syntax", texts([Some("intel"), None, None, Some("masm"), None, None, None])),
        (
            "cpu",
            texts([
                Some("skylake"),
                Some("neoverse-v2"),
                Some("btver2"),
                None,
                Some("pdp11"),
                None,
                None,
            ]),
        ),
        ("triple", texts([None, Some("aarch64-linux-gnu"), None, None, None, Some("pdp11"), None])),
        ("features", texts([None, None, Some(" +avx512f, "), None, None, None, None])),
        (
            "iterations",
            Arc::new(Int64Array::from(vec![Some(10), None, None, None, None, None, Some(-1)])),
        ),
    ]);
    let found = answers(&input, &[]);
    assert_eq!(kinds(&found), ["", "", "simulation", "request", "cpu", "target", "request"]);
    assert_eq!(counts(&found, "iterations")[..2], [Some(10), Some(100)]);
    assert_eq!(counts(&found, "total_cycles")[..2], [Some(33), Some(205)]);
    let cpus = words(&found, "cpu");
    assert_eq!(cpus[..2], [Some("skylake".to_owned()), Some("neoverse-v2".to_owned())]);
}

#[test]
fn numbers_may_have_any_type() {
    let code = || texts([Some("nop"), Some("nop"), Some("nop")]);
    let numbers: ArrayRef = Arc::new(Int64Array::from(vec![Some(7), None, Some(-1)]));
    let types =
        [DataType::Int8, DataType::Int64, DataType::Float32, DataType::Utf8, DataType::Utf8View];
    for data_type in types {
        let numbers = cast(&numbers, &data_type).unwrap();
        let found = answers(&batch([("asm", code()), ("iterations", numbers)]), &[]);
        assert_eq!(counts(&found, "iterations"), [Some(7), Some(100), None], "{data_type}");
        assert_eq!(kinds(&found), ["", "", "request"], "{data_type}");
        assert_eq!(
            words(&found, "error_message")[2].as_deref(),
            Some("a number that is out of range or not whole")
        );
    }
    let nothing: ArrayRef = arrow_array::new_null_array(&DataType::Null, 3);
    let input = batch([("asm", code()), ("iterations", nothing.clone()), ("cpu", nothing)]);
    assert_eq!(counts(&answers(&input, &["iterations"]), "iterations"), [Some(100); 3]);
    let base = cast(&numbers, &DataType::Int32).unwrap();
    let hex = texts([Some("90"), Some("90"), Some("90")]);
    assert_eq!(kinds(&answers(&batch([("hex", hex), ("base", base)]), &[])), ["", "", "request"]);
}

#[test]
fn columns_that_cannot_be_read_are_errors() {
    let numbers = || Arc::new(Int64Array::from(vec![1])) as ArrayRef;
    let code = || texts([Some("nop")]);
    let of = |input: &RecordBatch| try_answers(input, &[]).unwrap_err().to_string();
    assert!(of(&batch([("asm", numbers())])).contains("column \"asm\" has Int64, not code"));
    assert!(of(&batch([("a", code()), ("b", code())])).contains("there is no column \"asm\""));
    for name in ["cpu", "triple", "features", "syntax"] {
        let message = of(&batch([("asm", code()), (name, numbers())]));
        assert!(message.contains("Int64 where text belongs"), "{message}");
    }
    let list =
        Arc::new(arrow_array::ListArray::from_iter_primitive::<Int32Type, _, _>([Some([Some(1)])]));
    for name in ["iterations", "base"] {
        assert!(try_answers(&batch([("asm", code()), (name, list.clone())]), &[]).is_err());
    }
    // The only column has the code, whatever its name is.
    assert_eq!(kinds(&answers(&batch([("block", code())]), &[])), [""]);
}

#[test]
fn other_columns_are_passed_through() {
    let input = batch([
        ("before", texts([Some("x"), None])),
        ("asm", texts([Some("nop"), Some("frob")])),
        ("cpu", texts([None, None])),
        ("total_cycles", texts([Some("old"), Some("old")])),
        ("iterations", Arc::new(Int64Array::from(vec![3, 4]))),
    ]);
    let found = answers(&input, &["total_cycles", "error_kind"]);
    let schema = found.schema();
    let names: Vec<&String> = schema.fields().iter().map(|field| field.name()).collect();
    assert_eq!(names, ["before", "cpu", "iterations", "total_cycles", "error_kind"]);
    assert_eq!(&found["before"], &input["before"]);
    assert_eq!(&found["iterations"], &input["iterations"]);
    assert_eq!(found["total_cycles"].data_type(), &DataType::UInt32);
    assert!(found["total_cycles"].is_null(1));
}

#[test]
fn columns_are_chosen_by_names() {
    let unknown = AnswerColumns::of_names(["cpu", "speed"]).unwrap_err().to_string();
    assert!(unknown.starts_with("answers have no column \"speed\"; they have cpu, iterations, "));
    assert!(unknown.ends_with("error_line, error_column"));
    let input = Schema::new(vec![arrow_schema::Field::new("asm", DataType::Utf8, true)]);
    let code = CodeColumn::find(&input, Some("asm")).unwrap();
    assert!(CodeColumn::find(&input, Some("hex")).is_err());
    let names = |columns: AnswerColumns| {
        let schema = Output::new(&input, &code, columns).schema().clone();
        schema.fields().iter().map(|field| field.name().clone()).collect::<Vec<_>>()
    };
    let usual = names(AnswerColumns::default());
    let more = names(AnswerColumns::default().and("steady_state").and("steady_state"));
    let at = more.iter().position(|name| name == "steady_state").unwrap();
    assert_eq!(more[at + 1], "error_kind");
    assert!(more.iter().filter(|name| *name != "steady_state").eq(&usual));
    let columns = AnswerColumns::default().with_generator();
    let metadata = Output::new(&input, &code, columns).schema().metadata().clone();
    assert_eq!(metadata["oxmca.version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(metadata["oxmca.tables.x86"].len(), 16);
}

#[test]
fn regions_are_lists() {
    let marked =
        "# LLVM-MCA-BEGIN a\nnop\n# LLVM-MCA-END\n# LLVM-MCA-BEGIN b\nnop\nnop\n# LLVM-MCA-END\n";
    let input = batch([("asm", texts([Some("nop"), Some(marked), Some("frob"), Some(marked)]))]);
    for (start, len) in [(0, 4), (1, 3), (2, 2)] {
        let input = input.slice(start, len);
        let found = answers(&input, &["regions", "total_cycles", "steady_state"]);
        let regions = found["regions"].as_list::<i32>();
        for (row, text) in input["asm"].as_string::<i32>().iter().enumerate() {
            assert_eq!(regions.is_valid(row), text == Some(marked));
            if regions.is_valid(row) {
                let region = regions.value(row);
                let region = region.as_struct();
                let names = region.column_by_name("name").unwrap().as_string::<i32>();
                assert!(names.iter().eq([Some("a"), Some("b")]));
                let instructions = region.column_by_name("instructions").unwrap();
                let instructions = instructions.as_primitive::<UInt32Type>();
                assert_eq!(instructions.values()[..], [100, 200]);
                assert!(region.column_by_name("steady_state").unwrap().is_valid(1));
                assert!(found["total_cycles"].is_null(row));
            }
        }
    }
}

#[test]
fn an_interrupted_batch_has_no_answers() {
    let input = batch([("asm", texts(BLOCKS))]);
    let code = CodeColumn::find(&input.schema(), None).unwrap();
    let output = Output::new(&input.schema(), &code, AnswerColumns::default());
    let stop = Interrupt::when(|| true);
    let answers = analyze_batch(&analyst(), &pool(), &input, &code, &output, &stop);
    assert!(answers.unwrap_err().to_string().contains("interrupted"));
}

#[test]
fn long_code_that_rows_share_is_analyzed_once() {
    let long = |statement: &str| format!("{statement}\n#{}", "x".repeat(100 << 10));
    let values = StringArray::from(vec![long("nop"), long("addl %eax, %ebx"), long("nop")]);
    let keys: Vec<Option<i32>> = vec![Some(0), Some(1), Some(0), None, Some(2), Some(0), Some(1)];
    let keys = arrow_array::Int32Array::from(keys);
    let code = arrow_array::DictionaryArray::<Int32Type>::new(keys, Arc::new(values));
    let cpu = ["znver4", "znver4", "znver4", "znver4", "znver4", "skylake", "znver4"].map(Some);
    let input = batch([("asm", Arc::new(code)), ("cpu", texts(cpu))]);
    let column = CodeColumn::find(&input.schema(), None).unwrap();
    let (analyst, mut known) = (analyst(), LongCodeAnswers::default());
    let mut analyze = |start: usize, rows: usize| -> Vec<BlockAnswer> {
        let part = input.slice(start, rows);
        let requests = Requests::new(&part, &column, analyst.option_list()).unwrap();
        analyze_requests(&analyst, &pool(), &requests, &mut known, &Interrupt::NEVER)
    };
    let parts = [analyze(0, 3), analyze(3, 2), analyze(5, 2), analyze(0, 7)];
    let [first, .., all] = &parts;
    assert!(Arc::ptr_eq(&first[0], &first[2]) && !Arc::ptr_eq(&first[0], &first[1]));
    assert!(Arc::ptr_eq(&parts[2][1], &all[1]), "a part has the answers of the one before");
    assert!(!Arc::ptr_eq(&all[0], &all[5]), "CPUs differ");
    assert_eq!(all.len(), 7);
    // Each answer is that of its row alone.
    let documents = |answers: &[BlockAnswer]| -> Vec<String> {
        answers.iter().map(|it| String::from_utf8(answer_line(None, it)).unwrap()).collect()
    };
    let single = |row: usize| {
        let part = input.slice(row, 1);
        let requests = Requests::new(&part, &column, analyst.option_list()).unwrap();
        let known = &mut LongCodeAnswers::default();
        analyze_requests(&analyst, &pool(), &requests, known, &Interrupt::NEVER).remove(0)
    };
    let alone: Vec<BlockAnswer> = (0..7).map(single).collect();
    assert_eq!(documents(all), documents(&alone));
    let together: Vec<BlockAnswer> = parts.iter().take(3).flatten().cloned().collect();
    assert_eq!(documents(&together), documents(&alone));
}

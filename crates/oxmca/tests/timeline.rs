//! Timelines: instructions that are not shown count for wait times, and long rows are rendered as they are written.

use std::borrow::Cow;
use std::num::NonZero;

use oxmca::report::text::{self, Texts};
use oxmca::view::timeline::Timeline;
use oxmca::{Code, Format, Options, RenderedRegion, Report, Session};

const TRIPLE: &str = "x86_64-unknown-unknown";
const LOOP: &str =
    "imulq %rsi, %rax\naddq %rax, %rdi\nmovq (%rdi), %rcx\naddl $1, %edx\nxorl %ecx, %ecx\n";

fn options(iterations: u32, max_cycles: u32) -> Options {
    Options::with(|it| {
        it.iterations = NonZero::new(iterations);
        it.views.timeline = true;
        it.timeline_max_iterations = NonZero::new(iterations);
        it.timeline_max_cycles = NonZero::new(max_cycles);
    })
}

fn code(cpu: &str) -> Code {
    Session::new(TRIPLE, cpu, []).unwrap().parse(LOOP).unwrap()
}

fn report(code: &Code, options: &Options) -> Report {
    code.first_region().unwrap().analyze(options).unwrap()
}

fn timeline(code: &Code, options: &Options) -> Timeline {
    report(code, options).timeline().unwrap().clone()
}

#[test]
fn instructions_that_are_not_shown_count_for_wait_times() {
    for cpu in ["btver2", "skylake", "znver4", "atom"] {
        let code = code(cpu);
        for iterations in [3, 40, 700] {
            let whole = timeline(&code, &options(iterations, 0));
            assert_eq!(whole.shown_entries().len(), whole.executions as usize, "{cpu}");
            for max_cycles in [1, 17, 80, 500] {
                let cut = timeline(&code, &options(iterations, max_cycles));
                assert_eq!(cut.wait_times, whole.wait_times, "{cpu} {max_cycles}");
                assert_eq!(cut.executions, whole.executions);
                let in_time =
                    whole.entries.iter().take_while(|it| it.retired_at_cycle < max_cycles);
                let expected: Vec<_> = in_time.copied().collect();
                assert_eq!(cut.shown_entries(), expected, "{cpu} {max_cycles}");
                assert_eq!(cut.is_truncated(), expected.len() < whole.entries.len());
                assert!(cut.entries.len() < expected.len() + 500, "{}", cut.entries.len());
            }
        }
    }
}

#[test]
fn long_rows_are_rendered_as_they_are_written() {
    let code = code("btver2");
    for iterations in [700, 1500] {
        let options = options(iterations, 0);
        let report = report(&code, &options);
        let shown = report.timeline().unwrap();
        let len = shown.executions as usize * shown.last_column() as usize;
        let mut whole = String::new();
        let instructions = LOOP.lines().map(|it| format!("\t{}", it.replacen(' ', "\t", 1)));
        let texts = Texts {
            instructions: &instructions.collect(),
            encodings: &[],
            comments: &[],
            source_frames: &[],
            register_name: &|_| String::new(),
            opcode_name: &|_| String::new(),
            places: &[],
            addresses: None,
            name: "",
            region: None,
        };
        text::render(&report, &texts, &mut whole);
        let region = code.first_region().unwrap();
        let rendered = code.reporter(&options, Format::Text).report(region, None).rendered;
        let rendered = rendered.unwrap().unwrap();
        assert!(matches!(rendered, RenderedRegion::LongText(..)), "{len}");
        assert!(rendered.size_bytes() < len / 20);
        let (mut out, mut pieces, mut most) = (Vec::new(), Vec::new(), 0);
        let mut writer = code.report_writer(&options, Format::Text);
        let added: Result<(), ()> =
            writer.add_in_pieces(region, Cow::Owned(rendered), &mut out, |out| {
                most = most.max(out.len());
                pieces.append(out);
                Ok(())
            });
        assert!(added.is_ok() && out.is_empty() && most < len / 4, "{most} of {len}");
        assert!(pieces == whole.as_bytes());
        assert!(region.render_text(&report, &options) == whole);
    }
}

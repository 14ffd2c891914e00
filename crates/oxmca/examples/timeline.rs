//! Shows when instructions are dispatched, issue, complete and retire:
//! `cargo run -p oxmca --example timeline`.

use std::error::Error;
use std::io::Write;
use std::num::NonZero;

use oxmca::{Options, Session};

/// Three instructions, each of which waits for the one before.
const KERNEL: &str = "
        vmulps  %xmm0, %xmm1, %xmm2
        vhaddps %xmm2, %xmm2, %xmm3
        vhaddps %xmm3, %xmm3, %xmm4
";

fn main() -> Result<(), Box<dyn Error>> {
    let session = Session::new("x86_64-unknown-unknown", "btver2", [])?;
    let code = session.parse(KERNEL)?;
    let region = code.first_region().ok_or("no instructions")?;
    let options = Options::with(|it| {
        it.views.timeline = true;
        it.timeline_max_iterations = NonZero::new(3);
    });
    let report = region.analyze(&options)?;
    let timeline = report.timeline().ok_or("no timeline")?;

    let mut out = std::io::stdout().lock();
    writeln!(out, "dispatched  issued  executed  retired  (cycles)")?;
    for (index, entry) in timeline.entries.iter().enumerate() {
        writeln!(
            out,
            "{:10}  {:6}  {:8}  {:7}  {}",
            entry.dispatched_at_cycle,
            entry.issued_at_cycle,
            entry.executed_at_cycle,
            entry.retired_at_cycle,
            region.text(index % region.len()),
        )?;
    }
    // The whole report as llvm-mca prints it.
    out.write_all(region.render_text(&report, &options).as_bytes())?;
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn Error>> {
    main()
}

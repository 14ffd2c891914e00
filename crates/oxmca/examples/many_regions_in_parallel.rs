//! Analyzes many regions with all cores: `cargo run -p oxmca --example many_regions_in_parallel`.
//! The library starts no threads; those are rayon's.

use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;

use oxmca::{Options, Session};
use rayon::prelude::*;

/// A text with a named region for each multiplier.
fn text() -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    for multiplier in 2..200 {
        writeln!(text, "# LLVM-MCA-BEGIN times-{multiplier}")?;
        writeln!(text, "imulq ${multiplier}, %rdi, %rax\naddq %rax, %rcx")?;
        writeln!(text, "# LLVM-MCA-END times-{multiplier}")?;
    }
    Ok(text)
}

fn main() -> Result<(), Box<dyn Error>> {
    let session = Session::new("x86_64-unknown-unknown", "znver3", [])?;
    let code = session.parse(text()?)?;
    let options = Options::default();
    let regions: Vec<_> = code.regions().collect();
    // Each thread keeps an analyzer, which takes less time than a new one per region.
    let reports: Vec<_> = regions
        .par_iter()
        .map_init(
            || session.analyzer(&options),
            |analyzer, region| region.analyze_with(analyzer, None),
        )
        .collect();

    let mut out = std::io::stdout().lock();
    for (region, report) in regions.iter().zip(reports) {
        let report = report?;
        let summary = report.summary().ok_or("no summary")?;
        writeln!(out, "{:10} {:5} cycles", region.name(), summary.total_cycles)?;
    }
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn Error>> {
    main()
}

//! Writes a report as JSON, for other programs: `cargo run -p oxmca --example json`.

use std::error::Error;
use std::io::Write;

use oxmca::{Format, Options, Session, Views};

const KERNEL: &str = "
        imulq   %rsi, %rdi
        addq    %rdi, %rax
";

fn main() -> Result<(), Box<dyn Error>> {
    let session = Session::new("x86_64-unknown-unknown", "znver4", [])?;
    let code = session.parse(KERNEL)?;
    let options = Options::with(|it| {
        it.views = Views::supported(session.processor());
        it.show_resource_uses = true;
    });

    // The whole text at once. `Format::LlvmJson` gives llvm-mca's document.
    let mut messages = Vec::new();
    let Ok(json) = code.report(&options, Format::FullJson, &mut messages) else {
        return Err("there is no report".into());
    };
    std::io::stdout().lock().write_all(&json)?;

    // A document of reports that are there already, as a value of serde's.
    let reports = code.regions().map(|region| region.analyze(&options));
    let reports = reports.collect::<Result<Vec<_>, _>>()?;
    let document = serde_json::to_value(code.document(&reports, &options))?;
    assert_eq!(document, serde_json::from_slice::<serde_json::Value>(&json)?);
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn Error>> {
    main()
}

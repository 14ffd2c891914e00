//! Compares two ways to sum an array, as somebody would who knows `oxmca` from its documentation alone: with one
//! accumulator and with four, in cycles per element.
//!
//! Its test, which `.ci/run` runs, runs it. It must never need another crate of oxmca's, nor anything that the documentation
//! of `oxmca` does not show.

use std::error::Error;

use std::num::NonZero;

use oxmca::{Options, Session};

const ONE_ACCUMULATOR: &str = "
    addsd (%rdi), %xmm0
    addq $8, %rdi
    cmpq %rsi, %rdi
    jne loop
";

const FOUR_ACCUMULATORS: &str = "
    addsd (%rdi), %xmm0
    addsd 8(%rdi), %xmm1
    addsd 16(%rdi), %xmm2
    addsd 24(%rdi), %xmm3
    addq $32, %rdi
    cmpq %rsi, %rdi
    jne loop
";

fn cycles_per_element(session: &Session, text: &str, elements: f64) -> Result<f64, Box<dyn Error>> {
    let code = session.parse(text)?;
    let region = code.first_region().ok_or("no code")?;
    let options = Options::with(|it| it.iterations = NonZero::new(200));
    let report = region.analyze(&options)?;
    let summary = report.summary().ok_or("no summary")?;
    let pressure = report.resource_pressure().ok_or("no resource pressure")?;
    println!(
        "{:5.2} cycles per iteration; the load port is busy for {:?}",
        summary.average_cycles_per_iteration(),
        pressure.cycles_of("SKLPort2"),
    );
    Ok(summary.average_cycles_per_iteration() / elements)
}

fn main() -> Result<(), Box<dyn Error>> {
    let session = Session::new("x86_64-unknown-linux-gnu", "skylake", [])?;
    let one = cycles_per_element(&session, ONE_ACCUMULATOR, 1.0)?;
    let four = cycles_per_element(&session, FOUR_ACCUMULATORS, 4.0)?;
    // An addition takes four cycles; four of them overlap.
    assert!(one > 3.9 && four < 1.3, "{one} and {four} cycles per element");

    let mistake = session.parse("addsd (%rdi), %xmm0\nfrobnicate %eax\n");
    let message = match mistake {
        Ok(_) => return Err("a wrong mnemonic was accepted".into()),
        Err(error) => error.to_string(),
    };
    assert!(message.contains("frobnicate"), "{message}");
    assert!(Session::new("x86_64-unknown-linux-gnu", "skylark", []).is_err());
    Ok(())
}

#[test]
fn the_program_succeeds() -> Result<(), Box<dyn Error>> {
    main()
}

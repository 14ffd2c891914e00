//! Finds out what limits the throughput of a loop: `cargo run -p oxmca --example what_limits_a_loop`.

use std::error::Error;
use std::io::Write;

use oxmca::steady_state::{BoundKind, DependencyBound};
use oxmca::{Options, Session};

/// The sum of an array of doubles: each addition waits for the one before.
const KERNEL: &str = "
        addsd   (%rdi), %xmm0
        addq    $8, %rdi
        cmpq    %rsi, %rdi
        jne     loop
";

fn main() -> Result<(), Box<dyn Error>> {
    let session = Session::new("x86_64-unknown-unknown", "skylake", [])?;
    let code = session.parse(KERNEL)?;
    let region = code.first_region().ok_or("no instructions")?;
    let options = Options::with(|it| it.views.steady_state = true);
    let report = region.analyze(&options)?;
    let steady = report.steady_state().ok_or("no steady state")?;

    let mut out = std::io::stdout().lock();
    let cycles = steady.cycles_per_iteration().to_f64();
    writeln!(out, "an iteration takes {cycles:.2} cycles; it takes at least")?;
    for bound in steady.bounds.all() {
        let is_met = if steady.active().contains(&bound.kind) { "  <- the limit" } else { "" };
        writeln!(out, "{:5.2} by {:?}{is_met}", bound.cycles.to_f64(), bound.kind)?;
    }
    if steady.active().contains(&BoundKind::Dependencies)
        && let DependencyBound::Chain(chain) = &steady.bounds.dependencies
    {
        writeln!(out, "the chain of dependencies:")?;
        for link in &chain.links {
            writeln!(
                out,
                "{:5} cycles after {}",
                link.cycles,
                region.text(link.from_instruction as usize)
            )?;
        }
    }
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn Error>> {
    main()
}

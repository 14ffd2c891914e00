//! Compares one kernel on several CPUs: `cargo run -p oxmca --example compare_cpus`.

use std::error::Error;
use std::io::Write;
use std::num::NonZero;

use oxmca::{Options, Session};

/// `y[i] += a * x[i]` for eight floats at a time.
const KERNEL: &str = "
        vmulps  (%rdi,%rax), %ymm0, %ymm1
        vaddps  (%rsi,%rax), %ymm1, %ymm1
        vmovups %ymm1, (%rsi,%rax)
        addq    $32, %rax
        cmpq    %rdx, %rax
        jne     loop
";

const CPUS: [&str; 8] =
    ["btver2", "bdver2", "znver1", "znver4", "sandybridge", "haswell", "skylake", "alderlake"];

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::with(|it| it.iterations = NonZero::new(1000));
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{:12} {:>16} {:>6} {:>20}",
        "CPU", "cycles/iteration", "IPC", "bound, cycles/iter."
    )?;
    for cpu in CPUS {
        let session = Session::new("x86_64-unknown-unknown", cpu, [])?;
        let code = session.parse(KERNEL)?;
        for region in code.regions() {
            let report = region.analyze(&options)?;
            let summary = report.summary().ok_or("no summary")?;
            writeln!(
                out,
                "{cpu:12} {:16.2} {:6.2} {:20.2}",
                summary.average_cycles_per_iteration(),
                summary.instructions_per_cycle,
                summary.block_reciprocal_throughput_cycles,
            )?;
        }
    }
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn Error>> {
    main()
}

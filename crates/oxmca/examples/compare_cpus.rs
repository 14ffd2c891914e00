//! Compares one kernel on several CPUs: `cargo run -p oxmca --example compare_cpus`.

use std::error::Error;

use oxmca::{Options, Session};

/// Four products and their sum.
const KERNEL: &str = "
        vmulps  %xmm0, %xmm1, %xmm2
        vhaddps %xmm2, %xmm2, %xmm3
        vhaddps %xmm3, %xmm3, %xmm4
";

const CPUS: [&str; 8] =
    ["btver2", "bdver2", "znver1", "znver4", "sandybridge", "haswell", "skylake", "alderlake"];

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options { iterations: 1000, ..Options::default() };
    println!("{:12} {:>16} {:>6} {:>20}", "CPU", "cycles/iteration", "IPC", "bound, cycles/iter.");
    for cpu in CPUS {
        let session = Session::new("x86_64-unknown-unknown", cpu, [])?;
        let code = session.parse(KERNEL)?;
        for region in &code.regions {
            let report = session.analyze(region, &options)?;
            let summary = report.summary().ok_or("no summary")?;
            println!(
                "{cpu:12} {:16.2} {:6.2} {:20.2}",
                f64::from(summary.cycles) / f64::from(summary.iterations),
                summary.instructions_per_cycle,
                summary.block_reciprocal_throughput_cycles,
            );
        }
    }
    Ok(())
}

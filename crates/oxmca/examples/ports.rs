//! Shows how busy each execution port is: `cargo run -p oxmca --example ports`.

use std::error::Error;
use std::io::Write;

use oxmca::{Options, Session};

/// A step of a dot product.
const KERNEL: &str = "
        movups  (%rdi,%rax), %xmm1
        movups  (%rsi,%rax), %xmm2
        mulps   %xmm2, %xmm1
        addps   %xmm1, %xmm0
        addq    $16, %rax
        cmpq    %rdx, %rax
        jne     loop
";

fn main() -> Result<(), Box<dyn Error>> {
    let session = Session::new("x86_64-unknown-unknown", "haswell", [])?;
    let code = session.parse(KERNEL)?;
    let region = code.first_region().ok_or("no instructions")?;
    let report = region.analyze(&Options::default())?;
    let pressure = report.resource_pressure().ok_or("no resource pressure")?;

    let mut out = std::io::stdout().lock();
    writeln!(out, "busy cycles per iteration:")?;
    for resource in pressure.resources.iter() {
        let cycles = pressure.cycles_of(&resource.name).ok_or("no such resource")?;
        writeln!(out, "{cycles:8.2}  {}", resource.name)?;
    }
    // Instructions name units by their number, which counts over all resources.
    let port = pressure.columns_of("HWPort5").ok_or("no port 5")?;
    writeln!(out, "port 5 is used by")?;
    for (instruction, used) in pressure.per_instruction_cycles.iter().enumerate() {
        for (_, cycles) in used.iter().filter(|(unit, _)| port.contains(&(*unit as usize))) {
            writeln!(out, "{cycles:8.2}  {}", region.text(instruction))?;
        }
    }
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn Error>> {
    main()
}

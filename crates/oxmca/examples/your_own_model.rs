//! Asks how much faster a loop would be on a CPU that does not exist:
//! `cargo run -p oxmca --example your_own_model`. `docs/add-a-cpu.md` describes model files.

use std::error::Error;
use std::io::Write;

use oxmca::{ModelFile, Options, Session, SessionBuilder};

/// Zen 4 with a dispatch width of 8 instead of 6.
const MODEL: &[u8] = b"model WideZen extends Znver4Model issue-width=8\n";

const KERNEL: &str = "
        addq    $1, %rax
        addq    $1, %rbx
        vaddps  %ymm0, %ymm1, %ymm2
        vaddps  %ymm3, %ymm4, %ymm5
        vmulps  %ymm6, %ymm7, %ymm8
        vmulps  %ymm9, %ymm10, %ymm11
        movq    (%rdi), %rcx
        movq    8(%rdi), %rdx
";

const TRIPLE: &str = "x86_64-unknown-unknown";

fn cycles_per_iteration(session: &Session) -> Result<f64, Box<dyn Error>> {
    let code = session.parse(KERNEL)?;
    let region = code.first_region().ok_or("no instructions")?;
    let report = region.analyze(&Options::with(|it| it.views.steady_state = true))?;
    Ok(report.steady_state().ok_or("no steady state")?.cycles_per_iteration().to_f64())
}

fn main() -> Result<(), Box<dyn Error>> {
    let zen4 = Session::new(TRIPLE, "znver4", [])?;
    let file = ModelFile { name: "wide-zen.tbl", text: MODEL };
    let wide = SessionBuilder::new(TRIPLE).model(&file)?.build()?;

    let mut out = std::io::stdout().lock();
    for session in [&zen4, &wide] {
        let cycles = cycles_per_iteration(session)?;
        writeln!(out, "{:8} {cycles:5.2} cycles per iteration", session.cpu_name())?;
    }
    assert!(cycles_per_iteration(&wide)? < cycles_per_iteration(&zen4)?);
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn Error>> {
    main()
}

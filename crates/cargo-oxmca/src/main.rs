//! `cargo oxmca`: builds a crate, finds a function in what was built, and has `oxmca` show its loops.
//!
//! Deliberately absent: decoding, simulation, tables and rendering, which are `oxmca`'s.
//!
//! # Decisions
//!
//! - **The program `oxmca` runs beside this one.** Its options, reports and messages are the same then, however it was called,
//!   and this program is small. The cost: two programs to install.
//! - **Cargo builds, in a folder of its own** (`target/oxmca`), with debug information and names, and with the profile's
//!   optimizations. Nothing of the user's own build is compiled anew. The
//!   cost: dependencies are compiled a second time, once.
//! - **A library is compiled whole**: as one codegen unit, incrementally and without link-time optimization, since the compiler
//!   leaves small functions to a library's users otherwise, and there would be nothing to show. The cost: inlining within it
//!   can differ. Programs, examples, tests and benchmarks are what ships.
//! - **Names of generic instances need Rust's `v0` mangling**, which cargo has no setting for. A wrapper adds it to the
//!   compiler's arguments for crates of the workspace: this program itself. `RUSTFLAGS` would replace the user's.
//! - **Functions are those of the object**, not of the source: only what was compiled has loops. Functions that were inlined
//!   are found by debug information, and their loops in the functions that have them.

mod analyzer;
mod arguments;
mod cargo_build;
mod code;
mod comparison;
mod failure;
mod query;
mod targets;
mod workspace;
mod wrapper;

use std::io::Write;
use std::process::ExitCode;

use arguments::Arguments;
use clap::Parser;
use failure::Failure;

fn main() -> ExitCode {
    if let Some(wrapped) = wrapper::arguments() {
        return wrapper::run(wrapped);
    }
    let mut arguments: Vec<_> = std::env::args_os().collect();
    // Cargo gives the command's name.
    if arguments.get(1).is_some_and(|it| it == "oxmca") {
        arguments.remove(1);
    }
    let result = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => run(&arguments),
        Err(error) => {
            let status = u8::from(error.use_stderr());
            let _ = error.print();
            Err(Failure::Status(status))
        }
    };
    match result {
        Ok(status) | Err(Failure::Status(status)) => ExitCode::from(status),
        Err(Failure::Message(message)) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let analyzer = analyzer::Analyzer::find()?;
    let workspace = workspace::Workspace::read(arguments)?;
    let target = targets::choose(&workspace, arguments)?;
    if let Some(revision) = &arguments.diff {
        return comparison::compare(revision, &workspace, &target, arguments, &analyzer);
    }
    let built = cargo_build::build(&workspace, &target, arguments, "oxmca")?;
    let code = code::Code::read(&built, &workspace)?;
    let found = query::find(&code, arguments, &target)?;
    if arguments.list {
        let text = query::list(&found.candidates, usize::MAX);
        // Nobody reads on, if this fails.
        let _ = std::io::stdout().write_all(text.as_bytes());
        return Ok(0);
    }
    found.announce();
    analyzer.show(&built, &found, arguments)
}

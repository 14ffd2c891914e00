//! Maintenance commands: `cargo xtask COMMAND`.

mod bad_inputs;
mod bench;
mod bit_fields;
mod bless;
mod compared;
mod conformance;
mod corpus;
mod differential;
mod disassembly;
mod encodings;
mod excerpts;
mod hardware;
mod hostile;
mod ibs;
mod ibs_samples;
mod import;
mod itineraries;
mod kernels;
mod loops;
mod objects;
mod options;
mod pairs;
mod random;
mod reference;
mod segments;
mod steady;
mod target;
mod upgrade_report;
mod words;
mod workspace;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let command = arguments.next();
    let arguments: Vec<String> = arguments.collect();
    match command.as_deref() {
        Some("import") => import::run(&arguments),
        Some("bad-inputs") => bad_inputs::run(&arguments),
        Some("batch") => bench::run_batch(&arguments),
        Some("bench") => bench::run(&arguments),
        Some("budget") => bench::run_budget(&arguments),
        Some("bit-fields") => bit_fields::run(&arguments),
        Some("bless") => bless::run(&arguments),
        Some("corpus") => corpus::run(&arguments),
        Some("compared") => compared::run(&arguments),
        Some("conformance") => conformance::run(&arguments),
        Some("differential") => differential::run(&arguments),
        Some("disassembly") => disassembly::run(&arguments),
        Some("excerpts") => excerpts::run(&arguments),
        Some("hardware") => hardware::run(&arguments),
        Some("hostile") => hostile::run(&arguments),
        Some("itineraries") => itineraries::run(&arguments),
        Some("kernels") => kernels::run(&arguments),
        Some("loops") => loops::run(&arguments),
        Some("objects") => objects::run(&arguments),
        Some("options") => options::run(&arguments),
        Some("pairs") => pairs::run(&arguments),
        Some("segments") => segments::run(&arguments),
        Some("steady") => steady::run(&arguments),
        Some("ibs") => ibs::run(&arguments),
        Some("ibs-differential") => ibs_samples::run(&arguments),
        Some("ibs-speed") => ibs_samples::run_speed(&arguments),
        Some("encodings") => encodings::run(&arguments),
        Some("upgrade-report") => upgrade_report::run(&arguments),
        Some("words") => words::run(&arguments),
        other => {
            if let Some(other) = other {
                eprintln!("xtask: unknown command `{other}`");
            }
            eprintln!("usage: cargo xtask import [TARGET...] [--check]");
            eprintln!("       cargo xtask bad-inputs [--help]");
            eprintln!("       cargo xtask batch [--help]");
            eprintln!("       cargo xtask bit-fields [--help]");
            eprintln!("       cargo xtask bless [NAME...] [--check]");
            eprintln!("       cargo xtask bench [--help]");
            eprintln!("       cargo xtask budget [--bless]");
            eprintln!("       cargo xtask compared FILE... [--help]");
            eprintln!("       cargo xtask corpus [--help]");
            eprintln!("       cargo xtask conformance [--help]");
            eprintln!("       cargo xtask differential [--help]");
            eprintln!("       cargo xtask disassembly [--help]");
            eprintln!("       cargo xtask encodings [--help]");
            eprintln!("       cargo xtask excerpts [--help]");
            eprintln!("       cargo xtask hardware FILE");
            eprintln!("       cargo xtask hostile [--help]");
            eprintln!("       cargo xtask ibs REFERENCE");
            eprintln!("       cargo xtask ibs-differential [--help]");
            eprintln!("       cargo xtask ibs-speed [--help]");
            eprintln!("       cargo xtask itineraries [TARGET...]");
            eprintln!("       cargo xtask kernels [--help]");
            eprintln!("       cargo xtask loops [--every N]");
            eprintln!("       cargo xtask objects FILE...");
            eprintln!("       cargo xtask options [--check]");
            eprintln!("       cargo xtask pairs [--help]");
            eprintln!("       cargo xtask segments [--record]");
            eprintln!("       cargo xtask steady [--help]");
            eprintln!("       cargo xtask upgrade-report OLD NEW");
            eprintln!("       cargo xtask words [--help]");
            ExitCode::from(2)
        }
    }
}

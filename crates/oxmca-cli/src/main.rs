//! The `oxmca` program: arguments, files and exit status around the library.
//!
//! # Decisions
//!
//! - **llvm-mca's options are read by our own code**, not by clap: LLVM's tools take long options with one dash, values
//!   after `=` or a space, switches resolved by position, and print their own messages. One table (`flags/table.rs`)
//!   declares every flag; parsing, help, the manual page and completions come from it. Commands of our own
//!   (`commands.rs`) are read by clap.
//! - **The terminal decides what only people see**: colours, hints, a progress bar, the line about borrowed models.
//!   Options force or forbid each. Into a pipe go llvm-mca's bytes and nothing else.
//! - **A file gets a complete report or none.** LLVM opens the output first and removes it on failure; we never leave or
//!   truncate a file that we do not finish.
//! - **Output is passed, not captured.** Functions that print take a `Console`; work on one of several files gets one that
//!   keeps what is printed until it is that file's turn.
//! - **Long work asks whether to stop.** Libraries read no clock and handle no signals: parsing and simulating ask an
//!   `Interrupt`, a function of the caller's, every few thousand statements or instructions, also within long regions, in
//!   hardware mode and in the simulations that sections run for themselves. Batch answers it by a deadline, Python by its
//!   signals. The cost: one indirect call now and then, and none without.
//! - **Files that a recording names are not the user's choice.** One opener takes regular files only, looks before and
//!   after opening, reads what they say to have, and resolves paths as if `--root` were the root. The cost: kernel symbols
//!   must be in a file, too.
//! - **Batch requests are answered in chunks of what is there to read**, and only a few are begun and not written: memory
//!   is bounded, any number of threads can work, and whoever waits for an answer gets it.
//! - **The program is linked statically** where the system's archives are installed: a loader would take a tenth of the
//!   time of a small input. `crates/oxmca-cli/build.rs` says how, and why not by `crt-static`.

mod analysis;
mod batch;
mod characterize;
mod command_line;
mod commands;
mod compare;
mod console;
mod explain;
mod extensions;
mod files;
mod flags;
mod generate;
mod hints;
mod ibs;
mod language;
mod loops;
mod machine_arguments;
mod many;
mod measure;
mod model_lines;
mod models;
mod objects;
mod other_text;
mod output;
mod own_machine;
mod page;
mod progress;
mod recorded_files;
mod run;
mod selected;
mod simulation;
mod source_lines;
mod source_roots;
mod suggest;
mod target;
mod terminal;
mod threads;
mod validate;
mod wrapped_build;

use console::print;
use flags::args::{Json, SpecialMode, When};
use flags::help;
use flags::table::flags;

fn main() {
    let mut arguments = std::env::args_os().map(|text| files::argument_text(&text));
    let program = arguments.next().unwrap_or_else(|| "oxmca".to_owned());
    let arguments: Vec<String> = arguments.collect();
    if arguments == [measure::WORKER] {
        std::process::exit(oxmca_measure::worker::run());
    }
    if let Some((command, arguments)) = commands::find(&arguments) {
        std::process::exit((command.run)(&arguments));
    }
    if let Some(status) = extensions::run(&arguments) {
        std::process::exit(status);
    }
    let arguments = flags::response::expand(arguments).unwrap_or_else(|message| {
        // llvm-mca goes on as if there were no arguments at all.
        console::text(&format!("{message}\n"));
        Vec::new()
    });
    let args = flags::parse::parse(&program, &arguments);
    let status = match args {
        Err(error) => {
            console::set_up(When::Auto, error.suggestions);
            console::text(&error.text(console::suggests()));
            error.special_mode.filter(|mode| mode.is_immediate()).map_or(1, print_document)
        }
        Ok(mut args) => match args.special_mode {
            // Nothing after -version is read.
            Some(SpecialMode::Version) if args.json != Json::Off || asks_for_json(&arguments) => {
                print(&help::version_json())
            }
            Some(mode) => print_document(mode),
            None => {
                console::set_up(args.colour, args.suggestions);
                if let Err(message) = flags::hardware::read_initial_registers(&mut args) {
                    std::process::exit(console::failed(&message));
                }
                own_machine::take(&mut args);
                if args.batch && !args.lists_cpus() {
                    batch::run(&args)
                } else if let Some(message) = commands::misspelt(&args.inputs) {
                    console::failed(&message)
                } else if many::is_wanted(&args) {
                    many::run(&args, &program)
                } else {
                    let status = run::run(&args, &program);
                    if status != 0 {
                        hints::command(&args.inputs, commands::near_command);
                    }
                    status
                }
            }
        },
    };
    std::process::exit(status);
}

/// Returns whether an argument is the flag `-json`.
fn asks_for_json(arguments: &[String]) -> bool {
    arguments.iter().any(|argument| matches!(&**argument, "-json" | "--json"))
}

fn print_document(mode: SpecialMode) -> i32 {
    print(&match mode {
        SpecialMode::Help => help::help(flags(), false, &commands::purposes()),
        SpecialMode::HelpHidden => help::help(flags(), true, &commands::purposes()),
        SpecialMode::Version => help::version(),
        SpecialMode::Generate(document) => generate::document(document, flags()),
    })
}

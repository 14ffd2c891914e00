//! The `oxmca` program: arguments, files and exit status around the library.

mod analysis;
mod batch;
mod command_line;
mod commands;
mod compare;
mod console;
mod explain;
mod files;
mod flags;
mod generate;
mod hints;
mod ibs;
mod loops;
mod many;
mod models;
mod objects;
mod output;
mod page;
mod progress;
mod run;
mod selected;
mod simulation;
mod source_lines;
mod suggest;
mod target;
mod terminal;
mod threads;
mod validate;

use console::print;
use flags::args::{Json, SpecialMode, When};
use flags::help;

fn main() {
    let mut arguments = std::env::args_os().map(|text| files::argument_text(&text));
    let program = arguments.next().unwrap_or_else(|| "oxmca".to_owned());
    let arguments: Vec<String> = arguments.collect();
    if let Some((command, arguments)) = commands::find(&arguments) {
        std::process::exit((command.run)(arguments));
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
                if args.batch && !args.lists_cpus() {
                    batch::run(&args)
                } else if many::is_wanted(&args) {
                    many::run(&args, &program)
                } else {
                    run::run(&args, &program)
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
        SpecialMode::Help => help::help(false, &commands::purposes()),
        SpecialMode::HelpHidden => help::help(true, &commands::purposes()),
        SpecialMode::Version => help::version(),
        SpecialMode::Generate(document) => generate::document(document),
    })
}

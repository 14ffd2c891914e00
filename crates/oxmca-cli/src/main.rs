//! The `oxmca` program: arguments, files and exit status around the library.

mod analysis;
mod batch;
mod commands;
mod compare;
mod console;
mod files;
mod flags;
mod generate;
mod hints;
mod ibs;
mod many;
mod models;
mod progress;
mod run;
mod simulation;
mod stream;
mod suggest;
mod target;
mod threads;

use flags::args::{Request, When};
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
        Err(refusal) => {
            console::set_up(When::Auto, refusal.suggestions);
            console::text(&refusal.text(console::suggests()));
            refusal.request.filter(|request| request.is_immediate()).map_or(1, answer)
        }
        Ok(args) => match args.request {
            Some(request) => answer(request),
            None => {
                console::set_up(args.colour, args.suggestions);
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

fn answer(request: Request) -> i32 {
    print(&match request {
        Request::Help => help::help(false, &commands::purposes()),
        Request::HelpHidden => help::help(true, &commands::purposes()),
        Request::Version => help::version(),
        Request::Generate(document) => generate::document(document),
    })
}

fn print(text: &str) -> i32 {
    let written = files::Output::open("-").and_then(|output| output.finish(text.as_bytes()));
    written.map_or_else(|error| run::write_failed(&error, &mut console::Streams), |()| 0)
}

//! The `oxmca` program: arguments, files and exit status around the library.

mod console;
mod files;
mod flags;
mod host;
mod messages;
mod reporter;
mod run;
mod simulation;
mod source_comment;
mod target;

use flags::args::Request;
use flags::help;

fn main() {
    let mut arguments = std::env::args_os().map(|text| text.to_string_lossy().into_owned());
    let program = arguments.next().unwrap_or_else(|| "oxmca".to_owned());
    let arguments = flags::response::expand(arguments.collect()).map_err(|message| vec![message]);
    let args = arguments.and_then(|arguments| flags::parse::parse(&program, &arguments));
    let status = match args {
        Err(lines) => {
            console::raw((lines.join("\n") + "\n").as_bytes());
            1
        }
        Ok(args) => match args.request {
            Some(Request::Help) => print(&help::help(false)),
            Some(Request::HelpHidden) => print(&help::help(true)),
            Some(Request::Version) => print(&help::version()),
            None => run::run(&args, &program),
        },
    };
    std::process::exit(status);
}

fn print(text: &str) -> i32 {
    let written = files::Output::open("-").and_then(|output| output.finish(text.as_bytes()));
    i32::from(written.is_err())
}

//! The `oxmca` program: arguments, files and exit status around the library.

mod flags;
mod host;

use flags::args::Request;

fn main() {
    let mut arguments = std::env::args();
    let program = arguments.next().unwrap_or_else(|| "oxmca".to_owned());
    let name = program.rsplit('/').next().unwrap_or(&program).to_owned();
    let arguments: Vec<String> = arguments.collect();
    match flags::parse::parse(&name, &arguments) {
        Ok(args) => {
            if let Some(request) = args.request {
                match request {
                    Request::Help => print!("{}", flags::help::help(false)),
                    Request::HelpHidden => print!("{}", flags::help::help(true)),
                    Request::Version => print!("{}", flags::help::version()),
                }
            }
        }
        Err(lines) => {
            for line in lines {
                eprintln!("{line}");
            }
            std::process::exit(1)
        }
    }
}

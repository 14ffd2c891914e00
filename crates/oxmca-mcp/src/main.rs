//! The program `oxmca-mcp`: the server on standard input and output.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use oxmca_asm::host;
use oxmca_mcp::{OxmcaServer, Roots};
use oxmca_queries::Host;
use rmcp::ServiceExt;

const HELP: &str = "\
A server of the Model Context Protocol: agents ask it what loops of assembly and objects cost on a CPU. It speaks the protocol
on standard input and output.

Usage: oxmca mcp [--root DIR]...

Options:
      --root DIR  Read files below this folder; can be given several times. Without it no file is read
  -h, --help      Print help
  -V, --version   Print version

docs/agents.md describes the tools.
";

/// The action that the arguments ask for.
enum Request {
    Serve(Vec<PathBuf>),
    Print(String),
}

fn request(arguments: impl IntoIterator<Item = OsString>) -> Result<Request, String> {
    let mut roots = Vec::new();
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy().into_owned();
        match &*text {
            "-h" | "--help" => return Ok(Request::Print(HELP.to_owned())),
            "-V" | "--version" => {
                return Ok(Request::Print(format!("oxmca-mcp {}\n", env!("CARGO_PKG_VERSION"))));
            }
            "--root" => roots.push(arguments.next().ok_or("--root needs a folder")?.into()),
            other => match other.strip_prefix("--root=") {
                Some(folder) => roots.push(folder.into()),
                None => {
                    return Err(format!(
                        "unknown argument '{other}'; --help lists those that there are"
                    ));
                }
            },
        }
    }
    Ok(Request::Serve(roots))
}

fn serve(roots: Roots) -> Result<(), String> {
    let host = Host { triple: host::default_triple(), cpu: oxmca_host::cpu_name().to_owned() };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    runtime.block_on(async {
        let server = OxmcaServer::new(host, roots).serve(rmcp::transport::stdio()).await;
        let running = server.map_err(|error| error.to_string())?;
        running.waiting().await.map(|_| ()).map_err(|error| error.to_string())
    })
}

fn main() -> ExitCode {
    let roots = match request(std::env::args_os().skip(1)) {
        Ok(Request::Print(text)) => {
            print!("{text}");
            return ExitCode::SUCCESS;
        }
        Ok(Request::Serve(folders)) => Roots::new(folders),
        Err(message) => Err(message),
    };
    let roots = match roots {
        Ok(roots) => roots,
        Err(message) => {
            eprintln!("error: {message}");
            return ExitCode::from(2);
        }
    };
    match serve(roots) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

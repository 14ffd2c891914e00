//! Object files and archives of them.

use oxmca::Session;
use oxmca_asm::target::object_facts::StatedCpu;
use oxmca_asm::triple::Arch;
use oxmca_asm::{Severity, host};
use oxmca_names::plain;
use oxmca_object::{ObjectFile, members};

use crate::console::{Console, Failed};
use crate::flags::args::Args;
use crate::target;

/// A longer file than this is refused.
pub const MAX_BYTES: u64 = 4 << 30;

/// Reads an object, or all objects of an archive, each with its name.
///
/// # Errors
/// When there is none that can be read, after a message that says so. Members of archives that cannot be read are left
/// out, after notes.
pub fn read(
    name: &str,
    bytes: Vec<u8>,
    console: &mut dyn Console,
) -> Result<Vec<(String, ObjectFile<'static>)>, Failed> {
    let shown = plain(name);
    let found = members(&bytes).map_err(|error| console.failed(&format!("{shown}: {error}")))?;
    let Some(found) = found else {
        let object = ObjectFile::parse(bytes);
        let object = object.map_err(|error| console.failed(&format!("{shown}: {error}")))?;
        return Ok(vec![(name.to_owned(), object)]);
    };
    let mut objects = Vec::new();
    for member in found {
        let member_name = format!("{name}({})", member.name);
        match ObjectFile::parse(member.bytes.to_vec()) {
            Ok(object) => objects.push((member_name, object)),
            Err(error) if ObjectFile::is_object(member.bytes) => {
                let member_name = plain(&member_name);
                console.message(Severity::Note, &format!("{member_name} is left out: {error}"));
            }
            // Indices, metadata and the like.
            Err(_) => {}
        }
    }
    match objects.is_empty() {
        true => Err(console.failed(&format!("{shown}: no object in this archive can be read"))),
        false => Ok(objects),
    }
}

/// Takes the CPU that an object states where the arguments choose none.
pub fn take_stated_cpu(args: &mut Args, object: &ObjectFile<'_>) {
    if args.mcpu.is_some() || !args.models.is_empty() {
        return;
    }
    args.object_cpu = object.stated_cpu();
    if let StatedCpu::Named(name) = args.object_cpu {
        args.mcpu = Some(name.to_owned());
    }
}

/// Makes the session for an object, whose triple the arguments have.
///
/// # Errors
/// When there is none for the target or CPU, after a message that says so.
pub fn session(args: &Args, name: &str, console: &mut dyn Console) -> Result<Session, Failed> {
    let builder = target::builder_for_command(args, console)?;
    let is_host = builder.triple().arch() == host_arch();
    if args.mcpu.is_none() && builder.cpu_name().is_empty() && !is_host {
        let target = builder.triple().arch().map_or("another target", Arch::target_name);
        let unknown = match args.object_cpu {
            StatedCpu::Unknown(number) => {
                format!(" and a CPU with the number {number:#x}, which is not known")
            }
            _ => String::new(),
        };
        let message = format!(
            "{} is for {target}{unknown}: choose a CPU with -mcpu; `oxmca models --march={target}` lists them",
            plain(name)
        );
        return Err(console.failed(&message));
    }
    target::session(&builder, args, console)
}

fn host_arch() -> Option<Arch> {
    oxmca::SessionBuilder::new(&host::default_triple()).triple().arch()
}

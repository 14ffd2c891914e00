//! From the command line's triple, CPU and features to a session, with llvm-mca's messages.

use oxmca::hardware::hardware_processor;
use oxmca::session::Catalog;
use oxmca::{ErrorKind, ModelFile, Session, SessionBuilder, SessionError, TextOptions};
use oxmca_asm::subtarget::Notice;
use oxmca_asm::target::{Arch, architectures};
use oxmca_asm::{Dialect, Severity, host, lenient};
use oxmca_tables::text::TextError;

use crate::console::{Console, Failed};
use crate::flags::args::Args;
use crate::flags::hardware::unknown_register;
use crate::{files, hints, suggest, terminal};

/// Begins a session for the target that `-mtriple` or `-march` selects, or the host's, with the models
/// that `-model` adds. `program` is the name under which llvm-mca prints an error about the target.
///
/// # Errors
/// When there is no such target or a model is wrong, after the message that says so.
pub fn builder(
    args: &Args,
    program: &str,
    console: &mut dyn Console,
) -> Result<SessionBuilder, Failed> {
    let builder = choose(args).map_err(|problem| {
        console.text(&format!("{program}: {problem}"));
        // The line does not end without a hint, as llvm-mca's does not.
        if let Some(hint) = hints::target(&args.march, &triple(args)) {
            console.text("\n");
            console.message(Severity::Note, &hint);
        }
        1
    })?;
    let builder = add_models(builder, &args.models, console)?;
    add_hardware(builder, &args.hardware_files, console)
}

/// Begins a session as [`builder`] does, for a command of ours.
///
/// # Errors
/// When there is no such target or a model is wrong, after the message that says so.
pub fn builder_for_command(
    args: &Args,
    console: &mut dyn Console,
) -> Result<SessionBuilder, Failed> {
    let builder = choose(args).map_err(|problem| {
        let status = console.failed(&problem);
        if let Some(hint) = hints::target(&args.march, &triple(args)) {
            console.message(Severity::Note, &hint);
        }
        status
    })?;
    let builder = add_models(builder, &args.models, console)?;
    add_hardware(builder, &args.hardware_files, console)
}

/// Adds scheduling models from files.
///
/// # Errors
/// When a file cannot be read or has mistakes, after the messages that say so.
pub fn add_models(
    builder: SessionBuilder,
    paths: &[String],
    console: &mut dyn Console,
) -> Result<SessionBuilder, Failed> {
    add_files(builder, paths, console, |builder, file| builder.model(file))
}

/// Adds hardware models from files.
///
/// # Errors
/// When a file cannot be read or has mistakes, after the messages that say so.
fn add_hardware(
    builder: SessionBuilder,
    paths: &[String],
    console: &mut dyn Console,
) -> Result<SessionBuilder, Failed> {
    add_files(builder, paths, console, |builder, file| builder.hardware_model(file))
}

fn add_files(
    builder: SessionBuilder,
    paths: &[String],
    console: &mut dyn Console,
    add: impl Fn(SessionBuilder, &ModelFile<'_>) -> Result<SessionBuilder, SessionError>,
) -> Result<SessionBuilder, Failed> {
    paths.iter().try_fold(builder, |builder, path| {
        let text = files::read_at_most(path, MAX_MODEL_BYTES)
            .map_err(|error| console.failed(&format!("{path}: {}", files::describe(&error))))?;
        add(builder, &ModelFile { name: path, text: &text }).map_err(|error| match &error {
            SessionError::Model(errors) => {
                errors.mistakes().iter().for_each(|mistake| print_mistake(mistake, console));
                1
            }
            error => console.failed(&error.to_string()),
        })
    })
}

/// A longer model file than this is refused, however many bytes it has.
const MAX_MODEL_BYTES: u64 = 8 << 20;

/// Prints a mistake in a model file as LLVM prints one in assembly.
fn print_mistake(mistake: &TextError, console: &mut dyn Console) {
    let TextError { file, line, column, message, .. } = mistake;
    match line {
        0 => console.text(&format!("{file}: ")),
        line => console.text(&format!("{file}:{line}:{column}: ")),
    }
    console.error(message);
    console.text(mistake.excerpt());
}

/// Returns the target that `-mtriple` or `-march` selects, or the host's.
///
/// # Errors
/// llvm-mca's message when there is no such target.
fn choose(args: &Args) -> Result<SessionBuilder, String> {
    let builder = triple(args);
    if args.march.is_empty() {
        let triple = builder.triple();
        return match triple.arch() {
            Some(_) => Ok(builder),
            None => Err(format!(
                "unable to get target for '{}', see --version and --triple.",
                triple.as_str()
            )),
        };
    }
    let arch = Arch::from_target_name(&args.march);
    let arch = arch.ok_or_else(|| format!("invalid target '{}'.", args.march))?;
    Ok(builder.arch(arch))
}

/// Returns the arguments with a triple for the architecture that a text names or that the CPU is of, if they name no
/// target and it is not the host's.
pub fn args_for_text(args: &Args, text: &[u8]) -> Option<Args> {
    let has_files = !args.models.is_empty() || !args.hardware_files.is_empty();
    let names_target = !args.mtriple.is_empty() || !args.march.is_empty() || has_files;
    if names_target {
        return None;
    }
    let host = SessionBuilder::new(&host::default_triple()).triple().arch();
    let arch = lenient::guess_arch(text).or_else(|| arch_of_cpu(args.mcpu.as_deref()?, host))?;
    let mtriple = triple_of(arch);
    (host != Some(arch)).then(|| Args { mtriple, ..args.clone() })
}

/// Bytes of a text that other targets are asked to read.
const MAX_TRIED_BYTES: usize = 1 << 16;

/// Returns the triple of another architecture that reads all of a text that this one does not, if the arguments name no
/// target.
pub fn triple_that_reads(args: &Args, text: &[u8], arch: Option<Arch>) -> Option<String> {
    let names_target = !args.mtriple.is_empty() || !args.march.is_empty();
    if names_target || text.len() > MAX_TRIED_BYTES {
        return None;
    }
    let others = architectures().filter(|it| it.facts().is_main && Some(*it) != arch);
    others.map(triple_of).find(|triple| reads(triple, text).unwrap_or(false))
}

/// Returns whether some CPU of a target reads a text and finds instructions in it.
fn reads(triple: &str, text: &[u8]) -> Option<bool> {
    let builder = SessionBuilder::new(triple);
    let catalog = builder.catalog().ok()?;
    let described = catalog.models.iter().rev().flat_map(|model| &model.described_cpus);
    let session = builder.cpu(described.into_iter().next()?).build().ok()?;
    let code = session.read(text.to_vec(), &TextOptions::default()).ok()?;
    Some(!code.is_invalid() && !code.is_empty())
}

/// Returns the architecture that has a CPU of that name, if the host's has none.
fn arch_of_cpu(name: &str, host: Option<Arch>) -> Option<Arch> {
    let has_cpu = |arch: &Arch| {
        let catalog = SessionBuilder::new(&triple_of(*arch)).catalog();
        catalog.is_ok_and(|catalog| catalog.cpus.iter().any(|cpu| *cpu == name))
    };
    let mut others = architectures().filter(|arch| arch.facts().is_main);
    match name {
        "native" | "help" => None,
        _ if host.as_ref().is_some_and(has_cpu) => None,
        _ => others.find(has_cpu),
    }
}

fn triple_of(arch: Arch) -> String {
    format!("{}-unknown-linux-gnu", arch.canonical())
}

/// Begins a session for the triple of `-mtriple`, or the host's.
fn triple(args: &Args) -> SessionBuilder {
    match args.mtriple.as_str() {
        "" => SessionBuilder::new(&host::default_triple()),
        text => SessionBuilder::new(text),
    }
}

/// Resolves the CPU and its features.
///
/// # Errors
/// The exit status, when there is nothing to analyze: a list was asked for, or the CPU is unknown or
/// has no scheduling model. The messages that say so are printed.
pub fn session(
    builder: &SessionBuilder,
    args: &Args,
    console: &mut dyn Console,
) -> Result<Session, Failed> {
    let own_cpu = args.mcpu.as_deref().and_then(|name| cpu_of_own_model(builder, args, name));
    let cpu = match own_cpu.as_deref().or(args.mcpu.as_deref()) {
        None if !builder.cpu_name().is_empty() => builder.cpu_name(),
        None | Some("native") => oxmca_host::cpu_name(),
        Some(name) => name,
    };
    let attributes = args.mattr.iter().map(String::as_str);
    let own_cpu_name = builder.cpu_name();
    let builder = builder.clone().cpu(cpu).attributes(attributes).itineraries(args.itineraries);
    let (session, notices) = builder.build_with_notices();
    // A command of ours says this in an error of its own.
    let is_printed = |it: &Notice| args.command.is_none() || !matches!(it, Notice::UnknownCpu(_));
    let (warnings, others): (Vec<_>, Vec<_>) =
        notices.iter().partition(|it| matches!(it, Notice::FeatureWarning(_)));
    print_notices(&builder, others.into_iter().filter(|it| is_printed(it)), console);
    let is_unknown = matches!(session, Err(SessionError::UnknownCpu(_)));
    if is_unknown
        && args.command.is_none()
        && let Some(unknown) = notices.iter().find(|it| matches!(it, Notice::UnknownCpu(_)))
    {
        // llvm-mca says it again when it looks for the scheduling model.
        console.text(&format!("{unknown}\n"));
    }
    for warning in warnings {
        console.message(Severity::Warning, &warning.to_string());
    }
    if cpu == "help" && !matches!(session, Err(SessionError::FeatureWithoutName)) {
        return Err(0);
    }
    let session = session.map_err(|error| match &error {
        SessionError::FeatureWithoutName if args.command.is_none() => {
            console.failed("unable to create subtarget info")
        }
        SessionError::UnknownCpu(_) if args.command.is_some() => {
            console.failed(&unknown_cpu(&builder, cpu))
        }
        SessionError::UnknownCpu(_) => {
            if notices.iter().any(|it| matches!(it, Notice::UnknownCpu(_))) {
                hints::cpu(&builder, cpu, console);
            }
            1
        }
        SessionError::Processor {
            reason: reason @ ErrorKind::NoSchedulingModel { has_itineraries },
            ..
        } => {
            let triple = builder.triple().normalized();
            let problem = format!("{reason} for target triple '{triple}' and cpu '{cpu}'.");
            let failed = console.failed(&problem);
            if *has_itineraries {
                let text = format!(
                    "cpu '{cpu}' provides itineraries. However, instruction itineraries are \
                     currently unsupported."
                );
                console.message(Severity::Note, &text);
                hints::itineraries(console);
            }
            failed
        }
        SessionError::Processor { reason, .. } => console.failed(&reason.to_string()),
        SessionError::Features { reason } => console.fatal(reason),
        other => console.failed(&other.to_string()),
    })?;
    if let Some(file) = args.models.last()
        && !session.has_own_model()
        && !args.is_one_of_several_cpus
    {
        let message = format!(
            "the model of {file} is not used: it describes '{own_cpu_name}', and -mcpu names '{cpu}'"
        );
        console.message(Severity::Note, &message);
    }
    if let Some(message) = builder.unused_hardware() {
        match args.is_one_of_several_cpus {
            true => console.message(Severity::Note, &message),
            false => return Err(console.failed(&message)),
        }
    }
    if args.requested.is_hardware()
        && let Err(error) = hardware_processor(session.processor(), session.target())
    {
        return Err(console.failed(&error.to_string()));
    }
    if args.requested.is_hardware()
        && let Some(message) = unknown_register(args, session.target().tables())
    {
        return Err(console.failed(&message));
    }
    // Pipes get llvm-mca's messages and no others.
    if terminal::is_stderr()
        && let Some(described) = session.borrowed_model()
    {
        let cpu = session.cpu_name();
        let text =
            format!("LLVM has no scheduling model of '{cpu}', it uses that of '{described}'");
        console.message(Severity::Note, &text);
    }
    Ok(session)
}

/// Returns the CPU of a model of the user's that a name means as files write it: `MyZen` means `myzen`.
fn cpu_of_own_model(builder: &SessionBuilder, args: &Args, name: &str) -> Option<String> {
    if args.models.is_empty() {
        return None;
    }
    let cpus = builder.catalog().ok()?.cpus;
    let lower = name.to_ascii_lowercase();
    let meant = [lower.as_str(), lower.strip_suffix("model").unwrap_or(&lower)];
    let is_known = |name: &str| cpus.iter().any(|cpu| cpu == name);
    let found = meant.into_iter().find(|it| is_known(it)).filter(|_| !is_known(name));
    found.map(str::to_owned)
}

/// Returns the error that a target has no CPU of that name, with the nearest one.
pub fn unknown_cpu(builder: &SessionBuilder, name: &str) -> String {
    let arch = builder.triple().arch();
    let target = arch.map_or("this target", Arch::target_name);
    let cpus = builder.catalog().map(|catalog| catalog.cpus).unwrap_or_default();
    let hint = match (suggest::choice(&suggest::nearest_cpu(name, &cpus)), arch_of_cpu(name, arch))
    {
        (_, Some(other)) => format!("it is one of {}", other.target_name()),
        (Some(choice), None) => format!("did you mean {choice}?"),
        (None, None) => format!("`oxmca models --march={target}` lists those that there are"),
    };
    format!("'{name}' is no CPU of {target}; {hint}")
}

/// Prints notices about CPU and features, and the lists that were asked for, at most one of them.
fn print_notices<'n>(
    builder: &SessionBuilder,
    notices: impl Iterator<Item = &'n Notice>,
    console: &mut dyn Console,
) {
    let mut is_listed = false;
    for notice in notices {
        match notice {
            Notice::Help | Notice::CpuHelp => {
                let catalog = builder.catalog().ok().filter(|_| !is_listed);
                if let Some(catalog) = catalog {
                    console.text(&list(&catalog, *notice == Notice::Help));
                }
                is_listed = true;
            }
            other => {
                console.text(&format!("{other}\n"));
                if let Notice::UnknownFeature(name) = other {
                    hints::feature(builder, name, console);
                }
            }
        }
    }
}

/// Returns the CPUs of a target, and its features if asked for.
fn list(catalog: &Catalog, with_features: bool) -> String {
    let mut out = String::from("Available CPUs for this target:\n\n");
    if !with_features {
        out.extend(catalog.cpus.iter().map(|name| format!("\t{name}\n")));
        out.push_str(
            "\nUse -mcpu or -mtune to specify the target's processor.\n\
             For example, clang --target=aarch64-unknown-linux-gnu -mcpu=cortex-a35\n",
        );
        return out;
    }
    let width = catalog.cpus.iter().map(String::len).max().unwrap_or(0);
    let cpus = catalog.cpus.iter();
    out.extend(cpus.map(|name| format!("  {name:width$} - Select the {name} processor.\n")));
    out.push_str("\nAvailable features for this target:\n\n");
    let width = catalog.features.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let features = catalog.features.iter();
    out.extend(features.map(|row| format!("  {:width$} - {}.\n", row.name, row.description)));
    out.push_str(
        "\nUse +feature to enable a feature, or -feature to disable it.\n\
         For example, llc -mcpu=mycpu -mattr=+feature1,-feature2\n",
    );
    out
}

/// Returns options of reading inputs and showing instructions, for a target with these dialects.
pub fn text_options(args: &Args, dialects: &[Dialect]) -> TextOptions {
    let variant = usize::try_from(args.output_asm_variant);
    TextOptions::with(|it| {
        let mut chosen = [Some(args.input_dialect), args.neon_dialect].into_iter().flatten();
        it.dialect = chosen.find(|dialect| dialects.contains(dialect));
        it.shown_dialect = variant.ok().and_then(|variant| dialects.get(variant).copied());
        it.hex_immediates = args.print_imm_hex;
        it.instruments = !args.disable_instruments;
        it.skip_invalid_lines = args.skip.parse_failures();
        it.lenient = args.reads_leniently();
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::CapturedOutput;

    fn has(session: &Session, constant: &str) -> bool {
        let bit = session.tables().feature_bit(constant);
        bit.is_some_and(|bit| session.subtarget().features.contains(bit))
    }

    fn resolve(mtriple: &str, mcpu: &str, mattr: &[&str]) -> Session {
        let args = Args {
            mtriple: mtriple.into(),
            mcpu: Some(mcpu.into()),
            mattr: mattr.iter().map(|name| (*name).to_owned()).collect(),
            ..Args::default()
        };
        let console = &mut CapturedOutput::default();
        session(&builder(&args, "oxmca", console).unwrap(), &args, console).unwrap()
    }

    #[test]
    fn the_triple_chooses_the_mode_and_mattr_has_the_last_word() {
        let session = resolve("i686-unknown-unknown", "znver4", &[]);
        assert!(has(&session, "Is32Bit"));
        let session = resolve("x86_64", "znver4", &["-avx"]);
        assert!(has(&session, "Is64Bit"));
        assert!(!has(&session, "FeatureAVX512"));
        assert!(has(&session, "FeatureSSE42"));
    }
}

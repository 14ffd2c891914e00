//! `.amdgcn_target "amdgcn-amd-amdhsa--gfx90a:xnack+"`: the processor that a text is for.

use crate::parser::error::message;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::amdgpu::generation::Mode;
use crate::target::amdgpu::modes;
use crate::target::amdgpu::state::State;
use crate::target::amdgpu::target::AmdGpu;
use crate::target::amdgpu::version::{Version, canonical_name};

/// The parts of a triple.
const PARTS: usize = 4;

/// Parses a directive's name of a processor and compares it with the one that was asked for.
pub fn parse(gpu: &AmdGpu<'_>, parser: &mut Parser<'_>, directive: &str) -> ParseResult {
    let loc = parser.tok().loc;
    let id = String::from_utf8_lossy(&parser.parse_escaped_string()?).into_owned();
    let parts: Vec<&str> = id.splitn(PARTS + 1, '-').collect();
    let is_known_arch = parts[0] == "amdgcn" || parts[0].starts_with("amdgpu");
    let [triple @ .., processor] = parts.as_slice() else { return Ok(()) };
    if triple.len() < PARTS || !is_known_arch {
        return Err(parser.error(loc, message!["malformed target id '", id.as_str(), "'"]));
    }
    let mut features = processor.split(':');
    let cpu = features.next().unwrap_or_default();
    let is_known = |name: &str| gpu.tables.cpu_named(name).is_some();
    if !is_known(cpu) {
        let message = message![
            "target id '",
            id.as_str(),
            "' specifies a processor that is not valid for subarch 'amdgcn'"
        ];
        return Err(parser.error(loc, message));
    }
    let named: Vec<&str> = triple.iter().map(known_or).collect();
    let asked = asked_triple(gpu.triple.as_str());
    let own = parser.cpu_name().to_owned();
    if named[1..] != asked[1..] {
        let modes = modes_of(&features, named[2] == "amdhsa");
        let message = message![
            directive,
            " ",
            named.join("-").as_str(),
            "-",
            canonical_name(cpu),
            modes.as_str(),
            " is incompatible with ",
            asked.join("-").as_str(),
            "-",
            canonical_name(&own)
        ];
        return Err(parser.error(loc, message));
    }
    if Version::of(cpu) != Version::of(&own) {
        let message = message![
            directive,
            " directive processor ",
            canonical_name(cpu),
            " does not match the specified processor ",
            own.as_str()
        ];
        return Err(parser.error(loc, message));
    }
    check_modes(gpu, parser, loc, cpu, &features);
    Ok(())
}

/// Warns of modes that the code cannot run under, and takes those of the directive from now on.
fn check_modes<'t>(
    gpu: &AmdGpu<'_>,
    parser: &mut Parser<'_>,
    loc: Loc,
    cpu: &str,
    named: &(impl Iterator<Item = &'t str> + Clone),
) {
    let tables = &gpu.tables;
    let Some(row) = tables.cpu_named(cpu).map(|it| &tables.cpus[it.index()]) else { return };
    let mut features = row.features;
    tables.close_features(&mut features);
    let named = modes::named(gpu, &features, named);
    let known = parser.target_state.get::<State>().and_then(|it| it.modes);
    let current = known.unwrap_or_else(|| modes::requested(gpu, parser));
    for (mode, (named, current)) in Mode::ALL.into_iter().zip(named.into_iter().zip(current)) {
        if named.conflicts_with(current) {
            let name = mode.name();
            parser
                .warning(loc, format!(".amdgcn_target directive has conflicting {name} settings"));
        }
    }
    if let Some(state) = parser.target_state.get_mut::<State>() {
        state.modes = Some(named);
    }
}

fn known_or<'t>(part: &&'t str) -> &'t str {
    if part.is_empty() { "unknown" } else { part }
}

/// Returns the four parts of the triple that was asked for.
fn asked_triple(triple: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = triple.splitn(PARTS, '-').collect();
    parts.iter_mut().for_each(|part| *part = known_or(part));
    parts.resize(PARTS, "unknown");
    parts
}

/// Returns the modes behind a processor's name in the order in which they are shown.
fn modes_of<'t>(features: &(impl Iterator<Item = &'t str> + Clone), are_shown: bool) -> String {
    let mut text = String::new();
    for name in ["sramecc", "xnack"].iter().filter(|_| are_shown) {
        if let Some(mode) = features.clone().filter(|it| it.starts_with(name)).last() {
            text.push(':');
            text.push_str(mode);
        }
    }
    text
}

//! Reading the lines `ports`, `form` and `fuse`.

use std::ops::Range;

use super::comparison::{Comparison, ComparisonRow};
use super::form::{Bypass, LateResult, OperandDelay, Property, SharedUnit};
use super::fusion::FusionRule;
use super::ports::{
    DispatchLimit, Limited, MAX_DISPATCH_LIMITS, MicroOps, PortName, PortScheduler, PortSet, Ports,
};
use super::selection::{FormCondition, InstructionTrait, Requirement, Row, Selection};
use crate::overlay::{flag, ranged, suggest};
use crate::text::TextError;
use crate::text::lines::{Line, list};

/// Most micro-ops that an instruction computes with.
const MAX_MICRO_OPS: i128 = 128;
/// Most micro-ops that an instruction is decoded into.
const MAX_DECODED: i128 = 1000;
/// Most cycles of a latency in a hardware file.
pub const MAX_LATENCY_CYCLES: u16 = 1000;
/// The same, and of a divider.
const MAX_CYCLES: i128 = MAX_LATENCY_CYCLES as i128;
/// Most cycles of a delay of an operand.
const MAX_DELAY: i128 = 100;
/// Most operands of an instruction.
const MAX_OPERANDS: i128 = 9;
/// Most letters of a pattern.
const MAX_PATTERN: usize = 100;

/// The keys of `ports` that are no names of ports.
const ROLES: [&str; 20] = [
    "load",
    "vector-load",
    "store-address",
    "indexed-store-address",
    "store-data",
    "vector-store-data",
    "general-store-data",
    "stack-update",
    "base-update",
    "branch-with-result",
    "vector-merge",
    "vector",
    "schedulers",
    "parts",
    "dispatch",
    "third-operands",
    "results-through",
    "beside-wide",
    "by-rows",
    "dividers",
];

/// The value of `ports` of an instruction that only accesses memory.
const NO_PORTS: &str = "none";

/// Reads `ports 0=SKLPort0 ... load=2+3 store-address=2+3+7 store-data=4 dividers=SKLDivider`.
pub(super) fn ports(line: &Line<'_>, ports: &mut Ports) -> Result<(), TextError> {
    for (key, value) in line.pairs(1) {
        let set = |ports: &Ports| port_set(line, ports, key, value);
        match key {
            "load" => {
                ports.load = set(ports)?;
                ports.vector_load = ports.load;
            }
            "vector-load" => ports.vector_load = set(ports)?,
            "store-address" => {
                ports.store_address = set(ports)?;
                ports.indexed_store_address = ports.store_address;
            }
            "indexed-store-address" => ports.indexed_store_address = set(ports)?,
            "store-data" => {
                ports.store_data = set(ports)?;
                ports.vector_store_data = ports.store_data;
                ports.general_store_data = ports.store_data;
            }
            "vector-store-data" => ports.vector_store_data = set(ports)?,
            "general-store-data" => ports.general_store_data = set(ports)?,
            "stack-update" => ports.stack_update = set(ports)?,
            "base-update" => ports.base_update = set(ports)?,
            "branch-with-result" => ports.branch_with_result = set(ports)?,
            "vector-merge" => ports.vector_merge = set(ports)?,
            "vector" => ports.vector = set(ports)?,
            "schedulers" => {
                let schedulers = list(value).map(|it| port_scheduler(line, ports, it));
                ports.schedulers = schedulers.collect::<Result<_, _>>()?;
            }
            "parts" => {
                let sets = list(value).map(|it| port_set(line, ports, key, it));
                ports.parts = sets.collect::<Result<_, _>>()?;
            }
            "dispatch" => {
                let limits = list(value).map(|it| dispatch_limit(line, ports, it));
                ports.dispatch_limits = limits.collect::<Result<_, _>>()?;
                if ports.dispatch_limits.len() > MAX_DISPATCH_LIMITS {
                    let message = format!("more than {MAX_DISPATCH_LIMITS} limits");
                    return Err(line.error_at(value, message));
                }
            }
            "third-operands" => {
                let pairs = list(value).map(|it| two_sets(line, ports, it));
                ports.third_operands = pairs.collect::<Result<_, _>>()?;
                // Each would wait for the other.
                let all = |of: usize| ports.third_operands.iter().fold(0, |all, it| all | it[of].0);
                if all(0) & all(1) != 0 {
                    let message = "a port both reads third operands and is in the way of another";
                    return Err(line.error_at(value, message));
                }
            }
            "results-through" => {
                ports.results_through = two_sets(line, ports, value)?;
                if !ports.results_through[1].0.is_power_of_two() {
                    return Err(line.error_at(value, "results go through one port"));
                }
            }
            "beside-wide" => ports.beside_wide = two_sets(line, ports, value)?,
            "by-rows" => ports.by_rows = set(ports)?,
            "dividers" => ports.dividers = list(value).map(str::to_owned).collect(),
            name => port(line, ports, name, value)?,
        }
    }
    Ok(())
}

/// Reads `F0:S1`, a port and another.
fn two_sets(line: &Line<'_>, ports: &Ports, text: &str) -> Result<[PortSet; 2], TextError> {
    let Some((first, second)) = text.split_once(':') else {
        return Err(line.error_at(text, format!("expected `PORT:PORT` instead of `{text}`")));
    };
    Ok([port_set(line, ports, text, first)?, port_set(line, ports, text, second)?])
}

/// Reads `F0+F3:38`: a scheduler of two ports, with 38 micro-ops; or ports alone.
fn port_scheduler(line: &Line<'_>, ports: &Ports, text: &str) -> Result<PortScheduler, TextError> {
    let (set, size) = match text.split_once(':') {
        Some((set, size)) => (set, Some(size)),
        None => (text, None),
    };
    let ports = port_set(line, ports, "schedulers", set)?;
    let size = size.map(|size| match size.parse() {
        Ok(size @ 1..=1024) => Ok(size),
        _ => {
            let message = format!("expected a number from 1 to 1024 instead of `{size}`");
            Err(line.error_at(size, message))
        }
    });
    Ok(PortScheduler { ports, size: size.transpose()? })
}

/// Reads `0+1:2`: of the micro-ops that only these two ports execute, a cycle takes two; or `vectors:6`.
fn dispatch_limit(line: &Line<'_>, ports: &Ports, text: &str) -> Result<DispatchLimit, TextError> {
    let Some((set, count)) = text.split_once(':') else {
        return Err(line.error_at(text, format!("expected `PORTS:NUMBER` instead of `{text}`")));
    };
    let of = match set {
        "vectors" => Limited::Vectors,
        "constants" => Limited::Constants,
        set => Limited::Ports(port_set(line, ports, text, set)?),
    };
    match count.parse() {
        Ok(micro_ops @ 1..=127) => Ok(DispatchLimit { of, micro_ops }),
        _ => {
            Err(line
                .error_at(count, format!("expected a number from 1 to 127 instead of `{count}`")))
        }
    }
}

/// Adds a port, or gives one of that name another resource.
fn port(line: &Line<'_>, ports: &mut Ports, name: &str, resource: &str) -> Result<(), TextError> {
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        let hint = suggest::hint(name, ROLES.into_iter());
        let message = format!("`{name}` is no name of a port, which has letters and digits{hint}");
        return Err(line.error_at(name, message));
    }
    if resource.is_empty() {
        return Err(line.error_at(name, format!("expected `{name}=RESOURCE`")));
    }
    let is_full = ports.names.len() == Ports::MOST;
    match ports.names.iter_mut().find(|known| known.short == name) {
        Some(known) => resource.clone_into(&mut known.resource),
        None if is_full => {
            return Err(line.error_at(name, format!("more than {} ports", Ports::MOST)));
        }
        None => {
            ports.names.push(PortName { short: name.to_owned(), resource: resource.to_owned() })
        }
    }
    Ok(())
}

fn port_set(line: &Line<'_>, ports: &Ports, key: &str, text: &str) -> Result<PortSet, TextError> {
    if text.is_empty() {
        return Err(line.error_at(key, format!("`{key}` names no port")));
    }
    ports.set(text).map_err(|name| {
        let known: Vec<&str> = ports.names.iter().map(|known| known.short.as_str()).collect();
        let message = match known.is_empty() {
            true => format!("unknown port `{name}`: there is none before"),
            false => format!("unknown port `{name}`: there are {}", known.join(", ")),
        };
        line.error_at(name, message)
    })
}

/// Reads `form PROPERTY... for OPCODE... if CONDITION...`.
pub(super) fn form(
    line: &Line<'_>,
    ports: &Ports,
    traits: &[InstructionTrait],
) -> Result<Row<Vec<Property>>, TextError> {
    let place = |word: &str| line.words.iter().position(|it| **it == *word);
    let start = place("for").ok_or_else(|| line.error("missing `for`"))?;
    let properties = line.pairs(1).take(start - 1);
    let properties = properties.map(|(key, value)| property(line, ports, key, value));
    let properties: Vec<Property> = properties.collect::<Result<_, _>>()?;
    if properties.is_empty() {
        return Err(line.error_at(&line.words[start], "expected properties before `for`"));
    }
    let selection = selection(line, start..line.words.len(), traits)?;
    Ok(Row { selection, says: properties })
}

/// Reads `compared latency throughput for OPCODE...`, or the same with `differs`.
pub(super) fn comparison(
    line: &Line<'_>,
    comparison: Comparison,
) -> Result<Row<ComparisonRow>, TextError> {
    let start = line.words.iter().position(|it| **it == *"for");
    let start = start.ok_or_else(|| line.error("missing `for`"))?;
    let mut says = ComparisonRow { latency: false, throughput: false, comparison };
    for word in &line.words[1..start] {
        match &**word {
            "latency" => says.latency = true,
            "throughput" => says.throughput = true,
            other => {
                let message = format!("expected `latency` or `throughput` instead of `{other}`");
                return Err(line.error_at(word, message));
            }
        }
    }
    if start == 1 {
        return Err(
            line.error_at(&line.words[start], "expected `latency` or `throughput` before `for`")
        );
    }
    let selection = selection(line, start..line.words.len(), &[])?;
    match selection.requirements.is_empty() {
        true => Ok(Row { selection, says }),
        false => Err(line.error("comparisons have no conditions")),
    }
}

/// Reads `fuse OPCODE... if CONDITION... with OPCODE... if CONDITION...`.
pub(super) fn fusion(
    line: &Line<'_>,
    fuses: bool,
    traits: &[InstructionTrait],
) -> Result<FusionRule, TextError> {
    let with = line.words.iter().position(|it| **it == *"with");
    let with = with.ok_or_else(|| line.error("missing `with`"))?;
    let first = selection(line, 0..with, traits)?;
    // A condition on both together stands among those of the second.
    let overwrites = line.words.iter().skip(with).rposition(|it| **it == *OVERWRITES);
    let second = selection(line, with..line.words.len(), traits)?;
    Ok(FusionRule { first, second, overwrites: overwrites.is_some(), fuses })
}

/// The condition that the second instruction of a pair overwrites what the first one gives.
pub(super) const OVERWRITES: &str = "overwrites";

/// Reads `OPCODE... if CONDITION...` after the first word of a range.
fn selection(
    line: &Line<'_>,
    range: Range<usize>,
    traits: &[InstructionTrait],
) -> Result<Selection, TextError> {
    let words = &line.words[range];
    let [keyword, words @ ..] = words else { return Err(line.error("missing opcodes")) };
    let condition_keyword = words.iter().position(|it| **it == *"if");
    let (patterns, conditions) = words.split_at(condition_keyword.unwrap_or(words.len()));
    if patterns.is_empty() {
        return Err(line.error_at(keyword, format!("nothing is named after `{keyword}`")));
    }
    let is_second = **keyword == *"with";
    let requirements = conditions.iter().skip(1).filter(|it| !is_second || ***it != *OVERWRITES);
    let requirements = requirements.map(|word| requirement(line, word, traits));
    let requirements: Vec<Requirement> = requirements.collect::<Result<_, _>>()?;
    if let [keyword] = conditions {
        return Err(line.error_at(keyword, "no condition is named after `if`"));
    }
    if let Some(long) = patterns.iter().find(|it| it.len() > MAX_PATTERN) {
        return Err(line.error_at(long, format!("more than {MAX_PATTERN} letters")));
    }
    let patterns = patterns.iter().map(|word| str::to_owned(word)).collect();
    Ok(Selection { patterns, requirements })
}

/// Reads a condition, or `not-` and one.
fn requirement(
    line: &Line<'_>,
    word: &str,
    traits: &[InstructionTrait],
) -> Result<Requirement, TextError> {
    let (name, holds) = match word.strip_prefix("not-") {
        Some(name) => (name, false),
        None => (word, true),
    };
    let known = FormCondition::ALL.iter().find(|(known, _)| *known == name).map(|it| it.1);
    let of_target = || {
        let at = traits.iter().position(|it| it.name == name)?;
        Some(FormCondition::Trait(u8::try_from(at).ok()?))
    };
    let condition = known.or_else(of_target).ok_or_else(|| {
        let known = FormCondition::ALL.iter().map(|(name, _)| *name);
        let hint = suggest::hint(name, known.chain(traits.iter().map(|it| it.name)));
        line.error_at(word, format!("unknown condition `{name}`{hint}"))
    })?;
    Ok(Requirement { condition, holds })
}

fn property(line: &Line<'_>, ports: &Ports, key: &str, value: &str) -> Result<Property, TextError> {
    if let Some((_, set)) = Property::FLAGS.iter().find(|(name, _)| *name == key) {
        return Ok(Property::Flag(*set, flag(line, value)?));
    }
    match key {
        "as-modelled" => match value {
            "" => Ok(Property::AsModelled),
            other => Err(line.error_at(other, "`as-modelled` has no value")),
        },
        "slots" => Ok(Property::Slots(ranged(line, value, 1..=MAX_DECODED)?)),
        "slots-in-a-row" => Ok(Property::SlotsInARow(ranged(line, value, 1..=MAX_DECODED)?)),
        "decode" => Ok(Property::Decode(ranged(line, value, 1..=MAX_DECODED)?)),
        "ports" => all_micro_ops(line, ports, key, value).map(Property::Ports),
        "ports-once" => all_micro_ops(line, ports, key, value).map(Property::PortsOnce),
        "busy" => Ok(Property::Busy(hundredths(line, value)?)),
        "busy-once" => Ok(Property::BusyOnce(ranged(line, value, 0..=MAX_CYCLES)?)),
        "latency" => Ok(Property::Latency(ranged(line, value, 0..=MAX_CYCLES)?)),
        "divider" => Ok(Property::Divider(half_cycles(line, value)?)),
        "shared-unit" => shared_unit(line, ports, value).map(Property::SharedUnit),
        "later-on" => match value {
            NO_PORTS => Ok(Property::LaterOn(PortSet::default())),
            _ => port_set(line, ports, key, value).map(Property::LaterOn),
        },
        "flag-delay" => Ok(Property::FlagDelay(ranged(line, value, 0..=MAX_DELAY)?)),
        "base-delay" => Ok(Property::BaseDelay(ranged(line, value, 0..=MAX_DELAY)?)),
        "delay" => {
            let delays = list(value).map(|part| {
                let (operand, cycles) = cycles_of(line, part, "OPERAND")?;
                Ok(OperandDelay { operand, cycles })
            });
            Ok(Property::Delays(delays.collect::<Result<_, _>>()?))
        }
        "early" => {
            let (operand, late_cycles) = cycles_of(line, value, "OPERAND")?;
            Ok(Property::Early(operand, Bypass { row: 0, late_cycles, is_domain: false }))
        }
        "third-read" => Ok(Property::ThirdRead(ranged(line, value, 1..=MAX_OPERANDS)?)),
        "late-results" => {
            let results = list(value).map(|part| {
                let (result, late_cycles) = cycles_of(line, part, "RESULT")?;
                Ok(LateResult { result, late_cycles })
            });
            Ok(Property::LateResults(results.collect::<Result<_, _>>()?))
        }
        "late-elsewhere" => {
            let late_cycles = ranged(line, value, 0..=MAX_DELAY)?;
            Ok(Property::Bypass(Bypass { row: 0, late_cycles, is_domain: false }))
        }
        "late-in-other-domains" => {
            let late_cycles = ranged(line, value, 0..=MAX_DELAY)?;
            Ok(Property::Bypass(Bypass { row: 0, late_cycles, is_domain: true }))
        }
        _ => {
            let hint = suggest::hint(key, Property::names());
            Err(line.error_at(key, format!("unknown property `{key}`{hint}")))
        }
    }
}

/// Reads `2*0+1,5`: micro-ops with their ports, or `none`.
fn all_micro_ops(
    line: &Line<'_>,
    ports: &Ports,
    key: &str,
    value: &str,
) -> Result<Vec<MicroOps>, TextError> {
    if value == NO_PORTS {
        return Ok(Vec::new());
    }
    let parts = list(value).map(|part| micro_ops(line, ports, part));
    let parts: Vec<MicroOps> = parts.collect::<Result<_, _>>()?;
    let count: i128 = parts.iter().map(|it| i128::from(it.count)).sum();
    match count {
        0 => Err(line.error_at(key, format!("`{key}` names no port"))),
        1..=MAX_MICRO_OPS => Ok(parts),
        _ => Err(line.error_at(value, format!("more than {MAX_MICRO_OPS} micro-ops"))),
    }
}

/// Reads `4`, `3.5` or `4.35`. Returns hundredths.
fn hundredths(line: &Line<'_>, text: &str) -> Result<u32, TextError> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, "0"));
    let whole: u32 = ranged(line, whole, 0..=MAX_CYCLES)?;
    match rest.parse::<u32>() {
        Ok(tenths) if rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit() => {
            Ok(100 * whole + 10 * tenths)
        }
        Ok(hundredths) if rest.len() == 2 && rest.as_bytes()[0].is_ascii_digit() => {
            Ok(100 * whole + hundredths)
        }
        _ => {
            let message =
                format!("expected at most two digits after the point instead of `{rest}`");
            Err(line.error_at(text, message))
        }
    }
}

/// Reads `4` or `3.5`. Returns halves of cycles.
fn half_cycles(line: &Line<'_>, text: &str) -> Result<u16, TextError> {
    let (cycles, half) = match text.strip_suffix(".5") {
        Some(cycles) => (cycles, 1),
        None => (text, 0),
    };
    let cycles: u16 = ranged(line, cycles, 0..=MAX_CYCLES)?;
    Ok(2 * cycles + half)
}

/// Reads `F0:1`: the unit of some ports and the cycles for which it is taken, also hundredths, or `none`.
fn shared_unit(
    line: &Line<'_>,
    ports: &Ports,
    text: &str,
) -> Result<Option<SharedUnit>, TextError> {
    if text == NO_PORTS {
        return Ok(None);
    }
    let Some((of, cycles)) = text.split_once(':') else {
        return Err(line.error_at(text, format!("expected `PORTS:CYCLES` instead of `{text}`")));
    };
    let ports = port_set(line, ports, "shared-unit", of)?;
    Ok(Some(SharedUnit { ports, hundredths: hundredths(line, cycles)? }))
}

/// Reads `3:5`: five cycles more from, or of, the third of what is counted.
fn cycles_of(line: &Line<'_>, text: &str, counted: &str) -> Result<(u8, u8), TextError> {
    let Some((number, cycles)) = text.split_once(':') else {
        return Err(line.error_at(text, format!("expected `{counted}:CYCLES` instead of `{text}`")));
    };
    Ok((ranged(line, number, 1..=MAX_OPERANDS)?, ranged(line, cycles, 0..=MAX_DELAY)?))
}

/// Reads `9*0+1+5`: nine micro-ops, each on one of three ports.
fn micro_ops(line: &Line<'_>, ports: &Ports, text: &str) -> Result<MicroOps, TextError> {
    let (count, set) = text.split_once('*').unwrap_or(("1", text));
    let count = match text.contains('*') {
        true => ranged(line, count, 1..=MAX_MICRO_OPS)?,
        false => 1,
    };
    Ok(MicroOps { count, ports: port_set(line, ports, text, set)? })
}

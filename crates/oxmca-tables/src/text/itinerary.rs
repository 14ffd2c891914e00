//! The words of `itinerary` lines, which shipped models and models of one's own share.

use super::error::TextError;
use super::lines::{Line, list};
use crate::schema::*;

/// Most stages of an itinerary, units of a stage, and operands.
const MAX_ITEMS: usize = 255;
/// Latest cycle in which an operand is read or written.
const MAX_OPERAND_CYCLE: u16 = 4096;

/// The names that a model has declared.
pub(crate) trait Names {
    /// Returns the functional unit of that name, which must be a resource of one unit.
    fn unit(&self, line: &Line<'_>, name: &str) -> Result<ResourceId, TextError>;

    /// Returns the number of the bypass of that name, from 1.
    fn bypass(&self, line: &Line<'_>, name: &str) -> Result<u16, TextError>;
}

/// A stage whose units are in no table yet.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    /// The units to choose from.
    pub units: Vec<ResourceId>,
    /// The stage without them.
    pub row: ItineraryStage,
}

/// The operands of an itinerary: latencies and read-advances by operand.
#[derive(Clone, Debug)]
pub(crate) struct Operands {
    /// The cycle in which each operand is written.
    pub latencies: Vec<WriteLatency>,
    /// By how much each is read later than in the first cycle.
    pub advances: Vec<ReadAdvance>,
}

/// Reads `STAGE,...`, each `UNIT|UNIT...` or `-` for none, then `:CYCLES` unless it is 1, `+NEXT` unless the next
/// stage begins when this one ends, and `/reserved` unless the unit is required.
pub(crate) fn stages(
    names: &impl Names,
    line: &Line<'_>,
    value: &str,
) -> Result<Vec<Stage>, TextError> {
    let stages: Vec<Stage> =
        items(line, value)?.map(|item| stage(names, line, item)).collect::<Result<_, _>>()?;
    let rows: Vec<ItineraryStage> = stages.iter().map(|stage| stage.row).collect();
    if ItineraryStage::latency_cycles(&rows) > ItineraryStage::MAX_CYCLES {
        let message = format!("an itinerary takes at most {} cycles", ItineraryStage::MAX_CYCLES);
        return Err(line.error_at(value, message));
    }
    Ok(stages)
}

fn stage(names: &impl Names, line: &Line<'_>, item: &str) -> Result<Stage, TextError> {
    let (item, is_reserved) = match item.split_once('/') {
        None => (item, false),
        Some((item, "reserved")) => (item, true),
        Some((_, kind)) => {
            return Err(line.error_at(kind, format!("expected `reserved`, not `{kind}`")));
        }
    };
    let (units, cycles) = item.split_once(':').unwrap_or((item, "1"));
    let (cycles, next) = cycles.split_once('+').unwrap_or((cycles, cycles));
    let (cycles, next_cycles) = (number(line, cycles)?, number(line, next)?);
    let units = match units {
        "-" => Vec::new(),
        units if units.split('|').nth(MAX_ITEMS).is_some() => {
            return Err(line.error_at(units, format!("more than {MAX_ITEMS} units")));
        }
        units => {
            let units = units.split('|').map(|name| names.unit(line, name));
            units.collect::<Result<Vec<_>, _>>()?
        }
    };
    let is_reserved = is_reserved.into();
    let row = ItineraryStage { cycles, next_cycles, is_reserved, ..ItineraryStage::default() };
    Ok(Stage { units, row })
}

/// Reads `CYCLE,...`, one per machine operand, each with `/BYPASS` if it is forwarded.
pub(crate) fn operands(
    names: &impl Names,
    line: &Line<'_>,
    value: &str,
) -> Result<Operands, TextError> {
    let mut operands = Operands { latencies: Vec::new(), advances: Vec::new() };
    for (index, item) in items(line, value)?.enumerate() {
        let (cycle, bypass) = item.split_once('/').map_or((item, None), |(a, b)| (a, Some(b)));
        let cycle = number(line, cycle)?;
        let write_resource = bypass.map_or(Ok(0), |name| names.bypass(line, name))?;
        let use_index = index as u16;
        let cycles = cycle as i16;
        operands.latencies.push(WriteLatency { latency_cycles: cycles, write_resource });
        // What is written in cycle 3 and read in cycle 2 is there two cycles later, by a bypass one.
        if write_resource != 0 {
            operands.advances.push(ReadAdvance { use_index, write_resource, cycles });
        }
        operands.advances.push(ReadAdvance { use_index, write_resource: 0, cycles: cycles - 1 });
    }
    Ok(operands)
}

/// Returns the items of a list that is not too long.
fn items<'v>(line: &Line<'_>, value: &'v str) -> Result<impl Iterator<Item = &'v str>, TextError> {
    match list(value).nth(MAX_ITEMS) {
        None => Ok(list(value)),
        Some(_) => Err(line.error_at(value, format!("more than {MAX_ITEMS} items"))),
    }
}

/// Returns a number of cycles.
fn number(line: &Line<'_>, text: &str) -> Result<u16, TextError> {
    let cycles: u16 = line.number(text)?;
    match cycles <= MAX_OPERAND_CYCLE {
        true => Ok(cycles),
        false => {
            Err(line
                .error_at(text, format!("`{text}` is not a number from 0 to {MAX_OPERAND_CYCLE}")))
        }
    }
}

//! Itineraries: functional units, stages and operand cycles of scheduling classes.

use std::collections::HashMap;

use anyhow::{Context, Result, bail};

use super::cxx::{Init, between, initializer, number};
use super::sched_classes::SchedClasses;
use super::words::push_folded;

/// The itineraries of a model, as LLVM's tables have them.
pub struct Itineraries {
    /// Names of functional units by bit.
    pub units: Vec<String>,
    /// Names of bypasses by number, from 1.
    pub bypasses: Vec<String>,
    /// Scheduling classes that have any, each with its number.
    pub classes: Vec<(usize, Itinerary)>,
}

/// The itinerary of a class.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Itinerary {
    /// Micro-ops; `None` where LLVM's target decides by operands.
    pub micro_ops: Option<u16>,
    /// Stages in order.
    pub stages: Vec<Stage>,
    /// By machine operand, the cycle in which it is read or written, and the bypass, 0 for none.
    pub operands: Vec<(u16, u16)>,
}

/// A stage of an itinerary.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stage {
    /// Units to choose from, by bit.
    pub units: u64,
    /// Cycles for which one is held.
    pub cycles: u16,
    /// Cycles until the next stage begins.
    pub next_cycles: u16,
    /// The unit is reserved, not required.
    pub is_reserved: bool,
}

/// Reads the itineraries that LLVM calls `name` from a subtarget dump.
///
/// # Errors
/// The dump has another form than LLVM's `llvm-tblgen` gave it when this was written.
pub fn read(source: &str, name: &str) -> Result<Itineraries> {
    let units = constants(source, &format!("namespace {name}FU {{"))?;
    let bypasses = constants(source, &format!("namespace {name}Bypass {{")).unwrap_or_default();
    let bits: HashMap<&str, u64> =
        units.iter().enumerate().map(|(bit, unit)| (unit.as_str(), 1 << bit)).collect();
    let stages = initializer(source, "Stages[] =")?;
    let cycles = initializer(source, "OperandCycles[] =")?;
    let forwardings = initializer(source, "ForwardingPaths[] =")?;
    let mut classes = Vec::new();
    for (class, row) in
        initializer(source, &format!("llvm::InstrItinerary {name}[] ="))?.iter().enumerate()
    {
        let [micro_ops, spans @ ..] = row.list()? else { bail!("row of an itinerary") };
        // The last row marks the end.
        if spans.iter().any(|it| it.expr().is_ok_and(|it| it.contains('~'))) {
            break;
        }
        let spans = spans.iter().map(Init::number).collect::<Result<Vec<usize>>>()?;
        let [first_stage, end_stage, first_operand, end_operand] = spans[..] else {
            bail!("row of an itinerary");
        };
        let rows = stages.get(first_stage..end_stage).context("stages of an itinerary")?;
        let rows = rows.iter().map(|row| stage(row, &bits));
        let operands = first_operand..end_operand;
        let cycles = cycles.get(operands.clone()).context("operands of an itinerary")?;
        let forwardings = forwardings.get(operands).context("bypasses of an itinerary")?;
        let operands = cycles
            .iter()
            .zip(forwardings)
            .map(|(cycle, path)| Ok((cycle.number()?, bypass(path.expr()?, &bypasses)?)));
        let itinerary = Itinerary {
            micro_ops: u16::try_from(micro_ops.number::<i32>()?).ok().filter(|it| *it != 0),
            stages: rows.collect::<Result<_>>()?,
            operands: operands.collect::<Result<_>>()?,
        };
        if !itinerary.stages.is_empty() || !itinerary.operands.is_empty() {
            classes.push((class, itinerary));
        }
    }
    Ok(Itineraries { units, bypasses, classes })
}

/// Returns the names of the constants in a namespace that have a bit, by bit.
fn constants(source: &str, begin: &str) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for line in between(source, begin, "\n} // namespace")?.lines() {
        let Some((name, value)) = line.trim_end_matches(';').split_once(" = ") else { continue };
        let name = name.rsplit(' ').next().unwrap_or(name);
        let Some((_, bit)) = value.split_once("<< ") else { continue };
        if number::<usize>(bit)? != names.len() {
            bail!("the bits of `{begin}` are not in order");
        }
        names.push(name.to_owned());
    }
    Ok(names)
}

/// Returns `{ CYCLES, UNIT | UNIT..., NEXT or -1, KIND }`.
fn stage(row: &Init<'_>, bits: &HashMap<&str, u64>) -> Result<Stage> {
    let [cycles, units, next, kind] = row.list()? else { bail!("stage of an itinerary") };
    let mut mask = 0;
    for unit in units.expr()?.split('|').map(str::trim).filter(|it| *it != "0") {
        let name = unit.rsplit("::").next().unwrap_or(unit);
        mask |= bits.get(name).with_context(|| format!("unknown functional unit `{unit}`"))?;
    }
    let cycles = cycles.number()?;
    let next: i32 = next.number()?;
    let kind = kind.expr()?;
    let is_reserved = match kind.rsplit(')').next().map(str::trim) {
        Some("0") => false,
        Some("1") => true,
        _ => bail!("`{kind}` is not a kind of reservation"),
    };
    let next_cycles = if next < 0 { cycles } else { u16::try_from(next)? };
    Ok(Stage { units: mask, cycles, next_cycles, is_reserved })
}

/// Returns the number of a bypass, from 1; 0 for none.
fn bypass(path: &str, bypasses: &[String]) -> Result<u16> {
    let name = path.rsplit("::").next().unwrap_or(path).trim();
    if matches!(name, "0" | "NoBypass") {
        return Ok(0);
    }
    let position = bypasses.iter().position(|known| known == name);
    Ok(position.with_context(|| format!("unknown bypass `{path}`"))? as u16 + 1)
}

impl Itineraries {
    /// Returns the lines of a model: resources, bypasses, and each distinct itinerary with the classes that
    /// have it.
    ///
    /// # Errors
    /// A class has no label.
    pub fn text(&self, sched_classes: &SchedClasses) -> Result<String> {
        let mut out = String::from("\n# Functional units.\n");
        self.units.iter().for_each(|unit| out.push_str(&format!("resource {unit}\n")));
        if !self.bypasses.is_empty() {
            out.push_str("\n# Paths by which results are forwarded.\n");
            self.bypasses.iter().for_each(|bypass| out.push_str(&format!("bypass {bypass}\n")));
        }
        let mut groups: Vec<(&Itinerary, Vec<&str>)> = Vec::new();
        let mut places: HashMap<&Itinerary, usize> = HashMap::new();
        for (class, itinerary) in &self.classes {
            if !sched_classes.is_used(*class) {
                continue;
            }
            let label = sched_classes.labels.get(*class).context("class of an itinerary")?;
            let place = *places.entry(itinerary).or_insert(groups.len());
            if place == groups.len() {
                groups.push((itinerary, Vec::new()));
            }
            groups[place].1.push(label);
        }
        out.push_str("\n# Itineraries and the classes that have them; a class that is not listed is unsupported.\n");
        for (itinerary, labels) in groups {
            out.push_str("itinerary");
            push_folded(&mut out, self.words(itinerary).iter().map(String::as_str));
            out.push_str(" for\n   ");
            push_folded(&mut out, labels);
            out.push('\n');
        }
        Ok(out)
    }

    /// Returns the properties of an itinerary.
    fn words(&self, itinerary: &Itinerary) -> Vec<String> {
        let mut words = Vec::new();
        if let Some(micro_ops) = itinerary.micro_ops.filter(|it| *it != 1) {
            words.push(format!("uops={micro_ops}"));
        }
        let list = |items: Vec<String>| items.join(",");
        if !itinerary.stages.is_empty() {
            let stages = itinerary.stages.iter().map(|stage| self.stage_text(stage)).collect();
            words.push(format!("stages={}", list(stages)));
        }
        if !itinerary.operands.is_empty() {
            let operands = itinerary.operands.iter().map(|(cycle, bypass)| match *bypass {
                0 => cycle.to_string(),
                bypass => format!("{cycle}/{}", self.bypasses[usize::from(bypass) - 1]),
            });
            words.push(format!("operands={}", list(operands.collect())));
        }
        words
    }

    fn stage_text(&self, stage: &Stage) -> String {
        let units = self.units.iter().enumerate().filter(|(bit, _)| stage.units >> bit & 1 != 0);
        let units: Vec<&str> = units.map(|(_, unit)| unit.as_str()).collect();
        let mut text = if units.is_empty() { "-".to_owned() } else { units.join("|") };
        if stage.next_cycles != stage.cycles {
            text.push_str(&format!(":{}+{}", stage.cycles, stage.next_cycles));
        } else if stage.cycles != 1 {
            text.push_str(&format!(":{}", stage.cycles));
        }
        if stage.is_reserved {
            text.push_str("/reserved");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A dump of one model with three classes, in the form that LLVM writes.
    const DUMP: &str = "\
// Functional units for \"ToyItineraries\"
namespace ToyItinerariesFU {

  const InstrStage::FuncUnits Toy_Pipe0 = 1ULL << 0;
  const InstrStage::FuncUnits Toy_Pipe1 = 1ULL << 1;

} // namespace ToyItinerariesFU

// Pipeline forwarding paths for itineraries \"ToyItineraries\"
namespace ToyItinerariesBypass {

  const unsigned NoBypass = 0;
  const unsigned Toy_Forward = 1 << 0;

} // namespace ToyItinerariesBypass

extern const llvm::InstrStage ToyStages[] = {
  { 0, 0, 0, llvm::InstrStage::Required }, // No itinerary
  { 1, ToyItinerariesFU::Toy_Pipe0 | ToyItinerariesFU::Toy_Pipe1, -1, (llvm::InstrStage::ReservationKinds)0 }, // 1
  { 2, ToyItinerariesFU::Toy_Pipe1, 0, (llvm::InstrStage::ReservationKinds)0 },   { 9, ToyItinerariesFU::Toy_Pipe0, -1, (llvm::InstrStage::ReservationKinds)1 }, // 2-3
  { 0, 0, 0, llvm::InstrStage::Required } // End stages
};
extern const unsigned ToyOperandCycles[] = {
  0, // No itinerary
  2,   1, // 1-2
  0 // End operand cycles
};
extern const unsigned ToyForwardingPaths[] = {
 0, // No itinerary
 ToyItinerariesBypass::Toy_Forward,  0, // 1-2
 0 // End bypass tables
};

static constexpr llvm::InstrItinerary ToyItineraries[] = {
  { 0, 0, 0, 0, 0 }, // 0 NoInstrModel
  { 1, 1, 2, 1, 3 }, // 1 IIC_Add
  { -1, 2, 4, 0, 0 }, // 2 IIC_Multiply
  { 1, 1, 2, 1, 3 }, // 3 IIC_Sub
  { 0, 0, 0, 0, 0 }, // 4 IIC_None
  { 0, uint16_t(~0U), uint16_t(~0U), uint16_t(~0U), uint16_t(~0U) }// end marker
};
";

    #[test]
    fn a_dump_becomes_lines() {
        let itineraries = read(DUMP, "ToyItineraries").unwrap();
        let labels = ["Invalid", "Add", "Multiply", "Sub", "None"].map(str::to_owned).to_vec();
        let text = itineraries.text(&SchedClasses::with_labels(labels)).unwrap();
        let lines: Vec<&str> =
            text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        assert_eq!(
            lines,
            [
                "resource Toy_Pipe0",
                "resource Toy_Pipe1",
                "bypass Toy_Forward",
                "itinerary stages=Toy_Pipe0|Toy_Pipe1 operands=2/Toy_Forward,1 for",
                "    Add Sub",
                "itinerary stages=Toy_Pipe1:2+0,Toy_Pipe0:9/reserved for",
                "    Multiply",
            ]
        );
    }

    #[test]
    fn what_no_dump_has_is_an_error() {
        for (from, to) in [
            ("1ULL << 1", "1ULL << 3"),
            ("ReservationKinds)1", "ReservationKinds)2"),
            ("{ -1, 2, 4", "{ -1, 2, 40"),
            ("ToyItinerariesFU::Toy_Pipe1, 0", "ToyItinerariesFU::Other, 0"),
            ("Bypass::Toy_Forward,", "Bypass::Other,"),
        ] {
            assert!(DUMP.contains(from));
            assert!(read(&DUMP.replace(from, to), "ToyItineraries").is_err(), "{from}");
        }
    }
}

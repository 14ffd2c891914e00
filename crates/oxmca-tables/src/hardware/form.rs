//! Instructions that a hardware model treats apart.

use super::ports::{MicroOps, PortSet};
use super::selection::{FormCondition, Row, Rows};

/// Rows with properties of instructions, in the order of their file.
#[derive(Clone, Debug, Default)]
pub(super) struct FormRules {
    rows: Rows<Vec<Property>>,
    /// Rows that name instructions among which results are known earlier.
    num_bypasses: u8,
}

impl FormRules {
    /// Adds a row. A row has at least one pattern, and readers refuse files with more than some ten thousand of them.
    pub fn push(&mut self, mut row: Row<Vec<Property>>) {
        for property in &mut row.says {
            if let Property::Bypass(bypass) | Property::Early(_, bypass) = property {
                // Of so many rows, the last ones are one.
                self.num_bypasses =
                    self.num_bypasses.saturating_add(1).min(Bypass::FIRST_BY_MODEL - 1);
                bypass.row = self.num_bypasses;
            }
        }
        self.rows.push(row);
    }

    /// Returns all that rows change about instructions of an opcode, later rows over earlier ones. `holds` tells whether a
    /// condition holds for the instruction at hand.
    pub fn change(&self, opcode: &str, holds: impl Fn(FormCondition) -> bool) -> FormChange {
        let mut change = FormChange::default();
        for properties in self.rows.of(opcode, &holds) {
            properties.iter().for_each(|property| property.apply(&mut change));
        }
        change
    }

    /// Returns the number of patterns of all rows that are no names.
    pub fn num_patterns(&self) -> usize {
        self.rows.num_patterns()
    }

    /// Returns the number of names in full of all rows.
    pub fn num_names(&self) -> usize {
        self.rows.num_names()
    }
}

/// All that a hardware model changes about an instruction. All that is `None` or false stays as the scheduling model has it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FormChange {
    /// Micro-ops that it is decoded into, in the fused domain.
    pub decoded_micro_ops: Option<u16>,
    /// Slots of the renamer that it takes at least, as instructions do that come from microcode.
    pub renamed_slots: Option<u16>,
    /// Slots of the renamer that every second one takes of instructions in a row that have this.
    pub slots_in_a_row: Option<u16>,
    /// Only a decoder for instructions of several micro-ops takes it.
    pub is_complex: bool,
    /// Micro-ops that execute, besides those that access memory.
    pub computes: Option<Vec<MicroOps>>,
    /// Cycles from its operands, but not the address, to its result.
    pub latency_cycles: Option<u16>,
    /// Micro-ops that it executes once, besides those that it executes for each part of a vector.
    pub computes_once: Option<Vec<MicroOps>>,
    /// Hundredths of cycles for which it keeps its port, for each part of a vector.
    pub busy_hundredths: Option<u32>,
    /// Cycles more for which it keeps its port, whatever the size of its vectors.
    pub busy_once_cycles: u16,
    /// Halves of cycles that the divider is taken.
    pub divider_half_cycles: Option<u16>,
    /// The unit besides the divider that it takes alone.
    pub shared_unit: Option<SharedUnit>,
    /// Ports on which its first micro-op that computes takes a cycle longer.
    pub later_on: PortSet,
    /// The result depends on the register that it overwrites.
    pub reads_destination: bool,
    /// The flags that it writes depend on what they were, as those of a shift that may be by 0.
    pub reads_flags: bool,
    /// A move between registers that the renamer does.
    pub is_eliminated_move: bool,
    /// The result is zero, whatever the operands: no micro-op executes.
    pub is_zero_idiom: bool,
    /// The result is the same whatever the operands, or depends on them, whatever the scheduling model has.
    pub breaks_dependency: Option<bool>,
    /// No micro-op executes.
    pub is_free: bool,
    /// Its micro-op with an indexed address is split before it is renamed, or not, whatever the processor's rule.
    pub splits: Option<bool>,
    /// The addition of a small constant takes no time.
    pub adds_at_rename: bool,
    /// It begins when all before it have retired, and nothing after it begins before.
    pub serializes: bool,
    /// No other instruction is decoded in the same cycle.
    pub is_decoded_alone: bool,
    /// Operands from which its results take longer than `latency_cycles`.
    pub operand_delays: Vec<OperandDelay>,
    /// Results that come later than others.
    pub late_results: Vec<LateResult>,
    /// The instructions among which its results are known earlier than elsewhere.
    pub bypass: Bypass,
    /// The operand, counted from 1 as the manual of the processor writes them, to which alone results are known earlier, by the
    /// cycles of `bypass`.
    pub early_operand: Option<u8>,
    /// Cycles that its results take longer from flags than from other operands.
    pub flag_delay_cycles: u8,
    /// Cycles that its results take longer from the base of an address that it computes than from other operands.
    pub base_delay_cycles: u8,
    /// Its first micro-op gives the registers and does not wait for flags; the others give the flags.
    pub has_flags_apart: bool,
    /// It waits until all stores before it have been written.
    pub drains_stores: bool,
    /// Its load is not one micro-op with what computes.
    pub has_separate_load: bool,
    /// The address and the data of its store are not one micro-op.
    pub has_separate_store: bool,
    /// It is renamed only in the first slots of a cycle.
    pub begins_cycle: bool,
    /// Its micro-op that computes reads three operands.
    pub has_third_operand: bool,
    /// The operand that it reads as the third, counted from 1 with the destination first.
    pub third_operand: Option<u8>,
    /// Its micro-op that computes does not count where one of two ports is chosen for others.
    pub is_uncounted: bool,
    /// Beside wide vectors, its micro-op that computes can go to the port that takes the place of the closed one.
    pub moves_beside_wide: bool,
}

/// A unit that micro-ops on several ports share, one at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SharedUnit {
    /// Tells it from other units.
    pub ports: PortSet,
    /// Hundredths of cycles that it is taken.
    pub hundredths: u32,
}

/// An operand from which results take longer than from others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperandDelay {
    /// The operand, counted from 1 as the manual of the processor writes them: the destination first.
    pub operand: u8,
    /// Cycles that the results take longer.
    pub cycles: u8,
}

/// A result that comes later than others of the same instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LateResult {
    /// Counted from 1: results that are operands, then others, each in the order of LLVM's definition.
    pub result: u8,
    /// Cycles that it comes later.
    pub late_cycles: u8,
}

/// Instructions among which results are known earlier than elsewhere: those of one row, or of one of the domains that a
/// processor has for vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bypass {
    /// The number of the row, from 1; 0 if there is none.
    pub row: u8,
    /// Cycles that other instructions wait longer for the results.
    pub late_cycles: u8,
    /// The row is a domain: others are those of other domains only.
    pub is_domain: bool,
}

impl Bypass {
    /// A row that no instruction is in.
    const NO_ROW: u8 = u8::MAX;
    /// The first number that stands for a kind of results of the scheduling model.
    pub(super) const FIRST_BY_MODEL: u8 = 128;

    /// Returns the bypass of a kind of results that the scheduling model gives early to operands, by its place among all kinds; `None`
    /// if there are too many. Files have fewer rows than would take their numbers.
    pub fn by_model(kind: usize, late_cycles: u8) -> Option<Bypass> {
        let row = Bypass::FIRST_BY_MODEL.checked_add(u8::try_from(kind).ok()?)?;
        (row < Bypass::NO_ROW).then_some(Bypass { row, late_cycles, is_domain: false })
    }

    /// Results that come so many cycles later to all instructions.
    pub const fn late_everywhere(late_cycles: u8) -> Bypass {
        Bypass { row: Bypass::NO_ROW, late_cycles, is_domain: false }
    }

    /// Returns the cycles that an instruction with another bypass waits longer for results with this one.
    pub const fn cycles_to(self, other: Bypass) -> u8 {
        let is_near = self.row == other.row || self.is_domain && !other.is_domain;
        if is_near { 0 } else { self.late_cycles }
    }
}

/// A property that a row gives instructions.
#[derive(Clone, Debug)]
pub(super) enum Property {
    /// The instruction is as the scheduling model has it, whatever earlier rows say.
    AsModelled,
    Decode(u16),
    Slots(u16),
    SlotsInARow(u16),
    Ports(Vec<MicroOps>),
    PortsOnce(Vec<MicroOps>),
    Busy(u32),
    BusyOnce(u16),
    Latency(u16),
    Divider(u16),
    SharedUnit(Option<SharedUnit>),
    LaterOn(PortSet),
    FlagDelay(u8),
    BaseDelay(u8),
    Delays(Vec<OperandDelay>),
    LateResults(Vec<LateResult>),
    Bypass(Bypass),
    /// The operand to which alone results are known earlier.
    Early(u8, Bypass),
    ThirdRead(u8),
    Flag(SetFlag, bool),
}

/// Switches a property of instructions on or off.
pub(super) type SetFlag = fn(&mut FormChange, bool);

impl Property {
    /// The names of properties that have a value, and of the one that takes back all others.
    pub const VALUES: &'static [&'static str] = &[
        "as-modelled",
        "decode",
        "slots",
        "slots-in-a-row",
        "ports",
        "ports-once",
        "busy",
        "busy-once",
        "latency",
        "divider",
        "shared-unit",
        "later-on",
        "flag-delay",
        "base-delay",
        "delay",
        "early",
        "third-read",
        "late-results",
        "late-elsewhere",
        "late-in-other-domains",
    ];

    /// Properties that are on or off.
    pub const FLAGS: &'static [(&'static str, SetFlag)] = &[
        ("complex", |it, value| it.is_complex = value),
        ("reads-destination", |it, value| it.reads_destination = value),
        ("reads-flags", |it, value| it.reads_flags = value),
        ("eliminated-move", |it, value| it.is_eliminated_move = value),
        ("zero-idiom", |it, value| it.is_zero_idiom = value),
        ("breaks-dependency", |it, value| it.breaks_dependency = Some(value)),
        ("free", |it, value| it.is_free = value),
        ("split", |it, value| it.splits = Some(value)),
        ("adds-at-rename", |it, value| it.adds_at_rename = value),
        ("serializes", |it, value| it.serializes = value),
        ("flags-apart", |it, value| it.has_flags_apart = value),
        ("alone", |it, value| it.is_decoded_alone = value),
        ("drains-stores", |it, value| it.drains_stores = value),
        ("separate-load", |it, value| it.has_separate_load = value),
        ("separate-store", |it, value| it.has_separate_store = value),
        ("begins-cycle", |it, value| it.begins_cycle = value),
        ("third-operand", |it, value| it.has_third_operand = value),
        ("uncounted", |it, value| it.is_uncounted = value),
        ("moves-beside-wide", |it, value| it.moves_beside_wide = value),
    ];

    /// Returns the names of all properties.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Property::VALUES.iter().copied().chain(Property::FLAGS.iter().map(|(name, _)| *name))
    }

    /// Changes what earlier rows say.
    pub fn apply(&self, change: &mut FormChange) {
        match self {
            Property::AsModelled => *change = FormChange::default(),
            Property::Decode(count) => change.decoded_micro_ops = Some(*count),
            Property::Slots(count) => change.renamed_slots = Some(*count),
            Property::SlotsInARow(count) => change.slots_in_a_row = Some(*count),
            Property::Ports(micro_ops) => change.computes = Some(micro_ops.clone()),
            Property::PortsOnce(micro_ops) => change.computes_once = Some(micro_ops.clone()),
            Property::Busy(hundredths) => change.busy_hundredths = Some(*hundredths),
            Property::BusyOnce(cycles) => change.busy_once_cycles = *cycles,
            Property::Latency(cycles) => change.latency_cycles = Some(*cycles),
            Property::Divider(cycles) => change.divider_half_cycles = Some(*cycles),
            Property::SharedUnit(unit) => change.shared_unit = *unit,
            Property::LaterOn(ports) => change.later_on = *ports,
            Property::FlagDelay(cycles) => change.flag_delay_cycles = *cycles,
            Property::BaseDelay(cycles) => change.base_delay_cycles = *cycles,
            Property::Delays(delays) => change.operand_delays.clone_from(delays),
            Property::LateResults(results) => change.late_results.clone_from(results),
            Property::Bypass(bypass) => (change.early_operand, change.bypass) = (None, *bypass),
            Property::Early(operand, bypass) => {
                (change.early_operand, change.bypass) = (Some(*operand), *bypass);
            }
            Property::ThirdRead(operand) => change.third_operand = Some(*operand),
            Property::Flag(set, value) => set(change, *value),
        }
    }
}

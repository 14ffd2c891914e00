//! Operands to which the scheduling model gives results early.

use oxmca_asm::Inst;
use oxmca_asm::target::HardwareFacts;
use oxmca_tables::hardware::{Bypass, FormChange};
use oxmca_tables::schema::ReadAdvance;

use super::Builder;
use super::builder::Read;
use crate::lower::{self, LoweredInst};
use crate::options::HardwareParts;

impl Builder<'_> {
    /// Has one operand of an instruction wait less for results of instructions alike if the scheduling model says so and no row says
    /// anything else of it.
    pub(super) fn forward_by_model(
        &self,
        low: &LoweredInst,
        inst: &Inst,
        facts: &HardwareFacts,
        change: &mut FormChange,
    ) {
        let says_more = change.early_operand.is_some()
            || change.bypass != Bypass::default()
            || !change.operand_delays.is_empty();
        let accesses = facts.loads() || facts.stores();
        if self.hardware.forwarded.is_empty()
            || says_more
            || accesses
            || !self.options.has(HardwareParts::CORRECTIONS)
        {
            return;
        }
        let Some((operand, kind, cycles)) = self.forwarding(low, inst) else { return };
        let of_model = self.latencies(low).0;
        let latency_cycles = change.latency_cycles.unwrap_or(of_model);
        // Rows that change the latency do not change how long that operand waits.
        let early_cycles = latency_cycles.saturating_sub(of_model.saturating_sub(cycles).max(1));
        if early_cycles == 0 {
            return;
        }
        let early_cycles = u8::try_from(early_cycles).unwrap_or(u8::MAX);
        let place = self.hardware.forwarded.binary_search(&kind).ok();
        if let Some(bypass) = place.and_then(|it| Bypass::by_model(it, early_cycles)) {
            change.bypass = bypass;
            change.early_operand = Some(operand);
            change.latency_cycles = Some(latency_cycles);
        }
    }

    /// Returns the operand to which the scheduling model gives results of the instruction's own kind early, as they are counted in
    /// hardware files, that kind, and how many cycles.
    fn forwarding(&self, low: &LoweredInst, inst: &Inst) -> Option<(u8, u16, u16)> {
        let tables = self.processor.tables();
        let kind = low.writes.first()?.write_resource;
        let cycles_of = |read: &lower::Read| {
            let class = tables.sched_class(self.processor.model, read.sched_class);
            let advances = class.map_or(0..0, |it| it.read_advances.range());
            let own = tables.read_advances[advances].iter().filter(|it: &&ReadAdvance| {
                it.use_index == read.use_index && it.write_resource == kind
            });
            own.map(|it| it.cycles).next().unwrap_or(0)
        };
        let reads = low.reads.iter().map(|it| (it.reg, cycles_of(it)));
        let (reg, cycles) = reads.clone().max_by_key(|it| it.1)?;
        // What all operands get early is how long the instruction takes.
        if reads.map(|it| it.1).min()? == cycles {
            return None;
        }
        let cycles = u16::try_from(cycles).ok()?;
        let operands = self.numbered_operands(low, inst);
        let operand = operands.iter().find(|it| it.1 == Read::Register(reg))?.0;
        Some((operand, kind, cycles))
    }
}

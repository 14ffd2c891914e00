//! Which operands of an instruction are read and written.

use oxmca_asm::Inst;
use oxmca_asm::inst::Operand;
use oxmca_tables::schema::{
    Instruction, OperandInfo, SchedClass, instr_flag, operand_flag, sched_class_flag,
};
use oxmca_tables::{Reg, SchedClassId, Tables};
use smallvec::SmallVec;

use super::class;
use super::inst::{Read, Write, lowered_flag};
use crate::error::Unsupported;
use crate::processor::Processor;

/// The place in an instruction from which a register is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// A machine operand.
    Operand(u32),
    /// The instruction's description.
    Implicit(Reg),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct WriteLayout {
    source: Source,
    latency_cycles: u32,
    write_resource: u16,
    is_optional: bool,
}

impl WriteLayout {
    /// Stands, as in LLVM, for a definition that was passed over: operand 0 without latency.
    const PASSED_OVER: WriteLayout = WriteLayout {
        source: Source::Operand(0),
        latency_cycles: 0,
        write_resource: 0,
        is_optional: false,
    };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ReadLayout {
    source: Source,
    use_index: u16,
    sched_class: SchedClassId,
}

/// The part of an instruction that follows from its opcode and scheduling class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Resolved scheduling class.
    pub sched_class: SchedClassId,
    /// Number of what it consumes, as the lowering counts.
    pub needs: u32,
    /// Bits of [`lowered_flag`].
    pub flags: u16,
    /// Micro-ops.
    pub micro_ops: u32,
    /// Cycles from issue to completion.
    pub latency_cycles: u32,
    reads: SmallVec<[ReadLayout; 5]>,
    /// Definitions: explicit, implicit, optional, then extra operands.
    pub(super) writes: WriteLayouts,
}

/// Definitions of a [`Layout`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct WriteLayouts(SmallVec<[WriteLayout; 3]>);

impl WriteLayouts {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// As much of an instruction's operands as decides its layout: how many there are, and which of them
/// are registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape(u64);

impl Shape {
    /// Most operands that a shape tells of.
    const MAX_OPERANDS: usize = 63;

    /// Returns the shape of an instruction, unless it has too many operands.
    pub fn of(inst: &Inst) -> Option<Shape> {
        let add = |bits, operand: &Operand| bits << 1 | u64::from(operand.reg().is_some());
        let is_short = inst.operands.len() <= Self::MAX_OPERANDS;
        // The first bit tells how many follow.
        is_short.then(|| Shape(inst.operands.iter().fold(1, add)))
    }
}

/// Works out the layout of an instruction of a class.
///
/// # Errors
/// When the operands do not fit the instruction's description.
pub fn layout(
    processor: &Processor<'_>,
    inst: &Inst,
    (sched_class, class_row): (SchedClassId, &SchedClass),
    is_call: bool,
    call_latency_cycles: u32,
) -> Result<Layout, Unsupported> {
    let tables = processor.tables();
    let row = tables.instruction(inst.opcode);
    let latency = class::latency_of_class(tables, class_row, row.num_defs.into());
    let latency_cycles = if is_call {
        call_latency_cycles
    } else {
        u32::try_from(latency).unwrap_or(call_latency_cycles)
    };
    verify(tables, inst)?;
    let mut layout = Layout {
        sched_class,
        needs: 0,
        flags: flags(&row, class_row),
        micro_ops: u32::from(class_row.num_micro_ops),
        latency_cycles,
        reads: SmallVec::new(),
        writes: WriteLayouts::default(),
    };
    layout.add_writes(tables, inst, class_row);
    layout.add_reads(tables, inst, class_row);
    Ok(layout)
}

/// Returns flags that a description and a class stand for.
fn flags(row: &Instruction<'_>, class_row: &SchedClass) -> u16 {
    let mut flags = 0;
    for (bit, flag) in [
        (instr_flag::MAY_LOAD, lowered_flag::MAY_LOAD),
        (instr_flag::MAY_STORE, lowered_flag::MAY_STORE),
        (instr_flag::SIDE_EFFECTS, lowered_flag::SIDE_EFFECTS),
    ] {
        if row.flags & bit != 0 {
            flags |= flag;
        }
    }
    if class_row.flags & sched_class_flag::ITINERARY != 0 {
        // Itineraries say nothing of the order in which results are written.
        flags |= lowered_flag::RETIRE_OUT_OF_ORDER;
    }
    for (bit, flag) in [
        (sched_class_flag::BEGIN_GROUP, lowered_flag::BEGIN_GROUP),
        (sched_class_flag::END_GROUP, lowered_flag::END_GROUP),
        (sched_class_flag::RETIRE_OUT_OF_ORDER, lowered_flag::RETIRE_OUT_OF_ORDER),
    ] {
        if class_row.flags & bit != 0 {
            flags |= flag;
        }
    }
    flags
}

fn verify(tables: &Tables<'_>, inst: &Inst) -> Result<(), Unsupported> {
    let row = tables.instruction(inst.opcode);
    let mut missing = row.num_defs;
    let mut seen = 0;
    while missing > 0 && seen < inst.operands.len() {
        if inst.operands[seen].reg().is_some() {
            missing -= 1;
        }
        seen += 1;
    }
    if missing > 0 {
        return Err(Unsupported::MissingDefinitions);
    }
    if row.flags & instr_flag::HAS_OPTIONAL_DEF != 0 {
        let last = row.operands.len().wrapping_sub(1);
        let is_register = inst.operands.get(last).is_some_and(|operand| operand.reg().is_some());
        if seen == inst.operands.len() || !is_register {
            return Err(Unsupported::MissingOptionalDefinition);
        }
    }
    Ok(())
}

impl Layout {
    fn add_writes(&mut self, tables: &Tables<'_>, inst: &Inst, class_row: &SchedClass) {
        let row = tables.instruction(inst.opcode);
        let operands: &[OperandInfo] = tables.operands(inst.opcode);
        let implicit = tables.implicit_defs(inst.opcode);
        let latencies = &tables.write_latencies[class_row.write_latencies.range()];
        let num_explicit = usize::from(row.num_defs);
        let num_extra = inst.operands.len().saturating_sub(operands.len());
        let has_optional = row.flags & instr_flag::HAS_OPTIONAL_DEF != 0;
        let total = num_explicit + implicit.len() + usize::from(has_optional);
        let unknown_latency = self.latency_cycles;
        // Itineraries number all operands, the implicit ones after those that are written.
        let first_implicit = match class_row.flags & sched_class_flag::ITINERARY {
            0 => num_explicit,
            _ => operands.len(),
        };
        let timing = |definition: usize| match latencies.get(definition) {
            Some(write) => (
                u32::try_from(write.latency_cycles).unwrap_or(unknown_latency),
                write.write_resource,
            ),
            None => (unknown_latency, 0),
        };

        let writes = &mut self.writes.0;
        writes.resize(total, WriteLayout::PASSED_OVER);
        let mut optional_operand = operands.len().wrapping_sub(1);
        // Definitions are the first register operands; anything between them is passed over.
        let mut definition = 0;
        for (index, operand) in inst.operands.iter().enumerate() {
            if definition >= num_explicit {
                break;
            }
            if operand.reg().is_none() {
                continue;
            }
            let info = operands.get(definition);
            if info.is_some_and(|info| info.flags & operand_flag::OPTIONAL_DEF != 0) {
                optional_operand = definition;
            } else {
                let (latency_cycles, write_resource) = timing(definition);
                writes[definition] = WriteLayout {
                    source: Source::Operand(index as u32),
                    latency_cycles,
                    write_resource,
                    is_optional: false,
                };
            }
            definition += 1;
        }
        for (index, reg) in implicit.iter().enumerate() {
            let (latency_cycles, write_resource) = timing(first_implicit + index);
            writes[num_explicit + index] = WriteLayout {
                source: Source::Implicit(*reg),
                latency_cycles,
                write_resource,
                is_optional: false,
            };
        }
        if has_optional {
            writes[num_explicit + implicit.len()] = WriteLayout {
                source: Source::Operand(optional_operand as u32),
                latency_cycles: unknown_latency,
                write_resource: 0,
                is_optional: true,
            };
        }
        if num_extra > 0 && row.flags & instr_flag::VARIADIC_OPS_ARE_DEFS != 0 {
            for (index, operand) in inst.operands.iter().enumerate().skip(operands.len()) {
                if operand.reg().is_some() {
                    writes.push(WriteLayout {
                        source: Source::Operand(index as u32),
                        latency_cycles: unknown_latency,
                        write_resource: 0,
                        is_optional: false,
                    });
                }
            }
        }
    }

    fn add_reads(&mut self, tables: &Tables<'_>, inst: &Inst, class_row: &SchedClass) {
        let row = tables.instruction(inst.opcode);
        let num_operands = row.operands.len();
        let num_defs = usize::from(row.num_defs);
        let implicit = tables.implicit_uses(inst.opcode);
        let mut num_explicit = num_operands.saturating_sub(num_defs);
        if row.flags & instr_flag::HAS_OPTIONAL_DEF != 0 {
            num_explicit = num_explicit.saturating_sub(1);
        }
        let sched_class = self.sched_class;
        // Itineraries number all operands.
        let (first_explicit, first_implicit) = match class_row.flags & sched_class_flag::ITINERARY {
            0 => (0, num_explicit),
            _ => (num_defs, num_operands + tables.implicit_defs(inst.opcode).len()),
        };
        let explicit = inst.operands.iter().enumerate().skip(num_defs).take(num_explicit);
        for (index, operand) in explicit {
            if operand.reg().is_some() {
                self.reads.push(ReadLayout {
                    source: Source::Operand(index as u32),
                    use_index: number_of_use(first_explicit + index - num_defs),
                    sched_class,
                });
            }
        }
        for (index, reg) in implicit.iter().enumerate() {
            self.reads.push(ReadLayout {
                source: Source::Implicit(*reg),
                use_index: number_of_use(first_implicit + index),
                sched_class,
            });
        }
        if row.flags & instr_flag::VARIADIC_OPS_ARE_DEFS == 0 {
            let first_use = first_implicit + implicit.len();
            for (index, operand) in inst.operands.iter().enumerate().skip(num_operands) {
                if operand.reg().is_some() {
                    self.reads.push(ReadLayout {
                        source: Source::Operand(index as u32),
                        use_index: number_of_use(first_use + index - num_operands),
                        sched_class,
                    });
                }
            }
        }
    }

    /// Creates the same with another latency of everything.
    pub fn with_latency(&self, latency_cycles: u32) -> Layout {
        let mut layout = Layout { latency_cycles, ..self.clone() };
        for write in &mut layout.writes.0 {
            write.latency_cycles = latency_cycles;
        }
        layout
    }

    /// Reads of an instance. `independent` is `None` when the result depends on all of them, else
    /// one bit per use it does not depend on, or 0 for every explicit use.
    pub fn reads(
        &self,
        tables: &Tables<'_>,
        inst: &Inst,
        independent: Option<u64>,
    ) -> SmallVec<[Read; 5]> {
        let mut reads = SmallVec::new();
        for layout in &self.reads {
            let reg = register(layout.source, inst).unwrap_or(Reg::NONE);
            // Nothing writes a constant register; LLVM passes over those that are operands.
            let is_operand = matches!(layout.source, Source::Operand(_));
            if !reg.is_some() || (is_operand && is_constant(tables, reg)) {
                continue;
            }
            let is_independent = match independent {
                None => false,
                Some(0) => matches!(layout.source, Source::Operand(_)),
                Some(uses) => layout.use_index < 64 && uses >> layout.use_index & 1 != 0,
            };
            reads.push(Read {
                reg,
                use_index: layout.use_index,
                sched_class: layout.sched_class,
                is_independent,
            });
        }
        reads
    }

    /// Writes of an instance. `clears` has one bit per definition that clears its super-registers.
    pub fn writes(
        &self,
        tables: &Tables<'_>,
        inst: &Inst,
        clears: u64,
        is_zero: bool,
    ) -> SmallVec<[Write; 3]> {
        let mut writes = SmallVec::new();
        for (index, layout) in self.writes.0.iter().enumerate() {
            let reg = register(layout.source, inst).unwrap_or(Reg::NONE);
            if (layout.is_optional && !reg.is_some()) || is_constant(tables, reg) {
                continue;
            }
            writes.push(Write {
                reg,
                latency_cycles: layout.latency_cycles,
                write_resource: layout.write_resource,
                clears_super_registers: index < 64 && clears >> index & 1 != 0,
                is_zero,
            });
        }
        writes
    }
}

/// Returns a position among uses. No table has advances for as many as do not fit.
fn number_of_use(position: usize) -> u16 {
    u16::try_from(position).unwrap_or(u16::MAX)
}

fn register(source: Source, inst: &Inst) -> Option<Reg> {
    match source {
        Source::Operand(index) => inst.operands.get(index as usize)?.reg(),
        Source::Implicit(reg) => Some(reg),
    }
}

fn is_constant(tables: &Tables<'_>, reg: Reg) -> bool {
    tables.registers.get(reg.index()).is_some_and(|row| row.is_constant != 0)
}

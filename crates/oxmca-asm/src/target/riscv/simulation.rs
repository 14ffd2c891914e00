//! Facts about instructions for the simulator, and instruments.

use oxmca_tables::schema::{ClassChoice, instr_flag};
use oxmca_tables::{Opcode, SchedClassId};

use super::index_widths::IndexWidths;
use super::target::RiscV;
use super::vtype::{GroupSize, VectorType, is_element_width};
use crate::inst::{Inst, Operand};
use crate::region::Instrument;
use crate::target::{ControlFlow, InstrumentSupport};

/// The kind of instruments that say how many registers form a group.
const GROUP_SIZE: &[u8] = b"RISCV-LMUL";
/// The kind of instruments that say how wide elements are.
const ELEMENT_WIDTH: &[u8] = b"RISCV-SEW";

/// The data of an instrument that an instruction with a reserved vector type begins.
const RESERVED: &[u8] = b"reserved";

/// Group sizes by the data of their instruments.
const GROUP_SIZES: [(&[u8], u8); 7] =
    [(b"M1", 0), (b"M2", 1), (b"M4", 2), (b"M8", 3), (b"MF8", 5), (b"MF4", 6), (b"MF2", 7)];
/// Element widths in bits by the data of their instruments.
const ELEMENT_WIDTHS: [(&[u8], u8); 4] = [(b"E8", 8), (b"E16", 16), (b"E32", 32), (b"E64", 64)];

fn value_of(data: &[u8], known: &[(&[u8], u8)]) -> Option<u8> {
    known.iter().find(|(name, _)| *name == data).map(|(_, value)| *value)
}

fn name_of(value: u8, known: &[(&'static [u8], u8)]) -> Option<&'static [u8]> {
    known.iter().find(|(_, it)| *it == value).map(|(name, _)| *name)
}

/// Numbers of the integer registers that hold return addresses: `ra`, and `t0` for outlined functions.
const RETURN_ADDRESSES: [u16; 2] = [1, 5];

/// Returns whether a jump keeps the address after it.
pub fn is_linking_jump(riscv: &RiscV<'_>, inst: &Inst) -> bool {
    let link = inst.operands.first().and_then(Operand::reg);
    let is_jump = inst.opcode == riscv.jal || inst.opcode == riscv.jalr;
    is_jump && link != Some(riscv.registers.x0)
}

/// Returns whether a jump goes to a return address, and keeps none.
pub fn is_return_jump(riscv: &RiscV<'_>, inst: &Inst) -> bool {
    let reg = |index: usize| inst.operands.get(index).and_then(Operand::reg);
    let target = match inst.opcode {
        opcode if opcode == riscv.jalr && reg(0) == Some(riscv.registers.x0) => reg(1),
        opcode if opcode == riscv.compressed_jr => reg(0),
        _ => None,
    };
    target.is_some_and(|reg| RETURN_ADDRESSES.contains(&riscv.registers.number(reg)))
}

/// Returns the way in which control leaves an instruction. Jumps are calls, returns or neither by their registers.
pub fn control_flow(riscv: &RiscV<'_>, inst: &Inst) -> ControlFlow {
    let is_indirect = inst.opcode == riscv.jalr || inst.opcode == riscv.compressed_jr;
    let flags = riscv.tables.instruction(inst.opcode).flags;
    if is_return_jump(riscv, inst) || flags & instr_flag::RETURN != 0 {
        ControlFlow::Leave
    } else if is_linking_jump(riscv, inst) || flags & instr_flag::CALL != 0 {
        ControlFlow::Call
    } else if is_indirect {
        ControlFlow::IndirectJump
    } else if inst.opcode == riscv.jal {
        ControlFlow::Jump
    } else {
        ControlFlow::of_flags(flags)
    }
}

/// Returns whether an instrument is understood.
pub fn instrument(kind: &[u8], data: &[u8]) -> InstrumentSupport {
    let known = match kind {
        b"LATENCY" => return InstrumentSupport::Supported,
        GROUP_SIZE => &GROUP_SIZES[..],
        ELEMENT_WIDTH => &ELEMENT_WIDTHS[..],
        _ => return InstrumentSupport::Unknown,
    };
    match value_of(data, known) {
        Some(_) => InstrumentSupport::Supported,
        None => InstrumentSupport::BadData,
    }
}

/// Passes the instruments that `vsetvli` and `vsetivli` begin to `begin`: the group size and the width of
/// elements, unless their codes are reserved.
pub fn begin_instruments(riscv: &RiscV<'_>, inst: &Inst, begin: &mut dyn FnMut(&[u8], &[u8])) {
    if !riscv.vsetvli.contains(&inst.opcode) {
        return;
    }
    let Some(value) = inst.operands.get(2).and_then(Operand::imm) else { return };
    let vector = VectorType(value as u32);
    let width = vector.element_bits();
    let (Some(group), true) = (vector.group(), is_element_width(width)) else {
        return begin(GROUP_SIZE, RESERVED);
    };
    let names = (name_of(group.code() as u8, &GROUP_SIZES), name_of(width as u8, &ELEMENT_WIDTHS));
    if let (Some(group), Some(width)) = names {
        begin(GROUP_SIZE, group);
        begin(ELEMENT_WIDTH, width);
    }
}

/// Checks that the instruments in force at an instruction choose its class. llvm-mca crashes where they do not.
///
/// # Errors
/// The reason why not.
pub fn check_instruments(
    riscv: &RiscV<'_>,
    inst: &Inst,
    instruments: &[&Instrument],
) -> Result<(), &'static str> {
    let (Some(group), width) = newest(instruments) else { return Ok(()) };
    if group.data == RESERVED {
        return Err(
            "reserved vector type: it has no group size or element width to choose scheduling classes by",
        );
    }
    let access_bits = riscv.access_width_bits(inst.opcode);
    let width = width.and_then(|it| value_of(&it.data, &ELEMENT_WIDTHS));
    let Some(width_bits) = width else { return Ok(()) };
    let group =
        value_of(&group.data, &GROUP_SIZES).and_then(|code| GroupSize::of_code(code.into()));
    match (group, access_bits) {
        (Some(group), Some(bits))
            if same_ratio(group, width_bits.into(), bits.into()).is_none() =>
        {
            Err("no group of registers is as small as RISCV-LMUL and RISCV-SEW make its elements")
        }
        _ => Ok(()),
    }
}

/// Returns the scheduling class of an instruction under the instruments in force, if they choose
/// one.
pub fn sched_class(
    riscv: &RiscV<'_>,
    inst: &Inst,
    instruments: &[&Instrument],
) -> Option<SchedClassId> {
    let choices = riscv.tables.class_choices_of(inst.opcode);
    if choices.is_empty() {
        return None;
    }
    let (group, width) = newest(instruments);
    let group = value_of(&group?.data, &GROUP_SIZES)?;
    let width = width.and_then(|it| value_of(&it.data, &ELEMENT_WIDTHS));
    riscv.sched_class(inst.opcode, choices, group, width.unwrap_or(0))
}

/// Returns the group size and the bits of elements that instruments gave last, where their data are known.
pub fn vector_type(instruments: &[&Instrument]) -> (Option<GroupSize>, Option<u32>) {
    let (group, width) = newest(instruments);
    let group = group.and_then(|it| value_of(&it.data, &GROUP_SIZES));
    let width = width.and_then(|it| value_of(&it.data, &ELEMENT_WIDTHS));
    (group.and_then(|code| GroupSize::of_code(code.into())), width.map(u32::from))
}

/// Returns the group size and the element width that instruments gave last.
fn newest<'i>(instruments: &[&'i Instrument]) -> (Option<&'i Instrument>, Option<&'i Instrument>) {
    let (mut group, mut width) = (None, None);
    for &instrument in instruments {
        match instrument.kind.as_slice() {
            GROUP_SIZE => group = Some(instrument),
            ELEMENT_WIDTH => width = Some(instrument),
            _ => {}
        }
    }
    (group, width)
}

impl RiscV<'_> {
    /// Returns the class of an instruction among those that it has by group size and a width.
    fn sched_class(
        &self,
        opcode: Opcode,
        choices: &[ClassChoice],
        group: u8,
        width_bits: u8,
    ) -> Option<SchedClassId> {
        let choice = |state: [u8; 2]| {
            let found = choices.binary_search_by_key(&state, |row| row.state).ok()?;
            Some(choices[found].sched_class)
        };
        if let Some(index_width_log) = self.index_width_log(opcode) {
            // LLVM multiplies by the code of the group size, not by the size.
            let index_group =
                (u32::from(group) << index_width_log).checked_div(width_bits.into())?;
            return choice([group, u8::try_from(index_group).ok()?]);
        }
        if let Some(access_bits) = self.access_width_bits(opcode) {
            let group = GroupSize::of_code(group.into()).filter(|_| width_bits != 0)?;
            let group = same_ratio(group, width_bits.into(), access_bits.into())?;
            return choice([group.code() as u8, access_bits]);
        }
        choice([group, width_bits]).or_else(|| choice([group, 0]))
    }

    /// Returns the width in bits of what an instruction loads or stores, if its name says so and its group size
    /// follows from that.
    fn access_width_bits(&self, opcode: Opcode) -> Option<u8> {
        let name = self.tables.bytes(self.tables.instruction(opcode).name);
        let width = name.strip_suffix(b"_V")?;
        if matches!(width, b"VLM" | b"VSM") {
            return Some(8);
        }
        let starts: [&[u8]; 4] = [b"VLE", b"VSE", b"VLSE", b"VSSE"];
        match starts.iter().find_map(|start| width.strip_prefix(*start))? {
            b"8" => Some(8),
            b"16" => Some(16),
            b"32" => Some(32),
            b"64" => Some(64),
            _ => None,
        }
    }

    /// Returns the logarithm of the width in bits of an instruction's indices, if it accesses memory
    /// by them.
    fn index_width_log(&self, opcode: Opcode) -> Option<u32> {
        let widths = self.index_widths.get_or_init(|| IndexWidths::new(&self.tables));
        widths.as_ref()?.log_of(&self.tables, opcode)
    }
}

/// Returns the group size at which elements of `to_bits` are as many as elements of `from_bits` in
/// a group.
fn same_ratio(group: GroupSize, from_bits: u32, to_bits: u32) -> Option<GroupSize> {
    // Eighths of a register; LLVM rounds the ratio down.
    let eighths = if group.is_fraction { 8 / group.registers } else { 8 * group.registers };
    let ratio = from_bits * 8 / eighths;
    let eighths = (to_bits * 8).checked_div(ratio)?;
    let group = match eighths {
        0 => return None,
        1..8 => GroupSize { registers: 8 / eighths, is_fraction: true },
        _ => GroupSize { registers: eighths / 8, is_fraction: false },
    };
    // LLVM goes on with the code of one register where there would have to be more than eight.
    Some(if group.is_valid() { group } else { GroupSize::ONE })
}

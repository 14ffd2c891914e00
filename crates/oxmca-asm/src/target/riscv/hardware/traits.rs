//! Traits of RISC-V instructions that hardware files can ask for: the vector type in which they execute, and masks.

use oxmca_tables::Reg;
use oxmca_tables::hardware::InstructionTrait;

use super::super::RiscV;
use super::super::vtype::GroupSize;
use crate::inst::{Inst, Operand};
use crate::target::hardware::{HardwareFacts, InstrumentState};

/// The traits, each with the bit that [`add`] gives it.
pub(in super::super) const TRAITS: &[InstructionTrait] = &[
    InstructionTrait { name: "mf8", doc: "LMUL is 1/8." },
    InstructionTrait { name: "mf4", doc: "LMUL is 1/4." },
    InstructionTrait { name: "mf2", doc: "LMUL is 1/2." },
    InstructionTrait { name: "m1", doc: "LMUL is 1, or not known." },
    InstructionTrait { name: "m2", doc: "LMUL is 2." },
    InstructionTrait { name: "m4", doc: "LMUL is 4." },
    InstructionTrait { name: "m8", doc: "LMUL is 8." },
    InstructionTrait { name: "e8", doc: "SEW is 8." },
    InstructionTrait { name: "e16", doc: "SEW is 16." },
    InstructionTrait { name: "e32", doc: "SEW is 32." },
    InstructionTrait { name: "e64", doc: "SEW is 64." },
    InstructionTrait { name: "ratio-1", doc: "SEW divided by LMUL is 1." },
    InstructionTrait { name: "ratio-2", doc: "SEW divided by LMUL is 2." },
    InstructionTrait { name: "ratio-4", doc: "SEW divided by LMUL is 4." },
    InstructionTrait { name: "ratio-8", doc: "SEW divided by LMUL is 8." },
    InstructionTrait { name: "ratio-16", doc: "SEW divided by LMUL is 16." },
    InstructionTrait { name: "ratio-32", doc: "SEW divided by LMUL is 32." },
    InstructionTrait { name: "ratio-64", doc: "SEW divided by LMUL is 64." },
    InstructionTrait { name: "masked", doc: "It reads a mask." },
    InstructionTrait {
        name: "vector-vector",
        doc: "Its sources are vectors: it has no scalar operand or constant.",
    },
    InstructionTrait { name: "shift-32", doc: "Its constant is 32." },
    InstructionTrait { name: "shift-48", doc: "Its constant is 48." },
    InstructionTrait { name: "short-shift", doc: "Its constant is from 1 to 31." },
];

/// The first bits of group sizes, of element widths and of ratios.
const FIRST_GROUP: u32 = 0;
const FIRST_WIDTH: u32 = 7;
const FIRST_RATIO: u32 = 11;
const MASKED: u32 = 1 << 18;
const VECTOR_VECTOR: u32 = 1 << 19;
const SHIFT_32: u32 = 1 << 20;
const SHIFT_48: u32 = 1 << 21;
const SHORT_SHIFT: u32 = 1 << 22;

/// Returns the state of a vector type: binary logarithms of eighths of a register, from 1, and of bytes of an element, from 1; 0
/// for what is not known.
pub(in super::super) fn instrument_state(
    (group, element_bits): (Option<GroupSize>, Option<u32>),
) -> InstrumentState {
    let group = group.map_or(0, |it| {
        let log = it.registers.trailing_zeros();
        if it.is_fraction { 4 - log } else { 4 + log }
    });
    let width = element_bits.map_or(0, |bits| bits.trailing_zeros() - 2);
    InstrumentState((group | width << 4) as u16)
}

/// Adds traits, and the size of groups of vector registers.
pub(super) fn add(
    riscv: &RiscV<'_>,
    inst: &Inst,
    name: &str,
    state: InstrumentState,
    facts: &mut HardwareFacts,
) {
    let tables = &riscv.tables;
    facts.traits |= match inst.operands.last().and_then(Operand::imm) {
        Some(1..=31) => SHORT_SHIFT,
        Some(32) => SHIFT_32,
        Some(48) => SHIFT_48,
        _ => 0,
    };
    let is_vector = |reg: Reg| {
        let name = tables.text(tables.register(reg).name);
        name.strip_prefix('V')
            .is_some_and(|it| it.starts_with(|first: char| first.is_ascii_digit()))
    };
    let registers = inst.operands.iter().filter_map(Operand::reg);
    facts.uses_vectors = registers.clone().any(is_vector);
    if !facts.uses_vectors {
        return;
    }
    let (group, width) = (u32::from(state.0 & 15), u32::from(state.0 >> 4));
    let log_eighths = if group == 0 { 3 } else { group - 1 };
    facts.traits |= 1 << (FIRST_GROUP + log_eighths);
    if width > 0 {
        facts.traits |= 1 << (FIRST_WIDTH + width - 1);
        // 8 bits in groups of 8 registers are 1; those of fewer bits than LMUL allows do not exist.
        if let Some(log_ratio) = (width + 5).checked_sub(log_eighths).filter(|it| *it <= 6) {
            facts.traits |= 1 << (FIRST_RATIO + log_ratio);
        }
    }
    // The mask is the last operand of all that can have one: `v0` or none.
    let mask_class = tables.register_class_named("VMV0").map(|it| it.0 as i16);
    let takes_mask = tables.operands(inst.opcode).last().map(|it| it.reg_class) == mask_class;
    let last = inst.operands.last().and_then(Operand::reg);
    if takes_mask && last.is_some_and(is_vector) {
        facts.traits |= MASKED;
    }
    let num_defs = usize::from(tables.instruction(inst.opcode).num_defs);
    let sources = inst.operands.get(num_defs..).unwrap_or_default();
    if sources.iter().all(|it| it.reg().is_some_and(|reg| reg == Reg::NONE || is_vector(reg))) {
        facts.traits |= VECTOR_VECTOR;
    }
    facts.vector_group_eighths = match own_registers(name) {
        Some(registers) => 8 * registers,
        None => 1 << log_eighths,
    };
}

/// Returns the registers that an instruction is on, whatever LMUL is: some for those that move or access whole registers, none for
/// those on one element or on masks.
fn own_registers(name: &str) -> Option<u8> {
    let is_of_masks = name.ends_with(".mm") || matches!(name, "vlm.v" | "vsm.v");
    let moves_element = matches!(name, "vmv.x.s" | "vmv.s.x" | "vfmv.f.s" | "vfmv.s.f");
    if is_of_masks || moves_element {
        return Some(0);
    }
    // vmv2r.v, vl4re32.v, vs8r.v
    let rest = ["vmv", "vl", "vs"].iter().find_map(|it| name.strip_prefix(it))?;
    let (count, rest) = rest.split_at_checked(1)?;
    let count = count.parse().ok().filter(|_| rest.starts_with("r.") || rest.starts_with("re"))?;
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::own_registers;

    #[test]
    fn instructions_on_whole_registers_have_a_size_of_their_own() {
        for (name, registers) in [
            ("vmv1r.v", Some(1)),
            ("vl8re32.v", Some(8)),
            ("vl2r.v", Some(2)),
            ("vs4r.v", Some(4)),
            ("vmand.mm", Some(0)),
            ("vlm.v", Some(0)),
            ("vmv.x.s", Some(0)),
            ("vmv.v.i", None),
            ("vle32.v", None),
            ("vlse8.v", None),
            ("vadd.vv", None),
            ("vsetvli", None),
        ] {
            assert_eq!(own_registers(name), registers, "{name}");
        }
    }
}

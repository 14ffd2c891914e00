//! The part of instructions that depends on the length of RISC-V's vectors.

use smallvec::SmallVec;

use super::super::RiscV;
use super::super::vtype::VectorType;
use super::arithmetic::vector_operation;
use super::{address, base_position, mnemonic, part};
use crate::inst::{Inst, Operand};
use crate::target::scalable::{
    AskedElements, ElementCount, ScalableAccess, ScalableFacts, ScalableLength, ScalableSum,
};

/// Bytes of a granule: the least length of vectors that has all elements.
pub(in crate::target::riscv) const GRANULE_BYTES: u16 = 8;

/// The number of the register that holds the bytes of a vector, `vlenb`.
const VECTOR_BYTES: i64 = 0xc22;

/// Returns the facts about an instruction that the length of vectors decides.
pub(in crate::target::riscv) fn scalable_facts(
    riscv: &RiscV<'_>,
    inst: &Inst,
) -> Option<ScalableFacts> {
    let name = mnemonic(&riscv.tables, inst);
    let register = |at: usize| part(riscv, inst.operands.get(at)?.reg()?);
    match name {
        "vsetvli" | "vsetivli" => {
            let elements = Some(element_count(riscv, inst)?);
            return Some(ScalableFacts { elements, ..ScalableFacts::default() });
        }
        "csrrs" if inst.operands.get(1).and_then(Operand::imm) == Some(VECTOR_BYTES) => {
            let granules = GRANULE_BYTES.into();
            let sums =
                SmallVec::from_slice(&[ScalableSum { to: register(0)?, from: None, granules }]);
            return Some(ScalableFacts { sums, ..ScalableFacts::default() });
        }
        _ => {}
    }
    let rest = name.strip_prefix('v')?;
    if let Some(length) = transfer_length(rest) {
        let at = base_position(riscv, inst)?;
        let access = Some(ScalableAccess {
            address: address(riscv, inst, name, at),
            displacement_bytes: 0,
            length,
        });
        return Some(ScalableFacts { access, ..ScalableFacts::default() });
    }
    let operation = Some(vector_operation(rest)?);
    Some(ScalableFacts { operation, ..ScalableFacts::default() })
}

/// Returns the number of elements that an instruction sets.
fn element_count(riscv: &RiscV<'_>, inst: &Inst) -> Option<ElementCount> {
    let [to, asked, Operand::Imm(code)] = &inst.operands[..] else { return None };
    let to = part(riscv, to.reg()?);
    let vector_type = VectorType(u32::try_from(*code).ok()?);
    let element_bits = u16::try_from(vector_type.element_bits()).ok().filter(|it| *it <= 64)?;
    let group = vector_type.group()?;
    let of_one = 8 * u32::from(GRANULE_BYTES) / u32::from(element_bits);
    let of_group = match group.is_fraction {
        true => of_one.checked_div(group.registers).filter(|it| *it > 0)?,
        false => of_one * group.registers,
    };
    let granules = Some(of_group as u16);
    let (granules, asked) = match asked {
        Operand::Imm(count) => (granules, AskedElements::Constant(u16::try_from(*count).ok()?)),
        Operand::Reg(reg) => match part(riscv, *reg) {
            Some(part) => (granules, AskedElements::Register(part)),
            // Neither names a register: only the type changes.
            None if to.is_none() => (None, AskedElements::All),
            None => (granules, AskedElements::All),
        },
        Operand::Expr(_) => return None,
    };
    Some(ElementCount { granules, asked, element_bits, to })
}

/// Returns the length of a load or store by the rest of its mnemonic: `le32.v`, `lseg2e8.v`, `l2re16.v`.
fn transfer_length(rest: &str) -> Option<ScalableLength> {
    let rest = rest.strip_suffix(".v")?;
    let is_load = rest.starts_with('l');
    let rest = rest.strip_prefix(['l', 's'])?;
    let number = |text: &str| text.parse::<u16>().ok().filter(|it| (1..=64).contains(it));
    let bytes = |bits: &str| number(bits.trim_end_matches("ff")).map(|bits| bits / 8);
    let unit = rest.strip_prefix('e').or_else(|| rest.strip_prefix("se"));
    if let Some(bytes) = unit.and_then(bytes) {
        return Some(ScalableLength::Elements(bytes));
    }
    let strided = rest.strip_prefix('s').unwrap_or(rest);
    if let Some((fields, bits)) = [rest, strided]
        .iter()
        .find_map(|it| it.strip_prefix("seg"))
        .and_then(|it| it.split_once('e'))
    {
        return Some(ScalableLength::Elements(number(fields)? * bytes(bits)?));
    }
    let (registers, width) = rest.split_once('r')?;
    let is_whole =
        if is_load { bytes(width.strip_prefix('e')?).is_some() } else { width.is_empty() };
    let registers = number(registers).filter(|it| is_whole && *it <= 8)?;
    Some(ScalableLength::Granules(registers * GRANULE_BYTES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_follow_from_mnemonics() {
        let elements = |bytes| Some(ScalableLength::Elements(bytes));
        let granules = |bytes| Some(ScalableLength::Granules(bytes));
        for (name, length) in [
            ("le32.v", elements(4)),
            ("se8.v", elements(1)),
            ("le64ff.v", elements(8)),
            ("lse16.v", elements(2)),
            ("sse16.v", elements(2)),
            ("lseg3e32.v", elements(12)),
            ("sseg2e8.v", elements(2)),
            ("lsseg2e16.v", elements(4)),
            ("ssseg2e16.v", elements(4)),
            ("l1re8.v", granules(8)),
            ("l8re32.v", granules(64)),
            ("s4r.v", granules(32)),
            ("luxei32.v", None),
            ("lm.v", None),
            ("sll.vv", None),
            ("l2re.v", None),
        ] {
            assert_eq!(transfer_length(name), length, "{name}");
        }
    }
}

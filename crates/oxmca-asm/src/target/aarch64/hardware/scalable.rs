//! The part of instructions that depends on the length of SVE's vectors.

use smallvec::SmallVec;

use super::super::AArch64;
use super::address::{self, element_bytes};
use super::mnemonic::mnemonic;
use super::register_part::{GRANULE_BYTES, part};
use crate::inst::{Inst, Operand};
use crate::target::hardware::RegisterPart;
use crate::target::scalable::{ScalableAccess, ScalableFacts, ScalableLength, ScalableSum};

/// The pattern of all elements.
const ALL: i64 = 31;

/// Returns the facts about an instruction that the length of vectors decides.
pub(in crate::target::aarch64) fn scalable_facts(
    aarch64: &AArch64<'_>,
    inst: &Inst,
) -> Option<ScalableFacts> {
    let name = mnemonic(&aarch64.tables, inst);
    if name.starts_with("ld") || name.starts_with("st") {
        return Some(ScalableFacts { access: Some(access(aarch64, inst)?), ..Default::default() });
    }
    let sums = SmallVec::from_slice(&[sum(aarch64, inst, name)?]);
    Some(ScalableFacts { sums, ..ScalableFacts::default() })
}

fn access(aarch64: &AArch64<'_>, inst: &Inst) -> Option<ScalableAccess> {
    let memory = address::memory_operand(aarch64, inst)?;
    let transfer = memory.scalable?;
    let register_bytes = i64::from(transfer.register_bytes);
    Some(ScalableAccess {
        displacement_bytes: memory.displacement_vectors.checked_mul(register_bytes)?,
        address: memory.address,
        length: ScalableLength::Granules(transfer.register_bytes * transfer.registers),
    })
}

/// Returns the sum that an instruction computes from the length of vectors.
fn sum(aarch64: &AArch64<'_>, inst: &Inst, name: &str) -> Option<ScalableSum> {
    let register =
        |at: usize| -> Option<RegisterPart> { part(aarch64, inst.operands.get(at)?.reg()?) };
    let constant = |at: usize| inst.operands.get(at).and_then(Operand::imm);
    let to = register(0).filter(|it| it.bits == 64)?;
    let vectors = i64::from(GRANULE_BYTES);
    let sum = |from, granules| Some(ScalableSum { to, from, granules });
    match name {
        "rdvl" => return sum(None, vectors.checked_mul(constant(1)?)?),
        "addvl" => return sum(Some(register(1)?), vectors.checked_mul(constant(2)?)?),
        "addpl" => return sum(Some(register(1)?), (vectors / 8).checked_mul(constant(2)?)?),
        _ => {}
    }
    let [letters @ .., letter] = name.as_bytes() else { return None };
    let (sign, is_count) = match letters {
        b"inc" => (1, false),
        b"dec" => (-1, false),
        b"cnt" => (1, true),
        _ => return None,
    };
    let elements = vectors / i64::from(element_bytes(*letter)?);
    let first = if is_count { 1 } else { 2 };
    let times = constant(first + 1).filter(|_| constant(first) == Some(ALL))?;
    sum(if is_count { None } else { register(1) }, elements.checked_mul(sign * times)?)
}

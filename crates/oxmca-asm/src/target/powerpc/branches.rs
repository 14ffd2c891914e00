//! Branches: where control goes, and what their conditions read.
//!
//! The decoder gives most of them as instructions that take the whole of their condition as a number, of which the
//! tables say that they count. Of those that do not count, the parser gives others.

use super::registers::File;
use super::target::PowerPc;
use crate::inst::{Inst, Operand};
use crate::target::ControlFlow;
use oxmca_tables::schema::instr_flag;

/// Bits of the number that is a branch's condition: it holds whatever the condition register has, and the counter
/// stays as it is.
const IGNORES_CONDITION: i64 = 0b1_0000;
const KEEPS_COUNTER: i64 = 0b0_0100;
/// The numbers of conditions that test a bit and do not count, with and without hints.
const TESTS: [i64; 6] = [4, 6, 7, 12, 14, 15];

/// Branches whose first operand is the whole condition, and what they are with a predicate in its place, with registers
/// of 32 and of 64 bits.
const WITH_PREDICATES: [(&str, [&str; 2]); 8] = [
    ("gBC", ["BCC"; 2]),
    ("gBCA", ["BCCA"; 2]),
    ("gBCL", ["BCCL"; 2]),
    ("gBCLA", ["BCCLA"; 2]),
    ("gBCLR", ["BCCLR"; 2]),
    ("gBCLRL", ["BCCLRL"; 2]),
    ("gBCCTR", ["BCCCTR", "BCCCTR8"]),
    ("gBCCTRL", ["BCCCTRL", "BCCCTRL8"]),
];

/// Makes of a branch that tests a bit of the condition register the instruction that `bne` and the like are.
pub(super) fn state_predicate(powerpc: &PowerPc<'_>, inst: &mut Inst) {
    let name = powerpc.tables.opcode_name(inst.opcode);
    let [Operand::Imm(condition), Operand::Reg(bit), target] = &inst.operands[..] else { return };
    let found = WITH_PREDICATES.iter().find(|it| it.0 == name);
    let Some((_, names)) = found.filter(|_| TESTS.contains(condition)) else { return };
    let number = i64::from(powerpc.tables.register(*bit).encoding);
    let predicate = Operand::Imm((number & 3) << 5 | condition);
    let field = Operand::Reg(powerpc.registers.numbered(File::ConditionField, number >> 2));
    let is_direct = !matches!(name, "gBCLR" | "gBCLRL" | "gBCCTR" | "gBCCTRL");
    let operands = match (is_direct, target) {
        (true, target) => [predicate, field, target.clone()].into_iter().collect(),
        // Without a hint on where the address is from.
        (false, Operand::Imm(0)) => [predicate, field].into_iter().collect(),
        _ => return,
    };
    let name = names[usize::from(powerpc.is_64_bit)];
    let Some(opcode) = powerpc.tables.opcode_named(name.as_bytes()) else { return };
    (inst.opcode, inst.operands) = (opcode, operands);
}

/// Returns the way in which control leaves an instruction.
pub(super) fn control_flow(powerpc: &PowerPc<'_>, inst: &Inst) -> ControlFlow {
    let flags = powerpc.tables.instruction(inst.opcode).flags;
    let name = powerpc.tables.opcode_name(inst.opcode);
    let has = |flag: u64| flags & flag != 0;
    let is_always = || {
        let bits = IGNORES_CONDITION | KEEPS_COUNTER;
        inst.operands.first().and_then(Operand::imm).is_some_and(|it| it & bits == bits)
    };
    match name.trim_end_matches("at") {
        "gBCL" | "gBCLA" | "gBCLRL" | "gBCCTRL" => return ControlFlow::Call,
        "gBC" | "gBCA" if is_always() => return ControlFlow::Jump,
        "gBCLR" if is_always() => return ControlFlow::Leave,
        "gBCCTR" if is_always() => return ControlFlow::IndirectJump,
        // Under a condition, though the tables say that nothing follows them.
        name if name.starts_with("BCCTR") && !has(instr_flag::CALL) => return ControlFlow::Branch,
        name if name.starts_with("BCCCTR") && !has(instr_flag::CALL) => return ControlFlow::Branch,
        _ => {}
    }
    if has(instr_flag::RETURN) {
        if has(instr_flag::BARRIER) { ControlFlow::Leave } else { ControlFlow::Branch }
    } else if has(instr_flag::CALL) {
        ControlFlow::Call
    } else {
        ControlFlow::of_flags(flags)
    }
}

/// Returns the address to which a branch goes. Its number counts words, from 0 or from the branch.
pub(super) fn branch_target(powerpc: &PowerPc<'_>, inst: &Inst, value: i64, address: u64) -> u64 {
    let tables = &powerpc.tables;
    let name = tables.opcode_name(inst.opcode);
    let distance = value.wrapping_mul(4);
    let is_absolute = is_absolute(name);
    let target = if is_absolute { distance as u64 } else { address.wrapping_add_signed(distance) };
    if powerpc.is_64_bit { target } else { target & 0xffff_ffff }
}

/// Returns whether branches of an opcode name the address itself.
fn is_absolute(name: &str) -> bool {
    let stem = name.trim_end_matches(['8', 'p', 'm']);
    matches!(stem, "BA" | "BLA" | "BCCA" | "BCCLA" | "gBCA" | "gBCAat" | "gBCLA" | "gBCLAat")
        || matches!(stem, "BDZA" | "BDNZA" | "BDZLA" | "BDNZLA")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subtarget::Subtarget;
    use crate::target::DecodeContext;
    use crate::triple::Triple;

    #[test]
    fn branches_as_written_have_the_same_code_and_do_not_count() {
        for (triple, count) in [("powerpc64le", "CTR8"), ("powerpc", "CTR")] {
            let target = crate::target::create(Triple::new(triple)).unwrap();
            let (subtarget, _) = Subtarget::resolve(&*target, "generic", std::iter::empty());
            let subtarget = subtarget.unwrap();
            let big_endian = triple == "powerpc";
            let mut is_seen = 0;
            for (form, condition, bit) in (0..8_u32)
                .flat_map(|form| TESTS.map(|it| (form, it as u32)))
                .flat_map(|(form, condition)| (0..32).map(move |bit| (form, condition, bit)))
            {
                let form = match form {
                    0..4 => 16 << 26 | 0x40 | form,
                    _ => {
                        19 << 26 | [16 << 1, 16 << 1 | 1, 528 << 1, 528 << 1 | 1][form as usize - 4]
                    }
                };
                let word = form | condition << 21 | bit << 16;
                let code = if big_endian { word.to_be_bytes() } else { word.to_le_bytes() };
                let mut context = DecodeContext::default();
                let Ok(decoded) = target.decode_as_written(&subtarget, &code, 0, &mut context)
                else {
                    continue;
                };
                let mut again = Vec::new();
                target.encode(&subtarget, &decoded.inst, &mut again).unwrap();
                assert_eq!(again, code, "{:?}", decoded.inst);
                let written = target.tables().implicit_defs(decoded.inst.opcode);
                let count = target.tables().register_named(count).unwrap();
                assert!(!written.contains(&count), "{:?}", decoded.inst);
                is_seen += 1;
            }
            assert_eq!(is_seen, 8 * 6 * 32);
        }
    }

    #[test]
    fn control_may_go_on_after_a_return_under_a_condition() {
        let target = crate::target::create(Triple::new("powerpc64le")).unwrap();
        let (subtarget, _) = Subtarget::resolve(&*target, "generic", std::iter::empty());
        let subtarget = subtarget.unwrap();
        let flow = |word: u32| {
            let code = word.to_le_bytes();
            let mut context = DecodeContext::default();
            let decoded = target.decode_as_written(&subtarget, &code, 0, &mut context).unwrap();
            target.control_flow(&decoded.inst)
        };
        assert_eq!(flow(0x4e80_0020), ControlFlow::Leave, "blr");
        assert_eq!(flow(0x4d82_0020), ControlFlow::Branch, "beqlr");
        assert_eq!(flow(0x4d82_0820), ControlFlow::Branch, "bclr 12, 2, 1");
        assert_eq!(flow(0x4e80_0420), ControlFlow::IndirectJump, "bctr");
        assert_eq!(flow(0x4d82_0420), ControlFlow::Branch, "beqctr");
        assert_eq!(flow(0x4e80_0421), ControlFlow::Call, "bctrl");
        assert_eq!(flow(0x429f_0005), ControlFlow::Call, "bcl 20, 31, .+4");
        assert_eq!(flow(0x4182_0008), ControlFlow::Branch, "beq .+8");
        assert_eq!(flow(0x4200_fff8), ControlFlow::Branch, "bdnz .-8");
        assert_eq!(flow(0x4800_0008), ControlFlow::Jump, "b .+8");
    }
}

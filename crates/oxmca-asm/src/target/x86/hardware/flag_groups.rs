//! The flags that an instruction reads and writes, by parts that are renamed together.

use super::super::X86;
use crate::inst::{Inst, Operand};
use crate::target::hardware::StatusParts;

/// The carry flag.
const CARRY: StatusParts = StatusParts::FIRST;
/// All other arithmetic flags.
const OTHERS: StatusParts = StatusParts::SECOND;
/// All arithmetic flags.
const ALL: StatusParts = CARRY.union(OTHERS);

/// Returns the parts of the flags that an instruction reads and writes. The tables know the flags as one register.
pub(super) fn of(x86: &X86<'_>, inst: &Inst, mnemonic: &[u8]) -> (StatusParts, StatusParts) {
    let tables = &x86.tables;
    let is_flags = |reg: &oxmca_tables::Reg| tables.bytes(tables.register(*reg).name) == b"EFLAGS";
    let reads = tables.implicit_uses(inst.opcode).iter().any(is_flags);
    let writes = tables.implicit_defs(inst.opcode).iter().any(is_flags);
    let read = match mnemonic {
        _ if !reads => StatusParts::empty(),
        b"stc" | b"clc" => StatusParts::empty(),
        b"adc" | b"sbb" | b"rcl" | b"rcr" | b"cmc" | b"adcx" => CARRY,
        b"adox" => OTHERS,
        _ if has_condition(mnemonic) => condition(inst),
        _ => ALL,
    };
    let written = match mnemonic {
        _ if !writes => StatusParts::empty(),
        b"inc" | b"dec" | b"adox" => OTHERS,
        b"stc" | b"clc" | b"cmc" | b"bt" | b"bts" | b"btr" | b"btc" | b"adcx" => CARRY,
        _ => ALL,
    };
    (read, written)
}

/// Returns whether an instruction has a condition, whose number is its last operand.
pub(super) fn has_condition(mnemonic: &[u8]) -> bool {
    [&b"set"[..], b"cmov", b"j"].iter().any(|start| mnemonic.starts_with(start))
}

/// Returns the parts that the condition in the last operand depends on.
fn condition(inst: &Inst) -> StatusParts {
    match inst.operands.last().and_then(Operand::imm) {
        Some(2 | 3) => CARRY,
        Some(6 | 7) => ALL,
        Some(_) => OTHERS,
        None => ALL,
    }
}

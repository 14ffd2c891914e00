//! Shows x86 instructions.

mod att;
mod compare;
mod condition;
mod context;
mod intel;
mod method;
mod operand;

use super::X86;
use super::flags::{EncodingFlags, prefix};
use crate::inst::Inst;
use crate::printer::PrintOptions;
use crate::subtarget::Subtarget;

pub(super) use method::{KNOWN, Method};

use context::{Context, Dialect};

/// Appends an instruction as LLVM's printers show it, without comments. It begins with a tab.
pub(super) fn print_inst(
    x86: &X86<'_>,
    subtarget: &Subtarget,
    inst: &Inst,
    options: &PrintOptions,
    out: &mut String,
) {
    let tables = &x86.tables;
    let context = Context {
        tables,
        x86,
        dialect: Dialect::from_index(options.dialect),
        hex_immediates: options.hex_immediates,
        expression_dialect: Dialect::from_index(options.expression_dialect),
        at_in_names: options.at_in_names,
        address: options.address,
        has_short_addresses: options.address.is_some()
            && (!subtarget.features.contains(x86.is_64_bit)
                || subtarget.features.contains(x86.is_x32)),
    };
    let row = tables.instruction(inst.opcode);
    let flags = EncodingFlags(row.target_flags);
    let name = tables.bytes(row.name);
    print_prefixes(name, flags, inst.flags, out);
    if inst.flags & prefix::ADDRESS_SIZE != 0 {
        let is_32_bit = subtarget.features.contains(x86.is_32_bit);
        out.push_str(if is_32_bit { "\taddr16\t" } else { "\taddr32\t" });
    }

    // The same bytes are `data16` or `data32` by mode; the tables know only one of them.
    if name == b"DATA16_PREFIX" && subtarget.features.contains(x86.is_16_bit) {
        out.push_str("\tdata32");
        return;
    }
    let is_64_bit = || subtarget.features.contains(x86.is_64_bit);
    if context.dialect == Dialect::Att && name == b"CALLpcrel32" && is_64_bit() {
        out.push_str("\tcallq\t");
        context.print_pc_relative(inst, 0, out);
        return;
    }
    if !compare::print(&context, name, flags, inst, out) {
        x86.printer.print(tables, &context, &subtarget.features, options.dialect, inst, out);
    }
}

/// Prints the prefixes an instruction has of its own or was given.
fn print_prefixes(name: &[u8], flags: EncodingFlags, given: u32, out: &mut String) {
    if flags.lock() || given & prefix::LOCK != 0 {
        out.push_str("\tlock\t");
    }
    if flags.notrack() || given & prefix::NOTRACK != 0 {
        out.push_str("\tnotrack\t");
    }
    if given & prefix::REPNE != 0 {
        out.push_str("\trepne\t");
    } else if given & prefix::REP != 0 {
        out.push_str("\trep\t");
    }
    if flags.no_flags() && !name.starts_with(b"CFCMOV") {
        out.push_str("\t{nf}");
    }
    if given & prefix::USE_VEX != 0 || flags.explicit_vex() {
        out.push_str("\t{vex}");
    } else if given & prefix::USE_VEX2 != 0 {
        out.push_str("\t{vex2}");
    } else if given & prefix::USE_VEX3 != 0 {
        out.push_str("\t{vex3}");
    } else if given & prefix::USE_EVEX != 0 || flags.explicit_evex() {
        out.push_str("\t{evex}");
    }
    if given & prefix::USE_DISP8 != 0 {
        out.push_str("\t{disp8}");
    } else if given & prefix::USE_DISP32 != 0 {
        out.push_str("\t{disp32}");
    }
}

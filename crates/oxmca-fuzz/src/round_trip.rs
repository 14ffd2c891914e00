//! Printing and parsing again.

use oxmca_asm::inst::Expr;
use oxmca_asm::parser::Parsed;
use oxmca_asm::{Inst, Operand, Sources, lossless};
use oxmca_tables::schema::operand_type;

use super::choices::Choices;
use super::setting::{ATT, INTEL, Setting, may_change_mode};

/// Prints the input's instructions in both dialects and parses them again: what is read is printed
/// the same, and has the same code as what was printed. The exceptions, which are LLVM's too, are the
/// conditions below.
pub fn print_parse_round_trip(data: &[u8]) {
    let mut choices = Choices(data);
    let setting = Setting::choose(&mut choices);
    let Ok(sources) = Sources::new("<stdin>", choices.0) else { return };
    let parsed = setting.parse(&sources, setting.dialect);
    if may_change_mode(choices.0) {
        return;
    }
    for inst in &parsed.insts {
        for dialect in [ATT, INTEL] {
            check(&setting, inst, dialect);
        }
    }
}

fn check(setting: &Setting, inst: &Inst, dialect: usize) {
    let printed = setting.print(inst, dialect);
    let name = setting.target.tables().opcode_name(inst.opcode);
    let parsed = parse_line(setting, &printed, dialect);
    let read = match parsed.insts.as_slice() {
        [read] if !parsed.had_error || has_undefined_label(&parsed) => read,
        _ => {
            let excused = is_unreadable(setting, inst, dialect) || has_nameless_symbol(&printed);
            assert!(excused, "{name} is printed as what cannot be parsed: {printed:?}");
            return;
        }
    };
    let again = setting.print(read, dialect);
    if read.opcode != inst.opcode {
        let excused = again.starts_with(&printed) || is_ambiguous(name, &printed, inst, dialect);
        let found = setting.target.tables().opcode_name(read.opcode);
        assert!(excused, "{name} is printed as what is {found}: {printed:?}");
        return;
    }
    let known = Inst { flags: read.flags, ..inst.clone() };
    let lost = inst.flags ^ read.flags;
    assert_eq!(lost & !UNPRINTED_PREFIXES, 0, "{name} has other prefixes after {printed:?}");
    if !has_expression(inst) {
        assert_eq!(again, printed, "{name} is printed in another way after parsing");
    } else if dialect == INTEL {
        // A symbol may be called like a register, and an offset is not told from an address.
        return;
    } else {
        check_settled(setting, &again, dialect);
    }
    let (expected, encoded) = (setting.encode(&known), setting.encode(read));
    assert_eq!(encoded, expected, "{name} has another code after parsing {printed:?}");
}

/// Checks that what was read from a print is printed in the same way for ever: reading it has
/// calculated what constants there were beside symbols.
fn check_settled(setting: &Setting, printed: &str, dialect: usize) {
    let parsed = parse_line(setting, printed, dialect);
    let again: Vec<String> = parsed.insts.iter().map(|inst| setting.print(inst, dialect)).collect();
    assert_eq!(again.concat(), printed, "printed in another way after parsing twice");
}

fn parse_line(setting: &Setting, text: &str, dialect: usize) -> Parsed {
    let sources =
        Sources::new("<stdin>", lossless::to_bytes(text).into_owned()).expect("a short text");
    setting.parse(&sources, dialect)
}

/// `{rex}` and `{rex2}`.
const UNPRINTED_PREFIXES: u32 = 3 << 6;

fn has_expression(inst: &Inst) -> bool {
    inst.operands.iter().any(|operand| matches!(operand, Operand::Expr(_)))
}

/// Returns whether there is a register within an expression, as in `-(%rax)`. It may be printed after an
/// operator, where it is not read.
fn has_register_within(inst: &Inst) -> bool {
    fn within(expr: &Expr) -> bool {
        match expr {
            Expr::Register(_) => true,
            Expr::Constant(_) | Expr::Symbol { .. } => false,
            Expr::Unary(_, operand) | Expr::Specifier { operand, .. } => within(operand),
            Expr::Binary(_, operands) => within(&operands.0) || within(&operands.1),
        }
    }
    inst.operands.iter().any(|operand| matches!(operand, Operand::Expr(expr) if within(expr)))
}

/// Returns whether the only errors are assembler-local labels, which another line defines.
fn has_undefined_label(parsed: &Parsed) -> bool {
    parsed.diagnostics.iter().all(|it| it.message.ends_with(b" not defined"))
}

/// Returns whether a text has the symbol that `jmp .` makes when there is no label before it.
fn has_nameless_symbol(text: &str) -> bool {
    text.contains("\"\"")
}

/// `repne`, `rep`, `lock` and `notrack`.
const STATED_PREFIXES: u32 = 15 << 2;
/// `{vex}` to `{disp32}`.
const ENCODING_PREFIXES: u32 = 63 << 8;

/// Returns whether an instruction has a form that LLVM prints but does not read.
fn is_unreadable(setting: &Setting, inst: &Inst, dialect: usize) -> bool {
    let tables = setting.target.tables();
    let name = tables.opcode_name(inst.opcode);
    let is_jump =
        || tables.operands(inst.opcode).iter().any(|it| it.kind == operand_type::PC_RELATIVE);
    // A shift by one is read as one by a register when there is a destination of its own.
    let shifts = ["r1_ND", "m1_ND", "r1_NF_ND", "m1_NF_ND"].iter().any(|form| name.ends_with(form));
    // `vcmpltbf16` is understood with one letter more only.
    let compares = name.starts_with("VCMPBF16");
    let prefetches = name.starts_with("VGATHERPF") || name.starts_with("VSCATTERPF");
    // They are read in the other order only.
    let prefixes = inst.flags & STATED_PREFIXES != 0 && inst.flags & ENCODING_PREFIXES != 0;
    shifts
        || prefixes
        || compares
        || has_register_within(inst)
        || dialect == INTEL && (is_jump() || prefetches || has_expression(inst))
}

/// Returns whether LLVM prints an instruction as it prints none that it reads from that.
fn is_ambiguous(name: &str, printed: &str, inst: &Inst, dialect: usize) -> bool {
    // Pointers to code in another segment are printed without a size.
    let far = name.starts_with("FAR") && printed.contains('[') && !printed.contains(" ptr ");
    // The width of the register that a segment register is moved to or from is the mode's.
    let segment = matches!(name, "MOV16rs" | "MOV32rs" | "MOV16sr");
    segment || dialect == INTEL && (far || has_expression(inst))
}

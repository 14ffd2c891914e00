//! Well-known facts about x86, asked of the embedded tables.

use oxmca_tables::schema::{
    AsmPiece, SchedClass, convert_kind, idiom_kind, instr_flag, match_class_kind, operand_flag,
    operand_type, predicate,
};
use oxmca_tables::{Opcode, Tables};

fn tables() -> Tables<'static> {
    Tables::embedded("x86").unwrap()
}

fn opcode(tables: &Tables<'_>, name: &str) -> Opcode {
    let index = tables.instructions.iter().position(|row| tables.text(row.name) == name).unwrap();
    Opcode(index as u16)
}

/// Syntax as text, operands as `<index:method>`.
fn syntax(tables: &Tables<'_>, name: &str, dialect: usize) -> String {
    let row = tables.instruction_syntax(opcode(tables, name));
    let piece = |piece: &AsmPiece| {
        if piece.method == AsmPiece::LITERAL {
            return tables.text(piece.text).to_owned();
        }
        let method = tables.text(tables.print_methods[usize::from(piece.method)]);
        format!("<{}:{method}>", piece.operand)
    };
    let rest = tables.asm_pieces[row.syntax[dialect].range()].iter().map(piece);
    std::iter::once(tables.text(row.mnemonics[dialect]).to_owned()).chain(rest).collect()
}

#[test]
fn add_of_a_register_and_memory() {
    let tables = tables();
    assert_eq!(syntax(&tables, "ADD32rm", 0), "addl\t<2:printdwordmem>, <1:printOperand>");
    assert_eq!(syntax(&tables, "ADD32rm", 1), "add\t<1:printOperand>, <2:printdwordmem>");
    let add = opcode(&tables, "ADD32rm");
    let row = tables.instruction(add);
    assert_eq!(row.num_defs, 1);
    assert_ne!(row.flags & instr_flag::MAY_LOAD, 0);
    assert_eq!(row.flags & instr_flag::MAY_STORE, 0);
    let operands = tables.operands(add);
    assert_eq!(operands.len(), 7);
    assert_eq!(operands[1].tied_to, 0);
    assert!(operands[2..].iter().all(|operand| operand.kind == operand_type::MEMORY));
    assert_eq!(operands[2].flags, operand_flag::LOOKUP_BY_HW_MODE);
    let class = &tables.register_classes[operands[0].reg_class as usize];
    assert_eq!(tables.text(class.name), "GR32");
    let flags = tables.register_named("EFLAGS").unwrap();
    assert_eq!(tables.implicit_defs(add), [flags]);
    assert!(tables.implicit_uses(add).is_empty());
}

#[test]
fn parts_of_rax() {
    let tables = tables();
    let reg = |name: &str| tables.register_named(name).unwrap();
    let subs: Vec<&str> = tables
        .sub_registers(reg("RAX"))
        .iter()
        .map(|sub| tables.text(tables.register(sub.reg).name))
        .collect();
    assert_eq!(subs, ["EAX", "AX", "AL", "AH", "HAX"]);
    assert_eq!(tables.super_registers(reg("AX")), [reg("EAX"), reg("RAX")]);
    let gr64 = tables.register_class_named("GR64").unwrap();
    assert!(tables.class_contains(gr64, reg("RAX")));
    assert!(!tables.class_contains(gr64, reg("EAX")));
}

#[test]
fn zen_4_model() {
    let tables = tables();
    let cpu = tables.cpus[tables.cpu_named("znver4").unwrap().index()];
    let model = &tables.models[cpu.model.index()];
    assert_eq!(tables.text(model.name), "Znver4Model");
    assert_eq!((model.issue_width_uops, model.reorder_buffer_size), (6, 320));
    let resources = &tables.resources[model.resources.range()];
    assert_eq!(resources.len(), 45);
    let alu = &resources[11];
    assert_eq!(tables.text(alu.name), "Zn4ALU0123");
    let members: Vec<&str> = tables.resource_lists[alu.sub_units.range()]
        .iter()
        .map(|id| tables.text(resources[id.index()].name))
        .collect();
    assert_eq!(members, ["Zn4ALU0", "Zn4ALU1", "Zn4ALU2", "Zn4ALU3"]);
    assert_eq!(tables.text(resources[model.load_queue.index()].name), "Zn4Load");
    assert_eq!(tables.register_files[model.register_files.range()].len(), 3);
}

#[test]
fn xor_of_a_register_with_itself_is_zero() {
    let tables = tables();
    let cpu = tables.cpus[tables.cpu_named("znver4").unwrap().index()];
    let model = &tables.models[cpu.model.index()];
    let xor = opcode(&tables, "VPXORYrr");
    let [idiom] = tables.idioms(model, xor) else { panic!("one idiom expected") };
    assert_eq!((idiom.kind, idiom.independent_uses), (idiom_kind::ZERO, 0));
    let [node] = tables.predicates[idiom.predicate.range()] else { panic!("one node expected") };
    assert_eq!((node.kind, node.a, node.b), (predicate::SAME_REG, 1, 2));
    let class = tables.sched_class(model, tables.instruction(xor).sched_class).unwrap();
    assert_eq!(class.num_micro_ops, SchedClass::VARIANT_UOPS);
    let [zero, other] = &tables.variant_cases[class.variants.range()] else { panic!("two cases") };
    assert_eq!((zero.predicate.len, other.predicate.len), (1, 0));
    assert_eq!(tables.text(tables.sched_class_names[zero.target.index()]), "Zn4WriteZeroLatency");
}

#[test]
fn forms_of_addl() {
    let tables = tables();
    let forms = tables.match_entries(0, b"addl");
    assert_eq!(tables.opcode_name(forms[0].opcode), "ADD32rr");
    let steps = &tables.convert_steps[forms[0].conversion.range()];
    let kinds: Vec<_> = steps.iter().map(|step| (step.kind, step.operand)).collect();
    assert_eq!(
        kinds,
        [(convert_kind::RENDER, 2), (convert_kind::TIED, 0), (convert_kind::RENDER, 1)]
    );
    assert!(tables.match_entries(1, b"addl").is_empty());
    let memory =
        tables.match_classes.iter().find(|class| tables.text(class.name) == "Mem32").unwrap();
    assert_eq!((memory.kind, tables.text(memory.text)), (match_class_kind::PREDICATE, "isMem32"));
}

#[test]
fn aliases_of_call_depend_on_the_mode() {
    let tables = tables();
    let call = tables.mnemonic_aliases(0, b"call");
    let meanings: Vec<&str> = call.iter().map(|row| tables.text(row.to)).collect();
    assert_eq!(meanings, ["callw", "calll", "callq"]);
    let mode = tables.asm_features.iter().position(|row| tables.text(row.name) == "In64BitMode");
    let required = tables.alias_required(&call[2]);
    assert!(required.len() == 1 && required.contains(mode.unwrap()));
}

//! Parsing.

use oxmca_asm::Layout;

use super::choices::Choices;
use super::setting::Setting;

/// Parses the input and shows all there is to say about it. Accepted instructions have machine code, and their layout is
/// one of these instructions.
pub fn parse_does_not_panic(data: &[u8]) {
    let mut choices = Choices(data);
    let setting = Setting::choose(&mut choices);
    let Some(code) = setting.read(choices.0, setting.dialect) else { return };
    code.messages();
    if let Some(layout) = code.layout() {
        check_layout(layout, code.parsed().insts.len() as u32);
    }
    let keeps_mode = !setting.may_change_mode(choices.0);
    for inst in &code.parsed().insts {
        let texts: Vec<String> =
            setting.dialects().map(|dialect| setting.print(inst, dialect)).collect();
        let code = setting.encode(inst);
        let name = setting.session.tables().opcode_name(inst.opcode);
        let may_lack_code = !keeps_mode || setting.fuzzed.lacks_code(name, inst);
        assert!(may_lack_code || code.is_ok(), "{texts:?} is accepted but has no code: {code:?}");
    }
}

/// Checks that each instruction is in one section and in one function at most, and that labels are in their sections.
fn check_layout(layout: &Layout, insts: u32) {
    let in_sections = layout.sections.iter().flat_map(|it| it.instructions.iter().cloned());
    let mut counts = vec![0; insts as usize];
    in_sections.flatten().for_each(|at| counts[at as usize] += 1);
    assert!(counts.iter().all(|count| *count == 1), "sections overlap or have gaps: {layout:?}");
    for (index, function) in layout.functions.iter().enumerate() {
        let label = &layout.labels[function.label as usize];
        assert_eq!(label.instruction, Some(function.start()), "a function begins at its label");
        for at in function.indices() {
            assert_eq!(layout.section_of(at), Some(label.section), "a function is in one section");
            assert_eq!(layout.function_of(at), Some(index), "functions are apart");
        }
    }
    for label in &layout.labels {
        let section = label.instruction.and_then(|at| layout.section_of(at));
        assert!(section.is_none_or(|section| section == label.section), "{label:?}");
        assert!(layout.label(&label.name).is_some(), "{label:?} is found by its name");
    }
    for at in 0..insts {
        let file = layout.source_line(at).and_then(|line| line.file);
        assert!(file.is_none_or(|file| (file as usize) < layout.files.len()));
    }
}

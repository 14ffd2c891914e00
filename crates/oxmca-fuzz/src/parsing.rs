//! Parsing.

use oxmca_asm::{Renderer, Sources};

use super::choices::Choices;
use super::setting::{ATT, INTEL, Setting, may_change_mode};

/// Parses the input and shows all there is to say about it. Accepted instructions have machine code.
pub fn parse_does_not_panic(data: &[u8]) {
    let mut choices = Choices(data);
    let setting = Setting::choose(&mut choices);
    let Ok(sources) = Sources::new("<stdin>", choices.0) else { return };
    let parsed = setting.parse(&sources, setting.dialect);
    let renderer = Renderer::new(&sources, &parsed.line_origins);
    let mut messages = Vec::new();
    for diagnostic in &parsed.diagnostics {
        renderer.render(diagnostic, &mut messages);
    }
    let keeps_mode = !may_change_mode(choices.0);
    for inst in &parsed.insts {
        let text = setting.print(inst, ATT);
        setting.print(inst, INTEL);
        let code = setting.encode(inst);
        assert!(!keeps_mode || code.is_ok(), "{text:?} is accepted but has no code: {code:?}");
    }
}

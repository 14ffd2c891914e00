//! Parsing.

use super::choices::Choices;
use super::setting::Setting;

/// Parses the input and shows all there is to say about it. Accepted instructions have machine code.
pub fn parse_does_not_panic(data: &[u8]) {
    let mut choices = Choices(data);
    let setting = Setting::choose(&mut choices);
    let Some(code) = setting.read(choices.0, setting.dialect) else { return };
    code.messages();
    let keeps_mode = !setting.may_change_mode(choices.0);
    for inst in &code.parsed().insts {
        let texts: Vec<String> =
            setting.dialects().map(|dialect| setting.print(inst, dialect)).collect();
        let code = setting.encode(inst);
        let name = setting.session.tables().opcode_name(inst.opcode);
        let may_lack_code = !keeps_mode || setting.fuzzed.lacks_code(name);
        assert!(may_lack_code || code.is_ok(), "{texts:?} is accepted but has no code: {code:?}");
    }
}

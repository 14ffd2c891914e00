//! Decoding and encoding again.

use oxmca_asm::decoder::DecodeError;

use super::choices::Choices;
use super::setting::Setting;

/// Decodes the input's bytes: an instruction is encoded to a code that is decoded to the same instruction, of the same
/// length unless the target says otherwise.
pub fn decode_encode_round_trip(data: &[u8]) {
    let mut choices = Choices(data);
    let setting = Setting::choose(&mut choices);
    let session = &setting.session;
    let mut bytes = choices.0;
    while !bytes.is_empty() {
        let decoded = match session.decode(bytes, 0) {
            Ok(decoded) => decoded,
            Err(DecodeError::Unknown { skip_bytes }) => {
                assert!((1..=bytes.len()).contains(&skip_bytes), "{skip_bytes} bytes are skipped");
                bytes = &bytes[skip_bytes..];
                continue;
            }
            Err(DecodeError::Truncated { .. }) => return,
        };
        let (code, rest) = bytes.split_at(decoded.length_bytes);
        bytes = rest;
        let name = session.tables().opcode_name(decoded.inst.opcode);
        for dialect in setting.dialects() {
            assert!(!setting.print(&decoded.inst, dialect).trim().is_empty(), "{name} has no text");
        }
        let fuzzed = setting.fuzzed;
        if fuzzed.has_several_codes(session) || fuzzed.is_named_by_unused_bits(name) {
            if let Ok(encoded) = setting.encode(&decoded.inst) {
                let _ = session.decode(&encoded, 0);
            }
            continue;
        }
        let encoded = match setting.encode(&decoded.inst) {
            Ok(encoded) => encoded,
            Err(error) => panic!("{name} of {code:02x?} has no code: {error}"),
        };
        // Another code of the instruction may be defined where this one may not be.
        let again = session.decode(&encoded, 0).map(|again| (again.inst, again.length_bytes));
        let decoded = (decoded.inst, decoded.length_bytes);
        assert_eq!(again, Ok(decoded), "{name} of {code:02x?} becomes {encoded:02x?}");
    }
}

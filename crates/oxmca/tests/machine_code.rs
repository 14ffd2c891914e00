//! Machine code as input: it gives what the same instructions give as text.

use std::fs;
use std::path::Path;

use oxmca::oxmca_asm::Interrupt;
use oxmca::oxmca_asm::printer::PrintOptions;
use oxmca::{
    Code, DecodeError, Format, MachineCodeError, Options, Session, SessionBuilder, TextOptions,
    Views,
};
use serde_json::Value;

const TRIPLE: &str = "x86_64-unknown-unknown";

fn session() -> Session {
    Session::new(TRIPLE, "skylake", []).unwrap()
}

fn read(bytes: &[u8]) -> Result<Code, MachineCodeError> {
    session().read_machine_code(bytes, 0x1000, &TextOptions::default())
}

/// The full JSON document of a code, without places in its text and the parser's warnings about it.
fn document(code: &Code, options: &Options) -> Option<Value> {
    let text = code.report(options, Format::FullJson, &mut Vec::new()).ok()?;
    let mut document: Value = serde_json::from_slice(&text).unwrap();
    for instruction in document["regions"][0]["instructions"].as_array_mut().unwrap() {
        instruction["line"] = Value::Null;
        instruction["column"] = Value::Null;
    }
    document["diagnostics"] = Value::Null;
    Some(document)
}

/// A golden kernel's text and the target and CPU that its first lines name.
fn kernels() -> Vec<(String, String, String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden");
    let mut kernels = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "s") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let first = text.lines().find_map(|line| line.strip_prefix("# oxmca:"));
        let words = first.unwrap_or_default().split_whitespace();
        let option = |name: &str| words.clone().find_map(|word| word.strip_prefix(name));
        let (Some(triple), Some(cpu)) = (option("-mtriple="), option("-mcpu=")) else { continue };
        let name = path.display().to_string();
        kernels.push((name, text.clone(), triple.to_owned(), cpu.to_owned()));
    }
    kernels
}

#[test]
fn reports_are_those_of_the_same_instructions_as_text() {
    let mut compared = 0;
    for (name, text, triple, cpu) in kernels() {
        let Ok(session) = SessionBuilder::new(&triple).cpu(&cpu).build() else { continue };
        let Ok(parsed) = session.read(text, &TextOptions::default()) else { continue };
        let (mut bytes, mut lines) = (Vec::new(), String::new());
        for inst in &parsed.parsed().insts {
            let mut code = Vec::new();
            let print = |address| {
                let mut line = String::new();
                let options = PrintOptions { address, ..PrintOptions::default() };
                session.print_inst(inst, &options, &mut line);
                line
            };
            // Those that are decoded as they were, unlike prefixes of the next instruction, and whose text does not
            // depend on their address.
            let line = print(None);
            if session.encode(inst, &mut code).is_ok()
                && session
                    .decode(&[&code[..], &[0x48, 0x01, 0xf8, 0]].concat(), 0)
                    .is_ok_and(|it| it.inst == *inst && it.length_bytes == code.len())
                && print(Some(0)) == line
                && print(Some(0x1000)) == line
            {
                let again = session.parse(line.clone() + "\n");
                if again.is_ok_and(|again| again.parsed().insts == [inst.clone()]) {
                    bytes.extend(code);
                    lines += &(line + "\n");
                }
            }
        }
        if bytes.is_empty() {
            continue;
        }
        let from_text = session.parse(lines).unwrap();
        let decoded = session.read_machine_code(bytes, 0x1000, &TextOptions::default()).unwrap();
        assert_eq!(decoded.parsed().insts, from_text.parsed().insts, "{name}");
        let mut options = Options::with(|it| it.views = Views::supported(session.processor()));
        options.show_encoding = true;
        // Its sentences name lines of a text, and addresses of machine code.
        options.views.explanation = false;
        let document = |code| document(code, &options);
        let (mut found, expected) = (document(&decoded), document(&from_text));
        if let Some(found) = &mut found {
            check_addresses(found);
        }
        assert!(found == expected, "{name}:\n{found:?}\nis not\n{expected:?}");
        compared += decoded.parsed().insts.len();
    }
    assert!(compared > 1_500, "{compared} instructions were compared");
}

/// Takes the addresses of instructions away, which those of a text do not have.
fn check_addresses(document: &mut Value) {
    let mut next = 0x1000;
    for instruction in document["regions"][0]["instructions"].as_array_mut().unwrap() {
        let address = instruction.as_object_mut().unwrap().remove("address");
        assert_eq!(address, Some(next.into()));
        next += instruction["encoding"].as_str().unwrap().split(' ').count();
    }
}

#[test]
fn branches_have_addresses_as_targets() {
    let code = read(&[0x90, 0x75, 0xfd, 0xe8, 0xfb, 0xff, 0xff, 0xff]).unwrap();
    let region = code.first_region().unwrap();
    let texts: Vec<String> = (0..region.len()).map(|at| region.text(at)).collect();
    assert_eq!(texts, ["nop", "jne\t0x1000", "callq\t0x1003"]);
    assert!(!region.is_marked());
    // The same bytes elsewhere are another region, since their report is another.
    let elsewhere =
        session().read_machine_code([0x90, 0x75, 0xfd], 0, &TextOptions::default()).unwrap();
    let here = read(&[0x90, 0x75, 0xfd]).unwrap();
    let key = |code: &Code| code.first_region().unwrap().key().into_owned();
    assert_ne!(key(&here), key(&elsewhere));
    assert_eq!(key(&here), key(&read(&[0x90, 0x75, 0xfd]).unwrap()));
}

#[test]
fn encodings_are_the_bytes_that_were_given() {
    // A prefix without effect, which the assembler would not write.
    let code = read(&[0x3e, 0x48, 0x01, 0xf8]).unwrap();
    let options = Options::with(|it| it.show_encoding = true);
    let document = document(&code, &options).unwrap();
    assert_eq!(document["regions"][0]["instructions"][0]["encoding"], "3e 48 01 f8");
}

#[test]
fn markers_delimit_regions() {
    let begin = [0xbb, 0x6f, 0, 0, 0, 0x64, 0x67, 0x90];
    let end = [0xbb, 0xde, 0, 0, 0, 0x64, 0x67, 0x90];
    let code =
        [&[6][..], &begin, &[0x90], &end, &[6], &begin, &end, &begin, &[0x90, 0x90]].concat();
    let code = read(&code).unwrap();
    let regions: Vec<_> = code.all_regions().map(|it| (it.is_marked(), it.len())).collect();
    assert_eq!(regions, [(true, 1), (true, 0), (true, 2)]);
    let twice = [begin, begin].concat();
    assert!(matches!(read(&twice), Err(MachineCodeError::Markers(at)) if at.offset == 8));
    assert_eq!(read(&begin).err(), Some(MachineCodeError::Empty));
}

#[test]
fn errors_say_where_and_what() {
    let error = read(&[0x90, 0x06, 0x07]).unwrap_err();
    let MachineCodeError::Invalid { offset: 1, reason: DecodeError::Unknown { .. }, .. } = error
    else {
        panic!("{error:?}");
    };
    assert_eq!(error.to_string(), "offset 0x1: no instruction has this code: 06 07");
    let error = read(&[0x90, 0x48, 0x01]).unwrap_err();
    assert_eq!(error.to_string(), "offset 0x1: the code ends within an instruction: 48 01");
    assert_eq!(read(&[]).err(), Some(MachineCodeError::Empty));
}

#[test]
fn limits_are_those_of_texts() {
    let read = |change: &dyn Fn(&mut TextOptions)| {
        session().read_machine_code([0x90; 10], 0, &TextOptions::with(change)).err()
    };
    assert_eq!(read(&|it| it.max_instructions = 10), None);
    let limit = 9;
    let error = Some(MachineCodeError::TooManyInstructions { limit });
    assert_eq!(read(&|it| it.max_instructions = limit), error);
    assert_eq!(read(&|it| it.max_instructions_in_regions = limit), error);
    let error = Some(MachineCodeError::Interrupted);
    assert_eq!(read(&|it| it.interrupt = Interrupt::when(|| true)), error);
}

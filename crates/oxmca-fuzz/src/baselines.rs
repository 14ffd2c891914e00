//! Baselines that are written, read, and damaged in between.

use oxmca::options::SimulationKind;
use oxmca_loops::baseline::{
    Baseline, BaselineFile, BaselineFileKind, BaselineInput, BaselineLoop, BaselineSetting,
};

use super::choices::Choices;
use super::versions::{item, texts};

/// Writes and reads a baseline with any names: it is the same. Damages its text: it is refused, or still the same. The first
/// byte chooses; with 0 the rest is the text of a baseline.
///
/// # Panics
/// When a baseline is read as another one.
pub fn baselines_survive_names(data: &[u8]) {
    let mut choices = Choices(data);
    let kind = choices.byte();
    if kind == 0 {
        if let Ok(read) = Baseline::parse(&String::from_utf8_lossy(choices.0)) {
            assert_eq!(Baseline::parse(&read.to_string()), Ok(read));
        }
        return;
    }
    let changes: Vec<[u8; 4]> =
        (0..choices.below(4)).map(|_| std::array::from_fn(|_| choices.byte())).collect();
    let names = texts(&mut choices, 64);
    let text_of = |at: usize| names.get(at).cloned().unwrap_or_default();
    let named = |(at, name): (usize, &String)| {
        let mut found =
            BaselineLoop::new(&item(name, at % 3, &["addl\t%eax", "jne\ttarget"], Ok(at as u64)));
        if at % 7 == 6 {
            found.cycles = None;
        }
        found
    };
    let loops: Vec<BaselineLoop> = names.iter().enumerate().map(named).collect();
    let inputs = loops.chunks(5).enumerate().map(|(at, loops)| BaselineInput {
        cpu: ["one", "two"][at % 2].to_owned(),
        simulation: [SimulationKind::Model, SimulationKind::Hardware][at % 2],
        name: text_of(at),
        loops: loops.to_vec(),
    });
    let written = Baseline {
        program: text_of(0),
        models: text_of(1),
        triple: text_of(2),
        files: BaselineFileKind::ALL
            .into_iter()
            .map(|kind| BaselineFile::new(kind, &text_of(3), b""))
            .collect(),
        settings: vec![BaselineSetting { name: "--mattr".to_owned(), value: text_of(4) }],
        inputs: inputs.collect(),
    };
    let text = written.to_string();
    assert_eq!(Baseline::parse(&text).as_ref(), Ok(&written));
    // A line of the text is a line wherever it is read.
    assert!(!text.contains(['\r', '\u{85}', '\u{2028}', '\u{2029}', '\u{b}', '\u{c}']));
    let mut bytes = text.into_bytes();
    for [low, high, kind, byte] in changes {
        let at = usize::from(u16::from_le_bytes([low, high])) % bytes.len().max(1);
        match kind % 4 {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] = byte,
            2 => bytes.insert(at.min(bytes.len()), byte),
            _ => {
                // A line is lost, or there twice.
                let mut lines: Vec<&[u8]> = bytes.split_inclusive(|it| *it == b'\n').collect();
                let line = at % lines.len().max(1);
                match byte % 2 {
                    _ if lines.is_empty() => {}
                    0 => drop(lines.remove(line)),
                    _ => lines.insert(line, lines[line]),
                }
                bytes = lines.concat();
            }
        }
    }
    if let Ok(read) = Baseline::parse(&String::from_utf8_lossy(&bytes)) {
        assert_eq!(read, written, "a damaged baseline is another one");
    }
}

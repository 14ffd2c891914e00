//! A CPU called `generic` has the features of the architecture that its triple names.

use oxmca_asm::triple::Triple;
use oxmca_asm::{Options, Sources, Subtarget, parse, target};

/// Statements, an empty line, and a line for each triple.
const RECORDED: &str = include_str!("generic-arm-cpu.txt");

#[test]
fn a_triple_gives_the_features_of_its_architecture() {
    let lines: Vec<&str> = RECORDED.lines().filter(|line| !line.starts_with('#')).collect();
    let middle = lines.iter().position(|line| line.is_empty()).expect("an empty line");
    let (statements, rows) = (&lines[..middle], &lines[middle + 1..]);
    for row in rows {
        let (name, recorded) = row.split_once(' ').expect("a triple and its statements");
        let Ok(target) = target::create(Triple::new(name)) else { panic!("{name} is none") };
        let (subtarget, _) = Subtarget::resolve(&*target, "generic", []);
        let subtarget = subtarget.expect("the CPU of every target");
        let takes = |statement: &&str| {
            let sources = Sources::new("<stdin>", format!("{statement}\n")).expect("short");
            let parsed = parse(&sources, &*target, subtarget, &Options::default());
            if parsed.insts.len() == 1 { 'x' } else { '-' }
        };
        let found: String = statements.iter().map(takes).collect();
        assert_eq!(found, recorded.trim(), "{name}");
    }
}

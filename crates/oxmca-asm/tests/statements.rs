//! Statements in AT&T and Intel syntax with what llvm-mc and llvm-mca 22.1.8 make of them, as
//! recorded in `tests/att` and `tests/intel`.
//!
//! A file begins with a comment and a line `triple NAME`. A statement follows `> `. After it come,
//! for each instruction, its text as printed in AT&T and in Intel syntax and a line with opcode and
//! machine operands (`%` register, `$` number, `=` expression), then the diagnostics, each line after
//! `| `.

use std::path::Path;

use oxmca_asm::printer::{PrintOptions, RegisterNames, print_expr};
use oxmca_asm::triple::Triple;
use oxmca_asm::{Inst, Operand, Options, Renderer, Sources, Subtarget, Target, parse, target};
use oxmca_tables::{Reg, Tables};

#[test]
fn recorded_att_statements() {
    check("tests/att", 0, 1000);
}

#[test]
fn recorded_intel_statements() {
    check("tests/intel", 1, 400);
}

/// Checks the recorded statements of a folder, which are in the input dialect given; there are at
/// least `expected_count`.
fn check(folder: &str, dialect: usize, expected_count: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut checked = 0;
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder of statements") {
        let path = entry.expect("a file").path();
        let file = std::fs::read_to_string(&path).expect("a text file");
        let mode = Mode::new(&file, dialect);
        let (_, statements) = file.split_once("\n> ").expect("a statement");
        for block in statements.trim_end().split("\n> ") {
            let (statement, expected) = block.split_once('\n').unwrap_or((block, ""));
            let actual = mode.run(statement);
            checked += 1;
            if actual != expected {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                wrong.push(format!(
                    "{name}: {statement}\n-- recorded\n{expected}\n-- got\n{actual}"
                ));
            }
        }
    }
    assert!(checked >= expected_count, "only {checked} statements found");
    assert!(wrong.is_empty(), "{} of {checked}\n{}", wrong.len(), wrong.join("\n"));
}

/// What the header of a file selects.
struct Mode {
    target: Box<dyn Target>,
    subtarget: Subtarget,
    dialect: usize,
}

impl Mode {
    fn new(file: &str, dialect: usize) -> Mode {
        let line = file.lines().find_map(|line| line.strip_prefix("triple "));
        let triple = Triple::new(line.expect("a triple"));
        let target = target::create(triple).expect("a target");
        let (subtarget, _) = Subtarget::resolve(&*target, "generic", []);
        Mode { target, subtarget: subtarget.expect("a CPU"), dialect }
    }

    /// What becomes of a statement, as in a file.
    fn run(&self, statement: &str) -> String {
        let sources = Sources::new("<stdin>", format!("{statement}\n")).expect("a short text");
        let options = Options { dialect: self.dialect, ..Options::default() };
        let parsed = parse(&sources, &*self.target, self.subtarget, &options);
        let mut lines = Vec::new();
        for inst in &parsed.insts {
            for dialect in [0, 1] {
                let mut printed = String::new();
                let options = PrintOptions { dialect, ..PrintOptions::default() };
                self.target.print_inst(&self.subtarget, inst, &options, &mut printed);
                lines.push(printed.trim_end().to_owned());
            }
            lines.push(format!("  {}", Names(self.target.tables()).describe(inst)));
        }
        let mut shown = Vec::new();
        let renderer = Renderer::new(&sources, &parsed.line_origins);
        for diagnostic in &parsed.diagnostics {
            renderer.render(diagnostic, &mut shown);
        }
        lines.extend(String::from_utf8_lossy(&shown).lines().map(|line| format!("| {line}")));
        lines.join("\n")
    }
}

struct Names<'t>(&'t Tables<'t>);

impl RegisterNames for Names<'_> {
    fn push_register(&self, reg: Reg, out: &mut String) {
        out.push('%');
        out.push_str(self.0.text(self.0.register(reg).asm_name));
    }
}

impl Names<'_> {
    fn describe(&self, inst: &Inst) -> String {
        let operands = inst.operands.iter().map(|operand| match operand {
            Operand::Reg(Reg::NONE) => "%".to_owned(),
            Operand::Reg(reg) => format!("%{}", self.0.text(self.0.register(*reg).name)),
            Operand::Imm(value) => format!("${value}"),
            Operand::Expr(expr) => {
                let mut text = "=".to_owned();
                print_expr(expr, self, &mut text);
                text
            }
        });
        let operands = operands.collect::<Vec<_>>().join(", ");
        let separator = if operands.is_empty() { "" } else { " " };
        format!("{}{separator}{operands}", self.0.opcode_name(inst.opcode))
    }
}

//! Machine instructions as they are printed, one trial per file. The rows were recorded from the `-show-inst` of
//! llvm-mc; this test runs without LLVM and needs no parser of the target.
//!
//! A line `target TRIPLE CPU FEATURES` begins a group of rows; `-` stands for no features. A row has an opcode and
//! its operands (`X0`, `#1`, `=symbol+4`), then a line per text: `generic` or `apple` for the dialect, followed by
//! `hex` if immediates are hexadecimal. A text that is the same as the one before it is left out.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use oxmca_asm::inst::SpecifierNotation;
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::triple::Triple;
use oxmca_asm::{BinaryOp, Expr, Inst, Operand, Subtarget, Target, UnaryOp, target};
use oxmca_tables::{Opcode, Reg, Tables};
use oxmca_testing::trials::{self, Failed};

const TEXTS: [(&str, u8, bool); 4] =
    [("generic", 0, false), ("apple", 1, false), ("generic hex", 0, true), ("apple hex", 1, true)];

fn main() -> ExitCode {
    let folder = trials::folder("crates/oxmca-asm/tests/print");
    trials::run(trials::of_files("", &folder, "txt", check))
}

/// A row and the texts that are expected for it, by their place in [`TEXTS`].
struct Row<'t> {
    inst: &'t str,
    texts: [&'t str; 4],
}

fn check(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let mut lines = text.lines().filter(|line| !line.starts_with("//")).peekable();
    let (mut rows, mut wrong) = (0, String::new());
    let mut differences = 0;
    while let Some(line) = lines.next() {
        let [triple, cpu, features] = words(line.strip_prefix("target ").ok_or(line)?)?;
        let target = target::create(Triple::new(triple)).map_err(|error| error.to_string())?;
        let features = features.split(',').filter(|it| *it != "-");
        let subtarget = Subtarget::resolve(&*target, cpu, features).0.ok_or(cpu)?;
        let opcodes = Opcodes::new(target.tables());
        while let Some(inst) = lines.next_if(|line| !line.starts_with("target ")) {
            let mut row = Row { inst, texts: [""; 4] };
            for (index, (name, ..)) in TEXTS.iter().enumerate() {
                let text = lines.next_if(|line| {
                    line.strip_prefix(name).is_some_and(|rest| rest.starts_with(": "))
                });
                row.texts[index] = match text {
                    Some(text) => &text[name.len() + 2..],
                    None => row.texts[index.saturating_sub(1)],
                };
            }
            rows += 1;
            differences += check_row(&*target, &subtarget, &opcodes, &row, &mut wrong)?;
        }
    }
    assert!(rows > 0);
    match differences {
        0 => Ok(()),
        count => Err(format!("{count} texts of {rows} rows\n{wrong}").into()),
    }
}

fn words(text: &str) -> Result<[&str; 3], String> {
    let words: Vec<&str> = text.split(' ').collect();
    words.try_into().map_err(|_| text.to_owned())
}

/// Prints an instruction in all ways; appends what is wrong to `wrong`. Returns the number of differences.
fn check_row(
    target: &dyn Target,
    subtarget: &Subtarget,
    opcodes: &Opcodes<'_>,
    row: &Row<'_>,
    wrong: &mut String,
) -> Result<usize, String> {
    let inst = opcodes.instruction(row.inst).ok_or_else(|| format!("row {}", row.inst))?;
    let mut differences = 0;
    for ((name, dialect, hex_immediates), expected) in TEXTS.iter().zip(row.texts) {
        let options = PrintOptions {
            dialect: *dialect,
            hex_immediates: *hex_immediates,
            ..PrintOptions::default()
        };
        let mut ours = String::new();
        target.print_inst(subtarget, &inst, &options, &mut ours);
        if ours.trim_start() != expected {
            differences += 1;
            let _ = write!(wrong, "{}\n  - {name}: {expected}\n  + {name}: {ours}\n", row.inst);
        }
    }
    Ok(differences)
}

/// Opcodes and registers by their names.
struct Opcodes<'t> {
    tables: &'t Tables<'t>,
}

impl<'t> Opcodes<'t> {
    fn new(tables: &'t Tables<'t>) -> Self {
        Self { tables }
    }

    fn instruction(&self, text: &str) -> Option<Inst> {
        let mut words = text.split(' ');
        let name = words.next()?.as_bytes();
        let opcode: Opcode =
            self.tables.opcode_named(name).or_else(|| self.tables.pseudo_named(name))?;
        let operands = words.map(|word| match word.as_bytes().first()? {
            b'#' => word[1..].parse().ok().map(Operand::Imm),
            b'=' => expression(&word[1..]).map(|expr| Operand::Expr(Box::new(expr))),
            b'-' => Some(Operand::Reg(Reg::NONE)),
            _ => self.tables.register_named(word).map(Operand::Reg),
        });
        Some(Inst { opcode, operands: operands.collect::<Option<_>>()?, ..Inst::default() })
    }
}

/// The expression of a text: `:lo12:symbol+4`, `symbol@PAGE`, `(a-b)+4`.
fn expression(text: &str) -> Option<Expr> {
    let mut rest = text;
    let expr = sum(&mut rest)?;
    rest.is_empty().then_some(expr)
}

fn sum(rest: &mut &str) -> Option<Expr> {
    let mut left = term(rest)?;
    loop {
        let operators = [
            ("+", BinaryOp::Add),
            ("-", BinaryOp::Sub),
            ("*", BinaryOp::Mul),
            (">>", BinaryOp::LShr),
            ("<<", BinaryOp::Shl),
        ];
        let found = operators.iter().find_map(|(text, op)| Some((rest.strip_prefix(text)?, *op)));
        let Some((after, op)) = found else { return Some(left) };
        *rest = after;
        left = Expr::Binary(op, Box::new((left, term(rest)?)));
    }
}

fn term(rest: &mut &str) -> Option<Expr> {
    match rest.bytes().next()? {
        b':' => {
            let (name, operand) = rest[1..].split_once(':')?;
            *rest = operand;
            let operand = Box::new(sum(rest)?);
            let notation = SpecifierNotation::Colons;
            Some(Expr::Specifier { notation, name: name.into(), operand })
        }
        b'(' => {
            *rest = &rest[1..];
            let inner = sum(rest)?;
            *rest = rest.strip_prefix(')')?;
            Some(inner)
        }
        b'-' => {
            *rest = &rest[1..];
            Some(Expr::Unary(UnaryOp::Minus, Box::new(term(rest)?)))
        }
        b'0'..=b'9' => take(rest, |byte| byte.is_ascii_digit()).parse().ok().map(Expr::Constant),
        b'"' => {
            let (name, after) = rest[1..].split_once('"')?;
            *rest = after;
            Some(Expr::Symbol { name: name.into(), specifier: None })
        }
        _ => {
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_.$".contains(&byte);
            let name = take(rest, is_name);
            if name.is_empty() {
                return None;
            }
            let specifier = match rest.strip_prefix('@') {
                Some(after) => {
                    *rest = after;
                    Some(take(rest, is_name).into())
                }
                None => None,
            };
            Some(Expr::Symbol { name: name.into(), specifier })
        }
    }
}

/// Takes bytes as long as they are wanted.
fn take<'t>(rest: &mut &'t str, is_wanted: impl Fn(u8) -> bool) -> &'t str {
    let end = rest.bytes().position(|byte| !is_wanted(byte)).unwrap_or(rest.len());
    let (taken, after) = rest.split_at(end);
    *rest = after;
    taken
}

//! Machine code that `cargo xtask bit-fields` recorded from llvm-mc, encoded by the rows of the text tables. Runs
//! without LLVM, and without an assembler of the target.

use std::path::Path;
use std::{fs, io};

use oxmca_asm::bit_fields::{EncoderMethods, encode};
use oxmca_asm::inst::{Expr, Inst, Operand, SpecifierNotation};
use oxmca_asm::rewrite::rewrite;
use oxmca_asm::triple::Triple;
use oxmca_asm::{Subtarget, target};
use oxmca_tables::schema::rewrite_kind;
use oxmca_tables::text::{self, SourceFile};
use oxmca_tables::{FeatureSet, Opcode, Reg, Tables, TablesBuf};

/// Encoder methods of RISC-V for operands that are constants.
struct RiscV<'t>(Tables<'t>);

impl EncoderMethods for RiscV<'_> {
    fn operand_value(&self, method: u16, inst: &Inst, operand: usize) -> Option<u64> {
        let operand = &inst.operands[operand];
        let value = operand.imm().unwrap_or(0);
        let value = match self.0.text(self.0.encoder_methods[usize::from(method)]) {
            "getImmOpValue" | "getRlistOpValue" | "getRlistS0OpValue" => value,
            "getImmOpValueAsrN<1>" => value >> 1,
            "getImmOpValueAsrN<2>" => value >> 2,
            "getImmOpValueAsrN<3>" => value >> 3,
            "getImmOpValueMinus1" => value - 1,
            "getImmOpValueZibi" => value.max(0),
            "getYBNDSWImmOpValue" => match value {
                4096 => 0,
                512.. => 256 | value >> 4,
                256.. => 256 | (value >> 3 & 1) << 4 | (value - 256) >> 4,
                length => length,
            },
            "getImmOpValueSlist" => {
                [0, 1, 2, 4, 8, 16, 15, 31].iter().position(|it| *it == value)? as i64
            }
            "getVMaskReg" => i64::from(operand.reg() == Some(Reg::NONE)),
            _ => return None,
        };
        Some(value as u64)
    }
}

#[test]
fn instructions_become_shorter_and_back() {
    let owned = tables("riscv");
    let tables = owned.tables();
    let mut on = FeatureSet::default();
    on.insert(tables.feature_bit("FeatureStdExtZca").unwrap());
    let fits = |predicate: u16, operand: &Operand| {
        let value = operand.imm().unwrap_or(i64::MAX);
        match tables.text(tables.operand_predicates[usize::from(predicate)]) {
            "simm6" => (-32..32).contains(&value),
            "simm6nonzero" => value != 0 && (-32..32).contains(&value),
            "simm12_lo" => (-2048..2048).contains(&value),
            _ => false,
        }
    };
    let check = |kind, text: &str, expected: Option<&str>| {
        let inst = instruction(&tables, text).unwrap();
        let other = rewrite(&tables, kind, &inst, &on, fits);
        let expected = expected.map(|text| instruction(&tables, text).unwrap());
        assert_eq!(other, expected, "{text}");
    };
    check(rewrite_kind::COMPRESS, "ADDI X8 X8 31", Some("C_ADDI X8 X8 31"));
    check(rewrite_kind::COMPRESS, "ADDI X8 X8 32", None);
    check(rewrite_kind::COMPRESS, "ADDI X8 X9 31", None);
    check(rewrite_kind::COMPRESS, "ADDI X8 X0 -32", Some("C_LI X8 -32"));
    check(rewrite_kind::COMPRESS, "ADDI X8 X9 0", Some("C_MV X8 X9"));
    check(rewrite_kind::COMPRESS, "ADDI X0 X0 0", Some("C_NOP"));
    check(rewrite_kind::EXPAND, "C_NOP", Some("ADDI X0 X0 0"));
    check(rewrite_kind::EXPAND, "C_ADDI X8 X8 31", Some("ADDI X8 X8 31"));
    check(rewrite_kind::EXPAND, "ADDI X8 X8 31", None);
    on = FeatureSet::default();
    let nop = instruction(&tables, "C_NOP").unwrap();
    assert_eq!(rewrite(&tables, rewrite_kind::EXPAND, &nop, &on, fits), None);
}

/// The text tables of a target in the repository, without those of hardware mode.
fn tables(target: &str) -> TablesBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../oxmca-tables/data").join(target);
    let mut files = Vec::new();
    read_folder(&folder, "", &mut files).unwrap();
    let sources: Vec<SourceFile<'_>> =
        files.iter().map(|(name, text)| SourceFile { name, text }).collect();
    text::read(&sources).unwrap()
}

fn read_folder(folder: &Path, prefix: &str, files: &mut Vec<(String, String)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            if name == "hardware" {
                continue;
            }
            read_folder(&entry.path(), &format!("{name}/"), files)?;
        } else if name.ends_with(".tbl") {
            files.push((name, fs::read_to_string(entry.path())?));
        }
    }
    Ok(())
}

/// The instruction of a row `NAME OPERAND... = BYTE...`.
fn instruction(tables: &Tables<'_>, text: &str) -> Option<Inst> {
    let mut words = text.split(' ');
    let name = words.next()?;
    let index = tables.instructions.iter().position(|row| tables.text(row.name) == name)?;
    let operands = words.map(|word| match word {
        "-" => Some(Operand::Reg(Reg::NONE)),
        word => match word.parse() {
            Ok(value) => Some(Operand::Imm(value)),
            Err(_) => tables.register_named(word).map(Operand::Reg),
        },
    });
    let operands = operands.collect::<Option<_>>()?;
    Some(Inst { opcode: Opcode(index as u16), operands, ..Inst::default() })
}

#[test]
fn rows_give_the_machine_code_of_riscv() {
    let owned = tables("riscv");
    let tables = owned.tables();
    let text = include_str!("bit_fields/riscv.txt");
    let mut rows = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (inst, expected) = line.split_once(" = ").unwrap();
        let inst = instruction(&tables, inst).unwrap_or_else(|| panic!("row `{line}`"));
        let code =
            encode(&tables, &RiscV(tables), &inst).unwrap_or_else(|| panic!("no code: {line}"));
        let bytes: Vec<String> = code.little_endian().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(bytes.join(" "), expected, "{line}");
        rows += 1;
    }
    assert!(rows > 5000, "{rows} rows");
}

/// The target itself encodes AArch64's instructions, since its methods are many.
#[test]
fn rows_give_the_machine_code_of_aarch64() {
    let text = include_str!("bit_fields/aarch64.txt");
    for triple in ["aarch64", "aarch64_be", "arm64-apple-macosx"] {
        let target = target::create(Triple::new(triple)).unwrap();
        let (subtarget, _) = Subtarget::resolve(&*target, "generic", []);
        let subtarget = subtarget.unwrap();
        let mut rows = 0;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (inst, expected) = line.split_once(" = ").unwrap();
            let inst = instruction(target.tables(), inst).unwrap_or_else(|| panic!("row `{line}`"));
            let mut code = Vec::new();
            target.encode(&subtarget, &inst, &mut code).unwrap_or_else(|it| panic!("{line}: {it}"));
            let bytes: Vec<String> = code.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(bytes.join(" "), expected, "{line}");
            rows += 1;
        }
        assert!(rows > 600, "{rows} rows");
    }
}

/// Specifiers that decide bits before linking, as llvm-mc does.
#[test]
fn specifiers_decide_bits_of_aarch64() {
    let target = target::create(Triple::new("aarch64")).unwrap();
    let (subtarget, _) = Subtarget::resolve(&*target, "generic", []);
    let subtarget = subtarget.unwrap();
    let code = |text: &str, place: usize, specifier: &str| {
        let mut inst = instruction(target.tables(), text).unwrap();
        let symbol = Expr::Symbol { name: "x".into(), specifier: None };
        let operand = Expr::Specifier {
            notation: SpecifierNotation::Colons,
            name: specifier.into(),
            operand: Box::new(symbol),
        };
        inst.operands[place] = Operand::Expr(Box::new(operand));
        let mut code = Vec::new();
        target.encode(&subtarget, &inst, &mut code).unwrap();
        code
    };
    assert_eq!(code("MOVZXi X1 0 16", 1, "tprel_g1"), [0x01, 0x00, 0xa0, 0x92]);
    assert_eq!(code("MOVZXi X1 0 16", 1, "tprel_g1_nc"), [0x01, 0x00, 0xa0, 0xd2]);
    assert_eq!(code("MOVZXi X1 0 16", 1, "abs_g1"), [0x01, 0x00, 0xa0, 0xd2]);
    assert_eq!(code("ADDXri X1 X2 0 0", 2, "tprel_hi12"), [0x41, 0x00, 0x40, 0x91]);
    assert_eq!(code("ADDXri X1 X2 0 0", 2, "tprel_lo12"), [0x41, 0x00, 0x00, 0x91]);
    assert!(code("TLSDESCCALL 0", 0, "tlsdesc").is_empty());
}

#[test]
fn tables_of_riscv_are_found() {
    let owned = tables("riscv");
    let tables = owned.tables();
    tables.validate().unwrap();

    let registers = tables.named_table("SysRegsList").unwrap();
    let column = |name| registers.column(name).unwrap();
    let encoding = column("Encoding");
    assert_eq!(registers.row_named("mstatus").unwrap().number(encoding), 0x300);
    assert_eq!(registers.row_named("MStatus").unwrap().text(0), "mstatus");
    assert!(registers.row_named("mstatu").is_none());
    let of =
        |value| registers.rows_with(encoding, value).map(|row| row.text(0)).collect::<Vec<_>>();
    assert_eq!(of(0x7b2), ["dscratch", "dscratch0"]);
    assert!(of(0xfff).is_empty());
    assert!(registers.row_named("cycleh").unwrap().flag(column("isRV32Only")));
    let vendor = registers.row_named("sf.stvt").unwrap();
    let mut on = FeatureSet::default();
    assert!(!vendor.features_hold(column("FeaturesRequired"), &on));
    on.insert(tables.feature_bit("FeatureVendorXSfsclic").unwrap());
    assert!(vendor.features_hold(column("FeaturesRequired"), &on));

    let add = tables.opcode_named(b"ADD").unwrap();
    let [first, ..] = tables.rewrites(rewrite_kind::COMPRESS, add) else { panic!() };
    assert_eq!(tables.opcode_name(first.to), "C_MV");
    assert!(!tables.rewrite_enabled(first, &FeatureSet::default()));
    assert!(tables.rewrites(rewrite_kind::EXPAND, add).is_empty());
    let mv = tables.opcode_named(b"C_MV").unwrap();
    assert_eq!(tables.rewrites(rewrite_kind::EXPAND, mv).len(), 1);

    let divide = tables.opcode_named(b"VDIV_VV").unwrap();
    let (m1, m8) = (tables.class_choice(divide, [0, 32]), tables.class_choice(divide, [3, 32]));
    assert!(m1.is_some() && m8.is_some() && m1 != m8);
    assert_eq!(tables.class_choice(divide, [0, 0]), None);
    assert_eq!(tables.class_choice(add, [0, 0]), None);

    assert_eq!(tables.diagnostic_message("InvalidVMaskRegister"), Some("operand must be v0.t"));
    let of_range = "immediate must be an integer in the range [-2048, 2047]";
    assert_eq!(tables.diagnostic_message("InvalidSImm12"), Some(of_range));
    assert_eq!(tables.diagnostic_message("InvalidNothing"), None);
    let fp = tables.register_named("X8").unwrap();
    assert_eq!(tables.printed_name(fp), "s0");
    assert_eq!(tables.asm_names(fp).collect::<Vec<_>>(), ["s0", "x8", "fp"]);
}

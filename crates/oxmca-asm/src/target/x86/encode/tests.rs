//! Encodings of instructions that no text gives, so that no row of `tests/encode` records them.

use oxmca_tables::schema::{OperandInfo, operand_flag};
use oxmca_tables::{CpuId, FeatureSet, Opcode, Reg, Tables};

use super::*;
use crate::inst::{Expr, Operand};
use crate::target::x86::prefix;
use crate::triple::Triple;

struct Fixture {
    tables: Tables<'static>,
    x86: X86<'static>,
}

impl Fixture {
    fn new() -> Fixture {
        let tables = Tables::embedded("x86").expect("the embedded tables");
        Fixture { tables, x86: X86::new(Triple::new("x86_64"), tables) }
    }

    fn encode(&self, mode: &str, inst: &Inst) -> Result<Vec<u8>, EncodeError> {
        let mut features = FeatureSet::default();
        features.insert(self.tables.feature_bit(mode).expect("a mode"));
        let subtarget = Subtarget {
            cpu: CpuId(0),
            features,
            requested: FeatureSet::default(),
            is_generic: false,
        };
        let mut out = vec![0xcc];
        let result = encode(&self.x86, &subtarget, inst, &mut out);
        assert_eq!(out[0], 0xcc, "earlier code was touched");
        out.remove(0);
        match result {
            Ok(()) => Ok(out),
            Err(EncodeError::TooLong { .. }) => {
                assert!(out.len() > LIMIT_BYTES);
                Err(EncodeError::TooLong { limit_bytes: LIMIT_BYTES })
            }
            Err(error) => {
                assert!(out.is_empty(), "an error with code");
                Err(error)
            }
        }
    }

    fn opcode(&self, name: &str) -> Opcode {
        let is_named =
            |row: &oxmca_tables::schema::InstructionRow| self.tables.text(row.name) == name;
        Opcode(self.tables.instructions.iter().position(is_named).expect("an opcode") as u16)
    }

    fn reg(&self, name: &str) -> Operand {
        Operand::Reg(self.tables.register_named(name).expect("a register"))
    }

    fn inst(&self, name: &str, operands: Vec<Operand>) -> Inst {
        Inst { opcode: self.opcode(name), flags: 0, operands: operands.into() }
    }

    /// Returns the base, scale 1, no index, displacement, no segment.
    fn memory(&self, base: &str, displacement: Operand) -> [Operand; 5] {
        let none = Operand::Reg(Reg::NONE);
        [self.reg(base), Operand::Imm(1), none.clone(), displacement, none]
    }

    fn opcodes(&self) -> impl Iterator<Item = Opcode> {
        (0..self.tables.instructions.len()).map(|index| Opcode(index as u16))
    }
}

const MODES: [&str; 3] = ["Is64Bit", "Is32Bit", "Is16Bit"];

fn symbol(name: &str, specifier: Option<&str>) -> Operand {
    Operand::Expr(Box::new(Expr::Symbol {
        name: name.into(),
        specifier: specifier.map(Into::into),
    }))
}

/// Returns an operand that fits the description: a register from the middle of the class, which may
/// need prefixes but is not the stack or instruction pointer, or 1, which is both a scale and a
/// displacement.
fn fitting(fixture: &Fixture, described: &OperandInfo) -> Operand {
    let tables = &fixture.tables;
    match usize::try_from(described.reg_class) {
        Ok(_) if described.flags & operand_flag::LOOKUP_BY_HW_MODE != 0 => fixture.reg("R13"),
        Ok(class) => {
            let row = &tables.register_classes[class];
            let members = &tables.register_lists[row.members.range()];
            Operand::Reg(members[members.len() / 2])
        }
        Err(_) => Operand::Imm(1),
    }
}

#[test]
fn every_opcode_encodes_what_it_describes() {
    let fixture = Fixture::new();
    for opcode in fixture.opcodes() {
        let described = fixture.tables.operands(opcode).iter();
        let operands = described.map(|described| fitting(&fixture, described)).collect();
        let result = fixture.encode("Is64Bit", &Inst { opcode, flags: 0, operands });
        let name = fixture.tables.opcode_name(opcode);
        // These take a register that has no field, and registers that no REX prefix reaches.
        let expected = match name {
            "EH_RETURN" | "EH_RETURN64" => Err(EncodeError::Operands),
            "MOV8mr_NOREX" | "MOV8rm_NOREX" => Err(prefixes::HIGH_BYTE_WITH_REX),
            _ => Ok(()),
        };
        assert_eq!(result.map(|_| ()), expected, "{name}");
    }
}

#[test]
fn wrong_operands_are_errors() {
    let fixture = Fixture::new();
    let fillings = [
        Operand::Reg(Reg::NONE),
        Operand::Reg(Reg(u16::MAX)),
        fixture.reg("XMM31"),
        fixture.reg("AH"),
        Operand::Imm(-1),
        Operand::Imm(i64::MIN),
        symbol("x", Some("tlscall")),
    ];
    for opcode in fixture.opcodes() {
        let row = fixture.tables.instruction(opcode);
        let has_code = EncodingFlags(row.target_flags).form() != form::PSEUDO;
        let described = fixture.tables.operands(opcode).len();
        for mode in MODES {
            for filling in &fillings {
                for count in 0..=described + 1 {
                    let operands = vec![filling.clone(); count].into();
                    let inst = Inst { opcode, flags: u32::MAX, operands };
                    let result = fixture.encode(mode, &inst);
                    if count < described && has_code {
                        assert_eq!(result, Err(EncodeError::Operands), "{inst:?}");
                    }
                }
            }
        }
    }
    let unknown = Inst { opcode: Opcode(u16::MAX), ..Inst::default() };
    assert_eq!(fixture.encode("Is64Bit", &unknown), Err(EncodeError::Operands));
}

#[test]
fn kinds_of_operands_are_checked() {
    let fixture = Fixture::new();
    let eax = || fixture.reg("EAX");
    let check = |name: &str, operands: Vec<Operand>, expected: Result<&[u8], EncodeError>| {
        let result = fixture.encode("Is64Bit", &fixture.inst(name, operands));
        assert_eq!(result, expected.map(<[u8]>::to_vec), "{name}");
    };
    let wrong = Err(EncodeError::Operands);
    check("ADD32rr", vec![eax(), eax(), fixture.reg("R9D")], Ok(&[0x44, 0x01, 0xc8]));
    check("ADD32rr", vec![eax(), eax(), Operand::Imm(1)], wrong);
    check("ADD32ri8", vec![eax(), eax(), eax()], wrong);
    check("JCC_1", vec![symbol("l", None), Operand::Imm(16)], wrong);
    check("JCC_1", vec![symbol("l", None), eax()], wrong);
    check("JCC_1", vec![symbol("l", None), Operand::Imm(5)], Ok(&[0x75, 0]));
    let load = |edit: &dyn Fn(&mut [Operand; 5])| {
        let mut memory = fixture.memory("RAX", Operand::Imm(0));
        edit(&mut memory);
        [vec![eax()], memory.to_vec()].concat()
    };
    check("MOV32rm", load(&|_| ()), Ok(&[0x8b, 0x00]));
    check("MOV32rm", load(&|memory| memory[2] = fixture.reg("RSP")), wrong);
    check("MOV32rm", load(&|memory| memory[3] = fixture.reg("RBX")), wrong);
    check("MOV32rm", load(&|memory| memory[4] = fixture.reg("RBX")), wrong);
    let scaled_by_3 = |memory: &mut [Operand; 5]| {
        memory[1] = Operand::Imm(3);
        memory[2] = fixture.reg("RBX");
    };
    check("MOV32rm", load(&scaled_by_3), wrong);
    let relative_with_index = |memory: &mut [Operand; 5]| {
        memory[0] = fixture.reg("RIP");
        memory[2] = fixture.reg("RBX");
    };
    check("MOV32rm", load(&relative_with_index), wrong);
    let bad_pair = |memory: &mut [Operand; 5]| {
        memory[0] = fixture.reg("BX");
        memory[2] = fixture.reg("BP");
    };
    check("MOV32rm", load(&bad_pair), wrong);
}

#[test]
fn high_bytes_do_not_go_with_rex() {
    let fixture = Fixture::new();
    let move_byte = |to: &str, flags| {
        let operands = vec![fixture.reg(to), fixture.reg("AH")];
        let inst = Inst { flags, ..fixture.inst("MOV8rr", operands) };
        fixture.encode("Is64Bit", &inst)
    };
    assert_eq!(move_byte("BL", 0), Ok(vec![0x88, 0xe3]));
    for (to, flags) in [("SIL", 0), ("R8B", 0), ("R16B", 0), ("BL", prefix::USE_REX)] {
        assert_eq!(move_byte(to, flags), Err(prefixes::HIGH_BYTE_WITH_REX), "{to}");
    }
}

#[test]
fn code_that_is_too_long_is_still_written() {
    let fixture = Fixture::new();
    let mut memory = fixture.memory("EAX", Operand::Imm(0x1234_5678));
    memory[2] = fixture.reg("EBX");
    memory[4] = fixture.reg("FS");
    let operands = [vec![fixture.reg("RAX")], memory.to_vec(), vec![Operand::Imm(7)]].concat();
    let result = fixture.encode("Is64Bit", &fixture.inst("LWPINS64rmi", operands));
    assert_eq!(result, Err(EncodeError::TooLong { limit_bytes: 15 }));
}

#[test]
fn pseudo_instructions_have_no_code() {
    let fixture = Fixture::new();
    assert_eq!(fixture.encode("Is64Bit", &fixture.inst("MOV32r0", Vec::new())), Ok(Vec::new()));
}

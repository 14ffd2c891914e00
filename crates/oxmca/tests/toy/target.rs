//! The toy target: everything that its tables cannot say.

use std::sync::Arc;

use oxmca_asm::decoder::{DecodeBuffer, DecodeError, DecodedCode};
use oxmca_asm::inst::{Expr, Inst, Operand};
use oxmca_asm::matcher::Matcher;
use oxmca_asm::parser::{ParseResult, Parser, TargetAsmParser};
use oxmca_asm::printer::{PrintOptions, Printer};
use oxmca_asm::source::{Loc, LocRange};
use oxmca_asm::target::{
    Architecture, EncodeError, ExecutingInst, HardwareFacts, HazardCheck, Implementation,
    InstrumentSupport, SimulationHints, TargetDescriptor, TargetInfo, TargetState,
};
use oxmca_asm::triple::Triple;
use oxmca_asm::{Instrument, Subtarget, Syntax, Target};
use oxmca_tables::{FeatureSet, MatchClassId, Opcode, Reg, SchedClassId, Tables};

use crate::hardware;
use crate::operand::{Predicate, Render};
use crate::parse;
use crate::print;

/// The toy as the builder of a session takes it.
pub const TOY: Implementation = Implementation {
    create: |triple, tables| Box::new(Toy::new(triple, tables)),
    descriptor: &DESCRIPTOR,
};

/// The facts about the toy.
static DESCRIPTOR: TargetDescriptor = TargetDescriptor {
    name: "toy",
    architectures: &[Architecture {
        name: "toy",
        spellings: &["toy"],
        target_name: "toy",
        address_bits: 32,
        ..Architecture::LITTLE_64
    }],
    instruction_traits: hardware::TRAITS,
    ..TargetDescriptor::PLAIN
};

/// A target of a dozen instructions.
#[derive(Debug)]
pub struct Toy<'t> {
    triple: Triple,
    pub tables: Tables<'t>,
    pub matcher: Matcher<Predicate, Render>,
    pub printer: Printer<print::Method>,
    link_register: Reg,
    pub zero: Reg,
    /// Registers with their halves, and the operand class of halves.
    pub halves: [(Reg, Reg); 2],
    pub half_class: MatchClassId,
    /// Number of the feature of instructions of two bytes.
    pub compressed: u16,
    pub addi: Opcode,
    pub c_addi: Opcode,
    pub ld: Opcode,
    pub memory: hardware::MemoryOpcodes,
    pub add: Opcode,
    pub lui: Opcode,
    jal: Opcode,
    mul: Opcode,
    fence: Opcode,
    set_width: Opcode,
    vadd: Opcode,
    wide_class: SchedClassId,
}

/// State between statements.
#[derive(Debug, Default)]
pub struct State {
    /// Registers named by `.req`.
    pub named: Vec<(Vec<u8>, Reg)>,
    /// Features that `.option push` keeps.
    pub pushed: Vec<FeatureSet>,
}

impl TargetState for State {
    fn is_initial(&self) -> bool {
        self.named.is_empty()
    }
}

const SYNTAX: Syntax = Syntax {
    comment: ";",
    separator: "%%",
    at_in_identifier: false,
    at_specifiers: false,
    code_pointer_bytes: 4,
    data_directives: &[(".word", 4)],
    align_is_bytes: false,
    ..Syntax::ELF
};

impl<'t> Toy<'t> {
    fn new(triple: Triple, tables: Tables<'t>) -> Toy<'t> {
        let opcode = |name: &str| tables.opcode_named(name.as_bytes()).unwrap_or_default();
        let mut classes = tables.sched_class_names.iter();
        let wide_class = classes.position(|name| tables.text(*name) == "WriteVector4");
        let register = |name| tables.register_named(name).unwrap_or(Reg::NONE);
        let mut operand_classes = tables.match_classes.iter();
        let half_class = operand_classes.position(|class| tables.text(class.name) == "HPR");
        Toy {
            triple,
            matcher: Matcher::new(&tables),
            printer: Printer::new(&tables),
            link_register: register("R1"),
            zero: register("R0"),
            halves: [("R3", "H3"), ("R4", "H4")].map(|(it, half)| (register(it), register(half))),
            half_class: MatchClassId(half_class.unwrap_or_default() as u16),
            compressed: tables.feature_bit("FeatureCompressed").unwrap_or(u16::MAX),
            addi: opcode("ADDI"),
            c_addi: opcode("C_ADDI"),
            ld: opcode("LD"),
            memory: hardware::MemoryOpcodes::new(&tables),
            add: opcode("ADD"),
            lui: opcode("LUI"),
            jal: opcode("JAL"),
            mul: opcode("MUL"),
            fence: opcode("FENCE"),
            set_width: opcode("SETWIDTH"),
            vadd: opcode("VADD"),
            wide_class: SchedClassId(wide_class.unwrap_or_default() as u16),
            tables,
        }
    }

    /// The register of that name, printed or alternative.
    pub fn register_named(&self, name: &[u8]) -> Option<Reg> {
        let is_named = |reg: &Reg| {
            self.tables.asm_names(*reg).any(|known| known.as_bytes().eq_ignore_ascii_case(name))
        };
        (1..self.tables.registers.len()).map(|number| Reg(number as u16)).find(is_named)
    }
}

impl TargetInfo for Toy<'_> {
    fn triple(&self) -> &Triple {
        &self.triple
    }

    fn tables(&self) -> &Tables<'_> {
        &self.tables
    }

    fn syntax(&self) -> &Syntax {
        &SYNTAX
    }

    fn descriptor(&self) -> &'static TargetDescriptor {
        &DESCRIPTOR
    }

    fn mode_features(&self) -> &'static [&'static str] {
        &[]
    }
}

impl TargetAsmParser for Toy<'_> {
    fn new_state(&self) -> Box<dyn TargetState> {
        Box::new(State::default())
    }

    fn has_instruments_of_insts(&self) -> bool {
        true
    }

    fn begin_instruments(&self, inst: &Inst, begin: &mut dyn FnMut(&[u8], &[u8])) {
        if inst.opcode == self.set_width
            && let Some(width) = inst.operands.first().and_then(Operand::imm)
        {
            begin(b"WIDTH", width.to_string().as_bytes());
        }
    }

    fn instrument(&self, kind: &[u8], data: &[u8]) -> InstrumentSupport {
        match (kind, data) {
            (b"LATENCY", _) | (b"WIDTH", b"1" | b"4") => InstrumentSupport::Supported,
            (b"WIDTH", _) => InstrumentSupport::BadData,
            _ => InstrumentSupport::Unknown,
        }
    }

    fn parse_instruction<'a>(
        &self,
        parser: &mut Parser<'a>,
        mnemonic: &'a [u8],
        loc: Loc,
    ) -> ParseResult {
        parse::parse_instruction(self, parser, mnemonic, loc)
    }

    fn parse_directive<'a>(
        &self,
        parser: &mut Parser<'a>,
        name: &'a [u8],
        _: Loc,
    ) -> ParseResult<bool> {
        match name {
            b".option" => parse::parse_option(self, parser).map(|()| true),
            _ => Ok(false),
        }
    }

    /// `NAME .req REGISTER`
    fn parse_statement<'a>(
        &self,
        parser: &mut Parser<'a>,
        name: &'a [u8],
        _: Loc,
    ) -> ParseResult<bool> {
        if parser.tok().text != b".req" {
            return Ok(false);
        }
        parser.lex();
        let (reg, _) = self.parse_register(parser)?;
        parser.expect_end_of_statement()?;
        if let Some(state) = parser.target_state.get_mut::<State>() {
            state.named.push((name.to_owned(), reg));
        }
        Ok(true)
    }

    fn parse_register(&self, parser: &mut Parser<'_>) -> ParseResult<(Reg, LocRange)> {
        parse::parse_register(self, parser)
    }

    /// `:hi:` and `:lo:` are the upper 20 and the lower 12 bits.
    fn evaluate_specifier(&self, name: &str, value: i64) -> Option<i64> {
        match name {
            "hi" => Some(value >> 12 & 0xf_ffff),
            "lo" => Some(value & 0xfff),
            _ => None,
        }
    }

    fn parse_data_expression(&self, parser: &mut Parser<'_>) -> ParseResult<(Expr, Loc)> {
        parse::parse_expression(parser)
    }
}

impl Target for Toy<'_> {
    fn is_padding(&self, _: &Inst) -> bool {
        false
    }

    fn branch_target(&self, _: &Inst, value: i64, address: u64, _: u64) -> u64 {
        address.wrapping_add_signed(value)
    }

    fn clears_super_registers(&self, _: &Inst) -> u64 {
        0
    }

    fn predicate(&self, _: &str, _: &Inst) -> bool {
        false
    }

    fn simulation_hints(&self, inst: &Inst) -> SimulationHints {
        let is_fence = inst.opcode == self.fence;
        SimulationHints { load_barrier: is_fence, store_barrier: is_fence, dropped_write: None }
    }

    /// `jal` calls if it links; otherwise it jumps.
    fn is_call(&self, inst: &Inst) -> bool {
        let link = inst.operands.first().and_then(Operand::reg);
        inst.opcode == self.jal && link == Some(self.link_register)
    }

    /// The multiplier takes nothing for a cycle after another multiplication has left it.
    fn hazard_check(&self, _: &Subtarget, insts: &[Inst]) -> Option<Arc<dyn HazardCheck>> {
        let multiplies: Vec<bool> = insts.iter().map(|inst| inst.opcode == self.mul).collect();
        multiplies.contains(&true).then(|| Arc::new(BusyMultiplier { multiplies }) as _)
    }

    /// After `setwidth 4`, vector instructions take four times as long.
    fn sched_class(&self, inst: &Inst, instruments: &[&Instrument]) -> Option<SchedClassId> {
        let newest = instruments.iter().rfind(|instrument| instrument.kind == b"WIDTH")?;
        (inst.opcode == self.vadd && newest.data == b"4").then_some(self.wide_class)
    }

    /// One byte for the opcode, and one each for up to three operands.
    fn decode_into(
        &self,
        _: &Subtarget,
        _: &[u8],
        _: u64,
        _: &mut DecodeBuffer,
    ) -> Result<DecodedCode, DecodeError> {
        Err(DecodeError::Unknown { skip_bytes: 1 })
    }

    fn encode(&self, _: &Subtarget, inst: &Inst, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        if inst.operands.len() > 3 {
            return Err(EncodeError::Operands);
        }
        let mut code = [inst.opcode.0 as u8, 0, 0, 0];
        for (byte, operand) in code[1..].iter_mut().zip(&inst.operands) {
            *byte = match operand {
                Operand::Reg(reg) => self.tables.register(*reg).encoding as u8,
                Operand::Imm(value) => *value as u8,
                Operand::Expr(_) => 0,
            };
        }
        out.extend(code);
        Ok(())
    }

    fn hardware_facts(&self, inst: &Inst, _: &[u8]) -> Option<HardwareFacts> {
        Some(hardware::facts(self, inst))
    }

    fn print_inst(
        &self,
        subtarget: &Subtarget,
        inst: &Inst,
        options: &PrintOptions,
        out: &mut String,
    ) {
        print::print_inst(self, subtarget, inst, options, out);
    }

    fn print_register(&self, reg: Reg, _: &PrintOptions, out: &mut String) {
        out.push_str(self.tables.printed_name(reg));
    }
}

/// Holds a multiplication back until a cycle after the one before it.
#[derive(Debug)]
struct BusyMultiplier {
    multiplies: Vec<bool>,
}

impl HazardCheck for BusyMultiplier {
    fn wait_cycles(&self, index: usize, executing: &[ExecutingInst]) -> u32 {
        if !self.multiplies[index] {
            return 0;
        }
        let others = executing.iter().filter(|other| self.multiplies[other.index]);
        others.map(|other| other.cycles_left + 1).max().unwrap_or(0)
    }
}

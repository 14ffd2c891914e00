//! Instructions of assembly that stand for other ones, or for several.

use oxmca_tables::{Opcode, Reg};
use smallvec::{SmallVec, smallvec};

use super::compress::emit;
use super::statement::{Operands, Statement};
use crate::inst::{Expr, Inst, Operand, SpecifierNotation};
use crate::lossless;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::Loc;
use crate::target::riscv::constant::{self, Extensions};
use crate::target::riscv::specifier::Specifier;
use crate::target::riscv::state::State;
use oxmca_tables::schema::instr_flag;

/// Emits an instruction that matched, or what it stands for. Most instructions that a statement expands to have no
/// place
/// in the text, and are then in no marked region.
pub(super) fn process(
    statement: &Statement<'_>,
    parser: &mut Parser<'_>,
    operands: &Operands<'_>,
    inst: Inst,
    loc: Loc,
) -> ParseResult {
    let tables = &statement.riscv.tables;
    let row = tables.instruction(inst.opcode);
    if let Some(opcode) = zero_extension(statement, &inst) {
        let operands = inst.operands.iter().take(2).cloned().collect();
        emit(statement, parser, Inst { opcode, flags: 0, operands }, Loc::NONE);
        return Ok(());
    }
    if row.flags & instr_flag::PSEUDO != 0
        && let Some(name) = tables.text(row.name).strip_prefix("Pseudo")
    {
        let name = name.to_owned();
        let mut expansion = Expansion { statement, parser, inst: &inst, loc };
        if expansion.expand(&name, operands)? {
            return Ok(());
        }
    }
    emit(statement, parser, inst, loc);
    Ok(())
}

/// Returns the zero extension that an instruction which packs two halves is if the second is that of `x0`.
fn zero_extension(statement: &Statement<'_>, inst: &Inst) -> Option<Opcode> {
    let riscv = statement.riscv;
    let name = match riscv.tables.opcode_name(inst.opcode) {
        "PACK" if !statement.features.is_64_bit => "ZEXT_H_RV32",
        "PACKW" => "ZEXT_H_RV64",
        _ => return None,
    };
    let is_zero = inst.operands.get(2).and_then(Operand::reg) == Some(riscv.registers.x0);
    is_zero.then(|| riscv.tables.opcode_named(name.as_bytes())).flatten()
}

/// An instruction that is being replaced.
struct Expansion<'e, 'a> {
    statement: &'e Statement<'e>,
    parser: &'e mut Parser<'a>,
    inst: &'e Inst,
    loc: Loc,
}

impl Expansion<'_, '_> {
    /// Emits what the instruction stands for; gives `false` if that is itself.
    fn expand(&mut self, name: &str, operands: &Operands<'_>) -> ParseResult<bool> {
        let is_64_bit = self.statement.features.is_64_bit;
        let load = if is_64_bit { "LD" } else { "LW" };
        match name {
            "C_ADDI_NOP" => self.expand_compressed_nop()?,
            "LI" | "LAImm" | "LLAImm" => self.expand_constant()?,
            "LLA" => self.expand_local_address()?,
            "LGA" => self.expand_address(Specifier::GotPcrelHi, load)?,
            "LA" if self.is_position_independent() => {
                self.expand_address(Specifier::GotPcrelHi, load)?;
            }
            "LA" => self.expand_local_address()?,
            "LA_TLS_IE" => self.expand_address(Specifier::TlsIePcrelHi, load)?,
            "LA_TLS_GD" => self.expand_address(Specifier::TlsGdPcrelHi, "ADDI")?,
            "SEXT_B" => self.expand_extension("SRAI", 8)?,
            "SEXT_H" => self.expand_extension("SRAI", 16)?,
            "ZEXT_H" => self.expand_extension("SRLI", 16)?,
            "ZEXT_W" => self.expand_extension("SRLI", 32)?,
            "VMSGEU_VX_M" | "VMSGEU_VX_M_T" => self.expand_comparison("VMSLTU_VX")?,
            "VMSGE_VX_M" | "VMSGE_VX_M_T" => self.expand_comparison("VMSLT_VX")?,
            "VMSGE_VI" => self.expand_less_one("VMSGT_VI")?,
            "VMSLT_VI" => self.expand_less_one("VMSLE_VI")?,
            "VMSGEU_VI" => self.expand_unsigned_less_one("VMSGTU_VI", "VMSEQ_VV")?,
            "VMSLTU_VI" => self.expand_unsigned_less_one("VMSLEU_VI", "VMSNE_VV")?,
            "AddTPRel" => {
                let message =
                    "the second input operand must be tp/x4 when using %tprel_add specifier";
                self.require(2, 4, operands.get(2).map(|it| it.loc), message)?;
                return Ok(false);
            }
            "TLSDESCCall" => {
                let message = "the output operand must be t0/x5 when using %tlsdesc_call specifier";
                self.require(0, 5, operands.get(2).map(|it| it.loc), message)?;
                return Ok(false);
            }
            "QC_E_LB" | "QC_E_LBU" | "QC_E_LH" | "QC_E_LHU" | "QC_E_LW" | "QC_E_SB" | "QC_E_SH"
            | "QC_E_SW" => self.expand_whole_address_access(&name["QC_E_".len()..])?,
            name => match access(name) {
                Some((opcode, has_temporary)) => self.expand_access(opcode, has_temporary)?,
                None => return Ok(false),
            },
        }
        Ok(true)
    }

    fn is_position_independent(&self) -> bool {
        let state = self.parser.target_state.get::<State>();
        state.is_some_and(|state| state.is_position_independent)
    }

    fn opcode(&self, name: &str) -> ParseResult<Opcode> {
        self.statement.riscv.tables.opcode_named(name.as_bytes()).ok_or(ErrorReported)
    }

    fn operand(&self, index: usize) -> Operand {
        self.inst.operands.get(index).cloned().unwrap_or(Operand::Reg(Reg::NONE))
    }

    fn emit(&mut self, name: &str, operands: SmallVec<[Operand; 8]>, loc: Loc) -> ParseResult {
        let inst = Inst { opcode: self.opcode(name)?, flags: 0, operands };
        emit(self.statement, self.parser, inst, loc);
        Ok(())
    }

    /// Reports `message` unless operand `index` is the integer register of a number.
    fn require(
        &mut self,
        index: usize,
        number: u16,
        at: Option<Loc>,
        message: &str,
    ) -> ParseResult {
        let wanted = self.statement.riscv.registers.general_of(number);
        match self.operand(index).reg() == Some(wanted) {
            true => Ok(()),
            false => Err(self.parser.error(at.unwrap_or(self.loc), message)),
        }
    }

    fn expand_compressed_nop(&mut self) -> ParseResult {
        match self.operand(2) {
            Operand::Imm(0) => self.emit("C_NOP", smallvec![], Loc::NONE),
            hint => self.emit("C_NOP_HINT", smallvec![hint], Loc::NONE),
        }
    }

    /// Parses `li rd, constant`.
    fn expand_constant(&mut self) -> ParseResult {
        let zero = Operand::Reg(self.statement.riscv.registers.x0);
        let destination = self.operand(0);
        let value = match self.operand(1) {
            Operand::Imm(value) => value,
            // An expression that only the linker knows.
            value => {
                return self.emit("ADDI", smallvec![destination, zero, value], Loc::NONE);
            }
        };
        let extensions = self.extensions();
        let value = if extensions.rv64 { value } else { i64::from(value as i32) };
        let mut source = zero.clone();
        for step in extensions.load(value) {
            let immediate = Operand::Imm(step.immediate);
            let mut operands: SmallVec<[Operand; 8]> = smallvec![destination.clone()];
            match step.operation.operands() {
                constant::Operands::Immediate => operands.push(immediate),
                constant::Operands::SourceImmediate => operands.extend([source, immediate]),
                constant::Operands::SourceTwice => operands.extend([source.clone(), source]),
                constant::Operands::SourceZero => operands.extend([source, zero.clone()]),
            }
            self.emit(step.operation.opcode_name(), operands, Loc::NONE)?;
            source = destination.clone();
        }
        Ok(())
    }

    /// Returns the extensions in force that load constants.
    fn extensions(&self) -> Extensions {
        let tables = &self.statement.riscv.tables;
        let set = self.parser.features();
        let has = |name: &str| tables.feature_bit(name).is_some_and(|bit| set.contains(bit));
        Extensions {
            rv64: self.statement.features.is_64_bit,
            zba: has("FeatureStdExtZba"),
            zbb: has("FeatureStdExtZbb"),
            zbkb: has("FeatureStdExtZbkb"),
            zbs: has("FeatureStdExtZbs"),
            packed: has("FeatureStdExtP"),
            xqcili: has("FeatureVendorXqcili"),
            xtheadbb: has("FeatureVendorXTHeadBb"),
            fuses_lui_addi: has("TuneLUIADDIFusion"),
        }
    }

    /// Parses `auipc temporary, %upper(symbol)`, and an instruction that adds the lower bits.
    fn expand_pair(
        &mut self,
        destination: Operand,
        temporary: Operand,
        symbol: Operand,
        upper: Specifier,
        second: &str,
    ) -> ParseResult {
        let Operand::Expr(symbol) = symbol else { return Err(ErrorReported) };
        let specified = |specifier: Specifier, operand| {
            Operand::Expr(Box::new(Expr::Specifier {
                notation: SpecifierNotation::Call,
                name: specifier.name().into(),
                operand,
            }))
        };
        let label = self.new_label();
        let upper = specified(upper, symbol);
        self.emit("AUIPC", smallvec![temporary.clone(), upper], Loc::NONE)?;
        let lower = specified(Specifier::PcrelLo, Box::new(label));
        self.emit(second, smallvec![destination, temporary, lower], Loc::NONE)
    }

    /// Defines a new label before an expansion.
    fn new_label(&mut self) -> Expr {
        let symbol = self.parser.define_temporary_label("pcrel_hi");
        let name = &self.parser.symbols.get(symbol).name;
        Expr::Symbol { name: lossless::to_text(name).into(), specifier: None }
    }

    /// Parses `la rd, symbol` and its kind.
    fn expand_address(&mut self, upper: Specifier, second: &str) -> ParseResult {
        let (destination, symbol) = (self.operand(0), self.operand(1));
        self.expand_pair(destination.clone(), destination, symbol, upper, second)
    }

    /// Parses `lla rd, symbol`: one instruction where there is one that loads a whole address.
    fn expand_local_address(&mut self) -> ParseResult {
        let features = self.parser.features();
        let tables = &self.statement.riscv.tables;
        let has = |name| tables.feature_bit(name).is_some_and(|bit| features.contains(bit));
        if has("Feature32Bit") && has("FeatureVendorXqcili") {
            let operands = smallvec![self.operand(0), self.operand(1)];
            return self.emit("QC_E_LI", operands, Loc::NONE);
        }
        self.expand_address(Specifier::PcrelHi, "ADDI")
    }

    /// Parses `qc.e.lw rd, symbol` and `qc.e.sw temporary, rs, symbol`: an instruction that loads the whole address,
    /// and an access that names it for the linker, compressed if that is possible.
    fn expand_whole_address_access(&mut self, access: &str) -> ParseResult {
        let registers = &self.statement.riscv.registers;
        let tables = &self.statement.riscv.tables;
        let is_store = access.starts_with('S');
        let address = self.operand(0);
        let data = if is_store { self.operand(1) } else { address.clone() };
        let symbol = self.operand(if is_store { 2 } else { 1 });
        let Operand::Expr(of_symbol) = &symbol else { return Err(ErrorReported) };
        let named = Operand::Expr(Box::new(Expr::Specifier {
            notation: SpecifierNotation::Call,
            name: Specifier::QcAccess.name().into(),
            operand: of_symbol.clone(),
        }));
        let needed = match access {
            "LW" | "SW" => Some("FeatureStdExtZca"),
            "LB" => None,
            _ => Some("FeatureStdExtZcb"),
        };
        let features = self.parser.features();
        let has = |name| tables.feature_bit(name).is_some_and(|bit| features.contains(bit));
        let reaches = |operand: &Operand| {
            operand.reg().is_some_and(|reg| registers.is_general_compressed(tables, reg))
        };
        let is_compressed = needed.is_some_and(has) && reaches(&address) && reaches(&data);
        let prefix = if is_compressed { "PseudoQCAccessC_" } else { "PseudoQCAccess" };
        self.emit("QC_E_LI", smallvec![address.clone(), symbol], Loc::NONE)?;
        let name = format!("{prefix}{access}");
        let opcode =
            self.statement.riscv.tables.pseudo_named(name.as_bytes()).ok_or(ErrorReported)?;
        let operands = smallvec![data, address, Operand::Imm(0), named];
        emit(self.statement, self.parser, Inst { opcode, flags: 0, operands }, Loc::NONE);
        Ok(())
    }

    /// Parses `lw rd, symbol` and `sw rs, symbol, temporary`.
    fn expand_access(&mut self, opcode: &str, has_temporary: bool) -> ParseResult {
        let registers = &self.statement.riscv.registers;
        let temporary = self.operand(0).reg().unwrap_or(Reg::NONE);
        let temporary = registers.even_of(&self.statement.riscv.tables, temporary);
        let first = usize::from(has_temporary);
        let (accessed, symbol) = (self.operand(first), self.operand(first + 1));
        self.expand_pair(accessed, Operand::Reg(temporary), symbol, Specifier::PcrelHi, opcode)
    }

    /// Parses `sext.b` and its kind: two shifts.
    fn expand_extension(&mut self, second: &str, width_bits: i64) -> ParseResult {
        let xlen_bits = if self.statement.features.is_64_bit { 64 } else { 32 };
        let distance = Operand::Imm(xlen_bits - width_bits);
        let (destination, source) = (self.operand(0), self.operand(1));
        let first = smallvec![destination.clone(), source, distance.clone()];
        self.emit("SLLI", first, Loc::NONE)?;
        self.emit(second, smallvec![destination.clone(), destination, distance], Loc::NONE)
    }

    /// Parses `vmsge.vx`: less, and then not.
    fn expand_comparison(&mut self, less: &str) -> ParseResult {
        let [op0, op1, op2, op3] = [0, 1, 2, 3].map(|index| self.operand(index));
        let v0 = Operand::Reg(self.statement.riscv.registers.v0);
        let unmasked = Operand::Reg(Reg::NONE);
        let loc = self.loc;
        match self.inst.operands.len() {
            4 if op3 == unmasked => {
                self.emit(less, smallvec![op0.clone(), op1, op2, unmasked], loc)?;
                self.emit("VMNAND_MM", smallvec![op0.clone(), op0.clone(), op0], loc)
            }
            4 => {
                self.emit(less, smallvec![op0.clone(), op1, op2, op3], loc)?;
                self.emit("VMXOR_MM", smallvec![op0.clone(), op0, v0], loc)
            }
            _ if op0 == v0 => {
                self.emit(less, smallvec![op1.clone(), op2, op3, unmasked], loc)?;
                self.emit("VMANDN_MM", smallvec![op0.clone(), op0, op1], loc)
            }
            _ => {
                self.emit(less, smallvec![op1.clone(), op2, op3, unmasked], loc)?;
                self.emit("VMANDN_MM", smallvec![op1.clone(), v0.clone(), op1.clone()], loc)?;
                self.emit("VMANDN_MM", smallvec![op0.clone(), op0.clone(), v0], loc)?;
                self.emit("VMOR_MM", smallvec![op0.clone(), op1, op0], loc)
            }
        }
    }

    /// Parses `vmsge.vi vd, va, constant`: greater than one less.
    fn expand_less_one(&mut self, opcode: &str) -> ParseResult {
        let [op0, op1, op2, op3] = [0, 1, 2, 3].map(|index| self.operand(index));
        let less = Operand::Imm(op2.imm().unwrap_or(0) - 1);
        self.emit(opcode, smallvec![op0, op1, less, op3], self.loc)
    }

    /// Expands the same without signs, where there is nothing less than 0.
    fn expand_unsigned_less_one(&mut self, opcode: &str, of_zero: &str) -> ParseResult {
        if self.operand(2).imm() != Some(0) {
            return self.expand_less_one(opcode);
        }
        let [op0, op1, op3] = [0, 1, 3].map(|index| self.operand(index));
        self.emit(of_zero, smallvec![op0, op1.clone(), op1, op3], self.loc)
    }
}

/// Returns the instruction that loads or stores at a symbol's address, and true if it needs a
/// temporary register of its own.
fn access(name: &str) -> Option<(&str, bool)> {
    let has_temporary = match name {
        "LB" | "LBU" | "LH" | "LHU" | "LW" | "LWU" | "LD" | "LD_RV32" | "CV_ELW" => false,
        "FLH" | "FLW" | "FLD" | "FLQ" | "SB" | "SH" | "SW" | "SD" | "SD_RV32" | "FSH" | "FSW"
        | "FSD" | "FSQ" => true,
        _ => return None,
    };
    Some((name, has_temporary))
}

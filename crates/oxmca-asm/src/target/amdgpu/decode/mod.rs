//! Instructions of machine code.

mod formats;
mod image;
mod literals;
mod modifiers;
mod sources;
mod tables;

use oxmca_tables::schema::{DecodingWay, EncodingForm, decode_step};
use oxmca_tables::{FeatureSet, Opcode, Reg};

use super::decoder_method::DecoderMethod;
use super::flag;
use super::generation::Generation;
use super::names::Name;
use super::target::AmdGpu;
use crate::decoder::words::wide_value;
use crate::decoder::{DecodeError, DecodedCode, Operands, clear};
use crate::inst::{Inst, Operand};
use tables::Attempt;

/// Bytes after which LLVM's tools go on behind what is no instruction.
const SKIP_BYTES: usize = 4;

/// Decodes the first instruction of `bytes`.
pub(super) fn decode(
    gpu: &AmdGpu<'_>,
    features: &FeatureSet,
    bytes: &[u8],
    inst: &mut Inst,
) -> Result<DecodedCode, DecodeError> {
    let generation = gpu.features.of(features);
    if bytes.len() < SKIP_BYTES {
        return Err(DecodeError::Truncated { skip_bytes: bytes.len() });
    }
    let bytes = &bytes[..bytes.len().min(generation.longest_code_bytes())];
    let mut decoding = Decoding {
        gpu,
        features,
        generation,
        bytes,
        at: 0,
        literal: None,
        opcode: Opcode::default(),
        operands: Operands::new(),
    };
    let unknown = DecodeError::Unknown { skip_bytes: SKIP_BYTES };
    // LLVM does not disassemble code of the first two generations.
    if !generation.has_gcn3_encoding() && !generation.is_gfx10_plus() {
        return Err(unknown);
    }
    let found = tables::attempts(generation, bytes.len(), |attempt| decoding.attempt(attempt));
    if !found {
        return Err(unknown);
    }
    let is_potentially_undefined = decoding.complete().ok_or(unknown)?;
    inst.opcode = decoding.opcode;
    inst.operands = decoding.operands;
    Ok(DecodedCode { length_bytes: decoding.at, is_potentially_undefined })
}

/// The decoding of one instruction.
struct Decoding<'d, 't> {
    gpu: &'d AmdGpu<'t>,
    features: &'d FeatureSet,
    generation: Generation<'d>,
    bytes: &'d [u8],
    /// The number of bytes that were read.
    at: usize,
    literal: Option<u64>,
    opcode: Opcode,
    operands: Operands,
}

impl Decoding<'_, '_> {
    /// Decodes by a table. Returns whether it has the instruction.
    fn attempt(&mut self, attempt: Attempt) -> bool {
        let mut code = [0; 16];
        let length = usize::from(attempt.width_bits / 8);
        code[..length].copy_from_slice(&self.bytes[..length]);
        let code = u128::from_le_bytes(code);
        let tables = &self.gpu.tables;
        for opcode in tables.separate_decoding_candidates(attempt.table, code as u64) {
            let opcode = Opcode(*opcode);
            let Some((form, bits)) = tables.encoding_form(opcode) else { continue };
            let Some(way) = tables.decoding_way(opcode) else { continue };
            if code & EncodingForm::number(form.fixed_mask) != bits
                || !tables.way_enabled(way, self.features)
            {
                continue;
            }
            self.opcode = opcode;
            self.at = attempt.read_bytes;
            self.literal = None;
            clear(&mut self.operands);
            return self.add_operands(way, code).is_some();
        }
        false
    }

    /// Adds the operands of a way of decoding.
    fn add_operands(&mut self, way: &DecodingWay, code: u128) -> Option<()> {
        let tables = self.gpu.tables;
        for step in &tables.decode_steps[way.steps.range()] {
            let value = wide_value(&tables, step, code);
            let operand = match step.kind {
                decode_step::IMM => Operand::Imm(value as i64),
                decode_step::METHOD => {
                    let row = usize::from(step.argument);
                    let name = || DecoderMethod::named(tables.text(tables.decoder_methods[row]));
                    let method = self.gpu.decoder_methods.get(row, name)?;
                    self.operand(method, value)?
                }
                _ => return None,
            };
            self.operands.push(operand);
        }
        Some(())
    }

    fn target_flags(&self) -> u64 {
        self.gpu.tables.instruction(self.opcode).target_flags
    }

    fn is_of(&self, flags: u64) -> bool {
        self.target_flags() & flags != 0
    }

    fn index(&self, name: Name) -> Option<usize> {
        self.gpu.names.index(&self.gpu.tables, self.opcode, name)
    }

    fn has(&self, name: Name) -> bool {
        self.index(name).is_some()
    }

    /// Returns the constant of a name; 0 if there is none.
    fn imm(&self, name: Name) -> i64 {
        let operand = self.index(name).and_then(|at| self.operands.get(at));
        operand.and_then(Operand::imm).unwrap_or_default()
    }

    /// Returns the number of operands that the instruction is described with.
    fn described(&self) -> usize {
        self.gpu.tables.operands(self.opcode).len()
    }

    fn insert_at(&mut self, at: usize, operand: Operand) {
        let at = at.min(self.operands.len());
        self.operands.insert(at, operand);
    }

    /// Inserts the operand of a name if the instruction has one.
    fn insert(&mut self, name: Name, operand: Operand) {
        if let Some(at) = self.index(name) {
            self.insert_at(at, operand);
        }
    }

    /// Inserts the operand of a name if the instruction has one and operands are missing.
    fn insert_missing(&mut self, name: Name, operand: Operand) {
        if self.operands.len() < self.described() {
            self.insert(name, operand);
        }
    }

    /// Returns the register that is encoded for one that texts name.
    fn encoded(&self, reg: Reg) -> Operand {
        Operand::Reg(self.gpu.registers.encoded(reg, self.generation))
    }

    /// Makes the operands complete. Returns whether the instruction may be undefined; `None` if it is none after all.
    fn complete(&mut self) -> Option<bool> {
        self.resolve_constants()?;
        if self.is_of(flag::DPP) {
            self.complete_lanes();
        }
        self.set_halves();
        if self.gpu.accumulating.contains(&self.opcode) {
            self.insert(Name::Src2Modifiers, Operand::Imm(0));
        }
        if self.is_of(flag::DS) && !self.generation.has_gds() {
            self.insert(Name::Gds, Operand::Imm(0));
        }
        if self.is_of(flag::MUBUF | flag::FLAT | flag::SMRD) {
            self.complete_cache_policy();
        }
        let is_buffer = self.is_of(flag::MUBUF | flag::MTBUF);
        if is_buffer && self.generation.is_gfx90a() {
            self.insert(Name::Tfe, Operand::Imm(0));
        }
        self.check_offset(is_buffer)?;
        if is_buffer {
            self.insert(Name::Swz, Operand::Imm(0));
        }
        if self.is_of(flag::MIMG) {
            self.add_addresses()?;
        }
        if self.is_of(flag::MIMG | flag::VIMAGE | flag::VSAMPLE) {
            self.set_image_sizes();
        }
        if self.is_of(flag::EXP) && self.generation.is_gfx11_plus() {
            self.insert(Name::Vm, Operand::Imm(0));
            self.insert(Name::Compr, Operand::Imm(0));
        }
        if self.is_of(flag::VINTERP) && self.operands.len() < self.described() {
            self.insert(Name::OpSel, Operand::Imm(0));
        }
        if self.is_of(flag::SDWA) {
            self.complete_parts();
        }
        self.set_matrix_formats()?;
        self.tie_result();
        let is_short_constant = self.is_of(flag::SOPK);
        if self.has(Name::Imm) && !is_short_constant {
            let literal = self.literal? as i64;
            self.insert(Name::ImmX, Operand::Imm(literal));
        }
        Some(self.is_doubtful())
    }

    /// Adds or changes the cache policy of an access, which an atomic operation with a result has set.
    fn complete_cache_policy(&mut self) {
        let Some(at) = self.index(Name::CPol) else { return };
        let returned = i64::from(self.is_of(flag::ATOMIC_RETURN));
        match self.operands.get_mut(at) {
            Some(Operand::Imm(policy)) => *policy |= returned,
            Some(_) => {}
            None => self.insert_at(at, Operand::Imm(returned)),
        }
    }

    /// Refuses negative offsets of buffers as of the twelfth generation.
    fn check_offset(&self, is_buffer: bool) -> Option<()> {
        const SIGN: i64 = 1 << 23;
        let is_scalar = || {
            let name = self.gpu.tables.opcode_name(self.opcode);
            self.is_of(flag::SMRD)
                && (name.starts_with("S_BUFFER_") || name.starts_with("S_ATC_PROBE_BUFFER"))
        };
        let is_negative = self.generation.is_gfx12_plus()
            && (is_buffer || is_scalar())
            && self.imm(Name::Offset) & SIGN != 0;
        (!is_negative).then_some(())
    }

    /// Repeats the result as the operand that is tied to it.
    fn tie_result(&mut self) {
        let Some(at) = self.index(Name::VdstIn) else { return };
        let tied = self.gpu.tables.operands(self.opcode)[at].tied_to;
        let Ok(tied) = usize::try_from(tied) else { return };
        let Some(result) = self.operands.get(tied).cloned() else { return };
        match self.operands.get_mut(at) {
            Some(operand) => *operand = result,
            None => self.insert_at(at, result),
        }
    }

    /// Returns whether a comparison that writes the mask of lanes names another result.
    fn is_doubtful(&self) -> bool {
        const MASK: u8 = 126;
        let tables = &self.gpu.tables;
        let row = tables.instruction(self.opcode);
        self.is_of(flag::VOP3)
            && row.num_defs == 0
            && tables.implicit_defs(self.opcode).contains(&self.gpu.registers.exec)
            && self.bytes.first() != Some(&MASK)
    }
}

//! x86 instructions on vectors in place of those on one element.

use oxmca_tables::{FeatureSet, Reg};
use smallvec::SmallVec;

use super::super::X86;
use super::super::hardware::memory_position;
use super::super::registers::kind;
use super::memory::has_widest_vectors;
use super::registers;
use crate::inst::{Inst, Operand};
use crate::target::variants::{Packing, Variants};

/// Operations on floating-point numbers whose packed forms have the same operands.
const FLOAT: &[&str] = &["ADD", "SUB", "MUL", "DIV", "MIN", "MAX", "SQRT"];

/// Operations on general purpose registers, with those on packed numbers of 32 bits.
const GENERAL: &[(&str, &str)] = &[
    ("ADD", "PADD"),
    ("SUB", "PSUB"),
    ("AND", "PAND"),
    ("OR", "POR"),
    ("XOR", "PXOR"),
    ("IMUL", "PMULL"),
];

/// Shifts by a constant.
const SHIFTS: &[(&str, &str)] = &[("SHL", "PSLL"), ("SHR", "PSRL"), ("SAR", "PSRA")];

/// Loads that make elements wider: bits before and after.
const WIDENING: &[(&str, &str, u16, u16)] = &[
    ("MOVZX32rm8", "PMOVZXBD", 8, 32),
    ("MOVSX32rm8", "PMOVSXBD", 8, 32),
    ("MOVZX32rm16", "PMOVZXWD", 16, 32),
    ("MOVSX32rm16", "PMOVSXWD", 16, 32),
    ("MOVSX64rm32", "PMOVSXDQ", 32, 64),
];

/// Conversions from integers of 32 bits.
const CONVERSIONS: &[(&str, &str, u16)] =
    &[("CVTSI2SS", "CVTDQ2PS", 32), ("CVTSI2SD", "CVTDQ2PD", 64)];

/// Returns the bits of the widest vectors.
pub(super) fn vector_bits(x86: &X86<'_>, needs_integers: bool, features: &FeatureSet) -> u16 {
    let has = |name| x86.tables.feature_bit(name).is_some_and(|bit| features.contains(bit));
    match has(if needs_integers { "FeatureAVX2" } else { "FeatureAVX" }) {
        true if has_widest_vectors(x86, features) => 512,
        true => 256,
        false => 128,
    }
}

/// An instruction whose packed form is looked for.
struct Search<'a> {
    x86: &'a X86<'a>,
    packing: &'a Packing,
    is_newer: bool,
    has_sse41: bool,
}

pub(super) fn packed(
    x86: &X86<'_>,
    inst: &Inst,
    packing: &Packing,
    features: &FeatureSet,
) -> Option<SmallVec<[Inst; 2]>> {
    let has_newer = x86.tables.feature_bit("FeatureAVX").is_some_and(|it| features.contains(it));
    let has_sse41 = x86.tables.feature_bit("FeatureSSE41").is_some_and(|it| features.contains(it));
    let search = Search { x86, packing, is_newer: has_newer, has_sse41 };
    let name = x86.tables.opcode_name(inst.opcode);
    if inst.flags != 0 || x86.names_mask(inst) {
        return None;
    }
    search
        .transfer(inst, name)
        .or_else(|| search.float(inst, name))
        .or_else(|| search.general(inst, name))
}

impl Search<'_> {
    /// Returns the part of the vector that has so many bits for each element.
    fn register(&self, reg: Reg, bits: u16) -> Option<Operand> {
        let whole = registers::whole(self.x86, reg);
        let vector =
            self.packing.registers.iter().find(|it| it.0 == whole).map_or(whole, |it| it.1);
        let kind = match bits * self.packing.lanes {
            128 => kind::XMM,
            256 => kind::YMM,
            512 => kind::ZMM,
            _ => return None,
        };
        self.x86.registers.with_part(&self.x86.tables, vector, kind).map(Operand::Reg)
    }

    /// Returns the instruction with a name, in the form for vectors of so many bits for each element.
    fn named(&self, stem: &str, bits: u16, suffix: &str) -> Option<oxmca_tables::Opcode> {
        let all_bits = bits * self.packing.lanes;
        let (letter, width) = match (self.is_newer, all_bits) {
            (true, 512) => ("V", "Z"),
            (true, 256) => ("V", "Y"),
            (true, 128) => ("V", ""),
            (false, 128) => ("", ""),
            _ => return None,
        };
        // Bitwise operations have elements there.
        let element = if bits == 64 { "Q" } else { "D" };
        let bitwise = match stem {
            "PAND" | "POR" | "PXOR" => Some(format!("{stem}{element}")),
            "XORPS" => Some(format!("PXOR{element}")),
            _ => None,
        };
        let wide = bitwise.filter(|_| all_bits == 512);
        let stem = wide.as_deref().unwrap_or(stem);
        let is_of_sse41 = stem.starts_with("PMOV") || stem == "PMULLD";
        let opcode =
            self.x86.tables.opcode_named(format!("{letter}{stem}{width}{suffix}").as_bytes());
        opcode.filter(|_| self.has_sse41 || !is_of_sse41)
    }

    /// Returns an instruction whose operands are vectors, with its memory operand loaded before it where it would have to
    /// be aligned.
    fn build(
        &self,
        stem: &str,
        bits: u16,
        operands: &[Operand],
        memory: Option<&[Operand]>,
    ) -> Option<SmallVec<[Inst; 2]>> {
        self.build_with(stem, ["rr", "rm"], bits, operands, memory)
    }

    fn build_with(
        &self,
        stem: &str,
        [of_registers, of_memory]: [&str; 2],
        bits: u16,
        operands: &[Operand],
        memory: Option<&[Operand]>,
    ) -> Option<SmallVec<[Inst; 2]>> {
        let make = |opcode, operands: Vec<Operand>| Inst {
            opcode,
            flags: 0,
            operands: operands.into_iter().collect(),
        };
        let mut list = operands.to_vec();
        match memory {
            Some(memory) if self.is_newer => {
                list.extend_from_slice(memory);
                let opcode = self.named(stem, bits, of_memory)?;
                Some(SmallVec::from_iter([make(opcode, list)]))
            }
            Some(memory) => {
                let spare = self.register(*self.packing.spare.first()?, bits)?;
                let load = self.x86.tables.opcode_named(b"MOVUPSrm")?;
                let loaded = [spare.clone()].into_iter().chain(memory.iter().cloned()).collect();
                list.push(spare);
                let opcode = self.named(stem, bits, of_registers)?;
                Some(SmallVec::from_iter([make(load, loaded), make(opcode, list)]))
            }
            None => {
                let opcode = self.named(stem, bits, of_registers)?;
                Some(SmallVec::from_iter([make(opcode, list)]))
            }
        }
    }

    /// Returns loads, stores and moves.
    fn transfer(&self, inst: &Inst, name: &str) -> Option<SmallVec<[Inst; 2]>> {
        let x86 = self.x86;
        let first = memory_position(x86, inst);
        let bits_of = |first: usize| super::super::hardware::memory_bytes(x86, inst, first) * 8;
        let widening = WIDENING.iter().find(|it| it.0 == name);
        if let (Some((_, stem, _, after)), Some(first)) = (widening, first) {
            let to = inst.operands.first()?.reg()?;
            let memory = inst.operands.get(first..)?;
            // A copy of elements that stay as wide as they are.
            let is_copy = self.packing.bits < *after;
            let (stem, bits) = if is_copy { ("MOVUPS", bits_of(first)) } else { (*stem, *after) };
            let opcode = self.named(stem, bits, "rm")?;
            let to = self.register(to, bits)?;
            let operands = [to].into_iter().chain(memory.iter().cloned()).collect();
            return Some(SmallVec::from_iter([Inst { opcode, flags: 0, operands }]));
        }
        if let (Some(transfer), Some(first)) = (x86.transfer(inst), first) {
            let bits = bits_of(first);
            let at = usize::from(transfer.register);
            let mut operands = inst.operands.clone();
            operands[at] = self.register(inst.operands.get(at)?.reg()?, bits)?;
            let opcode = self.named("MOVUPS", bits, if transfer.is_store { "mr" } else { "rm" })?;
            return Some(SmallVec::from_iter([Inst { opcode, flags: 0, operands }]));
        }
        let (to, from) = x86.moved(inst)?;
        let bits = self.packing.bits;
        let register = |at: u8| self.register(inst.operands.get(usize::from(at))?.reg()?, bits);
        let operands = [register(to)?, register(from)?].into_iter().collect();
        let opcode = self.named("MOVAPS", bits, "rr")?;
        Some(SmallVec::from_iter([Inst { opcode, flags: 0, operands }]))
    }

    /// Returns operations on floating-point numbers, and conversions to these.
    fn float(&self, inst: &Inst, name: &str) -> Option<SmallVec<[Inst; 2]>> {
        let x86 = self.x86;
        let is_newer = name.starts_with('V');
        let short = name.strip_prefix('V').unwrap_or(name);
        let (short, has_rest) = match short.strip_suffix("_Int") {
            Some(short) => (short, true),
            None => (short, is_newer),
        };
        let first = memory_position(x86, inst);
        let end = first.unwrap_or(inst.operands.len());
        let memory = first.map(|first| &inst.operands[first..]);
        let registers = |bits: u16, skipped: Option<usize>| -> Option<Vec<Operand>> {
            let operands = inst.operands[..end].iter().enumerate();
            let operands = operands.filter(|it| Some(it.0) != skipped);
            operands.map(|(_, it)| self.register(it.reg()?, bits)).collect()
        };
        if x86.ignores_registers(inst) && x86.short_mnemonic(inst).contains("xor") {
            let operands = registers(self.packing.bits, None)?;
            let list =
                if operands.len() == 2 { [&operands[..1], &operands].concat() } else { operands };
            return self.build("XORPS", self.packing.bits, &list, None);
        }
        if let Some((_, stem, bits)) = CONVERSIONS
            .iter()
            .find(|it| short.strip_prefix(it.0).is_some_and(|rest| matches!(rest, "rr" | "rm")))
        {
            // Most forms have a register for the rest.
            let to = self.register(inst.operands.first()?.reg()?, *bits)?;
            let from = inst.operands[..end].get(if has_rest { 2 } else { 1 });
            let from = match from {
                Some(from) => Some(self.register(from.reg()?, 32)?),
                None => None,
            };
            let list: Vec<Operand> = [Some(to), from].into_iter().flatten().collect();
            return self.build(stem, *bits, &list, memory);
        }
        let (stem, suffix) = short
            .strip_suffix("rr")
            .map(|stem| (stem, "r"))
            .or_else(|| short.strip_suffix("rm").map(|stem| (stem, "m")))
            .or_else(|| short.strip_suffix('r').map(|stem| (stem, "r")))
            .or_else(|| short.strip_suffix('m').map(|stem| (stem, "m")))?;
        let (stem, letter, bits) = match stem.strip_suffix("SS") {
            Some(stem) => (stem, "PS", 32),
            None => (stem.strip_suffix("SD")?, "PD", 64),
        };
        debug_assert!(suffix == "r" || memory.is_some());
        let is_fused = stem.starts_with("FM") || stem.starts_with("FNM");
        if stem == "SQRT" {
            let list = registers(bits, has_rest.then_some(1))?;
            return self.build_with(&format!("SQRT{letter}"), ["r", "m"], bits, &list, memory);
        }
        let list = registers(bits, None)?;
        match is_fused {
            true => self.build_with(&format!("{stem}{letter}"), ["r", "m"], bits, &list, memory),
            false if FLOAT.contains(&stem) => {
                self.build(&format!("{stem}{letter}"), bits, &list, memory)
            }
            false => None,
        }
    }

    /// Returns operations on general purpose registers.
    fn general(&self, inst: &Inst, name: &str) -> Option<SmallVec<[Inst; 2]>> {
        let x86 = self.x86;
        let (bits, letter) = match self.packing.bits {
            32 => (32, "D"),
            64 => (64, "Q"),
            _ => return None,
        };
        let (stem, form) = name.split_once(if bits == 32 { "32" } else { "64" })?;
        let implied = match form {
            // The accumulator is not among the operands.
            "i32" => x86.tables.implicit_defs(inst.opcode).first().copied(),
            _ => None,
        };
        let operand = |at: usize| inst.operands.get(at).and_then(Operand::reg);
        let to = self.register(implied.or_else(|| operand(0))?, bits)?;
        let one = self.register(implied.or_else(|| operand(1))?, bits)?;
        if let Some((_, packed)) = SHIFTS.iter().find(|it| it.0 == stem) {
            // A shift of signed numbers of 64 bits came later.
            let count = match (form, inst.operands.get(2)) {
                ("ri", Some(Operand::Imm(count))) => *count,
                _ => return None,
            };
            let opcode = self
                .named(&format!("{packed}{letter}"), bits, "ri")
                .filter(|_| bits == 32 || stem != "SAR")?;
            let operands = [to, one, Operand::Imm(count)].into_iter().collect();
            return Some(SmallVec::from_iter([Inst { opcode, flags: 0, operands }]));
        }
        let (_, packed) = GENERAL.iter().find(|it| it.0 == stem)?;
        let is_bitwise = matches!(*packed, "PAND" | "POR" | "PXOR");
        if stem == "IMUL" && bits == 64 {
            return None;
        }
        let packed = if is_bitwise { (*packed).to_owned() } else { format!("{packed}{letter}") };
        let first = memory_position(x86, inst);
        let two = match (form, inst.operands.get(if implied.is_some() { 0 } else { 2 })) {
            ("rr", Some(Operand::Reg(reg))) => Some(self.register(*reg, bits)?),
            // A constant is in a vector of its own.
            ("ri" | "ri8" | "ri32" | "i32", Some(Operand::Imm(_))) => {
                Some(self.register(*self.packing.spare.get(1)?, bits)?)
            }
            ("rm", _) => None,
            _ => return None,
        };
        let memory = if two.is_none() { Some(inst.operands.get(first?..)?) } else { None };
        let list: Vec<Operand> = [Some(to), Some(one), two].into_iter().flatten().collect();
        self.build(&packed, bits, &list, memory)
    }
}

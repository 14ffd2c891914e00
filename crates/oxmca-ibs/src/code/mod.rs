//! The instructions of a function: where they are, how they are written, and where control goes.
//!
//! Machine code is decoded by the crate `iced-x86`. Its text is meant for an assembler; whoever reads
//! it back can ask whether what was read is the same instruction ([`Instruction::is_encoded_by`]).

mod flow;
mod graph;
mod registers;

use iced_x86::{
    Decoder, DecoderOptions, FlowControl, Formatter, GasFormatter, OpKind, SymbolResolver,
    SymbolResult,
};

pub use flow::{Heat, Loop};
pub use registers::{Dependence, producers};

use crate::attribution::{Function, Image};

/// Longer functions are cut off: nobody reads them, and a damaged symbol table can claim anything.
const MAX_LEN: u64 = 1 << 22;

/// The symbol that stands for the target in the text of a branch.
pub const TARGET: &str = "target";

/// The instructions of a function.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// By address.
    pub instructions: Vec<Instruction>,
    /// Bytes that are no instruction.
    pub undecodable_bytes: u64,
    /// Bytes that were not looked at, since the function is too long or the file lacks them.
    pub missing_bytes: u64,
}

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub struct Instruction {
    decoded: iced_x86::Instruction,
    bits: u32,
}

/// The way in which control leaves an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// To the next one. Calls return.
    Next,
    /// To an address, if it is known.
    Jump(Option<u64>),
    /// To an address, or to the next instruction.
    Branch(u64),
    /// Away.
    Leave,
}

impl Code {
    /// Decodes a function, one instruction after the other from its start.
    #[must_use]
    pub fn of(image: &Image, function: &Function) -> Self {
        let bytes = image.code(function.start, function.len.min(MAX_LEN));
        let mut code = Self::decode(bytes, function.start, image.is_64_bit());
        code.missing_bytes = function.len - bytes.len() as u64;
        code
    }

    /// Decodes code at an address.
    #[must_use]
    pub fn decode(bytes: &[u8], address: u64, is_64_bit: bool) -> Self {
        let bits = if is_64_bit { 64 } else { 32 };
        let mut decoder = Decoder::with_ip(bits, bytes, address, DecoderOptions::NONE);
        let mut code = Self::default();
        while decoder.can_decode() {
            let decoded = decoder.decode();
            if decoded.is_invalid() {
                // The last bytes of the range may be the beginning of an instruction.
                code.undecodable_bytes += decoded.len() as u64;
            } else {
                code.instructions.push(Instruction { decoded, bits });
            }
        }
        code
    }

    /// The index of the instruction that has a byte at an address.
    #[must_use]
    pub fn index_at(&self, address: u64) -> Option<usize> {
        let end = self.instructions.partition_point(|it| it.address() <= address);
        let index = end.checked_sub(1)?;
        (address < self.instructions[index].end()).then_some(index)
    }
}

/// Names the targets of branches.
struct Target;

impl SymbolResolver for Target {
    fn symbol(
        &mut self,
        instruction: &iced_x86::Instruction,
        _operand: u32,
        instruction_operand: Option<u32>,
        address: u64,
        _size: u32,
    ) -> Option<SymbolResult<'_>> {
        let kind = instruction.try_op_kind(instruction_operand?).ok()?;
        let is_target =
            matches!(kind, OpKind::NearBranch16 | OpKind::NearBranch32 | OpKind::NearBranch64);
        is_target.then(|| SymbolResult::with_str(address, TARGET))
    }
}

/// Writes instructions in AT&T syntax.
pub struct Writer {
    formatter: GasFormatter,
    text: String,
}

impl Default for Writer {
    fn default() -> Self {
        let mut formatter = GasFormatter::with_options(Some(Box::new(Target)), None);
        let options = formatter.options_mut();
        options.set_rip_relative_addresses(true);
        options.set_signed_memory_displacements(true);
        options.set_uppercase_hex(false);
        Self { formatter, text: String::new() }
    }
}

impl Writer {
    /// The text of an instruction. The target of a branch is the symbol [`TARGET`].
    pub fn text(&mut self, instruction: &Instruction) -> &str {
        self.text.clear();
        self.formatter.format(&instruction.decoded, &mut self.text);
        &self.text
    }
}

impl Instruction {
    /// The virtual address.
    #[must_use]
    pub fn address(&self) -> u64 {
        self.decoded.ip()
    }

    /// Returns its length in bytes.
    #[must_use]
    pub fn len_bytes(&self) -> usize {
        self.decoded.len()
    }

    /// The address after it.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.decoded.next_ip()
    }

    /// Returns the way in which control leaves it.
    #[must_use]
    pub fn flow(&self) -> Flow {
        match self.decoded.flow_control() {
            FlowControl::Next
            | FlowControl::Call
            | FlowControl::IndirectCall
            | FlowControl::XbeginXabortXend => Flow::Next,
            FlowControl::UnconditionalBranch => Flow::Jump(self.target()),
            FlowControl::ConditionalBranch => self.target().map_or(Flow::Leave, Flow::Branch),
            FlowControl::IndirectBranch => Flow::Jump(None),
            // System calls and breakpoints come back.
            FlowControl::Interrupt => Flow::Next,
            FlowControl::Return | FlowControl::Exception => Flow::Leave,
        }
    }

    /// Returns whether it calls a function.
    #[must_use]
    pub fn is_call(&self) -> bool {
        matches!(self.decoded.flow_control(), FlowControl::Call | FlowControl::IndirectCall)
    }

    /// The address that a direct branch or call names.
    #[must_use]
    pub fn target(&self) -> Option<u64> {
        let is_near = matches!(
            self.decoded.op0_kind(),
            OpKind::NearBranch16 | OpKind::NearBranch32 | OpKind::NearBranch64
        );
        is_near.then(|| self.decoded.near_branch_target())
    }

    /// Returns whether machine code encodes this instruction. It may be encoded in another way, with the
    /// sources of a commutative operation exchanged; targets of branches, which an assembler does not
    /// know, are not compared.
    #[must_use]
    pub fn is_encoded_by(&self, machine_code: &[u8]) -> bool {
        let address = self.address();
        let mut decoder = Decoder::with_ip(self.bits, machine_code, address, DecoderOptions::NONE);
        let found = decoder.decode();
        !found.is_invalid() && !decoder.can_decode() && is_same(&self.decoded, &found)
    }
}

fn is_same(left: &iced_x86::Instruction, right: &iced_x86::Instruction) -> bool {
    let head = |it: &iced_x86::Instruction| {
        let prefixes = (it.has_lock_prefix(), it.has_rep_prefix(), it.has_repne_prefix());
        let masking = (it.op_mask(), it.zeroing_masking(), it.suppress_all_exceptions());
        (it.mnemonic(), prefixes, masking, it.rounding_control(), it.is_broadcast())
    };
    let memory = |it: &iced_x86::Instruction| {
        // Branches keep their targets in the same place.
        let has_address = it.op_kinds().any(|kind| kind == OpKind::Memory);
        has_address.then(|| {
            // Where the address counts from differs with the length of the instruction.
            let is_relative = it.is_ip_rel_memory_operand();
            let displacement = if is_relative { 0 } else { it.memory_displacement64() };
            let has_index = it.memory_index() != iced_x86::Register::None;
            let scale = if has_index { it.memory_index_scale() } else { 1 };
            let address = (it.memory_base(), it.memory_index(), scale, displacement);
            (address, it.memory_segment(), it.memory_size())
        })
    };
    let operands = |it: &iced_x86::Instruction| {
        let mut operands: Vec<(bool, u64)> = (0..it.op_count())
            .filter_map(|at| match it.try_op_kind(at).ok()? {
                OpKind::Register => Some((true, it.op_register(at) as u64)),
                OpKind::NearBranch16 | OpKind::NearBranch32 | OpKind::NearBranch64 => None,
                OpKind::Memory => None,
                _ => Some((false, it.try_immediate(at).unwrap_or(0))),
            })
            .collect();
        operands.sort_unstable();
        operands
    };
    head(left) == head(right) && memory(left) == memory(right) && operands(left) == operands(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_names_targets_and_is_compared_by_meaning() {
        // vaddps (%rdi,%rax,4), %ymm9, %ymm0; add $-16, %rdi; jne back
        let bytes = [0xc5, 0xb4, 0x58, 0x04, 0x87, 0x48, 0x83, 0xc7, 0xf0, 0x75, 0xf5, 0x06, 0x0f];
        let code = Code::decode(&bytes, 0x1000, true);
        let mut writer = Writer::default();
        let texts: Vec<String> =
            code.instructions.iter().map(|it| writer.text(it).to_owned()).collect();
        assert_eq!(
            texts,
            ["vaddps (%rdi,%rax,4),%ymm9,%ymm0", "add $0xfffffffffffffff0,%rdi", "jne target"]
        );
        assert_eq!(code.undecodable_bytes, 2);
        assert_eq!(code.instructions[2].flow(), Flow::Branch(0x1000));
        assert_eq!(code.index_at(0x1005), Some(1));
        assert_eq!(code.index_at(0x1008), Some(1));
        assert_eq!(code.index_at(0xfff), None);
        assert_eq!(code.index_at(0x100b), None);
        let add = &code.instructions[1];
        // The same with a longer immediate, another register, a subtraction, and one more byte.
        assert!(add.is_encoded_by(&[0x48, 0x81, 0xc7, 0xf0, 0xff, 0xff, 0xff]));
        assert!(!add.is_encoded_by(&[0x48, 0x83, 0xc6, 0xf0]));
        assert!(!add.is_encoded_by(&[0x48, 0x83, 0xef, 0xf0]));
        assert!(!add.is_encoded_by(&[0x48, 0x83, 0xc7, 0xf0, 0x90]));
        assert!(code.instructions[2].is_encoded_by(&[0x0f, 0x85, 0, 0, 0, 0]));
    }
}

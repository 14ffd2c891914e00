//! The targets: what each of them hand-writes, behind three traits.
//!
//! Each states facts about itself in a [`TargetDescriptor`]: names, dialects, object files. `builtin` lists the targets;
//! other code outside their folders names none of them.
//!
//! [`TargetInfo`] has the facts about a target: its triple, tables and syntax. [`TargetAsmParser`] is its part of the
//! parser, and [`Target`] prints, encodes and describes instructions for the simulator.
//!
//! A target is made for a triple by [`create`] or by an [`Implementation`]. The tables say which
//! instructions exist; a target adds what operands look like, which mnemonics the tables do not
//! know, and what the simulator must know of instructions.

pub mod aarch64;
pub mod amdgpu;
pub mod arithmetic;
pub mod arm;
mod builtin;
mod control_flow;
pub mod descriptor;
pub mod hardware;
mod info;
pub mod known_names;
pub mod lanai;
pub mod mips;
pub mod object_facts;
pub mod powerpc;
pub mod riscv;
pub mod scalable;
mod simulation;
pub mod systemz;
pub mod unknown_names;
pub mod variants;
pub mod x86;

pub use arithmetic::Arithmetic;
pub use builtin::{
    Implementation, TargetError, architectures, builtin_tables, create, descriptors, implementation,
};
pub use control_flow::ControlFlow;
pub use descriptor::{Arch, Architecture, HostFacts, TargetDescriptor, TextMarkers};
pub use hardware::{HardwareFacts, HardwareRegisters, InstrumentState};
pub use info::{InstrumentSupport, TargetInfo, TargetState, TextStyle};
pub use scalable::ScalableFacts;
pub use simulation::{ExecutingInst, HazardCheck, SimulationHints, Wave};
pub use variants::Variants;

use std::fmt;
use std::sync::Arc;

use oxmca_tables::schema::instr_flag;
use oxmca_tables::{FeatureSet, Opcode, Reg, SchedClassId};

use crate::decoder::{DecodeBuffer, DecodeContext, DecodeError, Decoded, DecodedCode};
use crate::inst::Inst;
use crate::parser::TargetAsmParser;
use crate::printer::PrintOptions;
use crate::region::Instrument;
use crate::subtarget::Subtarget;

/// The reason why an instruction cannot be encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncodeError {
    /// The operands are not those of the opcode's description, or no code exists for them together.
    /// The fault of whoever built the instruction: the assembler accepts none such.
    Operands,
    /// The target has no code for operands that are each valid (registers that no prefix
    /// reaches together). The fault of whoever built the instruction.
    Incompatible {
        /// The target's message.
        reason: &'static str,
    },
    /// The code is longer than the processor takes. The user's fault. The code was written all the
    /// same.
    TooLong {
        /// Most bytes an instruction may have.
        limit_bytes: usize,
    },
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodeError::Operands => f.write_str("operands cannot be encoded"),
            EncodeError::Incompatible { reason } => f.write_str(reason),
            EncodeError::TooLong { limit_bytes } => {
                write!(f, "instruction length exceeds the limit of {limit_bytes}")
            }
        }
    }
}

impl std::error::Error for EncodeError {}

/// The target of one triple: its tables, its syntax, and the part of it that is code.
pub trait Target: TargetAsmParser {
    /// Returns the definitions that clear the rest of their widest super-register: one bit per definition,
    /// explicit ones first, then implicit ones.
    fn clears_super_registers(&self, inst: &Inst) -> u64;

    /// Evaluates the predicate function of that name (see `Tables::predicate_functions`).
    fn predicate(&self, name: &str, inst: &Inst) -> bool;

    /// Barriers and dropped writes.
    fn simulation_hints(&self, inst: &Inst) -> SimulationHints;

    /// Returns whether [`simulation_hints`](Self::simulation_hints) of an opcode's instructions
    /// differ by their operands. If not, they are asked for once per opcode.
    fn hints_depend_on_operands(&self, _opcode: Opcode) -> bool {
        false
    }

    /// Returns whether an instruction calls a function.
    fn is_call(&self, inst: &Inst) -> bool {
        self.tables().instruction(inst.opcode).flags & instr_flag::CALL != 0
    }

    /// Returns whether an instruction returns from a function.
    fn is_return(&self, inst: &Inst) -> bool {
        self.tables().instruction(inst.opcode).flags & instr_flag::RETURN != 0
    }

    /// Returns whether control leaves an instruction to elsewhere only after the next one.
    fn has_delay_slot(&self, inst: &Inst) -> bool {
        self.tables().instruction(inst.opcode).flags & instr_flag::DELAY_SLOT != 0
    }

    /// Returns the wave as which the instructions of a region run, on a graphics processor. It predicts no branches.
    fn wave(&self, _subtarget: &Subtarget, _insts: &[Inst]) -> Option<Wave> {
        None
    }

    /// Returns the way in which control leaves an instruction.
    fn control_flow(&self, inst: &Inst) -> ControlFlow {
        if self.is_return(inst) {
            ControlFlow::Leave
        } else if self.is_call(inst) {
            ControlFlow::Call
        } else {
            ControlFlow::of_flags(self.tables().instruction(inst.opcode).flags)
        }
    }

    /// Returns the flags that an instruction gives to the next one, of which it is a prefix. LLVM's disassembler, and
    /// with
    /// it our decoder, gives `lock` as an instruction; assemblers make it part of the next one.
    fn flags_of_next(&self, _inst: &Inst) -> u32 {
        0
    }

    /// Returns whether an instruction fills the space between code that is aligned, and does nothing.
    fn is_padding(&self, inst: &Inst) -> bool;

    /// Returns the index among an instruction's operands of the one that names a place relative to the program
    /// counter, if that is a constant or an expression: the target of a branch or call, or data.
    fn relative_operand(&self, inst: &Inst) -> Option<usize> {
        control_flow::relative_operand(self.tables(), inst)
    }

    /// Returns the address that the constant `value` at [`relative_operand`](Self::relative_operand) of a branch or
    /// call stands for, given the addresses of the instruction and of the next one.
    fn branch_target(&self, inst: &Inst, value: i64, address: u64, next_address: u64) -> u64;

    /// Creates the [`HazardCheck`] of a region that consists of `insts`, for a subtarget. The in-order pipeline asks it before it
    /// issues an instruction. `None`, as on most targets, if registers and resources explain all waits.
    fn hazard_check(
        &self,
        _subtarget: &Subtarget,
        _insts: &[Inst],
    ) -> Option<Arc<dyn HazardCheck>> {
        None
    }

    /// Returns the scheduling class that the instruments in force at an instruction choose for it,
    /// instead of its opcode's. They come in the order in which they begin.
    fn sched_class(&self, _inst: &Inst, _instruments: &[&Instrument]) -> Option<SchedClassId> {
        None
    }

    /// Checks that [`sched_class`](Self::sched_class) knows an instruction's class under these instruments.
    ///
    /// # Errors
    /// The reason why not.
    fn check_instruments(&self, _: &Inst, _: &[&Instrument]) -> Result<(), &'static str> {
        Ok(())
    }

    /// Checks that texts can be read for a CPU with these features.
    ///
    /// # Errors
    /// LLVM's message when features exclude each other. It ends with a line break where LLVM prints an empty line
    /// after it.
    fn check_features(&self, _features: &FeatureSet) -> Result<(), String> {
        Ok(())
    }

    /// Checks that a CPU with these features, for which texts can be read, can also be simulated.
    ///
    /// # Errors
    /// LLVM's message when the CPU is none of the triple's.
    fn check_simulated_features(&self, _features: &FeatureSet) -> Result<(), String> {
        Ok(())
    }

    /// Appends an instruction's machine code to `out`, as it is before linking: what only the linker
    /// knows is zero. Instructions that expand to others have no code.
    ///
    /// # Errors
    /// [`EncodeError`]. Nothing is appended then, except with [`EncodeError::TooLong`].
    fn encode(
        &self,
        subtarget: &Subtarget,
        inst: &Inst,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError>;

    /// Decodes the first instruction of `bytes`, which are at `address`, for a subtarget. The buffer holds
    /// the instruction then. This is faster than [`decode`](Self::decode).
    ///
    /// # Errors
    /// [`DecodeError`]; then the buffer holds no instruction that exists.
    fn decode_into(
        &self,
        subtarget: &Subtarget,
        bytes: &[u8],
        address: u64,
        buffer: &mut DecodeBuffer,
    ) -> Result<DecodedCode, DecodeError>;

    /// Decodes the first instruction of `bytes`, which are at `address`, for a subtarget.
    ///
    /// # Errors
    /// [`DecodeError`].
    fn decode(
        &self,
        subtarget: &Subtarget,
        bytes: &[u8],
        address: u64,
    ) -> Result<Decoded, DecodeError> {
        self.decode_in(subtarget, bytes, address, &mut DecodeContext::default())
    }

    /// Decodes as [`decode`](Self::decode) in a context, which is that of the next instruction then.
    ///
    /// # Errors
    /// [`DecodeError`].
    fn decode_in(
        &self,
        subtarget: &Subtarget,
        bytes: &[u8],
        address: u64,
        context: &mut DecodeContext,
    ) -> Result<Decoded, DecodeError> {
        let mut buffer = DecodeBuffer::in_context(*context);
        let decoded = self.decode_into(subtarget, bytes, address, &mut buffer);
        *context = buffer.context;
        let DecodedCode { length_bytes, is_potentially_undefined } = decoded?;
        Ok(Decoded { inst: buffer.into_inst(), length_bytes, is_potentially_undefined })
    }

    /// Decodes as [`decode_in`](Self::decode_in), but gives what the parser gives for the usual text of the code: an
    /// instruction with its prefix, which would be one by itself, or the one of several with the same code that says most
    /// of what it does.
    ///
    /// # Errors
    /// [`DecodeError`].
    fn decode_as_written(
        &self,
        subtarget: &Subtarget,
        bytes: &[u8],
        address: u64,
        context: &mut DecodeContext,
    ) -> Result<Decoded, DecodeError> {
        let mut decoded = self.decode_in(subtarget, bytes, address, context)?;
        let flags = self.flags_of_next(&decoded.inst);
        if flags == 0 {
            return Ok(decoded);
        }
        let length_bytes = decoded.length_bytes;
        let next_address = address.wrapping_add(length_bytes as u64);
        if let Ok(next) = self.decode_in(subtarget, &bytes[length_bytes..], next_address, context) {
            decoded = next;
            decoded.inst.flags |= flags;
            decoded.length_bytes += length_bytes;
        }
        Ok(decoded)
    }

    /// Returns the address from which the distances in an instruction count: its own, or on some targets that of the
    /// next instruction.
    fn distance_base(&self, address: u64, _length_bytes: usize) -> u64 {
        address
    }

    /// Returns what the front end and the memory units of a processor see of an instruction whose machine code is
    /// `code`; `None` on targets for which it is not known.
    fn hardware_facts(&self, _inst: &Inst, _code: &[u8]) -> Option<HardwareFacts> {
        None
    }

    /// Returns [`hardware_facts`](Self::hardware_facts) of an instruction that executes in a state.
    fn hardware_facts_in(
        &self,
        inst: &Inst,
        code: &[u8],
        _state: InstrumentState,
    ) -> Option<HardwareFacts> {
        self.hardware_facts(inst, code)
    }

    /// Returns the state that the instruments in force at an instruction say, in the order in which they begin.
    fn instrument_state(&self, _instruments: &[&Instrument]) -> InstrumentState {
        InstrumentState::default()
    }

    /// Returns what an instruction computes on each element of its operands; `None` if it only moves values, or that is
    /// not known.
    fn arithmetic(&self, _inst: &Inst) -> Option<Arithmetic> {
        None
    }

    /// Returns what the length of vectors decides of an instruction; `None` if it decides nothing.
    fn scalable_facts(&self, _inst: &Inst) -> Option<ScalableFacts> {
        None
    }

    /// Returns the bytes of a [granule](scalable) of vectors; `None` on targets that have no such vectors.
    fn granule_bytes(&self) -> Option<u16> {
        None
    }

    /// Returns the bits of such a vector on a CPU; `None` if programs on it have to do with any length.
    fn vector_bits(&self, subtarget: &Subtarget) -> Option<u16> {
        let bits = self.tables().cpus[subtarget.cpu.index()].vector_bits;
        (bits > 0).then_some(bits)
    }

    /// Returns the variants of instructions that are known; `None` on targets that know none.
    fn variants(&self) -> Option<&dyn Variants> {
        None
    }

    /// Returns the registers that have a part of their own in processors, where
    /// [`hardware_facts`](Self::hardware_facts) are known.
    fn hardware_registers(&self) -> HardwareRegisters {
        HardwareRegisters::default()
    }

    /// Returns whether values of that register decide how a processor works, and are not renamed: control and status.
    fn is_control_register(&self, _reg: Reg) -> bool {
        false
    }

    /// Returns whether a register stands for several, each of which is renamed by itself: `Q0_Q1`.
    fn is_register_tuple(&self, _reg: Reg) -> bool {
        false
    }

    /// Appends an instruction to `out` as LLVM's printer shows it, without comments. It begins with a
    /// tab.
    fn print_inst(
        &self,
        subtarget: &Subtarget,
        inst: &Inst,
        options: &PrintOptions,
        out: &mut String,
    );

    /// Appends the name of a register to `out` as instructions show it.
    fn print_register(&self, reg: Reg, options: &PrintOptions, out: &mut String);
}

//! Names of numbers: hardware registers and messages, each with the generations that have it.

use super::generation::Generation;

/// Generations that have a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Generations {
    /// All.
    Any,
    /// The tenth.
    Gfx10,
    /// The second encoding of the tenth, and the eleventh.
    Gfx10BTo11,
    /// The tenth before its second encoding.
    Gfx10NotB,
    /// The tenth and later.
    Gfx10Plus,
    /// The tenth and the eleventh.
    Gfx10To11,
    /// The eleventh.
    Gfx11,
    /// The eleventh and later.
    Gfx11Plus,
    /// The instructions of gfx1250.
    Gfx1250Plus,
    /// The twelfth and later.
    Gfx12Plus,
    /// The eighth to the tenth.
    Gfx8To10,
    /// The instructions of gfx940.
    Gfx940,
    /// The ninth and later.
    Gfx9Plus,
    /// The ninth and the tenth.
    Gfx9To10,
    /// The ninth to the eleventh.
    Gfx9To11,
    /// Before the tenth.
    NotGfx10Plus,
    /// Before the eleventh.
    NotGfx11Plus,
    /// Before the twelfth.
    NotGfx12Plus,
    /// Before the ninth.
    NotGfx9Plus,
}

use Generations::{
    Any, Gfx8To10, Gfx9Plus, Gfx9To10, Gfx9To11, Gfx10, Gfx10BTo11, Gfx10NotB, Gfx10Plus,
    Gfx10To11, Gfx11, Gfx11Plus, Gfx12Plus, Gfx940, Gfx1250Plus, NotGfx9Plus, NotGfx10Plus,
    NotGfx11Plus, NotGfx12Plus,
};

impl Generations {
    /// Returns whether a generation is one of them.
    pub fn contain(self, g: Generation<'_>) -> bool {
        match self {
            Any => true,
            Gfx10 => g.is_gfx10(),
            Gfx10BTo11 => g.is_gfx10b() && !g.is_gfx12_plus(),
            Gfx10NotB => g.is_gfx10() && !g.is_gfx10b(),
            Gfx10Plus => g.is_gfx10_plus(),
            Gfx10To11 => g.is_gfx10() || g.is_gfx11(),
            Gfx11 => g.is_gfx11(),
            Gfx11Plus => g.is_gfx11_plus(),
            Gfx1250Plus => g.is_gfx1250_plus(),
            Gfx12Plus => g.is_gfx12_plus(),
            Gfx8To10 => g.is_gfx8() || g.is_gfx9() || g.is_gfx10(),
            Gfx940 => g.is_gfx940(),
            Gfx9Plus => g.is_gfx9_plus(),
            Gfx9To10 => g.is_gfx9() || g.is_gfx10(),
            Gfx9To11 => g.is_gfx9() || g.is_gfx10() || g.is_gfx11(),
            NotGfx10Plus => g.is_gfx6() || g.is_gfx7() || g.is_gfx8() || g.is_gfx9(),
            NotGfx11Plus => !g.is_gfx11_plus(),
            NotGfx12Plus => !g.is_gfx12_plus(),
            NotGfx9Plus => !g.is_gfx9_plus(),
        }
    }
}

/// A name of a number.
#[derive(Clone, Copy, Debug)]
pub struct NamedNumber {
    pub name: &'static str,
    pub number: i64,
    pub generations: Generations,
}

const fn named(name: &'static str, number: i64, generations: Generations) -> NamedNumber {
    NamedNumber { name, number, generations }
}

/// The outcome of looking a name up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    Number(i64),
    /// Another generation has it.
    Unsupported,
    Unknown,
}

/// Looks a name up.
pub fn number_of(names: &[NamedNumber], name: &[u8], generation: Generation<'_>) -> Found {
    let mut found = Found::Unknown;
    for it in names.iter().filter(|it| it.name.as_bytes() == name) {
        if it.generations.contain(generation) {
            return Found::Number(it.number);
        }
        found = Found::Unsupported;
    }
    found
}

/// Returns the name of a number.
pub fn name_of(
    names: &[NamedNumber],
    number: i64,
    generation: Generation<'_>,
) -> Option<&'static str> {
    let mut names = names.iter().filter(|it| it.number == number);
    names.find(|it| it.generations.contain(generation)).map(|it| it.name)
}

/// Hardware registers, by ascending numbers. The first name that a generation has is shown.
pub static HARDWARE_REGISTERS: &[NamedNumber] = &[
    named("HW_REG_WAVE_MODE", 1, Gfx12Plus),
    named("HW_REG_MODE", 1, Any),
    named("HW_REG_WAVE_STATUS", 2, Gfx12Plus),
    named("HW_REG_STATUS", 2, Any),
    named("HW_REG_TRAPSTS", 3, NotGfx12Plus),
    named("HW_REG_HW_ID", 4, NotGfx10Plus),
    named("HW_REG_WAVE_STATE_PRIV", 4, Gfx12Plus),
    named("HW_REG_STATE_PRIV", 4, Gfx12Plus),
    named("HW_REG_WAVE_GPR_ALLOC", 5, Gfx12Plus),
    named("HW_REG_GPR_ALLOC", 5, Any),
    named("HW_REG_WAVE_LDS_ALLOC", 6, Gfx12Plus),
    named("HW_REG_LDS_ALLOC", 6, Any),
    named("HW_REG_IB_STS", 7, Any),
    named("HW_REG_PERF_SNAPSHOT_DATA", 10, Gfx12Plus),
    named("HW_REG_PERF_SNAPSHOT_PC_LO", 11, Gfx12Plus),
    named("HW_REG_PERF_SNAPSHOT_PC_HI", 12, Gfx12Plus),
    named("HW_REG_SH_MEM_BASES", 15, Gfx9To11),
    named("HW_REG_PERF_SNAPSHOT_DATA1", 15, Gfx12Plus),
    named("HW_REG_TBA_LO", 16, Gfx9To10),
    named("HW_REG_PERF_SNAPSHOT_DATA2", 16, Gfx12Plus),
    named("HW_REG_TBA_HI", 17, Gfx9To10),
    named("HW_REG_WAVE_EXCP_FLAG_PRIV", 17, Gfx12Plus),
    named("HW_REG_EXCP_FLAG_PRIV", 17, Gfx12Plus),
    named("HW_REG_TMA_LO", 18, Gfx9To10),
    named("HW_REG_PERF_SNAPSHOT_PC_LO", 18, Gfx11),
    named("HW_REG_WAVE_EXCP_FLAG_USER", 18, Gfx12Plus),
    named("HW_REG_EXCP_FLAG_USER", 18, Gfx12Plus),
    named("HW_REG_TMA_HI", 19, Gfx9To10),
    named("HW_REG_PERF_SNAPSHOT_PC_HI", 19, Gfx11),
    named("HW_REG_WAVE_TRAP_CTRL", 19, Gfx12Plus),
    named("HW_REG_TRAP_CTRL", 19, Gfx12Plus),
    named("HW_REG_FLAT_SCR_LO", 20, Gfx10To11),
    named("HW_REG_WAVE_SCRATCH_BASE_LO", 20, Gfx12Plus),
    named("HW_REG_SCRATCH_BASE_LO", 20, Gfx12Plus),
    named("HW_REG_XCC_ID", 20, Gfx940),
    named("HW_REG_FLAT_SCR_HI", 21, Gfx10To11),
    named("HW_REG_WAVE_SCRATCH_BASE_HI", 21, Gfx12Plus),
    named("HW_REG_SCRATCH_BASE_HI", 21, Gfx12Plus),
    named("HW_REG_SQ_PERF_SNAPSHOT_DATA", 21, Gfx940),
    named("HW_REG_XNACK_MASK", 22, Gfx10NotB),
    named("HW_REG_SQ_PERF_SNAPSHOT_DATA1", 22, Gfx940),
    named("HW_REG_WAVE_HW_ID1", 23, Gfx12Plus),
    named("HW_REG_HW_ID1", 23, Gfx10Plus),
    named("HW_REG_HW_ID", 23, Gfx10),
    named("HW_REG_SQ_PERF_SNAPSHOT_PC_LO", 23, Gfx940),
    named("HW_REG_WAVE_HW_ID2", 24, Gfx12Plus),
    named("HW_REG_HW_ID2", 24, Gfx10Plus),
    named("HW_REG_SQ_PERF_SNAPSHOT_PC_HI", 24, Gfx940),
    named("HW_REG_POPS_PACKER", 25, Gfx10),
    named("HW_REG_WAVE_SCHED_MODE", 26, Gfx12Plus),
    named("HW_REG_PERF_SNAPSHOT_DATA", 27, Gfx11),
    named("HW_REG_IB_STS2", 28, Gfx1250Plus),
    named("HW_REG_SHADER_CYCLES", 29, Gfx10BTo11),
    named("HW_REG_SHADER_CYCLES_LO", 29, Gfx12Plus),
    named("HW_REG_SHADER_CYCLES_HI", 30, Gfx12Plus),
    named("HW_REG_WAVE_DVGPR_ALLOC_LO", 31, Gfx12Plus),
    named("HW_REG_DVGPR_ALLOC_LO", 31, Gfx12Plus),
    named("HW_REG_WAVE_DVGPR_ALLOC_HI", 32, Gfx12Plus),
    named("HW_REG_DVGPR_ALLOC_HI", 32, Gfx12Plus),
    named("HW_REG_XNACK_STATE_PRIV", 33, Gfx1250Plus),
    named("HW_REG_XNACK_MASK", 34, Gfx1250Plus),
];

/// Messages.
pub static MESSAGES: &[NamedNumber] = &[
    named("MSG_INTERRUPT", 1, Any),
    named("MSG_GS", 2, NotGfx11Plus),
    named("MSG_HS_TESSFACTOR", 2, Gfx11Plus),
    named("MSG_GS_DONE", 3, NotGfx11Plus),
    named("MSG_DEALLOC_VGPRS", 3, Gfx11Plus),
    named("MSG_SAVEWAVE", 4, Gfx8To10),
    named("MSG_STALL_WAVE_GEN", 5, Gfx9To11),
    named("MSG_HALT_WAVES", 6, Gfx9To11),
    named("MSG_ORDERED_PS_DONE", 7, Gfx9To10),
    named("MSG_EARLY_PRIM_DEALLOC", 8, Gfx9To10),
    named("MSG_GS_ALLOC_REQ", 9, Gfx9Plus),
    named("MSG_GET_DOORBELL", 10, Gfx9To10),
    named("MSG_GET_DDID", 11, Gfx10),
    named("MSG_SYSMSG", 15, Any),
    named("MSG_RTN_GET_DOORBELL", 128, Gfx11Plus),
    named("MSG_RTN_GET_DDID", 129, Gfx11Plus),
    named("MSG_RTN_GET_TMA", 130, Gfx11Plus),
    named("MSG_RTN_GET_REALTIME", 131, Gfx11Plus),
    named("MSG_RTN_SAVE_WAVE", 132, Gfx11Plus),
    named("MSG_RTN_GET_TBA", 133, Gfx11Plus),
    named("MSG_RTN_GET_TBA_TO_PC", 134, Gfx11Plus),
    named("MSG_RTN_GET_SE_AID_ID", 135, Gfx12Plus),
    named("MSG_RTN_GET_CLUSTER_BARRIER_STATE", 136, Gfx1250Plus),
    named("MSG_RTN_SAVE_WAVE_HAS_TDM", 152, Gfx1250Plus),
];

/// Operations of the system message.
pub static SYSTEM_OPERATIONS: &[NamedNumber] = &[
    named("SYSMSG_OP_ECC_ERR_INTERRUPT", 1, Any),
    named("SYSMSG_OP_REG_RD", 2, Any),
    named("SYSMSG_OP_HOST_TRAP_ACK", 3, NotGfx9Plus),
    named("SYSMSG_OP_TTRACE_PC", 4, Any),
];

/// Operations of messages of geometry shaders.
pub static STREAM_OPERATIONS: &[NamedNumber] = &[
    named("GS_OP_NOP", 0, Any),
    named("GS_OP_CUT", 1, Any),
    named("GS_OP_EMIT", 2, Any),
    named("GS_OP_EMIT_CUT", 3, Any),
];

/// The message that leaves a geometry shader, and the one that ends it.
pub const GS: i64 = 2;
pub const GS_DONE: i64 = 3;
/// The system message.
pub const SYSTEM: i64 = 15;

/// A message in parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Message {
    pub id: i64,
    pub operation: i64,
    pub stream: i64,
}

impl Message {
    /// Returns the operand of it.
    pub fn encode(self) -> i64 {
        self.id | self.operation << 4 | self.stream << 8
    }

    /// Returns the parts of an operand.
    pub fn decode(value: i64, generation: Generation<'_>) -> Message {
        match generation.is_gfx11_plus() {
            true => Message { id: value & 0xff, operation: 0, stream: 0 },
            false => Message { id: value & 0xf, operation: value >> 4 & 7, stream: value >> 8 & 3 },
        }
    }

    fn is_of_shader(self, generation: Generation<'_>) -> bool {
        !generation.is_gfx11_plus() && matches!(self.id, GS | GS_DONE)
    }

    /// Returns whether it has an operation.
    pub fn needs_operation(self, generation: Generation<'_>) -> bool {
        self.id == SYSTEM || self.is_of_shader(generation)
    }

    /// Returns whether it may name a stream.
    pub fn takes_stream(self, generation: Generation<'_>) -> bool {
        self.is_of_shader(generation) && self.operation != 0
    }

    /// Returns the operations that it may have.
    pub fn operations(self) -> &'static [NamedNumber] {
        if self.id == SYSTEM { SYSTEM_OPERATIONS } else { STREAM_OPERATIONS }
    }

    /// Returns whether its operation is one that it may have.
    pub fn has_valid_operation(self, generation: Generation<'_>) -> bool {
        match self.needs_operation(generation) {
            true if self.id == GS && self.operation == 0 && self.is_of_shader(generation) => false,
            true => name_of(self.operations(), self.operation, generation).is_some(),
            false => self.operation == 0,
        }
    }

    /// Returns whether its stream is one that it may have.
    pub fn has_valid_stream(self, generation: Generation<'_>) -> bool {
        match self.is_of_shader(generation) {
            true if self.id == GS || self.operation != 0 => (0..4).contains(&self.stream),
            _ => self.stream == 0,
        }
    }
}

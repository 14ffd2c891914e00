//! Registers: by name, by number, and as each generation encodes them.

use std::collections::HashMap;

use oxmca_tables::{Reg, RegClassId, Tables};

use super::generation::Generation;

/// Kinds of registers that have a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegisterKind {
    Vector,
    Scalar,
    Accumulator,
    Trap,
}

/// Prefixes of numbered registers, in the order in which they are tried.
const PREFIXES: [(&[u8], RegisterKind); 5] = [
    (b"v", RegisterKind::Vector),
    (b"s", RegisterKind::Scalar),
    (b"ttmp", RegisterKind::Trap),
    (b"acc", RegisterKind::Accumulator),
    (b"a", RegisterKind::Accumulator),
];

/// Other registers, by the names that texts give them and LLVM's.
const SPECIAL: &[(&str, &str)] = &[
    ("exec", "EXEC"),
    ("vcc", "VCC"),
    ("flat_scratch", "FLAT_SCR"),
    ("xnack_mask", "XNACK_MASK"),
    ("shared_base", "SRC_SHARED_BASE"),
    ("src_shared_base", "SRC_SHARED_BASE"),
    ("shared_limit", "SRC_SHARED_LIMIT"),
    ("src_shared_limit", "SRC_SHARED_LIMIT"),
    ("private_base", "SRC_PRIVATE_BASE"),
    ("src_private_base", "SRC_PRIVATE_BASE"),
    ("private_limit", "SRC_PRIVATE_LIMIT"),
    ("src_private_limit", "SRC_PRIVATE_LIMIT"),
    ("src_flat_scratch_base_lo", "SRC_FLAT_SCRATCH_BASE_LO"),
    ("src_flat_scratch_base_hi", "SRC_FLAT_SCRATCH_BASE_HI"),
    ("pops_exiting_wave_id", "SRC_POPS_EXITING_WAVE_ID"),
    ("src_pops_exiting_wave_id", "SRC_POPS_EXITING_WAVE_ID"),
    ("lds_direct", "LDS_DIRECT"),
    ("src_lds_direct", "LDS_DIRECT"),
    ("m0", "M0"),
    ("vccz", "SRC_VCCZ"),
    ("src_vccz", "SRC_VCCZ"),
    ("execz", "SRC_EXECZ"),
    ("src_execz", "SRC_EXECZ"),
    ("scc", "SRC_SCC"),
    ("src_scc", "SRC_SCC"),
    ("tba", "TBA"),
    ("tma", "TMA"),
    ("flat_scratch_lo", "FLAT_SCR_LO"),
    ("flat_scratch_hi", "FLAT_SCR_HI"),
    ("xnack_mask_lo", "XNACK_MASK_LO"),
    ("xnack_mask_hi", "XNACK_MASK_HI"),
    ("vcc_lo", "VCC_LO"),
    ("vcc_hi", "VCC_HI"),
    ("exec_lo", "EXEC_LO"),
    ("exec_hi", "EXEC_HI"),
    ("tma_lo", "TMA_LO"),
    ("tma_hi", "TMA_HI"),
    ("tba_lo", "TBA_LO"),
    ("tba_hi", "TBA_HI"),
    ("pc", "PC_REG"),
    ("null", "SGPR_NULL"),
];

/// Registers that stand for a value as an inline constant does.
const INLINE_VALUES: &[&str] = &[
    "SRC_SHARED_BASE_LO",
    "SRC_SHARED_BASE",
    "SRC_SHARED_LIMIT_LO",
    "SRC_SHARED_LIMIT",
    "SRC_PRIVATE_BASE_LO",
    "SRC_PRIVATE_BASE",
    "SRC_PRIVATE_LIMIT_LO",
    "SRC_PRIVATE_LIMIT",
    "SRC_FLAT_SCRATCH_BASE_LO",
    "SRC_FLAT_SCRATCH_BASE_HI",
    "SRC_POPS_EXITING_WAVE_ID",
    "SRC_VCCZ",
    "SRC_EXECZ",
    "SRC_SCC",
    "SGPR_NULL",
];

/// Ends of LLVM's names of the registers that a generation encodes another way.
const SUFFIXES: [&str; 5] = ["_ci", "_vi", "_gfx9plus", "_gfxpre11", "_gfx11plus"];

/// Registers that only some processors have: the register, or one of which it is a part or has a part.
#[derive(Clone, Copy, Debug)]
enum Availability {
    Trap12To15,
    Scalar104,
    Scalar102,
    ApertureOrWaveId,
    FlatScratchBase,
    WaveId,
    TrapBase,
    XnackMask,
    Null,
    ConditionZero,
    FlatScratch,
}

/// Registers that were looked up once.
#[derive(Debug)]
pub struct Registers {
    special: HashMap<&'static str, Reg>,
    inline_values: Vec<Reg>,
    /// Registers as they are encoded, by the register that texts name and the row of `SUFFIXES`.
    encoded: HashMap<(Reg, usize), Reg>,
    /// Registers that texts name, by the one that is encoded.
    written: HashMap<Reg, Reg>,
    limited: Vec<(Reg, Availability)>,
    scalars: Option<RegClassId>,
    accumulators: Option<RegClassId>,
    vectors: Option<RegClassId>,
    pub m0: Reg,
    pub flat_scratch: Reg,
    pub lds_direct: Reg,
    pub null: Reg,
    pub vcc: Reg,
    pub vcc_lo: Reg,
    pub vcc_hi: Reg,
    pub exec_lo: Reg,
    pub exec: Reg,
    pub vgpr_16: Option<RegClassId>,
}

impl Registers {
    /// Looks registers up.
    pub fn new(tables: &Tables<'_>) -> Self {
        let reg = |name: &str| tables.register_named(name).unwrap_or_default();
        let special = SPECIAL.iter().map(|(text, name)| (*text, reg(name))).collect();
        let mut encoded = HashMap::new();
        let mut by_asm_name: HashMap<&str, Reg> = HashMap::new();
        let all = || (1..tables.registers.len()).map(|number| Reg(number as u16));
        let suffix = |name: &str| SUFFIXES.iter().position(|it| name.ends_with(it));
        for it in all() {
            let row = tables.register(it);
            if suffix(tables.text(row.name)).is_none() {
                by_asm_name.entry(tables.text(row.asm_name)).or_insert(it);
            }
        }
        for it in all() {
            let row = tables.register(it);
            let Some(suffix) = suffix(tables.text(row.name)) else { continue };
            if let Some(pseudo) = by_asm_name.get(tables.text(row.asm_name)) {
                encoded.insert((*pseudo, suffix), it);
            }
        }
        let written = encoded.iter().map(|((pseudo, _), encoded)| (*encoded, *pseudo)).collect();
        let null = reg("SGPR_NULL");
        let wide_null = reg("SGPR_NULL64");
        for (row, _) in SUFFIXES.iter().enumerate() {
            if let Some(it) = encoded.get(&(null, row)).copied() {
                encoded.insert((wide_null, row), it);
            }
        }
        Registers {
            special,
            inline_values: INLINE_VALUES.iter().map(|name| reg(name)).collect(),
            encoded,
            written,
            limited: limited(&reg),
            scalars: tables.register_class_named("SReg_32"),
            accumulators: tables.register_class_named("AGPR_32"),
            vectors: tables.register_class_named("VGPR_32"),
            m0: reg("M0"),
            flat_scratch: reg("FLAT_SCR"),
            lds_direct: reg("LDS_DIRECT"),
            null,
            vcc: reg("VCC"),
            vcc_lo: reg("VCC_LO"),
            vcc_hi: reg("VCC_HI"),
            exec_lo: reg("EXEC_LO"),
            exec: reg("EXEC"),
            vgpr_16: tables.register_class_named("VGPR_16"),
        }
    }

    /// Returns the register that has no number of a name.
    pub fn special(&self, name: &[u8]) -> Option<Reg> {
        let name = std::str::from_utf8(name).ok()?;
        self.special.get(name).copied().filter(|reg| reg.is_some())
    }

    /// Returns whether a register stands for a value as an inline constant does.
    pub fn is_inline_value(&self, reg: Reg) -> bool {
        self.inline_values.contains(&reg)
    }

    /// Returns the register as a generation encodes it.
    pub fn encoded(&self, reg: Reg, generation: Generation<'_>) -> Reg {
        let rows: [usize; 3] = [
            match generation.is_gfx9_plus() {
                true => 2,
                false if generation.is_gfx7() => 0,
                false => 1,
            },
            1,
            if generation.is_gfx11_plus() { 4 } else { 3 },
        ];
        let mut found = rows.iter().filter_map(|row| self.encoded.get(&(reg, *row)));
        found.next().copied().unwrap_or(reg)
    }

    /// Returns the register that texts name for one that is encoded.
    pub fn written(&self, reg: Reg) -> Reg {
        self.written.get(&reg).copied().unwrap_or(reg)
    }

    /// Returns whether a register or its first part is of a class.
    fn is_of(tables: &Tables<'_>, reg: Reg, class: Option<RegClassId>) -> bool {
        let Some(class) = class.filter(|_| reg.is_some()) else { return false };
        let mut parts = tables.sub_registers(reg).iter();
        tables.class_contains(class, reg)
            || parts.any(|part| tables.class_contains(class, part.reg))
    }

    /// Returns whether a register is a scalar one.
    pub fn is_scalar(&self, tables: &Tables<'_>, reg: Reg) -> bool {
        Self::is_of(tables, reg, self.scalars)
    }

    /// Returns whether a register is an accumulator.
    pub fn is_accumulator(&self, tables: &Tables<'_>, reg: Reg) -> bool {
        Self::is_of(tables, reg, self.accumulators)
    }

    /// Returns whether a register is a vector register.
    pub fn is_vector(&self, tables: &Tables<'_>, reg: Reg) -> bool {
        Self::is_of(tables, reg, self.vectors)
    }

    /// Returns whether processors of a generation have a register.
    pub fn is_available(&self, tables: &Tables<'_>, reg: Reg, generation: Generation<'_>) -> bool {
        let mut limits = self.limited.iter().filter(|(it, kind)| match kind {
            Availability::Trap12To15 | Availability::Scalar104 | Availability::Scalar102 => {
                share_part(tables, *it, reg)
            }
            _ => *it == reg,
        });
        let g = generation;
        limits.next().is_none_or(|(_, kind)| match kind {
            Availability::Trap12To15 | Availability::ApertureOrWaveId => g.is_gfx9_plus(),
            Availability::Scalar104 | Availability::Null => g.is_gfx10_plus(),
            Availability::FlatScratchBase => g.has_global_scratch(),
            Availability::WaveId => g.is_gfx9_plus() && !g.is_gfx11_plus(),
            Availability::TrapBase => !g.is_gfx9_plus(),
            Availability::XnackMask => (g.is_gfx8() || g.is_gfx9()) && g.has_xnack(),
            Availability::ConditionZero => !g.is_gfx11_plus(),
            Availability::FlatScratch => !g.is_gfx6() && !g.is_gfx10_plus(),
            Availability::Scalar102 => !g.is_gfx8() && !g.is_gfx9(),
        })
    }
}

/// Returns whether two registers have a part in common.
pub fn share_part(tables: &Tables<'_>, one: Reg, two: Reg) -> bool {
    let mut parts = std::iter::once(one).chain(tables.sub_registers(one).iter().map(|it| it.reg));
    parts.any(|part| tables.do_overlap(part, two))
}

fn limited(reg: &dyn Fn(&str) -> Reg) -> Vec<(Reg, Availability)> {
    use Availability::{
        ApertureOrWaveId, ConditionZero, FlatScratch, FlatScratchBase, Null, Scalar102, Scalar104,
        Trap12To15, TrapBase, WaveId, XnackMask,
    };
    let rows: &[(&[&str], Availability)] = &[
        (&["ttmp[12:15]"], Trap12To15),
        (&["s[104:105]"], Scalar104),
        (
            &[
                "SRC_SHARED_BASE_LO",
                "SRC_SHARED_BASE",
                "SRC_SHARED_LIMIT_LO",
                "SRC_SHARED_LIMIT",
                "SRC_PRIVATE_BASE_LO",
                "SRC_PRIVATE_BASE",
                "SRC_PRIVATE_LIMIT_LO",
                "SRC_PRIVATE_LIMIT",
            ],
            ApertureOrWaveId,
        ),
        (&["SRC_FLAT_SCRATCH_BASE_LO", "SRC_FLAT_SCRATCH_BASE_HI"], FlatScratchBase),
        (&["SRC_POPS_EXITING_WAVE_ID"], WaveId),
        (&["TBA", "TBA_LO", "TBA_HI", "TMA", "TMA_LO", "TMA_HI"], TrapBase),
        (&["XNACK_MASK", "XNACK_MASK_LO", "XNACK_MASK_HI"], XnackMask),
        (&["SGPR_NULL"], Null),
        (&["SRC_EXECZ", "SRC_VCCZ"], ConditionZero),
        (&["FLAT_SCR", "FLAT_SCR_LO", "FLAT_SCR_HI"], FlatScratch),
        (&["s[102:103]"], Scalar102),
    ];
    rows.iter().flat_map(|(names, kind)| names.iter().map(|name| (reg(name), *kind))).collect()
}

/// Splits the name of a register into its kind and what follows the letters that tell it.
pub fn split_name(name: &[u8]) -> Option<(RegisterKind, &[u8])> {
    PREFIXES.iter().find_map(|(prefix, kind)| Some((*kind, name.strip_prefix(*prefix)?)))
}

/// The classes of registers by kind and width.
#[derive(Debug)]
pub struct RegisterClasses(Vec<(RegisterKind, u32, RegClassId)>);

impl RegisterClasses {
    /// Looks the classes up.
    pub fn new(tables: &Tables<'_>) -> Self {
        let kinds = [
            RegisterKind::Vector,
            RegisterKind::Accumulator,
            RegisterKind::Scalar,
            RegisterKind::Trap,
        ];
        let all = kinds.iter().flat_map(|kind| (1..=32).map(move |words| (*kind, 32 * words)));
        let class = |(kind, width)| {
            let class = tables.register_class_named(&class_name(kind, width)?)?;
            Some((kind, width, class))
        };
        RegisterClasses(all.filter_map(class).collect())
    }

    /// Returns the class of a kind and width in bits. Those of 16 bits are in registers of 32.
    pub fn of(&self, kind: RegisterKind, width: u32) -> Option<RegClassId> {
        let width = width.max(32);
        self.0.iter().find(|it| it.0 == kind && it.1 == width).map(|it| it.2)
    }
}

/// Returns the class of registers of a kind that are so many bits wide.
pub fn class_name(kind: RegisterKind, bits: u32) -> Option<String> {
    let is_width =
        matches!(bits, 32 | 64 | 96 | 128 | 160 | 192 | 224 | 256 | 288 | 320 | 352 | 384 | 512);
    let fits = match kind {
        RegisterKind::Vector | RegisterKind::Accumulator => is_width || bits == 1024,
        RegisterKind::Scalar => is_width,
        RegisterKind::Trap => matches!(bits, 32 | 64 | 128 | 256 | 512),
    };
    let name = match (kind, bits) {
        (RegisterKind::Vector, 32) => "VGPR_32".to_owned(),
        (RegisterKind::Accumulator, 32) => "AGPR_32".to_owned(),
        (RegisterKind::Vector, _) => format!("VReg_{bits}"),
        (RegisterKind::Accumulator, _) => format!("AReg_{bits}"),
        (RegisterKind::Scalar, _) => format!("SGPR_{bits}"),
        (RegisterKind::Trap, _) => format!("TTMP_{bits}"),
    };
    fits.then_some(name)
}

//! Counters that instructions wait for, as generations encode them.

use oxmca_tables::{Opcode, Tables};

/// A counter of `s_waitcnt`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counter {
    /// Vector memory operations.
    Vm,
    /// Exports.
    Exp,
    /// Local, global, constant and message operations.
    Lgkm,
}

impl Counter {
    /// All of them, in the order in which they are shown.
    pub const ALL: [(Counter, &'static str); 3] =
        [(Counter::Vm, "vmcnt"), (Counter::Exp, "expcnt"), (Counter::Lgkm, "lgkmcnt")];

    /// Returns the counter of a name.
    pub fn named(name: &[u8]) -> Option<Counter> {
        let found = Counter::ALL.iter().find(|(_, it)| it.as_bytes() == name)?;
        Some(found.0)
    }
}

/// Runs of bits, lowest first: the shift and the width of each.
type Runs = [(u32, u32); 2];

/// The bits of the counters in the operand of `s_waitcnt`.
#[derive(Clone, Copy, Debug)]
pub struct WaitLayout {
    vm: Runs,
    exp: Runs,
    lgkm: Runs,
}

impl WaitLayout {
    /// Returns the layout of an instruction set.
    pub fn of(isa_major: u32) -> WaitLayout {
        let is_new = isa_major >= 11;
        let vm_high = if matches!(isa_major, 9 | 10) { 2 } else { 0 };
        let lgkm_bits = if isa_major >= 10 { 6 } else { 4 };
        WaitLayout {
            vm: if is_new { [(10, 6), (0, 0)] } else { [(0, 4), (14, vm_high)] },
            exp: [(if is_new { 0 } else { 4 }, 3), (0, 0)],
            lgkm: [(if is_new { 4 } else { 8 }, lgkm_bits), (0, 0)],
        }
    }

    fn runs(self, counter: Counter) -> Runs {
        match counter {
            Counter::Vm => self.vm,
            Counter::Exp => self.exp,
            Counter::Lgkm => self.lgkm,
        }
    }

    /// Returns the most that a counter can be.
    pub fn most(self, counter: Counter) -> i64 {
        let bits: u32 = self.runs(counter).iter().map(|run| run.1).sum();
        (1 << bits) - 1
    }

    /// Returns the operand that waits for nothing.
    pub fn mask(self) -> i64 {
        Counter::ALL.iter().fold(0, |value, (counter, _)| self.with_most(value, *counter))
    }

    /// Returns the count of a counter.
    pub fn count(self, value: i64, counter: Counter) -> i64 {
        let (mut count, mut bits) = (0, 0);
        for (shift, width) in self.runs(counter) {
            count |= (value >> shift & ((1 << width) - 1)) << bits;
            bits += width;
        }
        count
    }

    fn set(self, mut value: i64, counter: Counter, mut count: i64) -> i64 {
        for (shift, width) in self.runs(counter) {
            let mask = (1i64 << width) - 1;
            value = value & !(mask << shift) | (count & mask) << shift;
            count >>= width;
        }
        value
    }

    /// Returns the operand with another count; `None` if the count is too large.
    pub fn with(self, value: i64, counter: Counter, count: i64) -> Option<i64> {
        let fits = (0..=self.most(counter)).contains(&count);
        fits.then(|| self.set(value, counter, count))
    }

    /// Returns the operand that does not wait for a counter.
    pub fn with_most(self, value: i64, counter: Counter) -> i64 {
        self.set(value, counter, self.most(counter))
    }
}

/// A counter of `s_waitcnt_depctr`.
#[derive(Clone, Copy, Debug)]
pub struct DependencyCounter {
    pub name: &'static str,
    pub most: i64,
    pub default: i64,
    pub shift: u32,
    pub bits: u32,
    pub needs_gfx10b: bool,
}

impl DependencyCounter {
    /// Returns an operand with another count.
    pub fn set(&self, value: i64, count: i64) -> i64 {
        let mask = (1i64 << self.bits) - 1;
        value & !(mask << self.shift) | (count & mask) << self.shift
    }

    /// Returns the count in an operand.
    pub fn count(&self, value: i64) -> i64 {
        value >> self.shift & ((1 << self.bits) - 1)
    }
}

const fn dependency(name: &'static str, most: i64, shift: u32, bits: u32) -> DependencyCounter {
    DependencyCounter { name, most, default: most, shift, bits, needs_gfx10b: false }
}

/// The counters of `s_waitcnt_depctr` in the order in which they are shown.
pub const DEPENDENCY_COUNTERS: &[DependencyCounter] = &[
    DependencyCounter { needs_gfx10b: true, ..dependency("depctr_hold_cnt", 1, 7, 1) },
    dependency("depctr_sa_sdst", 1, 0, 1),
    dependency("depctr_va_vdst", 15, 12, 4),
    dependency("depctr_va_sdst", 7, 9, 3),
    dependency("depctr_va_ssrc", 1, 8, 1),
    dependency("depctr_va_vcc", 1, 1, 1),
    dependency("depctr_vm_vsrc", 7, 2, 3),
];

/// Returns the operand that waits for nothing.
pub fn default_dependency_counters(is_gfx10b: bool) -> i64 {
    let known = DEPENDENCY_COUNTERS.iter().filter(|it| is_gfx10b || !it.needs_gfx10b);
    known.fold(0, |value, it| it.set(value, it.default))
}

/// Conditions of `s_delay_alu` by their codes.
pub const DELAY_CONDITIONS: &[&str] = &[
    "NO_DEP",
    "VALU_DEP_1",
    "VALU_DEP_2",
    "VALU_DEP_3",
    "VALU_DEP_4",
    "TRANS32_DEP_1",
    "TRANS32_DEP_2",
    "TRANS32_DEP_3",
    "FMA_ACCUM_CYCLE_1",
    "SALU_CYCLE_1",
    "SALU_CYCLE_2",
    "SALU_CYCLE_3",
];

/// Instructions between the two conditions of `s_delay_alu`, by their codes.
pub const DELAY_SKIPS: &[&str] = &["SAME", "NEXT", "SKIP_1", "SKIP_2", "SKIP_3", "SKIP_4"];

/// The number of counters that simulated instructions wait for. Their numbers follow.
pub const COUNTERS: usize = 4;
pub const VM: usize = 0;
pub const EXP: usize = 1;
pub const LGKM: usize = 2;
pub const VS: usize = 3;

/// Returns the opcodes that wait, each with its counter if it has one.
pub fn waiting_opcodes(tables: &Tables<'_>) -> Vec<(Opcode, Option<usize>)> {
    let names = [
        ("S_WAITCNT_EXPCNT_gfx10", Some(EXP)),
        ("S_WAITCNT_LGKMCNT_gfx10", Some(LGKM)),
        ("S_WAITCNT_VMCNT_gfx10", Some(VM)),
        ("S_WAITCNT_VSCNT_gfx10", Some(VS)),
        ("S_WAITCNT_gfx10", None),
        ("S_WAITCNT_gfx6_gfx7", None),
        ("S_WAITCNT_vi", None),
    ];
    let found = names
        .iter()
        .filter_map(|(name, counter)| Some((tables.opcode_named(name.as_bytes())?, *counter)));
    found.collect()
}
